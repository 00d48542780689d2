//! The error that a mock raises.

use std::error::Error;
use std::fmt;
use std::io;

/// An error that a mocked method raises; the agent sees it as the integration's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockError {
    message: String,
    code: Option<String>,
}

impl MockError {
    /// An error that says `message`.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: None }
    }

    /// With a code.
    #[must_use]
    pub fn code(self, code: impl Into<String>) -> Self {
        Self { code: Some(code.into()), ..self }
    }

    /// What it says.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Its code, if it has one.
    #[must_use]
    pub fn get_code(&self) -> Option<&str> {
        self.code.as_deref()
    }
}

impl fmt::Display for MockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.code {
            Some(code) => write!(f, "{} ({code})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Error for MockError {}

impl From<String> for MockError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for MockError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl From<serde_json::Error> for MockError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(error.to_string())
    }
}

impl From<io::Error> for MockError {
    fn from(error: io::Error) -> Self {
        Self::new(error.to_string())
    }
}
