use eval_harness::{AgentContext, AgentError, MetricContext, MockContext, MockError, agent, metric, mock};
use serde_json::Value;

#[metric(nmae = "planned")]
fn unknown(_cx: &MetricContext<'_>) -> bool {
    true
}

#[agent(name = "planner", methods = ["plan"])]
async fn of_a_mock(_cx: AgentContext) -> Result<Value, AgentError> {
    Ok(Value::Null)
}

#[mock(named("shop"), name = "shop")]
async fn in_parentheses(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[metric(name = "planned", name = "planned_all")]
fn twice(_cx: &MetricContext<'_>) -> bool {
    true
}

#[metric(name = "  ")]
fn nameless(_cx: &MetricContext<'_>) -> bool {
    true
}

#[metric(name = planned)]
fn no_text(_cx: &MetricContext<'_>) -> bool {
    true
}

#[metric(name)]
fn unsaid(_cx: &MetricContext<'_>) -> bool {
    true
}

#[metric("planned")]
fn bare(_cx: &MetricContext<'_>) -> bool {
    true
}

fn main() {}
