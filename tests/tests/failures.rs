//! What goes wrong in one run or one metric stays there.

use eval_tests::{Scratch, Written};
use serde_json::Value;

/// The latest run of a case.
#[track_caller]
fn run(written: &Written, case: &str) -> Value {
    let summary = written.summary();
    let cases = summary["candidates"][0]["cases"].as_array().expect("cases");
    let case = cases.iter().find(|entry| entry["id"] == case).expect("the case");
    case["runs"][0].clone()
}

/// One case of five ends so; the others must pass.
#[track_caller]
fn check(end: &str, state: &str, code: &str, message: &str) {
    let scratch = Scratch::suite(&format!(
        r#"
agent: {{type: obey}}
timeout_s: 1
parallel: 2
metrics: [{{type: says_yes}}]
cases:
  - {{id: one, input: {{say: "yes"}}}}
  - {{id: two, input: {{say: "yes"}}}}
  - {{id: odd, input: {{say: "yes", end: {end}}}}}
  - {{id: four, input: {{say: "yes"}}}}
  - {{id: five, input: {{say: "yes"}}}}
"#
    ));
    let ended = scratch.run(&[]).with_code(101);
    for case in ["one", "two", "four", "five"] {
        assert_eq!(ended.trial(&format!("eval::scratch::{case}::default__default")), "ok", "{ended}");
    }
    assert_eq!(ended.trial("eval::scratch::odd::default__default"), "FAILED", "{ended}");
    let _ = ended.saying(&[code, message]);
    let written = scratch.written();
    assert_eq!(written.summary()["candidates"][0]["counts"]["passed"], 4);
    let odd = run(&written, "odd");
    assert_eq!(odd["state"], state, "{odd}");
    assert_eq!(odd["failure"]["code"], code, "{odd}");
    assert_eq!(odd["metrics"]["failure_code"]["value"], code, "{odd}");
    assert_eq!(odd["metrics"]["execution_succeeded"]["value"], false, "{odd}");
    assert_eq!(odd["metrics"]["says_yes"]["value"], Value::Null, "a run without output has no value: {odd}");
}

#[test]
fn an_agent_that_loops_without_awaiting_times_out_while_the_others_pass_and_the_process_exits() {
    check("loop", "errored", "TIMEOUT", "1 s");
}

#[test]
fn an_agent_that_awaits_forever_times_out() {
    check("hang", "errored", "TIMEOUT", "1 s");
}

#[test]
fn an_agent_that_panics_is_a_runtime_error() {
    check("panic", "errored", "RUNTIME_ERROR", "panicked as the case says");
}

#[test]
fn an_agent_that_raises_is_a_runtime_error() {
    check("raise", "errored", "RUNTIME_ERROR", "raised as the case says");
}

#[test]
fn an_agent_that_answers_with_a_failure_code_fails_with_it() {
    check("fail", "failed", "told_to", "the case says so");
}

#[test]
fn agents_that_loop_starve_no_other_run_even_one_at_a_time() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
timeout_s: 0.5
metrics: []
cases:
  - {id: first, input: {end: loop}}
  - {id: second, input: {end: loop}}
  - {id: third, input: {end: hang}}
  - {id: last}
"#,
    );
    let ended = scratch.run(&[]).with_code(101);
    assert_eq!((ended.count("ok"), ended.count("FAILED")), (1, 3), "{ended}");
    assert_eq!(ended.trial("eval::scratch::last::default__default"), "ok");
}

#[test]
fn a_failure_that_the_case_expects_passes_whatever_its_kind() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
timeout_s: 0.5
metrics: []
cases:
  - {id: fails, input: {end: fail}, expected: {failure_code: Told_To}}
  - {id: raises, input: {end: raise}, expected: {failure_code: RUNTIME_ERROR}}
  - {id: panics, input: {end: panic}, expected: {failure_code: runtime_error}}
  - {id: loops, input: {end: loop}, expected: {failure_code: timeout}}
  - {id: returns, expected: {failure_code: timeout}}
  - {id: fails-otherwise, input: {end: fail}, expected: {failure_code: timeout}}
"#,
    );
    let ended = scratch.run(&["--parallel", "4"]).with_code(101);
    assert_eq!((ended.count("ok"), ended.count("FAILED")), (4, 2), "{ended}");
    for case in ["returns", "fails_otherwise"] {
        assert_eq!(ended.trial(&format!("eval::scratch::{case}::default__default")), "FAILED", "{ended}");
    }
    for case in ["returns", "fails-otherwise"] {
        assert_eq!(run(&scratch.written(), case)["state"], "failed");
    }
}

#[test]
fn a_metric_that_errs_panics_or_hangs_is_that_metrics_error_and_the_others_run() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
metric_timeout_s: 0.5
metrics:
  - {type: errs}
  - {type: panics}
  - {name: hangs, type: hangs, params: {awaiting: true}}
  - {name: loops, type: hangs, params: {awaiting: false}}
  - {type: says_yes}
  - {type: number, required: false, pass_threshold: {min: 0}}
cases:
  - {id: one, input: {say: "yes"}}
  - {id: two, input: {say: "yes"}}
"#,
    );
    let ended = scratch.run(&[]).with_code(101).saying(&["it always errs", "it always panics"]);
    assert_eq!(ended.count("FAILED"), 2, "{ended}");
    for case in ["one", "two"] {
        let run = run(&scratch.written(), case);
        let metrics = &run["metrics"];
        for (metric, error) in [
            ("errs", "it always errs"),
            ("panics", "it always panics"),
            ("hangs", "0.5 s"),
            ("loops", "0.5 s"),
        ] {
            let told = metrics[metric]["error"].as_str().unwrap_or_default();
            assert!(told.contains(error), "{metric}: {run}");
            assert_eq!(metrics[metric]["value"], Value::Null, "{run}");
            assert_eq!(metrics[metric]["verdict"], "unmeasured", "{run}");
        }
        assert_eq!(metrics["says_yes"]["value"], true, "{run}");
        assert_eq!(metrics["execution_succeeded"]["value"], true, "{run}");
        assert_eq!(metrics["number"]["reason"], "the agent says no number", "{run}");
        assert_eq!(metrics["number"]["verdict"], "warned", "{run}");
        assert_eq!(run["state"], "unmeasured", "{run}");
    }
}

#[test]
fn a_metric_that_is_not_required_and_errs_only_warns() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
metrics: [{type: errs, required: false}, {type: panics, required: false}]
cases: [{id: one}]
"#,
    );
    let ended = scratch.run(&[]).with_code(0);
    assert_eq!(ended.count("ok"), 1, "{ended}");
    let run = run(&scratch.written(), "one");
    assert_eq!(run["metrics"]["errs"]["verdict"], "warned", "{run}");
    assert_eq!(run["state"], "passed", "{run}");
}

#[test]
fn a_sandbox_and_a_run_leave_nothing_in_the_working_folder() {
    let scratch = Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}]");
    let _ = scratch.run(&[]).with_code(0);
    let entries = std::fs::read_dir(scratch.folder()).expect("the folder");
    let names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["evals"]);
}
