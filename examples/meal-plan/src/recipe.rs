//! Recipes, and the words that describe them.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One recipe of the catalogue, for one person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recipe {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) meal_type: MealType,
    pub(crate) ingredients: Vec<String>,
    /// What is in it.
    pub(crate) allergens: BTreeSet<Allergen>,
    /// What traces of it may be in it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) may_contain: BTreeSet<Allergen>,
    pub(crate) dietary_tags: BTreeSet<DietaryTag>,
    pub(crate) calories: u32,
    /// Of a hundred people who cooked it, how many would again.
    pub(crate) rating: u32,
}

/// When a recipe is eaten; a day has two mains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MealType {
    Breakfast,
    Main,
    Snack,
}

impl MealType {
    pub(crate) const ALL: [Self; 3] = [Self::Breakfast, Self::Main, Self::Snack];

    /// The part of `calories`, a day's, that one such meal usually has.
    pub(crate) fn share_of(self, calories: u32) -> u32 {
        let percent = match self {
            Self::Breakfast => 25,
            Self::Main => 32,
            Self::Snack => 11,
        };
        calories * percent / 100
    }
}

impl fmt::Display for MealType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Breakfast => "breakfast",
            Self::Main => "main",
            Self::Snack => "snack",
        })
    }
}

/// What people are allergic to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Allergen {
    Gluten,
    Milk,
    Egg,
    Nuts,
    Peanuts,
    Soy,
    Fish,
    Shellfish,
    Sesame,
}

impl fmt::Display for Allergen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gluten => "gluten",
            Self::Milk => "milk",
            Self::Egg => "egg",
            Self::Nuts => "nuts",
            Self::Peanuts => "peanuts",
            Self::Soy => "soy",
            Self::Fish => "fish",
            Self::Shellfish => "shellfish",
            Self::Sesame => "sesame",
        })
    }
}

/// The diets that a recipe fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DietaryTag {
    Vegan,
    Vegetarian,
    LowCarb,
}
