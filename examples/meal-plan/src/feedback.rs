//! What is wrong with a plan, as validators say it and the assistant reads it: one problem a line.

use std::fmt;
use std::str::FromStr;

use eval_harness::Validation;

/// One thing to change in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A recipe brings an allergen.
    Unsafe { day: u32, recipe: String, allergen: String },
    /// A day has more calories than it should.
    TooMuch { day: u32, calories: u32, excess: u32 },
    /// A day has fewer calories than it should.
    TooLittle { day: u32, calories: u32, lack: u32 },
    /// A recipe comes again too soon.
    Repeated { day: u32, recipe: String, last: u32 },
}

impl Problem {
    /// Reads a feedback, line by line.
    pub(crate) fn read_all(feedback: &str) -> Result<Vec<Self>, NotAProblem> {
        feedback.lines().map(Self::from_str).collect()
    }
}

/// A validator's word on a plan with these problems.
pub(crate) fn verdict(problems: Vec<Problem>) -> Validation {
    if problems.is_empty() {
        return Validation::Valid;
    }
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    Validation::Retry(lines.join("\n").into())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsafe { day, recipe, allergen } => write!(f, "day {day}: {recipe} brings {allergen}"),
            Self::TooMuch { day, calories, excess } => {
                write!(f, "day {day}: {calories} kcal, {excess} too many")
            }
            Self::TooLittle { day, calories, lack } => {
                write!(f, "day {day}: {calories} kcal, {lack} too few")
            }
            Self::Repeated { day, recipe, last } => {
                write!(f, "day {day}: {recipe} again, last on day {last}")
            }
        }
    }
}

impl FromStr for Problem {
    type Err = NotAProblem;

    fn from_str(line: &str) -> Result<Self, NotAProblem> {
        let not_a_problem = || NotAProblem { line: line.to_owned() };
        let number = |text: &str| text.parse().map_err(|_| not_a_problem());
        let (day, what) =
            line.strip_prefix("day ").and_then(|rest| rest.split_once(": ")).ok_or_else(not_a_problem)?;
        let day = number(day)?;
        match what.split(' ').collect::<Vec<_>>()[..] {
            [recipe, "brings", allergen] => {
                Ok(Self::Unsafe { day, recipe: recipe.to_owned(), allergen: allergen.to_owned() })
            }
            [calories, "kcal,", excess, "too", "many"] => {
                Ok(Self::TooMuch { day, calories: number(calories)?, excess: number(excess)? })
            }
            [calories, "kcal,", lack, "too", "few"] => {
                Ok(Self::TooLittle { day, calories: number(calories)?, lack: number(lack)? })
            }
            [recipe, "again,", "last", "on", "day", last] => {
                Ok(Self::Repeated { day, recipe: recipe.to_owned(), last: number(last)? })
            }
            _ => Err(not_a_problem()),
        }
    }
}

/// A line of feedback that names no problem.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotAProblem {
    line: String,
}

impl fmt::Display for NotAProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the feedback `{}` names no problem of a plan", self.line)
    }
}

impl std::error::Error for NotAProblem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_validator_says_is_what_the_assistant_reads() {
        let problems = vec![
            Problem::Unsafe { day: 2, recipe: "s-chocolate".into(), allergen: "nuts".into() },
            Problem::TooMuch { day: 1, calories: 2460, excess: 560 },
            Problem::TooLittle { day: 14, calories: 1500, lack: 200 },
            Problem::Repeated { day: 4, recipe: "m-lentil".into(), last: 3 },
        ];
        let Validation::Retry(feedback) = verdict(problems.clone()) else { panic!("problems, yet no retry") };
        assert_eq!(feedback.text().lines().next(), Some("day 2: s-chocolate brings nuts"));
        assert_eq!(Problem::read_all(feedback.text()), Ok(problems));
        assert_eq!(verdict(Vec::new()), Validation::Valid);
    }

    #[test]
    fn other_words_are_no_problem() {
        for line in
            ["", "day 1", "day one: 2460 kcal, 560 too many", "day 1: 2460 kcal", "day 1: m-lentil brings"]
        {
            assert_eq!(Problem::read_all(&format!("{line}\n")), Err(NotAProblem { line: line.to_owned() }));
        }
    }
}
