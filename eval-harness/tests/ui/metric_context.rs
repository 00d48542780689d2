use eval_harness::{MetricContext, metric};
use serde_json::Value;

#[metric]
fn by_value(_cx: MetricContext<'_>) -> bool {
    true
}

#[metric]
fn exclusive(_cx: &mut MetricContext<'_>) -> bool {
    true
}

#[metric]
fn of_the_output(_output: &Value) -> bool {
    true
}

struct Plan;

// Not evident: the name may be an alias. The compiler knows.
#[metric]
fn of_the_plan(_plan: &Plan) -> bool {
    true
}

fn main() {}
