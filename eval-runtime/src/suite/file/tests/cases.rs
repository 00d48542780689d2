//! Cases, inline and from files.

use serde_json::json;

use crate::suite::file::testing::{Folder, complete, load_text, suite};

#[track_caller]
fn check_mistake(text: &str, message: &str) {
    let error = load_text(text).expect_err("a mistake");
    let [mistake] = error.mistakes() else { panic!("one mistake, not\n{error}") };
    assert_eq!(mistake.message, message, "{text}");
}

/// The ids that a list of cases has.
#[track_caller]
fn check_ids(ids: &str, expected: &[&str]) {
    let suite = suite(&format!("cases: [{ids}]"));
    assert_eq!(suite.cases.iter().map(|case| &*case.id).collect::<Vec<_>>(), expected);
}

#[test]
fn a_case_has_all_its_fields() {
    let suite = suite(
        "cases:\n  - id: first\n    description: A vegan.\n    tags: [vegan, 2]\n    input: {days: 3}\n\
         \x20   expected: {output: {days: 3}, mock_calls: {order: [{n: 1}], none: []}, failure_code: 404, own: x}\n\
         \x20   metrics: [{type: follows_diet}]\n",
    );
    let case = &suite.cases[0];
    assert_eq!((&*case.id, case.description.as_deref()), ("first", Some("A vegan.")));
    assert_eq!(
        (&*case.tags, &*case.input),
        (["vegan".to_owned(), "2".to_owned()].as_slice(), &json!({"days": 3}))
    );
    assert_eq!(case.expected.output(), Some(&json!({"days": 3})));
    assert_eq!(case.expected.mock_calls("order"), Some(&json!([{"n": 1}])));
    assert_eq!(case.expected.mock_calls("none"), Some(&json!([])));
    assert_eq!(case.expected.failure_code(), Some("404"));
    assert_eq!(case.expected.0["own"], json!("x"));
    assert_eq!(case.metrics[0].name, "follows_diet");
}

#[test]
fn what_a_case_leaves_out_is_empty() {
    let suite = suite("cases: [{id: first}]");
    let case = &suite.cases[0];
    assert_eq!((&case.description, case.tags.len(), case.metrics.len()), (&None, 0, 0));
    assert_eq!((&*case.input, &*case.expected.0), (&json!(null), &json!({})));
}

#[test]
fn an_id_keeps_its_spelling() {
    check_ids(
        "{id: 007}, {id: 1.10}, {id: 1.1}, {id: no}, {id: true}, {id: 0x10}",
        &["007", "1.10", "1.1", "no", "true", "0x10"],
    );
    check_ids(
        "{id: a/b}, {id: ..}, {id: 🎉}, {id: CON}, {id: '#1: x'}",
        &["a/b", "..", "🎉", "CON", "#1: x"],
    );
    let long = "x".repeat(300);
    check_ids(&format!("{{id: {long}}}"), &[&long]);
    check_ids("{id: ' a '}, {id: \"e\\u0301\"}", &["a", "\u{e9}"]);
}

#[test]
fn an_id_is_text_without_control_characters() {
    check_mistake("cases: [{id: \"a\\nb\"}]", "`id` must not hold a line break");
    check_mistake("cases: [{id: \"a\\tb\"}]", "`id` must not hold a tab");
    check_mistake("cases: [{id: \"a\\eb\"}]", "`id` must not hold a control character (U+001B)");
    check_mistake("cases: [{id: ''}]", "`id` must not be empty");
    check_mistake("cases: [{id: }]", "`id` must be text");
    check_mistake("cases: [{id: ~}]", "`id` must be text");
    check_mistake("cases: [{id: [a]}]", "`id` must be text");
    check_mistake("cases: [{input: 1}]", "a case needs `id`");
}

#[test]
fn ids_that_differ_only_in_unicode_form_or_space_are_duplicates() {
    for (text, message, first) in [
        ("cases: [{id: a}, {id: b}, {id: a}]", "a second case `a`", (1, 14)),
        ("cases: [{id: a}, {id: 'a '}]", "a second case `a`", (1, 14)),
        ("cases: [{id: \"\u{e9}\"}, {id: \"e\u{301}\"}]", "a second case `\u{e9}`", (1, 14)),
        ("cases: [{id: 1}, {id: '1'}]", "a second case `1`", (1, 14)),
    ] {
        check_mistake(text, message);
        let error = load_text(text).expect_err("a mistake");
        assert_eq!(error.mistakes()[0].also[0].0.line_and_column(), first);
    }
    check_ids("{id: a}, {id: A}, {id: 1.10}, {id: 1.1}", &["a", "A", "1.10", "1.1"]);
}

#[test]
fn no_cases_is_a_mistake() {
    check_mistake("cases: []", "no cases");
    check_mistake("cases:", "no cases");
    check_mistake("cases: {id: a}", "`cases` must be a list of cases, or the path of a file with one");
    for content in ["", "# nothing yet\n", "[]", "cases: []\n", "cases:\n", "---\n"] {
        let error =
            Folder::new(&[("suite.yaml", &*complete("cases: cases.yaml")), ("cases.yaml", content)]).load();
        let error = error.expect_err("a mistake");
        assert_eq!(
            error.mistakes().iter().map(|mistake| &*mistake.message).collect::<Vec<_>>(),
            ["no cases"],
            "{content}"
        );
        assert!(error.mistakes()[0].place.as_ref().expect("a place").source().path.ends_with("cases.yaml"));
    }
}

#[test]
fn a_case_file_is_a_list_or_has_one() {
    for content in [
        "- id: a\n- id: b\n",
        "x-y: &z 1\ncases: [{id: a, input: *z}, {id: b}]\n",
        "cases:\n- id: a\n- id: b\n",
    ] {
        let folder = Folder::new(&[
            ("suite.yaml", &*complete("cases: ../cases/all.yml")),
            ("/evals/cases/all.yml", content),
        ]);
        let suite = folder.load().expect("a suite");
        assert_eq!(suite.cases.iter().map(|case| &*case.id).collect::<Vec<_>>(), ["a", "b"]);
        assert!(suite.cases[0].at.source().path.ends_with("evals/cases/all.yml"));
    }
    for (content, message) in [
        ("id: a\n", "a case file has no field `id`"),
        ("text\n", "the file must hold a list of cases"),
        ("cases: other.yaml\n", "`cases` must be a list"),
        ("case: [{id: a}]\n", "a case file has no field `case`"),
    ] {
        let folder = Folder::new(&[("suite.yaml", &*complete("cases: cases.yaml")), ("cases.yaml", content)]);
        let error = folder.load().expect_err("a mistake");
        assert_eq!(error.mistakes()[0].message, message);
    }
}

#[test]
fn expected_is_a_mapping_with_fields_of_a_meaning() {
    let case = |expected: &str| format!("cases: [{{id: a, expected: {expected}}}]");
    check_mistake(&case("5"), "`expected` must be a mapping");
    check_mistake(&case(""), "`expected` must be a mapping");
    check_mistake(&case("{failure_code: }"), "`failure_code` must be text");
    check_mistake(&case("{failure_code: [a]}"), "`failure_code` must be text");
    check_mistake(&case("{mock_calls: [a]}"), "`mock_calls` must be a mapping");
    check_mistake(&case("{mock_calls: {order: {n: 1}}}"), "`order` must be a list of calls");
    assert_eq!(*suite(&case("{output: }")).cases[0].expected.0, json!({"output": null}));
}

#[test]
fn fields_of_a_case_that_nobody_knows_are_mistakes() {
    check_mistake("cases: [{id: a, inputs: 1}]", "a case has no field `inputs`");
    check_mistake("cases: [{id: a, x-note: 1}]", "a case has no field `x-note`");
    check_mistake("cases: [a]", "an item of `cases` must be a mapping");
    check_mistake("cases: [{id: a, tags: b}]", "`tags` must be a list");
    check_mistake("cases: [{id: a, tags: [b, [c]]}]", "an item of `tags` must be text");
}
