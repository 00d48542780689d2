//! `tool_called`: how many times the agent called a tool.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, Pure};
use crate::outcome::Measured;
use crate::suite::Mistake;
use crate::value::{ValueType, equal, equal_coerced};

pub(super) const TYPE: MetricType = MetricType {
    name: "tool_called",
    module: "",
    doc: "How many times the agent called a tool, optionally with given arguments",
    value_type: ValueType::Number,
    range: None,
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolCalled {
    /// The tool to count.
    name: String,
    /// Counts only the calls with these arguments; others are free.
    #[serde(default)]
    args: Map<String, Value>,
    #[serde(default)]
    coerce: bool,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    Ok(Box::new(cx.params::<ToolCalled>()?))
}

impl Pure for ToolCalled {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let calls = cx.trace.tool_calls_named(&self.name);
        let count = calls.filter(|call| has_args(&call.arguments.value, &self.args, self.coerce)).count();
        Ok(Measured::value(count).erase()?)
    }
}

/// Whether each wanted argument is there and equal; arguments that could not be read have none.
pub(super) fn has_args(args: &Value, wanted: &Map<String, Value>, coerce: bool) -> bool {
    let equal = if coerce { equal_coerced } else { equal };
    wanted.iter().all(|(name, wanted)| args.get(name).is_some_and(|actual| equal(wanted, actual)))
}
