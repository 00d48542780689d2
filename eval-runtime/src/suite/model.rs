//! Models and variants: what candidates are made of.

use serde_json::Value;

use super::Place;

/// One entry of `models`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Who serves it, e.g. `OpenAI`.
    pub provider: String,
    /// The model's name there, e.g. `gpt-4o-mini`.
    pub model: String,
    /// How reports and `--model` name it; unique in the suite.
    pub label: String,
}

impl Model {
    /// Reads `Provider:model` or `provider/model`; the label is the model's name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (provider, model) = text.split_once([':', '/'])?;
        let (provider, model) = (provider.trim(), model.trim());
        (!provider.is_empty() && !model.is_empty()).then(|| Self {
            provider: provider.to_owned(),
            model: model.to_owned(),
            label: model.to_owned(),
        })
    }
}

/// One entry of `variants`.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Unique in the suite; never `default`.
    pub name: String,
    /// Where the name stands.
    pub at: Place,
    /// Deep-merged over the agent's config, lists replaced whole; an object.
    pub agent_config: Option<Value>,
    /// The text of `system_prompt_file`.
    pub system_prompt: Option<String>,
}
