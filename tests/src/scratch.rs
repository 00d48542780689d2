//! A suite that a test writes down itself.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{Ended, Project, Start, Written};

/// One suite in a temporary folder, and the test target `scratch`, which is started there.
///
/// The target names a suite that its own package does not have, so it takes the one of the package that it is told to be
/// in: that is how a moved build finds its suites.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// Writes the suite `scratch`; each start of it begins in the temporary folder, which relative paths of cases mean.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    #[must_use]
    pub fn suite(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let scratch = Self { folder };
        scratch.write("evals/scratch/suite.yaml", text);
        scratch
    }

    /// The temporary folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file below the temporary folder.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.folder().join(path);
        let written =
            fs::create_dir_all(path.parent().expect("a folder")).and_then(|()| fs::write(&path, text));
        written.expect("the file is written");
    }

    /// Reads a file below the temporary folder.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    #[track_caller]
    #[must_use]
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder().join(path)).expect("the file is read")
    }

    /// A start with these options.
    #[must_use]
    pub fn start(&self, options: &[&str]) -> Start {
        let start = Project::built().binary("scratch", self.folder(), options);
        start.env("CARGO_MANIFEST_DIR", self.folder())
    }

    /// Starts it and waits.
    #[track_caller]
    #[must_use]
    pub fn run(&self, options: &[&str]) -> Ended {
        self.start(options).run()
    }

    /// The names of its trials.
    #[must_use]
    pub fn trials(&self) -> Vec<String> {
        let listed = self.run(&["--list", "--format", "terse"]).with_code(0);
        let names = listed.stdout.lines().filter_map(|line| line.strip_suffix(": test"));
        names.map(str::to_owned).collect()
    }

    /// Starts one trial in a process of its own, as nextest does for each.
    #[must_use]
    pub fn process(&self, run: &str, trial: &str) -> Start {
        self.start(&["--exact", trial, "--nocapture"]).env("NEXTEST", "1").env("NEXTEST_RUN_ID", run)
    }

    /// What its starts wrote.
    #[must_use]
    pub fn written(&self) -> Written {
        Written::beside(&self.folder().join("evals/scratch"))
    }
}
