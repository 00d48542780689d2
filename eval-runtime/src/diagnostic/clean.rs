//! Text of strangers, made safe for a terminal.

use std::borrow::Cow;

/// A text without characters that a terminal would obey or that hide what is written: control characters other than
/// line breaks and tabs, and those that turn the direction of text.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|char| if is_unsafe(char) { visible(char) } else { char }).collect())
}

/// As [`clean`], for what must stay on one line.
pub(crate) fn clean_line(text: &str) -> Cow<'_, str> {
    match clean(text) {
        text if !text.contains('\n') => text,
        text => Cow::Owned(text.replace('\n', "␊")),
    }
}

/// Marks a place in rendered text that is filled in afterwards; no clean text has one.
pub(super) fn placeholder(number: usize) -> char {
    u32::try_from(number)
        .ok()
        .and_then(|number| char::from_u32(0xE000 + number % 0x1000))
        .unwrap_or('\u{e000}')
}

fn is_unsafe(char: char) -> bool {
    match char {
        '\n' | '\t' => false,
        '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{061c}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        '\u{e000}'..='\u{efff}' => true,
        _ => char.is_control(),
    }
}

/// One character for one, so that columns stay what they are.
fn visible(char: char) -> char {
    match char {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(char)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_a_terminal_that_it_would_obey() {
        for (text, cleaned) in [
            ("plain é 漢 🎉\ttab\nline", "plain é 漢 🎉\ttab\nline"),
            ("\u{1b}[31mred", "␛[31mred"),
            ("a\rb\0\u{7f}", "a␍b␀␡"),
            ("\u{9b}31m", "\u{fffd}31m"),
            ("\u{202e}txt.exe\u{2028}", "\u{fffd}txt.exe\u{fffd}"),
            ("\u{e000}", "\u{fffd}"),
        ] {
            assert_eq!(clean(text), cleaned, "{text:?}");
        }
        assert_eq!(clean_line("a\nb"), "a␊b");
    }
}
