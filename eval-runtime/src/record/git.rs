//! The commit that a run was made at.

use std::path::Path;
use std::process::{Command, Stdio};

/// The commit that `HEAD` names in the repository of `dir`; `None` without a repository or without git.
#[must_use]
pub fn head_commit(dir: &Path) -> Option<String> {
    let output = Command::new("git")
        .args(["rev-parse", "--verify", "--quiet", "HEAD"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}
