//! How deep a value nests.

use serde_json::Value;

/// The most levels of lists and objects that a value of a run may have: what is written down must be readable again, and
/// JSON is read to 128 levels.
pub const MAX_DEPTH: usize = 100;

/// Whether a value nests no deeper than [`MAX_DEPTH`].
#[must_use]
pub fn is_recordable(value: &Value) -> bool {
    nests_within(value, MAX_DEPTH)
}

/// The value, or a text in its place when it nests too deep to be written down.
#[must_use]
pub fn recordable(value: Value) -> Value {
    if is_recordable(&value) {
        value
    } else {
        Value::String(format!("(nested deeper than {MAX_DEPTH} levels)"))
    }
}

fn nests_within(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(items) => levels > 0 && items.iter().all(|item| nests_within(item, levels - 1)),
        Value::Object(fields) => levels > 0 && fields.values().all(|field| nests_within(field, levels - 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nests_too_deep_is_told_instead() {
        let nested = |levels| (0..levels).fold(Value::from(1), |inner, _| Value::Array(vec![inner]));
        assert_eq!(recordable(nested(MAX_DEPTH)), nested(MAX_DEPTH));
        assert_eq!(recordable(nested(MAX_DEPTH + 1)), Value::from("(nested deeper than 100 levels)"));
    }
}
