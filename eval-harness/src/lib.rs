//! Evaluates LLM agents as cargo tests: a folder of plain files says which agent runs, with which models and prompt
//! variants, against which mocks, and what is measured; each case x model x variant is a test.
//!
//! ```no_run
//! use eval_harness::{AgentContext, AgentError, Measured, MetricContext, agent, metric};
//!
//! /// Answers with what it was asked.
//! #[agent]
//! async fn echo(cx: AgentContext) -> Result<String, AgentError> {
//!     let question: String = cx.input_as()?;
//!     Ok(question)
//! }
//!
//! /// Whether the answer is short.
//! #[metric]
//! fn is_short(cx: &MetricContext<'_>) -> Measured<bool> {
//!     match cx.output().and_then(|output| output.as_str()) {
//!         Some(answer) => Measured::value(answer.len() < 100),
//!         None => Measured::none("the run produced no answer"),
//!     }
//! }
//!
//! eval_harness::main!("evals/echo/suite.yaml");
//! ```
//!
//! The target that holds this has `harness = false`; the README has it whole.

mod board;
mod cli;
mod exit;
mod filter;
mod front;
mod session;

pub use eval_macros::{agent, main, metric, mock};
pub use eval_runtime::agent::{AgentContext, AgentError, Attempts, Feedback, Validation};
pub use eval_runtime::integration::{MockContext, MockError};
pub use eval_runtime::metric::{MetricContext, MetricError};
pub use eval_runtime::outcome::{Label, Measured};
pub use eval_runtime::trace::{Event, LlmCall, Trace, Usage};

/// What a run's [`Trace`] is made of.
pub mod trace {
    pub use eval_runtime::trace::{
        Arguments, Event, Failure, FailureKind, LlmCall, MockCall, MockFailure, ToolCall, Trace, Usage,
    };
}

/// Comparing JSON with JSON, for metrics of your own.
pub mod matching {
    pub use eval_runtime::value::{
        DottedPath, DottedPathError, MatchMode, MatchModeError, Matched, ValueMatcher,
    };
}

/// What expanded code names. Not for people: it may change with any version.
#[doc(hidden)]
pub mod __private {
    pub use eval_runtime::LocalBoxFuture;
    pub use eval_runtime::agent::{Agent, AgentContext, AgentError, AgentType, agent_function, agent_output};
    pub use eval_runtime::integration::{MockContext, MockError, MockType, mock_output};
    pub use eval_runtime::inventory;
    pub use eval_runtime::metric::{
        BuildContext, Metric, MetricContext, MetricError, MetricReturn, MetricType, NoParams, metric_function,
    };
    pub use eval_runtime::suite::Mistake;
    pub use serde_json::Value;

    pub use crate::front::{main, main_with};
}
