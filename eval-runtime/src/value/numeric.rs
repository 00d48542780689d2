//! Which values are numbers, for the `numeric` match mode.

use serde_json::Value;

/// How far two numbers may differ, relative to the larger, beyond the tolerance: 0.1 + 0.2 matches 0.3.
const RELATIVE_GUARD: f64 = 1e-9;

/// The number that a value is: a JSON number, or a text that as a whole is one.
///
/// Surrounding white space is dropped; decimal and scientific notation and well-placed thousands commas are read
/// (`"1,234.50"`). Anything else is no number: `"1.234,50"`, `"12%"`, `"1_000"`, `""`, `"nan"`, bools, null.
#[must_use]
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => parse(text.trim()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether two numbers differ by at most `tolerance`.
pub(super) fn within(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance + RELATIVE_GUARD * a.abs().max(b.abs())
}

fn parse(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let whole_fits = if whole.contains(',') { thousands(whole) } else { digits(whole) };
    let fraction_fits = fraction.is_none_or(digits);
    let has_digits = !whole.is_empty() || fraction.is_some_and(|fraction| !fraction.is_empty());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    if !(whole_fits && fraction_fits && has_digits && exponent_fits) {
        return None;
    }
    let number = if whole.contains(',') { text.replace(',', "").parse() } else { text.parse() };
    number.ok().filter(|number: &f64| number.is_finite())
}

fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// One to three digits, then groups of exactly three.
fn thousands(text: &str) -> bool {
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && digits(first) && groups.all(|group| group.len() == 3 && digits(group))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(value: Value, expected: Option<f64>) {
        assert_eq!(number(&value), expected, "{value}");
    }

    #[test]
    fn numbers_and_texts_that_are_numbers() {
        check(json!(540), Some(540.0));
        check(json!("540"), Some(540.0));
        check(json!("1,234.50"), Some(1234.5));
        check(json!(" 1234.5 "), Some(1234.5));
        check(json!("12,345,678"), Some(12_345_678.0));
        check(json!("-1.5e3"), Some(-1500.0));
        check(json!("+7"), Some(7.0));
        check(json!(".5"), Some(0.5));
        check(json!("5."), Some(5.0));
    }

    #[test]
    fn everything_else_is_not_a_number() {
        let texts = [
            "1_234.5",
            "1.234,50",
            "١٢٣",
            ",",
            "12%",
            "1_000",
            "",
            " ",
            "nan",
            "NaN",
            "inf",
            "-inf",
            "infinity",
            "1e400",
            "1e",
            "e5",
            ".",
            "+",
            "-",
            "--1",
            "1,23",
            "1234,567",
            ",123",
            "1,,234",
            "1.2.3",
            "0x10",
            "The answer is (42).",
            "1 234",
        ];
        for text in texts {
            check(json!(text), None);
        }
        for value in [json!(null), json!(true), json!([1]), json!({"n": 1})] {
            check(value, None);
        }
    }

    #[test]
    fn the_tolerance_is_inclusive_with_a_relative_guard() {
        for (a, b, tolerance, matches) in [
            (0.1 + 0.2, 0.3, 0.0, true),
            (1700.0, 1750.0, 50.0, true),
            (1700.0, 1750.1, 50.0, false),
            (1.0, 1.001, 0.0, false),
            (0.0, 1e-12, 0.0, false),
        ] {
            assert_eq!(within(a, b, tolerance), matches, "{a} {b} {tolerance}");
        }
    }
}
