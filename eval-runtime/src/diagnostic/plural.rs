//! Numbers with the thing that they count.

use std::fmt::Display;

/// "1 run", "2 runs", "0 retries".
#[must_use]
pub fn count<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    if number == N::from(1) { format!("{number} {thing}") } else { format!("{number} {}", plural(thing)) }
}

fn plural(thing: &str) -> String {
    let vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match thing.strip_suffix('y') {
        Some(stem) if !vowel(stem) => format!("{stem}ies"),
        Some(_) => format!("{thing}s"),
        None if ["s", "x", "ch", "sh"].iter().any(|ending| thing.ends_with(ending)) => format!("{thing}es"),
        None => format!("{thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_is_plural() {
        for (number, thing, text) in [
            (0, "run", "0 runs"),
            (1, "run", "1 run"),
            (2, "run", "2 runs"),
            (1, "retry", "1 retry"),
            (2, "retry", "2 retries"),
            (2, "day", "2 days"),
            (2, "match", "2 matches"),
            (2, "case", "2 cases"),
            (11, "failed run", "11 failed runs"),
        ] {
            assert_eq!(count(number, thing), text);
        }
        assert_eq!(count(1_usize, "run"), "1 run");
        assert_eq!(count(0.5, "second"), "0.5 seconds");
    }
}
