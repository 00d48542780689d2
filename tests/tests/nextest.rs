//! A process a test: all of them are one run.

use std::fs;

use eval_tests::{Project, Scratch, Written};
use serde_json::Value;

/// The options that make nextest run one suite of the fixture.
fn of_suite(suite: &str) -> [String; 2] {
    ["-E".to_owned(), format!("test(/^eval::{suite}::/)")]
}

/// The candidates with their planned and passed runs.
#[track_caller]
fn counts(summary: &Value) -> Vec<(String, u64, u64)> {
    let candidates = summary["candidates"].as_array().expect("candidates");
    let number = |value: &Value| value.as_u64().expect("a number");
    candidates
        .iter()
        .map(|candidate| {
            let counts = &candidate["counts"];
            let name = candidate["name"].as_str().expect("a name").to_owned();
            (name, number(&counts["planned"]), number(&counts["passed"]))
        })
        .collect()
}

/// What 3 candidates x 4 cases x 2 repeats leave behind, one trial failing in each of three attempts.
#[track_caller]
fn check_matrix(written: &Written) {
    let run = written.only_run();
    let latest = fs::canonicalize(written.results().join("latest")).expect("latest");
    assert_eq!(latest, fs::canonicalize(&run).expect("the run"));
    // Two retries of the failing trial, with two repeats each.
    assert_eq!(written.journalled().len(), 24 + 4);
    let summary = written.summary();
    let of = |name: &str, passed| (name.to_owned(), 8, passed);
    assert_eq!(counts(&summary), [of("default/default", 8), of("default/same", 8), of("default/worse", 6)]);
    let cases = summary["candidates"].as_array().expect("candidates").iter();
    let runs = cases.flat_map(|candidate| candidate["cases"].as_array().expect("cases"));
    let runs: usize = runs.map(|case| case["runs"].as_array().expect("runs").len()).sum();
    assert_eq!(runs, 24, "retries are attempts");
    assert_eq!(summary["run"]["status"], "completed");
    assert_eq!(summary["run"]["selection"]["all"], true);
    assert_eq!(summary["run"]["exit_code"], 101);
    let history = written.history();
    let lines: Vec<_> =
        history.iter().map(|line| (line["candidate"].as_str(), line["planned"].as_u64())).collect();
    let line = |name| (Some(name), Some(8));
    assert_eq!(lines, [line("default/default"), line("default/same"), line("default/worse")]);
    assert!(history.iter().all(|line| line["run"] == summary["run"]["id"]), "{history:?}");
    assert_eq!(written.csv().len(), 1 + 24, "a row a run");
}

#[test]
fn nextest_makes_one_run_with_a_line_a_candidate_and_retries_are_attempts() {
    let project = Project::built();
    let [expression, suite] = of_suite("matrix");
    let options = ["--retries", "2", "--no-fail-fast", &expression, &suite];
    let ended = project.cargo_nextest("evals", &options).run();
    assert_eq!(ended.code, Some(100), "nextest's code for failed tests: {ended}");
    let _ = ended.saying(&[
        "12 tests run: 11 passed, 1 failed",
        "eval::matrix::three::default__worse",
        "refused: the variant does not say this",
        "TRY 3",
    ]);
    check_matrix(&project.written("matrix"));
}

#[test]
fn processes_that_run_at_once_make_the_same_run() {
    let suite =
        fs::read_to_string(Project::built().folder().join("evals/matrix/suite.yaml")).expect("the suite");
    let scratch = Scratch::suite(&suite);
    let trials = scratch.trials();
    assert_eq!(trials.len(), 12);
    let failing = "eval::scratch::three::default__worse";
    assert!(trials.iter().any(|trial| trial == failing), "{trials:?}");
    let processes: Vec<_> =
        trials.iter().map(|trial| (trial, scratch.process("the-run", trial).spawn())).collect();
    for (trial, process) in processes {
        let _ = process.end().with_code(if trial == failing { 101 } else { 0 });
    }
    for _ in 0..2 {
        let _ = scratch.process("the-run", failing).run().with_code(101);
    }
    check_matrix(&scratch.written());
    assert_eq!(scratch.written().only_run().file_name().and_then(|name| name.to_str()), Some("the-run"));
}

#[test]
fn nextest_passes_on_a_green_suite() {
    let project = Project::built();
    let [expression, suite] = of_suite("green");
    let ended = project.cargo_nextest("evals", &[&expression, &suite]).run().with_code(0);
    let ended = ended.saying(&["3 tests run: 3 passed"]);
    assert_eq!(counts(&project.written("green").summary()).len(), 1, "{ended}");
}

#[test]
fn a_trial_that_passes_when_it_is_retried_has_passed() {
    let project = Project::built();
    let written = project.written("flaky");
    let calls = written.results().join("calls.log");
    let _ = fs::remove_file(&calls);
    let [expression, suite] = of_suite("flaky");
    let ended = project.cargo_nextest("evals", &["--retries", "2", &expression, &suite]).run().with_code(0);
    let ended = ended.saying(&["1 test run: 1 passed (1 flaky)"]);
    assert_eq!(fs::read_to_string(&calls).expect("the calls").lines().count(), 2, "{ended}");
    assert_eq!(written.journalled().len(), 2, "every attempt is recorded");
    let summary = written.summary();
    assert_eq!(counts(&summary), [("default/default".to_owned(), 1, 1)]);
    assert_eq!(summary["run"]["exit_code"], 0);
    assert_eq!(written.history().len(), 1);
}

#[test]
fn twins_reach_the_processes_that_nextest_starts() {
    let scratch =
        Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one, input: {log: calls.log}}]");
    let name = "eval::scratch::one::default__default";
    let process = scratch.process("the-run", name).env("EVAL_REPEATS", "3").env("EVAL_NOTE", "three");
    let _ = process.run().with_code(0);
    assert_eq!(scratch.read("calls.log").lines().count(), 3);
    let summary = scratch.written().summary();
    assert_eq!(summary["run"]["note"], "three");
    assert_eq!(summary["candidates"][0]["counts"]["planned"], 3);
    assert_eq!(scratch.written().history()[0]["note"], "three");
}

#[test]
fn what_was_started_is_what_was_planned_since_a_process_does_not_know_the_selection() {
    let scratch =
        Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}, {id: two}, {id: three}]");
    for case in ["one", "three"] {
        let name = format!("eval::scratch::{case}::default__default");
        let _ = scratch.process("the-run", &name).run().with_code(0);
    }
    let summary = scratch.written().summary();
    assert_eq!(counts(&summary), [("default/default".to_owned(), 2, 2)]);
    assert_eq!(summary["run"]["selection"]["all"], false, "a part of the suite is not all of it");
    let cases = summary["candidates"][0]["cases"].as_array().expect("cases");
    let ids: Vec<_> = cases.iter().map(|case| case["id"].as_str()).collect();
    assert_eq!(ids, [Some("one"), Some("three")], "in the order of the suite");
    assert_eq!(scratch.written().history()[0]["selection"]["all"], false);
}

#[test]
fn one_run_of_nextests_is_another_run_than_the_next() {
    let scratch = Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}]");
    let name = "eval::scratch::one::default__default";
    for run in ["run-b", "run-a"] {
        let _ = scratch.process(run, name).run().with_code(0);
    }
    let written = scratch.written();
    assert_eq!(written.runs().len(), 2);
    assert_eq!(written.history().len(), 2);
    assert_eq!(written.summary()["run"]["id"], "run-a", "the latest is the newest, not the last by name");
}
