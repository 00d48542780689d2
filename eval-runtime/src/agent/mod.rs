//! The agent under evaluation: how it is registered, what it sees of a run, and how it is validated.

mod attempts;
mod context;
mod error;
mod registry;
mod sandbox;

pub use attempts::{Attempts, Feedback, Validation};
pub use context::AgentContext;
pub(crate) use context::RunFacts;
pub use error::AgentError;
pub use registry::{Agent, AgentType, agent_function, agent_output, find, registered};
pub(crate) use sandbox::Sandbox;
