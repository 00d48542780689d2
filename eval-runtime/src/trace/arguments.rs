//! The arguments of a tool call, however they were handed over.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a tool was called with.
///
/// Nothing and `""` are `{}`; a text that holds a JSON object is that object; anything else is kept as it came, with
/// `parse_error`, and no filter on arguments matches it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Arguments {
    /// The arguments by name, or what came in their place.
    #[serde(rename = "args")]
    pub value: Value,
    /// Why they could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parse_error: Option<String>,
}

impl Arguments {
    /// Reads what was handed over.
    #[must_use]
    pub fn read(value: Value) -> Self {
        match value {
            Value::Object(_) => Self { value, parse_error: None },
            Value::Null => Self { value: Value::Object(Map::new()), parse_error: None },
            Value::String(text) => Self::read_text(text),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                Self { value, parse_error: Some("the arguments are no JSON object".to_owned()) }
            }
        }
    }

    fn read_text(text: String) -> Self {
        if text.trim().is_empty() {
            return Self::read(Value::Null);
        }
        match serde_json::from_str(&text) {
            Ok(Value::Null) => Self::read(Value::Null),
            Ok(Value::Object(map)) => Self { value: Value::Object(map), parse_error: None },
            Ok(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => Self {
                value: Value::String(text),
                parse_error: Some("the arguments are no JSON object".to_owned()),
            },
            Err(error) => Self { value: Value::String(text), parse_error: Some(error.to_string()) },
        }
    }

    /// The argument of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.value.get(name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(handed_over: Value, read: Value, readable: bool) {
        let arguments = Arguments::read(handed_over);
        assert_eq!(arguments.value, read);
        assert_eq!(arguments.parse_error.is_none(), readable, "{:?}", arguments.parse_error);
    }

    #[test]
    fn text_that_holds_an_object_is_that_object_and_nothing_is_none() {
        check(json!({"a": 1}), json!({"a": 1}), true);
        check(json!(null), json!({}), true);
        check(json!(""), json!({}), true);
        check(json!("  "), json!({}), true);
        check(json!("{}"), json!({}), true);
        check(json!("null"), json!({}), true);
        check(json!("{\"a\": [1]}"), json!({"a": [1]}), true);
        check(json!("{\"a\":"), json!("{\"a\":"), false);
        check(json!("[1]"), json!("[1]"), false);
        check(json!([1]), json!([1]), false);
    }
}
