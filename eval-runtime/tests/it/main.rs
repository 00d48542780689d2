//! Whole runs, from a suite's text to what came of it, with agents and metrics of the tests' own.

mod fixtures;
mod metrics;
mod plans;
mod records;
mod runs;
mod started;
