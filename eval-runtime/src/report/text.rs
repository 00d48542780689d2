//! Material from agents and cases as text inside reports: bounded, and never markup.

use serde_json::Value;

use crate::diagnostic::clean_line;

/// How much of one text a report shows.
const SHOWN_CHARACTERS: usize = 600;

/// A text cut to what reports show, on a character boundary, with how much more there is and where; and with nothing in
/// it that a terminal would obey or that would begin a new line.
pub(super) fn bounded(text: &str) -> String {
    clean_line(&cut(text)).into_owned()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        None => text.to_owned(),
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{}… ({more} more characters in summary.json)", &text[..end])
        }
    }
}

/// A value as a report shows it: text as text, all else as JSON.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => bounded(text),
        other => bounded(&other.to_string()),
    }
}

/// A text inside a Markdown paragraph or table cell, where it stays text.
pub(super) fn markdown(text: &str) -> String {
    let text = bounded(text);
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let inside_word =
            before.is_alphanumeric() && rest.peek().is_some_and(|after| after.is_alphanumeric());
        match c {
            // Between letters an underscore is plain, and most of them stand there.
            '_' if inside_word => escaped.push(c),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => {
                escaped.push('\\');
                escaped.push(c);
            }
            // Only before these does it begin a tag.
            '<' if rest.peek().is_some_and(|after| after.is_ascii_alphabetic() || "/!?".contains(*after)) => {
                escaped.push_str("&lt;");
            }
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
        before = c;
    }
    escaped
}

/// A text as inline code, outside of tables.
pub(super) fn code(text: &str) -> String {
    let text = bounded(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest > 0 || text.trim().is_empty() {
        format!("{fence} {text} {fence}")
    } else {
        format!("`{text}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_on_a_character_boundary() {
        let text = "🍲".repeat(SHOWN_CHARACTERS + 7);
        let cut = bounded(&text);
        assert!(cut.starts_with("🍲") && cut.ends_with("… (7 more characters in summary.json)"), "{cut}");
        assert_eq!(bounded(&"é".repeat(SHOWN_CHARACTERS)).chars().count(), SHOWN_CHARACTERS);
    }

    #[test]
    fn material_stays_text() {
        assert_eq!(markdown("a|b <script> `x` *y*"), "a\\|b &lt;script> \\`x\\` \\*y\\*");
        assert_eq!(markdown("<= 3 </b> <!-- x"), "<= 3 &lt;/b> &lt;\\!-- x");
        assert_eq!(markdown("is_short _it_ a__b"), "is_short \\_it\\_ a\\_\\_b");
        assert_eq!(markdown("\u{1b}[31mred\n\0"), "␛\\[31mred␊␀");
        assert_eq!(code("a `b`` c"), "``` a `b`` c ```");
        assert_eq!(code("plain"), "`plain`");
        assert_eq!(code("a\u{2028}b"), "`a\u{fffd}b`");
    }
}
