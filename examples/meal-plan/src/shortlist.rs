//! The recipes that the assistant has found so far in one run.

use std::collections::{BTreeMap, BTreeSet};

use crate::recipe::{MealType, Recipe};

/// Everything that was found, and which of it is not to be used.
#[derive(Debug, Default)]
pub(crate) struct Shortlist {
    found: BTreeMap<String, Recipe>,
    dropped: BTreeSet<String>,
}

impl Shortlist {
    /// Adds what a search found, and says whether any of it is new.
    pub(crate) fn add(&mut self, recipes: Vec<Recipe>) -> bool {
        let before = self.found.len();
        self.found.extend(recipes.into_iter().map(|recipe| (recipe.id.clone(), recipe)));
        self.found.len() > before
    }

    /// Takes a recipe out of use, and says whether it was in use.
    pub(crate) fn drop_recipe(&mut self, id: &str) -> bool {
        self.found.contains_key(id) && self.dropped.insert(id.to_owned())
    }

    /// A recipe that was found, whether in use or not.
    pub(crate) fn get(&self, id: &str) -> Option<&Recipe> {
        self.found.get(id)
    }

    /// The recipes in use for one kind of meal.
    pub(crate) fn of(&self, meal_type: MealType) -> impl Iterator<Item = &Recipe> {
        let in_use =
            move |recipe: &&Recipe| recipe.meal_type == meal_type && !self.dropped.contains(&recipe.id);
        self.found.values().filter(in_use)
    }

    /// The ids of all that was found, for searches that look for others.
    pub(crate) fn ids(&self, meal_type: MealType) -> BTreeSet<String> {
        let found = self.found.values().filter(|recipe| recipe.meal_type == meal_type);
        found.map(|recipe| recipe.id.clone()).collect()
    }
}
