use eval_harness::{AgentContext, AgentError, MetricContext, agent, metric};
use serde_json::Value;

struct Planner;

impl Planner {
    #[metric]
    fn planned(&self, _cx: &MetricContext<'_>) -> bool {
        true
    }

    #[agent]
    async fn plan(self, _cx: AgentContext) -> Result<Value, AgentError> {
        Ok(Value::Null)
    }
}

fn main() {}
