//! `tool_not_called`: whether the agent never called a tool.

use serde::Deserialize;

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, Pure};
use crate::outcome::Measured;
use crate::suite::Mistake;
use crate::value::ValueType;

pub(super) const TYPE: MetricType = MetricType {
    name: "tool_not_called",
    module: "",
    doc: "The agent never called a tool",
    value_type: ValueType::Bool,
    range: None,
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolNotCalled {
    /// The tool.
    name: String,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    Ok(Box::new(cx.params::<ToolNotCalled>()?))
}

impl Pure for ToolNotCalled {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let calls: Vec<_> = cx.trace.tool_calls_named(&self.name).map(|call| &call.arguments.value).collect();
        let answer = Measured::value(calls.is_empty());
        let answer = if calls.is_empty() { answer } else { answer.detail("called_with", calls) };
        Ok(answer.erase()?)
    }
}
