//! The command line: everything that libtest takes, and our own options.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Command};
use eval_runtime::run::ByName;
use eval_runtime::settings::{OPTIONS, OptionSpec};
use eval_runtime::suite::MAX_PARALLEL;
use libtest_mimic::{Arguments, ColorSetting, FormatSetting};

use crate::filter::Filter;

/// A command line as read.
#[derive(Debug)]
pub(crate) struct CommandLine {
    /// Which trials, by name.
    pub(crate) filter: Filter,
    /// Whether only to list them.
    pub(crate) list: bool,
    /// `--test-threads`, another word for `--parallel`.
    pub(crate) test_threads: Option<i64>,
    /// How libtest-mimic prints.
    pub(crate) printing: Arguments,
    matches: ArgMatches,
}

impl CommandLine {
    /// Reads a command line, the program's name first.
    ///
    /// # Errors
    ///
    /// What clap says of it; a call for help is one too.
    pub(crate) fn read(args: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = command().try_get_matches_from(args)?;
        let texts =
            |name: &str| matches.get_many::<String>(name).unwrap_or_default().cloned().collect::<Vec<_>>();
        let text = |name: &str| matches.get_one::<String>(name);
        let flag = |name: &str| matches.get_flag(name);
        let printing = Arguments {
            quiet: flag("quiet"),
            list: flag("list"),
            logfile: text("logfile").cloned(),
            color: text("color").map(|color| match color.as_str() {
                "always" => ColorSetting::Always,
                "never" => ColorSetting::Never,
                _ => ColorSetting::Auto,
            }),
            format: text("format").map(|format| match format.as_str() {
                "terse" => FormatSetting::Terse,
                "json" => FormatSetting::Json,
                _ => FormatSetting::Pretty,
            }),
            ..Arguments::default()
        };
        let filter = Filter {
            by_name: ByName { filters: texts("FILTER"), skip: texts("skip"), exact: flag("exact") },
            // There is no ignored trial and no benchmark here.
            nothing: (flag("ignored") && !flag("include-ignored")) || flag("bench"),
        };
        Ok(Self {
            filter,
            list: flag("list"),
            test_threads: matches.get_one("test-threads").copied(),
            printing,
            matches,
        })
    }

    /// The values of one of our options.
    pub(crate) fn values(&self, option: &OptionSpec) -> Vec<String> {
        self.matches.get_many::<String>(option.flag).unwrap_or_default().cloned().collect()
    }
}

fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).overrides_with(name).help(help)
    };
    let value = |name: &'static str, value_name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value_name).help(help)
    };
    let no_effect = |arg: Arg| arg.hide(true);
    let ours = OPTIONS.iter().map(|option| {
        Arg::new(option.flag)
            .long(option.flag)
            .value_name(option.value_name)
            .action(if option.repeatable { ArgAction::Append } else { ArgAction::Set })
            .help(format!("{} [env: {}]", option.help, option.env))
            .help_heading("Evaluation options")
    });
    Command::new("evals")
        .about("Runs evaluation suites: each case x model x variant is a test.")
        .no_binary_name(false)
        .args_override_self(true)
        .next_help_heading("Test options")
        .args([
            Arg::new("FILTER")
                .action(ArgAction::Append)
                .help("Runs the trials whose name is this, lies under this module path, or else contains it"),
            flag("exact", "Matches filters with whole names only"),
            value("skip", "FILTER", "Skips the trials that the filter matches").action(ArgAction::Append),
            flag("list", "Lists the trials and runs none"),
            value("test-threads", "N", "Runs this many at once, as --parallel does")
                .value_parser(clap::value_parser!(i64).range(1..=i64::from(MAX_PARALLEL))),
            flag("quiet", "Prints one character per trial").short('q').conflicts_with("format"),
            value("format", "FORMAT", "How trial lines are printed")
                .value_parser(["pretty", "terse", "json"]),
            value("color", "WHEN", "When trial lines are coloured").value_parser(["auto", "always", "never"]),
            value("logfile", "PATH", "Writes trial lines to a file instead of stdout"),
            flag("ignored", "Runs only ignored trials, of which there are none"),
            flag("include-ignored", "Runs ignored trials too, of which there are none"),
            no_effect(flag("test", "Runs tests, which is all there is")),
            no_effect(flag("bench", "Runs benchmarks, of which there are none")),
            no_effect(flag("nocapture", "Nothing is captured")),
            no_effect(flag("no-capture", "Nothing is captured")),
            no_effect(flag("show-output", "Nothing is captured")),
            no_effect(flag("force-run-in-process", "No effect")),
            no_effect(flag("exclude-should-panic", "No effect")),
            no_effect(flag("report-time", "No effect")),
            no_effect(flag("ensure-time", "No effect")),
            no_effect(flag("shuffle", "No effect")),
            no_effect(value("shuffle-seed", "SEED", "No effect")),
            no_effect(Arg::new("unstable").short('Z').value_name("FLAG").action(ArgAction::Append)),
        ])
        .args(ours)
}

#[cfg(test)]
mod tests {
    use eval_runtime::settings;

    use super::*;

    fn read(args: &[&str]) -> Result<CommandLine, clap::Error> {
        CommandLine::read(std::iter::once("evals").chain(args.iter().copied()).map(OsString::from))
    }

    #[test]
    fn the_command_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn everything_that_libtest_takes_is_taken() {
        let line = read(&[
            "one",
            "two",
            "--exact",
            "--skip",
            "three",
            "--skip=four",
            "--list",
            "--format",
            "terse",
            "--nocapture",
            "--no-capture",
            "--show-output",
            "--test-threads",
            "4",
            "-Z",
            "unstable-options",
            "--report-time",
            "--shuffle",
            "--shuffle-seed",
            "7",
            "--logfile",
            "log",
            "--color",
            "never",
            "--include-ignored",
            "--test",
        ])
        .expect("a command line");
        assert_eq!(line.filter.by_name.filters, ["one", "two"]);
        assert_eq!(line.filter.by_name.skip, ["three", "four"]);
        assert!(line.filter.by_name.exact && line.list && !line.filter.nothing);
        assert_eq!(line.test_threads, Some(4));
        for flag in ["--ignored", "--bench", "-q", "--quiet"] {
            read(&[flag]).expect("a command line");
        }
        assert!(read(&["--ignored"]).expect("a command line").filter.nothing);
    }

    #[test]
    fn our_options_repeat_where_they_may() {
        let line = read(&["--case", "a", "--case", "b", "--parallel", "2", "--parallel", "3"])
            .expect("a command line");
        assert_eq!(line.values(&settings::CASE), ["a", "b"]);
        assert_eq!(line.values(&settings::PARALLEL), ["3"]);
        assert_eq!(line.values(&settings::TAG), Vec::<String>::new());
    }

    #[test]
    fn an_option_that_does_not_exist_is_an_error() {
        let error = read(&["--cases", "a"]).expect_err("an error");
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains("--case"), "{error}");
        assert!(read(&["--format", "junit"]).is_err());
    }
}
