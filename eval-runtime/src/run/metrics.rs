//! The metrics of a suite and of its cases, built with their rules.

use std::sync::Arc;

use super::resolve::metric_of;
use crate::metric::{self, AlwaysMeasured, BuildContext, Metric, MetricType};
use crate::outcome::Rule;
use crate::panics::catch;
use crate::suite::{MetricConfig, Mistake, Suite, Threshold};
use crate::value::{Score, ValueType};

/// A metric with its rule, ready to measure.
pub struct PlannedMetric {
    /// What it must answer.
    pub rule: Rule,
    /// Its type, as the suite names it.
    pub kind: String,
    /// What it checks, in the suite's words or its own.
    pub description: String,
    /// Whether every run is measured by it without config; such a metric is ours and returns at once.
    pub always: bool,
    pub(super) metric: Box<dyn Metric>,
}

/// Builds metrics of configs, and collects what is wrong with them.
pub(super) struct Builder<'a> {
    pub(super) suite: &'a Suite,
    /// The methods of the suite's mocks; `None` when one of them does not say what it has.
    pub(super) mock_methods: Option<&'a [&'a str]>,
    pub(super) mistakes: Vec<Mistake>,
}

impl Builder<'_> {
    /// The always-measured metrics, each replaced where the suite lists it, then the suite's own.
    pub(super) fn of_suite(&mut self) -> Vec<Arc<PlannedMetric>> {
        let mut metrics = Vec::new();
        for always in metric::always_measured() {
            let config = MetricConfig::bare(always.metric.name, &self.suite.agent.kind.at);
            match self.build(&config) {
                Ok(metric) => metrics.push(Arc::new(PlannedMetric { always: true, ..metric })),
                Err(mistake) => self.mistakes.push(mistake),
            }
        }
        let suite = self.suite;
        self.add(&suite.metrics, &mut metrics);
        metrics
    }

    /// Adds each config's metric, in the place of one of the same name if there is one.
    pub(super) fn add(&mut self, configs: &[MetricConfig], metrics: &mut Vec<Arc<PlannedMetric>>) {
        for config in configs {
            match self.build(config) {
                Err(mistake) => self.mistakes.push(mistake),
                Ok(metric) => match metrics.iter_mut().find(|other| other.rule.name == metric.rule.name) {
                    Some(replaced) => *replaced = Arc::new(metric),
                    None => metrics.push(Arc::new(metric)),
                },
            }
        }
    }

    fn build(&self, config: &MetricConfig) -> Result<PlannedMetric, Mistake> {
        let metric_type = metric_of(config)?;
        if always(&config.name).is_some_and(|always| always.metric.name != metric_type.name) {
            let message = format!("`{}` is measured on every run, with no config", config.name);
            return Err(Mistake::at(&config.at, message).help("give this metric another name"));
        }
        let threshold = config.pass_threshold.as_ref().map(|threshold| threshold.value.clone());
        let rule = Rule {
            name: config.name.as_str().into(),
            value_type: metric_type.value_type,
            threshold: threshold.or_else(|| default_threshold(metric_type)),
            required: config.required.unwrap_or(true),
            when: config.when,
            any_case: always(metric_type.name).is_some_and(|always| always.any_case),
        };
        if let Err(misfit) = rule.fits(metric_type.range) {
            let place = config.pass_threshold.as_ref().map_or(&config.at, |threshold| &threshold.at);
            return Err(Mistake::at(place, format!("the pass threshold {misfit}")));
        }
        let cx = BuildContext { config, base_dir: &self.suite.dir, mock_methods: self.mock_methods };
        // A user's params are read by the user's code, which may panic.
        let metric = catch(|| (metric_type.build)(&cx)).unwrap_or_else(|panic| {
            Err(Mistake::at(&config.params.at, format!("reading the params of `{}` {panic}", config.name)))
        })?;
        let described = || metric_type.doc.trim_end_matches('.').to_owned();
        Ok(PlannedMetric {
            rule,
            kind: config.kind.value.clone(),
            description: config.description.clone().unwrap_or_else(described),
            always: false,
            metric,
        })
    }
}

fn always(name: &str) -> Option<&'static AlwaysMeasured> {
    metric::always_measured().iter().find(|always| always.metric.name == name)
}

/// A bool without a threshold needs `equals: true`; of the always-measured ones only those that gate do.
fn default_threshold(metric_type: &MetricType) -> Option<Threshold> {
    let gates = always(metric_type.name).is_none_or(|always| always.gates);
    (metric_type.value_type == ValueType::Bool && gates).then_some(Threshold::Equals(Score::Bool(true)))
}
