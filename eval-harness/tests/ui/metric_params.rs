use eval_harness::{MetricContext, metric};

#[derive(serde::Deserialize)]
struct Params {}

#[metric]
fn by_reference(_cx: &MetricContext<'_>, _params: &Params) -> bool {
    true
}

struct Unread {}

#[metric]
fn not_deserializable(_cx: &MetricContext<'_>, _params: Unread) -> bool {
    true
}

fn main() {}
