//! Every exit code that a start can give: each once through the real `cargo test`, its variations through the test
//! target's binary, whose code cargo hands on.

use std::fs;
use std::os::unix::fs::symlink;

use eval_tests::{Ended, Project, Scratch, Start};

/// `cargo test --test evals -- OPTIONS`, run to its end.
fn evals(options: &[&str]) -> Ended {
    Project::built().cargo_test("evals", options).run()
}

/// The same binary without cargo around it.
fn binary(options: &[&str]) -> Start {
    let project = Project::built();
    project.binary("evals", project.folder(), options)
}

#[test]
fn a_red_suite_exits_non_zero() {
    let ended = evals(&["--suite", "red"]).with_code(101);
    assert_eq!(ended.trial("eval::red::enough::default__default"), "ok");
    assert_eq!(ended.trial("eval::red::too_few::default__default"), "FAILED");
    let ended = ended.saying(&[
        "case too-few: One less than it takes.",
        "number: expected >= 3, got 2",
        "test result: FAILED. 1 passed; 1 failed",
        "red: default/default passed 1 of 2 runs (50%), 1 failed",
        "exit 101",
    ]);
    assert!(!ended.stdout.contains("case enough"), "{ended}");
}

#[test]
fn a_green_suite_exits_0() {
    let ended = evals(&["--suite", "green"]).with_code(0);
    assert_eq!((ended.count("ok"), ended.count("FAILED")), (3, 0), "{ended}");
    let _ = ended
        .saying(&["test result: ok. 3 passed; 0 failed", "green: default/default passed 3 of 3 runs (100%)"]);
}

#[test]
fn a_trial_that_min_pass_rate_tolerates_prints_failed_and_exits_0() {
    let ended = evals(&["--suite", "tolerated"]).with_code(0);
    assert_eq!((ended.count("ok"), ended.count("FAILED")), (3, 1), "{ended}");
    assert_eq!(ended.trial("eval::tolerated::wrong::default__default"), "FAILED");
    let _ = ended.saying(&["says_yes: expected true, got false", "reached min_pass_rate 75%", "exit 0: "]);
}

#[test]
fn a_candidate_below_min_pass_rate_exits_1() {
    let ended = evals(&["--suite", "below"]).with_code(1);
    assert_eq!(ended.trial("eval::below::wrong::default__default"), "FAILED");
    let _ = ended.saying(&["passed 1 of 2 runs (50%)", "BELOW min_pass_rate 75%", "exit 1: "]);
}

#[test]
fn a_broken_suite_exits_2_and_shows_all_its_mistakes_with_their_places() {
    let ended = Project::built().cargo_test("broken", &[]).run().with_code(2);
    let ended = ended.saying(&[
        "evals/broken/suite.yaml:2:16",
        "min_pass_rate: 80",
        "did you mean 0.8?",
        "evals/broken/suite.yaml:3:1",
        "a suite has no field `repeat`",
        "did you mean `repeats`?",
        "evals/broken/suite.yaml:9:10",
        "nothing was run",
    ]);
    assert_eq!(ended.trials(), [], "{ended}");
    assert!(
        !Project::built().written("broken").results().exists(),
        "a start that runs nothing writes nothing"
    );
}

#[test]
fn what_only_the_registered_functions_can_tell_exits_2_with_its_place_too() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obay}
metrics:
  - {type: says_yes, pass_threshold: {min: 1}}
  - {type: says_yess, name: other}
cases: [{id: one}]
"#,
    );
    let ended = scratch.run(&[]).with_code(2);
    let _ = ended.saying(&[
        "evals/scratch/suite.yaml:2:15",
        "unknown agent `obay`",
        "did you mean `obey`?",
        "evals/scratch/suite.yaml:4:38",
        "evals/scratch/suite.yaml:5:12",
        "unknown metric type `says_yess`",
        "did you mean `says_yes`?",
        "3 mistakes; nothing was run",
    ]);
    assert!(!scratch.written().results().exists());
}

#[test]
fn a_selection_of_ours_that_matches_nothing_exits_2_and_runs_nothing() {
    let _ = evals(&["--case", "frist"]).with_code(2).saying(&["did you mean `first`?", "nothing was run"]);
    for (option, value, said) in [
        ("--tag", "no-such-tag", "no-such-tag"),
        ("--variant", "wurse", "did you mean `worse`?"),
        ("--model", "no-such-model", "no-such-model"),
        ("--suite", "gren", "did you mean `green`?"),
    ] {
        let ended = binary(&[option, value]).run().with_code(2).saying(&[said, "nothing was run"]);
        assert_eq!(ended.trials(), [], "{ended}");
    }
}

#[test]
fn an_option_that_is_none_exits_2_and_runs_nothing() {
    for options in [["--repeats", "0"], ["--parallel", "0"], ["--repeats", "-1"], ["--cases", "first"]] {
        let ended = binary(&options).run().with_code(2);
        assert_eq!(ended.trials(), [], "{ended}");
    }
    for (twin, value) in [("EVAL_REPEATS", "0"), ("EVAL_PARALLEL", "many"), ("EVAL_CASE", "frist")] {
        let ended = binary(&["--suite", "green"]).env(twin, value).run().with_code(2);
        assert_eq!(ended.trials(), [], "{ended}");
    }
}

#[test]
fn a_name_of_a_suite_here_that_matches_nothing_exits_2_since_a_case_that_someone_named_did_not_run() {
    let named = "eval::green::frist::default__default";
    let _ = evals(&["--exact", named]).with_code(2).saying(&["nothing was run"]);
    for options in [
        &[named][..],
        &["--exact", "eval::green::first"],
        &["eval::green::frist"],
        &["eval::green::first::default__default", "eval::green::frist"],
    ] {
        let ended = binary(options).run().with_code(2).saying(&["nothing was run"]);
        assert_eq!(ended.trials(), [], "{ended}");
    }
}

#[test]
fn a_name_of_a_suite_that_the_options_leave_out_exits_2_too() {
    let start = binary(&["--exact", "eval::red::enough::default__default"]).env("EVAL_SUITE", "green");
    let _ = start.run().with_code(2).saying(&["no trial is named"]);
}

#[test]
fn options_are_trimmed_as_ids_and_tags_are() {
    let scratch =
        Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one, tags: [' t ']}, {id: two}]\n");
    assert_eq!(scratch.run(&["--tag", " t "]).with_code(0).ran(), ["eval::scratch::one::default__default"]);
    assert_eq!(scratch.run(&["--case", "two "]).with_code(0).ran(), ["eval::scratch::two::default__default"]);
}

#[test]
fn a_log_file_that_cannot_be_written_exits_2_before_anything_runs() {
    let scratch = Scratch::suite(&suite("[{id: one, input: {log: calls}}]"));
    let _ = scratch.run(&["--logfile", "/no/such/folder/log"]).with_code(2).saying(&["--logfile"]);
    assert!(!scratch.folder().join("calls").exists());
}

#[test]
fn another_filter_that_matches_nothing_exits_0_as_libtests_does() {
    let _ = evals(&["no such trial"]).with_code(0).saying(&["0 passed"]);
    let trials = binary(&["--list"]).run().with_code(0).stdout.lines().count();
    let filtered_out = format!("; {trials} filtered out");
    for options in [&["no such trial"][..], &["--exact", "first"], &["eval::greener"], &["--ignored"]] {
        let ended = binary(options).run().with_code(0);
        assert_eq!(ended.trials(), [], "{ended}");
        let _ = ended.saying(&["running 0 tests", "0 passed; 0 failed", &filtered_out]);
    }
}

#[test]
fn results_that_cannot_be_written_exit_4() {
    // The folder cannot be made.
    let scratch = Scratch::suite(&suite("[{id: one}]"));
    scratch.write("evals/scratch/results", "a file");
    let ended = scratch.run(&[]).with_code(4).saying(&["error: "]);
    assert_eq!(ended.trials(), [], "{ended}");
}

#[test]
fn results_that_cannot_be_written_after_the_runs_exit_4_and_the_closing_lines_say_so() {
    let scratch = Scratch::suite(&suite("[{id: one}]"));
    scratch.write("evals/scratch/results/history.jsonl/file", "");
    let ended = scratch.run(&[]).with_code(4).saying(&["error: ", "history.jsonl"]);
    assert_eq!(ended.count("ok"), 1, "{ended}");
    assert!(!ended.stderr.contains("exit 0"), "{ended}");
}

#[test]
fn a_journal_that_cannot_be_written_exits_4() {
    let scratch = Scratch::suite(&suite("[{id: one}]"));
    full_journal(&scratch, "the-run");
    let ended = scratch.start(&[]).env("NEXTEST_RUN_ID", "the-run").run().with_code(4);
    let _ = ended.saying(&["journal.jsonl cannot be written"]);
}

#[test]
fn a_process_per_test_ends_by_its_own_trial() {
    let scratch = Scratch::suite(&suite(
        "[{id: right}, {id: wrong, input: {end: fail}}, {id: raises, input: {end: raise}}]",
    ));
    let start = |name: &str| scratch.process("the-run", name).run();
    let ended = start("eval::scratch::right::default__default").with_code(0);
    assert_eq!(ended.count("ok"), 1, "{ended}");
    let ended = start("eval::scratch::wrong::default__default").with_code(101);
    assert_eq!(ended.count("FAILED"), 1, "{ended}");
    let _ = start("eval::scratch::raises::default__default").with_code(101);
    let ended = start("eval::scratch::other::default__default").with_code(2);
    assert_eq!(ended.trials(), [], "{ended}");
    full_journal(&scratch, "another-run");
    let _ = scratch.process("another-run", "eval::scratch::right::default__default").run().with_code(4);
    scratch.write("evals/scratch/suite.yaml", "agent: {type: obey}\n");
    let _ = start("eval::scratch::right::default__default").with_code(2);
}

#[test]
fn a_process_per_test_knows_no_candidate_and_so_no_min_pass_rate() {
    let cases = "[{id: right}, {id: wrong, input: {end: fail}}]";
    for (rate, wrong) in [("min_pass_rate: 0.5", 101), ("min_pass_rate: 1", 101)] {
        let scratch = Scratch::suite(&format!("{}\n{rate}\n", suite(cases)));
        let name = "eval::scratch::wrong::default__default";
        let _ = scratch.process("the-run", name).run().with_code(wrong);
        let _ = scratch.process("the-run", "eval::scratch::right::default__default").run().with_code(0);
    }
}

#[test]
fn of_several_suites_the_highest_of_2_4_1_101_0_counts() {
    let _ = binary(&["--suite", "green", "--suite", "tolerated"]).run().with_code(0);
    let _ = binary(&["--suite", "green", "--suite", "red"]).run().with_code(101);
    let _ = binary(&["--suite", "red", "--suite", "below"]).run().with_code(1);
    let _ = binary(&["--suite", "below", "--suite", "red", "--suite", "green"]).run().with_code(1);
    let ended = binary(&["--suite", "red", "--suite", "below", "--case", "frist"]).run().with_code(2);
    assert_eq!(ended.trials(), [], "{ended}");

    // One whose history is a folder crashes when its runs have ended.
    let history = Project::built().written("crashing").results().join("history.jsonl");
    fs::create_dir_all(&history).expect("a folder in the place of a file");
    let crashed = binary(&["--suite", "crashing", "--suite", "below"]).run();
    fs::remove_dir(&history).expect("it is removed");
    let crashed = crashed.with_code(4);
    assert_eq!(crashed.trials().len(), 4, "{crashed}");
}

#[test]
fn the_summary_carries_its_suites_own_code() {
    let project = Project::built();
    let ended = binary(&["--suite", "tolerated", "--suite", "below"]).run().with_code(1);
    for (suite, code) in [("tolerated", 0), ("below", 1)] {
        let said = format!("{suite}: results in ");
        let folder = ended.stderr.lines().find_map(|line| line.strip_prefix(&said)).expect("the folder");
        let summary =
            fs::read_to_string(project.folder().join(folder).join("summary.json")).expect("a summary");
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
        assert_eq!(summary["run"]["exit_code"], code, "{suite}");
    }
}

#[test]
fn a_reader_of_stdout_that_goes_away_loses_no_results() {
    let scratch = Scratch::suite(&suite("[{id: one}, {id: two}]"));
    let ended = scratch.start(&[]).unread().run();
    let written = scratch.written();
    assert!(written.only_run().join("summary.json").exists(), "{ended}");
    assert_eq!(written.summary()["candidates"][0]["counts"]["passed"], 2, "{ended}");
}

#[test]
fn help_is_no_mistake() {
    let ended =
        binary(&["--help"]).run().with_code(0).saying(&["EVAL_PARALLEL", "--suite", "--test-threads"]);
    assert_eq!(ended.trials(), [], "{ended}");
}

fn suite(cases: &str) -> String {
    format!("agent: {{type: obey}}\nmetrics: []\ncases: {cases}")
}

/// Makes the journal of a run a file on a full disk.
fn full_journal(scratch: &Scratch, run: &str) {
    let folder = scratch.folder().join("evals/scratch/results").join(run);
    fs::create_dir_all(&folder).expect("the run's folder");
    symlink("/dev/full", folder.join("journal.jsonl")).expect("a link");
}
