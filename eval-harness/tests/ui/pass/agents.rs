//! Agents of each form.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications)]

use std::io;

use eval_harness::__private::{AgentType, inventory};
use eval_harness::{AgentContext, AgentError, agent};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
struct Plan {
    days: u32,
}

type PlanResult = Result<Plan, AgentError>;

/// Plans meals for one user.
#[agent]
async fn meal_planner(_cx: AgentContext) -> Result<Plan, AgentError> {
    Ok(Plan { days: 1 })
}

#[agent(name = "meal-planner")]
pub(crate) async fn planner(_cx: AgentContext) -> PlanResult {
    Ok(Plan { days: 2 })
}

#[agent(name = "file")]
async fn reads_a_file(_: AgentContext) -> io::Result<Value> {
    Ok(json!({}))
}

#[agent]
async fn r#loop(mut _cx: AgentContext) -> Result<(), AgentError> {
    Ok(())
}

fn main() {
    let find = |name: &str| inventory::iter::<AgentType>().find(|agent| agent.name == name);
    for name in ["meal-planner", "file", "loop"] {
        assert!(find(name).is_some(), "{name}");
    }
    let planner = find("meal_planner").unwrap();
    assert_eq!(planner.doc, "Plans meals for one user.");
    assert_eq!(planner.module, module_path!());
    let _ = (planner.make)();
}
