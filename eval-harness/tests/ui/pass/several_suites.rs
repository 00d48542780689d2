//! The `main` of a target with several suites. It is not called: there are no such files here.
#![forbid(unsafe_code)]
#![deny(warnings)]

mod target {
    use std::process::ExitCode;

    eval_harness::main!("evals/meal_plan/suite.yaml", "evals/nutrition_chat/suite.yaml",);

    pub(crate) const MAIN: fn() -> ExitCode = main;
}

fn main() {
    let _ = target::MAIN;
}
