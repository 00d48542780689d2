//! Results -> bytes on a writer. Nothing here compares a threshold: the same results give the same bytes.

mod csv;
mod markdown;
mod terminal;
mod text;

pub use csv::write_results_csv;
pub use markdown::write_report;
pub use terminal::{closing, failure_text, opening};
