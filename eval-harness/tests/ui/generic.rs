use eval_harness::{AgentContext, AgentError, MetricContext, MockContext, MockError, agent, metric, mock};
use serde::de::DeserializeOwned;
use serde_json::Value;

#[metric]
fn of_any<T: DeserializeOwned, const N: usize>(_cx: &MetricContext<'_>, _params: T) -> bool {
    N == 0
}

#[metric]
fn of_some(_cx: &MetricContext<'_>, _params: impl DeserializeOwned) -> bool {
    true
}

#[agent]
async fn answers<T: Default>(_cx: AgentContext) -> Result<Value, AgentError> {
    Ok(Value::Null)
}

#[mock]
async fn shop<T>(_cx: MockContext, _method: &str, _args: T) -> Result<Value, MockError> {
    Ok(Value::Null)
}

fn main() {}
