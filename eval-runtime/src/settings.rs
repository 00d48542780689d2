//! One definition per option: its flag, its environment twin, its suite field and its default.
//!
//! Nothing below has a default of its own. An explicit argument wins over the environment, the environment over the suite,
//! the suite over the default.

use std::collections::HashMap;
use std::ffi::OsString;
use std::time::Duration;

use unicode_normalization::UnicodeNormalization;

use crate::run::{ByName, Limits, Selection};
use crate::suite::{MAX_PARALLEL, Mistake, ReportKind, Suite};

/// Runs per case, model and variant.
const DEFAULT_REPEATS: u32 = 1;
/// Runs at once.
const DEFAULT_PARALLEL: u32 = 1;
/// How long one run may take. Long enough for any agent that is not stuck.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);
/// How long one metric may take on one run.
const DEFAULT_METRIC_TIMEOUT: Duration = Duration::from_secs(60);
/// What is written besides `summary.json`.
const DEFAULT_REPORTS: [ReportKind; 2] = [ReportKind::Report, ReportKind::Results];

/// One option of ours.
#[derive(Debug)]
pub struct OptionSpec {
    /// The long flag, without dashes.
    pub flag: &'static str,
    /// Its environment twin, for runners that pass no flags. A repeatable option's twin takes commas.
    pub env: &'static str,
    /// What stands for its value in the help.
    pub value_name: &'static str,
    /// Whether it can be given several times.
    pub repeatable: bool,
    /// What it does.
    pub help: &'static str,
}

impl OptionSpec {
    const fn new(
        flag: &'static str,
        env: &'static str,
        value_name: &'static str,
        help: &'static str,
    ) -> Self {
        Self { flag, env, value_name, repeatable: false, help }
    }

    const fn repeatable(self) -> Self {
        Self { repeatable: true, ..self }
    }
}

/// Runs this suite of the target, by name.
pub const SUITE: OptionSpec =
    OptionSpec::new("suite", "EVAL_SUITE", "NAME", "Runs this suite of the target").repeatable();
/// Runs this model.
pub const MODEL: OptionSpec =
    OptionSpec::new("model", "EVAL_MODEL", "M", "Runs this suite model (by label) or any Provider:model")
        .repeatable();
/// Runs this variant besides the default.
pub const VARIANT: OptionSpec =
    OptionSpec::new("variant", "EVAL_VARIANT", "V", "Runs this variant besides the default").repeatable();
/// Runs this case.
pub const CASE: OptionSpec = OptionSpec::new("case", "EVAL_CASE", "ID", "Runs this case").repeatable();
/// Runs the cases with this tag.
pub const TAG: OptionSpec =
    OptionSpec::new("tag", "EVAL_TAG", "T", "Runs the cases with this tag").repeatable();
/// Runs per case, model and variant.
pub const REPEATS: OptionSpec = OptionSpec::new(
    "repeats",
    "EVAL_REPEATS",
    "N",
    "Runs per case, model and variant [suite: repeats; default: 1]",
);
/// Runs at once.
pub const PARALLEL: OptionSpec =
    OptionSpec::new("parallel", "EVAL_PARALLEL", "N", "Runs this many at once [suite: parallel; default: 1]");
/// Recorded with the run.
pub const NOTE: OptionSpec = OptionSpec::new(
    "note",
    "EVAL_NOTE",
    "TEXT",
    "Recorded with the run in the history, e.g. what you changed",
);

/// Every option, in the order of the help.
pub const OPTIONS: [&OptionSpec; 8] = [&SUITE, &MODEL, &VARIANT, &CASE, &TAG, &REPEATS, &PARALLEL, &NOTE];

/// What a start was told by flags and environment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// See [`SUITE`]; empty is all.
    pub suites: Vec<String>,
    /// See [`MODEL`], [`VARIANT`], [`CASE`] and [`TAG`].
    pub selection: Selection,
    /// See [`REPEATS`].
    pub repeats: Option<u32>,
    /// See [`PARALLEL`].
    pub parallel: Option<u32>,
    /// See [`NOTE`].
    pub note: Option<String>,
}

impl Settings {
    /// Reads every option: its flag's values if there are any, else its environment twin's.
    ///
    /// # Errors
    ///
    /// A mistake for every value that is none.
    pub fn read(
        flag: impl Fn(&OptionSpec) -> Vec<String>,
        env: impl Fn(&OptionSpec) -> Option<OsString>,
    ) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let mut twins = HashMap::new();
        for spec in OPTIONS {
            match env(spec).map(OsString::into_string).transpose() {
                Ok(text) => drop(twins.insert(spec.env, text.unwrap_or_default())),
                Err(_) => mistakes.push(Mistake::new(format!("{} holds a text that is no UTF-8", spec.env))),
            }
        }
        let texts = |spec: &OptionSpec| -> Vec<String> {
            let twin = || {
                let text = twins.get(spec.env).map_or("", String::as_str);
                if spec.repeatable { text.split(',').map(tidy).collect() } else { vec![tidy(text)] }
            };
            let given = flag(spec);
            let mut texts: Vec<String> =
                if given.is_empty() { twin() } else { given.iter().map(|text| tidy(text)).collect() };
            texts.retain(|text| !text.is_empty());
            texts
        };
        let mut count = |spec: &OptionSpec, most: u32| {
            let text = texts(spec).pop()?;
            match text.parse() {
                Ok(count) if (1..=most).contains(&count) => Some(count),
                Ok(_) | Err(_) => {
                    let range =
                        if most == u32::MAX { "from 1".to_owned() } else { format!("from 1 to {most}") };
                    mistakes.push(
                        Mistake::new(format!("`{text}` is no value for --{} ({})", spec.flag, spec.env))
                            .help(format!("give a whole number {range}")),
                    );
                    None
                }
            }
        };
        let settings = Self {
            suites: texts(&SUITE),
            selection: Selection {
                models: texts(&MODEL),
                variants: texts(&VARIANT),
                cases: texts(&CASE),
                tags: texts(&TAG),
                by_name: ByName::default(),
            },
            repeats: count(&REPEATS, u32::MAX),
            parallel: count(&PARALLEL, MAX_PARALLEL),
            note: texts(&NOTE).pop(),
        };
        if mistakes.is_empty() { Ok(settings) } else { Err(mistakes) }
    }

    /// What holds for one suite.
    #[must_use]
    pub fn limits(&self, suite: &Suite) -> Limits {
        Limits {
            repeats: self.repeats.or(suite.repeats).unwrap_or(DEFAULT_REPEATS),
            parallel: self.parallel.or(suite.parallel).unwrap_or(DEFAULT_PARALLEL),
            timeout: suite.timeout.unwrap_or(DEFAULT_TIMEOUT),
            metric_timeout: suite.metric_timeout.unwrap_or(DEFAULT_METRIC_TIMEOUT),
        }
    }

    /// The reports to write for one suite.
    #[must_use]
    pub fn reports(&self, suite: &Suite) -> Vec<ReportKind> {
        suite.reports.clone().unwrap_or_else(|| DEFAULT_REPORTS.to_vec())
    }
}

/// A text as ids, tags and labels of a suite are kept: trimmed, and in Unicode NFC.
fn tidy(text: &str) -> String {
    text.trim().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(flags: &[(&str, &[&str])], env: &[(&str, &str)]) -> Result<Settings, Vec<Mistake>> {
        Settings::read(
            |spec| {
                let given = flags.iter().find(|(flag, _)| *flag == spec.flag);
                given.map_or(Vec::new(), |(_, values)| {
                    values.iter().map(|value| (*value).to_owned()).collect()
                })
            },
            |spec| env.iter().find(|(name, _)| *name == spec.env).map(|(_, value)| (*value).into()),
        )
    }

    #[test]
    fn every_option_has_a_twin_and_a_flag_wins_over_it() {
        let env = [("EVAL_CASE", "a, b,,c"), ("EVAL_PARALLEL", "8"), ("EVAL_NOTE", "one, two")];
        let settings = read(&[("parallel", &["2"])], &env).expect("settings");
        assert_eq!(settings.selection.cases, ["a", "b", "c"]);
        assert_eq!(settings.parallel, Some(2));
        assert_eq!(settings.note.as_deref(), Some("one, two"));
        let settings = read(&[("case", &["a,b", " e\u{301} "])], &env).expect("settings");
        assert_eq!(settings.selection.cases, ["a,b", "\u{e9}"]);
        for spec in OPTIONS {
            assert_eq!(spec.env, format!("EVAL_{}", spec.flag.to_uppercase()));
        }
    }

    #[test]
    fn a_count_that_is_none_is_a_mistake_each() {
        let mistakes = read(&[("repeats", &["0"])], &[("EVAL_PARALLEL", "many")]).expect_err("mistakes");
        assert_eq!(mistakes.len(), 2);
        assert!(mistakes[0].message.contains("--repeats"), "{}", mistakes[0].message);
        assert!(mistakes[1].message.contains("EVAL_PARALLEL"), "{}", mistakes[1].message);
        assert!(read(&[("parallel", &["4097"])], &[]).is_err());
        assert!(read(&[("repeats", &["-1"])], &[]).is_err());
    }
}
