use eval_harness::{agent, metric, mock};

#[metric]
struct Planned;

#[agent]
pub struct Planner {
    days: u32,
}

#[agent]
impl Planner {
    fn days(&self) -> u32 {
        self.days
    }
}

#[mock]
mod shop {}

#[mock(nam = "shop")]
const SHOP: u32 = 1;

fn main() {
    let _ = (Planned, Planner { days: SHOP }.days());
}
