//! What a start selects: names in libtest's manner, and our own options with their twins in the environment.

use eval_tests::{Ended, Project, Scratch};

/// Three cases with six candidates each.
fn suite() -> Scratch {
    Scratch::suite(
        r"
agent: {type: obey}
models: [{provider: OpenAI, model: gpt-4o, label: big}, OpenAI:gpt-4o-mini]
variants:
  - {name: brief, agent_config: {refuses: 1}}
  - {name: briefer, agent_config: {refuses: 2}}
metrics: []
cases:
  - {id: anna, tags: [quick]}
  - {id: anna-two, tags: [slow, odd]}
  - {id: bert, tags: [slow]}
",
    )
}

/// The names of the trials of these cases with these candidates, sorted.
fn names(cases: &[&str], candidates: &[&str]) -> Vec<String> {
    let of_case = |case: &&str| -> Vec<String> {
        candidates.iter().map(|candidate| format!("eval::scratch::{case}::{candidate}")).collect()
    };
    let mut names: Vec<String> = cases.iter().flat_map(of_case).collect();
    names.sort_unstable();
    names
}

const CASES: [&str; 3] = ["anna", "anna_two", "bert"];
const CANDIDATES: [&str; 6] = [
    "big__default",
    "big__brief",
    "big__briefer",
    "gpt_4o_mini__default",
    "gpt_4o_mini__brief",
    "gpt_4o_mini__briefer",
];

/// These options, and these twins, select these trials, in a list as in a run.
#[track_caller]
fn check(options: &[&str], twins: &[(&str, &str)], cases: &[&str], candidates: &[&str]) {
    let scratch = suite();
    let selected = names(cases, candidates);
    let start = |options: &[&str]| -> Ended {
        let start = scratch.start(options);
        twins.iter().fold(start, |start, (name, value)| start.env(name, value)).run().with_code(0)
    };
    let ran = start(options);
    assert_eq!(ran.ran(), selected, "{ran}");
    let listed = start(&[options, &["--list"]].concat());
    let mut lines: Vec<&str> = listed.stdout.lines().collect();
    lines.sort_unstable();
    let wanted: Vec<String> = selected.iter().map(|name| format!("{name}: test")).collect();
    assert_eq!(lines, wanted, "{listed}");
}

#[test]
fn a_list_has_a_line_a_trial_and_nothing_else_on_stdout() {
    let scratch = suite();
    let all: Vec<String> = CASES.iter().flat_map(|case| names(&[*case], &CANDIDATES)).collect();
    for format in [&[][..], &["--format", "terse"], &["--format", "pretty"]] {
        let ended = scratch.run(&[&["--list"], format].concat()).with_code(0);
        let mut lines: Vec<&str> = ended.stdout.lines().collect();
        lines.sort_unstable();
        let mut wanted: Vec<String> = all.iter().map(|name| format!("{name}: test")).collect();
        wanted.sort_unstable();
        assert_eq!(lines, wanted, "{ended}");
        assert_eq!(ended.stderr, "", "{ended}");
        let ended = scratch.run(&[&["--list", "--ignored"], format].concat()).with_code(0);
        assert_eq!(ended.stdout.trim(), "", "{ended}");
    }
    assert!(!scratch.written().results().exists(), "a list writes nothing");
}

#[test]
fn a_list_of_cargos_is_the_same() {
    let ended = Project::built().cargo_test("evals", &["--list", "--suite", "green"]).run().with_code(0);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    let of = |case| format!("eval::green::{case}::default__default: test");
    assert_eq!(lines, ["first", "second", "third"].map(of), "{ended}");
}

#[test]
fn without_options_everything_is_selected() {
    check(&[], &[], &CASES, &CANDIDATES);
}

#[test]
fn exact_selects_one_whole_name_or_several() {
    let name = "eval::scratch::anna::big__default";
    check(&["--exact", name], &[], &["anna"], &["big__default"]);
    let other = "eval::scratch::bert::big__default";
    check(&["--exact", name, other], &[], &["anna", "bert"], &["big__default"]);
    check(&["--exact", "anna"], &[], &[], &[]);
}

#[test]
fn a_full_name_without_exact_selects_just_that() {
    check(&["eval::scratch::anna::big__default"], &[], &["anna"], &["big__default"]);
    // As a part of a name it would be one of `big__briefer` too.
    check(&["eval::scratch::anna::big__brief"], &[], &["anna"], &["big__brief"]);
}

#[test]
fn a_module_path_selects_what_is_below_it_and_no_longer_name() {
    check(&["eval::scratch::anna"], &[], &["anna"], &CANDIDATES);
    check(&["eval::scratch"], &[], &CASES, &CANDIDATES);
}

#[test]
fn another_filter_is_a_part_of_the_name() {
    check(&["anna"], &[], &["anna", "anna_two"], &CANDIDATES);
    check(&["_two::", "bert::"], &[], &["anna_two", "bert"], &CANDIDATES);
    check(&["__briefer"], &[], &CASES, &["big__briefer", "gpt_4o_mini__briefer"]);
}

#[test]
fn skip_leaves_out_what_its_filter_matches() {
    check(&["--skip", "anna"], &[], &["bert"], &CANDIDATES);
    check(&["--skip", "eval::scratch::anna"], &[], &["anna_two", "bert"], &CANDIDATES);
    check(&["anna", "--skip=_two", "--skip", "big"], &[], &["anna"], &CANDIDATES[3..]);
}

#[test]
fn case_selects_by_the_id_as_written() {
    check(&["--case", "anna"], &[], &["anna"], &CANDIDATES);
    check(&["--case", "anna-two", "--case", "bert"], &[], &["anna_two", "bert"], &CANDIDATES);
    check(&[], &[("EVAL_CASE", "anna-two, bert")], &["anna_two", "bert"], &CANDIDATES);
    check(&["--case", "anna"], &[("EVAL_CASE", "bert")], &["anna"], &CANDIDATES);
}

#[test]
fn tag_selects_the_cases_that_have_one_of_the_tags_and_adds_to_case() {
    check(&["--tag", "slow"], &[], &["anna_two", "bert"], &CANDIDATES);
    check(&["--tag", "quick", "--tag", "odd"], &[], &["anna", "anna_two"], &CANDIDATES);
    check(&[], &[("EVAL_TAG", "quick,odd")], &["anna", "anna_two"], &CANDIDATES);
    check(&["--tag", "odd", "--case", "bert"], &[], &["anna_two", "bert"], &CANDIDATES);
}

#[test]
fn variant_selects_variants_besides_the_default() {
    let brief = ["big__default", "big__brief", "gpt_4o_mini__default", "gpt_4o_mini__brief"];
    check(&["--variant", "brief"], &[], &CASES, &brief);
    check(&["--variant", "brief", "--variant", "briefer"], &[], &CASES, &CANDIDATES);
    check(&[], &[("EVAL_VARIANT", "brief")], &CASES, &brief);
    check(&[], &[("EVAL_VARIANT", "brief,briefer")], &CASES, &CANDIDATES);
}

#[test]
fn model_selects_by_label_or_by_provider_and_name() {
    check(&["--model", "big"], &[], &CASES, &CANDIDATES[..3]);
    check(&["--model", "gpt-4o-mini", "--model", "big"], &[], &CASES, &CANDIDATES);
    check(&[], &[("EVAL_MODEL", "gpt-4o-mini")], &CASES, &CANDIDATES[3..]);
    check(&["--model", "OpenAI:o3"], &[], &CASES, &["o3__default", "o3__brief", "o3__briefer"]);
}

#[test]
fn selections_of_several_kinds_narrow_one_another() {
    let options = ["--case", "anna", "--model", "big", "--variant", "brief", "__brief"];
    check(&options, &[], &["anna"], &["big__brief"]);
    check(&["--model", "big"], &[("EVAL_TAG", "quick")], &["anna"], &CANDIDATES[..3]);
}

#[test]
fn the_opening_counts_and_names_what_is_selected() {
    let scratch = suite();
    let ended = scratch.run(&["--repeats", "2"]).with_code(0);
    let _ = ended.saying(&["scratch: 36 runs planned (3 cases x 6 candidates x 2 repeats), 1 at once"]);
    let ended = scratch.run(&["--model", "big", "--variant", "brief", "--case", "anna"]).with_code(0);
    let _ = ended.saying(&["scratch: 2 runs planned (1 case x 2 candidates x 1 repeat)"]);
    let ended = scratch.run(&["eval::scratch::anna::big__brief"]).with_code(0);
    let ended = ended.saying(&["scratch: 1 run planned (1 case x 1 candidate x 1 repeat)"]);
    assert!(!ended.stderr.contains("big/default"), "{ended}");
}

#[test]
fn whatever_an_id_holds_its_trial_has_a_name_and_a_file_of_its_own() {
    let ids = ["a/../b", "..", "/", "🍲", "CON", "con", "007", "1.10", "type", "a,b", "a::b", "a b", "a__b"];
    let long = ["x".repeat(300), format!("{}y", "x".repeat(300))];
    let ids: Vec<&str> = ids.into_iter().chain(long.iter().map(String::as_str)).collect();
    let cases: String =
        ids.iter().map(|id| format!("  - {{id: \"{id}\", input: {{say: \"{id}\"}}}}\n")).collect();
    let text = format!("agent: {{type: obey}}\nreports: [traces]\nmetrics: []\ncases:\n{cases}");
    let scratch = Scratch::suite(&text);
    let names = scratch.trials();
    assert_eq!(names.len(), ids.len());
    let ended = scratch.run(&[]).with_code(0);
    assert_eq!(ended.trials().len(), ids.len(), "{ended}");
    let files = std::fs::read_dir(scratch.written().only_run().join("runs")).expect("the files");
    assert_eq!(files.count(), ids.len());
    for (id, name) in ids.iter().zip(&names) {
        for selection in [["--exact", name.as_str()], ["--case", id]] {
            let ended = scratch.run(&selection).with_code(0);
            assert_eq!(ended.ran(), [name.as_str()], "{ended}");
            let said = &scratch.written().journalled()[0]["trace"]["output"]["say"];
            assert_eq!(said, id, "{ended}");
        }
    }
}

#[test]
fn suite_selects_suites_of_the_target() {
    let project = Project::built();
    let binary = |options: &[&str]| project.binary("evals", project.folder(), options);
    let ended = binary(&["--list"]).env("EVAL_SUITE", "green,red").run().with_code(0);
    assert_eq!(ended.stdout.lines().count(), 5, "{ended}");
    let ended = binary(&["--list", "--suite", "red"]).env("EVAL_SUITE", "green").run().with_code(0);
    assert!(ended.stdout.lines().all(|line| line.starts_with("eval::red::")), "{ended}");
    // A case is selected in every selected suite, and must be in one.
    let ended = binary(&["--list", "--suite", "green", "--suite", "tolerated", "--case", "wrong"]).run();
    let ended = ended.with_code(0);
    assert_eq!(ended.stdout, "eval::tolerated::wrong::default__default: test\n", "{ended}");
    let _ = binary(&["--list", "--suite", "green", "--case", "wrong"]).run().with_code(2);
}

#[test]
fn everything_that_libtest_takes_is_taken() {
    let scratch = suite();
    for options in [
        &["--nocapture"][..],
        &["--no-capture", "--test-threads", "3"],
        &["--test-threads=1", "--color", "always"],
        &["--format", "terse"],
        &["-q"],
        &["--show-output", "--include-ignored", "-Z", "unstable-options", "--report-time"],
    ] {
        let ended = scratch.run(options).with_code(0);
        assert_eq!(ended.stdout.matches("18 passed; 0 failed").count(), 1, "{ended}");
    }
    let ended = scratch.run(&["--format", "json", "-Z", "unstable-options"]).with_code(0);
    let events = eval_tests::json_lines(&ended.stdout);
    let passed = events.iter().filter(|event| event["type"] == "test" && event["event"] == "ok");
    assert_eq!(passed.count(), 18, "{ended}");
}

#[test]
fn repeats_are_runs_of_one_trial_and_overlap_as_parallel_says() {
    let text = r"
agent: {type: obey}
metrics: []
cases: [{id: one, input: {meet: 4}}, {id: two, input: {meet: 4}}, {id: three, input: {meet: 4}}]
";
    for (options, twins) in [
        (&["--repeats", "3", "--parallel", "4"][..], &[][..]),
        (&["--repeats", "3", "--test-threads", "4"], &[]),
        (&[], &[("EVAL_REPEATS", "3"), ("EVAL_PARALLEL", "4")]),
    ] {
        let scratch = Scratch::suite(text);
        let start = twins.iter().fold(scratch.start(options), |start, (name, value)| start.env(name, value));
        let ended = start.run().with_code(0);
        assert_eq!(ended.count("ok"), 3, "{ended}");
        let runs = scratch.written().journalled();
        assert_eq!(runs.len(), 9);
        // Fewer than four at once would have waited in vain; here no fifth came.
        let peak = runs.iter().filter_map(|run| run["trace"]["output"]["peak"].as_u64()).max();
        assert_eq!(peak, Some(4), "{ended}");
    }
}

#[test]
fn without_parallel_there_is_one_run_at_a_time() {
    let scratch = Scratch::suite(
        r"
agent: {type: obey}
repeats: 2
metrics: []
cases: [{id: one, input: {meet: 1}}, {id: two, input: {meet: 1}}]
",
    );
    let _ = scratch.run(&[]).with_code(0);
    let runs = scratch.written().journalled();
    assert!(runs.iter().all(|run| run["trace"]["output"]["peak"] == 1), "{runs:?}");
    assert_eq!(runs.len(), 4);
}

#[test]
fn parallel_counts_the_runs_of_all_suites_of_a_start() {
    let project = Project::built();
    let options = ["--suite", "crowd", "--suite", "throng", "--parallel", "3"];
    let ended = project.binary("evals", project.folder(), &options).run().with_code(0);
    assert_eq!(ended.count("ok"), 4, "{ended}");
    let runs = ["crowd", "throng"].map(|suite| project.written(suite).journalled());
    let peaks = runs.iter().flatten().filter_map(|run| run["trace"]["output"]["peak"].as_u64());
    // Two of the first suite and one of the second met; the fourth had to wait.
    assert_eq!(peaks.max(), Some(3), "{ended}");
}
