//! What will be run, built and checked as a whole before anything is started or spent.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::metrics::{Builder, PlannedMetric};
use super::resolve::{agent_of, mock_of};
use super::{Candidate, Outline, Trial};
use crate::agent::Agent;
use crate::integration::Mocks;
use crate::suite::{Case, Mistake, Suite};

/// How many runs, and how long each may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Runs per trial.
    pub repeats: u32,
    /// Runs at once.
    pub parallel: u32,
    /// How long one run may take.
    pub timeout: Duration,
    /// How long one metric may take on one run.
    pub metric_timeout: Duration,
}

/// A suite's runs, ready to start.
pub struct Plan {
    /// The suite.
    pub suite: Arc<Suite>,
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// The trials, in the order in which they start.
    pub trials: Vec<Trial>,
    /// How many trials the suite has, whatever was selected.
    pub suite_trials: usize,
    /// How many runs, and how long each may take.
    pub limits: Limits,
    /// What the reports show of metrics, in their order: the suite's, then those that only cases have.
    pub metrics: Vec<Arc<PlannedMetric>>,
    pub(super) agent: Box<dyn Agent>,
    pub(super) mocks: Arc<Mocks>,
    /// The metrics of the cases that have their own, by case; the suite's for all others.
    case_metrics: HashMap<usize, Arc<[Arc<PlannedMetric>]>>,
    suite_metrics: Arc<[Arc<PlannedMetric>]>,
}

impl Outline {
    /// Builds and checks all that the selected trials need.
    ///
    /// # Errors
    ///
    /// Every mistake of the suite that only the registered agents, metrics and mocks can tell.
    pub fn plan(self, limits: Limits) -> Result<Plan, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let suite = self.suite;
        let agent = agent_of(&suite).map_err(|mistake| mistakes.push(mistake)).ok();
        let mut mocks = Vec::with_capacity(suite.integrations.len());
        for integration in &suite.integrations {
            match mock_of(integration) {
                Ok(mock) => mocks.push(mock),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        let mocks = Mocks::new(mocks);
        let methods = mocks.methods();
        let mut builder = Builder { suite: &suite, mock_methods: methods.as_deref(), mistakes };
        let suite_metrics = builder.of_suite();
        let mut columns = suite_metrics.clone();
        let mut case_metrics = HashMap::new();
        let mut seen = None;
        for trial in &self.trials {
            let case = &suite.cases[trial.case];
            // A case's trials stand together; its metrics are built once.
            if case.metrics.is_empty() || seen.replace(trial.case) == Some(trial.case) {
                continue;
            }
            let mut metrics = suite_metrics.clone();
            builder.add(&case.metrics, &mut metrics);
            for metric in &metrics {
                match columns.iter().find(|column| column.rule.name == metric.rule.name) {
                    None => columns.push(metric.clone()),
                    Some(column) if column.rule.value_type == metric.rule.value_type => {}
                    Some(column) => builder.mistakes.push(Mistake::at(
                        &case.at,
                        format!(
                            "the metric `{}` of this case has {} values, while elsewhere it has {} values",
                            metric.rule.name, metric.rule.value_type, column.rule.value_type
                        ),
                    )),
                }
            }
            case_metrics.insert(trial.case, metrics.into());
        }
        let mistakes = builder.mistakes;
        match agent {
            Some(agent) if mistakes.is_empty() => Ok(Plan {
                agent,
                candidates: self.candidates,
                suite_trials: self.suite_trials,
                trials: self.trials,
                limits,
                metrics: columns,
                mocks: Arc::new(mocks),
                case_metrics,
                suite_metrics: suite_metrics.into(),
                suite,
            }),
            Some(_) | None => Err(mistakes),
        }
    }
}

impl Plan {
    /// The case of a trial.
    #[must_use]
    pub fn case(&self, trial: usize) -> &Case {
        &self.suite.cases[self.trials[trial].case]
    }

    /// The cases of its trials with their positions in the suite, in the order of the suite.
    pub fn cases(&self) -> impl Iterator<Item = (usize, &Case)> {
        // A case's trials stand together.
        let mut seen = None;
        let first = self.trials.iter().filter(move |trial| seen.replace(trial.case) != Some(trial.case));
        first.map(|trial| (trial.case, &self.suite.cases[trial.case]))
    }

    /// The candidate of a trial.
    #[must_use]
    pub fn candidate(&self, trial: usize) -> &Candidate {
        &self.candidates[self.trials[trial].candidate]
    }

    /// How many runs it has.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.trials.len() * self.limits.repeats as usize
    }

    /// The metrics of one trial.
    pub(super) fn metrics_of(&self, trial: usize) -> Arc<[Arc<PlannedMetric>]> {
        self.case_metrics.get(&self.trials[trial].case).unwrap_or(&self.suite_metrics).clone()
    }
}
