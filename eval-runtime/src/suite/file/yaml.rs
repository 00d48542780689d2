//! YAML text to one marked tree. The only file that names the YAML crate.
//!
//! The crate says what is a scalar, a list and a mapping; aliases, merge keys, duplicate keys, tags and all bounds are
//! decided here, because a serde reader hides where they stand.

use std::collections::HashMap;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};

use super::keys::Keys;
use super::node::{Kind, Raw, Text, Tree, first_line};
use super::offsets::Offsets;
use super::scalar::{self, Resolved};
use super::syntax;
use crate::suite::{Mistake, Place, Source};

/// How deep lists and mappings may be nested, aliases followed.
///
/// Below the 128 that `serde_json` reads, so that what a suite holds can still be read once it stands inside a journal
/// line; and small enough for anything recursive.
pub(super) const MAX_DEPTH: usize = 100;

/// What aliases may add to any file, in nodes.
const MAX_EXPANDED: usize = 100_000;

/// What aliases may add per byte of the file, in nodes.
const MAX_EXPANDED_PER_BYTE: usize = 2;

/// Reads one document.
///
/// What is wrong but leaves a tree goes to `mistakes`, and the tree is still there to find more; without a tree the
/// last of `mistakes` says why.
pub(super) fn parse(source: &Arc<Source>, mistakes: &mut Vec<Mistake>) -> Option<Tree> {
    let mut builder = Builder::new(source, mistakes);
    for event in Parser::new_from_str(&source.text) {
        let step = match event {
            Ok((event, span)) => builder.event(event, span),
            Err(error) => {
                let at = builder.offsets.byte(error.marker().index());
                Err(syntax::explain(source, at, error.info()))
            }
        };
        if let Err(mistake) = step {
            builder.mistakes.push(mistake);
            return None;
        }
    }
    Some(builder.finish())
}

struct Builder<'s> {
    source: &'s Arc<Source>,
    offsets: Offsets<'s>,
    mistakes: &'s mut Vec<Mistake>,
    tree: Tree,
    /// The lists and mappings that are not closed yet.
    open: Vec<Open>,
    /// The finished children of all that is open.
    pending: Vec<u32>,
    /// Kept between mappings, so that each need not allocate.
    keys: Keys,
    anchors: HashMap<usize, Finished>,
    /// What aliases have added so far.
    expanded: usize,
    first_document: Option<Place>,
    has_root: bool,
}

/// A list or mapping that is not closed yet.
struct Open {
    mapping: bool,
    flow: bool,
    anchor: usize,
    start: usize,
    /// Where its children begin in [`Builder::pending`].
    children: usize,
    size: usize,
    height: usize,
}

/// A finished node.
#[derive(Clone, Copy)]
struct Finished {
    id: u32,
    /// Nodes, with all that aliases add; long texts count more.
    size: usize,
    /// Lists and mappings on the longest way down.
    height: usize,
}

impl<'s> Builder<'s> {
    fn new(source: &'s Arc<Source>, mistakes: &'s mut Vec<Mistake>) -> Self {
        // About as many as a file of short values has, up to what costs little when it is not needed.
        let capacity = (source.text.len() / 5 + 1).min(1 << 18);
        let tree = Tree {
            source: Arc::clone(source),
            nodes: Vec::with_capacity(capacity),
            children: Vec::with_capacity(capacity),
            texts: Vec::new(),
            root: 0,
        };
        Self {
            source,
            offsets: Offsets::new(&source.text),
            mistakes,
            tree,
            open: Vec::new(),
            pending: Vec::new(),
            keys: Keys::default(),
            anchors: HashMap::new(),
            expanded: 0,
            first_document: None,
            has_root: false,
        }
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Mistake> {
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            Event::DocumentStart(_) => self.document(span),
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::Scalar(text, style, anchor, tag) => {
                let finished = self.scalar(&text, style, tag.as_deref(), span);
                self.finished(finished, anchor);
                Ok(())
            }
            Event::SequenceStart(anchor, tag) => self.begin(false, anchor, tag.as_deref(), span),
            Event::MappingStart(anchor, tag) => self.begin(true, anchor, tag.as_deref(), span),
            Event::SequenceEnd | Event::MappingEnd => {
                self.end(span);
                Ok(())
            }
        }
    }

    fn document(&mut self, span: Span) -> Result<(), Mistake> {
        let place = self.place(span);
        let Some(first) = &self.first_document else {
            self.first_document = Some(place);
            return Ok(());
        };
        let mistake = Mistake::at(&place, "a file holds one YAML document, and here begins a second")
            .also(first, "the first begins here")
            .help("remove the `---`, or move what follows to a file of its own");
        Err(mistake)
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Mistake> {
        let Some(target) = self.anchors.get(&anchor).copied() else {
            let mistake = Mistake::at(&self.place(span), "the alias stands inside what it refers to");
            return Err(mistake);
        };
        self.expanded += target.size;
        if self.expanded > MAX_EXPANDED + MAX_EXPANDED_PER_BYTE * self.source.text.len() {
            let mistake = Mistake::at(&self.place(span), "the aliases of this file stand for too much")
                .label(format!("with this one for {} values", self.expanded))
                .help("repeat less by aliases, e.g. put shared data into a file of its own");
            return Err(mistake);
        }
        if self.open.len() + target.height > MAX_DEPTH {
            return Err(syntax::too_deep(&self.place(span)));
        }
        self.finished(target, 0);
        Ok(())
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, span: Span) -> Finished {
        let (mut start, end) = (self.offsets.byte(span.start.index()), self.offsets.byte(span.end.index()));
        let mut plain = style == ScalarStyle::Plain;
        let quote = usize::from(matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted));
        // The span may begin with an anchor or a tag, but it ends with the text, where that stands as it is.
        let begin = end.checked_sub(quote + text.len());
        let stored = match begin {
            Some(begin) if self.source.text.get(begin..end - quote) == Some(text) => {
                start = begin - quote;
                Text::Source(offset(begin), offset(text.len()))
            }
            Some(_) | None => {
                self.tree.texts.push(text.into());
                Text::Own(offset(self.tree.texts.len() - 1))
            }
        };
        if let Some(tag) = tag {
            self.scalar_tag(tag, text, &mut plain, span);
        }
        let kind = if plain && text.is_empty() {
            // The crate has an opinion of its own on where nothing stands: the key shows better what lacks a value.
            if let Some(key) = self.open_key() {
                let Raw { start, end, .. } = self.tree.nodes[key as usize];
                let id = self.push(Raw { start, end, kind: Kind::Empty });
                return Finished { id, size: 1, height: 0 };
            }
            Kind::Empty
        } else {
            Kind::Scalar { plain, text: stored }
        };
        let id = self.push(Raw { start: offset(start), end: offset(end), kind });
        // A text of 32 bytes weighs as much in memory as one more value.
        Finished { id, size: 1 + text.len() / 32, height: 0 }
    }

    /// The key whose value comes next.
    fn open_key(&self) -> Option<u32> {
        let open = self.open.last().filter(|open| open.mapping)?;
        let children = &self.pending[open.children..];
        if children.len() % 2 == 1 { children.last().copied() } else { None }
    }

    fn scalar_tag(&mut self, tag: &Tag, text: &str, plain: &mut bool, span: Span) {
        let resolved = scalar::resolve(text);
        let fits = match core_tag(tag) {
            Some("str") => {
                *plain = false;
                return;
            }
            Some("int") => matches!(resolved, Resolved::Unsigned(_) | Resolved::Signed(_)),
            Some("float") => matches!(
                resolved,
                Resolved::Unsigned(_) | Resolved::Signed(_) | Resolved::Float(_) | Resolved::NotFinite
            ),
            Some("bool") => matches!(resolved, Resolved::Bool(_)),
            Some("null") => resolved == Resolved::Null,
            Some(_) | None => return self.strange_tag(tag, span),
        };
        *plain = true;
        if !fits {
            let message = format!("this is not what its tag `!!{}` says", core_tag(tag).unwrap_or_default());
            self.mistakes.push(Mistake::at(&self.place(span), message).help("remove the tag"));
        }
    }

    fn strange_tag(&mut self, tag: &Tag, span: Span) {
        let tag = match core_tag(tag) {
            Some(name) => format!("!!{name}"),
            None => format!("{}{}", tag.handle, tag.suffix),
        };
        let mistake = Mistake::at(&self.place(span), format!("the tag `{tag}` means nothing in a suite"))
            .help("remove the tag; `!!str` makes text of what would be a number");
        self.mistakes.push(mistake);
    }

    fn begin(&mut self, mapping: bool, anchor: usize, tag: Option<&Tag>, span: Span) -> Result<(), Mistake> {
        if self.open.len() == MAX_DEPTH {
            return Err(syntax::too_deep(&self.place(span)));
        }
        if let Some(tag) = tag
            && core_tag(tag) != Some(if mapping { "map" } else { "seq" })
        {
            self.strange_tag(tag, span);
        }
        let start = self.offsets.byte(span.start.index());
        let in_flow = self.open.last().is_some_and(|open| open.flow);
        let written = self.source.text[start..self.offsets.byte(span.end.index())].ends_with(['[', '{']);
        if !in_flow && !written {
            self.no_tab_before(start)?;
        }
        self.open.push(Open {
            mapping,
            flow: in_flow || written,
            anchor,
            start,
            children: self.pending.len(),
            size: 1,
            height: 0,
        });
        Ok(())
    }

    /// A tab that a block list or mapping is indented with. The crate lets some of them pass.
    fn no_tab_before(&self, start: usize) -> Result<(), Mistake> {
        let line = self.source.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.source.text[line..start];
        match indent.find('\t') {
            Some(tab) if indent.chars().all(|char| matches!(char, ' ' | '\t' | '-' | '?' | ':')) => {
                Err(syntax::tab(self.source, line + tab))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn end(&mut self, span: Span) {
        let Some(open) = self.open.pop() else { return };
        let first = offset(self.tree.children.len());
        let kind = if open.mapping {
            let len = self.mapping(open.children);
            Kind::Mapping { first, len }
        } else {
            self.tree.children.extend_from_slice(&self.pending[open.children..]);
            Kind::Sequence { first, len: offset(self.tree.children.len()) - first }
        };
        self.pending.truncate(open.children);
        let end = self.offsets.byte(span.end.index());
        let id = self.push(Raw { start: offset(open.start), end: offset(end.max(open.start)), kind });
        self.finished(Finished { id, size: open.size, height: open.height + 1 }, open.anchor);
    }

    /// Stores the entries of a mapping whose keys and values are the last of the pending nodes: each key once, explicit
    /// ones before merged ones. Says how many.
    fn mapping(&mut self, pending: usize) -> u32 {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        let first = self.tree.children.len();
        let mut merges = Vec::new();
        for at in (pending..self.pending.len()).step_by(2) {
            let (key, value) = (self.pending[at], self.pending[at + 1]);
            let Some(text) = self.tree.scalar_text(key) else {
                self.mistakes.push(self.strange_key(key));
                continue;
            };
            let merge = text == "<<"
                && matches!(self.tree.nodes[key as usize].kind, Kind::Scalar { plain: true, .. });
            let earlier =
                if merge { merges.first().map(|(key, _)| *key) } else { keys.insert(&self.tree, key) };
            match earlier {
                Some(earlier) => {
                    let mistake =
                        Mistake::at(&self.place_of(key), format!("`{text}` is written twice in one mapping"))
                            .also(&self.place_of(earlier), "the first stands here");
                    self.mistakes.push(if merge {
                        mistake.help("merge several mappings by a list: `<<: [*a, *b]`")
                    } else {
                        mistake
                    });
                }
                None if merge => merges.push((key, value)),
                None => self.tree.children.extend([key, value]),
            }
        }
        for (_, value) in merges {
            self.merge(value, &mut keys);
        }
        self.keys = keys;
        offset((self.tree.children.len() - first) / 2)
    }

    fn strange_key(&self, key: u32) -> Mistake {
        let Raw { start, end, kind } = self.tree.nodes[key as usize];
        let place = first_line(self.source, start as usize, end as usize);
        match kind {
            Kind::Empty => Mistake::at(&place, "an entry has no key"),
            Kind::Scalar { .. } | Kind::Sequence { .. } | Kind::Mapping { .. } => {
                Mistake::at(&place, "a key must be text").label("this is a list or a mapping")
            }
        }
    }

    /// Adds the entries of a `<<` value whose keys are not there yet.
    fn merge(&mut self, value: u32, keys: &mut Keys) {
        let mappings = match self.tree.nodes[value as usize].kind {
            Kind::Mapping { .. } => vec![value],
            Kind::Sequence { first, len } => {
                self.tree.children[first as usize..(first + len) as usize].to_vec()
            }
            Kind::Empty | Kind::Scalar { .. } => {
                self.mistakes.push(self.no_mapping(value));
                return;
            }
        };
        for mapping in mappings {
            let Kind::Mapping { first, len } = self.tree.nodes[mapping as usize].kind else {
                self.mistakes.push(self.no_mapping(mapping));
                continue;
            };
            for at in (first..first + 2 * len).step_by(2) {
                let (key, value) = (self.tree.children[at as usize], self.tree.children[at as usize + 1]);
                if keys.insert(&self.tree, key).is_none() {
                    self.tree.children.extend([key, value]);
                }
            }
        }
    }

    fn no_mapping(&self, id: u32) -> Mistake {
        Mistake::at(&self.place_of(id), "`<<` merges a mapping, or a list of mappings")
            .label("this is neither")
            .help("write the alias of a mapping: `<<: *base`")
    }

    fn finished(&mut self, node: Finished, anchor: usize) {
        if anchor != 0 {
            self.anchors.insert(anchor, node);
        }
        match self.open.last_mut() {
            Some(open) => {
                open.size += node.size;
                open.height = open.height.max(node.height);
                self.pending.push(node.id);
            }
            None => {
                self.tree.root = node.id;
                self.has_root = true;
            }
        }
    }

    fn push(&mut self, node: Raw) -> u32 {
        self.tree.nodes.push(node);
        offset(self.tree.nodes.len() - 1)
    }

    fn finish(mut self) -> Tree {
        if !self.has_root {
            self.tree.root = self.push(Raw { start: 0, end: 0, kind: Kind::Empty });
        }
        self.tree
    }

    fn place(&self, span: Span) -> Place {
        first_line(self.source, self.offsets.byte(span.start.index()), self.offsets.byte(span.end.index()))
    }

    fn place_of(&self, id: u32) -> Place {
        let Raw { start, end, .. } = self.tree.nodes[id as usize];
        first_line(self.source, start as usize, end as usize)
    }
}

/// The name of a tag of the core schema; `!` alone makes text of a scalar, as `!!str` does.
fn core_tag(tag: &Tag) -> Option<&str> {
    if tag.handle.is_empty() && tag.suffix == "!" {
        return Some("str");
    }
    const CORE: &str = "tag:yaml.org,2002:";
    match tag.handle.strip_prefix(CORE) {
        Some("") => Some(&tag.suffix),
        Some(_) | None => tag.suffix.strip_prefix(CORE),
    }
}

/// Offsets are stored in 32 bits; longer files are refused before they are parsed.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
