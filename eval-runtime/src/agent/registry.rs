//! `#[agent]` functions: how they are registered and found.

use serde::Serialize;
use serde_json::Value;

use super::{AgentContext, AgentError};
use crate::LocalBoxFuture;
use crate::suite::path_names;
use crate::value::{MAX_DEPTH, is_recordable};

/// An agent that a suite can run. `#[agent]` makes one of an async function.
pub trait Agent: Send + Sync {
    /// Runs once on one case, and answers with its output as JSON.
    fn execute(&self, cx: AgentContext) -> LocalBoxFuture<'_, Result<Value, AgentError>>;
}

/// An agent as registered.
#[derive(Debug)]
pub struct AgentType {
    /// Its name, which a suite's `agent.type` names.
    pub name: &'static str,
    /// The module that it stands in.
    pub module: &'static str,
    /// The first line of its documentation.
    pub doc: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn Agent>,
}

inventory::collect!(AgentType);

/// Every `#[agent]` of the crates that are linked in.
pub fn registered() -> impl Iterator<Item = &'static AgentType> {
    inventory::iter::<AgentType>.into_iter()
}

/// The agents that a type names: by name, or by Rust path written with `::` or dots.
#[must_use]
pub fn find(kind: &str) -> Vec<&'static AgentType> {
    registered().filter(|agent| path_names(kind, agent.module, agent.name)).collect()
}

/// An agent made of a function.
#[must_use]
pub fn agent_function(
    call: fn(AgentContext) -> LocalBoxFuture<'static, Result<Value, AgentError>>,
) -> Box<dyn Agent> {
    Box::new(AgentFunction(call))
}

struct AgentFunction(fn(AgentContext) -> LocalBoxFuture<'static, Result<Value, AgentError>>);

impl Agent for AgentFunction {
    fn execute(&self, cx: AgentContext) -> LocalBoxFuture<'_, Result<Value, AgentError>> {
        (self.0)(cx)
    }
}

/// An agent function's answer as JSON.
///
/// # Errors
///
/// The function's own, or that its output cannot be written as JSON.
pub fn agent_output<T: Serialize, E: Into<AgentError>>(result: Result<T, E>) -> Result<Value, AgentError> {
    let output = result.map_err(Into::into)?;
    let output = serde_json::to_value(output).map_err(|error| {
        AgentError::from(format!("the agent's output cannot be written as JSON: {error}"))
    })?;
    if is_recordable(&output) {
        Ok(output)
    } else {
        Err(AgentError::from(format!("the agent's output is nested deeper than {MAX_DEPTH} levels")))
    }
}
