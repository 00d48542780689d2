use eval_harness::{AgentContext, AgentError, agent};
use serde_json::Value;

/// Plans meals for one user.
#[agent]
fn meal_planner(_cx: AgentContext) -> Result<Value, AgentError> {
    Ok(Value::Null)
}

fn main() {
    let _ = meal_planner;
}
