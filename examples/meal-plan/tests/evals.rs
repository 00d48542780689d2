//! Runs the suite: `cargo test -p meal-plan --test evals`.

// The agent, its mock and its metrics are found by name; this links the crate that registers them.
use meal_plan as _;

eval_harness::main!("evals/meal_plan/suite.yaml");
