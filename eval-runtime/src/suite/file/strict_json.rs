//! JSON in which a key twice is an error, as it is in YAML. `serde_json` alone takes the last without a word.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::node::first_line;
use crate::suite::{Mistake, Source};

/// Reads a whole file; what is wrong with it is marked where it stands.
pub(super) fn parse(source: &Arc<Source>) -> Result<Value, Mistake> {
    let error = match serde_json::from_str(&source.text) {
        Ok(Strict(value)) => return Ok(value),
        Err(error) => error,
    };
    let lines = source.text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let before: usize = lines.map(str::len).sum();
    let mut at = usize::min(before + error.column().saturating_sub(1), source.text.len());
    while !source.text.is_char_boundary(at) {
        at -= 1;
    }
    let len = source.text[at..].chars().next().map_or(0, char::len_utf8);
    // The message ends with the position, which the place says already.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    Err(Mistake::at(&first_line(source, at, at + len), format!("this is no JSON: {message}")))
}

/// A value whose objects have each key once.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Self)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("`{key}` is written twice in one mapping")));
            }
            let Strict(value) = entries.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_serde_json() {
        let text = r#"{"a": [null, true, 1, -1, 1.5, "é\n\ud83c\udf89", {}, []], "b": 18446744073709551615, "c": {"a": 1e3}}"#;
        let Strict(value) = serde_json::from_str(text).expect("JSON");
        assert_eq!(value, serde_json::from_str::<Value>(text).expect("JSON"));
    }

    #[test]
    fn a_key_twice_is_an_error() {
        for text in [r#"{"a": 1, "a": 2}"#, r#"[{"b": {"a": 1, "\u0061": 1}}]"#] {
            let error = serde_json::from_str::<Strict>(text).map(|_| ()).expect_err("an error");
            assert!(error.to_string().starts_with("`a` is written twice in one mapping"), "{error}");
        }
        assert!(serde_json::from_str::<Strict>("1e400").is_err());
    }
}
