//! How an agent says that it did not succeed.

use std::error::Error;
use std::fmt;

use crate::causes::with_causes;
use crate::trace::{Failure, FailureKind};

/// Why an agent did not succeed: an answer with a failure code, or an error that is no answer.
///
/// Anything that is `Into<Box<dyn Error + Send + Sync>>` (io, anyhow, text) becomes one through `?`, with the failure
/// code `RUNTIME_ERROR`. For that it does not implement `Error` itself.
///
/// ```
/// use eval_runtime::agent::AgentError;
///
/// fn days(text: &str) -> Result<u32, AgentError> {
///     let days = text.parse()?;
///     if days == 0 { Err(AgentError::failed("no_days", "there is nothing to plan")) } else { Ok(days) }
/// }
/// assert_eq!(days("0").unwrap_err().code(), "no_days");
/// assert_eq!(days("many").unwrap_err().code(), "RUNTIME_ERROR");
/// ```
pub struct AgentError {
    failure: Failure,
}

impl AgentError {
    /// An answer: the agent ended with this failure code, which a case may expect (`expected.failure_code`).
    #[must_use]
    pub fn failed(code: impl Into<String>, message: impl Into<String>) -> Self {
        let code = code.into();
        let code = if code.trim().is_empty() { "FAILED".to_owned() } else { code };
        Self { failure: Failure { kind: FailureKind::Failed, code, message: message.into() } }
    }

    /// The failure code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.failure.code
    }

    /// What was wrong, in words.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.failure.message
    }

    /// The failure, for the trace.
    pub(crate) fn into_failure(self) -> Failure {
        self.failure
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for AgentError {
    fn from(error: E) -> Self {
        let error: Box<dyn Error + Send + Sync> = error.into();
        let message = with_causes(&*error);
        let code = Failure::RUNTIME_ERROR.to_owned();
        Self { failure: Failure { kind: FailureKind::Raised, code, message } }
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.failure.kind {
            FailureKind::Failed => write!(f, "{}: {}", self.failure.code, self.failure.message),
            FailureKind::Raised | FailureKind::Panicked | FailureKind::TimedOut => {
                f.write_str(&self.failure.message)
            }
        }
    }
}

impl fmt::Debug for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_is_no_answer_keeps_its_causes() {
        #[derive(Debug, thiserror::Error)]
        #[error("the catalogue cannot be read")]
        struct Outer(#[source] std::io::Error);
        let raised = AgentError::from(Outer(std::io::Error::other("disk on fire")));
        assert_eq!(raised.code(), "RUNTIME_ERROR");
        assert_eq!(raised.message(), "the catalogue cannot be read: disk on fire");
        assert_eq!(AgentError::from("just text").message(), "just text");
    }
}
