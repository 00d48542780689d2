//! Entries of `models` and `variants`.

use serde_json::Value;

use super::fields::Field;
use super::names::Unique;
use super::node::Shape;
use super::path::{self, Workspace};
use crate::suite::{DEFAULT, Mistake, Model, Variant};

/// Reads the list of models. Labels are unique.
pub(super) fn models(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Vec<Model> {
    let Some(items) = field.list(mistakes) else { return Vec::new() };
    let mut labels = Unique::default();
    let mut models = Vec::new();
    for item in items {
        let Some((model, label_at)) = model(item, mistakes) else { continue };
        if let Err(mistake) = labels.add("model", &model.label, &label_at) {
            mistakes.push(mistake.help("give one of them a `label` of its own"));
        }
        models.push(model);
    }
    models
}

fn model(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<(Model, crate::suite::Place)> {
    if !matches!(field.shape(), Shape::Mapping(_)) {
        let text = field.name(mistakes)?;
        let model = Model::parse(&text);
        if model.is_none() {
            let mistake = Mistake::at(&field.at(), format!("`{text}` names no provider and model"));
            mistakes.push(
                mistake.help("write `OpenAI:gpt-4o-mini`, or `{provider: OpenAI, model: gpt-4o-mini}`"),
            );
        }
        return Some((model?, field.at()));
    }
    let mut fields = field.fields("a model", "model", mistakes)?;
    let provider = fields.need("provider", "provider: OpenAI").and_then(|text| text.name(mistakes));
    let model_field = fields.need("model", "model: gpt-4o-mini");
    let model = model_field.and_then(|text| text.name(mistakes));
    let label_field = fields.take("label");
    let label = label_field.map(|text| text.name(mistakes));
    fields.finish(mistakes);

    let (provider, model) = (provider?, model?);
    let label = match label {
        Some(label) => label?,
        None => model.clone(),
    };
    Some((Model { provider, model, label }, label_field.or(model_field)?.at()))
}

/// Reads the list of variants. Names are unique, and `default` is taken.
pub(super) fn variants(field: Field<'_>, workspace: &Workspace, mistakes: &mut Vec<Mistake>) -> Vec<Variant> {
    let Some(items) = field.list(mistakes) else { return Vec::new() };
    let mut names = Unique::default();
    let mut variants = Vec::new();
    for item in items {
        let Some(variant) = variant(item, workspace, mistakes) else { continue };
        if variant.name == DEFAULT {
            let mistake = Mistake::at(&variant.at, "`default` is the agent as it is, and no other variant");
            mistakes.push(mistake.help("give this variant another name"));
        } else if let Err(mistake) = names.add("variant", &variant.name, &variant.at) {
            mistakes.push(mistake);
        }
        variants.push(variant);
    }
    variants
}

fn variant(field: Field<'_>, workspace: &Workspace, mistakes: &mut Vec<Mistake>) -> Option<Variant> {
    let mut fields = field.fields("a variant", "name", mistakes)?;
    let name_field = fields.need("name", "name: brief");
    let name = name_field.and_then(|name| Some((name.name(mistakes)?, name.at())));
    let config_field = fields.take("agent_config");
    let prompt_field = fields.take("system_prompt_file");
    let agent_config = config_field.and_then(|config| config.object(mistakes)).map(Value::Object);
    let system_prompt = prompt_field
        .and_then(|file| workspace.read(file, mistakes))
        .map(|source| path::with_unix_lines(&source.text));
    let at = fields.at().clone();
    let found = mistakes.len();
    fields.finish(mistakes);
    if config_field.is_none() && prompt_field.is_none() && mistakes.len() == found {
        let mistake = Mistake::at(&at, "a variant needs `agent_config` or `system_prompt_file`, or both");
        mistakes.push(mistake.help("without either it would be the same as `default`"));
    }
    let (name, at) = name?;
    Some(Variant { name, at, agent_config, system_prompt })
}
