//! `tool_order`: whether the agent called tools in a given order.

use serde::Deserialize;

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, Pure};
use crate::outcome::Measured;
use crate::suite::Mistake;
use crate::value::ValueType;

pub(super) const TYPE: MetricType = MetricType {
    name: "tool_order",
    module: "",
    doc: "The agent called tools in this order",
    value_type: ValueType::Bool,
    range: None,
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolOrder {
    /// The tools, first to last.
    sequence: Vec<String>,
    /// Whether no other call may come in between.
    #[serde(default)]
    strict: bool,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    let metric: ToolOrder = cx.params()?;
    if metric.sequence.is_empty() {
        return Err(cx.mistake("sequence", "the sequence names no tool").help("name at least one"));
    }
    Ok(Box::new(metric))
}

impl Pure for ToolOrder {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let called: Vec<&str> = cx.trace.tool_calls.iter().map(|call| call.name.as_str()).collect();
        let in_order = if self.strict {
            called.windows(self.sequence.len()).any(|calls| calls == self.sequence)
        } else {
            let mut calls = called.iter();
            self.sequence.iter().all(|wanted| calls.any(|call| call == wanted))
        };
        let answer = Measured::value(in_order);
        let answer = if in_order { answer } else { answer.detail("called", called) };
        Ok(answer.erase()?)
    }
}
