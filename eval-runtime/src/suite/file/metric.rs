//! Entries of `metrics`, and pass thresholds.

use super::fields::{Field, Fields};
use super::json;
use super::names::Unique;
use super::node::Shape;
use super::scalar::Resolved;
use crate::suite::{Located, MetricConfig, Mistake, Params, Threshold, When};
use crate::value::{Finite, Score};

/// Reads a list of metrics. A name may be used once in it.
pub(super) fn metrics(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Vec<MetricConfig> {
    let Some(items) = field.list(mistakes) else { return Vec::new() };
    let mut names = Unique::default();
    let mut metrics = Vec::new();
    for item in items {
        let Some((metric, name_at)) = metric(item, mistakes) else { continue };
        if let Err(mistake) = names.add("metric", &metric.name, &name_at) {
            mistakes.push(mistake.help("`name` tells two uses of a type apart: give one of them another"));
        }
        metrics.push(metric);
    }
    metrics
}

/// Reads one metric, and says where its name stands.
fn metric(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<(MetricConfig, crate::suite::Place)> {
    let mut fields = field.fields("a metric", "type", mistakes)?;
    let kind_field = fields.need("type", "type: field_match");
    let kind = kind_field.and_then(|kind| Some(Located { value: kind.name(mistakes)?, at: kind.at() }));
    let name_field = fields.take("name");
    let name = name_field.map(|name| name.name(mistakes));
    let description = fields.take("description").and_then(|text| text.text(mistakes)).map(ToOwned::to_owned);
    let params = params(&mut fields, mistakes);
    let pass_threshold = fields
        .take("pass_threshold")
        .and_then(|field| Some(Located { value: threshold(field, mistakes)?, at: field.at() }));
    let required = fields.take("required").and_then(|flag| flag.flag(mistakes));
    let when = fields.take("when").and_then(|field| when(field, mistakes));
    let at = fields.at().clone();
    fields.finish(mistakes);

    let kind = kind?;
    let name_at = name_field.map_or_else(|| kind.at.clone(), Field::at);
    let name = match name {
        Some(name) => name?,
        None => kind.value.clone(),
    };
    Some((MetricConfig { name, kind, description, params, pass_threshold, required, when, at }, name_at))
}

fn params(fields: &mut Fields<'_>, mistakes: &mut Vec<Mistake>) -> Params {
    let mut params = Params { values: serde_json::Map::new(), at: fields.at().clone(), fields: Vec::new() };
    let Some(field) = fields.take("params") else { return params };
    params.at = field.at();
    let Some(entries) = field.entries(mistakes) else { return params };
    params.fields = entries.iter().map(|entry| (entry.name.to_owned(), entry.value.at())).collect();
    params.values = json::object(entries.iter(), mistakes);
    params
}

fn when(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<When> {
    let text = field.text(mistakes)?;
    let all = [When::Succeeded, When::Failed];
    let when = all.into_iter().find(|when| when.name() == text);
    if when.is_none() {
        let mistake = Mistake::at(&field.at(), format!("`{text}` is no outcome of a run"));
        mistakes.push(mistake.suggest(text, all.map(When::name)));
    }
    when
}

/// Reads a threshold: exactly one of `equals`, `in`, and `min` and/or `max`.
fn threshold(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Threshold> {
    let before = mistakes.len();
    let mut fields = field.fields("a pass threshold", "equals", mistakes)?;
    let equals = fields.take("equals").map(|field| score(field, mistakes));
    let one_of = fields.take("in").map(|field| scores(field, mistakes));
    let wanted = "a finite number";
    let min = fields.take("min").map(|field| (field, field.number(wanted, mistakes)));
    let max = fields.take("max").map(|field| (field, field.number(wanted, mistakes)));

    let groups =
        [("equals", equals.is_some()), ("in", one_of.is_some()), ("min", min.is_some() || max.is_some())];
    let used: Vec<&str> = groups.into_iter().filter_map(|(name, used)| used.then_some(name)).collect();
    // `max` alone stands for its group.
    let place = |name: &str| fields.key(name).or_else(|| fields.key("max"));
    if let [first, second, ..] = used[..] {
        let message = "a pass threshold is one of `equals`, `in`, or `min` and/or `max`";
        let mut mistake = Mistake::new(message);
        mistake.place = place(second);
        if let Some(first) = place(first) {
            mistake = mistake.also(&first, "it has this already");
        }
        mistakes.push(mistake);
    }
    let no_group = used.is_empty();
    let at = fields.at().clone();
    let found = mistakes.len();
    fields.finish(mistakes);
    if no_group && mistakes.len() == found {
        let mistake = Mistake::at(&at, "a pass threshold must not be empty");
        mistakes.push(mistake.help("write e.g. `{min: 0.9}`, `{equals: true}` or `{in: [a, b]}`"));
    }
    if mistakes.len() > before {
        return None;
    }
    if let Some(score) = equals {
        return Some(Threshold::Equals(score?));
    }
    if let Some(scores) = one_of {
        return Some(Threshold::In(scores?));
    }
    let bounds = (min.and_then(|(_, bound)| bound), max.and_then(|(_, bound)| bound));
    if let (Some(least), Some(most)) = bounds
        && least > most
    {
        let mut mistake = Mistake::new("`min` is greater than `max`, so no value can pass");
        mistake.place = min.map(|(field, _)| field.at());
        if let Some((field, _)) = max {
            mistake = mistake.also(&field.at(), "`max`");
        }
        mistakes.push(mistake);
        return None;
    }
    Some(Threshold::Bounds { min: bounds.0, max: bounds.1 })
}

fn scores(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Vec<Score>> {
    let scores: Vec<Option<Score>> = field.list(mistakes)?.map(|item| score(item, mistakes)).collect();
    if scores.is_empty() {
        mistakes.push(Mistake::at(&field.at(), "`in` must not be empty: no value could pass"));
    }
    scores.into_iter().collect()
}

/// A bool, a number or text. Whether the metric has values of that type is known to the registry only.
fn score(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Score> {
    const WANTED: &str = "a number, a text, or true or false";
    match field.shape() {
        Shape::Bool(value) => Some(Score::Bool(value)),
        Shape::Text(text) => Some(Score::Label(text.into())),
        Shape::Number(Resolved::Null | Resolved::Bool(_) | Resolved::Text) => None,
        Shape::Number(_) => field.number(WANTED, mistakes).and_then(Finite::new).map(Score::Number),
        Shape::Null | Shape::Sequence(_) | Shape::Mapping(_) => {
            mistakes.push(field.wrong(WANTED));
            None
        }
    }
}
