//! What a metric's value may be: a bool, a finite number or a label.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// How far a computed number may miss a bound by rounding alone: ten weights of 0.1 meet a bound of 1.
pub const ROUNDING: f64 = 1e-9;

/// A number that is neither NaN nor infinite.
///
/// Every number in a score, a component or an aggregate is one, so that no artefact can hold a NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Deserialize)]
#[serde(try_from = "f64")]
pub struct Finite(f64);

/// A whole number is written without a point, so that a count reads as one.
impl Serialize for Finite {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        /// Up to here every whole float is a whole number of its own.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            to.serialize_i64(self.0 as i64)
        } else {
            to.serialize_f64(self.0)
        }
    }
}

impl Finite {
    /// Zero.
    pub const ZERO: Self = Self(0.0);

    /// The number, or `None` for NaN and the infinities.
    #[must_use]
    pub fn new(number: f64) -> Option<Self> {
        number.is_finite().then_some(Self(number))
    }

    /// The number as a float.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Finite {
    type Error = NotFinite;

    fn try_from(number: f64) -> Result<Self, NotFinite> {
        Self::new(number).ok_or(NotFinite(number))
    }
}

impl From<Finite> for f64 {
    fn from(number: Finite) -> Self {
        number.0
    }
}

impl fmt::Display for Finite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number that cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a finite number")]
pub struct NotFinite(f64);

/// The value of a metric on one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Score {
    /// Yes or no.
    Bool(bool),
    /// A count, a share, seconds, dollars.
    Number(Finite),
    /// One of a set of names.
    Label(Box<str>),
}

impl Score {
    /// The type of this value.
    #[must_use]
    pub fn value_type(&self) -> ValueType {
        match self {
            Self::Bool(_) => ValueType::Bool,
            Self::Number(_) => ValueType::Number,
            Self::Label(_) => ValueType::Label,
        }
    }
}

/// Prints as the reports show it: whole numbers without a point, others to six digits at most.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Number(value) => f.write_str(&short(value.get())),
            Self::Label(value) => f.write_str(value),
        }
    }
}

/// A number for people: at most six digits after the point, no trailing zeros; a tiny one keeps two digits.
#[must_use]
pub fn short(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-6 {
        return format!("{number:.1e}");
    }
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The type of a metric's values: bool, number or label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    /// `true` or `false`; aggregates as a rate.
    Bool,
    /// A finite number; aggregates as a mean.
    Number,
    /// A text out of a small set; aggregates as a distribution.
    Label,
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::Number => "number",
            Self::Label => "label",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_cannot_hold_nan_or_infinity() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Finite::new(number).is_none());
            assert!(Finite::try_from(number).is_err());
        }
        assert!(serde_json::from_str::<Score>("1e400").is_err());
    }

    #[test]
    fn a_score_is_read_back_as_it_was_written() {
        let number = |number| Score::Number(Finite::new(number).expect("finite"));
        for (score, text) in [
            (number(3.0), "3"),
            (number(-0.25), "-0.25"),
            (number(1e300), "1e+300"),
            (Score::Bool(true), "true"),
            (Score::Label("none".into()), "\"none\""),
        ] {
            assert_eq!(serde_json::to_string(&score).expect("written"), text);
            assert_eq!(serde_json::from_str::<Score>(text).expect("read"), score);
        }
    }

    #[test]
    fn numbers_print_short() {
        for (number, text) in [
            (3.0, "3"),
            (0.5, "0.5"),
            (2.0 / 3.0, "0.666667"),
            (-0.0, "0"),
            (1e-9, "1.0e-9"),
            (1234567.25, "1234567.25"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
