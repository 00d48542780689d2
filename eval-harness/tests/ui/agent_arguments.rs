use eval_harness::{AgentContext, AgentError, agent};
use serde_json::Value;

#[agent]
async fn knows_nothing() -> Result<Value, AgentError> {
    Ok(Value::Null)
}

#[agent]
async fn asks_for_more(_cx: AgentContext, message: String) -> Result<String, AgentError> {
    Ok(message)
}

#[agent]
async fn borrows(_cx: &AgentContext) -> Result<Value, AgentError> {
    Ok(Value::Null)
}

// Not evident: the name may be an alias. The compiler knows.
#[agent]
async fn takes_another(_ask: Ask) -> Result<Value, AgentError> {
    Ok(Value::Null)
}

struct Ask;

fn main() {}
