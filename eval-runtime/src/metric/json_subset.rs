//! `json_subset`: the share of expected output fields that the output matches.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, NO_OUTPUT, Pure, needs_fields};
use crate::outcome::Measured;
use crate::suite::Mistake;
use crate::value::{DottedPath, MatchMode, Matched, ValueMatcher, ValueType};

pub(super) const TYPE: MetricType = MetricType {
    name: "json_subset",
    module: "",
    doc: "The share of expected output fields the output matches",
    value_type: ValueType::Number,
    range: Some((0.0, 1.0)),
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSubsetParams {
    /// The part of the output to compare with the same part of `expected.output`.
    #[serde(default)]
    path: DottedPath,
    /// How to compare particular fields, by their path below `path`.
    #[serde(default)]
    modes: BTreeMap<String, MatchMode>,
    #[serde(default)]
    coerce: bool,
}

struct JsonSubset {
    path: DottedPath,
    modes: Vec<(DottedPath, ValueMatcher)>,
    plain: ValueMatcher,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    let JsonSubsetParams { path, modes, coerce } = cx.params()?;
    let modes = modes.into_iter().map(|(path, mode)| {
        let path = path.parse().map_err(|error| cx.mistake("modes", format!("{error}")))?;
        Ok((path, ValueMatcher::new(mode, coerce)))
    });
    let modes = modes.collect::<Result<_, Mistake>>()?;
    Ok(Box::new(JsonSubset { path, modes, plain: ValueMatcher::new(MatchMode::Exact, coerce) }))
}

impl Pure for JsonSubset {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let expected = cx.case.expected.output().and_then(|output| self.path.get(output));
        let Some(expected) = expected else { return Ok(Measured::none("the case expects no output")) };
        let Some(output) = cx.output() else { return Ok(Measured::none(NO_OUTPUT)) };
        if expected.is_object() || !self.path.is_whole() {
            needs_fields(output)?;
        }
        let mut tally = Tally::default();
        self.compare(&DottedPath::whole(), expected, self.path.get(output), &mut tally);
        if tally.leaves == 0 {
            return Ok(Measured::none("the case expects no output field"));
        }
        let mut answer = Measured::value(tally.share());
        if !tally.mismatched.is_empty() {
            answer = answer.detail("mismatched", tally.mismatched);
        }
        Ok(answer.erase()?)
    }
}

#[derive(Default)]
struct Tally {
    leaves: u32,
    matched: u32,
    mismatched: Map<String, Value>,
}

impl Tally {
    fn share(&self) -> f64 {
        f64::from(self.matched) / f64::from(self.leaves)
    }
}

impl JsonSubset {
    /// Walks the expected value: whatever is no object is a leaf, a list whole.
    fn compare(&self, path: &DottedPath, expected: &Value, actual: Option<&Value>, tally: &mut Tally) {
        if let Value::Object(fields) = expected {
            for (name, expected) in fields {
                self.compare(&path.child(name), expected, actual.and_then(|actual| actual.get(name)), tally);
            }
            return;
        }
        tally.leaves += 1;
        let matcher =
            self.modes.iter().find(|(field, _)| field == path).map_or(&self.plain, |(_, mode)| mode);
        match actual.map_or(Matched::No(None), |actual| matcher.matches(expected, actual)) {
            Matched::Yes => tally.matched += 1,
            Matched::No(reason) => {
                let mut mismatch = json!({"expected": expected, "actual": actual});
                if let Some(reason) = reason {
                    mismatch["reason"] = reason.into();
                }
                let name = if path.is_whole() { "output".to_owned() } else { path.to_string() };
                tally.mismatched.insert(name, mismatch);
            }
        }
    }
}
