//! What a mistake expands to: its message, and the user's item beside it, so that no second error ("cannot find
//! function") follows from the first.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Error;

/// The messages, and the item as it was.
pub(crate) fn item(mistakes: &Error, item: TokenStream) -> TokenStream {
    let mut tokens = mistakes.to_compile_error();
    tokens.extend(item);
    tokens
}

/// The messages, and a `main`, which a test target cannot be without.
pub(crate) fn main(mistakes: &Error) -> TokenStream {
    item(mistakes, quote! { fn main() {} })
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use quote::quote;

    use super::*;

    #[test]
    fn each_mistake_is_said_and_the_item_stays() {
        let mut mistakes = Error::new(Span::call_site(), "first");
        mistakes.combine(Error::new(Span::call_site(), "second"));
        let expanded = item(&mistakes, quote! { #[must_use] fn planned() -> bool { true } });
        let expected = quote! {
            ::core::compile_error! { "first" }
            ::core::compile_error! { "second" }
            #[must_use] fn planned() -> bool { true }
        };
        assert_eq!(expanded.to_string(), expected.to_string());
    }

    #[test]
    fn a_target_keeps_a_main() {
        let expanded = main(&Error::new(Span::call_site(), "no suite"));
        let expected = quote! { ::core::compile_error! { "no suite" } fn main() {} };
        assert_eq!(expanded.to_string(), expected.to_string());
    }
}
