use eval_harness::{Measured, MetricContext, MetricError, metric};

#[metric]
fn plan_in_words(_cx: &MetricContext<'_>) -> String {
    String::new()
}

#[metric]
async fn words_if_any(_cx: &MetricContext<'_>) -> Result<Measured<String>, MetricError> {
    Ok(Measured::none("there are no words"))
}

fn main() {}
