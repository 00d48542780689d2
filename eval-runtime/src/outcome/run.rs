//! What came of one run.

use serde::{Deserialize, Serialize};

use super::{MetricResult, Verdict};
use crate::trace::Failure;

/// One run's end, without its trace. `case` and `candidate` are positions in lists of whoever plans.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutcome {
    /// Which case.
    pub case: usize,
    /// Which candidate.
    pub candidate: usize,
    /// Which repeat, from 1.
    pub repeat: u32,
    /// How it ended.
    pub state: RunState,
    /// Why the agent did not succeed, if it did not; a case may expect it.
    pub failure: Option<Failure>,
    /// The right outcome without a validator sending the agent back.
    pub first_attempt_success: bool,
    /// Every metric, in the order of the suite.
    pub metrics: Vec<MetricResult>,
    /// Seconds that the agent ran.
    pub duration_s: f64,
    /// Seconds that the run waited for its turn; not part of the duration.
    pub queued_s: f64,
    /// What the agent's model calls cost in USD; `None` is unknown.
    pub cost_usd: Option<f64>,
}

impl RunOutcome {
    /// The metrics whose threshold was missed, warnings included.
    pub fn misses(&self) -> impl Iterator<Item = &MetricResult> {
        self.metrics.iter().filter(|metric| metric.miss().is_some())
    }

    /// The result of one metric, which most runs have at this position: only cases with metrics of their own differ.
    #[must_use]
    pub fn metric(&self, position: usize, name: &str) -> Option<&MetricResult> {
        let there = self.metrics.get(position).filter(|metric| &*metric.name == name);
        there.or_else(|| self.metrics.iter().find(|metric| &*metric.name == name))
    }
}

/// How a planned run ended. Each ends in exactly one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It was never started.
    NotStarted,
    /// It raised, panicked or timed out, and its case did not expect that.
    Errored,
    /// A required threshold was missed by a value, or the outcome was the wrong one.
    Failed,
    /// A required metric has no value.
    Unmeasured,
    /// Every required threshold is met.
    Passed,
}

impl RunState {
    /// The name in records and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotStarted => "not_started",
            Self::Errored => "errored",
            Self::Failed => "failed",
            Self::Unmeasured => "unmeasured",
            Self::Passed => "passed",
        }
    }
}

/// The state of a run that ended: the first that holds.
#[must_use]
pub(crate) fn state(
    failure: Option<&Failure>,
    expected_code: Option<&str>,
    metrics: &[MetricResult],
) -> RunState {
    let has = |verdict| metrics.iter().any(|metric| metric.verdict == verdict);
    let errored = failure.is_some_and(|failure| {
        failure.kind.is_error() && !expected_code.is_some_and(|code| failure.has_code(code))
    });
    if errored {
        RunState::Errored
    } else if has(Verdict::Missed) {
        RunState::Failed
    } else if has(Verdict::Unmeasured) {
        RunState::Unmeasured
    } else {
        RunState::Passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Answer;
    use crate::trace::FailureKind;

    #[track_caller]
    fn check(kind: Option<FailureKind>, expected: Option<&str>, verdicts: &[Verdict], state_: RunState) {
        let failure = kind.map(|kind| Failure { kind, code: "TIMEOUT".into(), message: String::new() });
        let metrics: Vec<_> = verdicts
            .iter()
            .map(|verdict| MetricResult {
                name: "m".into(),
                answer: Answer::None("".into()),
                verdict: *verdict,
                notes: None,
            })
            .collect();
        assert_eq!(state(failure.as_ref(), expected, &metrics), state_);
    }

    #[test]
    fn a_run_ends_in_the_first_state_that_holds() {
        use FailureKind::{Failed, TimedOut};
        check(None, None, &[Verdict::Met, Verdict::Reported, Verdict::NotApplicable], RunState::Passed);
        check(None, None, &[Verdict::Warned], RunState::Passed);
        check(None, None, &[Verdict::Unmeasured, Verdict::Met], RunState::Unmeasured);
        check(None, None, &[Verdict::Unmeasured, Verdict::Missed], RunState::Failed);
        check(Some(TimedOut), None, &[Verdict::Missed], RunState::Errored);
        check(Some(TimedOut), Some("no_profile"), &[Verdict::Met], RunState::Errored);
        check(Some(TimedOut), Some("timeout"), &[Verdict::Met], RunState::Passed);
        check(Some(TimedOut), Some("timeout"), &[Verdict::Missed], RunState::Failed);
        check(Some(Failed), None, &[Verdict::Missed], RunState::Failed);
    }
}
