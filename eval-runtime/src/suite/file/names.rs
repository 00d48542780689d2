//! What something may be called, and that no two things are called the same.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::suite::{Mistake, Place};

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameProblem {
    Empty,
    Control(char),
}

impl fmt::Display for NameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("must not be empty"),
            Self::Control('\n') => f.write_str("must not hold a line break"),
            Self::Control('\t') => f.write_str("must not hold a tab"),
            Self::Control(char) => {
                write!(f, "must not hold a control character (U+{:04X})", u32::from(*char))
            }
        }
    }
}

/// A name as it is kept and compared: trimmed, in Unicode NFC.
pub(super) fn tidy(text: &str) -> Result<Cow<'_, str>, NameProblem> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(NameProblem::Empty);
    }
    if let Some(control) = trimmed.chars().find(|char| char.is_control()) {
        return Err(NameProblem::Control(control));
    }
    if trimmed.is_ascii() || is_nfc_quick(trimmed.chars()) == IsNormalized::Yes {
        return Ok(Cow::Borrowed(trimmed));
    }
    Ok(Cow::Owned(trimmed.nfc().collect()))
}

/// The names of one list, each with its place.
#[derive(Default)]
pub(super) struct Unique {
    seen: HashMap<String, Place>,
}

impl Unique {
    pub(super) fn with_capacity(names: usize) -> Self {
        Self { seen: HashMap::with_capacity(names) }
    }

    /// Adds a name; one that is there already is a mistake that names both places. `what` is what the name belongs to,
    /// e.g. "case".
    pub(super) fn add(&mut self, what: &str, name: &str, at: &Place) -> Result<(), Mistake> {
        match self.seen.get(name) {
            None => {
                self.seen.insert(name.to_owned(), at.clone());
                Ok(())
            }
            Some(first) => {
                let message = format!("a second {what} `{name}`");
                Err(Mistake::at(at, message).also(first, format!("the first {what} `{name}`")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_in_nfc() {
        for (text, name) in [
            ("a", "a"),
            (" a b\u{a0}", "a b"),
            ("\n\ta\r\n", "a"),
            ("e\u{301}", "\u{e9}"),
            ("\u{e9}", "\u{e9}"),
            ("🎉/..", "🎉/.."),
        ] {
            assert_eq!(tidy(text).as_deref(), Ok(name), "{text:?}");
        }
    }

    #[test]
    fn a_name_is_not_empty_and_has_no_control_characters() {
        for (text, problem) in [
            ("", NameProblem::Empty),
            (" \n", NameProblem::Empty),
            ("a\nb", NameProblem::Control('\n')),
            ("a\u{1b}[31mb", NameProblem::Control('\u{1b}')),
            ("a\u{85}b", NameProblem::Control('\u{85}')),
            ("a\u{7f}b", NameProblem::Control('\u{7f}')),
        ] {
            assert_eq!(tidy(text), Err(problem), "{text:?}");
        }
    }
}
