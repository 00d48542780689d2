//! Values of a suite that mean nothing are refused before anything runs; values at the edge mean what they say.

use eval_tests::Scratch;

/// A suite with one more line exits 2, and says this of it.
#[track_caller]
fn refused(line: &str, said: &[&str]) {
    let scratch =
        Scratch::suite(&format!("agent: {{type: obey}}\nmetrics: []\ncases: [{{id: one}}]\n{line}\n"));
    let ended = scratch.run(&[]).with_code(2).saying(said).saying(&["suite.yaml:4:", "nothing was run"]);
    assert_eq!(ended.trials(), [], "{ended}");
    assert!(!scratch.written().results().exists(), "{ended}");
}

#[test]
fn a_limit_that_means_nothing_exits_2() {
    refused("repeats: 0", &["`repeats`"]);
    refused("repeats: 1.5", &["`repeats`"]);
    refused("parallel: 0", &["`parallel`"]);
    refused("parallel: 4097", &["`parallel`"]);
    refused("timeout_s: -1", &["`timeout_s`"]);
    refused("timeout_s: 0", &["`timeout_s`"]);
    refused("metric_timeout_s: -1", &["`metric_timeout_s`"]);
    refused("min_pass_rate: -0.1", &["`min_pass_rate`"]);
}

#[test]
fn a_min_pass_rate_in_percent_is_told_what_it_means() {
    refused("min_pass_rate: 80", &["`min_pass_rate`", "did you mean 0.8?"]);
}

#[test]
fn a_threshold_that_the_values_cannot_meet_exits_2() {
    for (metric, said) in [
        ("{type: json_subset, pass_threshold: {min: 80}}", "80"),
        ("{type: number, pass_threshold: {equals: true}}", "numbers"),
        ("{type: says_yes, pass_threshold: {min: 1}}", "true or false"),
        ("{type: number, pass_threshold: {}}", "empty"),
        ("{type: number, pass_threshold: {min: 1, equals: 1}}", "one of"),
        ("{type: number, pass_threshold: {min: .nan}}", "number"),
    ] {
        let text = format!("agent: {{type: obey}}\ncases: [{{id: one}}]\nmetrics:\n  - {metric}\n");
        let scratch = Scratch::suite(&text);
        let ended = scratch.run(&[]).with_code(2).saying(&["suite.yaml:4:", said]);
        assert_eq!(ended.trials(), [], "{ended}");
    }
}

#[test]
fn a_bound_of_0_is_a_bound() {
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
metrics: [{type: number, pass_threshold: {min: 0}}]
cases:
  - {id: below, input: {say: -0.001}}
  - {id: at, input: {say: 0}}
  - {id: above, input: {say: 1}}
  - {id: nothing}
",
    );
    let ended = scratch.run(&[]).with_code(101).saying(&["number: expected >= 0, got -0.001"]);
    for (case, end) in [("below", "FAILED"), ("at", "ok"), ("above", "ok"), ("nothing", "FAILED")] {
        assert_eq!(ended.trial(&format!("eval::scratch::{case}::default__default")), end, "{ended}");
    }
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
min_pass_rate: 0
metrics: [{type: number, pass_threshold: {max: 0}}]
cases: [{id: above, input: {say: 1}}]
",
    );
    let ended = scratch.run(&[]).with_code(0).saying(&["number: expected <= 0, got 1"]);
    assert_eq!(ended.count("FAILED"), 1, "a min_pass_rate of 0 tolerates everything: {ended}");
}

#[test]
fn five_repeats_are_five_runs_of_the_agent() {
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
repeats: 5
metrics: []
cases: [{id: one, input: {log: calls.log, fails_in: [2, 4]}}]
",
    );
    let ended = scratch.run(&[]).with_code(101).saying(&["repeat 2 of 5: failed", "repeat 4 of 5: failed"]);
    assert_eq!(ended.trials().len(), 1, "the repeats are one trial: {ended}");
    assert_eq!(scratch.read("calls.log").lines().count(), 5);
    let written = scratch.written();
    let calls: Vec<_> =
        written.journalled().iter().map(|run| run["trace"]["output"]["call"].as_u64()).collect();
    assert_eq!(calls, [Some(1), None, Some(3), None, Some(5)]);
    let summary = written.summary();
    let candidate = &summary["candidates"][0];
    assert_eq!(candidate["pass_rate"], 0.6);
    assert_eq!(candidate["flaky_rate"], 1.0);
    assert_eq!(candidate["cases"][0]["flaky"], true);
    assert_eq!(candidate["cases"][0]["runs"].as_array().map(Vec::len), Some(5));
}

#[test]
fn an_option_wins_over_its_twin_and_the_twin_over_the_suite() {
    let suite = "agent: {type: obey}\nrepeats: 2\nmetrics: []\ncases: [{id: one}]";
    for (options, twin, runs) in
        [(&[][..], None, 2), (&[], Some("3"), 3), (&["--repeats", "4"], Some("3"), 4), (&[], Some(""), 2)]
    {
        let scratch = Scratch::suite(suite);
        let start = scratch.start(options);
        let start = if let Some(twin) = twin { start.env("EVAL_REPEATS", twin) } else { start };
        let _ = start.run().with_code(0);
        assert_eq!(scratch.written().journalled().len(), runs);
    }
}
