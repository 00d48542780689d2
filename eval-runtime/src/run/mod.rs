//! Plans and runs suites: outline -> plan (refuse before spending) -> dispatch -> execute. [`Event`] is their only word
//! outward: nothing here knows who writes down or prints what happens.

mod candidate;
mod dispatch;
mod event;
mod execute;
mod metrics;
mod outline;
mod plan;
mod resolve;
mod watch;

pub use candidate::Candidate;
pub use dispatch::start;
pub use event::{Event, Finished, RunKey};
pub use metrics::PlannedMetric;
pub use outline::{ByName, Outline, Selection, Trial, outline};
pub use plan::{Limits, Plan};
