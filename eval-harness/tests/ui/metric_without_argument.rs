use eval_harness::metric;

#[metric]
fn always() -> bool {
    true
}

fn main() {}
