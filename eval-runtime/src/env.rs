//! The environment: the only place that reads its variables.
#![expect(clippy::disallowed_methods, reason = "this is that place")]

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use crate::settings::OptionSpec;

/// The environment twin of an option, if it is set.
#[must_use]
pub fn twin(option: &OptionSpec) -> Option<OsString> {
    env::var_os(option.env)
}

/// The run that this process is a part of, when a runner starts a process a test and says so (cargo-nextest).
#[must_use]
pub fn shared_run() -> Option<String> {
    env::var("NEXTEST_RUN_ID").ok().filter(|id| !id.trim().is_empty())
}

/// The folder of the package under test, as cargo or nextest tells it at run time.
#[must_use]
pub fn manifest_dir() -> Option<PathBuf> {
    env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

/// Whether messages on stderr may have colours.
#[must_use]
pub fn colour() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && (set("CLICOLOR_FORCE") || io::stderr().is_terminal())
}
