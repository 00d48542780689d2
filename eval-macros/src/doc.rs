//! What a function's documentation says in one line.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The first line of the documentation that is not empty; empty without documentation.
///
/// Text that only the compiler knows (`#[doc = include_str!("..")]`) is passed over.
pub(crate) fn first_line(attributes: &[Attribute]) -> String {
    attributes.iter().filter_map(text).find_map(|text| line(&text)).unwrap_or_default()
}

fn text(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        Meta::NameValue(_) | Meta::Path(_) | Meta::List(_) => None,
    }
}

/// One attribute holds one line of `///`, or all lines of `/** */`, whose further lines may begin with a star.
fn line(text: &str) -> Option<String> {
    let several = text.contains('\n');
    text.lines()
        .map(|line| {
            let line = line.trim();
            let line = if several { line.strip_prefix('*').unwrap_or(line) } else { line };
            line.trim()
        })
        .find(|line| !line.is_empty())
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::first_line;

    #[track_caller]
    fn check(item: &syn::ItemFn, expected: &str) {
        assert_eq!(first_line(&item.attrs), expected);
    }

    #[test]
    fn the_first_line_that_says_something() {
        check(&parse_quote! { fn bare() {} }, "");
        check(
            &parse_quote! {
                /// Whether it fits.
                ///
                /// More about it.
                fn lines() {}
            },
            "Whether it fits.",
        );
        check(
            &parse_quote! {
                #[must_use]
                #[doc = ""]
                #[doc = " second "]
                fn spaced() {}
            },
            "second",
        );
        check(&parse_quote! { #[doc = "\n * Of a block.\n * More.\n "] fn block() {} }, "Of a block.");
        check(&parse_quote! { #[doc = " * starred"] fn starred() {} }, "* starred");
        check(
            &parse_quote! { #[doc(hidden)] #[doc = include_str!("x")] #[doc = "own"] fn mixed() {} },
            "own",
        );
    }
}
