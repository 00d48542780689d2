//! A mock's records: a list in the suite, or a YAML or JSON file with one.

use std::sync::Arc;

use serde_json::Value;

use super::fields::Field;
use super::node::{Shape, first_line};
use super::path::Workspace;
use super::strict_json;
use super::yaml;
use crate::suite::{Mistake, Source};

/// Reads the records of one kind.
pub(super) fn records(
    field: Field<'_>,
    workspace: &Workspace,
    mistakes: &mut Vec<Mistake>,
) -> Option<Vec<Value>> {
    const WANTED: &str = "a list of records, or the path of a file with one";
    match field.shape() {
        Shape::Sequence(_) => list(field, mistakes),
        Shape::Text(_) => {
            let source = workspace.read(field, mistakes)?;
            let is_json = source.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
            if is_json { json(&source, mistakes) } else { yaml(&source, mistakes) }
        }
        Shape::Null | Shape::Bool(_) | Shape::Number(_) | Shape::Mapping(_) => {
            mistakes.push(field.wrong(WANTED));
            None
        }
    }
}

fn list(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Vec<Value>> {
    Some(field.list(mistakes)?.map(|record| record.json(mistakes)).collect())
}

fn yaml(source: &Arc<Source>, mistakes: &mut Vec<Mistake>) -> Option<Vec<Value>> {
    let tree = yaml::parse(source, mistakes)?;
    let root = Field::root("the file", tree.root());
    if matches!(root.shape(), Shape::Sequence(_)) {
        return list(root, mistakes);
    }
    mistakes.push(no_list(source));
    None
}

/// JSON is nearly YAML, but not in its escapes: `"\ud83c\udf89"` is one character in JSON only.
fn json(source: &Arc<Source>, mistakes: &mut Vec<Mistake>) -> Option<Vec<Value>> {
    match strict_json::parse(source) {
        Ok(Value::Array(records)) => Some(records),
        Ok(_) => {
            mistakes.push(no_list(source));
            None
        }
        Err(mistake) => {
            mistakes.push(mistake);
            None
        }
    }
}

fn no_list(source: &Arc<Source>) -> Mistake {
    let start = source.text.len() - source.text.trim_start().len();
    Mistake::at(&first_line(source, start, source.text.len()), "the file must hold a list of records")
}
