//! Types that a suite names: by a function's name or by its Rust path.

/// Whether a type as a suite writes it names the item `name` of `module`: by name, or by Rust path written with `::` or
/// with dots.
#[must_use]
pub(crate) fn path_names(written: &str, module: &str, name: &str) -> bool {
    if written == name {
        return true;
    }
    let written = written.replace('.', "::");
    written.strip_suffix(name).and_then(|rest| rest.strip_suffix("::")).is_some_and(|path| path == module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_a_name_or_a_rust_path() {
        for (written, names) in [
            ("follows_diet", true),
            ("my_crate::metrics::follows_diet", true),
            ("my_crate.metrics.follows_diet", true),
            ("metrics::follows_diet", false),
            ("my_crate::metrics::not_follows_diet", false),
            ("::follows_diet", false),
        ] {
            assert_eq!(path_names(written, "my_crate::metrics", "follows_diet"), names, "{written}");
        }
    }
}
