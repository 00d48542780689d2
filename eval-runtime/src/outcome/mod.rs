//! What came of a run: answers of metrics, verdicts, states, and the one fold run -> case -> candidate.
//!
//! Unknown is never a number here: no NaN, no 0 in its place, no pass in its place.

mod aggregate;
mod fold;
mod measured;
mod run;
mod verdict;

pub use aggregate::{Aggregate, Figure};
pub use fold::{CandidateOutcome, CaseOutcome, Counts, Lineup, Rates, fold};
pub use measured::{Label, Measured, NotMeasurable, Scored};
pub(crate) use run::state;
pub use run::{RunOutcome, RunState};
pub(crate) use verdict::judge;
pub use verdict::{Answer, MetricResult, Notes, Rule, ThresholdMisfit, Verdict};
