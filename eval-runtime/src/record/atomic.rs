//! Files that appear whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// A file of the results that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be written", path.display())]
pub struct WriteError {
    path: PathBuf,
    source: io::Error,
}

impl WriteError {
    pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}

/// Writes a file under a temporary name beside `path` and renames it, so that no reader ever sees half of it.
///
/// # Errors
///
/// When it cannot be written or renamed; what stood at `path` before then still stands there.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let written = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut writer = BufWriter::with_capacity(1 << 16, temporary().tempfile_in(folder)?);
        write(&mut writer)?;
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(path)?;
        Ok(())
    };
    written().map_err(WriteError::at(path))
}

/// Temporary files are their owner's alone; results are for whoever may read the folder.
#[cfg(unix)]
fn temporary() -> Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = Builder::new();
    builder.prefix(".eval-").permissions(std::fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn temporary() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".eval-");
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_finished_leaves_the_old_one() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("summary.json");
        write_whole(&path, |out| out.write_all(b"old")).expect("written");
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "old");
        assert_eq!(std::fs::read_dir(dir.path()).expect("a folder").count(), 1);
    }
}
