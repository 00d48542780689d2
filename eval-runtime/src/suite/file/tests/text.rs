//! YAML as such: scalars, keys, anchors, encodings, bounds.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::suite::file::testing::{Folder, complete, load_text, suite};

/// What a free-form value with this text becomes.
#[track_caller]
fn check(text: &str, value: Value) {
    let suite = suite(&format!("cases: [{{id: first, input: {text}}}]"));
    assert_eq!(*suite.cases[0].input, value, "{text}");
}

/// That a suite is refused with one mistake of this message, at this line and column.
#[track_caller]
fn check_mistake(text: &str, message: &str, line_and_column: (usize, usize)) {
    let error = load_text(text).expect_err("a mistake");
    let [mistake] = error.mistakes() else { panic!("one mistake, not\n{error}") };
    assert_eq!(mistake.message, message, "{text}");
    assert_eq!(mistake.place.as_ref().expect("a place").line_and_column(), line_and_column, "{text}");
}

#[test]
fn free_form_values_are_those_of_yaml_1_2() {
    check("{country: no, off: on}", json!({"country": "no", "off": "on"}));
    check("[true, True, false, null, ~, '', '~']", json!([true, true, false, null, null, "", "~"]));
    check("[1, -1, 1.10, 1.0, 0x10, 0o10, 1e3]", json!([1, -1, 1.1, 1.0, 16, 8, 1000.0]));
    check("['1', \"1\", 1_000, 1:30, 2024-01-01]", json!(["1", "1", "1_000", "1:30", "2024-01-01"]));
    check("18446744073709551615", json!(u64::MAX));
    check("18446744073709551616", json!(18_446_744_073_709_551_616.0));
    check("{nested: {list: [{a: []}, {}]}}", json!({"nested": {"list": [{"a": []}, {}]}}));
    check("\"é \\u00e9 \\t漢 🎉\"", json!("é é \t漢 🎉"));
}

#[test]
fn keys_of_free_form_mappings_are_their_source_text() {
    check(
        "{1: a, 1.10: b, true: c, 'q': d, 0x1: e, null: f}",
        json!({"1": "a", "1.10": "b", "true": "c", "q": "d", "0x1": "e", "null": "f"}),
    );
}

#[test]
fn tags_of_the_core_schema_say_what_a_scalar_is() {
    check(
        "[!!str 5, ! 5, !!int '5', !!float '.5', !!bool 'true', !!null '']",
        json!(["5", "5", 5, 0.5, true, null]),
    );
    check("!!map {a: !!seq [!!str ~]}", json!({"a": ["~"]}));
}

#[test]
fn block_scalars_keep_and_fold_lines() {
    let suite = suite(
        "cases:\n  - id: first\n    input:\n      a: |\n        one\n         two\n      b: >-\n        one\n        two\n",
    );
    assert_eq!(*suite.cases[0].input, json!({"a": "one\n two\n", "b": "one two"}));
}

#[test]
fn nan_and_infinity_are_mistakes_at_any_depth() {
    for number in [".nan", ".inf", "-.inf", "1e400"] {
        let message = format!("`{number}` is no number that can be compared or written down");
        check_mistake(&format!("cases: [{{id: first, input: {{é: [{number}]}}}}]"), &message, (1, 33));
    }
    check("'.nan'", json!(".nan"));
}

#[test]
fn merge_keys_merge_and_explicit_keys_win() {
    let suite = suite(
        "x-base: &base {a: 1, b: 2, id: base}\nx-more: &more {b: 3, c: 4}\ncases:\n\
         \x20 - {<<: {id: merged, tags: [t]}, id: one, input: {<<: *base, b: 9}}\n\
         \x20 - {id: two, input: {b: 9, <<: [*more, *base]}}\n\
         \x20 - {id: three, input: {<<: {d: 1}, '<<': text}}\n",
    );
    assert_eq!((&*suite.cases[0].id, &*suite.cases[0].tags), ("one", ["t".to_owned()].as_slice()));
    let inputs: Vec<&Value> = suite.cases.iter().map(|case| &*case.input).collect();
    assert_eq!(*inputs[0], json!({"a": 1, "b": 9, "id": "base"}));
    assert_eq!(*inputs[1], json!({"a": 1, "b": 9, "c": 4, "id": "base"}));
    assert_eq!(*inputs[2], json!({"d": 1, "<<": "text"}));
}

#[test]
fn a_merge_of_what_is_no_mapping_is_a_mistake() {
    let message = "`<<` merges a mapping, or a list of mappings";
    check_mistake("cases: [{id: first, input: {<<: 1}}]", message, (1, 33));
    check_mistake("cases: [{id: first, input: {<<: [{a: 1}, x]}}]", message, (1, 42));
    check_mistake("x-a: &a [1]\ncases: [{id: first, input: {<<: *a}}]", message, (1, 10));
    check_mistake(
        "cases: [{id: first, input: {<<: {}, <<: {}}}]",
        "`<<` is written twice in one mapping",
        (1, 37),
    );
}

#[test]
fn a_key_twice_is_a_mistake_that_names_both_places() {
    for (text, places) in [
        ("cases: [{id: first, input: {a: 1, b: 2, a: 3}}]", [(1, 41), (1, 29)]),
        ("cases: [{id: first, input: {1: 1, '1': 2}}]", [(1, 35), (1, 29)]),
        ("name: a\ndescription: b\nname: c\n", [(3, 1), (1, 1)]),
    ] {
        let error = load_text(text).expect_err("a mistake");
        let [mistake] = error.mistakes() else { panic!("one mistake, not\n{error}") };
        assert!(mistake.message.ends_with("is written twice in one mapping"), "{error}");
        let also = mistake.also.iter().map(|(place, _)| place);
        let found: Vec<_> = mistake.place.iter().chain(also).map(|place| place.line_and_column()).collect();
        assert_eq!(found, places, "{text}");
    }
}

#[test]
fn a_key_twice_is_found_among_ten_thousand() {
    let mut text = String::from("cases:\n  - id: first\n    input:\n");
    for number in 0..10_000 {
        writeln!(text, "      key{number}: 1").expect("a text");
    }
    let begun = Instant::now();
    assert!(load_text(&text).is_ok());
    text.push_str("      key17: 1\n");
    check_mistake(&text, "`key17` is written twice in one mapping", (10_004, 7));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn two_mappings_may_have_the_same_keys() {
    let keys: Vec<String> = (0..20).map(|number| format!("key{number}: 1")).collect();
    for len in [2, 20] {
        let mapping = format!("{{{}}}", keys[..len].join(", "));
        assert!(load_text(&format!("cases: [{{id: a, input: [{mapping}, {mapping}]}}]")).is_ok());
    }
}

#[test]
fn a_key_that_is_no_text_is_a_mistake() {
    check_mistake("cases: [{id: first, input: {[a]: 1}}]", "a key must be text", (1, 29));
    check_mistake("cases: [{id: first, input: {: 1}}]", "an entry has no key", (1, 29));
}

#[test]
fn a_second_document_is_a_mistake() {
    check_mistake(
        &(complete("") + "---\na: b\n"),
        "a file holds one YAML document, and here begins a second",
        (4, 1),
    );
    check_mistake(
        &(complete("---\n") + "---\n"),
        "a file holds one YAML document, and here begins a second",
        (5, 1),
    );
    assert!(load_text(&complete("---\n")).is_ok());
    assert!(load_text(&format!("%YAML 1.2\n---\n{}...\n", complete(""))).is_ok());
}

#[test]
fn a_tab_that_indents_is_a_mistake_at_the_tab() {
    let message = "a tab cannot indent a line";
    check_mistake("cases:\n\t- id: first\n", message, (2, 1));
    check_mistake("cases:\n  - id: first\n  \tinput: 1\n", message, (3, 3));
    check_mistake("\tname: x\n", message, (1, 1));
    check_mistake("cases:\n  -\tid: first\n", message, (2, 4));
    check_mistake("name:\tx\n", "a space should stand between the `:` and this", (1, 7));
    assert!(load_text("name: x\t# a\tb\ncases:\t[{id: first,\tinput: \"a\tb\"}]\n").is_ok());
}

#[test]
fn an_alias_of_nothing_or_of_itself_is_a_mistake() {
    check_mistake("name: *nam\n", "no anchor `&nam` stands before this alias", (1, 7));
    check_mistake("x-a: &a [*a]\n", "the alias stands inside what it refers to", (1, 10));
    check_mistake("x-a: &a {b: {c: *a}}\n", "the alias stands inside what it refers to", (1, 17));
}

#[test]
fn an_alias_bomb_is_a_mistake_in_no_time() {
    let mut text = String::from("x-0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..30 {
        let below = level - 1;
        writeln!(text, "x-{level}: &a{level} [{}]", vec![format!("*a{below}"); 9].join(", "))
            .expect("a text");
    }
    let texts = format!("x-0: &a \"{}\"\nx-1: [{}]\n", "x".repeat(100_000), vec!["*a"; 10_000].join(", "));
    let merges = (0..30).fold(String::from("x: &m0 {a: 1}\n"), |text, level| {
        text + &format!("x-{level}: &m{} {{<<: [{}]}}\n", level + 1, vec![format!("*m{level}"); 9].join(", "))
    });
    for text in [text, texts, merges.replace("x: ", "x-x: ")] {
        let begun = Instant::now();
        let error = load_text(&text).expect_err("a mistake");
        assert_eq!(error.mistakes()[0].message, "the aliases of this file stand for too much");
        assert!(error.mistakes()[0].place.is_some());
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}

#[test]
fn aliases_may_stand_for_much_in_a_large_file() {
    let mut text = String::from("x-input: &input {a: [1, 2, 3, 4, 5, 6, 7, 8, 9], b: {c: d}}\ncases:\n");
    for number in 0..2_000 {
        writeln!(text, "  - {{id: case-{number}, input: *input}}").expect("a text");
    }
    assert_eq!(suite(&text).cases.len(), 2_000);
}

#[test]
fn nesting_ten_thousand_deep_is_a_mistake_in_no_time() {
    let message = "lists and mappings are nested too deeply";
    let block = (0..2_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<String>();
    let chain = (1..10_000).fold(String::from("x-0: &a0 [x]\n"), |text, level| {
        text + &format!("x-{level}: &a{level} [*a{}]\n", level - 1)
    });
    for text in ["[", "{a: ", "- ", "? ", "[{a: ", "{a: ["]
        .map(|open| open.repeat(10_000))
        .into_iter()
        .chain([block, chain, format!("cases: {}{}", "[".repeat(10_000), "]".repeat(10_000))])
    {
        let begun = Instant::now();
        let error = load_text(&text).expect_err("a mistake");
        let found: Vec<&str> = error.mistakes().iter().map(|mistake| mistake.message.as_str()).collect();
        assert_eq!(found, [message], "{}", &text[..40]);
        assert!(error.mistakes()[0].place.is_some());
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}

#[test]
fn values_may_be_nested_as_deep_as_a_hundred() {
    // The suite, the cases and the case are three.
    let nested =
        |depth: usize| format!("cases: [{{id: first, input: {}1{}}}]", "[".repeat(depth), "]".repeat(depth));
    assert!(load_text(&nested(97)).is_ok());
    check_mistake(&nested(98), "lists and mappings are nested too deeply", (1, 28 + 97));
}

#[test]
fn a_place_is_the_value_without_its_anchor_and_no_more_than_a_line() {
    for (text, marked) in [
        ("repeats: &r x\n", "x"),
        ("repeats: !!str &r 'x'\n", "'x'"),
        ("repeats: x\n  y\n", "x"),
        ("repeats: [a,\n  b]\n", "[a,"),
        ("repeats:\n  - a\n  - b\n", "- a"),
        ("repeats: {a: 1,\r\n  b: 2}\n", "{a: 1,"),
        ("repeats:\n  a: 1\n  b: 2\n", "a: 1"),
        ("repeats:\n", "repeats"),
        ("repeats: |\n  a\n  b\n", "a"),
    ] {
        let error = load_text(text).expect_err("a mistake");
        let place = error.mistakes()[0].place.as_ref().expect("a place");
        assert_eq!(&place.source().text[place.range()], marked, "{text}");
    }
}

#[test]
fn places_count_characters_whatever_their_bytes() {
    check_mistake("name: é漢🎉\r\ncases: [{id: é, 漢字: 🎉}]", "a case has no field `漢字`", (2, 17));
    let folder = Folder::new(&[("suite.yaml", complete("name: 漢\r\n# 🎉\r\ncases: [{id: é漢, x: 1}]\n"))]);
    let error = folder.load().expect_err("a mistake");
    let place = error.mistakes()[0].place.as_ref().expect("a place");
    assert_eq!(&place.source().text[place.range()], "x");
    assert_eq!(place.line_and_column(), (3, 18));
}

#[test]
fn a_byte_order_mark_is_dropped_and_windows_line_ends_are_fine() {
    let text = format!("\u{feff}{}", complete("name: x\ndescription: |\n  a\n  b\n")).replace('\n', "\r\n");
    let suite = suite(&text);
    assert_eq!((&*suite.name, suite.description.as_deref()), ("x", Some("a\nb\n")));
    check_mistake("\u{feff}nam: x\r\n", "a suite has no field `nam`", (1, 1));
}

#[test]
fn bytes_that_are_no_utf_8_are_a_mistake_with_their_offset() {
    let folder = Folder::new(&[("suite.yaml", b"name: \xff\n")]);
    let error = folder.load().expect_err("a mistake");
    assert!(error.to_string().ends_with("suite.yaml is no UTF-8 text: byte 6 is 0xFF"), "{error}");
}

#[test]
fn control_characters_in_a_file_are_a_mistake() {
    check_mistake("name: a\0b\n", "a control character cannot stand in a suite", (1, 8));
}
