//! What a start says on the terminal, besides the trial lines: how it begins, why a trial failed, how it ended.

use std::fmt::Write;
use std::path::Path;

use super::text::{bounded, shown};
use crate::diagnostic::{clean_line, count};
use crate::outcome::{RunOutcome, RunState, Verdict};
use crate::record::{Results, Status};
use crate::run::Plan;
use crate::stats::percent;
use crate::suite::Case;
use crate::value::short;

/// How many candidates the opening names.
const NAMED_CANDIDATES: usize = 6;

/// Says what begins: the suite, its candidates, how many runs, and how many at once.
#[must_use]
pub fn opening(plan: &Plan) -> String {
    let mut names: Vec<&str> =
        plan.candidates.iter().map(|candidate| &*candidate.name).take(NAMED_CANDIDATES).collect();
    if plan.candidates.len() > NAMED_CANDIDATES {
        names.push("...");
    }
    let mut text = format!(
        "{}: {} planned ({} x {} x {}), {} at once; {}",
        clean_line(&plan.suite.name),
        count(plan.runs(), "run"),
        count(plan.cases().count(), "case"),
        count(plan.candidates.len(), "candidate"),
        count(plan.limits.repeats as usize, "repeat"),
        plan.limits.parallel,
        clean_line(&names.join(", ")),
    );
    let live = plan.candidates.iter().any(|candidate| candidate.model.is_some());
    if live && plan.limits.parallel == 1 && plan.runs() > 1 {
        text.push_str("\n  (one run at a time; --parallel N, EVAL_PARALLEL or `parallel` in the suite runs more at once)");
    }
    text
}

/// Why a trial failed: each run that did not pass, with what each missed metric expected and got. `None` when all passed.
#[must_use]
pub fn failure_text(case: &Case, runs: &[RunOutcome], repeats: u32) -> Option<String> {
    if runs.iter().all(|run| run.state == RunState::Passed) {
        return None;
    }
    // The trial's name has only what an identifier may hold of the id.
    let mut text = format!("case {}", clean_line(&case.id));
    if let Some(description) = &case.description {
        let _ = write!(text, ": {}", clean_line(description));
    }
    text.push('\n');
    for run in runs.iter().filter(|run| run.state != RunState::Passed) {
        if repeats > 1 {
            let _ = write!(text, "repeat {} of {repeats}: ", run.repeat);
        }
        let _ = writeln!(text, "{}", run.state.name());
        if let Some(failure) = &run.failure {
            let _ = writeln!(text, "  {}: {}", clean_line(&failure.code), bounded(&failure.message));
        }
        for metric in run.misses() {
            let warning = if metric.verdict == Verdict::Warned { " (warning)" } else { "" };
            let miss = bounded(metric.miss().unwrap_or_default());
            let _ = writeln!(text, "  {}{warning}: {miss}", clean_line(&metric.name));
            for (name, detail) in metric.notes.iter().flat_map(|notes| &notes.details) {
                let _ = writeln!(text, "    {}: {}", clean_line(name), shown(detail));
            }
        }
    }
    Some(text)
}

/// Says how a suite ended: what each candidate reached, where the report is, and what is odd about it.
#[must_use]
pub fn closing(results: &Results, folder: &Path) -> String {
    let suite = clean_line(&results.head.suite);
    let mut text = String::new();
    for outcome in &results.candidates {
        let counts = outcome.counts;
        let name = clean_line(&results.head.candidates[outcome.candidate].name);
        let rate = outcome.rates.pass.map_or_else(|| "no rate".to_owned(), percent);
        let _ = write!(
            text,
            "{suite}: {name} passed {} of {} ({rate})",
            counts.passed,
            count(counts.planned, "run")
        );
        let others = [
            (counts.failed, "failed"),
            (counts.errored, "errored"),
            (counts.unmeasured, "unmeasured"),
            (counts.not_started, "not started"),
        ];
        for (runs, state) in others.into_iter().filter(|(runs, _)| *runs > 0) {
            let _ = write!(text, ", {runs} {state}");
        }
        match (outcome.reached, results.head.min_pass_rate) {
            (Some(true), Some(least)) => {
                let _ = write!(text, "; reached min_pass_rate {}", percent(least));
            }
            (Some(false), Some(least)) => {
                let _ = write!(text, "; BELOW min_pass_rate {}", percent(least));
            }
            (_, _) => {}
        }
        text.push('\n');
    }
    match results.spend_usd() {
        Some(0.0) => {}
        Some(spend) => {
            let _ = writeln!(text, "{suite}: spent {} USD", short(spend));
        }
        None => {
            let _ = writeln!(text, "{suite}: the spend is unknown, since the cost of a model call is");
        }
    }
    match results.status {
        Status::Completed => {}
        Status::Partial => {
            let _ = writeln!(text, "{suite}: stopped early; the results are partial");
        }
        Status::Crashed => {
            let _ = writeln!(text, "{suite}: crashed; the results are what was recorded before");
        }
    }
    let _ = writeln!(text, "{suite}: results in {}", folder.display());
    text
}
