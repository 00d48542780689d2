//! What happened during a run, besides calls.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that happened during a run; the metric `trace_event` asks for them by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// The validator loop began an attempt.
    Attempt {
        /// From 1.
        number: u32,
    },
    /// A validator sent the agent back.
    Retry {
        /// What the next attempt is told.
        feedback: String,
    },
    /// A validator found the agent's answer wanting.
    ValidatorFailed {
        /// The validator's name.
        validator: String,
        /// The failure code, when it stopped the run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
    },
    /// A tool returned an error.
    ToolError {
        /// The tool.
        tool: String,
    },
    /// The agent called the tool `stop_execution`.
    StopExecution,
    /// Something that the agent itself recorded.
    Custom {
        /// The agent's name for it.
        name: String,
        /// What belongs to it.
        #[serde(default)]
        data: Value,
    },
}
