//! The names that a suite uses, looked up among what is registered.

use std::sync::Arc;

use crate::agent::{self, Agent};
use crate::integration::{self, Mock};
use crate::metric::{self, MetricType};
use crate::suite::{Integration, Located, MetricConfig, Mistake, Suite, closest, listed};

/// How many names a message lists.
const LISTED: usize = 12;

/// The suite's agent.
pub(super) fn agent_of(suite: &Suite) -> Result<Box<dyn Agent>, Mistake> {
    let kind = &suite.agent.kind;
    match agent::find(kind)[..] {
        [agent] => Ok((agent.make)()),
        [] => {
            let mistake = Mistake::at(&kind.at, format!("unknown agent `{}`", kind.value));
            let names: Vec<&str> = agent::registered().map(|agent| agent.name).collect();
            Err(mistake.help(not_registered("agent", kind, &names, &names)))
        }
        ref several => Err(ambiguous("agents", kind, several.iter().map(|agent| (agent.module, agent.name)))),
    }
}

/// The mock that an integration describes.
pub(super) fn mock_of(integration: &Integration) -> Result<Mock, Mistake> {
    let class = &integration.class;
    let function = match integration::find(class)[..] {
        [function] => Some(function),
        [] if integration.methods.is_empty() && integration.data.is_empty() => {
            let message =
                format!("there is no #[mock] `{}`, and nothing here to make a mock of", class.value);
            let names: Vec<&str> = integration::registered().map(|mock| mock.name).collect();
            let help = not_registered("mock", class, &names, &names);
            return Err(Mistake::at(&class.at, message)
                .help(format!("{help}; or give it `methods` or `config.data`")));
        }
        [] => None,
        ref several => {
            return Err(ambiguous("mocks", class, several.iter().map(|mock| (mock.module, mock.name))));
        }
    };
    let behaviours = integration.methods.iter();
    Ok(Mock {
        name: integration.name.clone(),
        behaviours: behaviours.map(|method| (method.name.value.clone(), method.behaviour.clone())).collect(),
        function,
        config: Arc::new(integration.config.clone()),
        data: Arc::new(integration.data.clone()),
    })
}

/// The metric that a config names.
pub(super) fn metric_of(config: &MetricConfig) -> Result<&'static MetricType, Mistake> {
    let kind = &config.kind;
    match metric::find(kind)[..] {
        [metric] => Ok(metric),
        [] => {
            let own: Vec<&str> = metric::registered().map(|metric| metric.name).collect();
            let ours = metric::built_in()
                .iter()
                .chain(metric::always_measured().iter().map(|always| &always.metric));
            let all: Vec<&str> = ours.map(|metric| metric.name).chain(own.iter().copied()).collect();
            let mistake = Mistake::at(&kind.at, format!("unknown metric type `{}`", kind.value));
            Err(mistake.help(not_registered("metric", kind, &all, &own)))
        }
        ref several => {
            Err(ambiguous("metrics", kind, several.iter().map(|metric| (metric.module, metric.name))))
        }
    }
}

/// What to do about a name that is not registered: `near` are the names that it may have meant, `own` those that the
/// target registers.
fn not_registered(what: &str, written: &str, near: &[&str], own: &[&str]) -> String {
    let name = written.rsplit([':', '.']).next().unwrap_or(written);
    if let Some(near) = closest(name, near) {
        return format!("did you mean `{near}`?");
    }
    let there = match own {
        [] => format!("no #[{what}]"),
        own if own.len() > LISTED => format!("{} and others", listed(&own[..LISTED])),
        own => listed(own),
    };
    format!(
        "this target has {there}; one in a library crate is found when the target names that crate: write `use my_crate as _;`"
    )
}

fn ambiguous<'a>(
    what: &str,
    written: &Located<String>,
    found: impl Iterator<Item = (&'a str, &'a str)>,
) -> Mistake {
    let paths: Vec<String> = found.map(|(module, name)| format!("{module}::{name}")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    Mistake::at(&written.at, format!("there are several {what} `{}`", written.value))
        .help(format!("name one by its path: {}", listed(&paths)))
}
