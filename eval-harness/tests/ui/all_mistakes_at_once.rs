use eval_harness::{agent, metric};

#[metric(name = "", range = 1)]
fn planned<T>(cx: &mut T, params: &str, more: bool, most: bool) {
    let _ = (cx, params, more, most);
}

#[agent(kind, name = 7)]
fn planner<T>(ask: &T) -> bool {
    let _ = ask;
    true
}

// The functions are there all the same: nothing is said about these calls.
fn main() {
    planned(&mut 1, "", planner(&2), true);
}
