//! What was planned, as the journal's first line and the head of every report have it.

use std::collections::{HashMap, HashSet};
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
    /// The version of the harness.
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
    /// The cases of the planned trials, in the order of the suite.
    pub cases: Vec<CaseHead>,
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
    /// What the test runner was told that a trial's name must match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// What it was told that a name must not match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<String>,
    /// Whether only whole names match.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
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
    /// Its position among the suite's, which orders the reports.
    #[serde(default)]
    pub position: usize,
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

/// One case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseHead {
    /// The id.
    pub id: Arc<str>,
    /// Its position in the suite, which orders the reports.
    pub position: usize,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// One planned trial.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TrialHead {
    /// The case's id.
    pub case: Arc<str>,
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
        let mut head = Self {
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
                    position: candidate.position,
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
            cases: plan
                .cases()
                .map(|(position, case)| CaseHead {
                    id: case.id.as_str().into(),
                    position,
                    description: case.description.clone(),
                    tags: case.tags.clone(),
                })
                .collect(),
            trials: plan
                .trials
                .iter()
                .map(|trial| TrialHead {
                    case: suite.cases[trial.case].id.as_str().into(),
                    candidate: plan.candidates[trial.candidate].name.clone(),
                })
                .collect(),
        };
        head.selection.all = head.is_all();
        head
    }

    /// Whether nothing was left out: a runner that starts a process a test does not tell what it selected, but what it
    /// started shows.
    fn is_all(&self) -> bool {
        let SelectionHead { all: _, models, variants, cases, tags, filters, skip, exact: _ } =
            &self.selection;
        let lists = [models, variants, cases, tags, filters, skip];
        lists.iter().all(|list| list.is_empty()) && self.trials.len() == self.suite_trials
    }

    /// What is planned, for the fold. Cases and candidates stand where they stand here.
    #[must_use]
    pub fn lineup(&self) -> Lineup {
        let case_at: HashMap<&str, usize> =
            self.cases.iter().enumerate().map(|(at, case)| (&*case.id, at)).collect();
        let candidate_at: HashMap<&str, usize> =
            self.candidates.iter().enumerate().map(|(at, candidate)| (&*candidate.name, at)).collect();
        let planned = self.trials.iter().filter_map(|trial| {
            let position = (*candidate_at.get(&*trial.candidate)?, *case_at.get(&*trial.case)?);
            Some((position, self.repeats))
        });
        Lineup {
            planned: planned.collect(),
            metrics: self.metrics.iter().map(|metric| (metric.name.clone(), metric.value_type)).collect(),
            min_pass_rate: self.min_pass_rate,
        }
    }
}

/// The heads of all starts of one run, put together: processes that share a run each plan their own trials.
#[derive(Debug)]
pub(super) struct MergedHead {
    head: Head,
    trials: HashSet<TrialHead>,
    cases: HashSet<Arc<str>>,
}

impl MergedHead {
    pub(super) fn new(head: Head) -> Self {
        let (trials, cases) =
            (head.trials.iter().cloned().collect(), head.cases.iter().map(|case| case.id.clone()));
        Self { trials, cases: cases.collect(), head }
    }

    pub(super) fn add(&mut self, other: Head) {
        let head = &mut self.head;
        if other.started < head.started {
            head.started = other.started;
        }
        head.trials.extend(other.trials.into_iter().filter(|trial| self.trials.insert(trial.clone())));
        head.cases.extend(other.cases.into_iter().filter(|case| self.cases.insert(case.id.clone())));
        for candidate in other.candidates {
            if head.candidates.iter().all(|known| known.name != candidate.name) {
                head.candidates.push(candidate);
            }
        }
        for metric in other.metrics {
            if head.metrics.iter().all(|known| known.name != metric.name) {
                head.metrics.push(metric);
            }
        }
    }

    pub(super) fn finish(mut self) -> Head {
        self.head.cases.sort_by_key(|case| case.position);
        // Candidates come in the order of the suite too, which only their positions tell.
        self.head.candidates.sort_by_key(|candidate| candidate.position);
        self.head.selection.all = self.head.is_all();
        self.head
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
            filters: selection.by_name.filters.clone(),
            skip: selection.by_name.skip.clone(),
            exact: selection.by_name.exact,
        }
    }
}
