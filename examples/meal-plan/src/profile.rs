//! What the assistant knows of a user.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::recipe::{Allergen, DietaryTag, Recipe};

/// A user's profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Profile {
    pub(crate) user_id: String,
    /// The calories of a day.
    pub(crate) calories: CalorieRange,
    #[serde(default)]
    pub(crate) allergies: BTreeSet<Allergen>,
    /// Whether traces of an allergen are too much already.
    #[serde(default)]
    pub(crate) avoids_traces: bool,
    #[serde(default)]
    pub(crate) dietary_preferences: BTreeSet<DietaryTag>,
    #[serde(default)]
    pub(crate) conditions: BTreeSet<Condition>,
}

impl Profile {
    /// The tags that every recipe for this user has.
    pub(crate) fn dietary_tags(&self) -> BTreeSet<DietaryTag> {
        let for_conditions = self.conditions.iter().map(|condition| match condition {
            Condition::Diabetes => DietaryTag::LowCarb,
        });
        self.dietary_preferences.iter().copied().chain(for_conditions).collect()
    }

    /// The allergen that makes a recipe unsafe for this user, if one does.
    pub(crate) fn reacts_to(&self, recipe: &Recipe) -> Option<Allergen> {
        let reacts = |allergen: &Allergen| {
            recipe.allergens.contains(allergen)
                || (self.avoids_traces && recipe.may_contain.contains(allergen))
        };
        self.allergies.iter().copied().find(reacts)
    }
}

/// A medical condition that a diet has to heed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Condition {
    Diabetes,
}

/// The calories that a day should have, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CalorieRange {
    pub(crate) min: u32,
    pub(crate) max: u32,
}

impl CalorieRange {
    /// How far `calories` lie above the range (positive) or below it (negative); 0 within.
    pub(crate) fn excess(self, calories: u32) -> i64 {
        let nearest = calories.clamp(self.min, self.max);
        i64::from(calories) - i64::from(nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_a_range_lie_in_it() {
        let range = CalorieRange { min: 1700, max: 1900 };
        for (calories, excess) in [(1650, -50), (1700, 0), (1800, 0), (1900, 0), (1901, 1)] {
            assert_eq!(range.excess(calories), excess, "{calories}");
        }
    }
}
