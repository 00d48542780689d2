//! What a start writes agrees with itself and with what it printed.

use std::collections::BTreeMap;
use std::fs;

use eval_tests::{Ended, Project, Scratch, Written, json_lines};
use serde_json::{Value, json};

const STATES: [&str; 5] = ["passed", "failed", "errored", "unmeasured", "not_started"];

/// A suite in which runs end in each way, for two candidates.
const EVERY_END: &str = r#"
description: Every end.
agent: {type: obey}
variants: [{name: worse, agent_config: {refuses: "yes"}}]
repeats: 2
parallel: 2
timeout_s: 0.5
reports: [report, results, traces]
metrics:
  - {type: says_yes}
  - {type: mood}
  - {type: parts}
  - {type: number, required: false, pass_threshold: {min: 0}}
cases:
  - {id: right, input: {say: "yes"}}
  - {id: right-again, description: As the first., tags: [a, b], input: {say: "yes"}}
  - {id: wrong, input: {say: "no!"}}
  - {id: raises, input: {end: raise}}
  - {id: hangs, input: {end: hang}}
  - {id: unmeasured, input: {say: "yes"}, metrics: [{type: errs}]}
"#;

/// The cells of a report's table of candidates, by the label of their row.
#[track_caller]
fn candidates_table(report: &str) -> BTreeMap<String, Vec<String>> {
    let (_, table) = report.split_once("## Candidates\n\n").expect("the table");
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned());
        (cells.next().expect("a label"), cells.collect())
    })
    .collect()
}

#[track_caller]
fn count(counts: &Value, state: &str) -> u64 {
    counts[state].as_u64().expect("a count")
}

/// Summary, journal, report, CSV, history and the trial lines say the same.
#[track_caller]
fn check_agreement(written: &Written, ended: &Ended) {
    let summary = written.summary();
    let candidates = summary["candidates"].as_array().expect("candidates");
    let table = candidates_table(&written.latest("report.md"));
    let journal = written.journalled();
    let csv = written.csv();
    let history = written.history();
    let planned_cells = &table["passed of planned"];
    for (position, candidate) in candidates.iter().enumerate() {
        let name = candidate["name"].as_str().expect("a name");
        let counts = &candidate["counts"];
        let planned = count(counts, "planned");
        assert_eq!(STATES.map(|state| count(counts, state)).iter().sum::<u64>(), planned, "{name}: {counts}");

        // The summary of its own cases.
        let cases = candidate["cases"].as_array().expect("cases");
        for state in ["passed", "failed", "errored", "unmeasured"] {
            let runs = cases.iter().flat_map(|case| case["runs"].as_array().expect("runs"));
            let ended_so = runs.filter(|run| run["state"] == state).count() as u64;
            assert_eq!(ended_so, count(counts, state), "{name}: {state}");
        }
        let rate = count(counts, "passed") as f64 / planned as f64;
        assert_eq!(candidate["pass_rate"], json!(rate), "{name}");

        // The trial lines: a trial passed when all of its runs did.
        let segment = name.replace('/', "__").replace('-', "_");
        for case in cases {
            let id = case["id"].as_str().expect("an id").replace('-', "_");
            let line = ended.trial(&format!("eval::scratch::{id}::{segment}"));
            assert_eq!(line == "ok", case["status"] == "passed", "{name}: {case}");
        }

        // The report.
        let passed = format!("{} of {planned}", count(counts, "passed"));
        assert_eq!(planned_cells[position], passed, "{name}");
        for state in ["failed", "errored", "unmeasured"] {
            let shown = table.get(state).map_or("0", |cells| &cells[position]);
            assert_eq!(shown, count(counts, state).to_string(), "{name}: {state}");
        }

        // The closing line.
        let told = format!("scratch: {name} passed {} of {planned} runs", count(counts, "passed"));
        assert!(ended.stderr.contains(&told), "{told}: {ended}");

        // The journal, the CSV and the history.
        let (model, variant) = name.split_once('/').expect("a model and a variant");
        for state in ["passed", "failed", "errored", "unmeasured"] {
            let of = |run: &&Value| run["candidate"] == name && run["outcome"]["state"] == state;
            assert_eq!(journal.iter().filter(of).count() as u64, count(counts, state), "{name}: {state}");
            let of = |row: &&Vec<String>| row[2] == model && row[3] == variant && row[5] == state;
            assert_eq!(csv.iter().filter(of).count() as u64, count(counts, state), "{name}: {state}");
        }
        let line = history.iter().find(|line| line["candidate"] == name).expect("a line");
        assert_eq!((&line["planned"], &line["pass_rate"]), (&counts["planned"], &candidate["pass_rate"]));
        assert_eq!(line["run"], summary["run"]["id"]);
    }
    assert_eq!(history.len(), candidates.len());
    assert_eq!(csv.len(), journal.len() + 1, "a row a run, and the header");
    let passed = candidates.iter().flat_map(|candidate| candidate["cases"].as_array().expect("cases"));
    assert_eq!(passed.filter(|case| case["status"] == "passed").count(), ended.count("ok"), "{ended}");
}

#[test]
fn everything_that_is_written_agrees_with_what_was_printed() {
    let scratch = Scratch::suite(EVERY_END);
    let ended = scratch.run(&[]).with_code(101);
    let written = scratch.written();
    check_agreement(&written, &ended);
    let summary = written.summary();
    let of = |counts: [u64; 6]| {
        let [planned, passed, failed, errored, unmeasured, not_started] = counts;
        json!({
            "planned": planned, "passed": passed, "failed": failed, "errored": errored,
            "unmeasured": unmeasured, "not_started": not_started,
        })
    };
    assert_eq!(summary["candidates"][0]["counts"], of([12, 4, 2, 4, 2, 0]));
    assert_eq!(summary["candidates"][1]["counts"], of([12, 0, 8, 4, 0, 0]));
    assert_eq!(summary["run"]["exit_code"], 101);
}

#[test]
fn pass_rate_is_over_planned_runs_with_the_errored_ones_apart() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
metrics: [{type: says_yes}]
repeats: 2
cases:
  - {id: passes, input: {say: "yes"}}
  - {id: fails, input: {say: "no"}}
  - {id: fails-too, input: {end: fail}}
  - {id: raises, input: {end: raise}}
"#,
    );
    let ended = scratch.run(&[]).with_code(101);
    let ended = ended.saying(&["scratch: default/default passed 2 of 8 runs (25%), 4 failed, 2 errored"]);
    let written = scratch.written();
    check_agreement(&written, &ended);
    let candidate = &written.summary()["candidates"][0];
    assert_eq!(candidate["pass_rate"], 0.25);
    assert_eq!(candidate["first_attempt_pass_rate"], 0.25);
    let table = candidates_table(&written.latest("report.md"));
    assert_eq!(table["pass rate"], ["25%"]);
    assert_eq!(table["errored"], ["2"]);
    // A metric's figures are over the runs that have a value, and tell how many have none.
    assert_eq!(candidate["aggregates"]["says_yes"], json!({"rate": 0.5, "measured": 4, "missing": 4}));
}

#[test]
fn runs_that_raised_stay_in_the_denominator_and_their_metrics_have_no_value() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
metrics: [{type: says_yes}]
cases:
  - {id: "1", input: {say: "yes"}}
  - {id: "2", input: {say: "yes"}}
  - {id: "3", input: {say: "yes"}}
  - {id: "4", input: {say: "yes", end: raise}}
  - {id: "5", input: {say: "yes"}}
  - {id: "6", input: {say: "yes", end: raise}}
  - {id: "7", input: {say: "yes"}}
  - {id: "8", input: {say: "yes", end: raise}}
  - {id: "9", input: {say: "yes"}}
  - {id: "10", input: {say: "yes"}}
"#,
    );
    let _ = scratch.run(&[]).with_code(101);
    let summary = scratch.written().summary();
    let candidate = &summary["candidates"][0];
    assert_eq!(candidate["pass_rate"], 0.7);
    assert_eq!(candidate["counts"]["errored"], 3);
    assert_eq!(candidate["aggregates"]["says_yes"], json!({"rate": 1, "measured": 7, "missing": 3}));
    let raised = &candidate["cases"][3]["runs"][0];
    assert_eq!(raised["metrics"]["says_yes"]["reason"], "the run produced no output");
    assert_eq!(raised["metrics"]["says_yes"]["verdict"], "unmeasured");
}

#[test]
fn a_rate_below_one_never_reads_100_percent() {
    let mut cases = String::new();
    for number in 1..200 {
        cases.push_str(&format!("  - {{id: case {number}, input: {{say: \"yes\"}}}}\n"));
    }
    cases.push_str("  - {id: last, input: {say: \"no\"}}\n");
    let text =
        format!("agent: {{type: obey}}\nmin_pass_rate: 0.9\nmetrics: [{{type: says_yes}}]\ncases:\n{cases}");
    let scratch = Scratch::suite(&text);
    let ended = scratch.run(&[]).with_code(0);
    let ended = ended.saying(&["passed 199 of 200 runs (99.5%)"]);
    assert!(!ended.stderr.contains("100%"), "{ended}");
    let written = scratch.written();
    assert_eq!(candidates_table(&written.latest("report.md"))["pass rate"], ["99.5%"]);
    assert_eq!(written.summary()["candidates"][0]["pass_rate"], 0.995);
}

#[test]
fn the_report_has_the_verdict_first_and_tells_of_each_run_that_did_not_pass() {
    let scratch = Scratch::suite(
        r#"
description: A suite for its report.
agent: {type: obey}
min_pass_rate: 0.75
metrics: [{type: says_yes, description: Says yes.}]
cases:
  - {id: right, input: {say: "yes"}}
  - {id: wrong, description: Says no., tags: [odd, even], input: {say: "no"}}
"#,
    );
    let _ = scratch.run(&["--note", "a | note"]).with_code(1);
    let report = scratch.written().latest("report.md");
    let verdict = report.find("**FAILED**").expect("a verdict");
    assert!(verdict < report.find("A suite for its report.").expect("the description"), "{report}");
    for text in [
        "default/default is below it: 50%",
        "Note: a \\| note",
        "| says\\_yes | Says yes. | true | the run fails |",
        "### wrong with default/default",
        "Says no.",
        "Tags: odd, even",
        "says\\_yes: expected true, got false",
    ] {
        let plain = report.replace("says_yes", "says\\_yes");
        assert!(plain.contains(text), "no `{text}` in\n{report}");
    }
    assert!(!report.contains("### right"), "{report}");
}

#[test]
fn a_run_has_a_file_with_its_trace_when_the_suite_asks_for_traces() {
    let scratch = Scratch::suite(EVERY_END);
    let _ = scratch.run(&[]).with_code(101);
    let written = scratch.written();
    let journal = written.journalled();
    let folder = written.only_run().join("runs");
    let mut files: Vec<Value> = fs::read_dir(folder)
        .expect("the traces")
        .map(|file| {
            let text = fs::read_to_string(file.expect("a file").path()).expect("a trace");
            serde_json::from_str(&text).expect("JSON")
        })
        .collect();
    assert_eq!(files.len(), 24, "a file a run");
    for run in &journal {
        let position = files.iter().position(|file| file == run);
        let Some(position) = position else { panic!("no file says what the journal says: {run}") };
        files.swap_remove(position);
    }
    // Without that report there is none.
    let scratch = Scratch::suite("agent: {type: obey}\nreports: []\nmetrics: []\ncases: [{id: one}]");
    let _ = scratch.run(&[]).with_code(0);
    let mut files: Vec<_> = fs::read_dir(scratch.written().only_run())
        .expect("the run")
        .map(|file| file.expect("a file").file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["journal.jsonl", "summary.json"]);
}

#[test]
fn results_keep_out_of_git_and_latest_is_a_link_to_the_newest() {
    let scratch = Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}]");
    let written = scratch.written();
    for starts in 1..=3 {
        let _ = scratch.run(&[]).with_code(0);
        let runs = written.runs();
        assert_eq!(runs.len(), starts);
        let latest = fs::read_link(written.results().join("latest")).expect("a symlink");
        assert_eq!(Some(latest.as_os_str()), runs[starts - 1].file_name(), "{runs:?}");
        assert_eq!(written.history().len(), starts, "a line a start");
    }
    assert_eq!(fs::read_to_string(written.results().join(".gitignore")).expect("there"), "*\n");
    let mut runs: Vec<_> = written.history().iter().map(|line| line["run"].to_string()).collect();
    runs.dedup();
    assert_eq!(runs.len(), 3, "each start is a run of its own");
}

#[test]
fn results_lie_beside_the_suite_wherever_the_start_begins() {
    let scratch = Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}]");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let start = Project::built().binary("scratch", elsewhere.path(), &[]);
    let _ = start.env("CARGO_MANIFEST_DIR", scratch.folder()).run().with_code(0);
    assert_eq!(scratch.written().summary()["run"]["status"], "completed");
    assert_eq!(fs::read_dir(elsewhere.path()).expect("the folder").count(), 0);
}

#[test]
fn the_history_has_a_line_a_candidate_of_each_start_with_its_selection() {
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
variants: [{name: same, agent_config: {refuses: 1}}]
metrics: []
cases: [{id: one, tags: [t]}, {id: two}]
",
    );
    let _ = scratch.run(&["--note", "all"]).with_code(0);
    let _ = scratch.run(&["--tag", "t"]).with_code(0);
    let _ = scratch.run(&["eval::scratch::two::default__same"]).with_code(0);
    let history = scratch.written().history();
    let lines: Vec<_> = history
        .iter()
        .map(|line| json!([line["candidate"], line["planned"], line["note"], line["selection"]]))
        .collect();
    let (all, tagged) = (json!({"all": true}), json!({"all": false, "tags": ["t"]}));
    let filtered = json!({"all": false, "filters": ["eval::scratch::two::default__same"]});
    let expected = [
        json!(["default/default", 2, "all", all]),
        json!(["default/same", 2, "all", all]),
        json!(["default/default", 1, null, tagged]),
        json!(["default/same", 1, null, tagged]),
        json!(["default/same", 1, null, filtered]),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn what_was_skipped_is_not_recorded_as_what_was_asked_for() {
    let scratch = Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}, {id: two}]");
    let _ = scratch.run(&["eval::scratch::two"]).with_code(0);
    let _ = scratch.run(&["--skip", "eval::scratch::two"]).with_code(0);
    let history = scratch.written().history();
    assert_eq!(history[1]["selection"]["all"], false);
    assert_ne!(history[0]["selection"], history[1]["selection"]);
}

#[test]
fn a_model_whose_calls_nobody_recorded_costs_an_unknown_amount_and_not_0() {
    let cases = "metrics: []\ncases: [{id: one}]\nagent: {type: obey}\n";
    let scratch = Scratch::suite(&format!("models: [OpenAI:gpt-4o-mini]\n{cases}"));
    let _ = scratch.run(&[]).with_code(0);
    let summary = scratch.written().summary();
    let candidate = &summary["candidates"][0];
    let run = &candidate["cases"][0]["runs"][0];
    for metric in ["cost_usd", "input_tokens", "output_tokens", "llm_calls"] {
        let metric = &run["metrics"][metric];
        assert_eq!(metric["value"], Value::Null, "{run}");
        assert!(metric["reason"].as_str().is_some_and(|reason| reason.contains("record_llm_call")), "{run}");
    }
    assert_eq!(run["cost_usd"], Value::Null, "{run}");
    assert_eq!(candidate["spend_usd"], Value::Null);
    assert_eq!(summary["run"]["spend"]["total_usd"], Value::Null);
    assert_eq!(scratch.written().history()[0]["spend_usd"], Value::Null);

    let scratch = Scratch::suite(cases);
    let _ = scratch.run(&[]).with_code(0);
    let summary = scratch.written().summary();
    assert_eq!(summary["run"]["spend"]["total_usd"], 0.0, "without a model there is nothing to pay");
}

#[test]
fn the_journal_has_the_complete_trace() {
    let scratch = Scratch::suite(
        r"
agent: {type: worker}
integrations:
  - class: shop
    methods: {order: {raises: {message: blocked, code: customer_blocked}}}
metrics:
  - {type: tool_called, params: {name: search}, pass_threshold: {equals: 2}}
  - {type: mock_called, params: {method: word, args: {number: 2}}, pass_threshold: {equals: 1}}
  - {type: tool_order, params: {sequence: [search, pay]}}
cases: [{id: one, input: {anything: [1, null, '🍲']}, expected: {output: 1}, tags: [t]}]
",
    );
    let _ = scratch.run(&[]).with_code(0);
    let written = scratch.written();
    let runs = written.journalled();
    assert_eq!(runs.len(), 1);
    let (case, trace) = (&runs[0]["case"], &runs[0]["trace"]);
    assert_eq!(case["input"], json!({"anything": [1, null, "🍲"]}));
    assert_eq!(case["expected"], json!({"output": 1}));
    assert_eq!(written.journal()[0]["start"]["cases"], json!([{"id": "one", "position": 0, "tags": ["t"]}]));
    assert!(written.latest("journal.jsonl").contains("🍲"), "readable characters are not escaped");

    assert_eq!(trace["output"], json!({"words": ["one", "a word"]}));
    assert_eq!(trace["attempts"], 2);
    let called = |calls: &Value, fields: [&str; 4]| -> Vec<Value> {
        let calls = calls.as_array().expect("calls").iter();
        calls.map(|call| Value::from(fields.map(|field| call[field].clone()).to_vec())).collect()
    };
    let tools = called(&trace["tool_calls"], ["name", "result", "error", "attempt"]);
    assert_eq!(
        tools,
        [
            json!(["search", ["one"], null, 1]),
            json!(["search", ["one"], null, 2]),
            json!(["pay", null, "no money", 2]),
        ]
    );
    assert_eq!(trace["tool_calls"][1]["args"], json!({"query": "words", "more": true}));
    let mocks = called(&trace["mock_calls"], ["method", "args", "result", "error"]);
    let blocked = json!({"message": "blocked", "code": "customer_blocked"});
    assert_eq!(
        mocks,
        [json!(["order", {"sku": "MUG"}, null, blocked]), json!(["word", {"number": 2}, "a word", null]),]
    );
    for calls in ["tool_calls", "mock_calls"] {
        for call in trace[calls].as_array().expect("calls") {
            assert!(call["started_s"].is_number() && call["duration_s"].is_number(), "{call}");
        }
    }
    assert_eq!(
        trace["events"],
        json!([
            {"event": "attempt", "number": 1},
            {"event": "validator_failed", "validator": "long_enough"},
            {"event": "retry", "feedback": "one more word"},
            {"event": "attempt", "number": 2},
            {"event": "tool_error", "tool": "pay"},
            {"event": "custom", "name": "thought", "data": {"words": 2}},
        ])
    );
    assert_eq!(trace["llm_calls"][0]["usage"]["input_tokens"], 7);

    let metrics = &runs[0]["outcome"]["metrics"];
    for (metric, value) in [
        ("attempts", json!(2)),
        ("first_attempt_success", json!(false)),
        ("tool_calls", json!(3)),
        ("llm_calls", json!(1)),
        ("input_tokens", json!(7)),
        ("output_tokens", json!(3)),
        ("cost_usd", json!(0.25)),
    ] {
        assert_eq!(metrics[metric]["value"], value, "{metric}");
    }
    let summary = written.summary();
    assert_eq!(summary["run"]["spend"]["agent_usd"], 0.25);
    assert_eq!(summary["candidates"][0]["first_attempt_pass_rate"], 0.0, "it passed, and not at once");
    assert_eq!(written.history()[0]["mean_cost_usd"], 0.25);
}

#[test]
fn a_row_of_results_csv_has_the_values_and_components_of_its_run() {
    let scratch = Scratch::suite(
        r#"
agent: {type: obey}
metrics: [{type: says_yes}, {type: parts}, {type: mood}, {type: number}]
cases:
  - {id: "a,\"b\"", tags: [x, y], input: {say: "yes"}}
  - {id: raises, input: {end: raise}}
"#,
    );
    let _ = scratch.run(&[]).with_code(101);
    let csv = scratch.written().csv();
    let column = |name: &str| csv[0].iter().position(|header| header == name).expect("the column");
    let cells = |row: usize, names: &[&str]| -> Vec<&str> {
        names.iter().map(|name| csv[row][column(name)].as_str()).collect()
    };
    let names =
        ["case", "repeat", "state", "says_yes", "parts", "parts.left", "parts.right", "mood", "number"];
    assert_eq!(cells(1, &names), ["a,\"b\"", "1", "passed", "true", "0.5", "0.25", "0.75", "calm", ""]);
    assert_eq!(cells(2, &names), ["raises", "1", "errored", "", "0.5", "0.25", "0.75", "calm", ""]);
    assert_eq!(csv.len(), 3);
}

/// A summary, or a line of the history, without what differs from start to start.
fn timeless(mut value: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["id", "run", "started", "finished", "duration_s", "queued_s"] {
                    // A case's id is no start's, and `run` is a heading in a summary.
                    let of_case = name == "id" && fields.contains_key("runs");
                    if !of_case && fields.get(name).is_some_and(|field| !(name == "run" && field.is_object()))
                    {
                        fields.remove(name);
                    }
                }
                fields.values_mut().for_each(walk);
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    walk(&mut value);
    value
}

/// A report or CSV without times and ids: lines and columns of `duration_s` and the run's own line.
fn timeless_report(report: &str) -> String {
    let lines = report.lines().filter(|line| !line.starts_with("Run `") && !line.contains("duration"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn many_processes_write_what_one_process_writes() {
    let (one, many) = (Scratch::suite(EVERY_END), Scratch::suite(EVERY_END));
    let whole = one.run(&[]).with_code(101);
    for trial in many.trials() {
        let passed = whole.trial(&trial) == "ok";
        let _ = many.process("the-run", &trial).run().with_code(if passed { 0 } else { 101 });
    }
    let (one, many) = (one.written(), many.written());
    assert_eq!(timeless(many.summary()), timeless(one.summary()));
    let history = |written: &Written| written.history().into_iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(history(&many), history(&one));
    assert_eq!(timeless_report(&many.latest("report.md")), timeless_report(&one.latest("report.md")));
    let csv = |written: &Written| {
        let mut csv = written.csv();
        let duration = csv[0].iter().position(|header| header == "duration_s").expect("the column");
        csv.iter_mut().for_each(|row| drop(row.remove(duration)));
        csv
    };
    assert_eq!(csv(&many), csv(&one));
    let files =
        |written: &Written| fs::read_dir(written.only_run().join("runs")).expect("the traces").count();
    assert_eq!(files(&many), files(&one));
}

#[test]
fn no_artefact_has_a_number_that_is_none() {
    let scratch = Scratch::suite(EVERY_END);
    let _ = scratch.run(&[]).with_code(101);
    let written = scratch.written();
    for file in ["journal.jsonl", "summary.json", "report.md", "results.csv"] {
        let text = written.latest(file);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
        let bad: Vec<_> =
            words.filter(|word| ["NaN", "nan", "inf", "-inf", "Infinity"].contains(word)).collect();
        assert_eq!(bad, [""; 0], "{file}");
        assert!(!text.contains("-0.0"), "{file} has a zero below zero");
    }
    assert_eq!(json_lines(&written.latest("journal.jsonl")).len(), 1 + 24);
}

#[test]
fn an_agent_that_changes_the_working_folder_moves_no_results() {
    let scratch = Scratch::suite(
        "
agent: {type: obey}
reports: [report, results, traces]
metrics: []
cases: [{id: one, input: {go_to: /}}, {id: two}]
",
    );
    let _ = scratch.run(&[]).with_code(0);
    let written = scratch.written();
    assert_eq!(written.summary()["candidates"][0]["counts"]["passed"], 2);
    assert_eq!(fs::read_dir(written.only_run().join("runs")).expect("traces").count(), 2);
}

#[test]
fn an_answer_that_could_not_be_read_back_fails_its_run_and_spoils_no_journal() {
    let scratch = Scratch::suite(
        "
agent: {type: obey}
metrics: []
cases: [{id: deep, input: {nest: 200}}, {id: flat, input: {nest: 90}}]
",
    );
    let _ = scratch.run(&[]).with_code(101).saying(&["nested deeper than 100 levels"]);
    let states: Vec<Value> =
        scratch.written().journalled().iter().map(|run| run["outcome"]["state"].clone()).collect();
    assert_eq!(states, ["errored", "passed"]);
}

#[test]
fn one_trial_of_a_run_that_processes_share_is_not_the_whole_suite() {
    let scratch = Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}, {id: two}]\n");
    let [one, two] = &scratch.trials()[..] else { panic!("two trials") };
    let all = || scratch.written().summary()["run"]["selection"]["all"].clone();
    let _ = scratch.process("a-run", one).run().with_code(0);
    assert_eq!(all(), false);
    let _ = scratch.process("a-run", two).run().with_code(0);
    assert_eq!(all(), true);
}
