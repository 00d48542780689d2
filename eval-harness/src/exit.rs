//! Exit codes.

use eval_runtime::record::{Results, Status};

/// How a start ends; the codes of the reference seed, and cargo's own for failed tests.
///
/// | code | meaning |
/// | --- | --- |
/// | 0 | every candidate reached `min_pass_rate`, or none is set and no trial failed |
/// | 1 | a candidate is below `min_pass_rate` |
/// | 2 | the suite or an option is invalid, or the selection matches nothing: nothing was run |
/// | 4 | the run crashed |
/// | 101 | a trial failed and its suite sets no `min_pass_rate` |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// 0.
    Success,
    /// 101.
    TrialFailed,
    /// 1.
    BelowMinPassRate,
    /// 4.
    Crashed,
    /// 2.
    Invalid,
}

impl ExitCode {
    /// The number.
    #[must_use]
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::BelowMinPassRate => 1,
            Self::Invalid => 2,
            Self::Crashed => 4,
            Self::TrialFailed => 101,
        }
    }

    /// The code of one suite's results, and why.
    #[must_use]
    pub(crate) fn of(results: &Results) -> (Self, &'static str) {
        match (results.status, results.reached()) {
            (Status::Completed | Status::Partial, Some(false)) => {
                (Self::BelowMinPassRate, "a candidate is below min_pass_rate")
            }
            (Status::Completed | Status::Partial, Some(true)) if !all_passed(results) => (
                Self::Success,
                "every candidate reached min_pass_rate, which tolerates the trials that failed",
            ),
            (_, _) => Self::of_trials(results),
        }
    }

    /// The code of trials alone, whatever their candidates reach, and why.
    #[must_use]
    pub(crate) fn of_trials(results: &Results) -> (Self, &'static str) {
        match results.status {
            Status::Crashed => (Self::Crashed, "the run crashed"),
            Status::Completed | Status::Partial if all_passed(results) => {
                (Self::Success, "every planned run passed")
            }
            Status::Completed | Status::Partial => {
                (Self::TrialFailed, "a trial failed, and its suite sets no min_pass_rate")
            }
        }
    }

    /// Of two codes the one that weighs more: 2 before 4 before 1 before 101 before 0. Of two equal ones the later.
    #[must_use]
    pub(crate) fn weightier<T>(one: (Self, T), other: (Self, T)) -> (Self, T) {
        if one.0.weight() > other.0.weight() { one } else { other }
    }

    fn weight(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::TrialFailed => 1,
            Self::BelowMinPassRate => 2,
            Self::Crashed => 3,
            Self::Invalid => 4,
        }
    }
}

fn all_passed(results: &Results) -> bool {
    results.candidates.iter().all(|candidate| candidate.counts.passed == candidate.counts.planned)
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.code())
    }
}

#[cfg(test)]
mod tests {
    use super::ExitCode;
    use super::ExitCode::{BelowMinPassRate, Crashed, Invalid, Success, TrialFailed};

    #[test]
    fn of_several_suites_the_code_that_weighs_most_counts() {
        let order = [Invalid, Crashed, BelowMinPassRate, TrialFailed, Success];
        for (position, code) in order.into_iter().enumerate() {
            for other in order.into_iter().skip(position) {
                assert_eq!(ExitCode::weightier((code, ()), (other, ())).0, code);
                assert_eq!(ExitCode::weightier((other, ()), (code, ())).0, code);
            }
        }
    }
}
