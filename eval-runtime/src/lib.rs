//! The engine behind `eval-harness`: reads suites, plans and runs them, measures each run and writes down what came of it.
//!
//! Without the `engine` feature only values, suites and diagnostics are built.

#[cfg(feature = "engine")]
pub mod agent;
#[cfg(feature = "engine")]
pub mod causes;
pub mod diagnostic;
#[cfg(feature = "engine")]
pub mod env;
#[cfg(feature = "engine")]
pub mod integration;
#[cfg(feature = "engine")]
pub mod metric;
#[cfg(feature = "engine")]
pub mod outcome;
#[cfg(feature = "engine")]
pub mod panics;
#[cfg(feature = "engine")]
pub mod record;
#[cfg(feature = "engine")]
pub mod report;
#[cfg(feature = "engine")]
pub mod run;
#[cfg(feature = "engine")]
pub mod settings;
#[cfg(feature = "engine")]
mod stats;
pub mod suite;
#[cfg(feature = "engine")]
pub mod trace;
pub mod value;

/// A future that is polled on the thread of its run, so that it need not be `Send`.
#[cfg(feature = "engine")]
pub type LocalBoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + 'a>>;

/// What registers agents, metrics and mocks.
#[cfg(feature = "engine")]
#[doc(hidden)]
pub use inventory;
