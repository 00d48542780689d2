//! Entries of `integrations`: mocks, their data and how their methods behave.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::data;
use super::fields::Field;
use super::names::Unique;
use super::node::{Entry, Shape};
use super::path::Workspace;
use crate::suite::{Behaviour, Integration, Located, Method, Mistake};

/// Reads the list of integrations. What the agent asks for by name exists once.
pub(super) fn integrations(
    field: Field<'_>,
    workspace: &Workspace,
    mistakes: &mut Vec<Mistake>,
) -> Vec<Integration> {
    let Some(items) = field.list(mistakes) else { return Vec::new() };
    let mut names = Unique::default();
    let mut integrations = Vec::new();
    for item in items {
        let Some((integration, name_at)) = integration(item, workspace, mistakes) else { continue };
        if let Err(mistake) = names.add("integration", &integration.name, &name_at) {
            mistakes.push(mistake.help("give one of them another `name`"));
        }
        integrations.push(integration);
    }
    integrations
}

fn integration(
    field: Field<'_>,
    workspace: &Workspace,
    mistakes: &mut Vec<Mistake>,
) -> Option<(Integration, crate::suite::Place)> {
    let mut fields = field.fields("an integration", "class", mistakes)?;
    let class_field = fields.need("class", "class: shop");
    let class = class_field.and_then(|class| Some(Located { value: class.name(mistakes)?, at: class.at() }));
    let name_field = fields.take("name");
    let name = name_field.map(|name| name.name(mistakes));
    let (config, data) = match fields.take("config") {
        Some(field) => config(field, workspace, mistakes),
        None => Default::default(),
    };
    let methods = match fields.take("methods").and_then(|methods| methods.entries(mistakes)) {
        Some(methods) => methods.iter().filter_map(|entry| method(entry, mistakes)).collect(),
        None => Vec::new(),
    };
    fields.finish(mistakes);

    let class = class?;
    let name_at = name_field.map_or_else(|| class.at.clone(), Field::at);
    let name = match name {
        Some(name) => name?,
        None => last_segment(&class).to_owned(),
    };
    Some((Integration { class, name, config: Value::Object(config), data, methods }, name_at))
}

/// `shop` of `my_crate::mocks::shop` or `my_crate.mocks.shop`.
fn last_segment(class: &str) -> &str {
    class.rsplit([':', '.']).next().filter(|segment| !segment.is_empty()).unwrap_or(class)
}

type Data = BTreeMap<String, Arc<Vec<Value>>>;

/// `data` is the suite's: the rest is the mock's own.
fn config(
    field: Field<'_>,
    workspace: &Workspace,
    mistakes: &mut Vec<Mistake>,
) -> (Map<String, Value>, Data) {
    let (mut config, mut data) = (Map::new(), Data::new());
    let Some(entries) = field.entries(mistakes) else { return (config, data) };
    for entry in entries.iter() {
        let field = Field::of(entry);
        if entry.name != "data" {
            config.insert(entry.name.to_owned(), field.json(mistakes));
            continue;
        }
        let Some(kinds) = field.entries(mistakes) else { continue };
        for kind in kinds.iter() {
            if let Some(records) = data::records(Field::of(kind), workspace, mistakes) {
                data.insert(kind.name.to_owned(), Arc::new(records));
            }
        }
    }
    (config, data)
}

fn method(entry: Entry<'_>, mistakes: &mut Vec<Mistake>) -> Option<Method> {
    let name = Located { value: entry.name.to_owned(), at: entry.key.at() };
    let mut fields = Field::of(entry).fields("a mocked method", "returns", mistakes)?;
    let returns = fields.take("returns").map(|field| Behaviour::Returns(field.json(mistakes)));
    let raises = fields.take("raises").map(|field| raises(field, mistakes));
    let places = (fields.key("returns"), fields.key("raises"));
    let found = mistakes.len();
    fields.finish(mistakes);
    let behaviour = match (returns, raises) {
        (Some(returns), None) => Some(returns),
        (None, Some(raises)) => raises,
        (Some(_), Some(_)) => {
            let mut mistake = Mistake::new(format!("`{}` either returns or raises, not both", name.value));
            mistake.place = places.1;
            if let Some(returns) = places.0 {
                mistake = mistake.also(&returns, "it returns already");
            }
            mistakes.push(mistake);
            None
        }
        (None, None) if mistakes.len() == found => {
            let mistake = Mistake::at(
                &name.at,
                format!("`{}` says neither what it returns nor what it raises", name.value),
            );
            mistakes.push(mistake.help("write e.g. `{returns: true}` or `{raises: \"out of stock\"}`"));
            None
        }
        (None, None) => None,
    };
    Some(Method { name, behaviour: behaviour? })
}

/// An error: its text, or its text and code.
fn raises(field: Field<'_>, mistakes: &mut Vec<Mistake>) -> Option<Behaviour> {
    if !matches!(field.shape(), Shape::Mapping(_)) {
        let message = field.text(mistakes)?.to_owned();
        return Some(Behaviour::Raises { message, code: None });
    }
    let mut fields = field.fields("`raises`", "message", mistakes)?;
    let message = fields.need("message", "message: out of stock").and_then(|text| text.text(mistakes));
    let code = fields.take("code").map(|code| code.name(mistakes));
    fields.finish(mistakes);
    let code = match code {
        Some(code) => Some(code?),
        None => None,
    };
    Some(Behaviour::Raises { message: message?.to_owned(), code })
}
