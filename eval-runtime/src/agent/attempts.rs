//! The validator loop: validators accept an answer, send the agent back, or stop the run.

use std::fmt;
use std::future::Future;

use super::AgentError;
use crate::trace::{Event, Failure, Recorder};

/// What a validator says of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validation {
    /// The answer is good.
    Valid,
    /// The agent tries again, and is told this.
    Retry(Feedback),
    /// The run ends at once.
    Stop {
        /// The run's failure code; `VALIDATION_FAILED` without one.
        code: Option<String>,
        /// Why.
        feedback: Feedback,
    },
}

/// What a validator tells the next attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback(String);

impl Feedback {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Feedback {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A validator loop in the making; see [`super::AgentContext::attempts`].
#[must_use = "a validator loop does nothing until it is run"]
pub struct Attempts<'v, T> {
    recorder: Recorder,
    max_retries: u32,
    validators: Vec<Validator<'v, T>>,
}

struct Validator<'v, T> {
    name: String,
    check: Check<'v, T>,
}

type Check<'v, T> = Box<dyn Fn(&T) -> Validation + 'v>;

impl<'v, T> Attempts<'v, T> {
    pub(super) fn new(recorder: Recorder, max_retries: u32) -> Self {
        Self { recorder, max_retries, validators: Vec::new() }
    }

    /// Adds a validator. They are asked in this order, and the first that is not content decides.
    pub fn validate(mut self, name: &str, check: impl Fn(&T) -> Validation + 'v) -> Self {
        self.validators.push(Validator { name: name.to_owned(), check: Box::new(check) });
        self
    }

    /// Attempts until every validator is content. The first attempt gets no feedback.
    ///
    /// # Errors
    ///
    /// The attempt's own; the code of a validator that stops (`VALIDATION_FAILED` without one); after `max_retries`
    /// retries `MAX_RETRIES_EXCEEDED`.
    pub async fn run<F, A>(self, mut attempt: F) -> Result<T, AgentError>
    where
        F: FnMut(Option<Feedback>) -> A,
        A: Future<Output = Result<T, AgentError>>,
    {
        let mut feedback = None;
        let mut retries = 0;
        loop {
            self.recorder.record(|trace| trace.events.push(Event::Attempt { number: trace.attempts }));
            let answer = attempt(feedback.take()).await?;
            let mut verdicts = self.validators.iter().map(|Validator { name, check }| (name, check(&answer)));
            let first = verdicts.find(|(_, verdict)| *verdict != Validation::Valid);
            let failed = |validator: &str, code: Option<String>| {
                self.recorder.event(Event::ValidatorFailed { validator: validator.to_owned(), code });
            };
            match first {
                None | Some((_, Validation::Valid)) => return Ok(answer),
                Some((name, Validation::Stop { code, feedback })) => {
                    let code = code.unwrap_or_else(|| Failure::VALIDATION_FAILED.to_owned());
                    failed(name, Some(code.clone()));
                    return Err(AgentError::failed(
                        code,
                        format!("the validator `{name}` stopped the run: {feedback}"),
                    ));
                }
                Some((name, Validation::Retry(text))) if retries == self.max_retries => {
                    failed(name, None);
                    let attempts = retries + 1;
                    return Err(AgentError::failed(
                        Failure::MAX_RETRIES_EXCEEDED,
                        format!("after {attempts} attempts the validator `{name}` still says: {text}"),
                    ));
                }
                Some((name, Validation::Retry(text))) => {
                    failed(name, None);
                    retries += 1;
                    self.recorder.record(|trace| {
                        trace.attempts += 1;
                        trace.events.push(Event::Retry { feedback: text.to_string() });
                    });
                    feedback = Some(text);
                }
            }
        }
    }
}

impl<T> fmt::Debug for Attempts<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let validators: Vec<&str> = self.validators.iter().map(|validator| validator.name.as_str()).collect();
        f.debug_struct("Attempts")
            .field("max_retries", &self.max_retries)
            .field("validators", &validators)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::trace::Trace;

    fn at_least(least: u32) -> impl Fn(&u32) -> Validation {
        move |answer| {
            if *answer >= least {
                Validation::Valid
            } else {
                Validation::Retry(format!("at least {least}").into())
            }
        }
    }

    /// Answers 1, 2, 3, ... and returns the result, the feedback that each attempt got, and the trace.
    async fn run(
        max_retries: u32,
        validators: Vec<(&str, Check<'_, u32>)>,
    ) -> (Result<u32, AgentError>, Vec<Option<String>>, Trace) {
        let recorder = Recorder::new();
        let mut attempts = Attempts::new(recorder.clone(), max_retries);
        for (name, check) in validators {
            attempts = attempts.validate(name, check);
        }
        let told = RefCell::new(Vec::new());
        let result = attempts
            .run(|feedback| {
                told.borrow_mut().push(feedback.map(|feedback| feedback.to_string()));
                let answer = u32::try_from(told.borrow().len()).expect("few attempts");
                async move { Ok(answer) }
            })
            .await;
        (result, told.into_inner(), recorder.take())
    }

    #[tokio::test]
    async fn the_first_failing_validator_decides_and_its_feedback_goes_to_the_next_attempt() {
        let validators: Vec<(&str, Check<'_, u32>)> =
            vec![("two", Box::new(at_least(2))), ("three", Box::new(at_least(3)))];
        let (result, told, trace) = run(3, validators).await;
        assert_eq!(result.ok(), Some(3));
        assert_eq!(told, [None, Some("at least 2".to_owned()), Some("at least 3".to_owned())]);
        assert_eq!(trace.attempts, 3);
        let failed: Vec<&Event> =
            trace.events.iter().filter(|event| matches!(event, Event::ValidatorFailed { .. })).collect();
        assert_eq!(
            failed,
            [
                &Event::ValidatorFailed { validator: "two".into(), code: None },
                &Event::ValidatorFailed { validator: "three".into(), code: None }
            ]
        );
    }

    #[tokio::test]
    async fn exhausted_retries_have_a_code_of_their_own() {
        let (result, told, trace) = run(2, vec![("many", Box::new(at_least(9)))]).await;
        assert_eq!(result.map_err(|error| error.code().to_owned()), Err("MAX_RETRIES_EXCEEDED".to_owned()));
        assert_eq!(told.len(), 3);
        assert_eq!(trace.attempts, 3);
        let (result, told, _) = run(0, vec![("many", Box::new(at_least(9)))]).await;
        assert_eq!(result.map_err(|error| error.code().to_owned()), Err("MAX_RETRIES_EXCEEDED".to_owned()));
        assert_eq!(told.len(), 1);
    }

    #[tokio::test]
    async fn stop_ends_at_once_with_its_code() {
        for (code, expected) in
            [(Some("no_safe_recipe".to_owned()), "no_safe_recipe"), (None, "VALIDATION_FAILED")]
        {
            let stop = move |_: &u32| Validation::Stop { code: code.clone(), feedback: "no".into() };
            let (result, told, trace) = run(5, vec![("stop", Box::new(stop))]).await;
            assert_eq!(result.map_err(|error| error.code().to_owned()), Err(expected.to_owned()));
            assert_eq!(told.len(), 1);
            let event = Event::ValidatorFailed { validator: "stop".into(), code: Some(expected.to_owned()) };
            assert!(trace.events.contains(&event));
        }
    }
}
