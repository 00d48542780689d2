//! Metrics: what each measures about a run. One file a metric, and the catalogue that finds them by name.

mod always;
mod build;
mod catalogue;
mod context;
mod field_match;
mod function;
mod json_schema;
mod json_subset;
mod mock_called;
mod tool_called;
mod tool_not_called;
mod tool_order;

pub use always::AlwaysMeasured;
pub(crate) use always::first_attempt_success as is_first_attempt_success;
pub use build::BuildContext;
pub use catalogue::{MetricType, always_measured, built_in, find, registered};
pub use context::{MetricContext, MetricError};
pub use function::{MetricReturn, NoParams, metric_function};

use crate::LocalBoxFuture;
use crate::outcome::Measured;

/// Measures one thing about every run. It sees the case and the trace, never its pass threshold.
pub trait Metric: Send + Sync {
    /// Measures one run.
    fn measure<'a>(&'a self, cx: &'a MetricContext<'a>) -> LocalBoxFuture<'a, Result<Measured, MetricError>>;
}

/// A metric that needs no waiting: a function of the run.
trait Pure: Send + Sync {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError>;
}

impl<T: Pure> Metric for T {
    fn measure<'a>(&'a self, cx: &'a MetricContext<'a>) -> LocalBoxFuture<'a, Result<Measured, MetricError>> {
        Box::pin(std::future::ready(Pure::measure(self, cx)))
    }
}

/// The reason of every metric that needs an output, when there is none.
const NO_OUTPUT: &str = "the run produced no output";

/// Of an output that a metric looks into: a text has no fields, which is that metric's error and not an absent field.
fn needs_fields(output: &serde_json::Value) -> Result<(), MetricError> {
    if output.is_object() || output.is_array() {
        return Ok(());
    }
    Err(MetricError::new("the output is no object, so that it has no fields to compare"))
}
