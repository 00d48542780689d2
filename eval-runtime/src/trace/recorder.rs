//! Fills a trace while the agent runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Event, Trace};

/// A handle on the trace of a run in flight; cheap to clone, usable from any thread.
///
/// Once the trace is taken, what a left-over task of the agent still records goes nowhere: a run's trace does not
/// change after its end.
#[derive(Clone, Debug)]
pub struct Recorder {
    trace: Arc<Mutex<Option<Trace>>>,
}

impl Recorder {
    /// A recorder with an empty trace at its first attempt.
    #[must_use]
    pub fn new() -> Self {
        Self { trace: Arc::new(Mutex::new(Some(Trace { attempts: 1, ..Trace::default() }))) }
    }

    /// Changes the trace; `None` when it was taken.
    pub fn record<T>(&self, change: impl FnOnce(&mut Trace) -> T) -> Option<T> {
        self.lock().as_mut().map(change)
    }

    /// Adds an event.
    pub fn event(&self, event: Event) {
        self.record(|trace| trace.events.push(event));
    }

    /// Takes the trace and ends the recording.
    #[must_use]
    pub fn take(&self) -> Trace {
        self.lock().take().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Trace>> {
        self.trace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Recorder {
    fn default() -> Self {
        Self::new()
    }
}
