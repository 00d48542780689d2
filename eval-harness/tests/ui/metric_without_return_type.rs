use eval_harness::{MetricContext, metric};

#[metric]
fn looks_only(_cx: &MetricContext<'_>) {}

#[metric]
fn some_number(_cx: &MetricContext<'_>) -> impl Into<f64> {
    1.0
}

fn main() {}
