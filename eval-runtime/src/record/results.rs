//! A start's results, folded: what summary, history and reports are made of.

use std::collections::HashMap;

use super::head::Head;
use super::journal::{OutcomeLine, ReadJournal};
use crate::outcome::{CandidateOutcome, RunOutcome, fold};
use crate::run::Plan;

/// Everything that came of one suite of a start.
#[derive(Debug)]
pub struct Results {
    /// What was planned. Outcomes name its cases and candidates by position.
    pub head: Head,
    /// What came of each candidate.
    pub candidates: Vec<CandidateOutcome>,
    /// How the start ended.
    pub status: Status,
    /// When it ended, RFC 3339 in UTC.
    pub finished: String,
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
    /// The results of runs that this process made of a plan.
    #[must_use]
    pub fn of_plan(
        plan: &Plan,
        head: Head,
        mut runs: Vec<RunOutcome>,
        crashed: bool,
        finished: String,
    ) -> Self {
        // A plan names cases by their position in the suite, the head by their position among the planned ones.
        let at: HashMap<usize, usize> =
            plan.cases().enumerate().map(|(at, (position, _))| (position, at)).collect();
        for run in &mut runs {
            run.case = at.get(&run.case).copied().unwrap_or(run.case);
        }
        Self::folded(head, runs, crashed, finished)
    }

    /// The results of a journal, whoever wrote it. Of several records of one run the last counts: a retry is another
    /// attempt, not another run.
    #[must_use]
    pub fn of_journal(journal: ReadJournal<OutcomeLine>, finished: String) -> Self {
        let ReadJournal { head, runs, .. } = journal;
        let case_at: HashMap<&str, usize> =
            head.cases.iter().enumerate().map(|(at, case)| (&*case.id, at)).collect();
        let candidate_at: HashMap<&str, usize> =
            head.candidates.iter().enumerate().map(|(at, candidate)| (&*candidate.name, at)).collect();
        let mut outcomes = HashMap::new();
        for run in runs {
            // Every process writes what it plans before it runs any of it.
            let positions = case_at.get(&*run.case.id).zip(candidate_at.get(&*run.candidate));
            let Some((&case, &candidate)) = positions else { continue };
            let outcome = run.outcome.into_outcome(case, candidate);
            outcomes.insert((candidate, case, outcome.repeat), outcome);
        }
        Self::folded(head, outcomes.into_values().collect(), false, finished)
    }

    fn folded(head: Head, runs: Vec<RunOutcome>, crashed: bool, finished: String) -> Self {
        let planned = head.trials.len() * head.repeats as usize;
        let status = match (crashed, runs.len() < planned) {
            (true, _) => Status::Crashed,
            (false, true) => Status::Partial,
            (false, false) => Status::Completed,
        };
        let candidates = fold(&head.lineup(), runs);
        Self { head, candidates, status, finished }
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
