//! The test front: a command line in, libtest's lines and an exit code out.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval_runtime::causes::with_causes;
use eval_runtime::diagnostic::{count, render};
use eval_runtime::env;
use eval_runtime::panics::catch;
use eval_runtime::report;
use eval_runtime::run::{self, Outline, Plan, outline};
use eval_runtime::settings::{self, Settings};
use eval_runtime::suite::trial::identifier;
use eval_runtime::suite::{Mistake, Suite, file};
use libtest_mimic::{Arguments, Conclusion, Failed, Trial};

use crate::cli::CommandLine;
use crate::exit::ExitCode;
use crate::filter::Filter;
use crate::session::{Planned, Session, StartOptions};

/// What `main!` expands to: runs the suites of one test target. Paths are relative to the package, or else to a folder
/// that the source file lies in.
pub fn main(suites: &[&str], manifest_dir: &str, source_file: &str) -> std::process::ExitCode {
    main_with(std::env::args_os(), suites, manifest_dir, source_file)
}

/// [`main`] with a command line of the caller's, the program's name first.
pub fn main_with(
    args: impl IntoIterator<Item = OsString>,
    suites: &[&str],
    manifest_dir: &str,
    source_file: &str,
) -> std::process::ExitCode {
    let code = std::panic::catch_unwind(AssertUnwindSafe(|| {
        let suites: Vec<PathBuf> = suites
            .iter()
            .map(|suite| locate(suite, Path::new(manifest_dir), Path::new(source_file)))
            .collect();
        run_target(args, &suites)
    }));
    // The panic's own message has been printed by its hook.
    code.unwrap_or(ExitCode::Crashed).into()
}

fn run_target(args: impl IntoIterator<Item = OsString>, suites: &[PathBuf]) -> ExitCode {
    let line = match CommandLine::read(args) {
        Ok(line) => line,
        Err(error) => {
            // Help is no error, and clap knows which stream each belongs to.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::Invalid } else { ExitCode::Success };
        }
    };
    match start(suites, &line) {
        Ok(code) => code,
        Err(mistakes) => {
            say(render(&mistakes, env::colour()).trim_end());
            say(&format!("{}; nothing was run", count(mistakes.len(), "mistake")));
            ExitCode::Invalid
        }
    }
}

fn start(suites: &[PathBuf], line: &CommandLine) -> Result<ExitCode, Vec<Mistake>> {
    let flag = |option: &settings::OptionSpec| {
        let values = line.values(option);
        // libtest's word for it, where ours is not given.
        if values.is_empty() && option.flag == settings::PARALLEL.flag {
            return line.test_threads.iter().map(ToString::to_string).collect();
        }
        values
    };
    let mut settings = Settings::read(flag, env::twin)?;
    let (suites, segments) = load(suites, &settings.suites)?;
    let outlines = outline(suites, &settings.selection)?;
    let (outlines, filtered_out) = filtered(outlines, &segments, &line.filter)?;
    let mut printing = line.printing.clone();
    // What is filtered out is still counted, under a name that no trial has.
    printing.skip = vec![FILTERED_OUT.to_owned()];
    let mut trials = unselected(filtered_out);
    if line.list || outlines.is_empty() {
        let selected = outlines.iter().flat_map(|outline| &outline.trials);
        trials.extend(selected.map(|trial| Trial::test(trial.name.clone(), || Ok(()))));
        let _ = printed(|| libtest_mimic::run(&printing, trials));
        return Ok(ExitCode::Success);
    }
    let shared_run = env::shared_run();
    if shared_run.is_none() {
        settings.selection.by_name = line.filter.by_name.clone();
    }
    let planned = plan_all(outlines, &settings)?;
    if let Some(logfile) = &printing.logfile
        && let Err(error) = File::create(logfile)
    {
        return Err(vec![Mistake::new(format!(
            "the log file {logfile} cannot be written (--logfile): {error}"
        ))]);
    }
    let options = StartOptions {
        selection: &settings.selection,
        note: settings.note.as_deref(),
        shared_run: shared_run.as_deref(),
        say,
    };
    let plans: Vec<Arc<Plan>> = planned.iter().map(|planned| planned.plan.clone()).collect();
    let session = match Session::open(planned, &options) {
        Ok(session) => Arc::new(session),
        Err(error) => return Ok(crashed(&error)),
    };
    for plan in &plans {
        say(&report::opening(plan));
    }
    Ok(run_plans(&plans, &session, printing, trials))
}

/// Runs plans under libtest-mimic, which prints each trial as it ends, after those that are only counted.
fn run_plans(
    plans: &[Arc<Plan>],
    session: &Arc<Session>,
    mut printing: Arguments,
    mut trials: Vec<Trial>,
) -> ExitCode {
    let parallel = plans.iter().map(|plan| plan.limits.parallel).max().unwrap_or(1);
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return crashed(&error),
    };
    let hears = session.clone();
    let started = run::start(runtime.handle().clone(), plans, parallel, move |event| hears.hear(event));
    if let Err(error) = started {
        return crashed(&error);
    }
    let mut running = 0;
    for (position, plan) in plans.iter().enumerate() {
        running += plan.trials.len();
        trials.extend(plan.trials.iter().enumerate().map(|(trial, planned)| {
            let session = session.clone();
            Trial::test(planned.name.clone(), move || session.wait(position, trial).map_err(Failed::from))
        }));
    }
    // Each trial in flight is waited for by a thread of its own.
    printing.test_threads = Some(running.min(parallel as usize).max(1));
    if !printed(|| libtest_mimic::run(&printing, trials)) {
        // Nobody reads the trial lines any more. The runs go on, and their results are what counts.
        session.wait_for_all();
    }
    let code = session.finish();
    // What outlived its deadline is left behind: nobody waits for it.
    runtime.shutdown_background();
    code
}

/// Whether libtest-mimic could print to its end: it panics when its reader goes away, as in `.. | head`.
fn printed(print: impl FnOnce() -> Conclusion) -> bool {
    match catch(print) {
        Ok(_) => true,
        Err(panic) => {
            say(&format!("warning: the trial lines end here, since the printer {panic}"));
            false
        }
    }
}

/// The name of trials that are only counted: no trial has a control character in its name.
const FILTERED_OUT: &str = "\u{0}";

fn unselected(count: usize) -> Vec<Trial> {
    (0..count).map(|_| Trial::test(FILTERED_OUT, || Ok(()))).collect()
}

/// Loads the suites, all of them or the named ones, and answers with the names of all as trial names have them. All
/// mistakes of all of them at once.
fn load(paths: &[PathBuf], named: &[String]) -> Result<(Vec<Suite>, Vec<String>), Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let mut suites = Vec::with_capacity(paths.len());
    for path in paths {
        match file::load(path) {
            // An agent may change the working folder.
            Ok(suite) => suites.push(Suite { dir: absolute(&suite.dir), ..suite }),
            Err(error) => mistakes.extend(error.into_mistakes()),
        }
    }
    for name in named {
        if mistakes.is_empty() && suites.iter().all(|suite| suite.name != *name) {
            let mistake = Mistake::new(format!("no suite `{name}` in this target (--suite)"));
            mistakes.push(mistake.suggest(name, suites.iter().map(|suite| suite.name.as_str())));
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let segments = suites.iter().map(|suite| identifier(&suite.name)).collect();
    suites.retain(|suite| named.is_empty() || named.contains(&suite.name));
    Ok((suites, segments))
}

/// Narrows outlines to what the command line's filters select, and counts what they do not.
fn filtered(
    mut outlines: Vec<Outline>,
    segments: &[String],
    filter: &Filter,
) -> Result<(Vec<Outline>, usize), Vec<Mistake>> {
    let all: usize = outlines.iter().map(|outline| outline.suite_trials).sum();
    let names: Vec<&str> =
        outlines.iter().flat_map(|outline| &outline.trials).map(|trial| trial.name.as_str()).collect();
    let unmatched = filter.unmatched(&names, segments);
    if !unmatched.is_empty() {
        return Err(unmatched);
    }
    let mut selected = filter.select(&names).into_iter();
    for outline in &mut outlines {
        outline.retain(|_| selected.next().unwrap_or(false));
    }
    outlines.retain(|outline| !outline.trials.is_empty());
    let kept: usize = outlines.iter().map(|outline| outline.trials.len()).sum();
    // A model that only the options name makes trials that the suite has not.
    Ok((outlines, all.saturating_sub(kept)))
}

/// Plans every suite that has trials left; all mistakes of all of them at once.
fn plan_all(outlines: Vec<Outline>, settings: &Settings) -> Result<Vec<Planned>, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let mut plans = Vec::with_capacity(outlines.len());
    for outline in outlines {
        let (limits, reports) = (settings.limits(&outline.suite), settings.reports(&outline.suite));
        match outline.plan(limits) {
            Ok(plan) => plans.push(Planned { plan: Arc::new(plan), reports }),
            Err(more) => mistakes.extend(more),
        }
    }
    if mistakes.is_empty() { Ok(plans) } else { Err(mistakes) }
}

/// The suite file: relative to the package, as it was when the target was built or as it is told now (an archive may
/// have moved), or else to a folder that the source file lies in. Shown relative to the working folder where it can be.
fn locate(suite: &str, manifest_dir: &Path, source_file: &Path) -> PathBuf {
    let in_package = manifest_dir.join(suite);
    let moved = env::manifest_dir().map(|dir| dir.join(suite));
    let beside_source = source_file.ancestors().skip(1).map(|folder| folder.join(suite));
    let found = std::iter::once(in_package.clone())
        .chain(moved)
        .chain(beside_source)
        .find(|path| path.is_file())
        .unwrap_or(in_package);
    match std::env::current_dir() {
        Ok(here) => found.strip_prefix(here).map_or(found.clone(), Path::to_owned),
        Err(_) => found,
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn crashed(error: &(dyn std::error::Error + 'static)) -> ExitCode {
    say(&format!("error: {}", with_causes(error)));
    ExitCode::Crashed
}

/// Says something on stderr; stdout is libtest-mimic's alone. A reader that has gone away is no reason to fail.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
