//! Text to values: reads a suite file and the files that it names.
//!
//! A file is read into one marked tree (`yaml`), values are decoded straight from its nodes (`fields`), and every mistake
//! is collected with its place, so that a user sees all of them at once. What only the user's code knows, e.g. which
//! metrics there are, is checked later, with the places that are kept here.

mod candidate;
mod case;
mod data;
mod fields;
mod integration;
mod json;
mod keys;
mod metric;
mod names;
mod node;
mod offsets;
mod path;
mod scalar;
mod strict_json;
mod suite;
mod syntax;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod yaml;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use self::fields::Field;
use self::path::Workspace;
use super::{Mistake, Place, Source, Suite};

/// Reads the suite file at `path` and every file that it names.
///
/// # Errors
///
/// All mistakes of these files, in the order of the files (the suite's first) and of their lines.
pub fn load(path: &Path) -> Result<Suite, LoadSuiteError> {
    let mut mistakes = Vec::new();
    let suite = read(path, &mut mistakes);
    match suite {
        Some(suite) if mistakes.is_empty() => Ok(suite),
        Some(_) | None => {
            sort(&mut mistakes, path);
            Err(LoadSuiteError { mistakes })
        }
    }
}

/// Reads a text file that a suite's params name, by the rules of all its paths: relative to the suite's folder, and
/// inside the workspace.
///
/// # Errors
///
/// A mistake at `at`, where the path is written.
fn read_named(dir: &Path, written: &str, at: &Place) -> Result<Arc<Source>, Mistake> {
    let workspace = Workspace::around(dir)
        .map_err(|error| Mistake::at(at, format!("cannot find the folder {}: {error}", dir.display())))?;
    workspace.open(written).map_err(|mistake| Mistake { place: Some(at.clone()), ..mistake })
}

/// Reads a JSON file that a suite's params name: relative to the suite's folder, and inside the workspace. A key that
/// stands twice is a mistake.
///
/// # Errors
///
/// A mistake at `at` when it cannot be read, and in the file when it is no JSON.
pub fn read_json(dir: &Path, written: &str, at: &Place) -> Result<serde_json::Value, Mistake> {
    strict_json::parse(&read_named(dir, written, at)?)
}

fn read(path: &Path, mistakes: &mut Vec<Mistake>) -> Option<Suite> {
    let source = match path::read_suite(path) {
        Ok(source) => source,
        Err(mistake) => {
            mistakes.push(mistake);
            return None;
        }
    };
    let workspace = match Workspace::around(path.parent().unwrap_or(Path::new("."))) {
        Ok(workspace) => workspace,
        Err(error) => {
            mistakes.push(Mistake::new(format!("cannot find the folder of {}: {error}", path.display())));
            return None;
        }
    };
    let tree = yaml::parse(&source, mistakes)?;
    suite::suite(Field::root("a suite", tree.root()), path, &workspace, mistakes)
}

/// By file, the suite's first, then by place; what has no place comes before all.
fn sort(mistakes: &mut [Mistake], suite: &Path) {
    mistakes.sort_by(|a, b| {
        let key = |mistake: &Mistake| {
            let place = mistake.place.as_ref()?;
            let file = place.source().path.clone();
            Some((file != suite, file, place.range().start))
        };
        key(a).cmp(&key(b))
    });
}

/// A suite that cannot be used, with everything that is wrong with it.
#[derive(Debug)]
pub struct LoadSuiteError {
    mistakes: Vec<Mistake>,
}

impl LoadSuiteError {
    /// What is wrong: at least one mistake, sorted by file and place.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// What is wrong, to be added to.
    #[must_use]
    pub fn into_mistakes(self) -> Vec<Mistake> {
        self.mistakes
    }
}

/// One line a mistake; `diagnostic::render` shows them with the text they are about.
impl fmt::Display for LoadSuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, mistake) in self.mistakes.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            if let Some(place) = &mistake.place {
                write!(f, "{place}: ")?;
            }
            f.write_str(&mistake.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadSuiteError {}
