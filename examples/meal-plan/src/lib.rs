//! A nutrition assistant that plans meals within a user's allergies, diet and calories, and what is measured of it.
//!
//! The assistant is plain code in place of a language model, so that it runs offline and always answers the same. All
//! else is as it would be with one: it has tools, it searches before it knows what it needs, it is sent back by
//! validators, and it can give up with a reason.
//!
//! Read `agent` first; the suite that evaluates it is `evals/meal_plan/suite.yaml`.

mod agent;
mod book;
mod feedback;
mod metrics;
#[cfg(test)]
mod pantry;
mod plan;
mod planner;
mod profile;
mod recipe;
mod search;
mod shortlist;
mod validators;
