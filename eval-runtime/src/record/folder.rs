//! A run's folder, `results/<run>/`, beside the suite file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use fs4::FileExt;
use jiff::Timestamp;

use super::atomic::{WriteError, write_whole};
use crate::suite::ReportKind;

/// What git is to ignore: everything below `results`.
const GITIGNORE: &str = "*\n";

/// The folder that one run of one suite writes to. Its paths are absolute: an agent may change the working folder.
#[derive(Clone, Debug)]
pub struct RunFolder {
    results: PathBuf,
    run: String,
    shared: bool,
}

/// Holds other processes off a folder's files; the system lets go of it when the file closes.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Waits until no other process holds the folder.
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let file = File::create(folder.join(".lock"))?;
        FileExt::lock(&file)?;
        Ok(Self { _file: file })
    }
}

/// A folder that could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the results cannot be written to {}", path.display())]
pub struct OpenFolderError {
    path: PathBuf,
    source: io::Error,
}

impl RunFolder {
    /// Makes the folder of a run that begins at `started`. Processes that share a run (`shared_run`) share its folder.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn open(
        suite_file: &Path,
        started: Timestamp,
        shared_run: Option<&str>,
    ) -> Result<Self, OpenFolderError> {
        let results = suite_file.parent().unwrap_or(Path::new(".")).join("results");
        let error = |source| OpenFolderError { path: results.clone(), source };
        let results = std::path::absolute(&results).map_err(error)?;
        fs::create_dir_all(&results).map_err(error)?;
        let ignore = results.join(".gitignore");
        if !ignore.exists() {
            fs::write(&ignore, GITIGNORE).map_err(error)?;
        }
        // Two suites of one folder share its `results`; only the usual file name needs no mention.
        let of_suite = match suite_file.file_stem().and_then(|stem| stem.to_str()) {
            None | Some("suite") => String::new(),
            Some(stem) => format!("-{}", file_name(stem, ".")),
        };
        match shared_run {
            Some(shared) => {
                let run = format!("{}{of_suite}", file_name(shared, ""));
                fs::create_dir_all(results.join(&run)).map_err(error)?;
                Ok(Self { results, run, shared: true })
            }
            None => {
                let stamp = started.strftime("%Y-%m-%dT%H-%M-%SZ");
                let mut run = format!("{stamp}{of_suite}");
                let mut taken = 1;
                loop {
                    match fs::create_dir(results.join(&run)) {
                        Ok(()) => return Ok(Self { results, run, shared: false }),
                        Err(exists) if exists.kind() == io::ErrorKind::AlreadyExists => {
                            taken += 1;
                            run = format!("{stamp}{of_suite}-{taken}");
                        }
                        Err(source) => return Err(error(source)),
                    }
                }
            }
        }
    }

    /// The run's id.
    #[must_use]
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The run's folder.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.results.join(&self.run)
    }

    /// The folder of the run's traces, made if it is not there.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn traces(&self) -> Result<PathBuf, WriteError> {
        let folder = self.path().join(ReportKind::Traces.file());
        fs::create_dir_all(&folder).map_err(WriteError::at(&folder))?;
        Ok(folder)
    }

    /// The folder of all runs of the suite.
    #[must_use]
    pub fn results(&self) -> &Path {
        &self.results
    }

    /// Whether other processes write to this run too.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Waits until no other process rebuilds this run's files, and keeps it so until the answer is dropped.
    ///
    /// # Errors
    ///
    /// When the lock file cannot be made.
    pub fn lock(&self) -> Result<FolderLock, WriteError> {
        FolderLock::of(&self.path()).map_err(WriteError::at(&self.path()))
    }

    /// Points `latest` at this run: a symlink, or, where the system refuses one, a file that holds the name.
    ///
    /// # Errors
    ///
    /// When neither can be made.
    pub fn point_latest(&self) -> Result<(), WriteError> {
        let latest = self.results.join("latest");
        // A name of its own for each process, so that two at once do not meet.
        let temporary = self.results.join(format!(".latest-{}", std::process::id()));
        match symlink(Path::new(&self.run), &temporary) {
            Ok(()) => fs::rename(&temporary, &latest).map_err(WriteError::at(&latest)),
            Err(_) => write_whole(&latest, |out| writeln!(out, "{}", self.run)),
        }
    }
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    let _ = fs::remove_file(link);
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    let _ = fs::remove_dir(link);
    std::os::windows::fs::symlink_dir(target, link)
}

/// A text as part of a file name: what a run's id or a suite's name may hold that a path may not becomes `_`, but for
/// what is `also` kept.
fn file_name(text: &str, also: &str) -> String {
    let keeps = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_') || also.contains(c);
    text.chars().map(|c| if keeps(c) { c } else { '_' }).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_of_one_second_have_two_folders_and_a_shared_run_has_one() {
        let dir = tempfile::tempdir().expect("a folder");
        let suite = dir.path().join("suite.yaml");
        let started: Timestamp = "2026-01-02T03:04:05Z".parse().expect("a time");
        let open = |shared| RunFolder::open(&suite, started, shared).expect("a folder");
        let (first, second) = (open(None), open(None));
        assert_eq!(first.run(), "2026-01-02T03-04-05Z");
        assert_eq!(second.run(), "2026-01-02T03-04-05Z-2");
        assert_eq!(open(Some("5f/../e")).path(), open(Some("5f/../e")).path());
        assert!(open(Some("5f/../e")).path().parent() == Some(&*dir.path().join("results")));
        second.point_latest().expect("pointed");
        first.point_latest().expect("pointed again");
        assert_eq!(fs::read_link(dir.path().join("results/latest")).expect("a link"), Path::new(first.run()));
        assert_eq!(fs::read_to_string(dir.path().join("results/.gitignore")).expect("there"), "*\n");
        let other = RunFolder::open(&dir.path().join("other.yaml"), started, None).expect("a folder");
        assert_eq!(other.run(), "2026-01-02T03-04-05Z-other");
    }
}
