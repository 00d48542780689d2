//! How recipes are found: a query, and the recipe book that answers it.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use eval_harness::{MockContext, MockError, mock};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::recipe::{Allergen, DietaryTag, MealType, Recipe};

/// The arguments of the tool `search_recipes`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecipeQuery {
    pub(crate) meal_type: MealType,
    /// No recipe that contains one of these. Traces do not count.
    #[serde(default)]
    pub(crate) excluded_allergens: BTreeSet<Allergen>,
    /// Only recipes that have all of these.
    #[serde(default)]
    pub(crate) dietary_tags: BTreeSet<DietaryTag>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_calories: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_calories: Option<u32>,
    /// None of these, because they are known already.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) excluded_recipes: BTreeSet<String>,
    /// At most so many, the best rated first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<usize>,
}

impl RecipeQuery {
    /// The recipes that fit, the best rated first.
    pub(crate) fn pick(&self, recipes: impl IntoIterator<Item = Recipe>) -> Vec<Recipe> {
        let mut found: Vec<Recipe> = recipes.into_iter().filter(|recipe| self.fits(recipe)).collect();
        found.sort_by_key(|recipe| Reverse(recipe.rating));
        found.truncate(self.limit.unwrap_or(usize::MAX));
        found
    }

    fn fits(&self, recipe: &Recipe) -> bool {
        recipe.meal_type == self.meal_type
            && recipe.allergens.is_disjoint(&self.excluded_allergens)
            && recipe.dietary_tags.is_superset(&self.dietary_tags)
            && self.min_calories.is_none_or(|least| recipe.calories >= least)
            && self.max_calories.is_none_or(|most| recipe.calories <= most)
            && !self.excluded_recipes.contains(&recipe.id)
    }
}

/// The recipe service, played by the suite's own `recipes`.
#[mock(methods = ["search"])]
async fn recipe_book(cx: MockContext, _method: &str, args: Value) -> Result<Vec<Recipe>, MockError> {
    let query: RecipeQuery = serde_json::from_value(args)?;
    let recipes: Result<Vec<Recipe>, _> = cx.data("recipes").iter().map(Recipe::deserialize).collect();
    Ok(query.pick(recipes?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::book;

    #[track_caller]
    fn check(query: Value, expected: &[&str]) {
        let query: RecipeQuery = serde_json::from_value(query).expect("a query");
        let book = book::shipped().expect("the shipped book");
        let found = query.pick(book.recipes().cloned());
        let ids: Vec<&str> = found.iter().map(|recipe| recipe.id.as_str()).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn the_best_rated_come_first() {
        check(json!({"meal_type": "main", "limit": 3}), &["m-bolognese", "m-salmon", "m-lentil"]);
    }

    #[test]
    fn allergens_and_known_recipes_are_left_out() {
        let allergens = ["gluten", "milk", "fish"];
        check(
            json!({"meal_type": "main", "excluded_allergens": allergens, "limit": 3}),
            &["m-lentil", "m-chicken-tray", "m-bean-chili"],
        );
        check(
            json!({"meal_type": "main", "excluded_allergens": allergens, "excluded_recipes": ["m-lentil"], "limit": 2}),
            &["m-chicken-tray", "m-bean-chili"],
        );
    }

    #[test]
    fn every_tag_is_needed_and_bounds_are_inclusive() {
        check(
            json!({"meal_type": "breakfast", "dietary_tags": ["vegan", "low_carb"]}),
            &["b-tofu-scramble", "b-coconut-yogurt"],
        );
        check(
            json!({"meal_type": "snack", "min_calories": 40, "max_calories": 80}),
            &["s-berries", "s-cucumber"],
        );
    }
}
