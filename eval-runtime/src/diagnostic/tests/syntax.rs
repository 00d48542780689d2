//! What is no YAML: the whole text of each kind of mistake.

use insta::assert_snapshot;

use super::said;

#[test]
fn a_tab() {
    assert_snapshot!(said("cases:\n  - id: first\n\tinput: 1\n"), @r"
    error: a tab cannot indent a line
     --> suite.yaml:3:1
      |
    3 |     input: 1
      | ^^^^
      |
      = help: use spaces
    ");
}

#[test]
fn a_key_twice() {
    assert_snapshot!(said("name: one\nname: two\n"), @r"
    error: `name` is written twice in one mapping
     --> suite.yaml:2:1
      |
    1 | name: one
      | ---- the first stands here
    2 | name: two
      | ^^^^
    ");
}

#[test]
fn two_documents() {
    assert_snapshot!(said("name: one\n---\nname: two\n"), @r"
    error: a file holds one YAML document, and here begins a second
     --> suite.yaml:2:1
      |
    1 | name: one
      | - the first begins here
    2 | ---
      | ^^^
      |
      = help: remove the `---`, or move what follows to a file of its own
    ");
}

#[test]
fn an_alias_of_nothing() {
    assert_snapshot!(said("x-base: &base {a: 1}\ncases: [{id: first, input: *bsae}]\n"), @r"
    error: no anchor `&bsae` stands before this alias
     --> suite.yaml:2:28
      |
    2 | cases: [{id: first, input: *bsae}]
      |                            ^^^^^
      |
      = help: did you mean `base`?
    ");
}

#[test]
fn an_alias_of_itself() {
    assert_snapshot!(said("x-a: &a [*a]\n"), @r"
    error: the alias stands inside what it refers to
     --> suite.yaml:1:10
      |
    1 | x-a: &a [*a]
      |          ^^
    ");
}

#[test]
fn a_merge_of_text() {
    assert_snapshot!(said("cases: [{id: first, input: {<<: base}}]\n"), @r"
    error: `<<` merges a mapping, or a list of mappings
     --> suite.yaml:1:33
      |
    1 | cases: [{id: first, input: {<<: base}}]
      |                                 ^^^^ this is neither
      |
      = help: write the alias of a mapping: `<<: *base`
    ");
}

#[test]
fn a_merge_key_twice() {
    assert_snapshot!(said("cases: [{id: first, input: {<<: {a: 1}, <<: {b: 2}}}]\n"), @r"
    error: `<<` is written twice in one mapping
     --> suite.yaml:1:41
      |
    1 | cases: [{id: first, input: {<<: {a: 1}, <<: {b: 2}}}]
      |                             --          ^^
      |                             |
      |                             the first stands here
      |
      = help: merge several mappings by a list: `<<: [*a, *b]`
    ");
}

#[test]
fn nested_too_deeply() {
    assert_snapshot!(said(&format!("cases: {}{}\n", "[".repeat(120), "]".repeat(120))), @r"
    error: lists and mappings are nested too deeply
     --> suite.yaml:1:107
      |
    1 | cases: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]...
      |                                                                                                           ^
      |
      = help: at most 100 may stand inside each other
    ");
}

#[test]
fn a_quote_that_is_not_closed() {
    assert_snapshot!(said("name: \"one\ndescription: two\n"), @r#"
    error: the quote is not closed on this line
     --> suite.yaml:1:7
      |
    1 | name: "one
      |       ^
      |
      = help: close it, or indent the lines that continue it
    "#);
}

#[test]
fn a_bracket_that_is_not_closed() {
    assert_snapshot!(said("reports: [report, results\ncases: [{id: first}]\n"), @r"
    error: a `:` cannot stand here
     --> suite.yaml:2:6
      |
    2 | cases: [{id: first}]
      |      ^
      |
      = help: check whether a `]`, a `}` or a quote is missing before
    ");
}

#[test]
fn a_brace_that_is_not_closed() {
    assert_snapshot!(said("agent: {type: planner\n"), @r"
    error: a `,` or `}` should stand here
     --> suite.yaml:2:8
      |
    2 | metrics: []
      |        ^
      |
      = help: check whether a `{` before is closed
    ");
}

#[test]
fn a_colon_in_text() {
    assert_snapshot!(said("description: note: this\n"), @r"
    error: a `:` cannot stand here
     --> suite.yaml:1:18
      |
    1 | description: note: this
      |                  ^
      |
      = help: put text with a `:` in quotes, and check the indentation of this line and the one before
    ");
}

#[test]
fn an_at_sign_that_begins_a_text() {
    assert_snapshot!(said("name: @home\n"), @r"
    error: a text without quotes cannot begin with `@`
     --> suite.yaml:1:7
      |
    1 | name: @home
      |       ^
      |
      = help: put the text in quotes
    ");
}

#[test]
fn a_key_without_a_colon() {
    assert_snapshot!(said("name: x\nrepeats\n"), @r"
    error: a key without a `:`
     --> suite.yaml:2:1
      |
    2 | repeats
      | ^^^^^^^
      |
      = help: write `key: value`, and check the quotes before
    ");
}

#[test]
fn a_line_that_leaves_what_is_not_closed() {
    assert_snapshot!(said("cases: [[{id: first\nname: x\n"), @r"
    error: this line is indented less than what it belongs to
     --> suite.yaml:4:1
      |
    4 | metrics: []
      | ^
      |
      = help: check its indentation, and whether a `[`, a `{` or a quote before is closed
    ");
}

#[test]
fn a_line_with_other_indentation() {
    assert_snapshot!(said("cases:\n  - id: first\n    input: 1\n   tags: []\n"), @r"
    error: an item of the list above should stand here, with a `-`
     --> suite.yaml:4:4
      |
    4 |    tags: []
      |    ^
      |
      = help: check the indentation of this line
    ");
}

#[test]
fn text_after_a_quote() {
    assert_snapshot!(said("name: 'it's'\n"), @r"
    error: something stands after the closing quote
     --> suite.yaml:1:11
      |
    1 | name: 'it's'
      |           ^
      |
      = help: put all of the text in quotes; in single quotes, a `'` is written twice
    ");
}

#[test]
fn an_unknown_escape() {
    assert_snapshot!(said("name: \"\\d\"\n"), @r#"
    error: the text in double quotes holds an unknown escape
     --> suite.yaml:1:7
      |
    1 | name: "\d"
      |       ^
      |
      = help: write `\\` for a backslash, or use single quotes
    "#);
}

#[test]
fn a_tag_of_nobody() {
    assert_snapshot!(said("name: !secret x\n"), @r"
    error: the tag `!secret` means nothing in a suite
     --> suite.yaml:1:7
      |
    1 | name: !secret x
      |       ^^^^^^^^^
      |
      = help: remove the tag; `!!str` makes text of what would be a number
    ");
}

#[test]
fn a_tag_that_lies() {
    assert_snapshot!(said("cases: [{id: first, input: !!int five}]\n"), @r"
    error: this is not what its tag `!!int` says
     --> suite.yaml:1:28
      |
    1 | cases: [{id: first, input: !!int five}]
      |                            ^^^^^^^^^^
      |
      = help: remove the tag
    ");
}

#[test]
fn a_key_that_is_a_list() {
    assert_snapshot!(said("cases: [{id: first, input: {[a]: 1}}]\n"), @r"
    error: a key must be text
     --> suite.yaml:1:29
      |
    1 | cases: [{id: first, input: {[a]: 1}}]
      |                             ^^^ this is a list or a mapping
    ");
}

#[test]
fn a_list_item_beside_a_key() {
    assert_snapshot!(said("metrics: - type: a\n"), @r"
    error: a list item cannot stand here
     --> suite.yaml:1:10
      |
    1 | metrics: - type: a
      |          ^
      |
      = help: begin the list on a line of its own, or write `[a, b]`
    ");
}
