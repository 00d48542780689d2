//! Holding a metric's answer against its pass threshold.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Measured;
use crate::suite::{Threshold, When};
use crate::value::{Finite, ROUNDING, Score, ValueType, short};

/// What one metric must answer for a run to pass.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The metric's name.
    pub name: Arc<str>,
    /// The type of its values.
    pub value_type: ValueType,
    /// The value that passes; none only reports.
    pub threshold: Option<Threshold>,
    /// Whether a miss fails the run or only warns.
    pub required: bool,
    /// Which runs it applies to; `None` is all.
    pub when: Option<When>,
    /// Whether labels are compared without regard to case, as failure codes are.
    pub any_case: bool,
}

impl Rule {
    /// Why the rule does not apply to a run that ended so, if it does not.
    #[must_use]
    pub fn not_applicable(&self, succeeded: bool) -> Option<&'static str> {
        match (self.when, succeeded) {
            (Some(When::Succeeded), false) => Some("it applies only to runs that succeed"),
            (Some(When::Failed), true) => Some("it applies only to runs that fail"),
            (Some(When::Succeeded), true) | (Some(When::Failed), false) | (None, _) => None,
        }
    }

    /// Checks that the threshold fits the values: its type, and `range` where the values have one.
    ///
    /// # Errors
    ///
    /// When it can never be what the metric answers.
    pub fn fits(&self, range: Option<(f64, f64)>) -> Result<(), ThresholdMisfit> {
        let misfit =
            |written: String, needed: &'static str| Err(ThresholdMisfit { written, needed: needed.into() });
        let check = |score: &Score| match (score, self.value_type) {
            (Score::Bool(_), ValueType::Bool) | (Score::Label(_), ValueType::Label) => Ok(()),
            (Score::Number(number), ValueType::Number) => in_range(number.get(), range),
            (_, ValueType::Bool) => misfit(score.to_string(), "its values are true or false"),
            (_, ValueType::Number) => misfit(score.to_string(), "its values are numbers"),
            (_, ValueType::Label) => misfit(score.to_string(), "its values are labels, which are texts"),
        };
        match &self.threshold {
            None => Ok(()),
            Some(Threshold::Equals(score)) => check(score),
            Some(Threshold::In(scores)) => scores.iter().try_for_each(check),
            Some(Threshold::Bounds { min, max }) => match self.value_type {
                ValueType::Number => {
                    [min, max].into_iter().flatten().try_for_each(|bound| in_range(*bound, range))
                }
                ValueType::Bool => {
                    misfit("min or max".to_owned(), "its values are true or false: use equals")
                }
                ValueType::Label => {
                    misfit("min or max".to_owned(), "its values are labels: use equals or in")
                }
            },
        }
    }
}

fn in_range(bound: f64, range: Option<(f64, f64)>) -> Result<(), ThresholdMisfit> {
    match range {
        Some((least, greatest)) if bound < least || bound > greatest => {
            let needed = format!("its values are from {} to {}", short(least), short(greatest));
            Err(ThresholdMisfit { written: short(bound), needed: needed.into() })
        }
        Some(_) | None => Ok(()),
    }
}

/// A threshold that a metric's values can never meet, or always do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{written} does not fit this metric: {needed}")]
pub struct ThresholdMisfit {
    written: String,
    needed: Cow<'static, str>,
}

/// What a metric answered about one run: four answers, never three.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A value.
    Value(Score),
    /// No value, and why.
    None(Box<str>),
    /// The metric failed: it raised, panicked or timed out.
    Error(Box<str>),
    /// The metric does not apply to this run, and why.
    NotApplicable(Box<str>),
}

/// One metric on one run, with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricResult {
    /// The metric's name.
    pub name: Arc<str>,
    /// What it answered.
    pub answer: Answer,
    /// What that means for the run.
    pub verdict: Verdict,
    /// What reports list beside the value; boxed, since most results have none.
    pub notes: Option<Box<Notes>>,
}

/// What a metric said besides its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Why the threshold was missed: what it asks for and what came.
    pub miss: Option<String>,
    /// The metric's details.
    pub details: Map<String, Value>,
    /// Numbers with columns of their own.
    pub components: Vec<(String, Finite)>,
    /// Whether components read as success or failure.
    pub binary_components: bool,
}

/// What a metric's answer means for its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It has no threshold: it is only reported.
    #[default]
    Reported,
    /// It does not apply to this run.
    NotApplicable,
    /// The threshold is met.
    Met,
    /// A threshold that is not required is missed.
    Warned,
    /// A required threshold is missed by a value.
    Missed,
    /// A required threshold is missed because there is no value.
    Unmeasured,
}

/// Holds a metric's answer against its rule.
///
/// `expects_failure` is the code that the case expects the run to fail with; a miss says so.
#[must_use]
pub(crate) fn judge(
    rule: &Rule,
    answer: Result<Measured, String>,
    expects_failure: Option<&str>,
) -> MetricResult {
    let (answer, mut notes) = match answer {
        Err(error) => (Answer::Error(error.into()), Notes::default()),
        Ok(measured) => {
            let answer = match measured.value {
                Some(score) => Answer::Value(score),
                None => Answer::None(measured.reason.unwrap_or_else(|| "no reason given".to_owned()).into()),
            };
            let components = measured.components.into_iter();
            let notes = Notes {
                miss: None,
                details: measured.details,
                components: components
                    .filter_map(|(name, number)| Some((name, Finite::new(number)?)))
                    .collect(),
                binary_components: measured.binary_components,
            };
            (answer, notes)
        }
    };
    let verdict = match &rule.threshold {
        None => Verdict::Reported,
        Some(threshold) => match &answer {
            Answer::Value(score) if rule.meets(score, threshold) => Verdict::Met,
            Answer::Value(_) | Answer::None(_) | Answer::Error(_) if !rule.required => Verdict::Warned,
            Answer::Value(_) => Verdict::Missed,
            Answer::None(_) | Answer::Error(_) => Verdict::Unmeasured,
            Answer::NotApplicable(_) => Verdict::NotApplicable,
        },
    };
    if let (Verdict::Warned | Verdict::Missed | Verdict::Unmeasured, Some(threshold)) =
        (verdict, &rule.threshold)
    {
        notes.miss = Some(miss(threshold, &answer, rule, expects_failure));
    }
    let notes = (notes != Notes::default()).then(|| Box::new(notes));
    MetricResult { name: rule.name.clone(), answer, verdict, notes }
}

/// The result of a metric that does not apply to a run.
impl MetricResult {
    /// A metric that was not asked, and why.
    #[must_use]
    pub fn not_applicable(rule: &Rule, reason: &str) -> Self {
        Self {
            name: rule.name.clone(),
            answer: Answer::NotApplicable(reason.into()),
            verdict: Verdict::NotApplicable,
            notes: None,
        }
    }

    /// Why the threshold was missed, if it was.
    #[must_use]
    pub fn miss(&self) -> Option<&str> {
        self.notes.as_ref()?.miss.as_deref()
    }

    /// The value, if there is one.
    #[must_use]
    pub fn score(&self) -> Option<&Score> {
        match &self.answer {
            Answer::Value(score) => Some(score),
            Answer::None(_) | Answer::Error(_) | Answer::NotApplicable(_) => None,
        }
    }
}

impl Rule {
    /// Whether a value passes. Bounds are inclusive; numbers may miss one by rounding.
    fn meets(&self, score: &Score, threshold: &Threshold) -> bool {
        match (threshold, score) {
            (Threshold::Equals(wanted), score) => self.same(wanted, score),
            (Threshold::In(wanted), score) => wanted.iter().any(|wanted| self.same(wanted, score)),
            (Threshold::Bounds { min, max }, Score::Number(number)) => {
                let number = number.get();
                min.is_none_or(|min| number >= min - ROUNDING)
                    && max.is_none_or(|max| number <= max + ROUNDING)
            }
            (Threshold::Bounds { .. }, Score::Bool(_) | Score::Label(_)) => false,
        }
    }

    fn same(&self, wanted: &Score, score: &Score) -> bool {
        match (wanted, score) {
            (Score::Number(wanted), Score::Number(number)) => (wanted.get() - number.get()).abs() <= ROUNDING,
            (Score::Label(wanted), Score::Label(label)) if self.any_case => {
                wanted.trim().to_lowercase() == label.trim().to_lowercase()
            }
            (wanted, score) => wanted == score,
        }
    }
}

fn miss(threshold: &Threshold, answer: &Answer, rule: &Rule, expects_failure: Option<&str>) -> String {
    let got = match answer {
        Answer::Value(score) => format!("got {score}"),
        Answer::None(reason) => format!("got no value: {reason}"),
        Answer::Error(error) => format!("the metric failed: {error}"),
        Answer::NotApplicable(reason) => format!("not applicable: {reason}"),
    };
    let mut text = format!("expected {threshold}, {got}");
    if let (Some(code), None) = (expects_failure, rule.when) {
        text.push_str(&format!(
            " (the case expects the run to fail with `{code}`; `when: succeeded` limits a metric to runs that succeed)"
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(value_type: ValueType, threshold: Option<Threshold>) -> Rule {
        Rule { name: "m".into(), value_type, threshold, required: true, when: None, any_case: false }
    }

    fn number(number: f64) -> Score {
        Score::Number(Finite::new(number).expect("a finite number"))
    }

    fn bounds(min: Option<f64>, max: Option<f64>) -> Option<Threshold> {
        Some(Threshold::Bounds { min, max })
    }

    #[track_caller]
    fn check(threshold: Option<Threshold>, value: Option<Score>, verdict: Verdict) {
        let value_type = value.as_ref().map_or(ValueType::Number, Score::value_type);
        let answer = value.map_or_else(|| Measured::none("nothing to measure"), Measured::value);
        assert_eq!(judge(&rule(value_type, threshold), Ok(answer), None).verdict, verdict);
    }

    #[test]
    fn bounds_are_inclusive_and_zero_is_a_bound() {
        check(bounds(Some(0.0), None), Some(number(0.0)), Verdict::Met);
        check(bounds(Some(0.0), None), Some(number(-0.1)), Verdict::Missed);
        check(bounds(None, Some(3.0)), Some(number(3.0)), Verdict::Met);
        check(bounds(None, Some(3.0)), Some(number(4.0)), Verdict::Missed);
        check(bounds(Some(2.0), Some(3.0)), Some(number(2.5)), Verdict::Met);
    }

    #[test]
    fn ten_weights_of_a_tenth_meet_one() {
        let sum = [0.1; 10].iter().sum::<f64>();
        assert!(sum < 1.0);
        check(bounds(Some(1.0), None), Some(number(sum)), Verdict::Met);
        check(Some(Threshold::Equals(number(1.0))), Some(number(sum)), Verdict::Met);
        check(bounds(Some(1.0), None), Some(number(0.999_999)), Verdict::Missed);
    }

    #[test]
    fn equals_and_in() {
        check(Some(Threshold::Equals(Score::Bool(false))), Some(Score::Bool(false)), Verdict::Met);
        check(Some(Threshold::Equals(Score::Bool(true))), Some(Score::Bool(false)), Verdict::Missed);
        let labels = Threshold::In(vec![Score::Label("none".into()), Score::Label("no_profile".into())]);
        check(Some(labels.clone()), Some(Score::Label("none".into())), Verdict::Met);
        check(Some(labels), Some(Score::Label("TIMEOUT".into())), Verdict::Missed);
    }

    #[test]
    fn failure_codes_are_compared_without_regard_to_case_and_other_labels_are_not() {
        for (any_case, verdict) in [(true, Verdict::Met), (false, Verdict::Missed)] {
            let wanted = Threshold::Equals(Score::Label("NO_PROFILE".into()));
            let rule = Rule { any_case, ..rule(ValueType::Label, Some(wanted)) };
            let answer = Measured::value(Score::Label("no_profile".into()));
            assert_eq!(judge(&rule, Ok(answer), None).verdict, verdict);
        }
    }

    #[test]
    fn no_value_and_an_error_miss_the_threshold_and_only_it() {
        check(bounds(Some(0.0), None), None, Verdict::Unmeasured);
        check(None, None, Verdict::Reported);
        let failed = judge(&rule(ValueType::Number, bounds(Some(0.0), None)), Err("it raised".into()), None);
        assert_eq!(failed.verdict, Verdict::Unmeasured);
        assert_eq!(failed.miss(), Some("expected >= 0, the metric failed: it raised"));
    }

    #[test]
    fn a_miss_that_is_not_required_warns() {
        let warns =
            Rule { required: false, ..rule(ValueType::Bool, Some(Threshold::Equals(Score::Bool(true)))) };
        assert_eq!(judge(&warns, Ok(Measured::value(Score::Bool(false))), None).verdict, Verdict::Warned);
        assert_eq!(judge(&warns, Ok(Measured::none("no plan")), None).verdict, Verdict::Warned);
        assert_eq!(judge(&warns, Ok(Measured::value(Score::Bool(true))), None).verdict, Verdict::Met);
    }

    #[test]
    fn a_threshold_of_the_wrong_type_does_not_fit() {
        let yes = || Some(Threshold::Equals(Score::Label("yes".into())));
        assert!(rule(ValueType::Bool, yes()).fits(None).is_err());
        assert!(rule(ValueType::Label, yes()).fits(None).is_ok());
        assert!(rule(ValueType::Bool, bounds(Some(1.0), None)).fits(None).is_err());
        assert!(rule(ValueType::Label, bounds(None, Some(1.0))).fits(None).is_err());
        assert!(rule(ValueType::Number, bounds(Some(80.0), None)).fits(Some((0.0, 1.0))).is_err());
        assert!(rule(ValueType::Number, bounds(Some(80.0), None)).fits(None).is_ok());
        assert!(
            rule(ValueType::Number, Some(Threshold::In(vec![number(1.0), Score::Bool(true)])))
                .fits(None)
                .is_err()
        );
    }

    #[test]
    fn a_miss_on_a_case_that_expects_a_failure_says_so() {
        let rule = rule(ValueType::Bool, Some(Threshold::Equals(Score::Bool(true))));
        let result = judge(&rule, Ok(Measured::none("the run produced no plan")), Some("no_profile"));
        let miss = result.miss().expect("a miss");
        assert!(miss.contains("no_profile") && miss.contains("when: succeeded"), "{miss}");
    }
}
