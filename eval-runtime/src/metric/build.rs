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
            let message = error.into_inner().to_string();
            // An unknown field has no path of its own: it is the name in the message.
            let field = message.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
            let first = path.split(['.', '[']).next().unwrap_or_default();
            let place = params.place(field.unwrap_or(first));
            Mistake::at(
                place,
                format!("the params of the metric `{}` do not fit: {message}", self.config.name),
            )
        })
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
