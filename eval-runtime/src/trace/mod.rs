//! What the agent did during one run. Pure values, and the [`Recorder`] that fills them.
//!
//! A trace is complete: every metric can be computed again from it.

mod arguments;
mod event;
mod recorder;

pub use arguments::Arguments;
pub use event::Event;
pub use recorder::Recorder;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Everything that one run left behind (metrics seed, "Add your own metric").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Trace {
    /// What the agent returned; none when it failed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub output: Option<Value>,
    /// Why the run did not succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure>,
    /// Attempts that the validator loop took; 1 without a loop.
    pub attempts: u32,
    /// The calls of the agent's tools, in the order in which they began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// The calls of integrations, refused ones too, in the order in which they began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mock_calls: Vec<MockCall>,
    /// The calls of a model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub llm_calls: Vec<LlmCall>,
    /// What happened, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

impl Trace {
    /// The calls of one tool.
    pub fn tool_calls_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a ToolCall> {
        self.tool_calls.iter().filter(move |call| call.name == name)
    }

    /// The calls of one mocked method, of whichever integration.
    pub fn mock_calls_to<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a MockCall> {
        self.mock_calls.iter().filter(move |call| call.method == method)
    }

    /// What the agent's model calls cost in USD: `None` when the cost of one is unknown, or when there is no call though
    /// the candidate has a model (`has_model`) that it surely called; without a model, no call is 0.
    #[must_use]
    pub fn cost_usd(&self, has_model: bool) -> Option<f64> {
        if has_model && self.llm_calls.is_empty() {
            return None;
        }
        // Not `sum`, which makes -0 of nothing.
        self.llm_calls.iter().try_fold(0.0, |sum, call| Some(sum + call.cost_usd?))
    }
}

/// A present `null` is an output, an absent field is none: plain `Option` reads both as none.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Why a run did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// How it ended.
    pub kind: FailureKind,
    /// The failure code, e.g. `RUNTIME_ERROR`, or the agent's own.
    pub code: String,
    /// What was wrong, in words.
    pub message: String,
}

impl Failure {
    /// The code of an agent that raised or panicked.
    pub const RUNTIME_ERROR: &str = "RUNTIME_ERROR";
    /// The code of a run that outlived its time.
    pub const TIMEOUT: &str = "TIMEOUT";
    /// The code of a validator that stopped the run without one of its own.
    pub const VALIDATION_FAILED: &str = "VALIDATION_FAILED";
    /// The code of a run that the validators sent back too often.
    pub const MAX_RETRIES_EXCEEDED: &str = "MAX_RETRIES_EXCEEDED";

    /// Whether this is the failure that `code` names; case does not matter.
    #[must_use]
    pub fn has_code(&self, code: &str) -> bool {
        self.code.trim().to_lowercase() == code.trim().to_lowercase()
    }
}

/// How a run that did not succeed ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The agent answered with a failure code, or a validator did.
    Failed,
    /// The agent returned an error that is no answer.
    Raised,
    /// The agent panicked.
    Panicked,
    /// The run outlived its time.
    TimedOut,
}

impl FailureKind {
    /// Whether the run gave no answer at all: such a run is errored, not failed, unless its case expects the code.
    #[must_use]
    pub fn is_error(self) -> bool {
        match self {
            Self::Failed => false,
            Self::Raised | Self::Panicked | Self::TimedOut => true,
        }
    }
}

/// One call of a tool of the agent's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The tool.
    pub name: String,
    /// What it was called with.
    #[serde(flatten)]
    pub arguments: Arguments,
    /// What it returned; none when it failed or did not finish.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub result: Option<Value>,
    /// The error it raised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The attempt that made the call, from 1.
    pub attempt: u32,
    /// Seconds from the start of the run to the call.
    pub started_s: f64,
    /// Seconds that the call took; none when it did not finish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
}

/// One call of an integration, whether a mock answered or refused it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MockCall {
    /// The integration's name, as the agent asked for it.
    pub integration: String,
    /// The method.
    pub method: String,
    /// The arguments by parameter name.
    pub args: Value,
    /// What it returned; none when it raised.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub result: Option<Value>,
    /// The error it raised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<MockFailure>,
    /// The attempt that made the call, from 1.
    pub attempt: u32,
    /// Seconds from the start of the run to the call.
    pub started_s: f64,
    /// Seconds that the call took; none when it did not finish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
}

/// The error that a mock raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MockFailure {
    /// What it says.
    pub message: String,
    /// Its code, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// One call of a model, as an agent with a client of its own reports it with `cx.record_llm_call(..)`.
///
/// ```
/// use eval_runtime::trace::{LlmCall, Usage};
///
/// let call = LlmCall {
///     model: "gpt-4o-mini".into(),
///     usage: Some(Usage { input_tokens: 900, output_tokens: 120, ..Usage::default() }),
///     cost_usd: Some(0.000_207),
///     ..LlmCall::default()
/// };
/// assert_eq!(call.finish_reason, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LlmCall {
    /// The model's name.
    pub model: String,
    /// Tokens; `None` is unknown, never 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// USD; `None` is unknown, never 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
    /// Why the model stopped, in its provider's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// The error, when the call failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Tokens of one model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// All input tokens, the cached ones included.
    pub input_tokens: u64,
    /// The input tokens that the provider had cached.
    pub cached_input_tokens: u64,
    /// All output tokens, reasoning included.
    pub output_tokens: u64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_null_output_is_an_output() {
        for (output, text) in [(None, "{}"), (Some(Value::Null), "{\"output\":null}")] {
            let trace: Trace = serde_json::from_str(text).expect("a trace");
            assert_eq!(trace.output, output);
            let again: Trace = serde_json::from_value(json!(trace)).expect("a trace");
            assert_eq!(again, trace);
        }
    }

    #[test]
    fn a_cost_that_is_unknown_is_not_zero() {
        let call = |cost_usd| LlmCall { cost_usd, ..LlmCall::default() };
        let trace = |calls| Trace { llm_calls: calls, ..Trace::default() };
        assert_eq!(trace(vec![]).cost_usd(true), None);
        let cost = |calls| trace(calls).cost_usd(false);
        assert_eq!(cost(vec![]).map(f64::to_bits), Some(0.0_f64.to_bits()));
        assert_eq!(cost(vec![call(Some(0.25)), call(Some(0.5))]), Some(0.75));
        assert_eq!(cost(vec![call(Some(0.25)), call(None)]), None);
    }

    #[test]
    fn failure_codes_compare_without_regard_to_case() {
        let failure =
            Failure { kind: FailureKind::Failed, code: "no_profile".into(), message: String::new() };
        assert!(failure.has_code("NO_PROFILE"));
        assert!(!failure.has_code("no_profiles"));
    }
}
