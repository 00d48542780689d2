//! The recipes and profiles that the suite ships, for metrics and tests: what is true, whatever the assistant found.

use std::sync::LazyLock;

use crate::profile::Profile;
use crate::recipe::Recipe;

/// All recipes and all profiles.
#[derive(Debug)]
pub(crate) struct Book {
    recipes: Vec<Recipe>,
    profiles: Vec<Profile>,
}

impl Book {
    fn read(recipes: &str, profiles: &str) -> Result<Self, serde_yaml::Error> {
        Ok(Self { recipes: serde_yaml::from_str(recipes)?, profiles: serde_yaml::from_str(profiles)? })
    }

    /// A recipe by id.
    pub(crate) fn recipe(&self, id: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.id == id)
    }

    /// A profile by user.
    pub(crate) fn profile(&self, user_id: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.user_id == user_id)
    }

    /// Every recipe.
    #[cfg(test)]
    pub(crate) fn recipes(&self) -> impl Iterator<Item = &Recipe> {
        self.recipes.iter()
    }

    /// Every profile.
    #[cfg(test)]
    pub(crate) fn profiles(&self) -> impl Iterator<Item = &Profile> {
        self.profiles.iter()
    }
}

/// The book of `evals/meal_plan`, read once.
///
/// # Errors
///
/// When one of its files does not fit.
pub(crate) fn shipped() -> Result<&'static Book, &'static serde_yaml::Error> {
    static BOOK: LazyLock<Result<Book, serde_yaml::Error>> = LazyLock::new(|| {
        Book::read(
            include_str!("../evals/meal_plan/recipes.yaml"),
            include_str!("../evals/meal_plan/profiles.yaml"),
        )
    });
    BOOK.as_ref()
}
