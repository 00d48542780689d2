use eval_harness::{MetricContext, metric};

#[metric]
unsafe fn reads_memory(_cx: &MetricContext<'_>) -> bool {
    true
}

fn main() {}
