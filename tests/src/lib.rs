//! What the end-to-end tests are made of: a project of a user's, built once and started as users start theirs, and what
//! its starts leave behind.
//!
//! The project is `fixtures/verdicts`. Its agent and metrics do what a case tells them to, so that a test says what it is
//! about in a suite of its own:
//!
//! - [`Project`] starts the real `cargo test` and `cargo nextest run` on the suites that lie in the fixture;
//! - [`Scratch`] writes one suite to a temporary folder and starts the test target on it alone;
//! - [`Ended`] is how a start ended, and [`Written`] what it wrote.

mod ended;
mod project;
mod scratch;
mod start;
mod written;

pub use ended::{Ended, Trial};
pub use project::Project;
pub use scratch::Scratch;
pub use start::{Running, Start};
pub use written::{Written, json_lines};
