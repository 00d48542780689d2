//! The fixture as a project of its own, built once.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fs4::FileExt;
use serde_json::Value;

use crate::{Start, Written};

/// The fixture's name.
const NAME: &str = "verdicts";

/// The fixture, copied out of this workspace and built.
///
/// It is copied to one place below the target folder, not to a new one each time, so that it is compiled again only when
/// something in it has changed. All processes that test it share it.
#[derive(Debug)]
pub struct Project {
    folder: PathBuf,
    target_dir: PathBuf,
    /// The test targets that were built, by name.
    binaries: Vec<(String, PathBuf)>,
    /// Tells other processes that it is in use.
    _in_use: File,
}

impl Project {
    /// The project, built if it is not.
    ///
    /// # Panics
    ///
    /// When it cannot be copied or built.
    #[must_use]
    pub fn built() -> &'static Self {
        static BUILT: OnceLock<Project> = OnceLock::new();
        BUILT.get_or_init(|| match Self::build() {
            Ok(project) => project,
            Err(error) => panic!("the project `{NAME}` cannot be copied: {error}"),
        })
    }

    fn build() -> io::Result<Self> {
        let target_dir = target_dir();
        let folder = target_dir.join("tmp").join("eval-tests").join(NAME);
        fs::create_dir_all(&folder)?;
        let in_use = File::create(folder.join(".in-use"))?;
        // While others use it they have what we would copy, and results that must not go away.
        if FileExt::try_lock(&in_use).is_ok() {
            copy_project(&folder)?;
            forget_results(&folder)?;
            FileExt::unlock(&in_use)?;
        }
        FileExt::lock_shared(&in_use)?;
        let mut project = Self { folder, target_dir, binaries: Vec::new(), _in_use: in_use };
        let built = project.cargo(&["test", "--offline", "--no-run", "--message-format=json"]).run();
        let built = built.with_code(0);
        project.binaries = built
            .stdout
            .lines()
            .filter_map(|line| {
                let message: Value = serde_json::from_str(line).ok()?;
                let name = message["target"]["name"].as_str()?;
                Some((name.to_owned(), PathBuf::from(message["executable"].as_str()?)))
            })
            .collect();
        Ok(project)
    }

    /// Starts cargo in the project's folder.
    #[must_use]
    pub fn cargo(&self, args: &[&str]) -> Start {
        let cargo = Path::new(env!("CARGO"));
        Start::new(cargo, &self.folder, args).env("CARGO_TARGET_DIR", &self.target_dir)
    }

    /// Starts `cargo test` on one target, with these options for it.
    #[must_use]
    pub fn cargo_test(&self, target: &str, options: &[&str]) -> Start {
        let mut args = vec!["test", "--offline", "--test", target, "--"];
        args.extend(options);
        self.cargo(&args)
    }

    /// Starts `cargo nextest run` on one target, with these options.
    #[must_use]
    pub fn cargo_nextest(&self, target: &str, options: &[&str]) -> Start {
        let mut args = vec!["nextest", "run", "--offline", "--test", target];
        args.extend(options);
        self.cargo(&args)
    }

    /// Starts a test target's binary itself, in `folder`.
    ///
    /// # Panics
    ///
    /// When the project has no such target.
    #[track_caller]
    #[must_use]
    pub fn binary(&self, target: &str, folder: &Path, args: &[&str]) -> Start {
        match self.binaries.iter().find(|(name, _)| name == target) {
            Some((_, binary)) => Start::new(binary, folder, args),
            None => panic!("no test target `{target}` among {:?}", self.binaries),
        }
    }

    /// The project's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the starts of one of its suites wrote.
    #[must_use]
    pub fn written(&self, suite: &str) -> Written {
        Written::beside(&self.folder.join("evals").join(suite))
    }
}

/// The target folder that this test was built into: `<target>/debug/deps/<this test>`.
fn target_dir() -> PathBuf {
    let this_test = std::env::current_exe().expect("the path of this test");
    this_test.ancestors().nth(3).expect("it lies in a target folder").to_owned()
}

/// Makes the project's folder like the fixture, but a workspace of its own, with this workspace's versions.
fn copy_project(to: &Path) -> io::Result<()> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = tests.parent().expect("the workspace");
    let fixture = tests.join("fixtures").join(NAME);
    for gone in ["src", "tests", "evals"] {
        remove_others(&to.join(gone), &fixture.join(gone))?;
        copy_folder(&fixture.join(gone), &to.join(gone))?;
    }
    let manifest = fs::read_to_string(fixture.join("Cargo.toml"))?;
    let root = workspace.display().to_string().replace('\\', "/");
    let manifest = manifest.replace("path = \"../../..", &format!("path = \"{root}"));
    let manifest = format!("{manifest}\n[workspace]\n\n[profile.dev]\ndebug = \"line-tables-only\"\n");
    write_changed(&to.join("Cargo.toml"), manifest.as_bytes())?;
    // Cargo writes to the lock file, so that what it was is kept beside it.
    let lock = fs::read(workspace.join("Cargo.lock"))?;
    if write_changed(&to.join("Cargo.lock.workspace"), &lock)? || !to.join("Cargo.lock").exists() {
        fs::write(to.join("Cargo.lock"), lock)?;
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            write_changed(&to, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// Removes the files that the fixture no longer has.
fn remove_others(copy: &Path, fixture: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(copy) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let original = fixture.join(entry.file_name());
        match (entry.file_type()?.is_dir(), original.exists()) {
            (true, true) => remove_others(&entry.path(), &original)?,
            (false, true) => {}
            (true, false) => fs::remove_dir_all(entry.path())?,
            (false, false) => fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

/// Removes what earlier starts of the suites wrote.
fn forget_results(project: &Path) -> io::Result<()> {
    for suite in fs::read_dir(project.join("evals"))? {
        let results = suite?.path().join("results");
        if results.exists() {
            fs::remove_dir_all(results)?;
        }
    }
    Ok(())
}

/// Writes a file if it says something else, and answers whether it did: cargo goes by the time of the last writing.
fn write_changed(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    fs::write(path, bytes)?;
    Ok(true)
}
