//! Metrics over whole runs, and metrics that misbehave.

use eval_runtime::outcome::{Answer, RunState, Verdict};
use serde_json::{Value, json};

use crate::started::{LIMITS, Started, start};

#[test]
fn a_metric_that_raises_panics_or_hangs_is_its_own_error_and_the_others_run() {
    let started = start(
        "
agent: {type: echo}
metrics:
  - {type: raises, pass_threshold: {min: 0}}
  - {type: panics, required: false}
  - {type: spins, required: false}
  - {type: nan}
  - {type: silent}
  - {type: fine}
  - {type: it.fixtures.parts}
cases: [{id: one, input: 1}]
",
        LIMITS,
    );
    let error = |metric: &str| match &started.metric("one", metric).answer {
        Answer::Error(error) => error.to_string(),
        other => panic!("{metric}: {other:?}"),
    };
    assert_eq!(error("raises"), "the metric's own fault");
    assert!(error("panics").ends_with(": the metric's own panic"), "{}", error("panics"));
    assert!(error("spins").starts_with("it was still going after"), "{}", error("spins"));
    assert!(error("nan").contains("no finite number"), "{}", error("nan"));
    assert_eq!(started.metric("one", "silent").answer, Answer::None("the metric gave no value".into()));
    assert_eq!(started.metric("one", "fine").verdict, Verdict::Met);
    let parts = started.metric("one", "it.fixtures.parts");
    assert_eq!(parts.notes.as_ref().map(|notes| notes.components.len()), Some(2));
    assert_eq!(started.metric("one", "raises").verdict, Verdict::Unmeasured);
    assert_eq!(started.metric("one", "panics").verdict, Verdict::Warned);
    assert_eq!(started.outcome("one").state, RunState::Unmeasured);
}

/// One metric over an agent that answers with its input: its value and details, or why there is none.
#[track_caller]
fn measure(metric: &str, input: &Value, expected: &Value) -> (Result<String, String>, Value) {
    let suite = format!(
        "agent: {{type: echo}}\nmetrics: [{{name: m, {metric}}}]\ncases: [{{id: c, input: {input}, expected: {expected}}}]"
    );
    answer(&start(&suite, LIMITS), "c")
}

fn answer(started: &Started, case: &str) -> (Result<String, String>, Value) {
    let metric = started.metric(case, "m");
    let details = metric.notes.as_ref().map_or(Value::Null, |notes| notes.details.clone().into());
    let answer = match &metric.answer {
        Answer::Value(score) => Ok(score.to_string()),
        Answer::None(reason) => Err(format!("none: {reason}")),
        Answer::Error(error) => Err(format!("error: {error}")),
        Answer::NotApplicable(reason) => Err(format!("not applicable: {reason}")),
    };
    (answer, details)
}

#[test]
fn field_match_compares_one_field() {
    let check = |params: &str, input: Value, expected: Value, answer: Result<&str, &str>| {
        let (got, _) =
            measure(&format!("type: field_match, params: {params}"), &input, &json!({"output": expected}));
        assert_eq!(got.as_ref().map(|text| &**text).map_err(|text| &**text), answer, "{params} {input}");
    };
    check(
        "{path: meal_type, mode: ci}",
        json!({"meal_type": "Main "}),
        json!({"meal_type": "main"}),
        Ok("true"),
    );
    check("{path: a.b}", json!({"a": {"b": 540}}), json!({"a": {"b": 540.0}}), Ok("true"));
    check("{path: a}", json!({"a": "540"}), json!({"a": 540}), Ok("false"));
    check("{path: a, coerce: true}", json!({"a": "540"}), json!({"a": 540}), Ok("true"));
    check("{path: a.0, expected_path: first}", json!({"a": [7]}), json!({"first": 7}), Ok("true"));
    check("{path: gone}", json!({"a": 1}), json!({"gone": 1}), Ok("false"));
    check("{path: a}", json!({"a": 1}), json!({"b": 1}), Err("none: the case has no expected.output.a"));
    check("{mode: ci}", json!("Fruit  Salad"), json!("fruit salad"), Ok("true"));
    let text = "error: the output is no object, so that it has no fields to compare";
    check("{path: a}", json!("just text"), json!({"a": 1}), Err(text));
    let numeric = "type: field_match, params: {path: n, mode: numeric}";
    let (_, details) = measure(numeric, &json!({"n": "1_234"}), &json!({"output": {"n": 1234}}));
    assert_eq!(
        details,
        json!({"path": "output.n", "expected": 1234, "actual": "1_234", "reason": "not a number"})
    );
}

#[test]
fn json_subset_is_the_share_of_expected_fields() {
    let params = r#"{modes: {calories: "numeric:10", recipe.title: ci}, coerce: true}"#;
    let metric = format!("type: json_subset, params: {params}");
    let expected = json!({"output": {"meal_type": "main", "calories": 540, "recipe": {"title": "lentil and spinach curry"}}});
    let mut output = json!({
        "meal_type": "main", "calories": "545",
        "recipe": {"title": "Lentil and Spinach Curry", "id": 11}, "notes": "..."
    });
    assert_eq!(measure(&metric, &output, &expected), (Ok("1".into()), Value::Null));
    output["meal_type"] = json!("snack");
    let (value, details) = measure(&metric, &output, &expected);
    assert_eq!(value, Ok("0.666667".into()));
    assert_eq!(details, json!({"mismatched": {"meal_type": {"expected": "main", "actual": "snack"}}}));
}

#[test]
fn json_subset_at_its_edges() {
    let check = |params: &str, input: Value, expected: Value, answer: Result<&str, &str>| {
        let (got, _) = measure(&format!("type: json_subset, params: {params}"), &input, &expected);
        assert_eq!(
            got.as_ref().map(|text| &**text).map_err(|text| &**text),
            answer,
            "{params} {input} {expected}"
        );
    };
    let output = |output: Value| json!({ "output": output });
    check("{}", json!({}), json!({}), Err("none: the case expects no output"));
    check("{}", json!({}), output(json!({})), Err("none: the case expects no output field"));
    check("{}", json!({"a": null}), output(json!({"a": null})), Ok("1"));
    check("{}", json!({}), output(json!({"a": null})), Ok("0"));
    check("{}", json!({"a": [1, 2]}), output(json!({"a": [2, 1]})), Ok("0"));
    check("{}", json!({"a": {"x": 1}, "b": 1}), output(json!({"a": {}, "b": 1})), Ok("1"));
    check("{}", json!({}), output(json!({"a": {}})), Err("none: the case expects no output field"));
    check(
        "{path: x}",
        json!("text"),
        output(json!({"x": 1})),
        Err("error: the output is no object, so that it has no fields to compare"),
    );
    check("{}", json!({"a": {"x": 1}}), output(json!({"a": {"x": 1, "y": 2}})), Ok("0.5"));
    check(
        "{path: recipe, modes: {title: ci}}",
        json!({"recipe": {"title": "X"}}),
        output(json!({"recipe": {"title": "x"}})),
        Ok("1"),
    );
    check("{path: recipe}", json!({}), output(json!({"recipe": {"title": "x"}})), Ok("0"));
    let text = "error: the output is no object, so that it has no fields to compare";
    check("{}", json!("text"), output(json!({"a": 1})), Err(text));
    check("{}", json!("text"), output(json!("text")), Ok("1"));
}

#[test]
fn json_schema_lists_the_first_five_errors() {
    let schema = r#"{type: object, required: [a, b, c, d, e, f], properties: {g: {type: integer}}}"#;
    let metric = format!("type: json_schema, params: {{schema: {schema}}}");
    let good = json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1});
    assert_eq!(measure(&metric, &good, &json!({})), (Ok("true".into()), Value::Null));
    let (value, details) = measure(&metric, &json!({"g": "x"}), &json!({}));
    assert_eq!(value, Ok("false".into()));
    let errors = details["errors"].as_array().expect("errors");
    assert_eq!(errors.len(), 5);
    let at: Vec<&Value> = errors.iter().map(|error| &error["at"]).collect();
    assert!(at.iter().all(|at| *at == "" || *at == "/g"), "{errors:?}");
    let (_, details) =
        measure(&metric, &json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": "x"}), &json!({}));
    assert_eq!(details["errors"][0]["at"], "/g");
}

#[test]
fn tools_are_counted_and_ordered() {
    let check = |metric: &str, answer: &str| {
        let suite = format!(
            "
agent: {{type: obedient}}
integrations: [{{class: shop, methods: {{price: {{returns: 1}}, order: {{raises: no}}}}}}]
metrics: [{{name: m, {metric}}}]
cases: [{{id: c, input: {{do: tools}}}}]
"
        );
        assert_eq!(self::answer(&start(&suite, LIMITS), "c").0, Ok(answer.to_owned()), "{metric}");
    };
    check("type: tool_called, params: {name: look_up}", "2");
    check("type: tool_called, params: {name: look_up, args: {sku: MUG}}", "1");
    check("type: tool_called, params: {name: look_up, args: {n: '1'}}", "0");
    check("type: tool_called, params: {name: look_up, args: {n: '1'}, coerce: true}", "1");
    check("type: tool_called, params: {name: other}", "0");
    check("type: tool_not_called, params: {name: other}", "true");
    check("type: tool_not_called, params: {name: look_up}", "false");
    check("type: tool_order, params: {sequence: [look_up, look_up]}", "true");
    check("type: tool_order, params: {sequence: [look_up, look_up, look_up]}", "false");
    check("type: tool_order, params: {sequence: [look_up, look_up], strict: true}", "true");
    check("type: mock_called, params: {method: order}", "1");
    check("type: mock_called, params: {method: price, args: {sku: TEA}}", "0");
    check("type: own_steps", "2");
}
