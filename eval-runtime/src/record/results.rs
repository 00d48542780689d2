//! A start's results, folded: what summary, history and reports are made of.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Head, ReadJournal};
use crate::outcome::{CandidateOutcome, RunOutcome, fold};
use crate::run::Plan;

/// Everything that came of one suite of a start.
#[derive(Debug)]
pub struct Results {
    /// What was planned.
    pub head: Head,
    /// The cases, at the positions that outcomes name.
    pub cases: Vec<CaseHead>,
    /// What came of each candidate.
    pub candidates: Vec<CandidateOutcome>,
    /// How the start ended.
    pub status: Status,
    /// When it ended, RFC 3339 in UTC.
    pub finished: String,
}

/// What reports say of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseHead {
    /// The id.
    pub id: String,
    /// The description.
    pub description: Option<String>,
    /// The tags.
    pub tags: Vec<String>,
}

/// How a start ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every planned run ended.
    Completed,
    /// It was stopped early.
    Partial,
    /// It crashed.
    Crashed,
}

impl Status {
    /// The name in records and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Partial => "partial",
            Self::Crashed => "crashed",
        }
    }
}

impl Results {
    /// The results of runs that this process made.
    #[must_use]
    pub fn of_plan(plan: &Plan, head: Head, runs: Vec<RunOutcome>, crashed: bool, finished: String) -> Self {
        let case = |case: &crate::suite::Case| CaseHead {
            id: case.id.clone(),
            description: case.description.clone(),
            tags: case.tags.clone(),
        };
        let status = status(crashed, runs.len(), plan.runs());
        let candidates = fold(&plan.lineup(), runs);
        Self { head, cases: plan.suite.cases.iter().map(case).collect(), candidates, status, finished }
    }

    /// The results of a journal, whoever wrote it. Of several records of one run the last counts: a retry is another
    /// attempt, not another run.
    #[must_use]
    pub fn of_journal(journal: ReadJournal, finished: String) -> Self {
        let ReadJournal { head, runs, .. } = journal;
        let lineup = head.lineup();
        let at = |names: &[Arc<str>]| -> HashMap<Arc<str>, usize> {
            names.iter().enumerate().map(|(position, name)| (name.clone(), position)).collect()
        };
        let (case_at, candidate_at) = (at(&lineup.cases), at(&lineup.candidates));
        let mut cases: Vec<CaseHead> =
            lineup.cases.iter().map(|id| CaseHead { id: id.to_string(), ..CaseHead::default() }).collect();
        let mut outcomes = HashMap::new();
        for run in runs {
            let positions = case_at.get(&*run.case.id).zip(candidate_at.get(&*run.candidate));
            let Some((&case, &candidate)) = positions else { continue };
            cases[case].description = run.case.description.map(Into::into);
            cases[case].tags = run.case.tags.into_owned();
            let outcome = run.outcome.into_outcome(case, candidate);
            outcomes.insert((candidate, case, outcome.repeat), outcome);
        }
        let planned: usize = lineup.planned.values().map(|repeats| *repeats as usize).sum();
        let status = status(false, outcomes.len(), planned);
        let candidates = fold(&lineup, outcomes.into_values().collect());
        Self { head, cases, candidates, status, finished }
    }

    /// Whether every candidate reached `min_pass_rate`; `None` when the suite sets none.
    #[must_use]
    pub fn reached(&self) -> Option<bool> {
        self.head.min_pass_rate?;
        Some(self.candidates.iter().all(|candidate| candidate.reached == Some(true)))
    }

    /// What all candidates cost in USD; `None` when a cost is unknown.
    #[must_use]
    pub fn spend_usd(&self) -> Option<f64> {
        self.candidates.iter().try_fold(0.0, |sum, candidate| Some(sum + candidate.spend_usd()?))
    }
}

fn status(crashed: bool, ended: usize, planned: usize) -> Status {
    match (crashed, ended < planned) {
        (true, _) => Status::Crashed,
        (false, true) => Status::Partial,
        (false, false) => Status::Completed,
    }
}
