//! Fields, values and names: the whole text of each kind of mistake.

use insta::assert_snapshot;

use super::{said, said_of};
use crate::suite::file::testing::Folder;

#[test]
fn an_unknown_field_that_is_near_a_known_one() {
    assert_snapshot!(said("name: x\nmin_pas_rate: 0.8\n"), @r"
    error: a suite has no field `min_pas_rate`
     --> suite.yaml:2:1
      |
    2 | min_pas_rate: 0.8
      | ^^^^^^^^^^^^
      |
      = help: did you mean `min_pass_rate`?
    ");
}

#[test]
fn an_unknown_field_that_is_near_none() {
    assert_snapshot!(said("cases:\n  - id: first\n    judge: strict\n"), @r"
    error: a case has no field `judge`
     --> suite.yaml:3:5
      |
    3 |     judge: strict
      |     ^^^^^
      |
      = help: it has `id`, `description`, `tags`, `input`, `expected` and `metrics`
    ");
}

#[test]
fn a_missing_field() {
    assert_snapshot!(said("cases:\n  - input: hello\n"), @r"
    error: a case needs `id`
     --> suite.yaml:2:5
      |
    2 |   - input: hello
      |     ^^^^^^^^^^^^
      |
      = help: write e.g. `id: first`
    ");
}

#[test]
fn text_where_a_mapping_is_wanted() {
    assert_snapshot!(said("agent: planner\n"), @r"
    error: `agent` must be a mapping
     --> suite.yaml:1:8
      |
    1 | agent: planner
      |        ^^^^^^^ this is text
      |
      = help: write `{type: planner}`
    ");
}

#[test]
fn a_list_where_text_is_wanted() {
    assert_snapshot!(said("name: [a, b]\n"), @r"
    error: `name` must be text
     --> suite.yaml:1:7
      |
    1 | name: [a, b]
      |       ^^^^^^ this is a list
    ");
}

#[test]
fn nothing_where_text_is_wanted() {
    assert_snapshot!(said("name:\n"), @r"
    error: `name` must be text
     --> suite.yaml:1:1
      |
    1 | name:
      | ^^^^ has no value
    ");
}

#[test]
fn text_where_a_list_is_wanted() {
    assert_snapshot!(said("cases:\n  - id: first\n    tags: vegan\n"), @r"
    error: `tags` must be a list
     --> suite.yaml:3:11
      |
    3 |     tags: vegan
      |           ^^^^^ this is text
      |
      = help: write `tags: [vegan]`
    ");
}

#[test]
fn yes_where_true_is_wanted() {
    assert_snapshot!(said("metrics:\n  - type: follows_diet\n    required: yes\n"), @r"
    error: `required` must be true or false
     --> suite.yaml:3:15
      |
    3 |     required: yes
      |               ^^^ this is text
      |
      = help: write `true`, without quotes
    ");
}

#[test]
fn a_number_in_quotes() {
    assert_snapshot!(said("repeats: \"3\"\n"), @r#"
    error: `repeats` must be a whole number of at least 1
     --> suite.yaml:1:10
      |
    1 | repeats: "3"
      |          ^^^ this is text
      |
      = help: write `3`, without quotes
    "#);
}

#[test]
fn a_share_written_in_percent() {
    assert_snapshot!(said("min_pass_rate: 80\n"), @r"
    error: `min_pass_rate` must be a number from 0 to 1
     --> suite.yaml:1:16
      |
    1 | min_pass_rate: 80
      |                ^^
      |
      = help: did you mean 0.8?
    ");
}

#[test]
fn a_number_out_of_range() {
    assert_snapshot!(said("parallel: 0\n"), @r"
    error: `parallel` must be a whole number from 1 to 4096
     --> suite.yaml:1:11
      |
    1 | parallel: 0
      |           ^
    ");
}

#[test]
fn a_number_that_is_none() {
    assert_snapshot!(said("cases:\n  - id: first\n    input: {calories: .nan}\n"), @r"
    error: `.nan` is no number that can be compared or written down
     --> suite.yaml:3:23
      |
    3 |     input: {calories: .nan}
      |                       ^^^^
      |
      = help: write a finite number, or put it in quotes to mean text
    ");
}

#[test]
fn a_control_character_in_an_id() {
    assert_snapshot!(said("cases:\n  - id: \"a\\nb\"\n"), @r#"
    error: `id` must not hold a line break
     --> suite.yaml:2:9
      |
    2 |   - id: "a\nb"
      |         ^^^^^^
    "#);
}

#[test]
fn a_metric_name_twice() {
    assert_snapshot!(said("metrics:\n  - type: llm_judge\n    params: {criteria: []}\n  - type: llm_judge\n"), @r"
    error: a second metric `llm_judge`
     --> suite.yaml:4:11
      |
    2 |   - type: llm_judge
      |           --------- the first metric `llm_judge`
    3 |     params: {criteria: []}
    4 |   - type: llm_judge
      |           ^^^^^^^^^
      |
      = help: `name` tells two uses of a type apart: give one of them another
    ");
}

#[test]
fn a_threshold_of_two_groups() {
    assert_snapshot!(said("metrics:\n  - type: a\n    pass_threshold: {equals: 1, min: 0}\n"), @r"
    error: a pass threshold is one of `equals`, `in`, or `min` and/or `max`
     --> suite.yaml:3:33
      |
    3 |     pass_threshold: {equals: 1, min: 0}
      |                      ------     ^^^
      |                      |
      |                      it has this already
    ");
}

#[test]
fn an_empty_threshold() {
    assert_snapshot!(said("metrics:\n  - type: a\n    pass_threshold: {}\n"), @r"
    error: a pass threshold must not be empty
     --> suite.yaml:3:21
      |
    3 |     pass_threshold: {}
      |                     ^^
      |
      = help: write e.g. `{min: 0.9}`, `{equals: true}` or `{in: [a, b]}`
    ");
}

#[test]
fn bounds_that_exclude_each_other() {
    assert_snapshot!(said("metrics:\n  - type: a\n    pass_threshold:\n      min: 2\n      max: 1\n"), @r"
    error: `min` is greater than `max`, so no value can pass
     --> suite.yaml:4:12
      |
    4 |       min: 2
      |            ^
    5 |       max: 1
      |            - `max`
    ");
}

#[test]
fn an_outcome_that_is_none() {
    assert_snapshot!(said("metrics: [{type: a, when: success}]\n"), @r"
    error: `success` is no outcome of a run
     --> suite.yaml:1:27
      |
    1 | metrics: [{type: a, when: success}]
      |                           ^^^^^^^
      |
      = help: there is `succeeded` and `failed`
    ");
}

#[test]
fn a_report_that_does_not_exist() {
    assert_snapshot!(said("reports: [report, rezults]\n"), @r"
    error: there is no report `rezults`
     --> suite.yaml:1:19
      |
    1 | reports: [report, rezults]
      |                   ^^^^^^^
      |
      = help: did you mean `results`?
    ");
}

#[test]
fn a_model_without_a_provider() {
    assert_snapshot!(said("models: [gpt-4o-mini]\n"), @r"
    error: `gpt-4o-mini` names no provider and model
     --> suite.yaml:1:10
      |
    1 | models: [gpt-4o-mini]
      |          ^^^^^^^^^^^
      |
      = help: write `OpenAI:gpt-4o-mini`, or `{provider: OpenAI, model: gpt-4o-mini}`
    ");
}

#[test]
fn a_model_label_twice() {
    assert_snapshot!(said("models:\n  - OpenAI:gpt-4o\n  - Azure:gpt-4o\n"), @r"
    error: a second model `gpt-4o`
     --> suite.yaml:3:5
      |
    2 |   - OpenAI:gpt-4o
      |     ------------- the first model `gpt-4o`
    3 |   - Azure:gpt-4o
      |     ^^^^^^^^^^^^
      |
      = help: give one of them a `label` of its own
    ");
}

#[test]
fn a_variant_that_changes_nothing() {
    assert_snapshot!(said("variants: [{name: brief}]\n"), @r"
    error: a variant needs `agent_config` or `system_prompt_file`, or both
     --> suite.yaml:1:12
      |
    1 | variants: [{name: brief}]
      |            ^^^^^^^^^^^^^
      |
      = help: without either it would be the same as `default`
    ");
}

#[test]
fn a_variant_called_default() {
    assert_snapshot!(said("variants: [{name: default, agent_config: {days: 1}}]\n"), @r"
    error: `default` is the agent as it is, and no other variant
     --> suite.yaml:1:19
      |
    1 | variants: [{name: default, agent_config: {days: 1}}]
      |                   ^^^^^^^
      |
      = help: give this variant another name
    ");
}

#[test]
fn a_method_that_returns_and_raises() {
    assert_snapshot!(said("integrations:\n  - class: shop\n    methods:\n      buy:\n        returns: order-1\n        raises: out of stock\n"), @r"
    error: `buy` either returns or raises, not both
     --> suite.yaml:6:9
      |
    5 |         returns: order-1
      |         ------- it returns already
    6 |         raises: out of stock
      |         ^^^^^^
    ");
}

#[test]
fn a_method_that_does_nothing() {
    assert_snapshot!(said("integrations: [{class: shop, methods: {buy: {}}}]\n"), @r#"
    error: `buy` says neither what it returns nor what it raises
     --> suite.yaml:1:40
      |
    1 | integrations: [{class: shop, methods: {buy: {}}}]
      |                                        ^^^
      |
      = help: write e.g. `{returns: true}` or `{raises: "out of stock"}`
    "#);
}

#[test]
fn a_path_out_of_the_workspace_is_said_without_the_file() {
    assert_snapshot!(said("variants: [{name: v, system_prompt_file: /etc/passwd}]\n"), @r"
    error: a path must not be absolute
     --> suite.yaml:1:42
      |
    1 | variants: [{name: v, system_prompt_file: /etc/passwd}]
      |                                          ^^^^^^^^^^^
      |
      = help: write it relative to the suite's folder
    ");
}

#[test]
fn no_cases() {
    assert_snapshot!(said("cases: []\n"), @r"
    error: no cases
     --> suite.yaml:1:8
      |
    1 | cases: []
      |        ^^
      |
      = help: write e.g. `cases: [{id: first, input: {question: hello}}]`
    ");
}

#[test]
fn an_empty_suite() {
    assert_snapshot!(said_of(&Folder::new(&[("suite.yaml", "")])), @r"
    error: the suite is empty
     --> suite.yaml:1:1
      |
    1 |
      | ^
      |
      = help: write at least
              agent: {type: my_agent}
              metrics: []
              cases: [{id: first}]
    ");
}
