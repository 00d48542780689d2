//! What the assistant checks of its own plans before it answers.
//!
//! They leave one thing open, whether the recipes fit the user's diet: there the assistant relies on its searches, and
//! the suite's metric `follows_diet` on nobody.

use std::collections::BTreeMap;

use crate::feedback::Problem;
use crate::plan::{DayPlan, MealPlan};
use crate::profile::Profile;
use crate::shortlist::Shortlist;

/// A recipe comes again on the third day after, at the earliest.
pub(crate) const DAYS_APART: u32 = 3;

/// No meal brings an allergen; traces count for users who avoid them.
pub(crate) fn allergens(plan: &MealPlan, profile: &Profile, shortlist: &Shortlist) -> Vec<Problem> {
    meals(plan)
        .filter_map(|(day, recipe)| {
            let allergen = profile.reacts_to(shortlist.get(recipe)?)?;
            Some(Problem::Unsafe { day, recipe: recipe.to_owned(), allergen: allergen.to_string() })
        })
        .collect()
}

/// Every day keeps to the calories that the profile asks for.
pub(crate) fn calories(plan: &MealPlan, profile: &Profile) -> Vec<Problem> {
    let problem = |&DayPlan { day, calories, .. }: &DayPlan| {
        let excess = profile.calories.excess(calories);
        let by = u32::try_from(excess.unsigned_abs()).unwrap_or(u32::MAX);
        match excess {
            0 => None,
            1.. => Some(Problem::TooMuch { day, calories, excess: by }),
            _ => Some(Problem::TooLittle { day, calories, lack: by }),
        }
    };
    plan.days.iter().filter_map(problem).collect()
}

/// No recipe comes again too soon.
pub(crate) fn variety(plan: &MealPlan) -> Vec<Problem> {
    let mut last_on: BTreeMap<&str, u32> = BTreeMap::new();
    let mut problems = Vec::new();
    for (day, recipe) in meals(plan) {
        if let Some(last) = last_on.insert(recipe, day).filter(|last| day - last < DAYS_APART) {
            problems.push(Problem::Repeated { day, recipe: recipe.to_owned(), last });
        }
    }
    problems
}

/// Every meal's day and recipe, in order.
fn meals(plan: &MealPlan) -> impl Iterator<Item = (u32, &str)> {
    plan.days.iter().flat_map(|day| day.meals.iter().map(|meal| (day.day, meal.recipe_id.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    /// A plan of these recipes, a day a list.
    fn plan(profile: &Profile, days: &[&[&str]]) -> (MealPlan, Shortlist) {
        let book = book::shipped().expect("the shipped book");
        let mut shortlist = Shortlist::default();
        let days = (1..).zip(days).map(|(day, recipes)| {
            let recipes: Vec<_> =
                recipes.iter().map(|id| book.recipe(id).expect("a recipe of the book")).collect();
            shortlist.add(recipes.iter().copied().cloned().collect());
            DayPlan::of(day, recipes)
        });
        let days = days.collect();
        (MealPlan { user_id: profile.user_id.clone(), target: profile.calories, days }, shortlist)
    }

    fn profile(user_id: &str) -> Profile {
        book::shipped().expect("the shipped book").profile(user_id).expect("a profile of the book").clone()
    }

    #[test]
    fn an_allergen_of_the_user_is_a_problem_and_traces_are_for_those_who_avoid_them() {
        let days: &[&[&str]] = &[&["b-chia", "s-chocolate"], &["s-almonds"]];
        let unsafe_recipes = |user_id| {
            let profile = profile(user_id);
            let (plan, shortlist) = plan(&profile, days);
            let problems = allergens(&plan, &profile, &shortlist);
            problems.iter().map(Problem::to_string).collect::<Vec<_>>()
        };
        assert_eq!(unsafe_recipes("anna"), Vec::<String>::new());
        assert_eq!(unsafe_recipes("sofia"), ["day 2: s-almonds brings nuts"]);
        assert_eq!(
            unsafe_recipes("omar"),
            ["day 1: s-chocolate brings nuts", "day 2: s-almonds brings nuts"]
        );
    }

    #[test]
    fn a_day_has_neither_too_many_nor_too_few_calories() {
        let mut profile = profile("anna");
        let days: &[&[&str]] =
            &[&["b-chia", "m-lentil", "m-salmon", "s-hummus"], &["b-chia"], &["m-burger", "m-burger"]];
        let (plan, _) = plan(&profile, days);
        profile.calories.min = 1740;
        profile.calories.max = 1740;
        let expected = [
            Problem::TooLittle { day: 2, calories: 380, lack: 1360 },
            Problem::TooMuch { day: 3, calories: 2100, excess: 360 },
        ];
        assert_eq!(calories(&plan, &profile), expected);
    }

    #[test]
    fn a_recipe_comes_again_on_the_third_day_after() {
        let (plan, _) = plan(
            &profile("anna"),
            &[&["m-lentil"], &["b-chia"], &["m-lentil", "m-salmon"], &["m-lentil"], &["b-chia"]],
        );
        let expected = [
            Problem::Repeated { day: 3, recipe: "m-lentil".into(), last: 1 },
            Problem::Repeated { day: 4, recipe: "m-lentil".into(), last: 3 },
        ];
        assert_eq!(variety(&plan), expected);
    }
}
