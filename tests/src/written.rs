//! What starts of a suite wrote.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The results of one suite.
#[derive(Debug)]
pub struct Written {
    results: PathBuf,
}

impl Written {
    /// What lies beside the suite of this folder.
    #[must_use]
    pub fn beside(suite: &Path) -> Self {
        Self { results: suite.join("results") }
    }

    /// `results/`.
    #[must_use]
    pub fn results(&self) -> &Path {
        &self.results
    }

    /// The folders of all runs, sorted.
    ///
    /// # Panics
    ///
    /// When there are no results.
    #[track_caller]
    #[must_use]
    pub fn runs(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.results).expect("results");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir() && !path.is_symlink()).collect();
        folders.sort();
        folders
    }

    /// The folder of the run of this suite, which was started once.
    ///
    /// # Panics
    ///
    /// When it was not.
    #[track_caller]
    #[must_use]
    pub fn only_run(&self) -> PathBuf {
        match &self.runs()[..] {
            [run] => run.clone(),
            runs => panic!("not one run: {runs:?}"),
        }
    }

    /// A file of the latest run.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    #[track_caller]
    #[must_use]
    pub fn latest(&self, file: &str) -> String {
        let path = self.results.join("latest").join(file);
        match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }

    /// The latest run's `summary.json`.
    ///
    /// # Panics
    ///
    /// When it is none.
    #[track_caller]
    #[must_use]
    pub fn summary(&self) -> Value {
        serde_json::from_str(&self.latest("summary.json")).expect("the summary is JSON")
    }

    /// The latest run's `journal.jsonl`, a line a value.
    #[track_caller]
    #[must_use]
    pub fn journal(&self) -> Vec<Value> {
        json_lines(&self.latest("journal.jsonl"))
    }

    /// The runs of the latest run's journal, in the order in which they ended.
    #[track_caller]
    #[must_use]
    pub fn journalled(&self) -> Vec<Value> {
        self.journal().into_iter().filter_map(|mut line| line.get_mut("run").map(Value::take)).collect()
    }

    /// The history, a line a value.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[track_caller]
    #[must_use]
    pub fn history(&self) -> Vec<Value> {
        json_lines(&fs::read_to_string(self.results.join("history.jsonl")).expect("a history"))
    }

    /// The rows of the latest run's `results.csv`, the header first.
    ///
    /// # Panics
    ///
    /// When it is no CSV.
    #[track_caller]
    #[must_use]
    pub fn csv(&self) -> Vec<Vec<String>> {
        let text = self.latest("results.csv");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect());
        rows.collect()
    }
}

/// The values of a text that has one in each line.
///
/// # Panics
///
/// When a line holds none.
#[track_caller]
#[must_use]
pub fn json_lines(text: &str) -> Vec<Value> {
    let value = |line: &str| match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => panic!("{error}: {line}"),
    };
    text.lines().map(value).collect()
}
