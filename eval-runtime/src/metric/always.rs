//! The metrics that every run is measured by, with no config (metrics seed, "Measured on every run").

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, NoParams, Pure};
use crate::outcome::{Label, Measured};
use crate::suite::Mistake;
use crate::trace::Usage;
use crate::value::ValueType;

/// A metric that every run is measured by.
#[derive(Debug)]
pub struct AlwaysMeasured {
    /// The metric.
    pub metric: MetricType,
    /// Whether it fails a run without a threshold of the suite's: a bool that must be true.
    pub gates: bool,
    /// Whether its labels are compared without regard to case.
    pub any_case: bool,
}

/// Of an execution suite, in the order of the reference.
pub(super) const TYPES: &[AlwaysMeasured] = &[
    AlwaysMeasured {
        gates: true,
        ..metric(
            "execution_succeeded",
            "The run succeeded, or failed with expected.failure_code",
            ValueType::Bool,
            |cx| boxed(cx, execution_succeeded),
        )
    },
    AlwaysMeasured {
        any_case: true,
        ..metric("failure_code", "The run's failure code; none when it succeeded", ValueType::Label, |cx| {
            boxed(cx, failure_code)
        })
    },
    metric("attempts", "Attempts the validator loop took", ValueType::Number, |cx| {
        boxed(cx, |cx| number(cx.trace.attempts))
    }),
    metric("first_attempt_success", "The right outcome without a validator retry", ValueType::Bool, |cx| {
        boxed(cx, |cx| Ok(Measured::value(first_attempt_success(cx)).erase()?))
    }),
    metric("duration_s", "Wall-clock seconds", ValueType::Number, |cx| boxed(cx, |cx| number(cx.duration_s))),
    metric("cost_usd", "The agent's LLM cost in USD", ValueType::Number, |cx| boxed(cx, cost_usd)),
    metric("input_tokens", "Input tokens over every LLM call", ValueType::Number, |cx| {
        boxed(cx, |cx| tokens(cx, |usage| usage.input_tokens))
    }),
    metric("output_tokens", "Output tokens over every LLM call", ValueType::Number, |cx| {
        boxed(cx, |cx| tokens(cx, |usage| usage.output_tokens))
    }),
    metric("llm_calls", "LLM calls the run made", ValueType::Number, |cx| boxed(cx, llm_calls)),
    metric("tool_calls", "Tool calls the run made", ValueType::Number, |cx| {
        boxed(cx, |cx| count(cx.trace.tool_calls.len()))
    }),
];

const fn metric(
    name: &'static str,
    doc: &'static str,
    value_type: ValueType,
    build: fn(&BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake>,
) -> AlwaysMeasured {
    let metric = MetricType { name, module: "", doc, value_type, range: None, build };
    AlwaysMeasured { metric, gates: false, any_case: false }
}

/// A metric that is a plain function of the run.
struct Plain(fn(&MetricContext<'_>) -> Result<Measured, MetricError>);

impl Pure for Plain {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        (self.0)(cx)
    }
}

fn boxed(
    cx: &BuildContext<'_>,
    measure: fn(&MetricContext<'_>) -> Result<Measured, MetricError>,
) -> Result<Box<dyn Metric>, Mistake> {
    let NoParams {} = cx.params()?;
    Ok(Box::new(Plain(measure)))
}

fn number(number: impl Into<f64>) -> Result<Measured, MetricError> {
    Ok(Measured::value(number.into()).erase()?)
}

fn count(count: usize) -> Result<Measured, MetricError> {
    Ok(Measured::value(count).erase()?)
}

/// Whether the run ended as its case expects.
fn right_outcome(cx: &MetricContext<'_>) -> bool {
    match (&cx.trace.error, cx.case.expected.failure_code()) {
        (None, None) => true,
        (Some(failure), Some(code)) => failure.has_code(code),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

pub(crate) fn first_attempt_success(cx: &MetricContext<'_>) -> bool {
    right_outcome(cx) && cx.trace.attempts <= 1
}

fn execution_succeeded(cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
    let right = right_outcome(cx);
    let mut answer = Measured::value(right);
    // The failure itself is shown with the run.
    if let (false, Some(code)) = (right, cx.case.expected.failure_code()) {
        answer = answer.detail("expected_failure_code", code);
    }
    Ok(answer.erase()?)
}

fn failure_code(cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
    let code = cx.trace.error.as_ref().map_or("none", |failure| &failure.code);
    Ok(Measured::value(Label::new(code)).erase()?)
}

/// The reason for no figure about model calls: the candidate has a model, yet no call was recorded.
fn unrecorded(cx: &MetricContext<'_>) -> Option<Measured> {
    (cx.has_model && cx.trace.llm_calls.is_empty()).then(|| {
        Measured::none(
            "the candidate has a model and its agent recorded no call of it; record each with cx.record_llm_call(..)",
        )
    })
}

fn llm_calls(cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
    match unrecorded(cx) {
        Some(none) => Ok(none),
        None => count(cx.trace.llm_calls.len()),
    }
}

fn cost_usd(cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
    match (unrecorded(cx), cx.cost_usd()) {
        (Some(none), _) => Ok(none),
        (None, Some(cost)) => number(cost),
        (None, None) => Ok(Measured::none("the cost of a model call is unknown")),
    }
}

fn tokens(cx: &MetricContext<'_>, of: fn(&Usage) -> u64) -> Result<Measured, MetricError> {
    if let Some(none) = unrecorded(cx) {
        return Ok(none);
    }
    let sum: Option<u64> = cx.trace.llm_calls.iter().map(|call| call.usage.as_ref().map(of)).sum();
    match sum {
        Some(sum) => Ok(Measured::value(sum).erase()?),
        None => Ok(Measured::none("a model call came without its tokens")),
    }
}
