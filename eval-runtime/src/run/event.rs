//! What running a plan says outward.

use crate::outcome::RunOutcome;
use crate::trace::Trace;

/// One run of a start: a position among its plans, one among the plan's trials, and a repeat from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunKey {
    /// The plan.
    pub plan: usize,
    /// The trial, in the plan.
    pub trial: usize,
    /// The repeat, from 1.
    pub repeat: u32,
}

/// Something that happened while plans run.
#[derive(Debug)]
pub enum Event {
    /// A run ended.
    Finished(Box<Finished>),
    /// The harness itself failed; nothing more will come.
    Crashed(String),
}

/// A run that ended.
#[derive(Debug)]
pub struct Finished {
    /// Which run.
    pub key: RunKey,
    /// What came of it.
    pub outcome: RunOutcome,
    /// What the agent did.
    pub trace: Trace,
    /// What a user should know that is not the agent's doing, e.g. a sandbox that could not be removed.
    pub warnings: Vec<String>,
}
