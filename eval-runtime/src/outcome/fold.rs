//! The one fold: runs -> cases -> candidates.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Aggregate, RunOutcome, RunState};
use crate::stats;
use crate::value::{ROUNDING, ValueType};

/// What was planned: the denominator of every rate.
#[derive(Clone, Debug, Default)]
pub struct Lineup {
    /// Planned repeats by (candidate, case), both positions in lists of whoever plans.
    pub planned: BTreeMap<(usize, usize), u32>,
    /// The metrics' names and value types, in the order of the reports.
    pub metrics: Vec<(Arc<str>, ValueType)>,
    /// The share of planned runs that each candidate must pass.
    pub min_pass_rate: Option<f64>,
}

/// What came of one candidate.
#[derive(Clone, Debug)]
pub struct CandidateOutcome {
    /// Which candidate.
    pub candidate: usize,
    /// Its runs by state.
    pub counts: Counts,
    /// Its rates.
    pub rates: Rates,
    /// Whether it reached `min_pass_rate`; `None` when the suite sets none.
    pub reached: Option<bool>,
    /// Every metric over its runs, in the order of the lineup.
    pub aggregates: Vec<(Arc<str>, Aggregate)>,
    /// Its cases, in their order.
    pub cases: Vec<CaseOutcome>,
}

impl CandidateOutcome {
    /// Its runs, case by case.
    pub fn runs(&self) -> impl Iterator<Item = &RunOutcome> {
        self.cases.iter().flat_map(|case| &case.runs)
    }

    /// What its runs cost in USD; `None` when the cost of one is unknown.
    #[must_use]
    pub fn spend_usd(&self) -> Option<f64> {
        self.runs().try_fold(0.0, |sum, run| Some(sum + run.cost_usd?))
    }
}

/// Planned runs by the state in which they ended; the states add up to `planned`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub planned: usize,
    /// See [`RunState::Passed`].
    pub passed: usize,
    /// See [`RunState::Failed`].
    pub failed: usize,
    /// See [`RunState::Errored`].
    pub errored: usize,
    /// See [`RunState::Unmeasured`].
    pub unmeasured: usize,
    /// See [`RunState::NotStarted`].
    pub not_started: usize,
}

impl Counts {
    fn add(&mut self, state: RunState, runs: usize) {
        self.planned += runs;
        *match state {
            RunState::NotStarted => &mut self.not_started,
            RunState::Errored => &mut self.errored,
            RunState::Failed => &mut self.failed,
            RunState::Unmeasured => &mut self.unmeasured,
            RunState::Passed => &mut self.passed,
        } += runs;
    }
}

/// The rates of a candidate; `None` when nothing was planned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Passed runs of the planned ones.
    pub pass: Option<f64>,
    /// Cases with some repeats passed and some not, of all its cases.
    pub flaky: Option<f64>,
    /// Runs that passed without a validator sending the agent back, of the planned ones.
    pub first_attempt_pass: Option<f64>,
}

/// What came of one case of one candidate.
#[derive(Clone, Debug)]
pub struct CaseOutcome {
    /// Which case.
    pub case: usize,
    /// The worst state of its runs: errored, then failed, unmeasured, not started, passed.
    pub state: RunState,
    /// Whether its repeats both passed and did not pass.
    pub flaky: bool,
    /// Planned runs that never started.
    pub not_started: usize,
    /// Its runs, by repeat.
    pub runs: Vec<RunOutcome>,
}

/// Folds runs, in whatever order they ended, into what came of each candidate.
#[must_use]
pub fn fold(lineup: &Lineup, runs: Vec<RunOutcome>) -> Vec<CandidateOutcome> {
    let mut by_trial: BTreeMap<(usize, usize), Vec<RunOutcome>> =
        lineup.planned.keys().map(|trial| (*trial, Vec::new())).collect();
    for run in runs {
        by_trial.entry((run.candidate, run.case)).or_default().push(run);
    }
    let mut by_candidate: BTreeMap<usize, Vec<CaseOutcome>> = BTreeMap::new();
    for ((candidate, case), mut runs) in by_trial {
        runs.sort_by_key(|run| run.repeat);
        let planned = lineup.planned.get(&(candidate, case)).map_or(0, |repeats| *repeats as usize);
        let case = case_outcome(case, planned, runs);
        by_candidate.entry(candidate).or_default().push(case);
    }
    by_candidate.into_iter().map(|(candidate, cases)| candidate_outcome(lineup, candidate, cases)).collect()
}

fn case_outcome(case: usize, planned: usize, runs: Vec<RunOutcome>) -> CaseOutcome {
    let not_started = planned.saturating_sub(runs.len());
    let passed = runs.iter().filter(|run| run.state == RunState::Passed).count();
    let order =
        [RunState::Errored, RunState::Failed, RunState::Unmeasured, RunState::NotStarted, RunState::Passed];
    let state = order.into_iter().find(|state| match state {
        RunState::NotStarted => not_started > 0,
        state => runs.iter().any(|run| run.state == *state),
    });
    CaseOutcome {
        case,
        state: state.unwrap_or(RunState::NotStarted),
        flaky: passed > 0 && passed < runs.len(),
        not_started,
        runs,
    }
}

fn candidate_outcome(lineup: &Lineup, candidate: usize, cases: Vec<CaseOutcome>) -> CandidateOutcome {
    let mut counts = Counts::default();
    let mut first_attempt = 0;
    for case in &cases {
        counts.add(RunState::NotStarted, case.not_started);
        for run in &case.runs {
            counts.add(run.state, 1);
            first_attempt += usize::from(run.state == RunState::Passed && run.first_attempt_success);
        }
    }
    let rates = Rates {
        pass: stats::rate(counts.passed, counts.planned),
        flaky: stats::rate(cases.iter().filter(|case| case.flaky).count(), cases.len()),
        first_attempt_pass: stats::rate(first_attempt, counts.planned),
    };
    let reached = lineup.min_pass_rate.map(|least| rates.pass.is_some_and(|pass| pass >= least - ROUNDING));
    let aggregates = lineup
        .metrics
        .iter()
        .enumerate()
        .map(|(position, (name, value_type))| {
            let runs = cases.iter().flat_map(|case| &case.runs);
            (name.clone(), Aggregate::of(*value_type, runs.filter_map(|run| run.metric(position, name))))
        })
        .collect();
    CandidateOutcome { candidate, counts, rates, reached, aggregates, cases }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(case: usize, repeat: u32, state: RunState) -> RunOutcome {
        RunOutcome {
            case,
            candidate: 0,
            repeat,
            state,
            failure: None,
            first_attempt_success: repeat == 1,
            metrics: Vec::new(),
            duration_s: 0.0,
            queued_s: 0.0,
            cost_usd: Some(0.5),
        }
    }

    fn lineup(cases: usize, repeats: u32, min_pass_rate: Option<f64>) -> Lineup {
        Lineup {
            planned: (0..cases).map(|case| ((0, case), repeats)).collect(),
            metrics: Vec::new(),
            min_pass_rate,
        }
    }

    use RunState::{Errored, Failed, NotStarted, Passed, Unmeasured};

    #[test]
    fn every_planned_run_is_in_the_denominator() {
        let states = [Passed, Passed, Failed, Failed, Failed, Failed, Errored, Errored];
        let runs = states.into_iter().enumerate().map(|(case, state)| run(case, 1, state)).collect();
        let [candidate] = &fold(&lineup(8, 1, Some(0.25)), runs)[..] else { panic!("one candidate") };
        let counts = Counts { planned: 8, passed: 2, failed: 4, errored: 2, ..Counts::default() };
        assert_eq!(candidate.counts, counts);
        assert_eq!(candidate.rates.pass, Some(0.25));
        assert_eq!(candidate.reached, Some(true));
        assert_eq!(candidate.spend_usd(), Some(4.0));
    }

    #[test]
    fn runs_that_never_started_count_as_planned() {
        let outcome = fold(&lineup(4, 1, Some(0.5)), vec![run(2, 1, Passed)]);
        assert_eq!(outcome[0].counts, Counts { planned: 4, passed: 1, not_started: 3, ..Counts::default() });
        assert_eq!(outcome[0].rates.pass, Some(0.25));
        assert_eq!(outcome[0].reached, Some(false));
        assert_eq!(outcome[0].cases[0].state, NotStarted);
    }

    #[test]
    fn no_planned_run_is_no_rate() {
        assert!(fold(&lineup(0, 1, None), Vec::new()).is_empty());
        let candidate = candidate_outcome(&lineup(0, 1, Some(0.0)), 0, Vec::new());
        assert_eq!(candidate.rates, Rates { pass: None, flaky: None, first_attempt_pass: None });
        assert_eq!(candidate.reached, Some(false));
    }

    #[test]
    fn a_case_is_flaky_when_its_repeats_both_passed_and_did_not() {
        let runs = vec![
            run(0, 1, Passed),
            run(0, 2, Failed),
            run(1, 1, Passed),
            run(1, 2, Passed),
            run(2, 2, Errored),
            run(2, 1, Unmeasured),
            run(3, 1, Passed),
        ];
        let outcome = fold(&lineup(4, 2, None), runs);
        let flaky: Vec<bool> = outcome[0].cases.iter().map(|case| case.flaky).collect();
        assert_eq!(flaky, [true, false, false, false]);
        let states: Vec<RunState> = outcome[0].cases.iter().map(|case| case.state).collect();
        assert_eq!(states, [Failed, Passed, Errored, NotStarted]);
        assert_eq!(outcome[0].rates.flaky, Some(0.25));
        assert_eq!(outcome[0].rates.first_attempt_pass, Some(3.0 / 8.0));
        assert_eq!(outcome[0].reached, None);
    }
}
