//! From characters, in which the YAML crate counts, to bytes.

use std::cell::Cell;

/// Finds the byte at which a character begins.
///
/// Questions come in about the order of the text, so the answer is never far from the one before.
pub(super) struct Offsets<'t> {
    text: &'t str,
    /// In ASCII text, a character is a byte.
    ascii: bool,
    /// A character's index and its first byte.
    last: Cell<(usize, usize)>,
}

impl<'t> Offsets<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, ascii: text.is_ascii(), last: Cell::new((0, 0)) }
    }

    /// The first byte of the character with this index; past the end, the text's length.
    pub(super) fn byte(&self, index: usize) -> usize {
        if self.ascii {
            return index.min(self.text.len());
        }
        let bytes = self.text.as_bytes();
        let begins = |byte: u8| byte & 0b1100_0000 != 0b1000_0000;
        let (mut char, mut at) = self.last.get();
        while char < index && at < bytes.len() {
            at += 1;
            while at < bytes.len() && !begins(bytes[at]) {
                at += 1;
            }
            char += 1;
        }
        while char > index {
            at -= 1;
            while !begins(bytes[at]) {
                at -= 1;
            }
            char -= 1;
        }
        self.last.set((char, at));
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_become_bytes_in_any_order() {
        for text in ["", "abc", "aé漢🎉\u{301}z", "🎉"] {
            let offsets = Offsets::new(text);
            let mut expected: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            expected.extend([text.len(), text.len()]);
            let forward: Vec<usize> = (0..expected.len()).map(|index| offsets.byte(index)).collect();
            assert_eq!(forward, expected, "{text}");
            for index in (0..expected.len()).rev().chain([0, expected.len() - 1, 0]) {
                assert_eq!(offsets.byte(index), expected[index], "{text}");
            }
        }
    }
}
