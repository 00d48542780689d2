//! What the suite measures with code of its own.
//!
//! None of it trusts the assistant: recipes and profiles are looked up in the book, not taken from the plan.

use std::collections::BTreeSet;

use eval_harness::{Measured, MetricContext, MetricError, metric};
use serde::Deserialize;
use serde_json::Value;

use crate::book::{self, Book};
use crate::plan::MealPlan;
use crate::profile::Profile;
use crate::recipe::{Allergen, DietaryTag, MealType, Recipe};

const NO_PLAN: &str = "the run produced no plan";

/// Whether every planned recipe is vegetarian or vegan when the user's profile asks for that diet.
#[metric]
fn follows_diet(cx: &MetricContext<'_>) -> Result<Measured<bool>, MetricError> {
    let Some(Facts { meals, profile }) = facts(cx)? else { return Ok(Measured::none(NO_PLAN)) };
    if profile.dietary_preferences.is_empty() {
        return Ok(Measured::none("the profile asks for no vegetarian or vegan diet"));
    }
    let off = meals.iter().filter(|(_, recipe)| !profile.dietary_preferences.is_subset(&recipe.dietary_tags));
    Ok(none_of("off_diet", off))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaggedParams {
    tag: DietaryTag,
}

/// Whether every planned recipe has one tag.
#[metric]
fn all_tagged(cx: &MetricContext<'_>, params: TaggedParams) -> Result<Measured<bool>, MetricError> {
    let Some(Facts { meals, .. }) = facts(cx)? else { return Ok(Measured::none(NO_PLAN)) };
    Ok(none_of("untagged", meals.iter().filter(|(_, recipe)| !recipe.dietary_tags.contains(&params.tag))))
}

/// Whether no planned recipe brings an allergen of the user, nor traces where the profile avoids them.
#[metric]
fn allergen_free(cx: &MetricContext<'_>) -> Result<Measured<bool>, MetricError> {
    let Some(Facts { meals, profile }) = facts(cx)? else { return Ok(Measured::none(NO_PLAN)) };
    let is_unsafe = |recipe: &Recipe| {
        let traces = profile.avoids_traces && !recipe.may_contain.is_disjoint(&profile.allergies);
        traces || !recipe.allergens.is_disjoint(&profile.allergies)
    };
    Ok(none_of("unsafe", meals.iter().filter(|(_, recipe)| is_unsafe(recipe))))
}

/// Whether every search excludes all allergies of the user.
#[metric]
fn excludes_allergies(cx: &MetricContext<'_>) -> Result<Measured<bool>, MetricError> {
    let allergies = &profile(cx)?.allergies;
    let mut forgetful = Vec::new();
    for call in cx.trace().tool_calls_named("search_recipes") {
        let excluded = &call.arguments.value["excluded_allergens"];
        let excluded: Option<BTreeSet<Allergen>> = Deserialize::deserialize(excluded)?;
        if !allergies.is_subset(&excluded.unwrap_or_default()) {
            forgetful.push(&call.arguments.value);
        }
    }
    Ok(Measured::value(forgetful.is_empty()).detail("forgetful", forgetful))
}

/// Whether each day that was asked for is planned, with breakfast, two mains and a snack.
#[metric]
fn complete(cx: &MetricContext<'_>) -> Result<Measured<bool>, MetricError> {
    let Some(plan) = cx.output_as::<MealPlan>()? else { return Ok(Measured::none(NO_PLAN)) };
    let planned: Vec<(u32, Vec<MealType>)> = plan
        .days
        .iter()
        .map(|day| (day.day, day.meals.iter().map(|meal| meal.meal_type).collect()))
        .collect();
    let meals = vec![MealType::Breakfast, MealType::Main, MealType::Main, MealType::Snack];
    let asked = (1..).zip(std::iter::repeat_n(meals, days(cx))).collect::<Vec<(u32, _)>>();
    Ok(Measured::value(planned == asked).detail("planned", planned))
}

/// The share of days whose calories lie in the profile's range.
#[metric]
fn calories_in_range(cx: &MetricContext<'_>) -> Result<Measured<f64>, MetricError> {
    let Some(plan) = cx.output_as::<MealPlan>()? else { return Ok(Measured::none(NO_PLAN)) };
    let range = profile(cx)?.calories;
    let mut off = Vec::new();
    for day in &plan.days {
        let mut calories = 0;
        for meal in &day.meals {
            calories += recipe(&meal.recipe_id)?.calories;
        }
        if !(range.min..=range.max).contains(&calories) {
            off.push(format!("Day {}: {calories} kcal", day.day));
        }
    }
    match plan.days.len() {
        0 => Ok(Measured::none("no day is planned")),
        days => Ok(Measured::value(1.0 - off.len() as f64 / days as f64).detail("off", off)),
    }
}

/// The share of meals that are not a repetition of an earlier one.
#[metric]
fn variety(cx: &MetricContext<'_>) -> Result<Measured<f64>, MetricError> {
    let Some(Facts { meals, .. }) = facts(cx)? else { return Ok(Measured::none(NO_PLAN)) };
    let different: BTreeSet<&str> = meals.iter().map(|(_, recipe)| recipe.id.as_str()).collect();
    match meals.len() {
        0 => Ok(Measured::none("no meal is planned")),
        meals => Ok(Measured::value(different.len() as f64 / meals as f64)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchesParams {
    #[serde(default = "four")]
    per_day: u32,
}

fn four() -> u32 {
    4
}

/// search_recipes calls per planned day.
#[metric]
fn searches_per_day(cx: &MetricContext<'_>, params: SearchesParams) -> Measured<f64> {
    let (days, searches) = (days(cx), cx.trace().tool_calls_named("search_recipes").count());
    if days == 0 {
        return Measured::none("the case asks for no day");
    }
    let budget = params.per_day as usize * days;
    Measured::value(searches as f64 / days as f64).detail("searches", searches).detail("budget", budget)
}

/// A plan with its recipes looked up.
struct Facts {
    /// Each meal's day and recipe.
    meals: Vec<(u32, &'static Recipe)>,
    profile: &'static Profile,
}

/// The facts of a run; none when it produced no plan.
fn facts(cx: &MetricContext<'_>) -> Result<Option<Facts>, MetricError> {
    let Some(plan) = cx.output_as::<MealPlan>()? else { return Ok(None) };
    let meals =
        plan.days.iter().flat_map(|day| day.meals.iter().map(|meal| (day.day, meal.recipe_id.as_str())));
    let meals: Result<_, MetricError> = meals.map(|(day, id)| Ok((day, recipe(id)?))).collect();
    Ok(Some(Facts { meals: meals?, profile: profile(cx)? }))
}

fn book() -> Result<&'static Book, MetricError> {
    Ok(book::shipped()?)
}

fn recipe(id: &str) -> Result<&'static Recipe, MetricError> {
    book()?.recipe(id).ok_or_else(|| MetricError::new(format!("there is no recipe `{id}`")))
}

/// The profile of the case's user.
fn profile(cx: &MetricContext<'_>) -> Result<&'static Profile, MetricError> {
    let user_id = cx.case().input["user_id"].as_str().unwrap_or_default();
    book()?.profile(user_id).ok_or_else(|| MetricError::new(format!("there is no profile of `{user_id}`")))
}

/// The days that the case asks for.
fn days(cx: &MetricContext<'_>) -> usize {
    cx.case().input.get("days").and_then(Value::as_u64).map_or(7, |days| days as usize)
}

/// Whether there are no such meals; those there are stand in the details.
fn none_of<'m>(what: &str, meals: impl Iterator<Item = &'m (u32, &'static Recipe)>) -> Measured<bool> {
    let meals: Vec<String> = meals.map(|(day, recipe)| format!("Day {day}: {}", recipe.title)).collect();
    Measured::value(meals.is_empty()).detail(what, meals)
}
