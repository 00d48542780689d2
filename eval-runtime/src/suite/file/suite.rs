//! The suite file as a whole.

use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value};

use super::candidate;
use super::case;
use super::fields::Field;
use super::integration;
use super::metric;
use super::node::Shape;
use super::path::Workspace;
use crate::suite::{AgentConfig, Located, MAX_PARALLEL, Mistake, ReportKind, Suite};

/// Reads a suite from its root node; none when so much is wrong that there is no suite.
pub(super) fn suite(
    root: Field<'_>,
    path: &Path,
    workspace: &Workspace,
    mistakes: &mut Vec<Mistake>,
) -> Option<Suite> {
    let unusable = match root.shape() {
        Shape::Mapping(_) => None,
        Shape::Null => Some("the suite is empty"),
        Shape::Bool(_) | Shape::Number(_) | Shape::Text(_) | Shape::Sequence(_) => {
            Some("a suite must be a mapping of its fields")
        }
    };
    if let Some(message) = unusable {
        let example = "write at least\nagent: {type: my_agent}\nmetrics: []\ncases: [{id: first}]";
        mistakes.push(Mistake::at(&root.at(), message).help(example));
        return None;
    }
    let mut fields = root.fields("a suite", "agent", mistakes)?.allow_extensions();
    let name = match fields.take("name") {
        Some(name) => name.name(mistakes),
        None => Some(workspace.dir_name().unwrap_or_else(|| "suite".to_owned())),
    };
    let description = fields.take("description").and_then(|text| text.text(mistakes)).map(ToOwned::to_owned);
    let agent = fields.need("agent", "agent: {type: my_agent}").and_then(|field| agent(field, mistakes));
    let integrations = match fields.take("integrations") {
        Some(field) => integration::integrations(field, workspace, mistakes),
        None => Vec::new(),
    };
    let models = fields.take("models").map(|field| candidate::models(field, mistakes)).unwrap_or_default();
    let variants = match fields.take("variants") {
        Some(field) => candidate::variants(field, workspace, mistakes),
        None => Vec::new(),
    };
    let repeats = fields.take("repeats").and_then(|field| field.count(1, u32::MAX, mistakes));
    let parallel = fields.take("parallel").and_then(|field| field.count(1, MAX_PARALLEL, mistakes));
    let timeout = fields.take("timeout_s").and_then(|field| seconds(field, mistakes));
    let metric_timeout = fields.take("metric_timeout_s").and_then(|field| seconds(field, mistakes));
    let min_pass_rate = fields.take("min_pass_rate").and_then(|field| share(field, mistakes));
    let metrics = match fields.need("metrics", "metrics: [{type: field_match, params: {path: answer}}]") {
        Some(field) => metric::metrics(field, mistakes),
        None => Vec::new(),
    };
    let reports = fields.take("reports").and_then(|field| reports(field, mistakes));
    let cases = match fields.need("cases", "cases: cases.yaml") {
        Some(field) => case::cases(field, workspace, mistakes),
        None => Vec::new(),
    };
    fields.finish(mistakes);

    Some(Suite {
        name: name?,
        description,
        path: path.to_owned(),
        dir: path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned(),
        agent: agent?,
        integrations,
        models,
        variants,
        repeats,
        parallel,
        timeout,
        metric_timeout,
        min_pass_rate,
        metrics,
        reports,
        cases,
    })
}

fn agent(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<AgentConfig> {
    let mut fields = field.fields("an agent", "type", mistakes)?;
    let kind = fields
        .need("type", "type: my_agent")
        .and_then(|kind| Some(Located { value: kind.name(mistakes)?, at: kind.at() }));
    let config = match fields.take("config") {
        Some(config) => config.object(mistakes),
        None => Some(Map::new()),
    };
    fields.finish(mistakes);
    Some(AgentConfig { kind: kind?, config: Value::Object(config?) })
}

fn seconds(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Duration> {
    const WANTED: &str = "a number of seconds greater than 0";
    let number = field.number(WANTED, mistakes)?;
    match Duration::try_from_secs_f64(number) {
        Ok(duration) if !duration.is_zero() => Some(duration),
        Ok(_) | Err(_) => {
            mistakes.push(Mistake::at(&field.at(), format!("{field} must be {WANTED}")));
            None
        }
    }
}

fn share(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<f64> {
    const WANTED: &str = "a number from 0 to 1";
    let number = field.number(WANTED, mistakes)?;
    if (0.0..=1.0).contains(&number) {
        return Some(number);
    }
    let mistake = Mistake::at(&field.at(), format!("{field} must be {WANTED}"));
    mistakes.push(if number > 1.0 && number <= 100.0 {
        mistake.help(format!("did you mean {}?", number / 100.0))
    } else {
        mistake
    });
    None
}

fn reports(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Vec<ReportKind>> {
    let mut reports = Vec::new();
    for item in field.list(mistakes)? {
        let Some(name) = item.text(mistakes) else { continue };
        match ReportKind::ALL.into_iter().find(|report| report.name() == name) {
            Some(report) if reports.contains(&report) => {
                mistakes.push(Mistake::at(&item.at(), format!("the report `{name}` is listed twice")));
            }
            Some(report) => reports.push(report),
            None => {
                let mistake = Mistake::at(&item.at(), format!("there is no report `{name}`"));
                mistakes.push(mistake.suggest(name, ReportKind::ALL.map(ReportKind::name)));
            }
        }
    }
    Some(reports)
}
