//! Dotted paths into JSON: names and list indices.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;

/// A path such as `recipe.title`, `items.0.sku` or `a."b.c"` (a key that contains a dot is quoted).
///
/// ```
/// use eval_runtime::value::DottedPath;
/// use serde_json::json;
///
/// let path: DottedPath = "items.1.sku".parse()?;
/// let output = json!({"items": [{"sku": "MUG"}, {"sku": "TEA"}]});
/// assert_eq!(path.get(&output), Some(&json!("TEA")));
/// # Ok::<(), eval_runtime::value::DottedPathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct DottedPath {
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Segment {
    name: String,
    /// The name as a list index, when it is one and was not quoted.
    index: Option<usize>,
}

impl DottedPath {
    /// The path that leads to the whole value.
    #[must_use]
    pub fn whole() -> Self {
        Self::default()
    }

    /// Whether this is the path to the whole value.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.segments.is_empty()
    }

    /// The value at this path, if there is one.
    #[must_use]
    pub fn get<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        self.segments.iter().try_fold(value, |value, segment| match value {
            Value::Object(map) => map.get(&segment.name),
            Value::Array(items) => items.get(segment.index?),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        })
    }

    /// This path and one more name.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        let mut segments = self.segments.clone();
        segments.push(Segment { name: name.to_owned(), index: index(name) });
        Self { segments }
    }
}

impl FromStr for DottedPath {
    type Err = DottedPathError;

    fn from_str(text: &str) -> Result<Self, DottedPathError> {
        let error = |problem| DottedPathError { text: text.to_owned(), problem };
        let mut segments = Vec::new();
        let mut rest = text;
        loop {
            let after = if let Some(quoted) = rest.strip_prefix('"') {
                let (name, after) = quoted.split_once('"').ok_or_else(|| error("a quote is not closed"))?;
                segments.push(Segment { name: name.to_owned(), index: None });
                after
            } else {
                let end = rest.find('.').unwrap_or(rest.len());
                let name = &rest[..end];
                if name.is_empty() {
                    return Err(error("a name is empty"));
                }
                if name.contains('"') {
                    return Err(error("a quote stands inside a name; quote the whole name"));
                }
                segments.push(Segment { name: name.to_owned(), index: index(name) });
                &rest[end..]
            };
            if after.is_empty() {
                return Ok(Self { segments });
            }
            rest = after.strip_prefix('.').ok_or_else(|| error("a quoted name is followed by no dot"))?;
        }
    }
}

fn index(name: &str) -> Option<usize> {
    name.bytes().all(|byte| byte.is_ascii_digit()).then(|| name.parse().ok()).flatten()
}

impl TryFrom<String> for DottedPath {
    type Error = DottedPathError;

    fn try_from(text: String) -> Result<Self, DottedPathError> {
        text.parse()
    }
}

impl fmt::Display for DottedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.segments.iter().enumerate() {
            if position > 0 {
                f.write_str(".")?;
            }
            let plain = !segment.name.is_empty() && !segment.name.contains(['.', '"']);
            if plain && segment.index == index(&segment.name) {
                f.write_str(&segment.name)?;
            } else {
                write!(f, "\"{}\"", segment.name)?;
            }
        }
        Ok(())
    }
}

/// A text that is no dotted path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no dotted path: {problem}")]
pub struct DottedPathError {
    text: String,
    problem: &'static str,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(path: &str, expected: Option<Value>) {
        let value = json!({"a": {"b": [1, {"c": 2}], "b.c": 3, "0": 4, "": 5}, "n": null, "t": "text"});
        let path: DottedPath = path.parse().expect("a path");
        assert_eq!(path.get(&value), expected.as_ref(), "{path}");
    }

    #[test]
    fn names_and_indices_lead_into_a_value() {
        check("a.b.0", Some(json!(1)));
        check("a.b.1.c", Some(json!(2)));
        check("a.\"b.c\"", Some(json!(3)));
        check("a.0", Some(json!(4)));
        check("a.\"0\"", Some(json!(4)));
        check("a.\"\"", Some(json!(5)));
        check("n", Some(json!(null)));
        check("a.b.2", None);
        check("a.b.-1", None);
        check("a.b.\"0\"", None);
        check("t.0", None);
        check("a.b.99999999999999999999", None);
    }

    #[test]
    fn a_path_prints_as_it_is_written() {
        for path in ["a", "a.b.0", "a.\"b.c\"", "\"\".x", "a.\"0\""] {
            assert_eq!(path.parse::<DottedPath>().expect("a path").to_string(), path);
        }
    }

    #[test]
    fn what_is_no_path_is_an_error() {
        for path in ["", ".", "a.", ".a", "a..b", "a.\"b", "a.\"b\"c", "a\"b\""] {
            assert!(path.parse::<DottedPath>().is_err(), "{path}");
        }
    }
}
