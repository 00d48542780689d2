//! What a metric sees of a run.

use std::error::Error;
use std::fmt;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::causes::with_causes;
use crate::suite::Case;
use crate::trace::Trace;

/// What a metric sees of a run: its case, its trace, its time and its cost.
#[derive(Clone, Copy, Debug)]
pub struct MetricContext<'a> {
    pub(crate) case: &'a Case,
    pub(crate) trace: &'a Trace,
    pub(crate) duration_s: f64,
    pub(crate) has_model: bool,
    pub(crate) base_dir: &'a Path,
}

impl<'a> MetricContext<'a> {
    /// A context over one run that took `duration_s` seconds; `has_model` says whether its candidate has a model of the
    /// suite's, and `base_dir` is the suite's folder.
    #[must_use]
    pub(crate) fn new(
        case: &'a Case,
        trace: &'a Trace,
        duration_s: f64,
        has_model: bool,
        base_dir: &'a Path,
    ) -> Self {
        Self { case, trace, duration_s, has_model, base_dir }
    }

    /// The case: its id, input, expected and tags.
    #[must_use]
    pub fn case(&self) -> &'a Case {
        self.case
    }

    /// What the agent did.
    #[must_use]
    pub fn trace(&self) -> &'a Trace {
        self.trace
    }

    /// What the agent returned; none when it failed.
    #[must_use]
    pub fn output(&self) -> Option<&'a Value> {
        self.trace.output.as_ref()
    }

    /// What the agent returned, as `T`; none when it failed.
    ///
    /// # Errors
    ///
    /// When the output is there and does not fit `T`: the metric's error, never "no output".
    pub fn output_as<T: DeserializeOwned>(&self) -> Result<Option<T>, MetricError> {
        let Some(output) = self.output() else { return Ok(None) };
        T::deserialize(output)
            .map(Some)
            .map_err(|error| MetricError::new(format!("the output does not fit: {error}")))
    }

    /// Seconds that the agent ran.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        self.duration_s
    }

    /// What the agent's model calls cost in USD; none when that is unknown.
    #[must_use]
    pub fn cost_usd(&self) -> Option<f64> {
        self.trace.cost_usd(self.has_model)
    }

    /// The suite's folder, which relative paths of params start from.
    #[must_use]
    pub fn base_dir(&self) -> &'a Path {
        self.base_dir
    }
}

/// Why a metric could not measure a run, though it should have. The other metrics still run.
///
/// Anything that is `Into<Box<dyn Error + Send + Sync>>` becomes one through `?`.
pub struct MetricError {
    message: String,
}

impl MetricError {
    /// An error that says `message`.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for MetricError {
    fn from(error: E) -> Self {
        let error: Box<dyn Error + Send + Sync> = error.into();
        Self { message: with_causes(&*error) }
    }
}

impl fmt::Display for MetricError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for MetricError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
