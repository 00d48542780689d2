//! Reading a metric's params, when the suite loads.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::suite::{MetricConfig, Mistake};

/// What a metric is built from: its config, and what it may name.
#[derive(Clone, Copy, Debug)]
pub struct BuildContext<'a> {
    pub(crate) config: &'a MetricConfig,
    pub(crate) base_dir: &'a Path,
    /// The methods of the suite's mocks; `None` when one of them does not say what it has.
    pub(crate) mock_methods: Option<&'a [&'a str]>,
}

impl<'a> BuildContext<'a> {
    /// The params as `P`.
    ///
    /// # Errors
    ///
    /// A mistake at the param that does not fit.
    pub fn params<P: DeserializeOwned>(&self) -> Result<P, Mistake> {
        let params = &self.config.params;
        let read: Result<P, _> = serde_path_to_error::deserialize(Value::Object(params.values.clone()));
        read.map_err(|error| {
            let path = error.path().to_string();
            self.misfit(&path, &error.into_inner().to_string())
        })
    }

    /// What serde says of params, in the words of a suite.
    fn misfit(&self, path: &str, message: &str) -> Mistake {
        let metric = &self.config.name;
        let params = &self.config.params;
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        // Only at the top is a field a param; deeper, the path says where.
        let at_top = path == ".";
        match names[..] {
            [field, ref there @ ..] if (at_top || path == field) && message.starts_with("unknown field") => {
                let mistake =
                    Mistake::at(params.place(field), format!("the metric `{metric}` has no param `{field}`"));
                mistake.suggest(field, there.iter().copied())
            }
            [field, ..] if at_top && message.starts_with("missing field") => {
                Mistake::at(&params.at, format!("the metric `{metric}` needs the param `{field}`"))
            }
            _ => {
                let first = path.split(['.', '[']).next().unwrap_or_default();
                let of = if at_top { "the params".to_owned() } else { format!("the param `{path}`") };
                Mistake::at(
                    params.place(first),
                    format!("{of} of the metric `{metric}` cannot be used: {message}"),
                )
            }
        }
    }

    /// A mistake at one param.
    pub(crate) fn mistake(&self, param: &str, message: impl Into<String>) -> Mistake {
        Mistake::at(self.config.params.place(param), message)
    }

    /// The suite's folder.
    #[must_use]
    pub fn base_dir(&self) -> &'a Path {
        self.base_dir
    }

    /// Checks that a mock of the suite has this method.
    ///
    /// # Errors
    ///
    /// A mistake at the param that names it.
    pub(crate) fn check_mock_method(&self, param: &str, method: &str) -> Result<(), Mistake> {
        match self.mock_methods {
            Some(methods) if !methods.contains(&method) => {
                let mistake = self.mistake(param, format!("no mock of this suite has a method `{method}`"));
                Err(mistake.suggest(method, methods.iter().copied()))
            }
            Some(_) | None => Ok(()),
        }
    }
}
