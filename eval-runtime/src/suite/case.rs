//! One case: an input, and what is expected of the run.

use std::sync::Arc;

use serde_json::Value;

use super::{MetricConfig, Place};

/// A case of a suite.
#[derive(Debug)]
pub struct Case {
    /// Unique in the suite, after trimming and Unicode NFC.
    pub id: String,
    /// Where the id stands.
    pub at: Place,
    /// Shown with the case's failed runs.
    pub description: Option<String>,
    /// Shown with the case's failed runs; `--tag` selects by them.
    pub tags: Vec<String>,
    /// What the agent gets; null when the case gives none.
    pub input: Arc<Value>,
    /// What metrics compare against.
    pub expected: Expected,
    /// Added to the suite's, or replacing one of the same name.
    pub metrics: Vec<MetricConfig>,
}

/// A case's `expected`: an object, empty when the case gives none, with conventions for some of its fields.
#[derive(Clone, Debug, Default)]
pub struct Expected(pub Arc<Value>);

/// The whole of it, for metrics with conventions of their own.
impl std::ops::Deref for Expected {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl Expected {
    /// `expected.output`.
    #[must_use]
    pub fn output(&self) -> Option<&Value> {
        self.0.get("output")
    }

    /// `expected.mock_calls.<method>`.
    #[must_use]
    pub fn mock_calls(&self, method: &str) -> Option<&Value> {
        self.0.get("mock_calls")?.get(method)
    }

    /// `expected.failure_code`: the run should fail with this code.
    #[must_use]
    pub fn failure_code(&self) -> Option<&str> {
        self.0.get("failure_code")?.as_str()
    }
}
