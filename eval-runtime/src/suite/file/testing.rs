//! Folders with suites, for tests.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{LoadSuiteError, load};
use crate::suite::Suite;

/// A workspace in a temporary folder, with the suite in `evals/demo`.
pub(crate) struct Folder {
    root: TempDir,
}

impl Folder {
    /// The workspace with these files, named from its root; a file whose name begins with no folder is the suite's.
    pub(crate) fn new<T: AsRef<[u8]>>(files: &[(&str, T)]) -> Self {
        let folder = Self { root: tempfile::tempdir().expect("a folder") };
        folder.write("/Cargo.toml", "[workspace]\n");
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    /// `/x` is from the workspace's root, `x` from the suite's folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        match name.strip_prefix('/') {
            Some(name) => self.root.path().join(name),
            None => self.root.path().join("evals/demo").join(name),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    /// Loads `suite.yaml`.
    pub(crate) fn load(&self) -> Result<Suite, LoadSuiteError> {
        load(&self.path("suite.yaml"))
    }
}

/// The suite with this text; what every suite needs is added at its end.
pub(crate) fn load_text(text: &str) -> Result<Suite, LoadSuiteError> {
    Folder::new(&[("suite.yaml", complete(text))]).load()
}

/// The suite with this text, which must be right.
#[track_caller]
pub(crate) fn suite(text: &str) -> Suite {
    load_text(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A text with the fields that it lacks.
pub(crate) fn complete(text: &str) -> String {
    let mut text = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for (field, line) in [
        ("agent", "agent: {type: planner}\n"),
        ("metrics", "metrics: []\n"),
        ("cases", "cases: [{id: first}]\n"),
    ] {
        if !text.lines().any(|line| line.starts_with(&format!("{field}:"))) {
            text.push_str(line);
        }
    }
    text
}
