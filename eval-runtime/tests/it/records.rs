//! What is written can be read, and gives the same results again.

use std::fs;
use std::io::Write;

use eval_runtime::record::{
    self, Head, Journal, OutcomeLine, Results, RunLine, RunRecord, Status, read_journal, write_history,
    write_summary,
};
use eval_runtime::report;
use eval_runtime::run::{Limits, Selection};
use serde_json::Value;

use crate::started::{LIMITS, Started, start};

const SUITE: &str = "
name: a suite
description: Mixed | <results>
min_pass_rate: 0.5
agent: {type: obedient}
variants: [{name: other, agent_config: {x: 1}}]
integrations: [{class: shop, methods: {price: {returns: 9.5}, order: {raises: no}}}]
metrics:
  - {type: fine}
  - {type: parts}
  - {type: silent, pass_threshold: {min: 1}, required: false}
  - {name: said, type: field_match, params: {path: say}, description: What it said}
cases:
  - {id: passes, input: {say: hi}, expected: {output: {say: hi}}, description: It says hi, tags: [greeting]}
  - {id: 'says | other', input: {say: ho}, expected: {output: {say: hi}}}
  - {id: raises, input: {do: raise}, tags: [bad]}
  - {id: tools, input: {do: tools}, metrics: [{name: said, type: fine}]}
";

fn head(started: &Started) -> Head {
    let at = "2026-01-02T03:04:05Z".to_owned();
    Head::new(&started.plan, "run-1", at, Some("c0ffee".into()), &Selection::default(), Some("a note"))
}

fn journal(started: &Started, path: &std::path::Path) {
    let journal = Journal::open(path, false).expect("a journal");
    journal.start(&head(started)).expect("written");
    for run in &started.runs {
        let line = RunLine {
            case: started.plan.case(run.key.trial).into(),
            candidate: (&*started.plan.candidate(run.key.trial).name).into(),
            outcome: RunRecord::from(&run.outcome),
            trace: std::borrow::Cow::Borrowed(&run.trace),
        };
        journal.run(line).expect("written");
    }
}

fn of_plan(started: &Started) -> Results {
    let runs = started.runs.iter().map(|run| run.outcome.clone()).collect();
    Results::of_plan(&started.plan, head(started), runs, false, "later".into())
}

fn summary(results: &Results) -> Value {
    let mut text = Vec::new();
    write_summary(results, 0, &mut text).expect("written");
    serde_json::from_slice(&text).expect("JSON")
}

fn report(results: &Results) -> String {
    let mut text = Vec::new();
    report::write_report(results, &mut text).expect("written");
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn the_journal_alone_gives_the_same_summary_and_report() {
    let started = start(SUITE, Limits { repeats: 2, ..LIMITS });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    journal(&started, &path);
    let read = read_journal::<RunLine<'_>>(&path).expect("read");
    assert_eq!(read.torn, 0);
    assert_eq!(read.runs.len(), 16);
    for (line, run) in read.runs.iter().zip(&started.runs) {
        assert_eq!(*line.trace, run.trace);
        assert_eq!(*line.case.input, *started.plan.case(run.key.trial).input);
    }
    let rebuilt = read_journal(&path).expect("read");
    let (ours, rebuilt) = (of_plan(&started), Results::of_journal(rebuilt, "later".into()));
    assert_eq!(summary(&ours), summary(&rebuilt));
    let written = |results: &Results| {
        let mut csv = Vec::new();
        report::write_results_csv(results, &mut csv).expect("written");
        (report(results), String::from_utf8(csv).expect("UTF-8"))
    };
    assert_eq!(written(&ours), written(&rebuilt));
}

#[test]
fn a_journal_whose_writer_was_killed_is_read_up_to_there() {
    let started = start(SUITE, LIMITS);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    journal(&started, &path);
    let whole = fs::read_to_string(&path).expect("text");
    fs::write(&path, &whole[..whole.len() - 20]).expect("cut");
    let read = read_journal::<OutcomeLine>(&path).expect("read");
    assert_eq!((read.torn, read.runs.len()), (1, 7));
    let results = Results::of_journal(read, "later".into());
    assert_eq!(results.status, Status::Partial);
    let counts = results.candidates.iter().map(|candidate| candidate.counts);
    assert_eq!(
        counts.map(|counts| (counts.planned, counts.not_started)).collect::<Vec<_>>(),
        [(4, 0), (4, 1)]
    );
    let text = report(&results);
    assert!(text.contains("1 run never started"), "{text}");
}

#[test]
fn a_line_that_a_kill_cut_short_spoils_no_line_after_it() {
    let started = start(SUITE, LIMITS);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    journal(&started, &path);
    let whole = fs::read_to_string(&path).expect("text");
    fs::write(&path, &whole[..whole.len() - 20]).expect("cut");
    let shared = Journal::open(&path, true).expect("a journal");
    shared.start(&head(&started)).expect("written");
    shared.start(&head(&started)).expect("written");
    let read = read_journal::<OutcomeLine>(&path).expect("read");
    assert_eq!((read.torn, read.runs.len(), read.head.trials.len()), (1, 7, 8));
    assert_eq!(fs::read_to_string(&path).expect("text").lines().count(), 11);
}

#[test]
fn a_journal_of_a_newer_version_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    fs::write(&path, "{\"start\": {\"schema_version\": 99, \"what\": \"ever\"}}\n").expect("written");
    let error = read_journal::<OutcomeLine>(&path).expect_err("an error");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[test]
fn of_two_records_of_one_run_the_later_counts() {
    let started = start(SUITE, LIMITS);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    journal(&started, &path);
    journal(&started, &path);
    let read = read_journal::<OutcomeLine>(&path).expect("read");
    assert_eq!(read.runs.len(), 16);
    let again = Results::of_journal(read, "later".into());
    assert_eq!(summary(&again)["candidates"], summary(&of_plan(&started))["candidates"]);
}

#[test]
fn the_summary_adds_up() {
    let started = start(SUITE, LIMITS);
    let summary = summary(&of_plan(&started));
    assert_eq!(summary["schema_version"], 1);
    assert_eq!(summary["run"]["note"], "a note");
    assert_eq!(summary["run"]["git_commit"], "c0ffee");
    assert_eq!(summary["run"]["status"], "completed");
    assert_eq!(summary["run"]["spend"]["total_usd"], 0.0);
    for candidate in summary["candidates"].as_array().expect("candidates") {
        let count = |state: &str| candidate["counts"][state].as_u64().expect("a count");
        let states = ["passed", "failed", "errored", "unmeasured", "not_started"];
        assert_eq!(states.map(count).iter().sum::<u64>(), count("planned"));
        assert_eq!(states.map(count), [2, 1, 1, 0, 0]);
        assert_eq!(candidate["pass_rate"], 0.5);
        assert_eq!(candidate["reached_min_pass_rate"], true);
        assert_eq!(candidate["aggregates"]["fine"]["rate"], 1);
        assert_eq!(candidate["aggregates"]["said"]["missing"], 1);
        let runs = &candidate["cases"][1]["runs"][0];
        assert_eq!(runs["state"], "failed");
        assert_eq!(runs["metrics"]["said"]["details"]["actual"], "ho");
        assert_eq!(runs["metrics"]["parts"]["components"]["left"], 1);
    }
}

#[test]
fn the_report_opens_with_the_verdict_and_keeps_its_tables_whole() {
    let started = start(SUITE, LIMITS);
    let mut text = Vec::new();
    report::write_report(&of_plan(&started), &mut text).expect("written");
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(
        text.starts_with("# a suite\n\n**PASSED** (each candidate needs 50% of its runs passed)"),
        "{text}"
    );
    assert!(text.contains("Mixed \\| &lt;results>"), "{text}");
    assert!(text.contains("| said | What it said | true | the run fails |"), "{text}");
    assert!(text.contains("### says \\| other with default/default"), "{text}");
    assert!(text.contains("said: expected true, got false"), "{text}");
    assert!(text.contains("actual: `ho`"), "{text}");
    assert!(text.contains("Tags: bad"), "{text}");
    let table: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let widths: Vec<usize> = table.iter().map(|line| cells(line)).collect();
    assert!(widths.iter().all(|width| *width == 4 || *width == 5), "{table:#?}");
}

#[test]
fn the_csv_has_a_row_a_run_and_a_column_a_component() {
    let started = start(SUITE, Limits { repeats: 2, ..LIMITS });
    let mut text = Vec::new();
    report::write_results_csv(&of_plan(&started), &mut text).expect("written");
    let mut reader = csv::Reader::from_reader(&*text);
    let headers = reader.headers().expect("headers").clone();
    for column in ["case", "repeat", "state", "fine", "said", "parts.left", "parts.right"] {
        assert!(headers.iter().any(|header| header == column), "{headers:?}");
    }
    let rows: Result<Vec<_>, _> = reader.records().collect();
    assert_eq!(rows.expect("rows").len(), 16);
}

#[test]
fn the_history_keeps_a_line_a_candidate_of_each_run() {
    let started = start(SUITE, LIMITS);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("history.jsonl");
    let runs = |path: &std::path::Path| {
        let text = fs::read_to_string(path).expect("a history");
        let run = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["run"].clone();
        text.lines().map(run).collect::<Vec<_>>()
    };
    let mut results = of_plan(&started);
    write_history(folder.path(), &results).expect("written");
    write_history(folder.path(), &results).expect("written again");
    assert_eq!(runs(&path), ["run-1", "run-1"]);
    results.head.run = "run-2".into();
    write_history(folder.path(), &results).expect("written");
    assert_eq!(runs(&path), ["run-1", "run-1", "run-2", "run-2"]);
    // A line of someone else's is kept.
    fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .expect("open")
        .write_all(b"{\"run\": \"x\"}\n")
        .expect("written");
    write_history(folder.path(), &results).expect("written");
    assert_eq!(runs(&path), ["run-1", "run-1", "x", "run-2", "run-2"]);
    record::write_whole(&path, |_| Ok(())).expect("emptied");
    write_history(folder.path(), &results).expect("written");
    assert_eq!(runs(&path), ["run-2", "run-2"]);
}
