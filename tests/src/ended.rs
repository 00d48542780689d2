//! How a start ended.

use std::fmt;

/// How a start ended, and what it said.
#[derive(Debug)]
pub struct Ended {
    pub(crate) told: String,
    /// The exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// What it said on stdout.
    pub stdout: String,
    /// What it said on stderr.
    pub stderr: String,
}

/// A trial as its line tells of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trial<'a> {
    /// Its name.
    pub name: &'a str,
    /// How it ended: `ok` or `FAILED`.
    pub end: &'a str,
}

impl Ended {
    /// The same, when it ended with this code.
    ///
    /// # Panics
    ///
    /// When it ended with another, with all that it said.
    #[track_caller]
    #[must_use]
    pub fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// The same, when it said each of these on stdout or stderr.
    ///
    /// # Panics
    ///
    /// When it said one of them nowhere.
    #[track_caller]
    #[must_use]
    pub fn saying(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(self.stdout.contains(text) || self.stderr.contains(text), "no `{text}`: {self}");
        }
        self
    }

    /// The trial lines, in the order in which they were printed.
    #[must_use]
    pub fn trials(&self) -> Vec<Trial<'_>> {
        let lines = self.stdout.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
        lines.map(|(name, end)| Trial { name: name.trim(), end }).collect()
    }

    /// The names of the trials that ran, sorted.
    #[must_use]
    pub fn ran(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.trials().into_iter().map(|trial| trial.name).collect();
        names.sort_unstable();
        names
    }

    /// How many trials ended so (`ok`, `FAILED`).
    #[must_use]
    pub fn count(&self, end: &str) -> usize {
        self.trials().into_iter().filter(|trial| trial.end == end).count()
    }

    /// How the trial of this name ended.
    ///
    /// # Panics
    ///
    /// When it has no line.
    #[track_caller]
    #[must_use]
    pub fn trial(&self, name: &str) -> &str {
        match self.trials().into_iter().find(|trial| trial.name == name) {
            Some(trial) => trial.end,
            None => panic!("no line of `{name}`: {self}"),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { told, code, stdout, stderr } = self;
        write!(f, "{told}\nended with {code:?}\n-- stdout\n{stdout}\n-- stderr\n{stderr}")
    }
}
