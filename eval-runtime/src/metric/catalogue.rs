//! Which metrics there are.

use super::AlwaysMeasured;
use super::{
    BuildContext, Metric, always, field_match, json_schema, json_subset, mock_called, tool_called,
    tool_not_called, tool_order,
};
use crate::suite::{Mistake, path_names};
use crate::value::ValueType;

/// A metric that a suite can ask for: a built-in, or a `#[metric]` function as registered.
#[derive(Debug)]
pub struct MetricType {
    /// Its name, which `type` names.
    pub name: &'static str,
    /// The module that it stands in; empty for a built-in.
    pub module: &'static str,
    /// The first line of its documentation.
    pub doc: &'static str,
    /// The type of its values.
    pub value_type: ValueType,
    /// The least and the greatest value that it can have, where it has such.
    pub range: Option<(f64, f64)>,
    /// Builds it with its params.
    pub build: fn(&BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake>,
}

inventory::collect!(MetricType);

const BUILT_IN: &[MetricType] = &[
    json_subset::TYPE,
    field_match::TYPE,
    json_schema::TYPE,
    tool_called::TYPE,
    tool_not_called::TYPE,
    tool_order::TYPE,
    mock_called::TYPE,
];

/// The metrics that a suite adds by `type`.
#[must_use]
pub fn built_in() -> &'static [MetricType] {
    BUILT_IN
}

/// The metrics that every run of an execution suite is measured by, with no config.
#[must_use]
pub fn always_measured() -> &'static [AlwaysMeasured] {
    always::TYPES
}

/// Every `#[metric]` of the crates that are linked in.
pub fn registered() -> impl Iterator<Item = &'static MetricType> {
    inventory::iter::<MetricType>.into_iter()
}

/// The metrics that a `type` names: functions by name or Rust path, built-in and always-measured ones by name. A name
/// of ours stays ours whatever a linked crate registers; such a function is found by its path.
#[must_use]
pub fn find(kind: &str) -> Vec<&'static MetricType> {
    let ours = always::TYPES.iter().map(|always| &always.metric).chain(BUILT_IN);
    match { ours }.find(|metric| metric.name == kind) {
        Some(metric) => vec![metric],
        None => registered().filter(|metric| path_names(kind, metric.module, metric.name)).collect(),
    }
}
