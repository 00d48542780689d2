eval_harness::main!("evals/meal_plan/suite.yaml", "evals/chat/suite.yaml", "./evals/meal_plan/suite.yaml");
