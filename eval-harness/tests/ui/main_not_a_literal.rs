const SUITE: &str = "evals/meal_plan/suite.yaml";

eval_harness::main!(SUITE, "evals/nutrition_chat/suite.yaml", 7, "");
