//! An outside system that a suite mocks: its data, and how its methods behave.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::Located;

/// One entry of `integrations`.
#[derive(Clone, Debug)]
pub struct Integration {
    /// A `#[mock]` function's name; without one of that name the mock is made of `methods` and `data`.
    pub class: Located<String>,
    /// What the agent asks for; the last segment of the class when the file gives none.
    pub name: String,
    /// The mock's own config, `data` left out; an object.
    pub config: Value,
    /// `config.data`: records by kind, read from the files that it names.
    pub data: BTreeMap<String, Arc<Vec<Value>>>,
    /// How methods answer, in the order of the file.
    pub methods: Vec<Method>,
}

/// How one method of a mock answers.
#[derive(Clone, Debug)]
pub struct Method {
    /// The method's name.
    pub name: Located<String>,
    /// What a call gets.
    pub behaviour: Behaviour,
}

/// What a call to a mocked method gets.
#[derive(Clone, Debug, PartialEq)]
pub enum Behaviour {
    /// This value.
    Returns(Value),
    /// This error.
    Raises {
        /// What the error says.
        message: String,
        /// The error's code, if it has one.
        code: Option<String>,
    },
}
