//! `history.jsonl`: a line a candidate of each run.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::atomic::{WriteError, write_whole};
use super::folder::FolderLock;
use super::{Results, SelectionHead};
use crate::outcome::Figure;

/// One candidate of one run.
#[derive(Serialize)]
struct HistoryLine<'a> {
    run: &'a str,
    suite: &'a str,
    started: &'a str,
    git_commit: Option<&'a str>,
    status: &'a str,
    candidate: &'a str,
    prompt_hash: Option<&'a str>,
    planned: usize,
    pass_rate: Option<f64>,
    flaky_rate: Option<f64>,
    first_attempt_pass_rate: Option<f64>,
    mean_cost_usd: Option<f64>,
    /// USD of the candidate.
    spend_usd: Option<f64>,
    note: Option<&'a str>,
    selection: &'a SelectionHead,
}

/// What tells whose a line is.
#[derive(Deserialize)]
struct Whose {
    run: String,
}

/// Writes the lines of a run, in the place of those that it already has.
///
/// # Errors
///
/// When the history cannot be read or written; the old one then still stands.
pub fn write_history(results_dir: &Path, results: &Results) -> Result<(), WriteError> {
    let path = results_dir.join("history.jsonl");
    let _alone = FolderLock::of(results_dir).map_err(WriteError::at(&path))?;
    let kept = others(&path, &results.head.run).map_err(WriteError::at(&path))?;
    write_whole(&path, |out| {
        for line in &kept {
            out.write_all(line)?;
            out.write_all(b"\n")?;
        }
        for line in lines(results) {
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// The lines that are not of this run. A line that nobody can read is not ours to drop.
fn others(path: &Path, run: &str) -> io::Result<Vec<Vec<u8>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut others = Vec::new();
    for line in BufReader::new(file).split(b'\n') {
        let line = line?;
        let ours = serde_json::from_slice(&line).is_ok_and(|whose: Whose| whose.run == run);
        if !ours && !line.is_empty() {
            others.push(line);
        }
    }
    Ok(others)
}

fn lines(results: &Results) -> impl Iterator<Item = HistoryLine<'_>> {
    let head = &results.head;
    results.candidates.iter().map(move |outcome| {
        let candidate = &head.candidates[outcome.candidate];
        let mean_cost = outcome.aggregates.iter().find(|(name, _)| &**name == "cost_usd");
        HistoryLine {
            run: &head.run,
            suite: &head.suite,
            started: &head.started,
            git_commit: head.git_commit.as_deref(),
            status: results.status.name(),
            candidate: &candidate.name,
            prompt_hash: candidate.prompt_hash.as_deref(),
            planned: outcome.counts.planned,
            pass_rate: outcome.rates.pass,
            flaky_rate: outcome.rates.flaky,
            first_attempt_pass_rate: outcome.rates.first_attempt_pass,
            mean_cost_usd: mean_cost.and_then(|(_, aggregate)| match aggregate.figure {
                Some(Figure::Mean(mean)) => Some(mean.get()),
                Some(Figure::Rate(_) | Figure::Distribution(_)) | None => None,
            }),
            spend_usd: outcome.spend_usd(),
            note: head.note.as_deref(),
            selection: &head.selection,
        }
    })
}
