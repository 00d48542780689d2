//! Where runs that ended are posted, and trials are waited for.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};

use eval_runtime::outcome::RunOutcome;
use eval_runtime::run::RunKey;

/// The trials of a start, plan by plan.
#[derive(Debug)]
pub(crate) struct Board {
    plans: Vec<Vec<Mutex<Slot>>>,
    crashed: OnceLock<String>,
}

/// One trial.
#[derive(Debug)]
struct Slot {
    /// The runs that have not ended.
    pending: u32,
    runs: Vec<RunOutcome>,
    waiting: Option<Thread>,
}

impl Board {
    /// A board for plans with so many trials of so many repeats each.
    pub(crate) fn new(plans: impl IntoIterator<Item = (usize, u32)>) -> Self {
        let slot = |repeats| Mutex::new(Slot { pending: repeats, runs: Vec::new(), waiting: None });
        let trials = |(trials, repeats): (usize, u32)| (0..trials).map(|_| slot(repeats)).collect();
        Self { plans: plans.into_iter().map(trials).collect(), crashed: OnceLock::new() }
    }

    /// Posts a run that ended.
    pub(crate) fn post(&self, key: RunKey, outcome: RunOutcome) {
        let mut slot = lock(&self.plans[key.plan][key.trial]);
        slot.runs.push(outcome);
        slot.pending = slot.pending.saturating_sub(1);
        if slot.pending == 0
            && let Some(waiting) = slot.waiting.take()
        {
            waiting.unpark();
        }
    }

    /// Says that the harness crashed: nobody waits any longer. The first crash counts.
    pub(crate) fn crash(&self, message: String) {
        self.crashed.get_or_init(|| message);
        for slot in self.plans.iter().flatten() {
            if let Some(waiting) = lock(slot).waiting.take() {
                waiting.unpark();
            }
        }
    }

    /// How the harness crashed, if it did.
    pub(crate) fn crashed(&self) -> Option<&str> {
        self.crashed.get().map(String::as_str)
    }

    /// Waits until all runs of a trial have ended, and looks at them by repeat; or answers with the crash that came before.
    pub(crate) fn wait<T>(
        &self,
        plan: usize,
        trial: usize,
        look: impl FnOnce(&[RunOutcome]) -> T,
    ) -> Result<T, &str> {
        loop {
            {
                let mut slot = lock(&self.plans[plan][trial]);
                if slot.pending == 0 {
                    slot.runs.sort_by_key(|run| run.repeat);
                    return Ok(look(&slot.runs));
                }
                slot.waiting = Some(thread::current());
            }
            // A crash that comes after this line wakes the thread.
            if let Some(crash) = self.crashed() {
                return Err(crash);
            }
            thread::park();
        }
    }

    /// Takes the runs of a plan that have ended.
    pub(crate) fn take(&self, plan: usize) -> Vec<RunOutcome> {
        self.plans[plan].iter().flat_map(|slot| std::mem::take(&mut lock(slot).runs)).collect()
    }
}

fn lock(slot: &Mutex<Slot>) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use eval_runtime::outcome::RunState;

    use super::*;

    fn run(repeat: u32) -> RunOutcome {
        RunOutcome {
            case: 0,
            candidate: 0,
            repeat,
            state: RunState::Passed,
            failure: None,
            first_attempt_success: true,
            metrics: Vec::new(),
            duration_s: 0.0,
            queued_s: 0.0,
            cost_usd: None,
        }
    }

    #[test]
    fn a_trial_is_over_when_all_its_repeats_have_ended() {
        let board = Board::new([(1, 2), (2, 1)]);
        let key = |plan, trial, repeat| RunKey { plan, trial, repeat };
        thread::scope(|scope| {
            let waiting = scope.spawn(|| board.wait(0, 0, <[_]>::len));
            board.post(key(1, 1, 1), run(1));
            board.post(key(0, 0, 2), run(2));
            board.post(key(0, 0, 1), run(1));
            assert_eq!(waiting.join().expect("no panic"), Ok(2));
        });
        let repeats = board.wait(0, 0, |runs| runs.iter().map(|run| run.repeat).collect::<Vec<_>>());
        assert_eq!(repeats, Ok(vec![1, 2]));
        assert_eq!((board.take(0).len(), board.take(1).len()), (2, 1));
    }

    #[test]
    fn after_a_crash_nobody_waits_and_what_ended_is_kept() {
        let board = Board::new([(2, 1)]);
        board.post(RunKey { plan: 0, trial: 0, repeat: 1 }, run(1));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| board.wait(0, 1, <[_]>::len));
            board.crash("no disk".to_owned());
            board.crash("a second one".to_owned());
            assert_eq!(waiting.join().expect("no panic"), Err("no disk"));
        });
        assert_eq!(board.wait(0, 0, <[_]>::len), Ok(1));
        assert_eq!(board.crashed(), Some("no disk"));
    }
}
