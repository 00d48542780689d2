//! Runs a suite in memory.

use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use eval_runtime::outcome::{MetricResult, RunOutcome};
use eval_runtime::run::{self, Event, Finished, Limits, Outline, Plan, Selection, outline};
use eval_runtime::suite::{Mistake, file};
use tempfile::TempDir;

/// A suite that ran, with its runs in the order of trials and repeats.
pub(crate) struct Started {
    pub(crate) plan: Arc<Plan>,
    pub(crate) runs: Vec<Finished>,
    _folder: TempDir,
}

pub(crate) const LIMITS: Limits = Limits {
    repeats: 1,
    parallel: 4,
    timeout: Duration::from_millis(400),
    metric_timeout: Duration::from_millis(400),
};

/// Runs a suite's text to its end.
#[track_caller]
pub(crate) fn start(suite: &str, limits: Limits) -> Started {
    let (folder, plan) =
        plan(suite, &Selection::default(), limits).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let plan = Arc::new(plan);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let (send, ended) = mpsc::channel();
    run::start(runtime.handle().clone(), std::slice::from_ref(&plan), limits.parallel, move |event| {
        send.send(event).map_or(ControlFlow::Break(()), |()| ControlFlow::Continue(()))
    })
    .expect("threads");
    let mut runs: Vec<Finished> = (0..plan.runs())
        .map(|_| match ended.recv_timeout(Duration::from_secs(60)).expect("every run ends") {
            Event::Finished(finished) => *finished,
            Event::Crashed(message) => panic!("crashed: {message}"),
        })
        .collect();
    runs.sort_by_key(|run| run.key);
    runtime.shutdown_background();
    Started { plan, runs, _folder: folder }
}

/// Plans a suite's text.
pub(crate) fn plan(
    suite: &str,
    selection: &Selection,
    limits: Limits,
) -> Result<(TempDir, Plan), Vec<Mistake>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite.yaml");
    let metrics = if suite.contains("\nmetrics:") { "" } else { "\nmetrics: []" };
    std::fs::write(&path, format!("{suite}{metrics}\n")).expect("a suite");
    let suite = file::load(&path).map_err(|error| error.into_mistakes())?;
    let mut outlines: Vec<Outline> = outline(vec![suite], selection)?;
    let plan = outlines.pop().expect("one outline").plan(limits)?;
    Ok((folder, plan))
}

impl Started {
    /// What came of the first run of a case.
    #[track_caller]
    pub(crate) fn outcome(&self, case: &str) -> &RunOutcome {
        &self.run(case).outcome
    }

    #[track_caller]
    pub(crate) fn run(&self, case: &str) -> &Finished {
        let found = self.runs.iter().find(|run| self.plan.case(run.key.trial).id == case);
        found.unwrap_or_else(|| panic!("no case {case}"))
    }

    #[track_caller]
    pub(crate) fn metric(&self, case: &str, metric: &str) -> &MetricResult {
        let outcome = self.outcome(case);
        outcome.metric(usize::MAX, metric).unwrap_or_else(|| panic!("no metric {metric}"))
    }
}
