//! The journal: `journal.jsonl`, a line a start and a line a run, written when the run ends.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fs4::FileExt;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::head::MergedHead;
use super::{Head, RunRecord, SCHEMA_VERSION};
use crate::suite::Case;
use crate::trace::Trace;

/// One line: a start, or a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line<S, R> {
    Start(S),
    Run(R),
}

/// The part of a start that tells whether the rest can be read.
#[derive(Deserialize)]
struct Version {
    schema_version: u32,
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

/// A case as it was when it ran; what reports say of it stands in the head.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseFacts<'a> {
    /// The id.
    pub id: Cow<'a, str>,
    /// What the agent got.
    pub input: Cow<'a, Value>,
    /// What metrics compared against.
    pub expected: Cow<'a, Value>,
}

impl<'a> From<&'a Case> for CaseFacts<'a> {
    fn from(case: &'a Case) -> Self {
        Self {
            id: Cow::Borrowed(&case.id),
            input: Cow::Borrowed(&case.input),
            expected: Cow::Borrowed(&case.expected.0),
        }
    }
}

/// As much of a run's line as its outcome needs, so that inputs and traces are passed over.
#[derive(Debug, Deserialize)]
pub struct OutcomeLine {
    /// The case.
    pub case: CaseId,
    /// The candidate's name.
    pub candidate: String,
    /// What came of it.
    pub outcome: RunRecord,
}

/// A case by its id alone.
#[derive(Debug, Deserialize)]
pub struct CaseId {
    /// The id.
    pub id: String,
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
        let opened = OpenOptions::new().create(true).read(true).append(true).open(path);
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
        self.append(&Line::<_, ()>::Start(head))
    }

    /// Writes one run.
    ///
    /// # Errors
    ///
    /// When it cannot be written; the run's record is then not complete.
    pub fn run(&self, run: RunLine<'_>) -> Result<(), JournalError> {
        self.append(&Line::<(), _>::Run(run))
    }

    /// Writes one line by one call, so that a process that dies leaves whole lines.
    fn append(&self, line: &impl Serialize) -> Result<(), JournalError> {
        let written = || {
            let mut text = serde_json::to_vec(line)?;
            text.push(b'\n');
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.shared {
                return file.write_all(&text);
            }
            FileExt::lock(&*file)?;
            let written = end_last_line(&mut file).and_then(|()| file.write_all(&text));
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

/// Ends a line that another process was killed in, so that it spoils no other.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}

/// A journal as read, with what `R` holds of each run: [`RunLine`] or [`OutcomeLine`].
#[derive(Debug)]
pub struct ReadJournal<R> {
    /// What was planned, over all starts that share the run.
    pub head: Head,
    /// The runs, in the order in which they ended.
    pub runs: Vec<R>,
    /// Lines that were cut short, as by a process that was killed while it wrote. Each is a run that is lost.
    pub torn: usize,
}

/// Reads a journal. Lines that were cut short are counted and left out.
///
/// # Errors
///
/// When it cannot be read, has no start, or was written by a newer version.
pub fn read_journal<R: DeserializeOwned>(path: &Path) -> Result<ReadJournal<R>, JournalError> {
    let error = |what, source| JournalError { path: path.to_owned(), what, source };
    let mut reader = BufReader::new(File::open(path).map_err(|source| error("cannot be opened", source))?);
    let (mut head, mut runs, mut torn) = (None::<MergedHead>, Vec::new(), 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let read = reader.read_until(b'\n', &mut text).map_err(|source| error("cannot be read", source))?;
        if read == 0 {
            break;
        }
        match serde_json::from_slice::<Line<Head, R>>(&text) {
            Ok(Line::Run(run)) => runs.push(run),
            Ok(Line::Start(start)) => match &mut head {
                None => head = Some(MergedHead::new(start)),
                Some(head) => head.add(start),
            },
            Err(_) => {
                let version = serde_json::from_slice::<Line<Version, IgnoredAny>>(&text);
                if let Ok(Line::Start(Version { schema_version })) = version
                    && schema_version > SCHEMA_VERSION
                {
                    let newer = format!(
                        "its schema_version is {schema_version}, and this one reads {SCHEMA_VERSION}"
                    );
                    return Err(error("was written by a newer version", io::Error::other(newer)));
                }
                torn += 1;
            }
        }
    }
    match head {
        Some(head) => Ok(ReadJournal { head: head.finish(), runs, torn }),
        None => Err(error("says no start", io::ErrorKind::UnexpectedEof.into())),
    }
}
