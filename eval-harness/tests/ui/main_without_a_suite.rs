eval_harness::main!();
