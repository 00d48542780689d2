//! Where something was written, so that a mistake found late can still point at it.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// A text file as read: its name for people and its whole text.
#[derive(Debug)]
pub struct Source {
    /// The file, as messages name it.
    pub path: PathBuf,
    /// The text, without a byte order mark.
    pub text: String,
}

/// A range of bytes in a source.
#[derive(Clone)]
pub struct Place {
    source: Arc<Source>,
    start: u32,
    end: u32,
}

impl Place {
    /// The bytes `range` of `source`.
    #[must_use]
    pub fn new(source: Arc<Source>, range: Range<usize>) -> Self {
        let clamp = |at: usize| u32::try_from(at.min(source.text.len())).unwrap_or(u32::MAX);
        Self { start: clamp(range.start), end: clamp(range.end), source }
    }

    /// The file.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The bytes, for a snippet.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Line and column, both from 1; the column counts characters.
    #[must_use]
    pub fn line_and_column(&self) -> (usize, usize) {
        let mut before = self.start as usize;
        while !self.source.text.is_char_boundary(before) {
            before -= 1;
        }
        let before = &self.source.text[..before];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }
}

/// `file:line:column`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_and_column();
        write!(f, "{}:{line}:{column}", self.source.path.display())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value with the place that it was read from.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub at: Place,
}

impl<T> std::ops::Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
