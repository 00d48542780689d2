//! One metric over the runs of one candidate.

use std::collections::BTreeMap;

use super::{Answer, MetricResult};
use crate::stats;
use crate::value::{Finite, Score, ValueType};

/// A metric over runs: numbers as their mean, bools as their rate, labels as counts (reference seed, "Aggregates").
///
/// Runs without a value are left out and counted apart; over no value there is no aggregate.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// The figure; `None` when no run has a value.
    pub figure: Option<Figure>,
    /// Runs with a value.
    pub measured: usize,
    /// Runs without one that should have one.
    pub missing: usize,
}

/// The figure of an aggregate.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// The mean of numbers.
    Mean(Finite),
    /// The share of `true`.
    Rate(Finite),
    /// How often each label came.
    Distribution(BTreeMap<Box<str>, usize>),
}

impl Aggregate {
    /// Aggregates the results of one metric whose values have this type.
    #[must_use]
    pub(crate) fn of<'a>(value_type: ValueType, results: impl Iterator<Item = &'a MetricResult>) -> Self {
        let mut missing = 0;
        let mut scores = Vec::new();
        for result in results {
            match &result.answer {
                Answer::Value(score) => scores.push(score),
                Answer::None(_) | Answer::Error(_) => missing += 1,
                Answer::NotApplicable(_) => {}
            }
        }
        let figure = match value_type {
            ValueType::Number => {
                let numbers = scores.iter().filter_map(|score| match score {
                    Score::Number(number) => Some(number.get()),
                    Score::Bool(_) | Score::Label(_) => None,
                });
                stats::mean(numbers).and_then(Finite::new).map(Figure::Mean)
            }
            ValueType::Bool => {
                let hits = scores.iter().filter(|score| ***score == Score::Bool(true)).count();
                stats::rate(hits, scores.len()).and_then(Finite::new).map(Figure::Rate)
            }
            ValueType::Label => {
                let mut counts = BTreeMap::new();
                for score in &scores {
                    if let Score::Label(label) = score {
                        *counts.entry(label.clone()).or_insert(0) += 1;
                    }
                }
                (!counts.is_empty()).then_some(Figure::Distribution(counts))
            }
        };
        Self { figure, measured: scores.len(), missing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Verdict;

    fn results(answers: Vec<Answer>) -> Vec<MetricResult> {
        let result =
            |answer| MetricResult { name: "m".into(), answer, verdict: Verdict::Reported, notes: None };
        answers.into_iter().map(result).collect()
    }

    #[track_caller]
    fn check(
        value_type: ValueType,
        answers: Vec<Answer>,
        figure: Option<Figure>,
        measured: usize,
        missing: usize,
    ) {
        let aggregate = Aggregate::of(value_type, results(answers).iter());
        assert_eq!(aggregate, Aggregate { figure, measured, missing });
    }

    #[test]
    fn runs_without_a_value_are_left_out_and_counted_apart() {
        let number = |number| Answer::Value(Score::Number(Finite::new(number).expect("finite")));
        let mean = |number| Some(Figure::Mean(Finite::new(number).expect("finite")));
        let rate = |number| Some(Figure::Rate(Finite::new(number).expect("finite")));
        let none = || Answer::None("no plan".into());
        let error = || Answer::Error("raised".into());
        let apart = || Answer::NotApplicable("failed".into());
        check(ValueType::Number, vec![number(1.0), none(), number(3.0), error(), apart()], mean(2.0), 2, 2);
        check(ValueType::Number, vec![none(), error()], None, 0, 2);
        check(ValueType::Bool, vec![], None, 0, 0);
        let bool = |value| Answer::Value(Score::Bool(value));
        check(ValueType::Bool, vec![bool(true), bool(false), bool(false), bool(false)], rate(0.25), 4, 0);
        let label = |label: &str| Answer::Value(Score::Label(label.into()));
        let counts = BTreeMap::from([("a".into(), 2), ("b".into(), 1)]);
        check(
            ValueType::Label,
            vec![label("a"), label("b"), label("a")],
            Some(Figure::Distribution(counts)),
            3,
            0,
        );
    }
}
