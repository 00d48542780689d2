//! `#[mock]` functions: how they are registered, found and called.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::MockError;
use crate::LocalBoxFuture;
use crate::suite::path_names;

/// A `#[mock]` function as registered.
#[derive(Debug)]
pub struct MockType {
    /// Its name, which an integration's `class` names.
    pub name: &'static str,
    /// The module that it stands in.
    pub module: &'static str,
    /// The first line of its documentation.
    pub doc: &'static str,
    /// The methods that it says it has; empty when it does not say.
    pub methods: &'static [&'static str],
    /// Calls it.
    pub call: fn(MockContext, String, Value) -> LocalBoxFuture<'static, Result<Value, MockError>>,
}

inventory::collect!(MockType);

/// Every `#[mock]` of the crates that are linked in.
pub fn registered() -> impl Iterator<Item = &'static MockType> {
    inventory::iter::<MockType>.into_iter()
}

/// The `#[mock]` functions that a class names: by name, or by Rust path written with `::` or dots.
#[must_use]
pub fn find(class: &str) -> Vec<&'static MockType> {
    registered().filter(|mock| path_names(class, mock.module, mock.name)).collect()
}

/// What a `#[mock]` function sees of the run.
#[derive(Clone, Debug)]
pub struct MockContext {
    pub(super) config: Arc<Value>,
    pub(super) data: Arc<BTreeMap<String, Arc<Vec<Value>>>>,
}

impl MockContext {
    /// The mock's `config` of the suite, `data` left out.
    ///
    /// # Errors
    ///
    /// When it does not fit `T`.
    pub fn config_as<T: DeserializeOwned>(&self) -> Result<T, MockError> {
        T::deserialize(&*self.config)
            .map_err(|error| MockError::new(format!("the mock's config does not fit: {error}")))
    }

    /// The records of one kind of `config.data`; none when the suite gives none.
    #[must_use]
    pub fn data(&self, kind: &str) -> &[Value] {
        self.data.get(kind).map_or(&[], |records| records)
    }
}

/// A `#[mock]` function's answer as JSON.
///
/// # Errors
///
/// The function's own, or that its answer cannot be written as JSON.
pub fn mock_output<T: Serialize, E: Into<MockError>>(result: Result<T, E>) -> Result<Value, MockError> {
    let value = result.map_err(Into::into)?;
    Ok(serde_json::to_value(value)?)
}
