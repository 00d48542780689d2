//! What a metric answers: a value, or no value and the reason.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::value::{Finite, Score, ValueType, recordable};

/// A metric's answer about one run (the seed's `MetricResult`).
///
/// ```
/// use eval_runtime::outcome::Measured;
///
/// let off = vec!["Day 2: Beef stir-fry is not vegan"];
/// let answer = Measured::value(off.is_empty()).detail("off_diet", off);
/// let no_answer: Measured<bool> = Measured::none("the profile asks for no vegan diet");
/// # let _ = (answer, no_answer);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a metric's answer counts when it is returned"]
pub struct Measured<T = Score> {
    pub(crate) value: Option<T>,
    pub(crate) reason: Option<String>,
    pub(crate) details: Map<String, Value>,
    pub(crate) components: Vec<(String, f64)>,
    pub(crate) binary_components: bool,
}

impl<T> Measured<T> {
    /// A value.
    pub fn value(value: T) -> Self {
        Self {
            value: Some(value),
            reason: None,
            details: Map::new(),
            components: Vec::new(),
            binary_components: false,
        }
    }

    /// No value, and why: the case gives nothing to measure, the run produced no output, ...
    pub fn none(reason: impl Into<String>) -> Self {
        Self {
            value: None,
            reason: Some(reason.into()),
            details: Map::new(),
            components: Vec::new(),
            binary_components: false,
        }
    }

    /// With a detail that the report lists under a missed threshold.
    ///
    /// A detail that cannot be written as JSON is replaced by the reason.
    pub fn detail(mut self, name: &str, detail: impl Serialize) -> Self {
        let detail = serde_json::to_value(detail)
            .map(recordable)
            .unwrap_or_else(|error| Value::String(format!("this detail cannot be written as JSON: {error}")));
        self.details.insert(name.to_owned(), detail);
        self
    }

    /// With a number of its own column in `results.csv`, `<metric>.<name>`.
    pub fn component(mut self, name: &str, number: f64) -> Self {
        self.components.push((name.to_owned(), number));
        self
    }

    /// Shows components as success (1) or failure (0).
    pub fn binary_components(mut self) -> Self {
        self.binary_components = true;
        self
    }

    /// The answer with a value of any type, and its numbers checked.
    ///
    /// # Errors
    ///
    /// When the value or a component is NaN or infinite.
    pub(crate) fn erase(self) -> Result<Measured, NotMeasurable>
    where
        T: Scored,
    {
        if let Some((name, number)) = self.components.iter().find(|(_, number)| !number.is_finite()) {
            return Err(NotMeasurable { what: format!("the component `{name}`"), number: *number });
        }
        Ok(Measured {
            value: self.value.map(Scored::score).transpose()?,
            reason: self.reason,
            details: self.details,
            components: self.components,
            binary_components: self.binary_components,
        })
    }
}

/// A number that a metric computed and that cannot be recorded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what} is {number}, which is no finite number")]
pub struct NotMeasurable {
    what: String,
    number: f64,
}

/// A label as a metric's value: one of a small set of names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label(String);

impl Label {
    /// A label.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }
}

impl<T: Into<String>> From<T> for Label {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

/// A type that a metric's value may have: bool, a number or [`Label`].
#[diagnostic::on_unimplemented(
    message = "a metric returns a bool, a number or a Label",
    label = "this is none of them",
    note = "return `bool`, a number, `Label`, `Measured<..>`, or an `Option` or `Result` of one of these; a text that is one of a few names is a `Label`"
)]
pub trait Scored {
    /// The type of the values.
    const VALUE_TYPE: ValueType;

    /// The value.
    ///
    /// # Errors
    ///
    /// When it is NaN or infinite.
    fn score(self) -> Result<Score, NotMeasurable>;
}

impl Scored for bool {
    const VALUE_TYPE: ValueType = ValueType::Bool;

    fn score(self) -> Result<Score, NotMeasurable> {
        Ok(Score::Bool(self))
    }
}

impl Scored for Label {
    const VALUE_TYPE: ValueType = ValueType::Label;

    fn score(self) -> Result<Score, NotMeasurable> {
        Ok(Score::Label(self.0.into_boxed_str()))
    }
}

impl Scored for f64 {
    const VALUE_TYPE: ValueType = ValueType::Number;

    fn score(self) -> Result<Score, NotMeasurable> {
        Finite::new(self)
            .map(Score::Number)
            .ok_or_else(|| NotMeasurable { what: "the value".to_owned(), number: self })
    }
}

macro_rules! scored_numbers {
    ($($number:ty),*) => {$(
        impl Scored for $number {
            const VALUE_TYPE: ValueType = ValueType::Number;

            fn score(self) -> Result<Score, NotMeasurable> {
                (self as f64).score()
            }
        }
    )*};
}

scored_numbers!(f32, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_that_computes_nan_gives_an_error_and_no_value() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Measured::value(number).erase().is_err());
            assert!(Measured::value(1.0).component("part", number).erase().is_err());
        }
        let answer = Measured::value(0.5).component("part", 1.0).erase().expect("finite numbers");
        assert_eq!(answer.value, Finite::new(0.5).map(Score::Number));
    }

    #[test]
    fn a_detail_that_is_nan_is_written_as_null() {
        let answer = Measured::value(true).detail("ratio", f64::NAN);
        assert_eq!(answer.details.get("ratio"), Some(&Value::Null));
    }
}
