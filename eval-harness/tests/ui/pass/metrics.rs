//! Sync and async, with and without params, of all types.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications)]

use std::io;

use eval_harness::__private::{MetricType, inventory};
use eval_harness::{Label, Measured, MetricContext, MetricError, metric};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    per_day: u32,
}

type PlanResult<T> = Result<Measured<T>, MetricError>;
type Cx<'a> = &'a MetricContext<'a>;

/// Whether there is a plan.
///
/// Not whether it is a good one.
#[metric]
fn planned(_cx: &MetricContext<'_>) -> bool {
    true
}

/// Calls a day.
#[metric(name = "calls-per-day")]
async fn calls_per_day(_cx: &MetricContext<'_>, params: Params) -> Measured<f64> {
    std::future::ready(Measured::value(f64::from(params.per_day))).await
}

#[metric]
pub(crate) fn small(_cx: &MetricContext<'_>) -> f32 {
    1.0
}

#[metric()]
fn count(cx: &MetricContext<'_>) -> Result<Measured<u32>, MetricError> {
    let _ = cx;
    Ok(Measured::none("nothing to count"))
}

#[metric]
fn signed(_: &MetricContext<'_>) -> i64 {
    -1
}

#[metric]
fn sized(_cx: &MetricContext<'_>, Params { per_day }: Params) -> Option<usize> {
    usize::try_from(per_day).ok()
}

#[metric]
async fn tone(_cx: &MetricContext<'_>) -> Option<Label> {
    None
}

#[metric]
fn reads_a_file(_cx: &MetricContext<'_>) -> Result<bool, io::Error> {
    Ok(true)
}

#[metric]
fn aliased(_cx: Cx<'_>) -> PlanResult<bool> {
    Ok(Measured::value(true))
}

#[metric]
async fn named_lifetimes<'a>(cx: &'a MetricContext<'a>, mut params: Params) -> PlanResult<bool> {
    let _ = cx;
    params.per_day += 1;
    Ok(Measured::value(params.per_day > 0))
}

#[metric]
fn r#match(_cx: &MetricContext<'_>) -> bool {
    true
}

#[metric]
fn __cx(_cx: &MetricContext<'_>) -> bool {
    true
}

#[metric]
fn __params(_cx: &MetricContext<'_>, _params: Params) -> bool {
    true
}

#[metric]
#[cfg(any())]
fn left_out(_cx: &MetricContext<'_>) -> bool {
    true
}

macro_rules! metrics {
    ($($name:ident $text:literal $context:ty, $returns:ty;)*) => { $(
        #[metric(name = $text)]
        fn $name(_cx: $context) -> $returns {
            Default::default()
        }
    )* };
}

metrics! {
    first "of-a-macro" &MetricContext<'_>, bool;
    second "of-a-macro-too" &MetricContext<'_>, Option<f64>;
}

mod library {
    use super::*;

    #[metric]
    fn inner(_cx: &MetricContext<'_>) -> bool {
        true
    }
}

fn main() {
    #[metric]
    fn local(_cx: &MetricContext<'_>) -> bool {
        true
    }

    let find = |name: &str| inventory::iter::<MetricType>().find(|metric| metric.name == name);
    for name in [
        "calls-per-day",
        "small",
        "count",
        "signed",
        "sized",
        "tone",
        "reads_a_file",
        "aliased",
        "named_lifetimes",
        "match",
        "__cx",
        "__params",
        "of-a-macro",
        "of-a-macro-too",
        "local",
    ] {
        assert!(find(name).is_some(), "{name}");
    }
    assert!(find("left_out").is_none());
    let planned = find("planned").unwrap();
    assert_eq!(planned.doc, "Whether there is a plan.");
    assert_eq!(planned.module, module_path!());
    assert_eq!(planned.range, None);
    let inner = find("inner").unwrap();
    assert_eq!(inner.doc, "");
    assert_eq!(inner.module, concat!(module_path!(), "::library"));
}
