//! Where mistakes are shown: several places, several files, long lines, strange characters, none at all.

use std::sync::Arc;
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use super::{said, said_of};
use crate::diagnostic::render;
use crate::suite::file::testing::{Folder, complete};
use crate::suite::{Mistake, Place, Source};

/// A mistake that marks the first `marked` in a text.
fn at(text: &str, marked: &str) -> Mistake {
    Mistake::at(&place(text, marked), "this is wrong")
}

fn place(text: &str, marked: &str) -> Place {
    let source = Arc::new(Source { path: "suite.yaml".into(), text: text.to_owned() });
    let start = text.find(marked).expect("the marked text");
    Place::new(source, start..start + marked.len())
}

#[test]
fn a_mistake_without_a_place_has_its_message_and_help() {
    let mistakes = [Mistake::new("no suite is called `x`").help("there is `y`"), Mistake::new("and this")];
    assert_snapshot!(render(&mistakes, false), @r"
    error: no suite is called `x`
     |
     = help: there is `y`

    error: and this
    ");
    assert_eq!(render(&[], false), "");
}

#[test]
fn places_that_are_near_are_shown_together() {
    assert_snapshot!(said("cases:\n  - id: first\n    input: 1\n  - id: first\n"), @r"
    error: a second case `first`
     --> suite.yaml:4:9
      |
    2 |   - id: first
      |         ----- the first case `first`
    3 |     input: 1
    4 |   - id: first
      |         ^^^^^
    ");
}

#[test]
fn places_that_are_far_apart_are_shown_apart() {
    let between: String = (0..50).map(|id| format!("  - {{id: case-{id}}}\n")).collect();
    assert_snapshot!(said(&format!("cases:\n  - id: first\n{between}  - id: first\n")), @r"
    error: a second case `first`
      --> suite.yaml:53:9
       |
    53 |   - id: first
       |         ^^^^^
       |
      ::: suite.yaml:2:9
       |
     2 |   - id: first
       |         ----- the first case `first`
    ");
}

#[test]
fn a_mistake_in_another_file_is_shown_there() {
    let folder = Folder::new(&[
        (
            "suite.yaml",
            &*complete(
                "cases: cases.yaml\nvariants: [{name: v, system_prompt_file: prompt/v.txt}]\nrepeats: 0\n",
            ),
        ),
        ("cases.yaml", "- id: first\n  expeted: {}\n"),
        ("prompt/v2.txt", "x"),
    ]);
    assert_snapshot!(said_of(&folder), @r"
    error: there is no file prompt/v.txt
     --> suite.yaml:2:42
      |
    2 | variants: [{name: v, system_prompt_file: prompt/v.txt}]
      |                                          ^^^^^^^^^^^^
      |
      = help: did you mean `prompt/v2.txt`?

    error: `repeats` must be a whole number of at least 1
     --> suite.yaml:3:10
      |
    3 | repeats: 0
      |          ^

    error: a case has no field `expeted`
     --> cases.yaml:2:3
      |
    2 |   expeted: {}
      |   ^^^^^^^
      |
      = help: did you mean `expected`?
    ");
}

#[test]
fn a_path_out_of_the_workspace_names_the_workspace() {
    assert_snapshot!(said("cases: ../../../cases.yaml\n"), @r"
    error: the path leads out of the workspace
     --> suite.yaml:1:8
      |
    1 | cases: ../../../cases.yaml
      |        ^^^^^^^^^^^^^^^^^^^
      |
      = help: the workspace is <root>; copy the file into it
    ");
}

#[test]
fn wide_characters_and_windows_line_ends_keep_marks_in_place() {
    assert_snapshot!(said("name: ein schönes 漢字\r\ncases: [{id: größe, inptu: 1}]\r\n"), @r"
    error: a case has no field `inptu`
     --> suite.yaml:2:21
      |
    2 | cases: [{id: größe, inptu: 1}]
      |                     ^^^^^
      |
      = help: did you mean `input`?
    ");
}

#[test]
fn a_mark_at_the_end_of_a_line_or_of_the_file_is_shown() {
    let end =
        Place::new(Arc::new(Source { path: "suite.yaml".into(), text: "a: b\nc: d\n".to_owned() }), 11..11);
    assert_snapshot!(render(&[at("a: b\nc: d", "\n"), Mistake::at(&end, "the end")], false), @r"
    error: this is wrong
     --> suite.yaml:1:5
      |
    1 | a: b
      |     ^

    error: the end
     --> suite.yaml:3:1
      |
    3 |
      | ^
    ");
}

#[test]
fn a_mark_over_several_lines_ends_with_the_first() {
    assert_snapshot!(render(&[at("a: [b,\n  c,\n d]\n", "[b,\n  c,\n d]")], false), @r"
    error: this is wrong
     --> suite.yaml:1:4
      |
    1 | a: [b,
      |    ^^^
    ");
}

#[test]
fn a_long_line_is_cut_around_the_mark_and_keeps_its_column() {
    let text = format!("a: {{{}wrong: 1, {}}}", "é: 1, ".repeat(200), "b: 2, ".repeat(200));
    assert_snapshot!(render(&[at(&text, "wrong"), at(&text, "a:"), at(&text, "}")], false), @r"
    error: this is wrong
     --> suite.yaml:1:1205
      |
    1 | … é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, wrong: 1, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2…
      |                                             ^^^^^

    error: this is wrong
     --> suite.yaml:1:1
      |
    1 | a: {é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, é: 1, é: 1,…
      | ^^

    error: this is wrong
     --> suite.yaml:1:2415
      |
    1 | …, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, b: 2, }
      |                                                    ^
    ");
}

#[test]
fn two_marks_on_one_long_line_are_shown_apart() {
    let text = format!("{{a: 1, {}a: 2}}", "b: 1, ".repeat(100));
    let second = text.rfind("a:").expect("the second");
    let source = Arc::new(Source { path: "suite.yaml".into(), text });
    let mistake = Mistake::at(&Place::new(Arc::clone(&source), second..second + 1), "`a` is written twice")
        .also(&Place::new(source, 1..2), "the first stands here");
    assert_snapshot!(render(&[mistake], false), @r"
    error: `a` is written twice
     --> suite.yaml:1:608
      |
    1 | …, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, a: 2}
      |                                                    ^
      |
     ::: suite.yaml:1:2
      |
    1 | {a: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b: 1, b:…
      |  - the first stands here
    ");
}

#[test]
fn what_a_terminal_would_obey_is_shown_and_not_sent() {
    let mistake = at("id: \u{1b}[31mred\u{9b}\u{202e} x\t!\n", "x").label("a\u{1b}b").help("c\u{7}d");
    let mistake = Mistake { message: "bad \u{1b}[2J\u{9b}2J".to_owned(), ..mistake };
    let text = render(&[mistake], false);
    assert!(!text.chars().any(|char| char.is_control() && char != '\n'), "{text:?}");
    assert_snapshot!(text, @r"
    error: bad ␛[2J�2J
     --> suite.yaml:1:16
      |
    1 | id: ␛[31mred�� x    !
      |                ^ a␛b
      |
      = help: c␇d
    ");
}

#[test]
fn a_path_is_cleaned_too() {
    let source = Arc::new(Source { path: "a\u{1b}b\nc.yaml".into(), text: "x".to_owned() });
    assert_snapshot!(render(&[Mistake::at(&Place::new(source, 0..1), "bad")], false), @r"
    error: bad
     --> a␛b␊c.yaml:1:1
      |
    1 | x
      | ^
    ");
}

#[test]
fn colours_are_there_only_when_asked_for() {
    let mistakes = [at("a: b", "b").label("here").help("write c")];
    let (plain, coloured) = (render(&mistakes, false), render(&mistakes, true));
    assert!(!plain.contains('\u{1b}'));
    let mut stripped = String::new();
    let mut rest = &*coloured;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped.push_str(before);
        rest = after.split_once('m').expect("the end of a colour").1;
    }
    stripped.push_str(rest);
    assert!(coloured.contains("\u{1b}["));
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&stripped), lines(&plain));
}

#[test]
fn a_thousand_mistakes_in_a_large_file_are_shown_in_no_time() {
    let text = "- {id: x, input: some text that makes the file large}\n".repeat(40_000);
    let source = Arc::new(Source { path: "cases.yaml".into(), text });
    let mistakes: Vec<Mistake> = (0..1_000)
        .map(|number| {
            let start = number * 40 * 54 + 3;
            Mistake::at(&Place::new(Arc::clone(&source), start..start + 2), "wrong")
        })
        .collect();
    let begun = Instant::now();
    let text = render(&mistakes, false);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert!(text.contains("cases.yaml:39961:4"), "{}", &text[text.len() - 300..]);
}
