//! Free-form values: what agents, metrics and mocks read, and the suite does not.

use serde_json::{Map, Number, Value};

use super::node::{Entry, Node, Shape};
use super::scalar::Resolved;
use crate::suite::Mistake;

/// A node as JSON. Keys are text as written; a number that JSON has not is a mistake, and stands as null.
pub(super) fn value(node: Node<'_>, mistakes: &mut Vec<Mistake>) -> Value {
    match node.shape() {
        Shape::Null => Value::Null,
        Shape::Bool(value) => Value::Bool(value),
        Shape::Text(text) => Value::String(text.to_owned()),
        Shape::Number(number) => finite(number).map_or_else(
            || {
                mistakes.push(not_finite(node));
                Value::Null
            },
            Value::Number,
        ),
        Shape::Sequence(items) => {
            let mut list = Vec::with_capacity(items.len());
            list.extend(items.iter().map(|item| value(item, mistakes)));
            Value::Array(list)
        }
        Shape::Mapping(entries) => Value::Object(object(entries.iter(), mistakes)),
    }
}

/// The entries of a mapping as a JSON object.
pub(super) fn object<'t>(
    entries: impl Iterator<Item = Entry<'t>>,
    mistakes: &mut Vec<Mistake>,
) -> Map<String, Value> {
    let mut map = Map::new();
    for entry in entries {
        map.insert(entry.name.to_owned(), value(entry.value, mistakes));
    }
    map
}

/// The mistake that a number is none that JSON has.
pub(super) fn not_finite(node: Node<'_>) -> Mistake {
    Mistake::at(
        &node.at(),
        format!(
            "`{}` is no number that can be compared or written down",
            node.source_text().unwrap_or_default()
        ),
    )
    .help("write a finite number, or put it in quotes to mean text")
}

fn finite(number: Resolved) -> Option<Number> {
    match number {
        Resolved::Unsigned(number) => Some(number.into()),
        Resolved::Signed(number) => Some(number.into()),
        Resolved::Float(number) => Number::from_f64(number),
        Resolved::NotFinite | Resolved::Null | Resolved::Bool(_) | Resolved::Text => None,
    }
}
