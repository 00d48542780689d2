//! Cases, inline or from a file of their own.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::fields::Field;
use super::metric;
use super::names::Unique;
use super::node::Shape;
use super::path::Workspace;
use super::yaml;
use crate::suite::{Case, Expected, Mistake};

/// Reads `cases`: a list, or the path of a YAML file with one.
pub(super) fn cases(field: Field<'_>, workspace: &Workspace, mistakes: &mut Vec<Mistake>) -> Vec<Case> {
    match field.shape() {
        Shape::Sequence(_) => inline(field, mistakes),
        Shape::Text(_) => match workspace.read(field, mistakes) {
            Some(source) => match yaml::parse(&source, mistakes) {
                Some(tree) => file(Field::root("cases", tree.root()), mistakes),
                None => Vec::new(),
            },
            None => Vec::new(),
        },
        Shape::Null => {
            mistakes.push(no_cases(field));
            Vec::new()
        }
        Shape::Bool(_) | Shape::Number(_) | Shape::Mapping(_) => {
            mistakes.push(field.wrong("a list of cases, or the path of a file with one"));
            Vec::new()
        }
    }
}

/// A case file: a list of cases, or a mapping with `cases`.
fn file(root: Field<'_>, mistakes: &mut Vec<Mistake>) -> Vec<Case> {
    match root.shape() {
        Shape::Sequence(_) => inline(root, mistakes),
        Shape::Mapping(_) => {
            let Some(fields) = root.fields("a case file", "cases", mistakes) else { return Vec::new() };
            let mut fields = fields.allow_extensions();
            let list = fields.need("cases", "cases: [{id: first}]");
            fields.finish(mistakes);
            match list {
                Some(list) if matches!(list.shape(), Shape::Null) => {
                    mistakes.push(no_cases(list));
                    Vec::new()
                }
                Some(list) => inline(list, mistakes),
                None => Vec::new(),
            }
        }
        Shape::Null => {
            mistakes.push(no_cases(root));
            Vec::new()
        }
        Shape::Bool(_) | Shape::Number(_) | Shape::Text(_) => {
            mistakes.push(Mistake::at(&root.at(), "the file must hold a list of cases"));
            Vec::new()
        }
    }
}

fn no_cases(field: Field<'_>) -> Mistake {
    Mistake::at(&field.at(), "no cases").help("write e.g. `cases: [{id: first, input: {question: hello}}]`")
}

fn inline(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Vec<Case> {
    let Some(items) = field.list(mistakes) else { return Vec::new() };
    let count = items.len();
    let mut ids = Unique::with_capacity(count);
    let mut cases = Vec::with_capacity(count);
    for item in items {
        let Some(case) = case(item, mistakes) else { continue };
        if let Err(mistake) = ids.add("case", &case.id, &case.at) {
            mistakes.push(mistake);
        }
        cases.push(case);
    }
    if count == 0 {
        mistakes.push(no_cases(field));
    }
    cases
}

fn case(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Case> {
    let mut fields = field.fields("a case", "id", mistakes)?;
    let id_field = fields.need("id", "id: first");
    let id = id_field.and_then(|id| Some((id.name(mistakes)?, id.at())));
    let description = fields.take("description").and_then(|text| text.text(mistakes)).map(ToOwned::to_owned);
    let tags = match fields.take("tags").and_then(|tags| tags.list(mistakes)) {
        Some(tags) => tags.filter_map(|tag| tag.name(mistakes)).collect(),
        None => Vec::new(),
    };
    let input = fields.take("input").map_or(Value::Null, |input| input.json(mistakes));
    let expected =
        fields.take("expected").and_then(|expected| self::expected(expected, mistakes)).unwrap_or_default();
    let metrics =
        fields.take("metrics").map(|metrics| metric::metrics(metrics, mistakes)).unwrap_or_default();
    fields.finish(mistakes);

    let (id, at) = id?;
    let expected = Expected(Arc::new(Value::Object(expected)));
    Some(Case { id, at, description, tags, input: Arc::new(input), expected, metrics })
}

/// A mapping, of which three fields have a meaning of their own.
fn expected(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Map<String, Value>> {
    let mut map = Map::new();
    for entry in field.entries(mistakes)?.iter() {
        let field = Field::of(entry);
        let value = match entry.name {
            "failure_code" => field.name(mistakes).map(Value::String),
            "mock_calls" => mock_calls(field, mistakes),
            _ => Some(field.json(mistakes)),
        };
        if let Some(value) = value {
            map.insert(entry.name.to_owned(), value);
        }
    }
    Some(map)
}

/// Calls by method: a list each.
fn mock_calls(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Value> {
    for method in field.entries(mistakes)?.iter() {
        let calls = Field::of(method);
        if !matches!(calls.shape(), Shape::Sequence(_)) {
            mistakes.push(calls.wrong("a list of calls").help("write `[]` to expect none"));
        }
    }
    Some(field.json(mistakes))
}
