//! The lines that a mistake is about, with marks under them.
//!
//! The renderer gets only these lines, however large the file, and of a very long line only what is around the mark.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::clean::{clean, clean_line, placeholder};
use crate::suite::{Mistake, Place, Source};

/// Places of one file that are at most this many lines apart are shown together.
const TOGETHER: usize = 10;

/// A longer line, in bytes, is cut around its mark.
const LONG: usize = 300;

/// What is shown of a long line before the mark, and after its start.
const AROUND: (usize, usize) = (50, 80);

/// Shows mistakes as rustc shows its errors, with a blank line between them.
#[must_use]
pub fn render(mistakes: &[Mistake], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut lines = Lines::default();
    let mut text = String::new();
    for (number, mistake) in mistakes.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        one(mistake, &renderer, &mut lines, &mut text);
        text.push('\n');
    }
    text
}

fn one(mistake: &Mistake, renderer: &Renderer, lines: &mut Lines, text: &mut String) {
    let mut excerpts = excerpts(mistake, lines);
    let mut group = Group::with_title(Level::ERROR.primary_title(clean(&mistake.message)));
    let mut columns = Vec::new();
    for (number, excerpt) in excerpts.iter_mut().enumerate() {
        if let Some((shown, column)) = excerpt.column {
            let mark = placeholder(number);
            excerpt.path.push(mark);
            let at = |column| format!(":{}:{column}", excerpt.line);
            columns.push((format!("{mark}{}", at(shown)), at(column)));
        }
    }
    for excerpt in &excerpts {
        let annotations = excerpt.marks.iter().map(Mark::annotation);
        let snippet =
            Snippet::source(excerpt.text.as_str()).line_start(excerpt.first_line).path(excerpt.path.as_str());
        group = group.element(snippet.annotations(annotations));
    }
    if let Some(help) = &mistake.help {
        group = group.element(Level::HELP.message(clean(help)));
    }
    let mut rendered = renderer.render(&[group]);
    for (shown, right) in columns {
        rendered = rendered.replacen(&shown, &right, 1);
    }
    // Some lines end in spaces that only carry no mark.
    for line in rendered.lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.pop();
}

/// Some lines of a file with the marks on them.
struct Excerpt {
    path: String,
    text: String,
    first_line: usize,
    /// The line of the first mark.
    line: usize,
    /// Of a cut line: the column where its mark is shown, and the one where it is.
    column: Option<(usize, usize)>,
    marks: Vec<Mark>,
}

struct Mark {
    /// Bytes of the excerpt's text.
    range: Range<usize>,
    kind: AnnotationKind,
    label: Option<String>,
}

impl Mark {
    fn annotation(&self) -> Annotation<'_> {
        self.kind.span(self.range.clone()).label(self.label.as_deref())
    }
}

/// A place to show, with the lines of its file looked up.
struct Shown<'m> {
    source: &'m Arc<Source>,
    /// From 1.
    line: usize,
    /// The bytes of that line, without its end.
    bytes: Range<usize>,
    /// The bytes to mark, within the line.
    mark: Range<usize>,
    kind: AnnotationKind,
    label: Option<&'m str>,
}

fn excerpts(mistake: &Mistake, lines: &mut Lines) -> Vec<Excerpt> {
    let primary =
        mistake.place.iter().map(|place| (place, AnnotationKind::Primary, mistake.label.as_deref()));
    let also =
        mistake.also.iter().map(|(place, label)| (place, AnnotationKind::Context, Some(label.as_str())));
    let mut groups: Vec<Vec<Shown<'_>>> = Vec::new();
    for (place, kind, label) in primary.chain(also) {
        let shown = lines.shown(place, kind, label);
        match groups.iter_mut().find(|group| fits(group, &shown)) {
            Some(group) => group.push(shown),
            None => groups.push(vec![shown]),
        }
    }
    groups.iter().map(|group| excerpt(group)).collect()
}

/// Whether a place is near enough to those of a group, with no long line between.
fn fits(group: &[Shown<'_>], shown: &Shown<'_>) -> bool {
    let first = &group[0];
    let near = |other: &Shown<'_>| other.line.abs_diff(shown.line) <= TOGETHER;
    let between = first.bytes.start.min(shown.bytes.start)..first.bytes.end.max(shown.bytes.end);
    Arc::ptr_eq(first.source, shown.source)
        && group.iter().all(near)
        && first.source.text[between].lines().all(|line| line.len() <= LONG)
}

fn excerpt(group: &[Shown<'_>]) -> Excerpt {
    let first = &group[0];
    let path = clean_line(&first.source.path.display().to_string()).into_owned();
    let text = &first.source.text;
    if first.bytes.len() > LONG {
        return cut(first, path);
    }
    let start = group.iter().map(|shown| shown.bytes.start).min().unwrap_or(first.bytes.start);
    let end = group.iter().map(|shown| shown.bytes.end).max().unwrap_or(first.bytes.end);
    let first_line = group.iter().map(|shown| shown.line).min().unwrap_or(first.line);
    let clean_text = |range: Range<usize>| -> String {
        // Line ends of Windows are no text.
        clean(&text[range].replace("\r\n", "\n")).into_owned()
    };
    let mark = |shown: &Shown<'_>| Mark {
        range: clean_text(start..shown.mark.start).len()..clean_text(start..shown.mark.end).len(),
        kind: shown.kind,
        label: shown.label.map(|label| clean(label).into_owned()),
    };
    Excerpt {
        path,
        text: clean_text(start..end),
        first_line,
        line: first.line,
        column: None,
        marks: group.iter().map(mark).collect(),
    }
}

/// A part of a long line.
fn cut(shown: &Shown<'_>, path: String) -> Excerpt {
    let text = &shown.source.text;
    let start = boundary(text, shown.mark.start.saturating_sub(AROUND.0).max(shown.bytes.start));
    let end = boundary(text, (shown.mark.start + AROUND.1).min(shown.bytes.end));
    let before = if start > shown.bytes.start { "…" } else { "" };
    let after = if end < shown.bytes.end { "…" } else { "" };
    let piece = |range: Range<usize>| clean_line(&text[range]).into_owned();
    let mark_start = before.len() + piece(start..shown.mark.start).len();
    let mark_end = mark_start + piece(shown.mark.start..shown.mark.end.min(end)).len();
    let chars = |range: Range<usize>| text[range].chars().count();
    let column = chars(shown.bytes.start..shown.mark.start) + 1;
    let shown_column = before.chars().count() + chars(start..shown.mark.start) + 1;
    Excerpt {
        path,
        text: format!("{before}{}{after}", piece(start..end)),
        first_line: shown.line,
        line: shown.line,
        column: Some((shown_column, column)),
        marks: vec![Mark {
            range: mark_start..mark_end,
            kind: shown.kind,
            label: shown.label.map(|label| clean(label).into_owned()),
        }],
    }
}

/// The nearest byte at or before `at` where a character begins.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Where the lines of each file begin: found once, since thousands of mistakes can be about one large file.
#[derive(Default)]
struct Lines {
    starts: HashMap<*const Source, Vec<usize>>,
}

impl Lines {
    fn shown<'m>(&mut self, place: &'m Place, kind: AnnotationKind, label: Option<&'m str>) -> Shown<'m> {
        let source = place.source();
        let text = &source.text;
        let starts = self.starts.entry(Arc::as_ptr(source)).or_insert_with(|| {
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
        });
        let Range { start, end } = place.range();
        let (start, end) = (boundary(text, start.min(text.len())), boundary(text, end.min(text.len())));
        let line = starts.partition_point(|line| *line <= start);
        let line_start = starts[line - 1];
        let line_end = starts.get(line).map_or(text.len(), |next| next - 1);
        let line_end = line_start + text[line_start..line_end].trim_end_matches('\r').len();
        let start = start.min(line_end);
        Shown {
            source,
            line,
            bytes: line_start..line_end,
            mark: start..end.clamp(start, line_end),
            kind,
            label,
        }
    }
}
