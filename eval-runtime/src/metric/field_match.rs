//! `field_match`: whether one output field matches its expected value.

use serde::Deserialize;
use serde_json::Value;

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, NO_OUTPUT, Pure, needs_fields};
use crate::outcome::Measured;
use crate::suite::Mistake;
use crate::value::{DottedPath, MatchMode, Matched, ValueMatcher, ValueType};

pub(super) const TYPE: MetricType = MetricType {
    name: "field_match",
    module: "",
    doc: "One output field against its expected value",
    value_type: ValueType::Bool,
    range: None,
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldMatchParams {
    /// The field of the output; without it, the whole output.
    #[serde(default)]
    path: DottedPath,
    /// The field under `expected.output`; the same as `path` when left out.
    expected_path: Option<DottedPath>,
    #[serde(default)]
    mode: MatchMode,
    #[serde(default)]
    coerce: bool,
}

struct FieldMatch {
    path: DottedPath,
    expected_path: DottedPath,
    matcher: ValueMatcher,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    let FieldMatchParams { path, expected_path, mode, coerce } = cx.params()?;
    let expected_path = expected_path.unwrap_or_else(|| path.clone());
    Ok(Box::new(FieldMatch { path, expected_path, matcher: ValueMatcher::new(mode, coerce) }))
}

impl Pure for FieldMatch {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let Some(expected) = cx.case.expected.output().and_then(|output| self.expected_path.get(output))
        else {
            return Ok(Measured::none(format!(
                "the case has no {}",
                within("expected.output", &self.expected_path)
            )));
        };
        let Some(output) = cx.output() else { return Ok(Measured::none(NO_OUTPUT)) };
        if !self.path.is_whole() {
            needs_fields(output)?;
        }
        let actual = self.path.get(output);
        let matched = actual.map_or(Matched::No(None), |actual| self.matcher.matches(expected, actual));
        let mut answer = Measured::value(matched.is_yes());
        if let Matched::No(reason) = matched {
            answer = answer
                .detail("path", within("output", &self.path))
                .detail("expected", expected)
                .detail("actual", actual.unwrap_or(&Value::Null));
            if let Some(reason) = reason {
                answer = answer.detail("reason", reason);
            }
        }
        Ok(answer.erase()?)
    }
}

/// `output.meal_type`, or `output` for the whole.
fn within(root: &str, path: &DottedPath) -> String {
    if path.is_whole() { root.to_owned() } else { format!("{root}.{path}") }
}
