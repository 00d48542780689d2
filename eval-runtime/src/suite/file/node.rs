//! The marked tree that a text is read into: every node knows where it stands.
//!
//! Nodes live in one list and name each other by index, so that an alias costs nothing and a text of a megabyte
//! needs a few. Nothing here knows how YAML is parsed.

use std::sync::Arc;

use super::scalar::{self, Resolved};
use crate::suite::{Place, Source};

/// A whole file as nodes.
pub(super) struct Tree {
    pub(super) source: Arc<Source>,
    pub(super) nodes: Vec<Raw>,
    /// The children of all collections, each collection's in a row; a mapping's are key, value, key, value.
    pub(super) children: Vec<u32>,
    /// Scalars whose text does not stand in the source as it is: escapes, folded lines, block scalars.
    pub(super) texts: Vec<Box<str>>,
    pub(super) root: u32,
}

/// One node as stored.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: Kind,
}

/// What a node is, with offsets into the lists of its tree.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Nothing is written: the value of `key:`.
    Empty,
    /// A scalar; a plain one may be a number, a bool or null.
    Scalar { plain: bool, text: Text },
    /// A list of `len` items.
    Sequence { first: u32, len: u32 },
    /// A mapping of `len` entries.
    Mapping { first: u32, len: u32 },
}

/// Where a scalar's text is.
#[derive(Clone, Copy)]
pub(super) enum Text {
    /// In the source, from the first byte, this many.
    Source(u32, u32),
    /// In [`Tree::texts`].
    Own(u32),
}

impl Tree {
    /// The outermost node.
    pub(super) fn root(&self) -> Node<'_> {
        Node { tree: self, id: self.root }
    }

    /// The text of a scalar, whatever it is as a value.
    pub(super) fn scalar_text(&self, id: u32) -> Option<&str> {
        match self.nodes[id as usize].kind {
            Kind::Scalar { text, .. } => Some(self.text(text)),
            Kind::Empty | Kind::Sequence { .. } | Kind::Mapping { .. } => None,
        }
    }

    fn text(&self, text: Text) -> &str {
        match text {
            Text::Source(start, len) => &self.source.text[start as usize..(start + len) as usize],
            Text::Own(index) => &self.texts[index as usize],
        }
    }
}

/// The place from `start` to `end`, but no further than the line goes: one line is enough to find it.
pub(super) fn first_line(source: &Arc<Source>, start: usize, end: usize) -> Place {
    let line = source.text[start..end].find(['\n', '\r']).unwrap_or(end - start);
    Place::new(Arc::clone(source), start..start + line)
}

/// A node of a tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    tree: &'t Tree,
    id: u32,
}

/// What a node is.
pub(super) enum Shape<'t> {
    /// Null, or nothing at all.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number that is not text: written without quotes.
    Number(Resolved),
    /// Text.
    Text(&'t str),
    /// A list.
    Sequence(Items<'t>),
    /// A mapping.
    Mapping(Entries<'t>),
}

impl<'t> Node<'t> {
    /// Where the node stands; of one that spans lines, its first.
    pub(super) fn at(self) -> Place {
        let Raw { start, end, .. } = self.tree.nodes[self.id as usize];
        first_line(&self.tree.source, start as usize, end as usize)
    }

    /// What the node is, plain scalars resolved as YAML 1.2 says.
    pub(super) fn shape(self) -> Shape<'t> {
        match self.tree.nodes[self.id as usize].kind {
            Kind::Empty => Shape::Null,
            Kind::Scalar { plain: false, text } => Shape::Text(self.tree.text(text)),
            Kind::Scalar { plain: true, text } => {
                let text = self.tree.text(text);
                match scalar::resolve(text) {
                    Resolved::Null => Shape::Null,
                    Resolved::Bool(value) => Shape::Bool(value),
                    number @ (Resolved::Unsigned(_)
                    | Resolved::Signed(_)
                    | Resolved::Float(_)
                    | Resolved::NotFinite) => Shape::Number(number),
                    Resolved::Text => Shape::Text(text),
                }
            }
            Kind::Sequence { first, len } => Shape::Sequence(Items(self.children(first, len))),
            Kind::Mapping { first, len } => Shape::Mapping(Entries(self.children(first, 2 * len))),
        }
    }

    /// Whether nothing is written, not even `null`.
    pub(super) fn is_empty(self) -> bool {
        matches!(self.tree.nodes[self.id as usize].kind, Kind::Empty)
    }

    /// A scalar's text as written, whatever it would be as a value; none for null, lists and mappings.
    pub(super) fn source_text(self) -> Option<&'t str> {
        match self.tree.nodes[self.id as usize].kind {
            Kind::Scalar { plain, text } => {
                let text = self.tree.text(text);
                (!plain || !scalar::is_null(text)).then_some(text)
            }
            Kind::Empty | Kind::Sequence { .. } | Kind::Mapping { .. } => None,
        }
    }

    fn children(self, first: u32, len: u32) -> Children<'t> {
        Children { tree: self.tree, ids: &self.tree.children[first as usize..(first + len) as usize] }
    }
}

#[derive(Clone, Copy)]
struct Children<'t> {
    tree: &'t Tree,
    ids: &'t [u32],
}

/// The items of a list.
#[derive(Clone, Copy)]
pub(super) struct Items<'t>(Children<'t>);

impl<'t> Items<'t> {
    pub(super) fn len(self) -> usize {
        self.0.ids.len()
    }

    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = Node<'t>> + 't {
        let Children { tree, ids } = self.0;
        ids.iter().map(move |id| Node { tree, id: *id })
    }
}

/// The entries of a mapping, merge keys already merged, each key once.
#[derive(Clone, Copy)]
pub(super) struct Entries<'t>(Children<'t>);

/// One entry of a mapping.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    /// The key's text as written, also where it would be a number or a bool as a value.
    pub(super) name: &'t str,
    pub(super) key: Node<'t>,
    pub(super) value: Node<'t>,
}

impl<'t> Entries<'t> {
    pub(super) fn iter(self) -> impl Iterator<Item = Entry<'t>> + 't {
        let Children { tree, ids } = self.0;
        ids.chunks_exact(2).map(move |pair| Entry {
            name: tree.scalar_text(pair[0]).unwrap_or_default(),
            key: Node { tree, id: pair[0] },
            value: Node { tree, id: pair[1] },
        })
    }
}
