//! What the YAML crate complains about, in words that say what to do.

use std::sync::Arc;

use super::node::first_line;
use super::yaml::MAX_DEPTH;
use crate::suite::{Mistake, Place, Source};

/// A text that is no YAML; `at` is the byte where the crate gave up, `complaint` what it says.
pub(super) fn explain(source: &Arc<Source>, at: usize, complaint: &str) -> Mistake {
    let text = &source.text;
    let here = |len: usize| first_line(source, at, (at + len).min(text.len()));
    let one = text[at..].chars().next().map_or(0, char::len_utf8);
    let mistake = |message: &str| Mistake::at(&here(one), message);
    match complaint {
        "recursion limit exceeded" => too_deep(&here(one)),
        tabs if tabs.contains(" tab ") || tabs.ends_with(" tab") || tabs.starts_with("tab") => {
            tab(source, tab_near(text, at).unwrap_or(at))
        }
        "while parsing node, found unknown anchor" => {
            let len = text[at..].find([' ', '\t', '\n', '\r', ',', ']', '}']).unwrap_or(text.len() - at);
            let name = text[at..at + len].trim_start_matches('*');
            Mistake::at(&here(len), format!("no anchor `&{name}` stands before this alias"))
                .suggest(name, anchors(&text[..at]))
        }
        "mapping values are not allowed in this context" => mistake("a `:` cannot stand here")
            .help("put text with a `:` in quotes, and check the indentation of this line and the one before"),
        "illegal placement of ':' indicator" => {
            mistake("a `:` cannot stand here").help("check whether a `]`, a `}` or a quote is missing before")
        }
        "simple key expect ':'" | "simple key expected" => {
            // The crate notices when it comes to what follows.
            let before = text[..at].trim_end();
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            let start = line + before[line..].len() - before[line..].trim_start().len();
            Mistake::at(&first_line(source, start, before.len()), "a key without a `:`")
                .help("write `key: value`, and check the quotes before")
        }
        "invalid indentation" | "invalid indentation in flow construct" => {
            mistake("this line is indented less than what it belongs to")
                .help("check its indentation, and whether a `[`, a `{` or a quote before is closed")
        }
        "while parsing a block mapping, did not find expected key" => {
            mistake("a key of the mapping above should stand here").help("check the indentation of this line")
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            mistake("an item of the list above should stand here, with a `-`")
                .help("check the indentation of this line")
        }
        "block sequence entries are not allowed in this context" => mistake("a list item cannot stand here")
            .help("begin the list on a line of its own, or write `[a, b]`"),
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            mistake("a `,` or `}` should stand here").help("check whether a `{` before is closed")
        }
        "while parsing a flow sequence, expected ',' or ']'" => {
            mistake("a `,` or `]` should stand here").help("check whether a `[` before is closed")
        }
        "':' must be followed by a valid YAML whitespace" => {
            mistake("a space should stand between the `:` and this").help("not a tab")
        }
        "'-' must be followed by a valid YAML whitespace" => {
            mistake("a space should stand between the `-` and this").help("not a tab")
        }
        "misplaced bracket" => mistake("a bracket closes what is not open"),
        "while scanning a quoted scalar, found unexpected end of stream" => {
            mistake("the quote is never closed")
        }
        "invalid indentation in quoted scalar" => mistake("the quote is not closed on this line")
            .help("close it, or indent the lines that continue it"),
        "invalid trailing content after double-quoted scalar" => {
            mistake("something stands after the closing quote")
                .help("put all of the text in quotes; in single quotes, a `'` is written twice")
        }
        "while parsing a quoted scalar, found unknown escape character" => {
            mistake("the text in double quotes holds an unknown escape")
                .help("write `\\\\` for a backslash, or use single quotes")
        }
        "found unprintable character" => mistake("a control character cannot stand in a suite"),
        other => match other.strip_prefix("unexpected character: `") {
            Some(rest) => {
                let char = rest.trim_end_matches('\'');
                mistake(&format!("a text without quotes cannot begin with `{char}`"))
                    .help("put the text in quotes")
            }
            None => mistake(&format!("this is no YAML: {other}")),
        },
    }
}

/// Lists and mappings are nested too deeply.
pub(super) fn too_deep(place: &Place) -> Mistake {
    Mistake::at(place, "lists and mappings are nested too deeply")
        .help(format!("at most {MAX_DEPTH} may stand inside each other"))
}

/// A tab at this byte indents a line.
pub(super) fn tab(source: &Arc<Source>, at: usize) -> Mistake {
    let len = source.text[at..].chars().next().map_or(0, char::len_utf8);
    Mistake::at(&first_line(source, at, at + len), "a tab cannot indent a line").help("use spaces")
}

/// The first line at or after `at` whose indentation has a tab: that tab.
fn tab_near(text: &str, at: usize) -> Option<usize> {
    let mut start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    for line in text[start..].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t', '-', '?', ':']).len();
        if let Some(tab) = line[..indent].find('\t') {
            return Some(start + tab);
        }
        start += line.len();
    }
    None
}

/// What looks like the names of anchors, the nearest first, as many as one can choose from.
fn anchors(before: &str) -> Vec<&str> {
    let words = before.rsplit([' ', '\t', '\n', '\r', ',', '[', '{']);
    words.filter_map(|word| word.strip_prefix('&')).filter(|name| !name.is_empty()).take(12).collect()
}
