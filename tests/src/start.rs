//! Starting a program as a user's shell would, and waiting for it within bounds.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Ended;

/// How long anything may take. Only a hang reaches it: the largest part of it is a build on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

/// How often something is looked at until it is so.
const AGAIN: Duration = Duration::from_millis(5);

/// What a cargo or nextest around this test sets for it, and what would tell the program more than its test does.
const NOT_PASSED_ON: [&str; 11] = [
    "EVAL_",
    "NEXTEST",
    "RUST_TEST_",
    "CLICOLOR",
    "CARGO_BIN_",
    "CARGO_CRATE_NAME",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_TARGET_DIR",
    "CARGO_TARGET_TMPDIR",
];

/// A program about to start.
#[derive(Debug)]
pub struct Start {
    command: Command,
    /// Whether nobody reads what it says on stdout.
    unread: bool,
}

/// A program that runs.
#[derive(Debug)]
pub struct Running {
    child: Child,
    stdout: File,
    stderr: File,
    told: String,
}

impl Start {
    /// Starts `program` in `folder`, with none of the environment that this test itself was started with.
    #[must_use]
    pub fn new(program: &Path, folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if NOT_PASSED_ON.iter().any(|own| name.to_string_lossy().starts_with(own)) {
                command.env_remove(name);
            }
        }
        command.env("CARGO_TERM_COLOR", "never").args(args).current_dir(folder).stdin(Stdio::null());
        Self { command, unread: false }
    }

    /// With a variable in its environment.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// With a stdout whose reader has gone away, as `| head` does.
    #[must_use]
    pub fn unread(mut self) -> Self {
        self.unread = true;
        self
    }

    /// Runs it to its end.
    #[track_caller]
    #[must_use]
    pub fn run(self) -> Ended {
        self.spawn().end()
    }

    /// Starts it, and does not wait.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    #[track_caller]
    #[must_use]
    pub fn spawn(mut self) -> Running {
        // Files, since a pipe that nobody empties would stop it.
        let [(out, stdout), (err, stderr)] = [0, 1].map(|_| {
            let file = tempfile::tempfile().expect("a temporary file");
            (file.try_clone().expect("the same file"), file)
        });
        self.command.stdout(out).stderr(err);
        if self.unread {
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            self.command.stdout(writer);
        }
        let child = self.command.spawn();
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        let told = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        match child {
            Ok(child) => Running { child, stdout, stderr, told },
            Err(error) => panic!("{told} cannot be started: {error}"),
        }
    }
}

impl Running {
    /// Waits until `so` answers something.
    ///
    /// # Panics
    ///
    /// When it does not within the limit, or the program ends before.
    #[track_caller]
    pub fn until<T>(&mut self, so: impl Fn() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(answer) = so() {
                return answer;
            }
            let ended = self.child.try_wait().expect("its status").is_some();
            if ended || began.elapsed() > LIMIT {
                let why = if ended { "it ended" } else { "it was too late" };
                panic!("not so before {why}: {}", self.killed());
            }
            thread::sleep(AGAIN);
        }
    }

    /// Kills it, as `kill -9` does, and answers what it had said.
    ///
    /// # Panics
    ///
    /// When it cannot be killed.
    #[must_use]
    pub fn killed(&mut self) -> Ended {
        self.child.kill().expect("it is killed");
        let code = self.child.wait().expect("its status").code();
        self.said(code)
    }

    /// Waits until it ends.
    ///
    /// # Panics
    ///
    /// When it does not within the limit.
    #[track_caller]
    #[must_use]
    pub fn end(mut self) -> Ended {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its status") {
                return self.said(status.code());
            }
            assert!(began.elapsed() < LIMIT, "it did not end: {}", self.killed());
            thread::sleep(AGAIN);
        }
    }

    fn said(&mut self, code: Option<i32>) -> Ended {
        let text = |file: &mut File| {
            let mut bytes = Vec::new();
            file.rewind().and_then(|()| file.read_to_end(&mut bytes)).expect("what it said");
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (stdout, stderr) = (text(&mut self.stdout), text(&mut self.stderr));
        Ended { told: self.told.clone(), code, stdout, stderr }
    }
}
