//! Whole suites from text: what they become. What is said about wrong ones is tested in `diagnostic`.

mod cases;
mod metrics;
mod paths;
mod suites;
mod text;
