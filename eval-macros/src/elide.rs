//! A type as it can be written outside the function that it comes from.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;

/// The type with `'_` in place of each lifetime that only the function declares.
pub(crate) fn named_lifetimes(written: impl ToTokens) -> TokenStream {
    elided(written.into_token_stream())
}

fn elided(tokens: TokenStream) -> TokenStream {
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|tree| {
            let names_lifetime = after_quote;
            after_quote = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '\'');
            match tree {
                TokenTree::Ident(ident) if names_lifetime && ident != "static" => {
                    TokenTree::Ident(Ident::new("_", ident.span()))
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), elided(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                other => other,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::named_lifetimes;

    #[test]
    fn only_named_lifetimes_change() {
        let written = quote! { Result<Measured<(bool, &'a [T; 2])>, Error<'a, 'static, '_>> };
        let expected = quote! { Result<Measured<(bool, &'_ [T; 2])>, Error<'_, 'static, '_>> };
        assert_eq!(named_lifetimes(written).to_string(), expected.to_string());
    }
}
