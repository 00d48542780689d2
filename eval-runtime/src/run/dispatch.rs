//! Starts runs, at most so many at once, and keeps the threads that they run on.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use tokio::runtime::Handle;

use super::event::{Event, Finished, RunKey};
use super::execute::{self, Worker};
use super::plan::Plan;
use super::watch::Watch;
use crate::panics::catch;

/// What the threads of a dispatch share.
pub(super) struct Shared {
    pub(super) runtime: Handle,
    pub(super) watch: Watch,
    pub(super) began: Instant,
    queue: Mutex<Queue>,
    /// A run ended, so that one that waited for its plan may start.
    ended: Condvar,
    events: Box<dyn Fn(Event) -> ControlFlow<()> + Send + Sync>,
}

/// The runs that are still to start, plan by plan.
struct Queue {
    plans: Vec<Pending>,
    /// Threads that wait for a run to end. Waking nobody costs a system call too.
    waiting: usize,
    /// Whether nothing more may start.
    stopped: bool,
}

struct Pending {
    plan: Arc<Plan>,
    /// The next run, counted over all trials and repeats.
    next: usize,
    in_flight: u32,
}

/// Starts running `plans`, at most `parallel` runs at once over all of them and each plan's own limit at once in it.
/// `events` hears of every end, on the thread on which it happens; when it breaks, nothing more starts.
///
/// # Errors
///
/// When not even one thread can be started.
pub fn start(
    runtime: Handle,
    plans: &[Arc<Plan>],
    parallel: u32,
    events: impl Fn(Event) -> ControlFlow<()> + Send + Sync + 'static,
) -> io::Result<()> {
    let pending = plans.iter().map(|plan| Pending { plan: plan.clone(), next: 0, in_flight: 0 });
    let shared = Arc::new(Shared {
        runtime,
        watch: Watch::start()?,
        began: Instant::now(),
        queue: Mutex::new(Queue { plans: pending.collect(), waiting: 0, stopped: false }),
        ended: Condvar::new(),
        events: Box::new(events),
    });
    let runs: usize = plans.iter().map(|plan| plan.runs()).sum();
    for number in 0..runs.min(parallel as usize) {
        match shared.spawn(|_| Worker::Free) {
            Ok(()) => {}
            // Fewer threads run less at once; the runs are the same.
            Err(_) if number > 0 => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.ended.notify_all();
    }

    /// Starts a thread that does `first` and then takes runs from the queue.
    fn spawn(self: &Arc<Self>, first: impl FnOnce(&Arc<Self>) -> Worker + Send + 'static) -> io::Result<()> {
        let shared = self.clone();
        let body = move || {
            let _in_runtime = shared.runtime.enter();
            let mut worker = shared.guarded(|| first(&shared));
            while worker == Worker::Free
                && let Some((plan, key)) = shared.next()
            {
                worker = shared.guarded(|| execute::run(&shared, plan, key));
            }
        };
        thread::Builder::new().name("eval-run".into()).spawn(body).map(drop)
    }

    /// Starts a thread in the place of one that outlived a deadline. It runs on the thread that watches all deadlines,
    /// which must not panic.
    pub(super) fn replace_worker(self: Arc<Self>, go_on: impl FnOnce(&Arc<Self>) -> Worker + Send + 'static) {
        self.guarded(|| {
            if let Err(error) = self.spawn(go_on) {
                self.crashed(format!("a thread could not be started: {error}"));
            }
            Worker::Replaced
        });
    }

    /// Runs a step of ours; a panic in it is a crash of the harness, never a silent end of its thread.
    fn guarded(&self, step: impl FnOnce() -> Worker) -> Worker {
        catch(step).unwrap_or_else(|panic| {
            self.crashed(format!("the harness {panic}"));
            Worker::Replaced
        })
    }

    fn crashed(&self, message: String) {
        self.stop();
        self.say(Event::Crashed(message));
    }

    fn say(&self, event: Event) {
        if (self.events)(event).is_break() {
            self.stop();
        }
    }

    pub(super) fn finished(&self, finished: Finished) {
        let plan = finished.key.plan;
        self.say(Event::Finished(Box::new(finished)));
        let mut queue = self.lock();
        queue.plans[plan].in_flight -= 1;
        if queue.waiting > 0 {
            self.ended.notify_all();
        }
    }

    /// The next run to start. Plans run one after another, in the order in which their trials are listed; while the one
    /// whose turn it is runs as many at once as it may, the others wait.
    fn next(&self) -> Option<(Arc<Plan>, RunKey)> {
        let mut queue = self.lock();
        loop {
            if queue.stopped {
                return None;
            }
            let has_runs = |pending: &Pending| pending.next < pending.plan.runs();
            let position = queue.plans.iter().position(has_runs)?;
            let pending = &mut queue.plans[position];
            if pending.in_flight < pending.plan.limits.parallel {
                let repeats = pending.plan.limits.repeats as usize;
                let (trial, repeat) = (pending.next / repeats, pending.next % repeats);
                pending.next += 1;
                pending.in_flight += 1;
                let repeat = u32::try_from(repeat).unwrap_or(u32::MAX - 1) + 1;
                return Some((pending.plan.clone(), RunKey { plan: position, trial, repeat }));
            }
            queue.waiting += 1;
            queue = self.ended.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }
}
