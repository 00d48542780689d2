//! One start: what is recorded while its runs end, and what is written when all have.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval_runtime::causes::with_causes;
use eval_runtime::outcome::RunOutcome;
use eval_runtime::record::{
    self, Head, Journal, JournalError, OpenFolderError, Results, RunFolder, RunLine, RunRecord, WriteError,
};
use eval_runtime::report;
use eval_runtime::run::{Event, Finished, Plan, RunKey, Selection};
use eval_runtime::suite::ReportKind;
use eval_runtime::suite::trial::file_stem;
use jiff::Timestamp;

use crate::board::Board;
use crate::exit::ExitCode;

/// A start of one or several suites.
pub(crate) struct Session {
    suites: Vec<SuiteSession>,
    board: Board,
    /// Says something to the user that is not a trial line.
    say: fn(&str),
}

/// A plan and what is to be written of it.
pub(crate) struct Planned {
    pub(crate) plan: Arc<Plan>,
    pub(crate) reports: Vec<ReportKind>,
}

/// What a start was told besides its plans.
pub(crate) struct StartOptions<'a> {
    pub(crate) selection: &'a Selection,
    pub(crate) note: Option<&'a str>,
    pub(crate) shared_run: Option<&'a str>,
    pub(crate) say: fn(&str),
}

/// A start that cannot record anything.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    Folder(#[from] OpenFolderError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Results that cannot be written, though their runs are recorded.
#[derive(Debug, thiserror::Error)]
enum FinishError {
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// One suite of a start.
struct SuiteSession {
    plan: Arc<Plan>,
    head: Head,
    folder: RunFolder,
    /// The folder as it is shown: relative to where the start began, if it lies there.
    shown: PathBuf,
    journal: Journal,
    reports: Vec<ReportKind>,
}

impl Session {
    /// Opens the folders and journals of these plans.
    pub(crate) fn open(planned: Vec<Planned>, options: &StartOptions<'_>) -> Result<Self, StartError> {
        let started = Timestamp::now();
        let here = std::env::current_dir().unwrap_or_default();
        let mut suites = Vec::with_capacity(planned.len());
        for Planned { plan, reports } in planned {
            let folder = RunFolder::open(&plan.suite.path, started, options.shared_run)?;
            let commit = record::head_commit(&plan.suite.dir);
            let (selection, note) = (options.selection, options.note);
            let head = Head::new(&plan, folder.run(), stamp(started), commit, selection, note);
            let path = folder.path();
            let journal = Journal::open(&path.join("journal.jsonl"), folder.is_shared())?;
            journal.start(&head)?;
            let shown = path.strip_prefix(&here).map_or(path.clone(), Path::to_owned);
            suites.push(SuiteSession { plan, head, folder, shown, journal, reports });
        }
        let board =
            Board::new(suites.iter().map(|suite| (suite.plan.trials.len(), suite.plan.limits.repeats)));
        Ok(Self { suites, board, say: options.say })
    }

    /// Hears what happens. It breaks on a crash: nothing more may then be started.
    pub(crate) fn hear(&self, event: Event) -> ControlFlow<()> {
        let crash = match event {
            Event::Crashed(message) => message,
            Event::Finished(finished) => match self.suites[finished.key.plan].record(&finished, self.say) {
                Ok(()) => {
                    self.board.post(finished.key, finished.outcome);
                    return ControlFlow::Continue(());
                }
                Err(error) => with_causes(&error),
            },
        };
        self.board.crash(crash);
        ControlFlow::Break(())
    }

    /// Waits until all runs of a trial have ended, and answers why it failed if it did.
    pub(crate) fn wait(&self, plan: usize, trial: usize) -> Result<(), String> {
        let suite = &self.suites[plan].plan;
        let why = |runs: &[RunOutcome]| report::failure_text(suite.case(trial), runs, suite.limits.repeats);
        match self.board.wait(plan, trial, why) {
            Ok(None) => Ok(()),
            Ok(Some(failure)) => Err(failure),
            Err(crash) => Err(format!("the harness crashed before this trial ended: {crash}")),
        }
    }

    /// Waits until every trial is over.
    pub(crate) fn wait_for_all(&self) {
        for (plan, suite) in self.suites.iter().enumerate() {
            for trial in 0..suite.plan.trials.len() {
                // Why it failed has been told, or cannot be told any more.
                let _ = self.board.wait(plan, trial, |_| ());
            }
        }
    }

    /// Writes what came of each suite, says how it ended, and answers with the start's exit code.
    pub(crate) fn finish(&self) -> ExitCode {
        let crash = self.board.crashed();
        if let Some(crash) = crash {
            (self.say)(&format!("error: {crash}"));
        }
        let mut whole = (ExitCode::Success, "every planned run passed");
        for (position, suite) in self.suites.iter().enumerate() {
            let runs = self.board.take(position);
            let finished = stamp(Timestamp::now());
            let results = Results::of_plan(&suite.plan, suite.head.clone(), runs, crash.is_some(), finished);
            let (mut ended, written) = if suite.folder.is_shared() {
                // Of a run that processes share, this one knows some trials, and no candidate.
                (ExitCode::of_trials(&results), suite.rebuild(self.say))
            } else {
                let ended = ExitCode::of(&results);
                (ended, suite.write(&results, ended.0, self.say))
            };
            if let Err(error) = written {
                (self.say)(&format!("error: {}", with_causes(&error)));
                ended = (ExitCode::Crashed, "the results could not be written");
            }
            if !suite.folder.is_shared() {
                (self.say)(report::closing(&results, &suite.shown).trim_end());
            }
            whole = ExitCode::weightier(whole, ended);
        }
        let (code, why) = whole;
        if self.suites.iter().all(|suite| !suite.folder.is_shared()) {
            (self.say)(&format!("exit {}: {why}", code.code()));
        }
        code
    }
}

impl SuiteSession {
    /// Writes one run down before anyone hears of it.
    fn record(&self, finished: &Finished, say: fn(&str)) -> Result<(), JournalError> {
        let Finished { key, outcome, trace, warnings } = finished;
        let line = RunLine {
            case: self.plan.case(key.trial).into(),
            candidate: (&*self.plan.candidate(key.trial).name).into(),
            outcome: RunRecord::from(outcome),
            trace: Cow::Borrowed(trace),
        };
        if self.reports.contains(&ReportKind::Traces)
            && let Err(error) = self.write_trace(*key, &line)
        {
            say(&format!("error: the trace of a run: {}", with_causes(&error)));
        }
        for warning in warnings {
            say(&format!("warning: {warning}"));
        }
        self.journal.run(line)
    }

    fn write_trace(&self, key: RunKey, line: &RunLine<'_>) -> Result<(), WriteError> {
        let mut segments = self.plan.trials[key.trial].name.rsplit("::");
        let (candidate, case) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
        let path = self.folder.traces()?.join(format!("{}.json", file_stem(case, candidate, key.repeat)));
        record::write_whole(&path, |out| {
            serde_json::to_writer_pretty(&mut *out, line)?;
            out.write_all(b"\n")
        })
    }

    /// Writes summary, history and reports from the journal, which other processes write to as well.
    fn rebuild(&self, say: fn(&str)) -> Result<(), FinishError> {
        let _alone = self.folder.lock()?;
        let journal = record::read_journal(&self.folder.path().join("journal.jsonl"))?;
        let results = Results::of_journal(journal, stamp(Timestamp::now()));
        self.write(&results, ExitCode::of(&results).0, say)
    }

    fn write(&self, results: &Results, code: ExitCode, say: fn(&str)) -> Result<(), FinishError> {
        let folder = self.folder.path();
        for kind in &self.reports {
            let write: fn(&Results, &mut dyn io::Write) -> io::Result<()> = match kind {
                ReportKind::Report => report::write_report,
                ReportKind::Results => report::write_results_csv,
                // Written run by run.
                ReportKind::Traces => continue,
            };
            let written = record::write_whole(&folder.join(kind.file()), |out| write(results, out));
            // A report that cannot be written changes no verdict.
            if let Err(error) = written {
                say(&format!("error: the report `{}`: {}", kind.name(), with_causes(&error)));
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
