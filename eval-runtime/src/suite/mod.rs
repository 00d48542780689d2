//! What to run: a suite, its cases, models, variants and metric configs. Pure values; [`mod@file`] reads them from text.
//!
//! Nothing here has a default of its own: what a file leaves out is `None`, and `settings` decides.

mod case;
pub mod file;
mod integration;
mod metric;
mod mistake;
mod model;
mod place;
#[cfg(feature = "engine")]
mod rust_path;
pub mod trial;

use std::path::PathBuf;
use std::time::Duration;

pub use case::{Case, Expected};
pub use integration::{Behaviour, Integration, Method};
pub use metric::{MetricConfig, Params, Threshold, When};
pub use mistake::{Mistake, closest, listed};
pub use model::{Model, Variant};
pub use place::{Located, Place, Source};
#[cfg(feature = "engine")]
pub(crate) use rust_path::path_names;
use serde_json::Value;

/// The name of the variant that is always there, and of the model that an empty `models` stands for.
pub const DEFAULT: &str = "default";

/// The most runs at once: each has a thread of its own.
pub const MAX_PARALLEL: u32 = 4096;

/// A suite as written, read and checked for everything that its files alone can tell.
#[derive(Debug)]
pub struct Suite {
    /// The suite's name; its folder's name when the file gives none. It stands second in trial names.
    pub name: String,
    /// A few words for the head of the report.
    pub description: Option<String>,
    /// The suite file.
    pub path: PathBuf,
    /// The folder that relative paths start from.
    pub dir: PathBuf,
    /// Which agent runs, with which config.
    pub agent: AgentConfig,
    /// The mocks.
    pub integrations: Vec<Integration>,
    /// The models to compare; empty runs the agent's own.
    pub models: Vec<Model>,
    /// The variants to compare against `default`, which is not listed.
    pub variants: Vec<Variant>,
    /// Runs per case, model and variant.
    pub repeats: Option<u32>,
    /// Runs at once.
    pub parallel: Option<u32>,
    /// How long one run may take.
    pub timeout: Option<Duration>,
    /// How long one metric may take on one run.
    pub metric_timeout: Option<Duration>,
    /// The share of planned runs that each candidate must pass, 0 to 1.
    pub min_pass_rate: Option<f64>,
    /// Measured on every case.
    pub metrics: Vec<MetricConfig>,
    /// What to write besides `summary.json`.
    pub reports: Option<Vec<ReportKind>>,
    /// The cases, in the order of the files.
    pub cases: Vec<Case>,
}

/// `agent: {type, config}`.
#[derive(Debug)]
pub struct AgentConfig {
    /// The agent's registered name or Rust path.
    pub kind: Located<String>,
    /// What the agent reads with `config_as`; an object.
    pub config: Value,
}

/// A report that a suite or `--reports` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportKind {
    /// `report.md`.
    Report,
    /// `results.csv`: a row a run.
    Results,
    /// `runs/*.json`: a file a run with its whole trace.
    Traces,
}

impl ReportKind {
    /// Every report, in the order of the reference.
    pub const ALL: [Self; 3] = [Self::Report, Self::Results, Self::Traces];

    /// The name that suites and options use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::Results => "results",
            Self::Traces => "traces",
        }
    }

    /// The file in a run's folder, or its folder of files.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Self::Report => "report.md",
            Self::Results => "results.csv",
            Self::Traces => "runs",
        }
    }
}
