//! One run as the journal and the summary have it.

use std::fmt;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::outcome::{Answer, MetricResult, Notes, RunOutcome, RunState, Verdict};
use crate::trace::Failure;
use crate::value::{Finite, Score};

/// What came of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// From 1.
    pub repeat: u32,
    /// How it ended.
    pub state: RunState,
    /// Why the agent did not succeed, if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The right outcome without a validator sending the agent back.
    pub first_attempt_success: bool,
    /// Seconds that the agent ran.
    pub duration_s: f64,
    /// Seconds that the run waited for its turn.
    pub queued_s: f64,
    /// USD; null is unknown.
    pub cost_usd: Option<f64>,
    /// The metrics by name, in the order of the suite.
    #[serde(serialize_with = "as_map", deserialize_with = "from_map")]
    pub metrics: Vec<(Arc<str>, MetricRecord)>,
}

/// What one metric answered. Exactly one of `value`, `error` and `reason` is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricRecord {
    /// The value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// Why there is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Box<str>>,
    /// How the metric itself failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<str>>,
    /// What the answer means for the run; a metric without a threshold is only reported, and its record says nothing.
    #[serde(default, skip_serializing_if = "is_reported")]
    pub verdict: Verdict,
    /// What the threshold asks for and what came, when it was missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miss: Option<String>,
    /// The metric's details.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
    /// Numbers with columns of their own.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "as_map",
        deserialize_with = "from_map"
    )]
    pub components: Vec<(String, Finite)>,
    /// Whether components read as success or failure.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub binary_components: bool,
}

fn is_reported(verdict: &Verdict) -> bool {
    *verdict == Verdict::Reported
}

impl RunRecord {
    /// The outcome, for a run at these positions of a lineup.
    #[must_use]
    pub fn into_outcome(self, case: usize, candidate: usize) -> RunOutcome {
        RunOutcome {
            case,
            candidate,
            repeat: self.repeat,
            state: self.state,
            failure: self.failure,
            first_attempt_success: self.first_attempt_success,
            metrics: self.metrics.into_iter().map(|(name, record)| record.into_result(name)).collect(),
            duration_s: self.duration_s,
            queued_s: self.queued_s,
            cost_usd: self.cost_usd,
        }
    }
}

impl From<&RunOutcome> for RunRecord {
    fn from(run: &RunOutcome) -> Self {
        Self {
            repeat: run.repeat,
            state: run.state,
            failure: run.failure.clone(),
            first_attempt_success: run.first_attempt_success,
            duration_s: run.duration_s,
            queued_s: run.queued_s,
            cost_usd: run.cost_usd,
            metrics: run.metrics.iter().map(|metric| (metric.name.clone(), metric.into())).collect(),
        }
    }
}

impl MetricRecord {
    fn into_result(self, name: Arc<str>) -> MetricResult {
        let Self { value, reason, error, verdict, miss, details, components, binary_components } = self;
        let reason = reason.unwrap_or_default();
        let answer = match (value, error, verdict) {
            (Some(score), _, _) => Answer::Value(score),
            (None, Some(error), _) => Answer::Error(error),
            (None, None, Verdict::NotApplicable) => Answer::NotApplicable(reason),
            (None, None, _) => Answer::None(reason),
        };
        let notes = Notes { miss, details, components, binary_components };
        let notes = (notes != Notes::default()).then(|| Box::new(notes));
        MetricResult { name, answer, verdict, notes }
    }
}

impl From<&MetricResult> for MetricRecord {
    fn from(metric: &MetricResult) -> Self {
        let (value, reason, error) = match &metric.answer {
            Answer::Value(score) => (Some(score.clone()), None, None),
            Answer::None(reason) | Answer::NotApplicable(reason) => (None, Some(reason.clone()), None),
            Answer::Error(error) => (None, None, Some(error.clone())),
        };
        let Notes { miss, details, components, binary_components } =
            metric.notes.as_deref().cloned().unwrap_or_default();
        let verdict = metric.verdict;
        Self { value, reason, error, verdict, miss, details, components, binary_components }
    }
}

/// Pairs as a JSON object, in their order.
fn as_map<K: Serialize, V: Serialize, S: Serializer>(pairs: &[(K, V)], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(pairs.len()))?;
    for (key, value) in pairs {
        map.serialize_entry(key, value)?;
    }
    map.end()
}

/// A JSON object as pairs, in its order.
fn from_map<'de, K, V, D>(from: D) -> Result<Vec<(K, V)>, D::Error>
where
    K: Deserialize<'de>,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Pairs<K, V>(std::marker::PhantomData<(K, V)>);

    impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Pairs<K, V> {
        type Value = Vec<(K, V)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some(pair) = map.next_entry()? {
                pairs.push(pair);
            }
            Ok(pairs)
        }
    }

    from.deserialize_map(Pairs(std::marker::PhantomData))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::trace::FailureKind;

    #[test]
    fn a_run_is_read_back_as_it_was_written() {
        let result =
            |name: &str, answer, verdict, notes| MetricResult { name: name.into(), answer, verdict, notes };
        let number = Finite::new(0.25).expect("finite");
        let notes = Notes {
            miss: Some("expected >= 1, got 0.25".into()),
            details: Map::from_iter([("missing".to_owned(), json!([null, 1]))]),
            components: vec![("z".into(), number), ("a".into(), Finite::ZERO)],
            binary_components: true,
        };
        let outcome = RunOutcome {
            case: 3,
            candidate: 1,
            repeat: 2,
            state: RunState::Errored,
            failure: Some(Failure {
                kind: FailureKind::TimedOut,
                code: "TIMEOUT".into(),
                message: "late".into(),
            }),
            first_attempt_success: false,
            metrics: vec![
                result("share", Answer::Value(Score::Number(number)), Verdict::Missed, Some(Box::new(notes))),
                result("bool", Answer::Value(Score::Bool(true)), Verdict::Met, None),
                result("label", Answer::Value(Score::Label("none".into())), Verdict::Reported, None),
                result("none", Answer::None("no plan".into()), Verdict::Unmeasured, None),
                result("error", Answer::Error("raised".into()), Verdict::Warned, None),
                result("apart", Answer::NotApplicable("failed".into()), Verdict::NotApplicable, None),
            ],
            duration_s: 1.5,
            queued_s: 0.25,
            cost_usd: None,
        };
        let text = serde_json::to_string(&RunRecord::from(&outcome)).expect("written");
        assert!(
            text.find("\"z\"").expect("z") < text.find("\"a\"").expect("a"),
            "components keep their order"
        );
        let record: RunRecord = serde_json::from_str(&text).expect("read");
        assert_eq!(record.into_outcome(3, 1), outcome);
    }
}
