//! `summary.json`: the whole of a start's results, for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::layout::Shallow;
use super::{CandidateHead, CaseHead, Head, MetricHead, Results, RunRecord, SelectionHead};
use crate::outcome::{Aggregate, CandidateOutcome, CaseOutcome, Figure, RunOutcome, RunState};
use crate::value::Finite;

#[derive(Serialize)]
struct Summary<'a> {
    schema_version: u32,
    run: RunHead<'a>,
    metrics: &'a [MetricHead],
    candidates: Candidates<'a>,
}

#[derive(Serialize)]
struct RunHead<'a> {
    id: &'a str,
    suite: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    started: &'a str,
    finished: &'a str,
    git_commit: Option<&'a str>,
    harness_version: &'a str,
    status: &'a str,
    exit_code: u8,
    spend: Spend,
    note: Option<&'a str>,
    selection: &'a SelectionHead,
    repeats: u32,
    parallel: u32,
    min_pass_rate: Option<f64>,
}

/// USD; null is unknown.
#[derive(Serialize)]
struct Spend {
    total_usd: Option<f64>,
    agent_usd: Option<f64>,
}

#[derive(Serialize)]
struct Candidate<'a> {
    #[serde(flatten)]
    head: &'a CandidateHead,
    counts: Counts,
    pass_rate: Option<f64>,
    flaky_rate: Option<f64>,
    first_attempt_pass_rate: Option<f64>,
    reached_min_pass_rate: Option<bool>,
    spend_usd: Option<f64>,
    aggregates: Aggregates<'a>,
    cases: Cases<'a>,
}

#[derive(Serialize)]
struct Counts {
    planned: usize,
    passed: usize,
    failed: usize,
    errored: usize,
    unmeasured: usize,
    not_started: usize,
}

#[derive(Serialize)]
struct AggregateRecord<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<Finite>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<Finite>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution: Option<&'a BTreeMap<Box<str>, usize>>,
    measured: usize,
    missing: usize,
}

#[derive(Serialize)]
struct Case<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'a [String],
    status: RunState,
    flaky: bool,
    not_started: usize,
    runs: Runs<'a>,
}

// The long lists are written an item at a time, so that a summary never stands in memory as a whole.
struct Candidates<'a>(&'a Results);
struct Aggregates<'a>(&'a [(Arc<str>, Aggregate)]);
struct Cases<'a>(&'a Results, &'a CandidateOutcome);
struct Runs<'a>(&'a [RunOutcome]);

impl Serialize for Candidates<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let results = self.0;
        to.collect_seq(results.candidates.iter().map(|candidate| {
            let counts = candidate.counts;
            Candidate {
                head: &results.head.candidates[candidate.candidate],
                counts: Counts {
                    planned: counts.planned,
                    passed: counts.passed,
                    failed: counts.failed,
                    errored: counts.errored,
                    unmeasured: counts.unmeasured,
                    not_started: counts.not_started,
                },
                pass_rate: candidate.rates.pass,
                flaky_rate: candidate.rates.flaky,
                first_attempt_pass_rate: candidate.rates.first_attempt_pass,
                reached_min_pass_rate: candidate.reached,
                spend_usd: candidate.spend_usd(),
                aggregates: Aggregates(&candidate.aggregates),
                cases: Cases(results, candidate),
            }
        }))
    }
}

impl Serialize for Aggregates<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, Aggregate { figure, measured, missing }) in self.0 {
            let mut record = AggregateRecord {
                mean: None,
                rate: None,
                distribution: None,
                measured: *measured,
                missing: *missing,
            };
            match figure {
                Some(Figure::Mean(mean)) => record.mean = Some(*mean),
                Some(Figure::Rate(rate)) => record.rate = Some(*rate),
                Some(Figure::Distribution(counts)) => record.distribution = Some(counts),
                None => {}
            }
            map.serialize_entry(name, &record)?;
        }
        map.end()
    }
}

impl Serialize for Cases<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.1.cases.iter().map(|case: &CaseOutcome| {
            let CaseHead { id, description, tags, .. } = &self.0.head.cases[case.case];
            Case {
                id,
                description: description.as_deref(),
                tags,
                status: case.state,
                flaky: case.flaky,
                not_started: case.not_started,
                runs: Runs(&case.runs),
            }
        }))
    }
}

impl Serialize for Runs<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut seq = to.serialize_seq(Some(self.0.len()))?;
        for run in self.0 {
            seq.serialize_element(&RunRecord::from(run))?;
        }
        seq.end()
    }
}

/// How deep the summary is laid out over lines: down to the fields of a candidate and its cases, a case a line.
const LAID_OUT: usize = 4;

/// Writes `summary.json`.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_summary(results: &Results, exit_code: u8, out: &mut dyn Write) -> io::Result<()> {
    let Head { suite, description, started, git_commit, harness_version, note, .. } = &results.head;
    let spend = results.spend_usd();
    let summary = Summary {
        schema_version: super::SCHEMA_VERSION,
        run: RunHead {
            id: &results.head.run,
            suite,
            description: description.as_deref(),
            started,
            finished: &results.finished,
            git_commit: git_commit.as_deref(),
            harness_version,
            status: results.status.name(),
            exit_code,
            spend: Spend { total_usd: spend, agent_usd: spend },
            note: note.as_deref(),
            selection: &results.head.selection,
            repeats: results.head.repeats,
            parallel: results.head.parallel,
            min_pass_rate: results.head.min_pass_rate,
        },
        metrics: &results.head.metrics,
        candidates: Candidates(results),
    };
    summary.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Shallow::new(LAID_OUT)))?;
    out.write_all(b"\n")
}
