//! `mock_called`: how many times a mocked method was called.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::tool_called::has_args;
use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, Pure};
use crate::outcome::Measured;
use crate::suite::Mistake;
use crate::value::ValueType;

pub(super) const TYPE: MetricType = MetricType {
    name: "mock_called",
    module: "",
    doc: "How many times a mocked method was called, optionally with given arguments",
    value_type: ValueType::Number,
    range: None,
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MockCalled {
    /// The method to count, of whichever mock.
    method: String,
    /// Counts only the calls with these arguments; others are free.
    #[serde(default)]
    args: Map<String, Value>,
    #[serde(default)]
    coerce: bool,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    let metric: MockCalled = cx.params()?;
    cx.check_mock_method("method", &metric.method)?;
    Ok(Box::new(metric))
}

impl Pure for MockCalled {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let calls = cx.trace.mock_calls_to(&self.method);
        let count = calls.filter(|call| has_args(&call.args, &self.args, self.coerce)).count();
        Ok(Measured::value(count).erase()?)
    }
}
