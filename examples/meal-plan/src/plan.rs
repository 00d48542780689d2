//! The assistant's answer; `evals/meal_plan/plan.schema.json` describes its JSON.

use serde::{Deserialize, Serialize};

use crate::profile::CalorieRange;
use crate::recipe::{MealType, Recipe};

/// Meals for one user over some days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MealPlan {
    pub(crate) user_id: String,
    /// The calories that each day aims at.
    pub(crate) target: CalorieRange,
    pub(crate) days: Vec<DayPlan>,
}

/// One day: breakfast, two mains and a snack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DayPlan {
    /// From 1.
    pub(crate) day: u32,
    pub(crate) meals: Vec<Meal>,
    /// Of all its meals.
    pub(crate) calories: u32,
}

/// One meal: a recipe of the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meal {
    pub(crate) meal_type: MealType,
    pub(crate) recipe_id: String,
    pub(crate) title: String,
    pub(crate) calories: u32,
}

impl DayPlan {
    /// The day `day` with these recipes.
    pub(crate) fn of<'r>(day: u32, recipes: impl IntoIterator<Item = &'r Recipe>) -> Self {
        let meals: Vec<Meal> = recipes.into_iter().map(Meal::from).collect();
        let calories = meals.iter().map(|meal| meal.calories).sum();
        Self { day, meals, calories }
    }
}

impl From<&Recipe> for Meal {
    fn from(recipe: &Recipe) -> Self {
        let Recipe { id, title, meal_type, calories, .. } = recipe;
        Self { meal_type: *meal_type, recipe_id: id.clone(), title: title.clone(), calories: *calories }
    }
}
