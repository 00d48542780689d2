//! A small decoder that collects mistakes instead of stopping at the first.
//!
//! [`Fields`] hands out a mapping's fields by name and reports, at the end, the ones that nobody asked for. A [`Field`]
//! knows its name, so that every message can say which field is meant, in words of the suite and never of Rust.

use std::fmt;

use serde_json::{Map, Value};

use super::json;
use super::names;
use super::node::{Entries, Entry, Node, Shape};
use super::scalar::Resolved;
use crate::suite::{Mistake, Place, closest, listed};

/// A mapping with a fixed set of fields.
pub(super) struct Fields<'t> {
    /// What the mapping is, with its article, e.g. "a case".
    what: &'static str,
    entries: Vec<(Entry<'t>, bool)>,
    at: Place,
    known: Vec<&'static str>,
    /// Fields that must be there and are not, with an example each.
    missing: Vec<(&'static str, &'static str)>,
    extensions: bool,
}

impl<'t> Fields<'t> {
    /// The field called `name`, if the mapping has one.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Field<'t>> {
        self.known.push(name);
        let (entry, taken) = self.entries.iter_mut().find(|(entry, _)| entry.name == name)?;
        *taken = true;
        Some(Field { name, item: false, node: entry.value })
    }

    /// The field called `name`, which must be there; `example` shows how to write it.
    pub(super) fn need(&mut self, name: &'static str, example: &'static str) -> Option<Field<'t>> {
        let field = self.take(name);
        if field.is_none() {
            self.missing.push((name, example));
        }
        field
    }

    /// The place of the key of a field.
    pub(super) fn key(&self, name: &str) -> Option<Place> {
        self.entries.iter().find(|(entry, _)| entry.name == name).map(|(entry, _)| entry.key.at())
    }

    /// Where the mapping stands.
    pub(super) fn at(&self) -> &Place {
        &self.at
    }

    /// Fields called `x-...` are free, e.g. to hold anchors.
    pub(super) fn allow_extensions(mut self) -> Self {
        self.extensions = true;
        self
    }

    /// Reports the fields that nobody took, and those that are missing; a misspelt one is not both.
    pub(super) fn finish(mut self, mistakes: &mut Vec<Mistake>) {
        for (entry, taken) in &self.entries {
            let extension = entry.name.starts_with("x-");
            if *taken || self.extensions && extension {
                continue;
            }
            let mistake =
                Mistake::at(&entry.key.at(), format!("{} has no field `{}`", self.what, entry.name));
            mistakes.push(match closest(entry.name, &self.known) {
                Some(near) => {
                    self.missing.retain(|(name, _)| *name != near);
                    mistake.help(format!("did you mean `{near}`?"))
                }
                None if extension => mistake.help("`x-` fields are free only at the top of a file"),
                None => mistake.help(format!("it has {}", listed(&self.known))),
            });
        }
        for (name, example) in self.missing {
            let mistake = Mistake::at(&self.at, format!("{} needs `{name}`", self.what));
            mistakes.push(mistake.help(format!("write e.g. `{example}`")));
        }
    }
}

/// A value with the name of the field that holds it.
#[derive(Clone, Copy)]
pub(super) struct Field<'t> {
    name: &'t str,
    /// It is an item of the list in that field.
    item: bool,
    node: Node<'t>,
}

/// As messages call it: "`tags`", "an item of `tags`".
impl fmt::Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.item { write!(f, "an item of `{}`", self.name) } else { write!(f, "`{}`", self.name) }
    }
}

impl<'t> Field<'t> {
    /// The outermost value of a file, called `name`.
    pub(super) fn root(name: &'t str, node: Node<'t>) -> Self {
        Self { name, item: false, node }
    }

    /// The value of an entry of a mapping with free keys.
    pub(super) fn of(entry: Entry<'t>) -> Self {
        Self { name: entry.name, item: false, node: entry.value }
    }

    /// Where the value stands; the key when there is none.
    pub(super) fn at(self) -> Place {
        self.node.at()
    }

    pub(super) fn shape(self) -> Shape<'t> {
        self.node.shape()
    }

    /// The mistake that the value is not what it should be, e.g. "a number".
    pub(super) fn wrong(self, wanted: &str) -> Mistake {
        let found = match self.node.shape() {
            Shape::Null if self.node.is_empty() => "has no value",
            Shape::Null => "this is null",
            Shape::Bool(_) => "this is true or false",
            Shape::Number(_) => "this is a number",
            Shape::Text(_) => "this is text",
            Shape::Sequence(_) => "this is a list",
            Shape::Mapping(_) => "this is a mapping",
        };
        Mistake::at(&self.at(), format!("{self} must be {wanted}")).label(found)
    }

    /// Text as written, whatever it would be as a value: `1.10` is "1.10".
    pub(super) fn text(self, mistakes: &mut Vec<Mistake>) -> Option<&'t str> {
        let text = self.node.source_text();
        if text.is_none() {
            mistakes.push(self.wrong("text"));
        }
        text
    }

    /// Text that something is called by: not empty, without control characters; trimmed and in Unicode NFC.
    pub(super) fn name(self, mistakes: &mut Vec<Mistake>) -> Option<String> {
        let text = self.text(mistakes)?;
        match names::tidy(text) {
            Ok(name) => Some(name.into_owned()),
            Err(problem) => {
                mistakes.push(Mistake::at(&self.at(), format!("{self} {problem}")));
                None
            }
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(self, mistakes: &mut Vec<Mistake>) -> Option<bool> {
        if let Shape::Bool(value) = self.node.shape() {
            return Some(value);
        }
        let mistake = self.wrong("true or false");
        mistakes.push(match self.node.source_text().map(str::to_ascii_lowercase).as_deref() {
            Some("true" | "yes" | "on" | "y" | "1") => mistake.help("write `true`, without quotes"),
            Some("false" | "no" | "off" | "n" | "0") => mistake.help("write `false`, without quotes"),
            Some(_) | None => mistake,
        });
        None
    }

    /// A finite number; `wanted` is what the field must be, e.g. "a number of seconds".
    pub(super) fn number(self, wanted: &str, mistakes: &mut Vec<Mistake>) -> Option<f64> {
        match self.node.shape() {
            Shape::Number(Resolved::Float(number)) => Some(number),
            #[expect(
                clippy::cast_precision_loss,
                reason = "a bound beyond 2^53 is no bound that anyone writes"
            )]
            Shape::Number(Resolved::Unsigned(number)) => Some(number as f64),
            #[expect(clippy::cast_precision_loss, reason = "as above")]
            Shape::Number(Resolved::Signed(number)) => Some(number as f64),
            Shape::Number(_) => {
                mistakes.push(json::not_finite(self.node));
                None
            }
            Shape::Text(text) => {
                let mistake = self.wrong(wanted);
                let quoted = text.trim().parse::<f64>().is_ok_and(f64::is_finite);
                mistakes.push(if quoted {
                    mistake.help(format!("write `{}`, without quotes", text.trim()))
                } else {
                    mistake
                });
                None
            }
            Shape::Null | Shape::Bool(_) | Shape::Sequence(_) | Shape::Mapping(_) => {
                mistakes.push(self.wrong(wanted));
                None
            }
        }
    }

    /// A whole number from `least` to `most`.
    pub(super) fn count(self, least: u32, most: u32, mistakes: &mut Vec<Mistake>) -> Option<u32> {
        let wanted = if most == u32::MAX {
            format!("a whole number of at least {least}")
        } else {
            format!("a whole number from {least} to {most}")
        };
        let number = self.number(&wanted, mistakes)?;
        if number.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(&number) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "whole and within u32"
            )]
            return Some(number as u32);
        }
        mistakes.push(Mistake::at(&self.at(), format!("{self} must be {wanted}")));
        None
    }

    /// The items of a list.
    pub(super) fn list(
        self,
        mistakes: &mut Vec<Mistake>,
    ) -> Option<impl ExactSizeIterator<Item = Field<'t>> + 't> {
        let Field { name, node, .. } = self;
        if let Shape::Sequence(items) = node.shape() {
            return Some(items.iter().map(move |node| Field { name, item: true, node }));
        }
        let mistake = self.wrong("a list");
        mistakes.push(match node.source_text() {
            Some(text) => mistake.help(format!("write `{name}: [{text}]`")),
            None => mistake,
        });
        None
    }

    /// The entries of a mapping with free keys.
    pub(super) fn entries(self, mistakes: &mut Vec<Mistake>) -> Option<Entries<'t>> {
        if let Shape::Mapping(entries) = self.node.shape() {
            return Some(entries);
        }
        mistakes.push(self.wrong("a mapping"));
        None
    }

    /// A mapping with a fixed set of fields. `what` is what it describes, with its article; a text in its place is
    /// taken for the field `main`.
    pub(super) fn fields(
        self,
        what: &'static str,
        main: &str,
        mistakes: &mut Vec<Mistake>,
    ) -> Option<Fields<'t>> {
        if let Shape::Mapping(entries) = self.node.shape() {
            let entries = entries.iter().map(|entry| (entry, false)).collect();
            return Some(Fields {
                what,
                entries,
                at: self.at(),
                known: Vec::with_capacity(8),
                missing: Vec::new(),
                extensions: false,
            });
        }
        let mistake = self.wrong("a mapping");
        mistakes.push(match self.node.source_text() {
            Some(text) => mistake.help(format!("write `{{{main}: {text}}}`")),
            None => mistake,
        });
        None
    }

    /// Any value.
    pub(super) fn json(self, mistakes: &mut Vec<Mistake>) -> Value {
        json::value(self.node, mistakes)
    }

    /// A mapping of any values.
    pub(super) fn object(self, mistakes: &mut Vec<Mistake>) -> Option<Map<String, Value>> {
        let entries = self.entries(mistakes)?;
        Some(json::object(entries.iter(), mistakes))
    }
}
