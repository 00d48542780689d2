//! One run: the agent on a thread of its own, then its metrics, each under its own deadline.
//!
//! A step that outlives its time is left to its thread, and a new thread goes on with the run where it stood. The thread
//! that was left behind finds out when its step returns, and ends.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use tokio::sync::Notify;

use super::dispatch::Shared;
use super::event::{Finished, RunKey};
use super::metrics::PlannedMetric;
use super::plan::Plan;
use crate::agent::{AgentContext, AgentError, RunFacts, Sandbox};
use crate::metric::{MetricContext, is_first_attempt_success};
use crate::outcome::{self, MetricResult, RunOutcome};
use crate::panics::catch;
use crate::trace::{Failure, FailureKind, Recorder, Trace};

/// Whether a worker, which is a thread of the dispatch, may go on with other runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worker {
    /// Its run ended.
    Free,
    /// It outlived a deadline, and another thread has taken its place.
    Replaced,
}

/// A run whose agent is at work.
struct InFlight {
    key: RunKey,
    plan: Arc<Plan>,
    recorder: Recorder,
    sandbox: Arc<Sandbox>,
    started: Instant,
    queued_s: f64,
}

/// A run whose agent is done.
struct Measuring {
    run: Arc<InFlight>,
    trace: Trace,
    duration_s: f64,
    metrics: Arc<[Arc<PlannedMetric>]>,
    results: Mutex<Vec<MetricResult>>,
}

/// Runs once, from the agent to the event that says how it ended.
pub(super) fn run(shared: &Arc<Shared>, plan: Arc<Plan>, key: RunKey) -> Worker {
    let started = Instant::now();
    let run = Arc::new(InFlight {
        key,
        recorder: Recorder::new(),
        sandbox: Arc::new(Sandbox::default()),
        started,
        queued_s: (started - shared.began).as_secs_f64(),
        plan,
    });
    let time = run.plan.limits.timeout;
    let step = {
        let (shared, run) = (shared.clone(), run.clone());
        shared.clone().watch.step(time, move || {
            shared.clone().replace_worker(move |shared| {
                let message = format!("the run was still going after {} s", time.as_secs_f64());
                let code = Failure::TIMEOUT.to_owned();
                let failure = Failure { kind: FailureKind::TimedOut, code, message };
                measure(shared, run.end(Err(failure)), 0)
            });
        })
    };
    let answer = catch(|| {
        let agent = run.plan.agent.execute(AgentContext::new(run.facts()));
        drive(shared, agent, &step.cancelled)
    });
    if !step.end() {
        return Worker::Replaced;
    }
    let answer = match answer {
        Ok(Some(answer)) => answer.map_err(AgentError::into_failure),
        Ok(None) => return Worker::Replaced,
        Err(message) => {
            let code = Failure::RUNTIME_ERROR.to_owned();
            Err(Failure { kind: FailureKind::Panicked, code, message })
        }
    };
    measure(shared, run.end(answer), 0)
}

/// Polls a future on this thread until it is ready, or `None` when it is cancelled.
///
/// One that is ready at once, as most metrics are, costs no more than a call.
fn drive<T>(shared: &Shared, future: impl Future<Output = T>, cancelled: &Notify) -> Option<T> {
    let mut future = pin!(future);
    if let Poll::Ready(answer) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        return Some(answer);
    }
    shared.runtime.block_on(async {
        tokio::select! {
            biased;
            answer = future => Some(answer),
            () = cancelled.notified() => None,
        }
    })
}

impl InFlight {
    fn facts(&self) -> RunFacts {
        let candidate = self.plan.candidate(self.key.trial);
        RunFacts {
            input: self.plan.case(self.key.trial).input.clone(),
            config: candidate.config.clone(),
            model: candidate.model.clone(),
            system_prompt: candidate.system_prompt.clone(),
            mocks: self.plan.mocks.clone(),
            recorder: self.recorder.clone(),
            sandbox: self.sandbox.clone(),
            started: self.started,
        }
    }

    /// Ends the recording with the agent's answer.
    fn end(self: &Arc<Self>, answer: Result<serde_json::Value, Failure>) -> Arc<Measuring> {
        let duration_s = self.started.elapsed().as_secs_f64();
        let mut trace = self.recorder.take();
        match answer {
            Ok(output) => trace.output = Some(output),
            Err(failure) => trace.error = Some(failure),
        }
        let metrics = self.plan.metrics_of(self.key.trial);
        let results = Mutex::new(Vec::with_capacity(metrics.len()));
        Arc::new(Measuring { run: self.clone(), trace, duration_s, metrics, results })
    }
}

/// Measures the metrics from position `from` on, then says how the run ended.
fn measure(shared: &Arc<Shared>, measuring: Arc<Measuring>, from: usize) -> Worker {
    for position in from..measuring.metrics.len() {
        match measuring.answer(shared, position) {
            Some(result) => measuring.push(result),
            None => return Worker::Replaced,
        }
    }
    shared.finished(finish(measuring));
    Worker::Free
}

impl Measuring {
    fn cx(&self) -> MetricContext<'_> {
        let (plan, trial) = (&self.run.plan, self.run.key.trial);
        let has_model = plan.candidate(trial).model.is_some();
        MetricContext::new(plan.case(trial), &self.trace, self.duration_s, has_model, &plan.suite.dir)
    }

    fn push(&self, result: MetricResult) {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    }

    fn judged(&self, metric: &PlannedMetric, answer: Result<outcome::Measured, String>) -> MetricResult {
        outcome::judge(&metric.rule, answer, self.run.plan.case(self.run.key.trial).expected.failure_code())
    }

    /// One metric's result; `None` when its time was over and another thread goes on.
    fn answer(self: &Arc<Self>, shared: &Arc<Shared>, position: usize) -> Option<MetricResult> {
        let metric = &self.metrics[position];
        if let Some(reason) = metric.rule.not_applicable(self.trace.error.is_none()) {
            return Some(MetricResult::not_applicable(&metric.rule, reason));
        }
        let cx = self.cx();
        if metric.always {
            let answer = catch(|| drive(shared, metric.metric.measure(&cx), &Notify::new()));
            return Some(self.judged(metric, told(answer)?));
        }
        let time = self.run.plan.limits.metric_timeout;
        let step = {
            let (shared, measuring) = (shared.clone(), self.clone());
            shared.clone().watch.step(time, move || {
                shared.clone().replace_worker(move |shared| {
                    let error = format!("it was still going after {} s", time.as_secs_f64());
                    measuring.push(measuring.judged(&measuring.metrics[position], Err(error)));
                    measure(shared, measuring, position + 1)
                });
            })
        };
        let answer = catch(|| drive(shared, metric.metric.measure(&cx), &step.cancelled));
        if !step.end() {
            return None;
        }
        Some(self.judged(metric, told(answer)?))
    }
}

/// What came of a run whose metrics are all measured.
fn finish(measuring: Arc<Measuring>) -> Finished {
    let Measuring { run, duration_s, results, .. } = &*measuring;
    let (key, failure) = (run.key, measuring.trace.error.clone());
    let trial = &run.plan.trials[key.trial];
    let case = run.plan.case(key.trial);
    let metrics = std::mem::take(&mut *results.lock().unwrap_or_else(PoisonError::into_inner));
    let outcome = RunOutcome {
        case: trial.case,
        candidate: trial.candidate,
        repeat: key.repeat,
        state: outcome::state(failure.as_ref(), case.expected.failure_code(), &metrics),
        failure,
        first_attempt_success: is_first_attempt_success(&measuring.cx()),
        metrics,
        duration_s: *duration_s,
        queued_s: run.queued_s,
        cost_usd: measuring.cx().cost_usd(),
    };
    let left = run.sandbox.remove().err();
    let warnings = left.map(|error| format!("the sandbox of a run could not be removed: {error}"));
    // Only a thread that was left behind in a metric still holds the trace.
    let trace =
        Arc::try_unwrap(measuring).map_or_else(|shared| shared.trace.clone(), |measuring| measuring.trace);
    Finished { key, outcome, trace, warnings: warnings.into_iter().collect() }
}

/// What a metric told: its answer, or the error that it raised or panicked with. `None` when it was cancelled.
fn told(
    answer: Result<Option<Result<outcome::Measured, crate::metric::MetricError>>, String>,
) -> Option<Result<outcome::Measured, String>> {
    match answer {
        Ok(answer) => answer.map(|answer| answer.map_err(|error| error.to_string())),
        Err(panic) => Some(Err(panic)),
    }
}
