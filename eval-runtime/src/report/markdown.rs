//! `report.md`: the verdict, the candidates side by side, and every run that did not pass.

use std::io::{self, Write};

use super::text::{code, markdown, shown};
use crate::diagnostic::count;
use crate::outcome::{
    Aggregate, CandidateOutcome, CaseOutcome, Counts, Figure, RunOutcome, RunState, Verdict,
};
use crate::record::{MetricHead, Results, SelectionHead, Status};
use crate::stats::percent;
use crate::value::short;

/// How many cases that did not pass are told in full; the summary has all.
const TOLD_CASES: usize = 200;

/// Writes `report.md`.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_report(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}\n", markdown(&results.head.suite))?;
    verdict(results, out)?;
    if let Some(description) = &results.head.description {
        writeln!(out, "{}\n", markdown(description))?;
    }
    facts(results, out)?;
    candidates(results, out)?;
    legend(results, out)?;
    not_passed(results, out)?;
    warnings(results, out)
}

fn verdict(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let (Some(reached), Some(least)) = (results.reached(), results.head.min_pass_rate) else { return Ok(()) };
    let word = if reached { "PASSED" } else { "FAILED" };
    writeln!(out, "**{word}** (each candidate needs {} of its runs passed)\n", percent(least))?;
    for candidate in &results.candidates {
        let mark = if candidate.reached == Some(true) { "reached it" } else { "is below it" };
        let rate = rate(candidate.rates.pass);
        writeln!(out, "- {} {mark}: {rate}", markdown(name(results, candidate)))?;
    }
    writeln!(out)
}

fn facts(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let head = &results.head;
    let commit = head.git_commit.as_deref().unwrap_or("no git commit");
    writeln!(out, "Run {} at {}, {}.", code(&head.run), head.started, code(commit))?;
    match results.status {
        Status::Completed => {}
        Status::Partial => writeln!(out, "**Partial**: it was stopped before every planned run had ended.")?,
        Status::Crashed => writeln!(out, "**Crashed**: these are the results recorded before the crash.")?,
    }
    if let Some(note) = &head.note {
        writeln!(out, "Note: {}", markdown(note))?;
    }
    if !head.selection.all {
        writeln!(out, "Selection: {}", selection(&head.selection))?;
    }
    let spend =
        results.spend_usd().map_or_else(|| "unknown".to_owned(), |spend| format!("{} USD", short(spend)));
    writeln!(out, "Spend: {spend}.\n")
}

fn selection(selection: &SelectionHead) -> String {
    let lists = [
        ("model", &selection.models),
        ("variant", &selection.variants),
        ("case", &selection.cases),
        ("tag", &selection.tags),
        ("filter", &selection.filters),
        ("skip", &selection.skip),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let lists: Vec<String> =
        lists.map(|(what, names)| format!("{what} {}", markdown(&names.join(", ")))).collect();
    lists.join("; ")
}

fn candidates(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Candidates\n")?;
    let names: Vec<String> =
        results.candidates.iter().map(|candidate| markdown(name(results, candidate))).collect();
    writeln!(out, "| | {} |", names.join(" | "))?;
    writeln!(out, "| --- |{}", " ---: |".repeat(names.len()))?;
    row(results, out, "pass rate", |candidate| rate(candidate.rates.pass))?;
    row(results, out, "passed of planned", |candidate| {
        format!("{} of {}", candidate.counts.passed, candidate.counts.planned)
    })?;
    state_row(results, out, "failed", |counts| counts.failed)?;
    state_row(results, out, "errored", |counts| counts.errored)?;
    state_row(results, out, "unmeasured", |counts| counts.unmeasured)?;
    state_row(results, out, "not started", |counts| counts.not_started)?;
    row(results, out, "first attempt pass rate", |candidate| rate(candidate.rates.first_attempt_pass))?;
    if results.head.repeats > 1 {
        row(results, out, "flaky cases", |candidate| rate(candidate.rates.flaky))?;
    }
    for (position, metric) in ordered(&results.head.metrics) {
        let label = match metric.threshold.as_deref() {
            // That is what a bool is for.
            Some("true") | None => metric.name.to_string(),
            Some(threshold) => format!("{} ({threshold})", metric.name),
        };
        row(results, out, &label, |candidate| {
            let figure = aggregate(&candidate.aggregates[position].1);
            match warned(candidate, position, &metric.name) {
                0 => figure,
                runs => format!("{figure}, {}", count(runs, "warning")),
            }
        })?;
    }
    writeln!(out)
}

/// The suite's own metrics first, then those measured on every run; each with its position.
fn ordered(metrics: &[MetricHead]) -> impl Iterator<Item = (usize, &MetricHead)> {
    let own = metrics.iter().enumerate().filter(|(_, metric)| !metric.always);
    own.chain(metrics.iter().enumerate().filter(|(_, metric)| metric.always))
}

/// Runs that ended so, where there are any.
fn state_row(
    results: &Results,
    out: &mut dyn Write,
    state: &str,
    runs: fn(&Counts) -> usize,
) -> io::Result<()> {
    if results.candidates.iter().all(|candidate| runs(&candidate.counts) == 0) {
        return Ok(());
    }
    row(results, out, state, |candidate| runs(&candidate.counts).to_string())
}

fn row(
    results: &Results,
    out: &mut dyn Write,
    label: &str,
    cell: impl Fn(&CandidateOutcome) -> String,
) -> io::Result<()> {
    let cells: Vec<String> = results.candidates.iter().map(cell).collect();
    writeln!(out, "| {} | {} |", markdown(label), cells.join(" | "))
}

fn aggregate(aggregate: &Aggregate) -> String {
    let figure = match &aggregate.figure {
        None => "no value".to_owned(),
        Some(Figure::Mean(mean)) => short(mean.get()),
        Some(Figure::Rate(rate)) => percent(rate.get()),
        Some(Figure::Distribution(counts)) => {
            let counts: Vec<String> =
                counts.iter().map(|(label, runs)| format!("{} {runs}", markdown(label))).collect();
            counts.join(", ")
        }
    };
    match (aggregate.missing, aggregate.measured) {
        (0, _) | (_, 0) => figure,
        (missing, _) => format!("{figure} ({missing} without a value)"),
    }
}

fn warned(candidate: &CandidateOutcome, position: usize, metric: &str) -> usize {
    let results = candidate.runs().filter_map(|run| run.metric(position, metric));
    results.filter(|result| result.verdict == Verdict::Warned).count()
}

fn legend(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Metrics\n")?;
    writeln!(out, "| metric | what it checks | passes at | on a miss |\n| --- | --- | --- | --- |")?;
    for (_, metric) in ordered(&results.head.metrics) {
        let passes = metric.threshold.as_deref().unwrap_or("only reported");
        let miss = match (&metric.threshold, metric.required) {
            (None, _) => "",
            (Some(_), true) => "the run fails",
            (Some(_), false) => "a warning",
        };
        let when = metric.when.as_ref().map(|when| format!(" (runs that {when})")).unwrap_or_default();
        writeln!(
            out,
            "| {} | {}{when} | {} | {miss} |",
            markdown(&metric.name),
            markdown(&metric.description),
            markdown(passes)
        )?;
    }
    writeln!(out)
}

fn not_passed(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let cases: Vec<(&CandidateOutcome, &CaseOutcome)> = results
        .candidates
        .iter()
        .flat_map(|candidate| candidate.cases.iter().map(move |case| (candidate, case)))
        .filter(|(_, case)| case.state != RunState::Passed)
        .collect();
    if cases.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Runs that did not pass\n")?;
    for (candidate, case) in cases.iter().take(TOLD_CASES) {
        let head = &results.head.cases[case.case];
        writeln!(out, "### {} with {}\n", markdown(&head.id), markdown(name(results, candidate)))?;
        if let Some(description) = &head.description {
            writeln!(out, "{}\n", markdown(description))?;
        }
        if !head.tags.is_empty() {
            writeln!(out, "Tags: {}\n", markdown(&head.tags.join(", ")))?;
        }
        if case.flaky {
            writeln!(out, "Flaky: some repeats passed.\n")?;
        }
        if case.not_started > 0 {
            writeln!(out, "- {} never started", count(case.not_started, "run"))?;
        }
        for run in case.runs.iter().filter(|run| run.state != RunState::Passed) {
            told(results, run, out)?;
        }
        writeln!(out)?;
    }
    if cases.len() > TOLD_CASES {
        writeln!(
            out,
            "{} more did not pass; summary.json has them all.\n",
            count(cases.len() - TOLD_CASES, "case")
        )?;
    }
    Ok(())
}

fn told(results: &Results, run: &RunOutcome, out: &mut dyn Write) -> io::Result<()> {
    let repeat = match results.head.repeats {
        1 => String::new(),
        repeats => format!("repeat {} of {repeats}: ", run.repeat),
    };
    writeln!(out, "- {repeat}**{}**", run.state.name())?;
    if let Some(failure) = &run.failure {
        writeln!(out, "  - {}: {}", markdown(&failure.code), markdown(&failure.message))?;
    }
    for metric in run.misses() {
        let warning = if metric.verdict == Verdict::Warned { " (warning)" } else { "" };
        let miss = metric.miss().unwrap_or_default();
        writeln!(out, "  - {}{warning}: {}", markdown(&metric.name), markdown(miss))?;
        for (name, detail) in metric.notes.iter().flat_map(|notes| &notes.details) {
            writeln!(out, "    - {}: {}", markdown(name), code(&shown(detail)))?;
        }
    }
    Ok(())
}

/// Warnings of runs that passed: they fail nothing, and still tell candidates apart.
fn warnings(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let mut runs = Vec::new();
    for candidate in &results.candidates {
        for case in &candidate.cases {
            let passed = case.runs.iter().filter(|run| run.state == RunState::Passed);
            runs.extend(passed.filter(|run| run.misses().next().is_some()).map(|run| (candidate, case, run)));
        }
    }
    if runs.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Warnings of runs that passed\n")?;
    for (candidate, case, run) in runs.iter().take(TOLD_CASES) {
        let misses: Vec<String> = run
            .misses()
            .map(|metric| {
                format!("{}: {}", markdown(&metric.name), markdown(metric.miss().unwrap_or_default()))
            })
            .collect();
        let (id, name) = (markdown(&results.head.cases[case.case].id), markdown(name(results, candidate)));
        writeln!(out, "- {id} with {name}: {}", misses.join("; "))?;
    }
    if runs.len() > TOLD_CASES {
        writeln!(out, "- {} more; summary.json has them all", count(runs.len() - TOLD_CASES, "run"))?;
    }
    writeln!(out)
}

fn name<'a>(results: &'a Results, candidate: &CandidateOutcome) -> &'a str {
    &results.head.candidates[candidate.candidate].name
}

fn rate(rate: Option<f64>) -> String {
    rate.map_or_else(|| "no run planned".to_owned(), percent)
}
