//! Match modes: how an actual value is compared with the expected one.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;

use super::numeric::{number, within};
use super::{equal, equal_coerced};

/// How an actual value is compared with the expected one (metrics seed, "Match modes").
///
/// Written in a suite as `exact`, `ci`, `numeric` or `numeric:<tolerance>`.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
#[serde(try_from = "String")]
#[non_exhaustive]
pub enum MatchMode {
    /// The values are equal.
    #[default]
    Exact,
    /// The texts are equal, ignoring case and extra spaces.
    Ci,
    /// The numbers differ by at most the tolerance; numbers given as text count.
    Numeric {
        /// In the numbers' own unit; 0 asks for equal numbers.
        tolerance: f64,
    },
}

impl MatchMode {
    const NAMES: &[&str] = &["exact", "ci", "numeric", "numeric:<tolerance>"];
}

impl FromStr for MatchMode {
    type Err = MatchModeError;

    fn from_str(text: &str) -> Result<Self, MatchModeError> {
        let (name, setting) = match text.split_once(':') {
            Some((name, setting)) => (name.trim(), Some(setting.trim())),
            None => (text.trim(), None),
        };
        match (name, setting) {
            ("exact", None) => Ok(Self::Exact),
            ("ci", None) => Ok(Self::Ci),
            ("numeric", None) => Ok(Self::Numeric { tolerance: 0.0 }),
            ("numeric", Some(setting)) => match number(&Value::from(setting)) {
                Some(tolerance) if tolerance >= 0.0 => Ok(Self::Numeric { tolerance }),
                Some(_) | None => Err(MatchModeError::Tolerance { text: setting.to_owned() }),
            },
            ("exact" | "ci", Some(_)) => Err(MatchModeError::NoSetting { name: name.to_owned() }),
            (_, _) => Err(MatchModeError::Unknown { text: text.to_owned() }),
        }
    }
}

impl TryFrom<String> for MatchMode {
    type Error = MatchModeError;

    fn try_from(text: String) -> Result<Self, MatchModeError> {
        text.parse()
    }
}

impl fmt::Display for MatchMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Ci => f.write_str("ci"),
            Self::Numeric { tolerance: 0.0 } => f.write_str("numeric"),
            Self::Numeric { tolerance } => write!(f, "numeric:{tolerance}"),
        }
    }
}

/// A text that is no match mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchModeError {
    /// No mode has this name.
    #[error("unknown match mode `{text}`; there is {}", MatchMode::NAMES.join(", "))]
    Unknown {
        /// As written.
        text: String,
    },
    /// The tolerance of `numeric` is negative or no number.
    #[error("`{text}` is no tolerance; write a number that is not negative, e.g. numeric:10")]
    Tolerance {
        /// As written.
        text: String,
    },
    /// A mode that takes nothing after a colon has something there.
    #[error("the match mode `{name}` takes nothing after a colon")]
    NoSetting {
        /// The mode.
        name: String,
    },
}

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matched {
    /// The values match.
    Yes,
    /// They do not; with a reason where the values alone do not show it, e.g. "not a number".
    No(Option<&'static str>),
}

impl Matched {
    /// Whether the values match.
    #[must_use]
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

impl From<bool> for Matched {
    fn from(matched: bool) -> Self {
        if matched { Self::Yes } else { Self::No(None) }
    }
}

/// A match mode together with `coerce`, ready to compare.
///
/// ```
/// use eval_runtime::value::{MatchMode, ValueMatcher};
/// use serde_json::json;
///
/// let near = ValueMatcher::new("numeric:50".parse::<MatchMode>()?, false);
/// assert!(near.matches(&json!(1700), &json!("1,712")).is_yes());
/// assert!(!near.matches(&json!(1700), &json!(1800)).is_yes());
/// # Ok::<(), eval_runtime::value::MatchModeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueMatcher {
    mode: MatchMode,
    coerce: bool,
}

impl ValueMatcher {
    /// A matcher; `coerce` makes a number equal its text, in exact comparisons.
    #[must_use]
    pub fn new(mode: MatchMode, coerce: bool) -> Self {
        Self { mode, coerce }
    }

    /// Compares `actual` with `expected`.
    #[must_use]
    pub fn matches(&self, expected: &Value, actual: &Value) -> Matched {
        // An expected null is met by a null, whatever the mode.
        if expected.is_null() && actual.is_null() {
            return Matched::Yes;
        }
        match &self.mode {
            MatchMode::Exact if self.coerce => equal_coerced(expected, actual).into(),
            MatchMode::Exact => equal(expected, actual).into(),
            MatchMode::Ci => match (text_of(expected), text_of(actual)) {
                (Some(expected), Some(actual)) => (folded(&expected) == folded(&actual)).into(),
                (_, _) => Matched::No(Some("not a text")),
            },
            MatchMode::Numeric { tolerance } => match (number(expected), number(actual)) {
                (Some(expected), Some(actual)) => within(expected, actual, *tolerance).into(),
                (_, _) => Matched::No(Some("not a number")),
            },
        }
    }
}

/// A value as text: itself, or a number's or bool's spelling.
fn text_of(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        Value::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Lower case, trimmed, inner runs of white space as one space.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(&word.to_lowercase());
    }
    folded
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(mode: &str, expected: Value, actual: Value, matched: Matched) {
        let matcher = ValueMatcher::new(mode.parse().expect("a mode"), false);
        assert_eq!(matcher.matches(&expected, &actual), matched, "{mode}: {expected} against {actual}");
    }

    #[test]
    fn every_row_of_the_table_holds() {
        let no = Matched::No(None);
        check("exact", json!(3), json!(3), Matched::Yes);
        check("exact", json!(3), json!(3.0001), no);
        check("exact", json!(3), json!("three"), no);
        check("ci", json!("fruit salad"), json!("Fruit Salad"), Matched::Yes);
        check("ci", json!("fruit salad"), json!("Fruit bowl"), no);
        check("numeric", json!(540), json!("540"), Matched::Yes);
        check("numeric", json!(540), json!(540.0), Matched::Yes);
        check("numeric", json!(540), json!(539), no);
        check("numeric:50", json!(1700), json!(1712), Matched::Yes);
        check("numeric:50", json!(1700), json!(1800), no);
        let coerced = ValueMatcher::new(MatchMode::Exact, true);
        assert!(coerced.matches(&json!(3), &json!("3")).is_yes());
    }

    #[test]
    fn ci_ignores_case_and_extra_spaces() {
        check("ci", json!("  Ärger\u{a0}und \n Übel "), json!("ärger und übel"), Matched::Yes);
        check("ci", json!(540), json!("540"), Matched::Yes);
        check("ci", json!("a b"), json!("ab"), Matched::No(None));
        check("ci", json!("a"), json!(null), Matched::No(Some("not a text")));
    }

    #[test]
    fn an_expected_null_is_met_by_a_null_and_nothing_else() {
        for mode in ["exact", "ci", "numeric"] {
            check(mode, json!(null), json!(null), Matched::Yes);
            for other in [json!(""), json!(0), json!("null")] {
                let matcher = ValueMatcher::new(mode.parse().expect("a mode"), true);
                assert!(!matcher.matches(&json!(null), &other).is_yes(), "{mode}: {other}");
            }
        }
    }

    #[test]
    fn numeric_says_what_is_not_a_number() {
        check("numeric", json!(42), json!("The answer is (42)."), Matched::No(Some("not a number")));
        check("numeric", json!(42), json!(null), Matched::No(Some("not a number")));
        check("numeric", json!(1234.5), json!("1.234,50"), Matched::No(Some("not a number")));
    }

    #[test]
    fn a_mode_that_does_not_exist_is_an_error() {
        for text in [
            "numerical",
            "",
            "numeric:",
            "numeric:-1",
            "numeric:nan",
            "numeric:ten",
            "ci:1",
            "exact:0",
            "EXACT",
        ] {
            assert!(text.parse::<MatchMode>().is_err(), "{text}");
        }
        for text in ["exact", "ci", "numeric", "numeric:0.5"] {
            assert_eq!(text.parse::<MatchMode>().expect("a mode").to_string(), text);
        }
    }
}
