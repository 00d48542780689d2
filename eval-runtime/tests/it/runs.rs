//! How runs end, and what they leave behind.

use std::path::Path;

use eval_runtime::outcome::{Answer, RunState, Verdict};
use eval_runtime::run::Limits;
use eval_runtime::trace::{Event, FailureKind};
use eval_runtime::value::Score;
use serde_json::json;

use crate::started::{LIMITS, start};

#[test]
fn an_agent_that_raises_panics_or_hangs_fails_its_run_and_nothing_else() {
    let started = start(
        "
agent: {type: obedient}
cases:
  - {id: fine, input: {say: hi}}
  - {id: raise, input: {do: raise}}
  - {id: panic, input: {do: panic}}
  - {id: loop, input: {do: loop}}
  - {id: hang, input: {do: hang}}
  - {id: fail, input: {do: fail}}
  - {id: expected, input: {do: fail}, expected: {failure_code: NO_PROFILE}}
  - {id: expected_timeout, input: {do: hang}, expected: {failure_code: timeout}}
  - {id: unexpected_success, input: {say: hi}, expected: {failure_code: no_profile}}
",
        LIMITS,
    );
    for (case, state, code, kind) in [
        ("fine", RunState::Passed, None, None),
        ("raise", RunState::Errored, Some("RUNTIME_ERROR"), Some(FailureKind::Raised)),
        ("panic", RunState::Errored, Some("RUNTIME_ERROR"), Some(FailureKind::Panicked)),
        ("loop", RunState::Errored, Some("TIMEOUT"), Some(FailureKind::TimedOut)),
        ("hang", RunState::Errored, Some("TIMEOUT"), Some(FailureKind::TimedOut)),
        ("fail", RunState::Failed, Some("no_profile"), Some(FailureKind::Failed)),
        ("expected", RunState::Passed, Some("no_profile"), Some(FailureKind::Failed)),
        ("expected_timeout", RunState::Passed, Some("TIMEOUT"), Some(FailureKind::TimedOut)),
        ("unexpected_success", RunState::Failed, None, None),
    ] {
        let outcome = started.outcome(case);
        assert_eq!(outcome.state, state, "{case}");
        assert_eq!(outcome.failure.as_ref().map(|failure| failure.code.as_str()), code, "{case}");
        assert_eq!(outcome.failure.as_ref().map(|failure| failure.kind), kind, "{case}");
        let code = Score::Label(code.unwrap_or("none").into());
        assert_eq!(started.metric(case, "failure_code").score(), Some(&code), "{case}");
        let right = Score::Bool(state == RunState::Passed);
        assert_eq!(started.metric(case, "execution_succeeded").score(), Some(&right), "{case}");
        assert_eq!(outcome.first_attempt_success, state == RunState::Passed, "{case}");
    }
    let panicked = started.outcome("panic").failure.as_ref().expect("a failure");
    assert!(panicked.message.contains("fixtures.rs:") && panicked.message.ends_with(": no recipe"));
    assert!(started.runs.iter().all(|run| run.warnings.is_empty()));
}

#[test]
fn more_stuck_runs_than_threads_still_leave_room_for_the_others() {
    let stuck: String = (0..5).map(|n| format!("  - {{id: stuck{n}, input: {{do: loop}}}}\n")).collect();
    let fine: String = (0..20).map(|n| format!("  - {{id: fine{n}, input: {n}}}\n")).collect();
    let limits = Limits { parallel: 2, timeout: std::time::Duration::from_millis(50), ..LIMITS };
    let started = start(&format!("agent: {{type: obedient}}\ncases:\n{stuck}{fine}"), limits);
    let passed = started.runs.iter().filter(|run| run.outcome.state == RunState::Passed).count();
    assert_eq!(passed, 20);
}

#[test]
fn a_run_without_an_answer_gives_no_value_and_misses_thresholds() {
    let started = start(
        "
agent: {type: obedient}
metrics:
  - {type: field_match, params: {path: say}}
  - {name: later, type: field_match, params: {path: say}, when: succeeded}
cases:
  - {id: raise, input: {do: raise}, expected: {output: {say: hi}}}
  - {id: fail, input: {do: fail}, expected: {output: {say: hi}, failure_code: no_profile}}
",
        LIMITS,
    );
    for case in ["raise", "fail"] {
        let metric = started.metric(case, "field_match");
        assert_eq!(metric.answer, Answer::None("the run produced no output".into()));
        assert_eq!(metric.verdict, Verdict::Unmeasured);
        assert_eq!(started.metric(case, "later").verdict, Verdict::NotApplicable);
    }
    assert_eq!(started.outcome("raise").state, RunState::Errored);
    assert_eq!(started.outcome("fail").state, RunState::Unmeasured);
    let miss = started.metric("fail", "field_match").miss().expect("a miss");
    assert!(miss.contains("`no_profile`"), "{miss}");
}

#[test]
fn the_trace_is_complete() {
    let started = start(
        "
agent: {type: obedient}
integrations:
  - class: shop
    methods:
      price: {returns: 9.5}
      order: {raises: {message: blocked, code: customer_blocked}}
cases: [{id: tools, input: {do: tools}}]
",
        LIMITS,
    );
    let trace = &started.run("tools").trace;
    assert_eq!(trace.output, Some(json!({"failed": true, "price": 9.5, "blocked": true})));
    let tools: Vec<_> =
        trace.tool_calls.iter().map(|call| (&*call.name, call.arguments.value.clone())).collect();
    assert_eq!(tools, [("look_up", json!({"sku": "MUG", "n": 1})), ("look_up", json!({"sku": "TEA"}))]);
    assert_eq!(trace.tool_calls[0].result, Some(json!(1)));
    assert_eq!(trace.tool_calls[1].error.as_deref(), Some("no such sku"));
    assert!(trace.tool_calls.iter().all(|call| call.duration_s.is_some() && call.attempt == 1));
    let mocks: Vec<_> = trace.mock_calls.iter().map(|call| (&*call.method, &call.args)).collect();
    assert_eq!(mocks, [("price", &json!({"sku": "MUG"})), ("order", &json!({"sku": "MUG"}))]);
    assert_eq!(trace.events, [Event::ToolError { tool: "look_up".into() }]);
    assert_eq!(started.metric("tools", "tool_calls").score().map(ToString::to_string).as_deref(), Some("2"));
}

#[test]
fn a_validator_that_sends_the_agent_back_costs_the_first_attempt() {
    let started = start(
        "
agent: {type: obedient}
cases:
  - {id: first, input: {do: validate, least: 1}}
  - {id: second, input: {do: validate, least: 2}}
  - {id: never, input: {do: validate, least: 99}}
",
        LIMITS,
    );
    let attempts = |case| started.metric(case, "attempts").score().map(ToString::to_string);
    assert_eq!(attempts("first").as_deref(), Some("1"));
    assert_eq!(attempts("second").as_deref(), Some("2"));
    assert!(started.outcome("first").first_attempt_success);
    assert!(!started.outcome("second").first_attempt_success);
    assert_eq!(started.outcome("second").state, RunState::Passed);
    let failure = started.outcome("never").failure.as_ref().expect("a failure");
    assert_eq!(failure.code, "MAX_RETRIES_EXCEEDED");
    assert_eq!(started.outcome("never").state, RunState::Failed);
}

#[test]
fn a_sandbox_is_a_runs_own_and_gone_after_it() {
    let cases = "cases: [{id: a, input: {do: sandbox}}, {id: b, input: {do: sandbox}}]";
    let started = start(&format!("agent: {{type: obedient}}\n{cases}"), LIMITS);
    let dirs: Vec<&str> = started
        .runs
        .iter()
        .map(|run| run.trace.output.as_ref().and_then(|dir| dir.as_str()).expect("a path"))
        .collect();
    assert_ne!(dirs[0], dirs[1]);
    assert!(dirs.iter().all(|dir| !Path::new(dir).exists()), "{dirs:?}");
}

#[test]
fn model_calls_that_were_not_recorded_are_unknown_and_not_zero() {
    let suite = |models: &str| {
        format!(
            "
agent: {{type: obedient}}
{models}
cases: [{{id: quiet, input: 1}}, {{id: llm, input: {{do: llm}}}}, {{id: unknown, input: {{do: llm_unknown}}}}]
"
        )
    };
    let check = |models: &str, case: &str, metric: &str, value: Option<&str>| {
        let started = start(&suite(models), LIMITS);
        let result = started.metric(case, metric);
        assert_eq!(result.score().map(ToString::to_string).as_deref(), value, "{models} {case} {metric}");
        if value.is_none() {
            assert!(matches!(&result.answer, Answer::None(reason) if !reason.is_empty()));
        }
    };
    for (metric, sum) in
        [("cost_usd", "0.75"), ("input_tokens", "20"), ("output_tokens", "8"), ("llm_calls", "2")]
    {
        check("", "quiet", metric, Some("0"));
        check("models: ['OpenAI:gpt-4o-mini']", "quiet", metric, None);
        check("models: ['OpenAI:gpt-4o-mini']", "llm", metric, Some(sum));
        check("", "unknown", metric, (metric == "llm_calls").then_some("1"));
    }
}

#[test]
fn a_null_output_is_an_output() {
    let started = start(
        "
agent: {type: obedient}
metrics: [{type: field_match}]
cases: [{id: nothing, input: {do: 'null'}, expected: {output: null}}]
",
        LIMITS,
    );
    assert_eq!(started.outcome("nothing").state, RunState::Passed);
}
