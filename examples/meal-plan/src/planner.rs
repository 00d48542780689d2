//! Days out of a shortlist: of all menus the one that keeps best to the calories, then to variety, then to taste.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::plan::DayPlan;
use crate::profile::CalorieRange;
use crate::recipe::{MealType, Recipe};
use crate::shortlist::Shortlist;
use crate::validators::DAYS_APART;

/// Plans days `1..=days`.
///
/// A day that cannot keep to `target` with what is on the shortlist comes as near as it can; a recipe comes again too
/// soon only where nothing else would do. Saying so is the validators' part.
///
/// # Errors
///
/// The kind of meal for which too few recipes are on the shortlist.
pub(crate) fn plan(days: u32, target: CalorieRange, shortlist: &Shortlist) -> Result<Vec<DayPlan>, MealType> {
    let mut eaten = Eaten::default();
    (1..=days)
        .map(|day| {
            let [breakfasts, mains, snacks] =
                MealType::ALL.map(|meal_type| eaten.choices(day, shortlist.of(meal_type)));
            let menu = menus(&breakfasts, &mains, &snacks).min_by_key(|menu| cost(menu, target));
            let missing = if breakfasts.is_empty() {
                MealType::Breakfast
            } else if mains.len() < 2 {
                MealType::Main
            } else {
                MealType::Snack
            };
            let menu = menu.ok_or(missing)?;
            let recipes = menu.map(|choice| choice.recipe);
            eaten.add(day, recipes);
            Ok(DayPlan::of(day, recipes))
        })
        .collect()
}

/// A recipe as seen from one day.
#[derive(Clone, Copy)]
struct Choice<'r> {
    recipe: &'r Recipe,
    /// Whether it was eaten too short a time ago.
    too_soon: bool,
    /// On how many days it was eaten.
    times: u32,
}

/// Every menu of a day: breakfast, two different mains, snack.
fn menus<'c, 'r>(
    breakfasts: &'c [Choice<'r>],
    mains: &'c [Choice<'r>],
    snacks: &'c [Choice<'r>],
) -> impl Iterator<Item = [Choice<'r>; 4]> {
    let pairs = move || {
        mains
            .iter()
            .enumerate()
            .flat_map(move |(lunch, _)| mains[lunch + 1..].iter().map(move |dinner| (lunch, dinner)))
    };
    breakfasts.iter().flat_map(move |breakfast| {
        pairs().flat_map(move |(lunch, dinner)| {
            snacks.iter().map(move |snack| [*breakfast, mains[lunch], *dinner, *snack])
        })
    })
}

/// What speaks against a menu, the gravest first.
fn cost(menu: &[Choice<'_>; 4], target: CalorieRange) -> (u64, u32, u32, Reverse<u32>) {
    let [breakfast, lunch, dinner, snack] = menu;
    let sum = |of: fn(&Choice<'_>) -> u32| of(breakfast) + of(lunch) + of(dinner) + of(snack);
    let excess = target.excess(sum(|choice| choice.recipe.calories));
    let too_soon = sum(|choice| u32::from(choice.too_soon));
    (excess.unsigned_abs(), too_soon, sum(|choice| choice.times), Reverse(sum(|choice| choice.recipe.rating)))
}

/// What was eaten on the days before: how often, and when last.
#[derive(Default)]
struct Eaten<'r>(BTreeMap<&'r str, (u32, u32)>);

impl<'r> Eaten<'r> {
    fn add(&mut self, day: u32, recipes: [&'r Recipe; 4]) {
        for recipe in recipes {
            let (times, last) = self.0.entry(&recipe.id).or_default();
            *times += 1;
            *last = day;
        }
    }

    fn choices(&self, day: u32, recipes: impl Iterator<Item = &'r Recipe>) -> Vec<Choice<'r>> {
        recipes
            .map(|recipe| match self.0.get(recipe.id.as_str()) {
                Some((times, last)) => Choice { recipe, too_soon: day - last < DAYS_APART, times: *times },
                None => Choice { recipe, too_soon: false, times: 0 },
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    fn shortlist(ids: &[&str]) -> Shortlist {
        let book = book::shipped().expect("the shipped book");
        let mut shortlist = Shortlist::default();
        shortlist.add(ids.iter().map(|id| book.recipe(id).expect("a recipe of the book").clone()).collect());
        shortlist
    }

    fn ids(day: &DayPlan) -> Vec<&str> {
        day.meals.iter().map(|meal| meal.recipe_id.as_str()).collect()
    }

    const RECIPES: [&str; 8] =
        ["b-chia", "b-full", "m-lentil", "m-salmon", "m-burger", "m-miso-soup", "s-hummus", "s-flapjack"];

    #[test]
    fn the_calories_come_before_taste() {
        let shortlist = shortlist(&RECIPES);
        let day = |min, max| plan(1, CalorieRange { min, max }, &shortlist).expect("a plan").remove(0);
        assert_eq!(ids(&day(1700, 1800)), ["b-chia", "m-lentil", "m-salmon", "s-hummus"]);
        assert_eq!(ids(&day(1380, 1420)), ["b-chia", "m-lentil", "m-miso-soup", "s-hummus"]);
        assert_eq!(ids(&day(2700, 3000)), ["b-full", "m-burger", "m-salmon", "s-flapjack"]);
    }

    #[test]
    fn a_target_out_of_reach_is_approached() {
        let shortlist = shortlist(&RECIPES);
        let day =
            |min, max| plan(1, CalorieRange { min, max }, &shortlist).expect("a plan").remove(0).calories;
        assert_eq!(day(500, 600), 380 + 540 + 300 + 180);
        assert_eq!(day(9000, 9100), 780 + 1050 + 640 + 440);
    }

    #[test]
    fn the_whole_catalogue_serves_every_user_but_those_whose_cases_expect_a_refusal() {
        let book = book::shipped().expect("the shipped book");
        for profile in book.profiles() {
            let suits = |recipe: &&Recipe| {
                profile.reacts_to(recipe).is_none()
                    && recipe.dietary_tags.is_superset(&profile.dietary_tags())
            };
            let mut shortlist = Shortlist::default();
            shortlist.add(book.recipes().filter(suits).cloned().collect());
            let day =
                plan(1, profile.calories, &shortlist).map(|days| profile.calories.excess(days[0].calories));
            match profile.user_id.as_str() {
                "zofia" => assert_eq!(day, Err(MealType::Breakfast)),
                "kasia" => assert!(day.is_ok_and(|excess| excess > 0)),
                "olaf" => assert!(day.is_ok_and(|excess| excess < 0)),
                user => assert_eq!(day, Ok(0), "{user}"),
            }
        }
    }

    #[test]
    fn recipes_take_turns_as_long_as_there_are_enough() {
        let mut ids: Vec<&str> = vec!["b-chia", "b-porridge", "b-millet", "s-hummus", "s-apple", "s-cheese"];
        ids.extend(["m-lentil", "m-bean-chili", "m-salmon", "m-tacos", "m-satay", "m-cod"]);
        let days = plan(6, CalorieRange { min: 0, max: 9000 }, &shortlist(&ids)).expect("a plan");
        for recent in days.windows(3) {
            let meals = recent.iter().flat_map(|day| &day.meals).map(|meal| &meal.recipe_id);
            assert_eq!(meals.collect::<std::collections::BTreeSet<_>>().len(), 12);
        }
    }

    #[test]
    fn a_day_needs_every_meal_and_two_different_mains() {
        let target = CalorieRange { min: 1500, max: 2000 };
        for (ids, missing) in [
            (&["m-lentil", "m-salmon", "s-hummus"][..], MealType::Breakfast),
            (&["b-chia", "m-lentil", "s-hummus"], MealType::Main),
            (&["b-chia", "m-lentil", "m-salmon"], MealType::Snack),
        ] {
            assert_eq!(plan(1, target, &shortlist(ids)), Err(missing));
        }
    }
}
