//! A throw-away folder for one run.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

/// The folder of one run: made when the agent first asks for it, removed after the run.
#[derive(Debug, Default)]
pub(crate) struct Sandbox {
    folder: Mutex<Folder>,
}

#[derive(Debug, Default)]
enum Folder {
    #[default]
    NotYet,
    There(TempDir),
    Gone,
}

impl Sandbox {
    /// The folder's path.
    ///
    /// # Errors
    ///
    /// When it cannot be made, or the run is over.
    pub(crate) fn dir(&self) -> io::Result<PathBuf> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*folder, Folder::NotYet) {
            *folder = Folder::There(tempfile::Builder::new().prefix("eval-sandbox-").tempdir()?);
        }
        match &*folder {
            Folder::There(dir) => Ok(dir.path().to_owned()),
            Folder::NotYet | Folder::Gone => Err(io::Error::other("the run is over and its sandbox is gone")),
        }
    }

    /// Removes the folder and all in it.
    ///
    /// # Errors
    ///
    /// When something in it cannot be removed.
    pub(crate) fn remove(&self) -> io::Result<()> {
        let folder =
            std::mem::replace(&mut *self.folder.lock().unwrap_or_else(PoisonError::into_inner), Folder::Gone);
        match folder {
            Folder::There(dir) => dir.close(),
            Folder::NotYet | Folder::Gone => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_lives_as_long_as_the_run() {
        let sandbox = Sandbox::default();
        let dir = sandbox.dir().expect("a folder");
        std::fs::write(dir.join("note"), "x").expect("a file");
        assert_eq!(sandbox.dir().expect("the same folder"), dir);
        sandbox.remove().expect("removed");
        assert!(!dir.exists());
        assert!(sandbox.dir().is_err());
    }
}
