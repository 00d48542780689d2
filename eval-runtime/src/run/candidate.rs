//! Candidates: one model and one variant each.

use std::sync::Arc;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::suite::{DEFAULT, Model, Suite, Variant, trial};

/// One model and one variant, compared with the others.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its position among the suite's, selected or not.
    pub position: usize,
    /// `<model label>/<variant>`.
    pub name: Arc<str>,
    /// The model; none when the suite lists none.
    pub model: Option<Arc<Model>>,
    /// The variant's name.
    pub variant: String,
    /// The agent's config with the variant's merged in.
    pub config: Arc<Value>,
    /// The variant's system prompt.
    pub system_prompt: Option<Arc<str>>,
}

impl Candidate {
    /// The candidate of one model and one variant (`None` is `default`).
    #[must_use]
    pub(super) fn new(
        position: usize,
        suite: &Suite,
        model: Option<&Model>,
        variant: Option<&Variant>,
    ) -> Self {
        let label = model.map_or(DEFAULT, |model| &model.label);
        let variant_name = variant.map_or(DEFAULT, |variant| &variant.name);
        let mut config = suite.agent.config.clone();
        if let Some(over) = variant.and_then(|variant| variant.agent_config.as_ref()) {
            merge(&mut config, over);
        }
        Self {
            position,
            name: format!("{label}/{variant_name}").into(),
            model: model.cloned().map(Arc::new),
            variant: variant_name.to_owned(),
            config: Arc::new(config),
            system_prompt: variant.and_then(|variant| variant.system_prompt.as_deref()).map(Arc::from),
        }
    }

    /// How its trial is named after `eval::<suite>::<case>::`, before it is made an identifier.
    #[must_use]
    pub(super) fn trial_text(&self) -> String {
        trial::candidate(self.model.as_ref().map_or(DEFAULT, |model| &model.label), &self.variant)
    }

    /// A short hash of its system prompt, for the history: which text gave which figures.
    #[must_use]
    pub fn prompt_hash(&self) -> Option<String> {
        let hash = Sha256::digest(self.system_prompt.as_ref()?.as_bytes());
        Some(hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Merges `over` into `base`: objects field by field, all else replaced, lists whole.
fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (name, over) in over {
                merge(base.entry(name).or_insert(Value::Object(Map::new())), over);
            }
        }
        (base, over) => *base = over.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_variants_config_is_merged_deep_and_its_lists_replace() {
        let mut base = json!({"days": 3, "search": {"limit": 5, "kinds": ["a", "b"]}, "gone": {"x": 1}});
        merge(&mut base, &json!({"search": {"kinds": ["c"]}, "gone": null, "new": {"y": {}}}));
        assert_eq!(
            base,
            json!({"days": 3, "search": {"limit": 5, "kinds": ["c"]}, "gone": null, "new": {"y": {}}})
        );
    }
}
