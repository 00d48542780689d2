//! The assistant itself: reads the profile, searches, plans, and lets its validators send it back.

use std::cell::RefCell;
use std::convert::Infallible;
use std::num::NonZeroU32;

use eval_harness::{AgentContext, AgentError, Feedback, agent};
use serde::Deserialize;
use serde_json::json;

use crate::feedback::{Problem, verdict};
use crate::plan::MealPlan;
use crate::planner;
use crate::profile::Profile;
use crate::recipe::{MealType, Recipe};
use crate::search::RecipeQuery;
use crate::shortlist::Shortlist;
use crate::validators;

/// A case's input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    user_id: String,
    #[serde(default = "a_week")]
    days: NonZeroU32,
}

fn a_week() -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(6)
}

/// The agent's config; a variant of the suite changes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Habits {
    /// How many recipes a search brings, unless there is a reason to see all.
    recipes_per_search: usize,
    /// How often the validators may send the assistant back.
    max_retries: u32,
}

impl Default for Habits {
    fn default() -> Self {
        Self { recipes_per_search: 8, max_retries: 5 }
    }
}

/// The failure codes of an assistant that cannot plan.
const NO_PROFILE: &str = "no_profile";
const NO_SAFE_RECIPE: &str = "no_safe_recipe";
const CALORIE_TARGET: &str = "calorie_target";

/// Plans breakfast, two mains and a snack a day for one user.
#[agent]
async fn meal_planner(cx: AgentContext) -> Result<MealPlan, AgentError> {
    let Ask { user_id, days } = cx.input_as()?;
    let habits = cx.config_as()?;
    let Some(profile) = get_user_profile(&cx, &user_id).await? else {
        return Err(stop_execution(&cx, NO_PROFILE, &format!("there is no profile of `{user_id}`")).await);
    };
    let assistant =
        Assistant { cx: &cx, days: days.get(), habits, profile: &profile, shortlist: RefCell::default() };
    cx.attempts(assistant.habits.max_retries)
        .validate("allergens", |plan| {
            verdict(validators::allergens(plan, &profile, &assistant.shortlist.borrow()))
        })
        .validate("calories", |plan| verdict(validators::calories(plan, &profile)))
        .validate("variety", |plan| verdict(validators::variety(plan)))
        .run(|feedback| assistant.attempt(feedback))
        .await
}

/// An assistant at work on one plan.
struct Assistant<'r> {
    cx: &'r AgentContext,
    days: u32,
    habits: Habits,
    profile: &'r Profile,
    /// Grows from attempt to attempt.
    shortlist: RefCell<Shortlist>,
}

impl Assistant<'_> {
    /// Plans with the best rated recipes at first, and with what the feedback asks for after that.
    async fn attempt(&self, feedback: Option<Feedback>) -> Result<MealPlan, AgentError> {
        match feedback {
            None => {
                self.search_all(MealType::ALL.map(|meal_type| self.query(meal_type))).await?;
            }
            Some(feedback) => self.heed(&Problem::read_all(feedback.text())?).await?,
        }
        let days = planner::plan(self.days, self.profile.calories, &self.shortlist.borrow());
        match days {
            Ok(days) => {
                Ok(MealPlan { user_id: self.profile.user_id.clone(), target: self.profile.calories, days })
            }
            Err(meal_type) => {
                let reason = format!("too few recipes are safe for a {meal_type}");
                Err(stop_execution(self.cx, NO_SAFE_RECIPE, &reason).await)
            }
        }
    }

    /// Looks for what would solve the problems. When there is nothing, the plan cannot be made.
    async fn heed(&self, problems: &[Problem]) -> Result<(), AgentError> {
        let mut changed = false;
        for problem in problems {
            if let Problem::Unsafe { recipe, .. } = problem {
                changed |= self.shortlist.borrow_mut().drop_recipe(recipe);
            }
        }
        changed |= self.search_all(self.remedies(problems)).await?;
        match problems.first() {
            Some(problem) if !changed => {
                let code = match problem {
                    Problem::Unsafe { .. } | Problem::Repeated { .. } => NO_SAFE_RECIPE,
                    Problem::TooMuch { .. } | Problem::TooLittle { .. } => CALORIE_TARGET,
                };
                Err(stop_execution(self.cx, code, &format!("{problem}, and no other recipe helps")).await)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The searches that may solve the problems, each once.
    fn remedies(&self, problems: &[Problem]) -> Vec<RecipeQuery> {
        let target = self.profile.calories;
        let mut queries = Vec::new();
        for problem in problems {
            for meal_type in MealType::ALL {
                let mut query = self.query(meal_type);
                match problem {
                    Problem::Unsafe { .. } | Problem::Repeated { .. } => {}
                    Problem::TooMuch { .. } => {
                        query.max_calories = Some(meal_type.share_of(target.max));
                        query.limit = None;
                    }
                    Problem::TooLittle { .. } => {
                        query.min_calories = Some(meal_type.share_of(target.min));
                        query.limit = None;
                    }
                }
                if !queries.contains(&query) {
                    queries.push(query);
                }
            }
        }
        queries
    }

    /// The search for recipes of one kind that suit the user and that are not known yet.
    fn query(&self, meal_type: MealType) -> RecipeQuery {
        RecipeQuery {
            meal_type,
            excluded_allergens: self.profile.allergies.clone(),
            dietary_tags: self.profile.dietary_tags(),
            min_calories: None,
            max_calories: None,
            excluded_recipes: self.shortlist.borrow().ids(meal_type),
            limit: Some(self.habits.recipes_per_search),
        }
    }

    /// Puts what the searches find on the shortlist, and says whether any of it is new.
    async fn search_all(&self, queries: impl IntoIterator<Item = RecipeQuery>) -> Result<bool, AgentError> {
        let mut any_new = false;
        for query in queries {
            let recipes = search_recipes(self.cx, &query).await?;
            any_new |= self.shortlist.borrow_mut().add(recipes);
        }
        Ok(any_new)
    }
}

/// The tool that reads a user's profile.
async fn get_user_profile(cx: &AgentContext, user_id: &str) -> Result<Option<Profile>, AgentError> {
    let profile = cx.tool("get_user_profile", json!({"user_id": user_id}), async {
        let record = cx.data("profiles").iter().find(|profile| profile["user_id"] == user_id);
        record.map(Profile::deserialize).transpose()
    });
    Ok(profile.await?)
}

/// The tool that searches the recipe book.
async fn search_recipes(cx: &AgentContext, query: &RecipeQuery) -> Result<Vec<Recipe>, AgentError> {
    cx.tool("search_recipes", query, async {
        let found = cx.integration("recipes").call("search", json!(query)).await?;
        Ok::<_, AgentError>(serde_json::from_value(found)?)
    })
    .await
}

/// The tool that ends the run without a plan; `code` becomes the run's failure code.
async fn stop_execution(cx: &AgentContext, code: &str, reason: &str) -> AgentError {
    let stopped = async { Ok::<_, Infallible>(()) };
    let Ok(()) = cx.tool("stop_execution", json!({"code": code, "reason": reason}), stopped).await;
    AgentError::failed(code, reason)
}
