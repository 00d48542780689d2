//! Trial names: `eval::<suite>::<case>::<model>__<variant>`.
//!
//! Every segment is a Rust identifier, so that an editor's stub can have the path of the trial that it stands for. The
//! rules, which are fixed since names are selected by and files are called after them:
//!
//! 1. Unicode NFC; each character that no identifier has becomes `_`.
//! 2. A first character that cannot begin an identifier gets `_` in front.
//! 3. A keyword of any edition gets a trailing `_`.
//! 4. Among the names of one level, one that is already taken (case apart, because files are called after them too)
//!    gets `_` and a hash of the original text. The first keeps its plain name, and adding a name at the end changes
//!    no other.

use std::collections::HashSet;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// What every trial name begins with.
pub const ROOT: &str = "eval";

/// The names of one level: the cases of a suite, its candidates (see [`candidate`]), or the suites of a test target.
#[derive(Debug, Default)]
pub struct Names {
    /// Without case.
    taken: HashSet<String>,
}

impl Names {
    /// The names of these texts, in their order.
    ///
    /// ```
    /// use eval_runtime::suite::trial::Names;
    ///
    /// assert_eq!(Names::of(["no user", "no-user", "type"]), ["no_user", "no_user_87a5dccd", "type_"]);
    /// ```
    pub fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Vec<String> {
        let mut names = Self::default();
        texts.into_iter().map(|text| names.add(text.as_ref())).collect()
    }

    /// The name of one more text.
    pub fn add(&mut self, text: &str) -> String {
        let plain = identifier(text);
        if self.taken.insert(folded(&plain)) {
            return plain;
        }
        let mut hash = hash(text.as_bytes());
        loop {
            let name = format!("{plain}_{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff));
            if self.taken.insert(folded(&name)) {
                return name;
            }
            // Someone called a case like that, or the same text came again.
            hash = self::hash(&hash.to_be_bytes());
        }
    }
}

/// The text of a candidate, to be named by [`Names`]: `<model>__<variant>`.
#[must_use]
pub fn candidate(model_label: &str, variant: &str) -> String {
    format!("{model_label}__{variant}")
}

/// The full name of a trial: the suite by its own name, case and candidate by what [`Names`] calls them.
#[must_use]
pub fn trial_name(suite: &str, case_segment: &str, candidate_segment: &str) -> String {
    format!("{ROOT}::{}::{case_segment}::{candidate_segment}", identifier(suite))
}

/// The Rust identifier nearest to a text.
#[must_use]
pub fn identifier(text: &str) -> String {
    let is_nfc = text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes;
    let mut name: String =
        if is_nfc { text.chars().map(continuing).collect() } else { text.nfc().map(continuing).collect() };
    let begins = name.chars().next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first));
    if !begins {
        name.insert(0, '_');
    }
    if KEYWORDS.binary_search(&name.as_str()).is_ok() {
        name.push('_');
    }
    name
}

/// Equal for names that a file system without case may take for one: upper case first, since that is how some compare.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

fn continuing(char: char) -> char {
    // Joiners came into the tables late, and nobody sees them.
    let fits = unicode_ident::is_xid_continue(char) && !matches!(char, '\u{200c}' | '\u{200d}');
    if fits { char } else { '_' }
}

/// What cannot name a module or a function in some edition; sorted.
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The most bytes of a file's stem, so that a name with its ending is below 200: file systems allow 255, and temporary
/// names are longer.
const MAX_STEM: usize = 190;

/// The stem of the files of one run: `<case>__<model>__<variant>__<repeat>`, at most 190 bytes.
///
/// A longer one is cut and told apart by a hash; so is one whose case could be taken for a part of the candidate.
#[must_use]
pub fn file_stem(case_segment: &str, candidate_segment: &str, repeat: u32) -> String {
    let plain = format!("{case_segment}__{candidate_segment}__{repeat}");
    let ambiguous = case_segment.contains("__") || case_segment.ends_with('_');
    if plain.len() <= MAX_STEM && !ambiguous {
        return plain;
    }
    // The segments cannot hold a NUL, so that the hashed text is never ambiguous.
    let hash = hash(format!("{case_segment}\0{candidate_segment}").as_bytes());
    let ending = format!("__{hash:016x}__{repeat}");
    let mut end = MAX_STEM.saturating_sub(ending.len()).min(plain.len() - format!("__{repeat}").len());
    while !plain.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{ending}", &plain[..end])
}

/// FNV-1a: the same on every platform and in every version of Rust, which names must be and std's hashes are not.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], expected: &[&str]) {
        let names = Names::of(texts);
        assert_eq!(names, expected);
        for name in names {
            let mut chars = name.chars();
            let first = chars.next().expect("a name is not empty");
            assert!(first == '_' || unicode_ident::is_xid_start(first), "{name}");
            assert!(
                chars.all(unicode_ident::is_xid_continue) && !KEYWORDS.contains(&name.as_str()),
                "{name}"
            );
            assert!(name.nfc().eq(name.chars()), "{name}");
        }
    }

    #[test]
    fn characters_that_no_identifier_has_become_underscores() {
        check(
            &["anna", "gpt-4o-mini", "a b", "a::b", "a/b"],
            &["anna", "gpt_4o_mini", "a_b", "a__b", "a_b_e2480c78"],
        );
        check(&["größe", "e\u{301}te\u{301}", "漢字", "имя"], &["größe", "été", "漢字", "имя"]);
        check(&["a\u{200d}b", "a\nb", "x\u{202e}"], &["a_b", "a_b_e1ab5769", "x_"]);
        check(&["/"], &["__"]);
        check(&[".."], &["__"]);
        check(&["🎉"], &["__"]);
        check(&["🎉🎉🎉"], &["___"]);
        check(&[""], &["__"]);
        check(&["CON"], &["CON"]);
        let long = "x".repeat(300);
        check(&[&long], &[&long]);
    }

    #[test]
    fn a_first_character_that_cannot_begin_an_identifier_gets_an_underscore() {
        check(&["4o", "·x", "1.10", "\u{301}x", "_x"], &["_4o", "_·x", "_1_10", "_\u{301}x", "_x"]);
    }

    #[test]
    fn keywords_of_every_edition_get_an_underscore() {
        for keyword in KEYWORDS {
            assert_eq!(identifier(keyword), format!("{keyword}_"));
        }
        check(&["type", "Self", "gen", "async", "crate"], &["type_", "Self_", "gen_", "async_", "crate_"]);
        check(&["union", "default", "raw", "Type"], &["union", "default", "raw", "Type"]);
        assert!(KEYWORDS.is_sorted(), "it is searched by halves");
    }

    #[test]
    fn the_first_of_equal_names_stays_plain_and_later_ones_get_a_hash() {
        check(&["a b", "a-b", "a_b"], &["a_b", "a_b_e27efb9a", "a_b_e2300e48"]);
        check(&["🎉", ".."], &["__", "___b37a252a"]);
        check(&["type", "type_"], &["type_", "type__11ad3659"]);
    }

    #[test]
    fn names_differ_without_regard_to_case() {
        check(&["a", "A"], &["a", "A_2961dea0"]);
        check(&["STRASSE", "straße"], &["STRASSE", "straße_66d2130a"]);
    }

    #[test]
    fn a_name_that_is_like_anothers_hash_is_told_apart_too() {
        check(&["a", "A_2961dea0", "A"], &["a", "A_2961dea0", "A_04e78772"]);
        check(&["a", "a", "a", "a"], &["a", "a_296230c0", "a_398003de", "a_1e7693c6"]);
    }

    #[test]
    fn adding_a_case_at_the_end_renames_no_other() {
        let texts = ["a b", "a-b", "A B", "x", "🎉", "..", "a b", "type", "a_b"];
        let all = Names::of(texts);
        for len in 0..texts.len() {
            assert_eq!(Names::of(&texts[..len]), all[..len]);
        }
    }

    #[test]
    fn ten_thousand_ids_that_are_all_emoji_are_named_one_after_another() {
        let ids: Vec<String> =
            (0..10_000).map(|number| "🎉🎊".repeat(number % 7 + 1) + &"!".repeat(number / 7 % 50)).collect();
        let names = Names::of(&ids);
        let different: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), names.len());
    }

    #[test]
    fn a_trial_name_is_suite_case_and_candidate() {
        let cases = Names::of(["no-user"]);
        let candidates = Names::of([candidate("gpt-4o", "default"), candidate("o1", "v 2")]);
        assert_eq!(
            trial_name("meal plan", &cases[0], &candidates[0]),
            "eval::meal_plan::no_user::gpt_4o__default"
        );
        assert_eq!(trial_name("self", &cases[0], &candidates[1]), "eval::self_::no_user::o1__v_2");
    }

    #[test]
    fn candidates_that_read_the_same_are_told_apart() {
        let names = Names::of([candidate("a__b", "c"), candidate("a", "b__c")]);
        assert_eq!(names, ["a__b__c", "a__b__c_3a00b8da"]);
    }

    #[test]
    fn a_file_stem_names_case_candidate_and_repeat() {
        assert_eq!(file_stem("anna", "mini__default", 3), "anna__mini__default__3");
        assert_eq!(file_stem("CON", "default__default", 1), "CON__default__default__1");
    }

    #[test]
    fn a_long_file_stem_is_cut_on_a_character_and_told_apart() {
        for case in ["x".repeat(300), "漢".repeat(100), format!("x{}", "é".repeat(150)), "🎉a".repeat(160)]
        {
            let (case, other) = (identifier(&case), identifier(&format!("{case}!")));
            let (stem, other) =
                (file_stem(&case, "mini__default", 12), file_stem(&other, "mini__default", 12));
            assert!(stem.len() <= 190, "{stem}");
            assert!(stem.len() > 180, "{stem}");
            assert!(stem.ends_with("__12"), "{stem}");
            assert_ne!(stem, other);
        }
        assert_ne!(file_stem(&"x".repeat(300), "a__b", 1), file_stem(&"x".repeat(300), "a__b", 2));
    }

    #[test]
    fn a_file_stem_belongs_to_one_case_and_candidate() {
        let segments = ["a", "a_", "a__b", "b", "_b", "b__c", "a__b__c", "c", "__", "___"];
        let mut stems = HashSet::new();
        for case in segments {
            for candidate in segments {
                assert!(stems.insert(file_stem(case, candidate, 1)), "{case} {candidate}");
            }
        }
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
