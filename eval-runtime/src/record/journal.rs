//! The journal: `journal.jsonl`, a line a start and a line a run, written when the run ends.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fs4::FileExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Head, RunRecord};
use crate::suite::Case;
use crate::trace::Trace;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    Start(Box<Cow<'a, Head>>),
    Run(Box<RunLine<'a>>),
}

/// One run with all that its metrics can be computed from again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunLine<'a> {
    /// The case.
    pub case: CaseFacts<'a>,
    /// The candidate's name.
    pub candidate: Cow<'a, str>,
    /// What came of it.
    pub outcome: RunRecord,
    /// What the agent did.
    pub trace: Cow<'a, Trace>,
}

/// A case as it was when it ran.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseFacts<'a> {
    /// The id.
    pub id: Cow<'a, str>,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'a, str>>,
    /// The tags.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    pub tags: Cow<'a, [String]>,
    /// What the agent got.
    pub input: Cow<'a, Value>,
    /// What metrics compared against.
    pub expected: Cow<'a, Value>,
}

impl<'a> From<&'a Case> for CaseFacts<'a> {
    fn from(case: &'a Case) -> Self {
        Self {
            id: Cow::Borrowed(&case.id),
            description: case.description.as_deref().map(Cow::Borrowed),
            tags: Cow::Borrowed(&case.tags),
            input: Cow::Borrowed(&case.input),
            expected: Cow::Borrowed(&case.expected.0),
        }
    }
}

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    file: Mutex<File>,
    path: PathBuf,
    /// Whether other processes append to it too.
    shared: bool,
}

/// A journal that could not be written or read.
#[derive(Debug, thiserror::Error)]
#[error("the journal {} {what}", path.display())]
pub struct JournalError {
    path: PathBuf,
    what: &'static str,
    source: io::Error,
}

impl Journal {
    /// Opens a journal for appending.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub fn open(path: &Path, shared: bool) -> Result<Self, JournalError> {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let path = path.to_owned();
        match opened {
            Ok(file) => Ok(Self { file: Mutex::new(file), path, shared }),
            Err(source) => Err(JournalError { path, what: "cannot be opened", source }),
        }
    }

    /// Writes what was planned.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn start(&self, head: &Head) -> Result<(), JournalError> {
        self.append(&Line::Start(Box::new(Cow::Borrowed(head))))
    }

    /// Writes one run.
    ///
    /// # Errors
    ///
    /// When it cannot be written; the run's record is then not complete.
    pub fn run(&self, run: RunLine<'_>) -> Result<(), JournalError> {
        self.append(&Line::Run(Box::new(run)))
    }

    /// Writes one line by one call, so that a process that dies leaves whole lines.
    fn append(&self, line: &Line<'_>) -> Result<(), JournalError> {
        let written = || {
            let mut text = serde_json::to_vec(line)?;
            text.push(b'\n');
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.shared {
                return file.write_all(&text);
            }
            FileExt::lock(&*file)?;
            let written = file.write_all(&text);
            FileExt::unlock(&*file)?;
            written
        };
        written().map_err(|source| JournalError {
            path: self.path.clone(),
            what: "cannot be written",
            source,
        })
    }
}

/// A journal as read.
#[derive(Debug)]
pub struct ReadJournal {
    /// What was planned, over all starts that share the run.
    pub head: Head,
    /// The runs, in the order in which they ended.
    pub runs: Vec<RunLine<'static>>,
    /// Whether the last line was cut short, as by a process that was killed while it wrote.
    pub torn: bool,
}

/// Reads a journal. A last line that was cut short is left out; any other line that cannot be read is an error.
///
/// # Errors
///
/// When it cannot be read, has no start, or holds a line that is none.
pub fn read_journal(path: &Path) -> Result<ReadJournal, JournalError> {
    let error = |what, source| JournalError { path: path.to_owned(), what, source };
    let mut reader = BufReader::new(File::open(path).map_err(|source| error("cannot be opened", source))?);
    let (mut head, mut runs, mut torn) = (None::<Head>, Vec::new(), false);
    let mut text = Vec::new();
    loop {
        text.clear();
        let read = reader.read_until(b'\n', &mut text).map_err(|source| error("cannot be read", source))?;
        if read == 0 {
            break;
        }
        match serde_json::from_slice(&text) {
            Ok(Line::Start(start)) => match &mut head {
                None => head = Some(start.into_owned()),
                Some(head) => head.merge(start.into_owned()),
            },
            Ok(Line::Run(run)) => runs.push(*run),
            Err(_) if text.last() != Some(&b'\n') => torn = true,
            Err(source) => return Err(error("holds a line that is none", source.into())),
        }
    }
    match head {
        Some(head) => Ok(ReadJournal { head, runs, torn }),
        None => Err(error("says no start", io::ErrorKind::UnexpectedEof.into())),
    }
}
