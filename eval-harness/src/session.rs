//! One start: what is recorded while its runs end, and what is written when all have.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};

use eval_runtime::outcome::RunOutcome;
use eval_runtime::record::{
    self, Head, Journal, JournalError, OpenFolderError, Results, RunFolder, RunLine, RunRecord,
};
use eval_runtime::report;
use eval_runtime::run::{Event, Finished, Plan, RunKey, Selection};
use eval_runtime::suite::ReportKind;
use eval_runtime::suite::trial::file_stem;
use jiff::Timestamp;

use crate::exit::ExitCode;

/// A start of one or several suites.
pub(crate) struct Session {
    suites: Vec<SuiteSession>,
    /// Trials by plan, each with the runs that ended.
    board: Mutex<Vec<Vec<Slot>>>,
    crashed: OnceLock<String>,
    /// Says something to the user that is not a trial line.
    say: fn(&str),
}

/// A plan and what is to be written of it.
pub(crate) struct Planned {
    pub(crate) plan: Arc<Plan>,
    pub(crate) reports: Vec<ReportKind>,
}

/// One suite of a start.
struct SuiteSession {
    plan: Arc<Plan>,
    head: Head,
    folder: RunFolder,
    journal: Journal,
    reports: Vec<ReportKind>,
}

/// One trial.
#[derive(Default)]
struct Slot {
    runs: Vec<RunOutcome>,
    waiting: Option<Thread>,
}

/// A start that cannot record anything.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    Folder(#[from] OpenFolderError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What a start was told besides its plans.
pub(crate) struct Told<'a> {
    pub(crate) selection: &'a Selection,
    pub(crate) note: Option<&'a str>,
    pub(crate) shared_run: Option<&'a str>,
    pub(crate) say: fn(&str),
}

impl Session {
    /// Opens the folders and journals of these plans.
    pub(crate) fn open(planned: Vec<Planned>, told: &Told<'_>) -> Result<Self, StartError> {
        let started = Timestamp::now();
        let mut suites = Vec::with_capacity(planned.len());
        for Planned { plan, reports } in planned {
            let folder = RunFolder::open(&plan.suite.path, started, told.shared_run)?;
            let commit = record::head_commit(&plan.suite.dir);
            let head = Head::new(&plan, folder.run(), stamp(started), commit, told.selection, told.note);
            let journal = Journal::open(&folder.path().join("journal.jsonl"), folder.is_shared())?;
            journal.start(&head)?;
            suites.push(SuiteSession { plan, head, folder, journal, reports });
        }
        let slots = |suite: &SuiteSession| suite.plan.trials.iter().map(|_| Slot::default()).collect();
        let board = Mutex::new(suites.iter().map(slots).collect());
        Ok(Self { suites, board, crashed: OnceLock::new(), say: told.say })
    }

    /// Hears what happens. It breaks on a crash: nothing more may then be started.
    pub(crate) fn hear(&self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Crashed(message) => self.crash(message),
            Event::Finished(finished) => {
                let key = finished.key;
                match self.suites[key.plan].record(&finished, self.say) {
                    Ok(()) => {
                        self.post(key, finished.outcome);
                        ControlFlow::Continue(())
                    }
                    Err(error) => self.crash(told_whole(&error)),
                }
            }
        }
    }

    fn crash(&self, message: String) -> ControlFlow<()> {
        self.crashed.get_or_init(|| message);
        for slot in self.lock().iter_mut().flatten() {
            if let Some(waiting) = slot.waiting.take() {
                waiting.unpark();
            }
        }
        ControlFlow::Break(())
    }

    fn post(&self, key: RunKey, outcome: RunOutcome) {
        let repeats = self.suites[key.plan].plan.limits.repeats as usize;
        let slot = &mut self.lock()[key.plan][key.trial];
        slot.runs.push(outcome);
        if slot.runs.len() == repeats
            && let Some(waiting) = slot.waiting.take()
        {
            waiting.unpark();
        }
    }

    /// Waits until all runs of a trial have ended, and answers why it failed if it did.
    pub(crate) fn wait(&self, plan: usize, trial: usize) -> Result<(), String> {
        let suite = &self.suites[plan].plan;
        let repeats = suite.limits.repeats;
        loop {
            {
                let slot = &mut self.lock()[plan][trial];
                if slot.runs.len() == repeats as usize {
                    slot.runs.sort_by_key(|run| run.repeat);
                    return report::failure_text(suite.case(trial), &slot.runs, repeats).map_or(Ok(()), Err);
                }
                slot.waiting = Some(thread::current());
            }
            if let Some(crash) = self.crashed.get() {
                return Err(format!("the harness crashed before this trial ended: {crash}"));
            }
            thread::park();
        }
    }

    /// Writes what came of each suite, says how it ended, and answers with the start's exit code.
    pub(crate) fn finish(&self) -> ExitCode {
        if let Some(crash) = self.crashed.get() {
            (self.say)(&format!("error: {crash}"));
        }
        let mut code = ExitCode::Success;
        for (position, suite) in self.suites.iter().enumerate() {
            let runs: Vec<RunOutcome> =
                self.lock()[position].iter_mut().flat_map(|slot| std::mem::take(&mut slot.runs)).collect();
            let crashed = self.crashed.get().is_some();
            let finished = stamp(Timestamp::now());
            let results = Results::of_plan(&suite.plan, suite.head.clone(), runs, crashed, finished);
            let (own, written) = if suite.folder.is_shared() {
                // Of a run that processes share, this one knows some trials, and no candidate.
                (ExitCode::of_trials(&results), suite.rebuild(self.say))
            } else {
                let own = ExitCode::of(&results);
                (self.say)(report::closing(&results, &suite.folder.path()).trim_end());
                (self.say)(&format!("{}: {}", suite.head.suite, own.why(&results)));
                (own, suite.write(&results, own, self.say))
            };
            code = code.or(own);
            if let Err(error) = written {
                (self.say)(&format!("error: {}", told_whole(&*error)));
                code = code.or(ExitCode::Crashed);
            }
        }
        code
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Vec<Slot>>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type BoxError = Box<dyn std::error::Error>;

impl SuiteSession {
    /// Writes one run down before anyone hears of it.
    fn record(&self, finished: &Finished, say: fn(&str)) -> Result<(), JournalError> {
        let Finished { key, outcome, trace, warnings } = finished;
        let line = RunLine {
            case: self.plan.case(key.trial).into(),
            candidate: (&*self.plan.candidate(key.trial).name).into(),
            outcome: RunRecord::from(outcome),
            trace: std::borrow::Cow::Borrowed(trace),
        };
        if self.reports.contains(&ReportKind::Traces)
            && let Err(error) = self.write_trace(*key, &line)
        {
            say(&format!("error: the trace of a run cannot be written: {error}"));
        }
        for warning in warnings {
            say(&format!("warning: {warning}"));
        }
        self.journal.run(line)
    }

    fn write_trace(&self, key: RunKey, line: &RunLine<'_>) -> std::io::Result<()> {
        let mut segments = self.plan.trials[key.trial].name.rsplit("::");
        let (candidate, case) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
        let folder = self.folder.path().join("runs");
        std::fs::create_dir_all(&folder)?;
        let path: PathBuf = folder.join(format!("{}.json", file_stem(case, candidate, key.repeat)));
        record::write_whole(&path, |out| {
            serde_json::to_writer_pretty(&mut *out, line)?;
            out.write_all(b"\n")
        })
    }

    /// Writes summary, history and reports from the journal, which other processes write to as well.
    fn rebuild(&self, say: fn(&str)) -> Result<(), BoxError> {
        let _alone = self.folder.lock()?;
        let journal = record::read_journal(&self.folder.path().join("journal.jsonl"))?;
        let results = Results::of_journal(journal, stamp(Timestamp::now()));
        self.write(&results, ExitCode::of(&results), say)
    }

    fn write(&self, results: &Results, code: ExitCode, say: fn(&str)) -> Result<(), BoxError> {
        let folder = self.folder.path();
        for kind in &self.reports {
            let written = match kind {
                ReportKind::Report => {
                    record::write_whole(&folder.join("report.md"), |out| report::write_report(results, out))
                }
                ReportKind::Results => record::write_whole(&folder.join("results.csv"), |out| {
                    report::write_results_csv(results, out)
                }),
                // Written run by run.
                ReportKind::Traces => Ok(()),
            };
            // A report that cannot be written changes no verdict.
            if let Err(error) = written {
                say(&format!("error: the report `{}` cannot be written: {error}", kind.name()));
            }
        }
        record::write_whole(&folder.join("summary.json"), |out| {
            record::write_summary(results, code.code(), out)
        })?;
        record::write_history(self.folder.results(), results)?;
        self.folder.point_latest()?;
        Ok(())
    }
}

fn stamp(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// An error with its causes.
fn told_whole(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
