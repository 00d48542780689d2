//! What will be run, built and checked as a whole before anything is started or spent.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::{Candidate, Outline, Trial};
use crate::agent::{self, Agent};
use crate::integration::{self, Mock, Mocks};
use crate::metric::{self, BuildContext, Metric, MetricType};
use crate::outcome::{Lineup, Rule};
use crate::suite::{Case, Integration, MetricConfig, Mistake, Suite, Threshold, listed};
use crate::value::{Score, ValueType};

/// The always-measured bool that gates without a threshold of the suite's.
const GATES_BY_DEFAULT: &str = "execution_succeeded";

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
        let builder = Builder { suite: &suite, mock_methods: methods.as_deref() };
        let suite_metrics = builder.suite_metrics(&mut mistakes);
        let mut columns = suite_metrics.clone();
        let mut case_metrics = HashMap::new();
        let mut seen = None;
        for trial in &self.trials {
            let case = &suite.cases[trial.case];
            // A case's trials stand together; its metrics are built once.
            if case.metrics.is_empty() || seen.replace(trial.case) == Some(trial.case) {
                continue;
            }
            let metrics = builder.case_metrics(case, &suite_metrics, &mut mistakes);
            for metric in &metrics {
                match columns.iter().find(|column| column.rule.name == metric.rule.name) {
                    None => columns.push(metric.clone()),
                    Some(column) if column.rule.value_type == metric.rule.value_type => {}
                    Some(column) => mistakes.push(Mistake::at(
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

    /// What is planned, for the fold.
    #[must_use]
    pub fn lineup(&self) -> Lineup {
        Lineup {
            candidates: self.candidates.iter().map(|candidate| candidate.name.clone()).collect(),
            cases: self.suite.cases.iter().map(|case| Arc::from(case.id.as_str())).collect(),
            planned: self
                .trials
                .iter()
                .map(|trial| ((trial.candidate, trial.case), self.limits.repeats))
                .collect(),
            metrics: self
                .metrics
                .iter()
                .map(|metric| (metric.rule.name.clone(), metric.rule.value_type))
                .collect(),
            min_pass_rate: self.suite.min_pass_rate,
        }
    }

    /// The metrics of one trial.
    pub(super) fn metrics_of(&self, trial: usize) -> Arc<[Arc<PlannedMetric>]> {
        self.case_metrics.get(&self.trials[trial].case).unwrap_or(&self.suite_metrics).clone()
    }
}

fn agent_of(suite: &Suite) -> Result<Box<dyn Agent>, Mistake> {
    let kind = &suite.agent.kind;
    match agent::find(kind)[..] {
        [agent] => Ok((agent.make)()),
        [] => {
            let mistake = Mistake::at(&kind.at, format!("unknown agent `{}`", kind.value));
            let names: Vec<&str> = agent::registered().map(|agent| agent.name).collect();
            Err(not_registered(mistake, "agent", kind, &names))
        }
        ref several => {
            let paths = several.iter().map(|agent| format!("{}::{}", agent.module, agent.name));
            Err(ambiguous(Mistake::at(&kind.at, format!("there are several agents `{}`", kind.value)), paths))
        }
    }
}

fn mock_of(integration: &Integration) -> Result<Mock, Mistake> {
    let class = &integration.class;
    let function = match integration::find(class)[..] {
        [function] => Some(function),
        [] if integration.methods.is_empty() && integration.data.is_empty() => {
            let mistake = Mistake::at(
                &class.at,
                format!("there is no #[mock] `{}`, and nothing here to make a mock of", class.value),
            );
            let names: Vec<&str> = integration::registered().map(|mock| mock.name).collect();
            let named = not_registered(mistake, "mock", class, &names);
            return Err(match &named.help {
                Some(help) => {
                    let help = format!("{help}; or give it `methods` or `config.data`");
                    named.help(help)
                }
                None => named,
            });
        }
        [] => None,
        ref several => {
            let paths = several.iter().map(|mock| format!("{}::{}", mock.module, mock.name));
            return Err(ambiguous(
                Mistake::at(&class.at, format!("there are several mocks `{}`", class.value)),
                paths,
            ));
        }
    };
    Ok(Mock {
        name: integration.name.clone(),
        behaviours: integration
            .methods
            .iter()
            .map(|method| (method.name.value.clone(), method.behaviour.clone()))
            .collect(),
        function,
        config: Arc::new(integration.config.clone()),
        data: Arc::new(integration.data.clone()),
    })
}

/// What to do about a name that is not registered.
fn not_registered(mistake: Mistake, what: &str, written: &str, names: &[&str]) -> Mistake {
    let name = written.rsplit([':', '.']).next().unwrap_or(written);
    match crate::suite::closest(name, names) {
        Some(near) => mistake.help(format!("did you mean `{near}`?")),
        None => mistake.help(format!(
            "this target has {}; one in a library crate is found when the target names that crate: write `use my_crate as _;`",
            match names {
                [] => format!("no #[{what}]"),
                names => format!("{} and the built-in ones", listed(names)),
            }
        )),
    }
}

fn ambiguous(mistake: Mistake, paths: impl Iterator<Item = String>) -> Mistake {
    let paths: Vec<String> = paths.collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    mistake.help(format!("name one by its path: {}", listed(&paths)))
}

/// Builds metrics of configs.
struct Builder<'a> {
    suite: &'a Suite,
    mock_methods: Option<&'a [&'a str]>,
}

impl Builder<'_> {
    /// The always-measured metrics, each replaced where the suite lists it, then the suite's own.
    fn suite_metrics(&self, mistakes: &mut Vec<Mistake>) -> Vec<Arc<PlannedMetric>> {
        let always = metric::always_measured();
        let mut metrics: Vec<Arc<PlannedMetric>> =
            always.iter().filter_map(|metric| self.always(metric)).collect();
        self.add(&self.suite.metrics, &mut metrics, mistakes);
        metrics
    }

    fn case_metrics(
        &self,
        case: &Case,
        suite_metrics: &[Arc<PlannedMetric>],
        mistakes: &mut Vec<Mistake>,
    ) -> Vec<Arc<PlannedMetric>> {
        let mut metrics = suite_metrics.to_vec();
        self.add(&case.metrics, &mut metrics, mistakes);
        metrics
    }

    /// Adds each config's metric, in the place of one of the same name if there is one.
    fn add(
        &self,
        configs: &[MetricConfig],
        metrics: &mut Vec<Arc<PlannedMetric>>,
        mistakes: &mut Vec<Mistake>,
    ) {
        for config in configs {
            match self.build(config) {
                Err(mistake) => mistakes.push(mistake),
                Ok(metric) => match metrics.iter_mut().find(|other| other.rule.name == metric.rule.name) {
                    Some(replaced) => *replaced = Arc::new(metric),
                    None => metrics.push(Arc::new(metric)),
                },
            }
        }
    }

    fn build(&self, config: &MetricConfig) -> Result<PlannedMetric, Mistake> {
        let metric_type = metric_type(config)?;
        let always = metric::always_measured().iter().any(|always| always.name == config.name);
        if always && metric_type.name != config.name {
            return Err(Mistake::at(
                &config.at,
                format!("`{}` is measured on every run, with no config", config.name),
            )
            .help("give this metric another name"));
        }
        let cx = BuildContext { config, base_dir: &self.suite.dir, mock_methods: self.mock_methods };
        let threshold = config.pass_threshold.as_ref().map(|threshold| threshold.value.clone());
        let rule = Rule {
            name: config.name.as_str().into(),
            value_type: metric_type.value_type,
            threshold: threshold.or_else(|| default_threshold(metric_type)),
            required: config.required.unwrap_or(true),
            when: config.when,
        };
        if let Err(misfit) = rule.fits(metric_type.range) {
            let place = config.pass_threshold.as_ref().map_or(&config.at, |threshold| &threshold.at);
            return Err(Mistake::at(place, format!("the pass threshold {misfit}")));
        }
        // A user's params are read by the user's code, which may panic.
        let metric = super::panics::catch(|| (metric_type.build)(&cx)).unwrap_or_else(|panic| {
            Err(Mistake::at(&config.params.at, format!("reading the params of `{}` {panic}", config.name)))
        })?;
        Ok(PlannedMetric {
            rule,
            kind: config.kind.value.clone(),
            description: config
                .description
                .clone()
                .unwrap_or_else(|| metric_type.doc.trim_end_matches('.').to_owned()),
            always: false,
            metric,
        })
    }

    /// An always-measured metric that the suite does not list.
    fn always(&self, metric_type: &'static MetricType) -> Option<Arc<PlannedMetric>> {
        let config = MetricConfig::bare(metric_type.name, &self.suite.agent.kind.at);
        let cx = BuildContext { config: &config, base_dir: &self.suite.dir, mock_methods: self.mock_methods };
        let metric = (metric_type.build)(&cx).ok()?;
        Some(Arc::new(PlannedMetric {
            rule: Rule {
                name: metric_type.name.into(),
                value_type: metric_type.value_type,
                threshold: default_threshold(metric_type),
                required: true,
                when: None,
            },
            kind: metric_type.name.to_owned(),
            description: metric_type.doc.to_owned(),
            always: true,
            metric,
        }))
    }
}

/// A bool without a threshold needs `equals: true`; of the always-measured ones only [`GATES_BY_DEFAULT`] does.
fn default_threshold(metric_type: &MetricType) -> Option<Threshold> {
    let always = metric::always_measured().iter().any(|always| always.name == metric_type.name);
    let gates =
        metric_type.value_type == ValueType::Bool && (!always || metric_type.name == GATES_BY_DEFAULT);
    gates.then_some(Threshold::Equals(Score::Bool(true)))
}

fn metric_type(config: &MetricConfig) -> Result<&'static MetricType, Mistake> {
    let kind = &config.kind;
    match metric::find(kind)[..] {
        [metric] => Ok(metric),
        [] => {
            let names = metric::built_in().iter().chain(metric::always_measured()).map(|metric| metric.name);
            let names: Vec<&str> = names.chain(metric::registered().map(|metric| metric.name)).collect();
            let mistake = Mistake::at(&kind.at, format!("unknown metric type `{}`", kind.value));
            let own: Vec<&str> = metric::registered().map(|metric| metric.name).collect();
            let near = crate::suite::closest(kind.rsplit([':', '.']).next().unwrap_or(kind), &names);
            Err(match near {
                Some(near) => mistake.help(format!("did you mean `{near}`?")),
                None => not_registered(mistake, "metric", kind, &own),
            })
        }
        ref several => {
            let paths = several.iter().map(|metric| match metric.module {
                "" => format!("{} (built-in)", metric.name),
                module => format!("{module}::{}", metric.name),
            });
            Err(ambiguous(
                Mistake::at(&kind.at, format!("there are several metrics `{}`", kind.value)),
                paths,
            ))
        }
    }
}
