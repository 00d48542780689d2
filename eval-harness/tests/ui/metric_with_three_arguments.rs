use eval_harness::{MetricContext, metric};

#[derive(serde::Deserialize)]
struct Params {}

#[metric]
fn calls_per_day(_cx: &MetricContext<'_>, _params: Params, per_day: u32) -> bool {
    per_day == 4
}

fn main() {}
