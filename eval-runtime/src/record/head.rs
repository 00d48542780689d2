//! What was planned, as the journal's first line and the head of every report have it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::outcome::Lineup;
use crate::run::{Plan, Selection};
use crate::value::ValueType;

/// What a start planned for one suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// See [`super::SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The run's id, which is its folder's name.
    pub run: String,
    /// The suite's name.
    pub suite: String,
    /// The suite's description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// When it began, RFC 3339 in UTC.
    pub started: String,
    /// The commit that it was made at.
    pub git_commit: Option<String>,
    /// The version of eval-harness.
    pub harness_version: String,
    /// What was selected.
    pub selection: SelectionHead,
    /// `--note`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Runs per trial.
    pub repeats: u32,
    /// Runs at once.
    pub parallel: u32,
    /// The share of planned runs that each candidate must pass.
    pub min_pass_rate: Option<f64>,
    /// The candidates.
    pub candidates: Vec<CandidateHead>,
    /// The metrics, in the order of the reports.
    pub metrics: Vec<MetricHead>,
    /// How many trials the suite has, whatever was selected.
    pub suite_trials: usize,
    /// The planned trials.
    pub trials: Vec<TrialHead>,
}

/// What was selected: everything, or the filters that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelectionHead {
    /// Whether nothing was filtered.
    pub all: bool,
    /// `--model`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// `--variant`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// `--case`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<String>,
    /// `--tag`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The test runner's own filters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateHead {
    /// `<model label>/<variant>`.
    pub name: Arc<str>,
    /// The model; none when the suite lists none.
    pub model: Option<ModelHead>,
    /// The variant.
    pub variant: String,
    /// A short hash of the variant's system prompt.
    pub prompt_hash: Option<String>,
}

/// One model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelHead {
    /// How reports name it.
    pub label: String,
    /// Who serves it.
    pub provider: String,
    /// Its name there.
    pub model: String,
}

/// One metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricHead {
    /// The column in the reports.
    pub name: Arc<str>,
    /// Its type, as the suite names it.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it checks.
    pub description: String,
    /// The type of its values.
    pub value_type: ValueType,
    /// The pass threshold, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<String>,
    /// Whether a miss fails the run.
    pub required: bool,
    /// Which runs it applies to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Whether every run is measured by it, with no config.
    pub always: bool,
}

/// One planned trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialHead {
    /// The case's id.
    pub case: Arc<str>,
    /// The case's position in the suite, which orders the reports.
    pub position: usize,
    /// The candidate's name.
    pub candidate: Arc<str>,
}

impl Head {
    /// The head of a plan.
    #[must_use]
    pub fn new(
        plan: &Plan,
        run: &str,
        started: String,
        git_commit: Option<String>,
        selection: &Selection,
        note: Option<&str>,
    ) -> Self {
        let suite = &plan.suite;
        Self {
            schema_version: super::SCHEMA_VERSION,
            run: run.to_owned(),
            suite: suite.name.clone(),
            description: suite.description.clone(),
            started,
            git_commit,
            harness_version: env!("CARGO_PKG_VERSION").to_owned(),
            selection: selection.into(),
            note: note.map(str::to_owned),
            repeats: plan.limits.repeats,
            parallel: plan.limits.parallel,
            min_pass_rate: suite.min_pass_rate,
            candidates: plan
                .candidates
                .iter()
                .map(|candidate| CandidateHead {
                    name: candidate.name.clone(),
                    model: candidate.model.as_ref().map(|model| ModelHead {
                        label: model.label.clone(),
                        provider: model.provider.clone(),
                        model: model.model.clone(),
                    }),
                    variant: candidate.variant.clone(),
                    prompt_hash: candidate.prompt_hash(),
                })
                .collect(),
            metrics: plan
                .metrics
                .iter()
                .map(|metric| MetricHead {
                    name: metric.rule.name.clone(),
                    kind: metric.kind.clone(),
                    description: metric.description.clone(),
                    value_type: metric.rule.value_type,
                    threshold: metric.rule.threshold.as_ref().map(ToString::to_string),
                    required: metric.rule.required,
                    when: metric.rule.when.map(|when| when.name().to_owned()),
                    always: metric.always,
                })
                .collect(),
            suite_trials: plan.suite_trials,
            trials: plan
                .trials
                .iter()
                .map(|trial| TrialHead {
                    case: suite.cases[trial.case].id.as_str().into(),
                    position: trial.case,
                    candidate: plan.candidates[trial.candidate].name.clone(),
                })
                .collect(),
        }
    }

    /// Adds what another start of the same run planned: processes that share a run each plan their own trials.
    pub fn merge(&mut self, other: Self) {
        self.started = self.started.clone().min(other.started);
        let known: std::collections::HashSet<(Arc<str>, Arc<str>)> =
            self.trials.iter().map(|trial| (trial.case.clone(), trial.candidate.clone())).collect();
        self.trials.extend(
            other
                .trials
                .into_iter()
                .filter(|trial| !known.contains(&(trial.case.clone(), trial.candidate.clone()))),
        );
        for candidate in other.candidates {
            if self.candidates.iter().all(|known| known.name != candidate.name) {
                self.candidates.push(candidate);
            }
        }
        for metric in other.metrics {
            if self.metrics.iter().all(|known| known.name != metric.name) {
                self.metrics.push(metric);
            }
        }
        // A runner that starts a process a test does not tell what it selected; what it started shows.
        self.selection.all = self.trials.len() == self.suite_trials;
    }

    /// What is planned, for the fold, with the cases in the order of the suite.
    #[must_use]
    pub fn lineup(&self) -> Lineup {
        let cases: BTreeMap<usize, &Arc<str>> =
            self.trials.iter().map(|trial| (trial.position, &trial.case)).collect();
        let case_at: BTreeMap<usize, usize> =
            cases.keys().enumerate().map(|(at, position)| (*position, at)).collect();
        let candidate_at: BTreeMap<&Arc<str>, usize> =
            self.candidates.iter().enumerate().map(|(at, candidate)| (&candidate.name, at)).collect();
        let planned = self.trials.iter().filter_map(|trial| {
            let candidate = candidate_at.get(&trial.candidate)?;
            Some(((*candidate, *case_at.get(&trial.position)?), self.repeats))
        });
        Lineup {
            candidates: self.candidates.iter().map(|candidate| candidate.name.clone()).collect(),
            planned: planned.collect(),
            cases: cases.into_values().cloned().collect(),
            metrics: self.metrics.iter().map(|metric| (metric.name.clone(), metric.value_type)).collect(),
            min_pass_rate: self.min_pass_rate,
        }
    }
}

impl From<&Selection> for SelectionHead {
    fn from(selection: &Selection) -> Self {
        Self {
            all: selection.is_all(),
            models: selection.models.clone(),
            variants: selection.variants.clone(),
            cases: selection.cases.clone(),
            tags: selection.tags.clone(),
            filters: selection.filters.clone(),
        }
    }
}
