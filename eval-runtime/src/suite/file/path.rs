//! The files that a suite names: where they may be, and what they hold.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::fields::Field;
use crate::suite::{Mistake, Source, closest};

/// The folder that a suite's paths start from, and the one that they may not leave.
pub(super) struct Workspace {
    /// The suite's folder as messages name it.
    dir: PathBuf,
    /// The same, with symlinks resolved.
    real_dir: PathBuf,
    /// Symlinks resolved.
    root: PathBuf,
}

impl Workspace {
    /// The workspace around a suite's folder: the nearest folder above whose `Cargo.toml` has a `[workspace]` table,
    /// else the nearest with a `Cargo.toml`, else the nearest with a `.git`, else the suite's folder.
    pub(super) fn around(dir: &Path) -> io::Result<Self> {
        let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        let real_dir = dir.canonicalize()?;
        let nearest = |is_root: &dyn Fn(&Path) -> bool| real_dir.ancestors().find(|folder| is_root(folder));
        let root = nearest(&|folder| {
            fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| has_workspace(&text))
        })
        .or_else(|| nearest(&|folder| folder.join("Cargo.toml").is_file()))
        .or_else(|| nearest(&|folder| folder.join(".git").exists()))
        .unwrap_or(&real_dir)
        .to_owned();
        Ok(Self { dir: dir.to_owned(), real_dir, root })
    }

    /// The name of the suite's folder.
    pub(super) fn dir_name(&self) -> Option<String> {
        self.real_dir.file_name().map(|name| name.to_string_lossy().into_owned())
    }

    /// Reads the file that a field names.
    pub(super) fn read(&self, field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Arc<Source>> {
        let written = field.text(mistakes)?;
        match self.open(written) {
            Ok(source) => Some(source),
            Err(mistake) => {
                mistakes.push(Mistake { place: Some(field.at()), ..mistake });
                None
            }
        }
    }

    /// Reads a file, as its path is written in a suite.
    pub(super) fn open(&self, written: &str) -> Result<Arc<Source>, Mistake> {
        let Found { shown, real } = self.resolve(written)?;
        match read_text(&real) {
            Ok(text) => Ok(Arc::new(Source { path: shown, text })),
            Err(problem) => {
                let mistake = Mistake::new(problem.message("file", &shown));
                let near = if matches!(problem, ReadProblem::Missing) { near_name(&real) } else { None };
                Err(match near {
                    Some(near) => {
                        let folder = written.rfind(['/', '\\']).map_or("", |slash| &written[..=slash]);
                        mistake.help(format!("did you mean `{folder}{near}`?"))
                    }
                    None => mistake,
                })
            }
        }
    }

    /// The path of a file inside the workspace; the file itself need not be there.
    fn resolve(&self, written: &str) -> Result<Found, Mistake> {
        let portable = written.trim().replace('\\', "/");
        if portable.is_empty() {
            return Err(Mistake::new("a path must not be empty"));
        }
        if portable.starts_with('/') || portable.as_bytes().get(1) == Some(&b':') {
            return Err(
                Mistake::new("a path must not be absolute").help("write it relative to the suite's folder")
            );
        }
        let outside = || {
            Mistake::new("the path leads out of the workspace")
                .help(format!("the workspace is {}; copy the file into it", self.root.display()))
        };
        let mut real = self.real_dir.clone();
        let mut shown = self.dir.clone();
        for component in Path::new(&portable).components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => {
                    real.pop();
                    climb(&mut shown);
                }
                Component::Normal(name) => {
                    real.push(name);
                    shown.push(name);
                    // A symlink may lead anywhere, and `..` after it leads on from there.
                    if let Ok(target) = real.canonicalize() {
                        real = target;
                    }
                }
                Component::RootDir | Component::Prefix(_) => return Err(outside()),
            }
            if !real.starts_with(&self.root) {
                return Err(outside());
            }
        }
        Ok(Found { shown, real })
    }
}

/// A path inside the workspace.
struct Found {
    /// As messages name it.
    shown: PathBuf,
    /// With symlinks resolved, which is what was checked and what is read.
    real: PathBuf,
}

/// Reads the suite file itself.
pub(super) fn read_suite(path: &Path) -> Result<Arc<Source>, Mistake> {
    read_text(path).map(|text| Arc::new(Source { path: path.to_owned(), text })).map_err(|problem| {
        let mistake = Mistake::new(problem.message("suite file", path));
        let help = match problem {
            ReadProblem::Missing => {
                near_name(path).map(|near| format!("did you mean {}?", path.with_file_name(near).display()))
            }
            ReadProblem::NoFile => {
                Some(format!("name the suite file, e.g. {}", path.join("suite.yaml").display()))
            }
            ReadProblem::NotUtf8 { .. } | ReadProblem::TooLarge | ReadProblem::Io(_) => None,
        };
        Mistake { help, ..mistake }
    })
}

/// A text file's content with `\n` line ends, so that it is the same on every platform.
pub(super) fn with_unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Why a file gives no text.
enum ReadProblem {
    Missing,
    NoFile,
    NotUtf8 { at: usize, byte: u8 },
    TooLarge,
    Io(io::Error),
}

impl ReadProblem {
    fn message(&self, what: &str, path: &Path) -> String {
        let path = path.display();
        match self {
            Self::Missing => format!("there is no {what} {path}"),
            Self::NoFile => format!("{path} is no file"),
            Self::NotUtf8 { at, byte } => format!("{path} is no UTF-8 text: byte {at} is 0x{byte:02X}"),
            Self::TooLarge => format!("{path} is larger than 4 GB"),
            Self::Io(error) => format!("cannot read {path}: {error}"),
        }
    }
}

/// The text of a UTF-8 file, without a byte order mark.
fn read_text(path: &Path) -> Result<String, ReadProblem> {
    let problem = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ReadProblem::Missing,
        _ => ReadProblem::Io(error),
    };
    // Opening a pipe or a device could wait for ever.
    let metadata = fs::metadata(path).map_err(problem)?;
    if !metadata.is_file() {
        return Err(ReadProblem::NoFile);
    }
    if u32::try_from(metadata.len()).is_err() {
        return Err(ReadProblem::TooLarge);
    }
    let bytes = fs::read(path).map_err(problem)?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        ReadProblem::NotUtf8 { at, byte: error.as_bytes()[at] }
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// A file in the same folder whose name is close.
fn near_name(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names: Vec<String> =
        fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    closest(path.file_name()?.to_str()?, &names).map(ToOwned::to_owned)
}

/// One folder up, in a path that is shown to people: `evals/..` is not kept.
fn climb(path: &mut PathBuf) {
    match path.components().next_back() {
        Some(Component::Normal(_)) => {
            path.pop();
        }
        Some(Component::CurDir) => *path = PathBuf::from(".."),
        Some(Component::ParentDir) | None => path.push(".."),
        Some(Component::RootDir | Component::Prefix(_)) => {}
    }
}

/// Whether a `Cargo.toml` has a `[workspace]` table.
fn has_workspace(text: &str) -> bool {
    text.lines().any(|line| {
        let line: String = line.chars().filter(|char| !char.is_whitespace()).collect();
        line.starts_with("[workspace]") || line.starts_with("[workspace.")
    })
}
