use eval_harness::{AgentContext, AgentError, agent};
use serde_json::Value;

#[agent]
async fn says_nothing(_cx: AgentContext) {}

#[agent]
async fn never_fails(_cx: AgentContext) -> Value {
    Value::Null
}

struct Plan;

// Not evident: the name may be an alias. The compiler knows.
#[agent]
async fn plans(_cx: AgentContext) -> Plan {
    Plan
}

#[agent]
async fn cannot_be_written(_cx: AgentContext) -> Result<Plan, AgentError> {
    Ok(Plan)
}

fn main() {}
