//! What a scalar without quotes is: the core schema of YAML 1.2, in which `no` is text.

/// A plain scalar as a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Resolved {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that is not negative.
    Unsigned(u64),
    /// A negative whole number.
    Signed(i64),
    /// Any other number that is finite.
    Float(f64),
    /// `.nan`, `.inf`, or a number too large to be one.
    NotFinite,
    /// Everything else.
    Text,
}

/// Whether a plain scalar is null.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// The value of a plain scalar.
pub(super) fn resolve(text: &str) -> Resolved {
    // Most scalars are words: one look at the first byte tells them from numbers.
    match text.as_bytes().first() {
        None => Resolved::Null,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => number(text).unwrap_or(Resolved::Text),
        Some(b'~' | b'n' | b'N') if is_null(text) => Resolved::Null,
        Some(b't' | b'T' | b'f' | b'F') => match text {
            "true" | "True" | "TRUE" => Resolved::Bool(true),
            "false" | "False" | "FALSE" => Resolved::Bool(false),
            _ => Resolved::Text,
        },
        Some(_) => Resolved::Text,
    }
}

fn number(text: &str) -> Option<Resolved> {
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let (negative, unsigned) = match text.as_bytes()[0] {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return Some(Resolved::NotFinite),
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => return Some(Resolved::NotFinite),
        _ => {}
    }
    if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        let whole = if negative {
            text.parse()
                .ok()
                .map(|number: i64| if number == 0 { Resolved::Unsigned(0) } else { Resolved::Signed(number) })
        } else {
            unsigned.parse().ok().map(Resolved::Unsigned)
        };
        return Some(whole.unwrap_or_else(|| float(text)));
    }
    is_float(unsigned).then(|| float(text))
}

/// `.5`, `5.`, `5.5`, each with an exponent or without; whole numbers too.
fn is_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty()) && exponent_fits
}

fn float(text: &str) -> Resolved {
    match text.parse() {
        Ok(number) if f64::is_finite(number) => Resolved::Float(number),
        Ok(_) | Err(_) => Resolved::NotFinite,
    }
}

/// Digits of base 8 or 16; beyond 64 bits as a float, as decimal ones are.
fn radix(digits: &str, base: u32) -> Option<Resolved> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return None;
    }
    if let Ok(number) = u64::from_str_radix(digits, base) {
        return Some(Resolved::Unsigned(number));
    }
    let number = digits
        .chars()
        .filter_map(|digit| digit.to_digit(base))
        .fold(0.0, |number, digit| number * f64::from(base) + f64::from(digit));
    Some(if number.is_finite() { Resolved::Float(number) } else { Resolved::NotFinite })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], resolved: Resolved) {
        for text in texts {
            assert_eq!(resolve(text), resolved, "{text}");
        }
    }

    #[test]
    fn null_and_bools_are_those_of_yaml_1_2() {
        check(&["", "~", "null", "Null", "NULL"], Resolved::Null);
        check(&["true", "True", "TRUE"], Resolved::Bool(true));
        check(&["false", "False", "FALSE"], Resolved::Bool(false));
        check(
            &["no", "yes", "on", "off", "y", "n", "N", "No", "tRUE", "nULL", "~x", "none", "nil"],
            Resolved::Text,
        );
    }

    #[test]
    fn whole_numbers() {
        check(&["7", "007", "+7", "0x7", "0o7", "0x07"], Resolved::Unsigned(7));
        check(&["-7", "-007"], Resolved::Signed(-7));
        check(&["0", "-0", "+0", "00"], Resolved::Unsigned(0));
        check(&["18446744073709551615", "0xFFFFFFFFFFFFFFFF"], Resolved::Unsigned(u64::MAX));
        check(&["-9223372036854775808"], Resolved::Signed(i64::MIN));
        check(
            &["1_000", "0b1", "0o8", "0xg", "0x", "0o", "-0x1", "1,000", "12:30", "2024-01-01", "1.2.3", "٣"],
            Resolved::Text,
        );
    }

    #[test]
    fn whole_numbers_beyond_64_bits_are_floats_while_they_are_finite() {
        check(
            &["18446744073709551616", "0x10000000000000000"],
            Resolved::Float(18_446_744_073_709_551_616.0),
        );
        check(&["-9223372036854775809"], Resolved::Float(-9_223_372_036_854_775_809.0));
        let huge = "9".repeat(400);
        let huge_hex = format!("0x{}", "f".repeat(400));
        check(&[&huge, &format!("-{huge}"), &huge_hex, "1e400", "-1e400"], Resolved::NotFinite);
    }

    #[test]
    fn other_numbers() {
        check(&["1.10", "1.1", "+1.1", "11e-1", "0.11E+1", "1.1e0"], Resolved::Float(1.1));
        check(&[".5", "0.5", "5e-1"], Resolved::Float(0.5));
        check(&["5.", "5.0", "-5.e0"].map(|text| text.trim_start_matches('-')), Resolved::Float(5.0));
        check(
            &[".", "-", "+", "-.", "e5", ".e5", "1e", "1e+", "--1", "+-1", "-x", "1x", "...", "1e5e5"],
            Resolved::Text,
        );
        check(
            &["nan", "inf", "-inf", "NaN", "Infinity", ".nanx", "-.nan", ".infinity", ".iNf"],
            Resolved::Text,
        );
        check(&[".nan", ".NaN", ".NAN", ".inf", "-.inf", "+.Inf", ".INF"], Resolved::NotFinite);
    }
}
