//! Which keys a mapping has, to find the ones that are written twice.

use std::collections::HashMap;

use super::node::Tree;

/// The keys of one mapping so far.
#[derive(Default)]
pub(super) struct Keys {
    /// While they are few.
    list: Vec<u32>,
    /// Once they are many.
    index: HashMap<Box<str>, u32>,
}

impl Keys {
    /// Up to this many keys, looking through them is faster than hashing.
    const FEW: usize = 12;

    /// Forgets them.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        if !self.index.is_empty() {
            self.index = HashMap::new();
        }
    }

    /// Adds a key, or gives the earlier one with the same text.
    pub(super) fn insert(&mut self, tree: &Tree, key: u32) -> Option<u32> {
        let text = tree.scalar_text(key).unwrap_or_default();
        if self.index.is_empty() {
            let earlier = self.list.iter().find(|earlier| tree.scalar_text(**earlier) == Some(text));
            if earlier.is_some() {
                return earlier.copied();
            }
            self.list.push(key);
            if self.list.len() > Self::FEW {
                self.index =
                    self.list.iter().filter_map(|key| Some((tree.scalar_text(*key)?.into(), *key))).collect();
            }
            return None;
        }
        let earlier = self.index.get(text).copied();
        if earlier.is_none() {
            self.index.insert(text.into(), key);
        }
        earlier
    }
}
