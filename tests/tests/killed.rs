//! A start that is killed loses what was in flight, and nothing else.

use std::fs;

use eval_tests::{Scratch, json_lines};

#[test]
fn kill_9_leaves_a_journal_that_reads_with_exactly_the_runs_that_had_ended_and_no_summary() {
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
parallel: 2
metrics: []
cases:
  - {id: one, input: {say: 1}}
  - {id: two, input: {say: 2}}
  - {id: three, input: {say: 3}}
  - {id: four, input: {say: 4, log: waiting.log, wait_for: open}}
  - {id: five, input: {say: 5, log: waiting.log, wait_for: open}}
  - {id: six, input: {say: 6}}
",
    );
    let mut running = scratch.start(&[]).spawn();
    // Two runs are in flight and wait, so that the sixth cannot begin.
    running.until(|| {
        let waiting = fs::read_to_string(scratch.folder().join("waiting.log")).ok()?;
        (waiting.lines().count() == 2).then_some(())
    });
    let journal = running.until(|| {
        let run = fs::read_dir(scratch.written().results()).ok()?.find_map(|entry| {
            let path = entry.ok()?.path();
            path.is_dir().then_some(path)
        })?;
        let journal = run.join("journal.jsonl");
        (fs::read_to_string(&journal).ok()?.lines().count() == 4).then_some(journal)
    });
    let killed = running.killed();
    assert_eq!(killed.code, None, "{killed}");

    let text = fs::read_to_string(&journal).expect("a journal");
    assert!(text.ends_with('\n'), "{text}");
    let lines = json_lines(&text);
    assert!(lines[0]["start"].is_object(), "{text}");
    assert_eq!(lines[0]["start"]["trials"].as_array().map(Vec::len), Some(6));
    let mut ended: Vec<&str> =
        lines[1..].iter().map(|line| line["run"]["case"]["id"].as_str().expect("a run")).collect();
    ended.sort_unstable();
    assert_eq!(ended, ["one", "three", "two"]);
    for line in &lines[1..] {
        assert_eq!(line["run"]["outcome"]["state"], "passed", "{line}");
        assert!(line["run"]["trace"]["output"]["say"].is_number(), "the trace is complete: {line}");
    }
    let run = journal.parent().expect("the run's folder");
    assert!(!run.join("summary.json").exists());
    assert!(!scratch.written().results().join("latest").exists());
    assert!(!scratch.written().results().join("history.jsonl").exists());

    // The next start finds nothing in its way.
    scratch.write("open", "");
    let ended = scratch.run(&[]).with_code(0);
    assert_eq!(ended.count("ok"), 6, "{ended}");
    let written = scratch.written();
    assert_eq!(written.runs().len(), 2);
    assert_eq!(written.summary()["candidates"][0]["counts"]["passed"], 6);
    assert_eq!(written.history().len(), 1);
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), text, "the old journal is as it was");
}

#[test]
fn a_process_of_many_that_is_killed_loses_its_own_run_only_and_a_retry_makes_up_for_it() {
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
metrics: []
cases:
  - {id: one}
  - {id: two, input: {log: waiting.log, wait_for: open}}
",
    );
    let (one, two) = ("eval::scratch::one::default__default", "eval::scratch::two::default__default");
    let _ = scratch.process("the-run", one).run().with_code(0);
    let mut running = scratch.process("the-run", two).spawn();
    running.until(|| scratch.folder().join("waiting.log").exists().then_some(()));
    assert_eq!(running.killed().code, None);
    let written = scratch.written();
    assert_eq!(written.journalled().len(), 1);
    scratch.write("open", "");
    let _ = scratch.process("the-run", two).run().with_code(0);
    assert_eq!(written.journalled().len(), 2);
    let summary = written.summary();
    let counts = &summary["candidates"][0]["counts"];
    assert_eq!((&counts["planned"], &counts["passed"]), (&2.into(), &2.into()), "{counts}");
    assert_eq!(summary["run"]["status"], "completed");
}

#[test]
fn a_line_that_a_kill_cut_short_costs_its_own_run_and_no_other_of_the_same_folder() {
    let scratch =
        Scratch::suite("agent: {type: obey}\nmetrics: []\ncases: [{id: one}, {id: two}, {id: three}]");
    let trial = |case| format!("eval::scratch::{case}::default__default");
    let _ = scratch.process("the-run", &trial("one")).run().with_code(0);
    let written = scratch.written();
    let journal = written.only_run().join("journal.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    fs::write(&journal, format!("{text}{{\"run\":{{\"case\":{{\"id\":\"two\"")).expect("half a line");
    let _ = scratch.process("the-run", &trial("three")).run().with_code(0);
    let summary = written.summary();
    let cases = summary["candidates"][0]["cases"].as_array().expect("cases");
    let ids: Vec<_> = cases.iter().map(|case| case["id"].as_str()).collect();
    assert_eq!(ids, [Some("one"), Some("three")], "{summary}");
    assert_eq!(summary["candidates"][0]["counts"]["passed"], 2);
}
