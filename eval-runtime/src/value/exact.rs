//! Deep equality of JSON values, by value and not by spelling.

use serde_json::{Number, Value};

/// Whether two values are equal: 540 equals 540.0, `true` is never 1, key order is free and list order is not.
///
/// Whole numbers are compared exactly, however large.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    deep_equal(a, b, false)
}

/// As [`equal`], but a number also equals its text (`"6"` and 6), at any depth.
///
/// The text must be a JSON number and nothing else: `"6.0"` equals 6, `" 6"` and `"6 pieces"` do not.
#[must_use]
pub fn equal_coerced(a: &Value, b: &Value) -> bool {
    deep_equal(a, b, true)
}

fn deep_equal(a: &Value, b: &Value, coerce: bool) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => numbers_equal(a, b),
        (Value::Number(number), Value::String(text)) | (Value::String(text), Value::Number(number)) => {
            coerce && number_of_text(text).is_some_and(|of_text| numbers_equal(number, &of_text))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| deep_equal(a, b, coerce))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| deep_equal(a, b, coerce)))
        }
        (a, b) => a == b,
    }
}

/// The number that a text is, if the whole text is a JSON number.
pub(super) fn number_of_text(text: &str) -> Option<Number> {
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        || text.ends_with(char::is_whitespace)
    {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn numbers_equal(a: &Number, b: &Number) -> bool {
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.as_f64() == b.as_f64(),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The number as an integer, when it has no fraction and an integer can hold it.
fn whole(number: &Number) -> Option<i128> {
    if let Some(number) = number.as_i64() {
        return Some(number.into());
    }
    if let Some(number) = number.as_u64() {
        return Some(number.into());
    }
    let number = number.as_f64()?;
    // Below 2^100 the cast is exact.
    (number.fract() == 0.0 && number.abs() < 2_f64.powi(100)).then_some(number as i128)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(a: Value, b: Value, exact: bool, coerced: bool) {
        for (a, b) in [(&a, &b), (&b, &a)] {
            assert_eq!(equal(a, b), exact, "exact: {a} and {b}");
            assert_eq!(equal_coerced(a, b), coerced, "coerced: {a} and {b}");
        }
    }

    #[test]
    fn exact_compares_values_and_not_spellings() {
        check(json!(540), json!(540.0), true, true);
        check(json!(true), json!(1), false, false);
        check(json!(false), json!(0), false, false);
        check(json!(null), json!(0), false, false);
        check(json!("b a"), json!("a b"), false, false);
        check(json!({"a": 1, "b": 2}), json!({"b": 2, "a": 1}), true, true);
        check(json!([1, 2]), json!([2, 1]), false, false);
        check(json!({"a": 1}), json!({"a": 1, "b": null}), false, false);
        check(json!(0.0), json!(-0.0), true, true);
    }

    #[test]
    fn whole_numbers_are_compared_exactly() {
        check(json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992_i64), false, false);
        check(json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992.0), false, false);
        check(json!(u64::MAX), json!(-1), false, false);
    }

    #[test]
    fn coerce_takes_a_number_for_its_text_at_any_depth() {
        check(json!("6"), json!(6), false, true);
        check(json!("6.0"), json!(6), false, true);
        check(json!([["MUG", "6"]]), json!([["MUG", 6]]), false, true);
        check(json!({"n": "1e3"}), json!({"n": 1000}), false, true);
        check(json!(" 6"), json!(6), false, false);
        check(json!("6 "), json!(6), false, false);
        check(json!("1,234"), json!(1234), false, false);
        check(json!("true"), json!(true), false, false);
        check(json!("6"), json!("6.0"), false, false);
        check(json!(""), json!(0), false, false);
    }
}
