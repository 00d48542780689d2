//! Deadlines, held by one thread that watches all others: a step that blocks its thread times out too.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use tokio::sync::Notify;

/// Watches the steps in flight.
#[derive(Clone)]
pub(super) struct Watch {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By deadline; the number tells steps of one deadline apart.
    steps: BTreeMap<(Instant, u64), Step>,
    next: u64,
    /// What the watching thread sleeps to; a nearer deadline wakes it.
    sleeps_to: Option<Instant>,
}

struct Step {
    cancel: Arc<Notify>,
    /// Takes over from the step's thread.
    take_over: Box<dyn FnOnce() + Send>,
}

/// A step that is being watched.
pub(super) struct Watched {
    shared: Arc<Shared>,
    key: (Instant, u64),
    /// Told when the time is over, so that a step which can be cancelled lets go of what it holds.
    pub(super) cancelled: Arc<Notify>,
}

impl Watch {
    /// Starts the watching thread. It lives as long as the process: it holds nothing that must be given back.
    pub(super) fn start() -> io::Result<Self> {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        let watching = shared.clone();
        thread::Builder::new().name("eval-watch".into()).spawn(move || watching.watch())?;
        Ok(Self { shared })
    }

    /// Watches a step that begins now. When its time is over `take_over` runs, once, on the watching thread.
    pub(super) fn step(&self, time: Duration, take_over: impl FnOnce() + Send + 'static) -> Watched {
        let cancelled = Arc::new(Notify::new());
        // A time that no clock can reach is as good as a year.
        let now = Instant::now();
        let deadline = now.checked_add(time).unwrap_or(now + Duration::from_secs(365 * 24 * 3600));
        let step = Step { cancel: cancelled.clone(), take_over: Box::new(take_over) };
        let mut state = self.shared.lock();
        let key = (deadline, state.next);
        state.next += 1;
        state.steps.insert(key, step);
        if state.sleeps_to.is_none_or(|sleeps_to| deadline < sleeps_to) {
            state.sleeps_to = Some(deadline);
            self.shared.changed.notify_one();
        }
        Watched { shared: self.shared.clone(), key, cancelled }
    }
}

impl Watched {
    /// Ends the step; false when its time was over and something else has taken over.
    #[must_use]
    pub(super) fn end(self) -> bool {
        self.shared.lock().steps.remove(&self.key).is_some()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            if let Some(first) = state.steps.first_entry()
                && first.key().0 <= now
            {
                let step = first.remove();
                drop(state);
                step.cancel.notify_one();
                (step.take_over)();
                state = self.lock();
                continue;
            }
            let sleeps_to = state.steps.first_key_value().map(|((deadline, _), _)| *deadline);
            state.sleeps_to = sleeps_to;
            state = match sleeps_to {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let waited = self.changed.wait_timeout(state, deadline.saturating_duration_since(now));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_step_that_outlives_its_time_is_taken_over_and_one_in_time_is_not() {
        let watch = Watch::start().expect("a thread");
        let (send, taken_over) = mpsc::channel();
        let long = watch.step(Duration::MAX, || panic!("taken over too early"));
        let late = send.clone();
        let step = watch.step(Duration::from_millis(20), move || late.send("late").expect("a receiver"));
        assert_eq!(taken_over.recv_timeout(Duration::from_secs(10)), Ok("late"));
        assert!(!step.end());
        let early = watch.step(Duration::from_secs(60), move || send.send("early").expect("a receiver"));
        assert!(early.end());
        assert!(long.end());
        assert!(taken_over.recv().is_err(), "dropped without being called");
    }
}
