//! How a suite asks for a metric: its type, params and pass threshold.

use std::fmt;

use serde_json::{Map, Value};

use super::{Located, Place};
use crate::value::Score;

/// One entry of `metrics`, of a suite or of a case.
#[derive(Clone, Debug)]
pub struct MetricConfig {
    /// The column in the reports; the type when the file gives none.
    pub name: String,
    /// Which metric: a built-in's or function's name, or its Rust path.
    pub kind: Located<String>,
    /// What it checks in plain words.
    pub description: Option<String>,
    /// The metric's settings.
    pub params: Params,
    /// The value that a run needs.
    pub pass_threshold: Option<Located<Threshold>>,
    /// Whether a miss fails the run (`true`) or warns; `None` when the file does not say.
    pub required: Option<bool>,
    /// Which runs it applies to; `None` is all.
    pub when: Option<When>,
    /// Where the entry stands.
    pub at: Place,
}

impl MetricConfig {
    /// A metric with nothing but its type, as if it stood at `at`.
    #[must_use]
    pub fn bare(kind: &str, at: &Place) -> Self {
        Self {
            name: kind.to_owned(),
            kind: Located { value: kind.to_owned(), at: at.clone() },
            description: None,
            params: Params { values: Map::new(), at: at.clone(), fields: Vec::new() },
            pass_threshold: None,
            required: None,
            when: None,
            at: at.clone(),
        }
    }
}

/// A metric's `params` as written, with the place of each.
#[derive(Clone, Debug)]
pub struct Params {
    /// The values.
    pub values: Map<String, Value>,
    /// Where `params` stands, or the metric where it has none.
    pub at: Place,
    /// Where each param's value stands.
    pub fields: Vec<(String, Place)>,
}

impl Params {
    /// The place of one param, or of all when there is no such.
    #[must_use]
    pub fn place(&self, name: &str) -> &Place {
        self.fields.iter().find(|(field, _)| field == name).map_or(&self.at, |(_, place)| place)
    }
}

/// Which runs a metric applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Runs whose agent succeeded.
    Succeeded,
    /// Runs whose agent failed, with whatever code.
    Failed,
}

impl When {
    /// The name in a suite.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
        }
    }
}

/// `pass_threshold`: one of `equals`, `in`, or `min` and/or `max`, all inclusive.
#[derive(Clone, Debug, PartialEq)]
pub enum Threshold {
    /// The value is this.
    Equals(Score),
    /// The value is one of these.
    In(Vec<Score>),
    /// The value lies within; at least one bound is there.
    Bounds {
        /// The least value that passes.
        min: Option<f64>,
        /// The greatest value that passes.
        max: Option<f64>,
    },
}

/// As the reports say it: `true`, `>= 0.95`, `2 to 4`, `one of a, b`.
impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::value::short;
        match self {
            Self::Equals(score) => score.fmt(f),
            Self::In(scores) => {
                let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
                write!(f, "one of {}", scores.join(", "))
            }
            Self::Bounds { min: Some(min), max: None } => write!(f, ">= {}", short(*min)),
            Self::Bounds { min: None, max: Some(max) } => write!(f, "<= {}", short(*max)),
            Self::Bounds { min: Some(min), max: Some(max) } => {
                write!(f, "{} to {}", short(*min), short(*max))
            }
            Self::Bounds { min: None, max: None } => f.write_str("any value"),
        }
    }
}
