//! Metrics and pass thresholds.

use serde_json::json;

use crate::suite::file::testing::{load_text, suite};
use crate::suite::{Threshold, When};
use crate::value::{Finite, Score};

#[track_caller]
fn check_mistake(metric: &str, message: &str) {
    let text = format!("metrics: [{metric}]");
    let error = load_text(&text).expect_err("a mistake");
    let [mistake] = error.mistakes() else { panic!("one mistake, not\n{error}") };
    assert_eq!(mistake.message, message, "{text}");
}

#[track_caller]
fn check_threshold(text: &str, threshold: Threshold) {
    let suite = suite(&format!("metrics: [{{type: a, pass_threshold: {text}}}]"));
    assert_eq!(suite.metrics[0].pass_threshold.as_ref().expect("a threshold").value, threshold, "{text}");
}

fn number(number: f64) -> Score {
    Score::Number(Finite::new(number).expect("a finite number"))
}

#[test]
fn a_metric_has_all_its_fields() {
    let suite = suite(
        "metrics:\n  - type: my_crate::searches\n    name: few\n    description: Few searches.\n\
         \x20   params: {per_day: 4, paths: [a, b]}\n    pass_threshold: {max: 4}\n    required: false\n    when: succeeded\n",
    );
    let metric = &suite.metrics[0];
    assert_eq!((&*metric.kind.value, &*metric.name), ("my_crate::searches", "few"));
    assert_eq!(metric.description.as_deref(), Some("Few searches."));
    assert_eq!(json!(metric.params.values), json!({"per_day": 4, "paths": ["a", "b"]}));
    assert_eq!(metric.params.place("paths").line_and_column(), (5, 33));
    assert_eq!(metric.params.place("other").line_and_column(), (5, 13));
    assert_eq!(metric.pass_threshold.as_ref().expect("a threshold").at.line_and_column(), (6, 21));
    assert_eq!((metric.required, metric.when), (Some(false), Some(When::Succeeded)));
    assert_eq!(metric.at.line_and_column(), (2, 5));
}

#[test]
fn what_a_metric_leaves_out_is_none() {
    let suite = suite("metrics: [{type: a}]");
    let metric = &suite.metrics[0];
    assert_eq!((&*metric.name, &metric.description, metric.required, metric.when), ("a", &None, None, None));
    assert!(metric.params.values.is_empty() && metric.pass_threshold.is_none());
}

#[test]
fn a_threshold_is_one_of_three() {
    check_threshold("{equals: true}", Threshold::Equals(Score::Bool(true)));
    check_threshold("{equals: yes}", Threshold::Equals(Score::Label("yes".into())));
    check_threshold("{equals: 'true'}", Threshold::Equals(Score::Label("true".into())));
    check_threshold("{equals: 3}", Threshold::Equals(number(3.0)));
    check_threshold(
        "{in: [a, 'b', 1, false]}",
        Threshold::In(vec![
            Score::Label("a".into()),
            Score::Label("b".into()),
            number(1.0),
            Score::Bool(false),
        ]),
    );
    check_threshold("{min: 0}", Threshold::Bounds { min: Some(0.0), max: None });
    check_threshold("{max: -0.5}", Threshold::Bounds { min: None, max: Some(-0.5) });
    check_threshold("{max: 4, min: 4}", Threshold::Bounds { min: Some(4.0), max: Some(4.0) });
}

#[test]
fn a_threshold_that_means_nothing_is_a_mistake() {
    let check = |threshold: &str, message: &str| {
        check_mistake(&format!("{{type: a, pass_threshold: {threshold}}}"), message)
    };
    check("{}", "a pass threshold must not be empty");
    check("", "`pass_threshold` must be a mapping");
    check("0.9", "`pass_threshold` must be a mapping");
    for mixed in
        ["{equals: 1, min: 0}", "{min: 0, in: [1]}", "{max: 0, equals: 1}", "{equals: 1, in: [1], min: 1}"]
    {
        check(mixed, "a pass threshold is one of `equals`, `in`, or `min` and/or `max`");
    }
    check("{min: 2, max: 1}", "`min` is greater than `max`, so no value can pass");
    check("{min: high}", "`min` must be a finite number");
    check("{min: '0.9'}", "`min` must be a finite number");
    check("{max: true}", "`max` must be a finite number");
    check("{min: .nan}", "`.nan` is no number that can be compared or written down");
    check("{equals: .inf}", "`.inf` is no number that can be compared or written down");
    check("{in: []}", "`in` must not be empty: no value could pass");
    check("{in: a}", "`in` must be a list");
    check("{in: [[a]]}", "an item of `in` must be a number, a text, or true or false");
    check("{equals: }", "`equals` must be a number, a text, or true or false");
    check("{equals: {a: b}}", "`equals` must be a number, a text, or true or false");
    check("{minimum: 1}", "a pass threshold has no field `minimum`");
    check("{min: 1, mx: 2}", "a pass threshold has no field `mx`");
}

#[test]
fn a_name_is_used_once_in_a_list() {
    let text = "metrics: [{type: a, name: x}, {type: a}, {type: b, name: a}]";
    let error = load_text(text).expect_err("a mistake");
    let [mistake] = error.mistakes() else { panic!("one mistake, not\n{error}") };
    assert_eq!(mistake.message, "a second metric `a`");
    assert_eq!(mistake.place.as_ref().expect("a place").line_and_column(), (1, 58));
    assert_eq!(mistake.also[0].0.line_and_column(), (1, 38));
    // A case's metric of the same name replaces the suite's.
    assert!(
        load_text(
            "metrics: [{type: a}]\ncases: [{id: x, metrics: [{type: a}]}, {id: y, metrics: [{type: a}]}]"
        )
        .is_ok()
    );
    assert!(load_text("cases: [{id: x, metrics: [{type: a}, {type: a}]}]").is_err());
}

#[test]
fn fields_of_a_metric_have_their_types() {
    check_mistake("{name: a}", "a metric needs `type`");
    check_mistake("{type: }", "`type` must be text");
    check_mistake("{type: ''}", "`type` must not be empty");
    check_mistake("{type: a, params: [1]}", "`params` must be a mapping");
    check_mistake("{type: a, params: {x: .nan}}", "`.nan` is no number that can be compared or written down");
    check_mistake("{type: a, required: yes}", "`required` must be true or false");
    check_mistake("{type: a, required: 0}", "`required` must be true or false");
    check_mistake("{type: a, when: success}", "`success` is no outcome of a run");
    check_mistake("{type: a, aggregate: mean}", "a metric has no field `aggregate`");
    check_mistake("searches", "an item of `metrics` must be a mapping");
}
