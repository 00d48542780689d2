//! Tokens become syntax. Nothing is judged here but whether it can be read.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Result, Signature, Token, Visibility};

use crate::attribute::{self, Argument, Attribute};

/// An attribute with its arguments, and what it stands on. A mistake in one does not hide the other's.
pub(crate) struct Input {
    pub(crate) arguments: Result<Vec<Argument>>,
    pub(crate) function: Result<Function>,
}

/// A function up to its body, which belongs to the user and is handed on as tokens. So it may also be half typed, as
/// it is in an editor.
pub(crate) struct Function {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) signature: Signature,
}

/// Reads an attribute and what it stands on.
pub(crate) fn input(attribute: Attribute, arguments: TokenStream, item: TokenStream) -> Input {
    Input {
        arguments: attribute::parse(arguments),
        function: (|input: ParseStream<'_>| function(attribute, input)).parse2(item),
    }
}

/// Reads the arguments of `main!`.
pub(crate) fn suites(tokens: TokenStream) -> Result<Vec<Expr>> {
    Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens).map(|suites| suites.into_iter().collect())
}

fn function(attribute: Attribute, input: ParseStream<'_>) -> Result<Function> {
    let attributes = input.call(syn::Attribute::parse_outer)?;
    input.parse::<Visibility>()?;
    let found = input.fork();
    let signature =
        input.parse::<Signature>().map_err(|error| no_function(attribute, &found).unwrap_or(error))?;
    input.parse::<TokenStream>()?;
    Ok(Function { attributes, signature })
}

/// That this is something else than a function, by its first word.
fn no_function(attribute: Attribute, input: ParseStream<'_>) -> Option<Error> {
    let word = input.call(Ident::parse_any).ok()?;
    let noun = match word.to_string().as_str() {
        "struct" => "a struct",
        "enum" => "an enum",
        "union" => "a union",
        "trait" => "a trait",
        "impl" => "an impl",
        "mod" => "a module",
        "const" => "a constant",
        "static" => "a static",
        "type" => "a type alias",
        "use" => "a use",
        _ => return None,
    };
    Some(Error::new(word.span(), format!("`{}` goes on a function, not on {noun}", attribute.shown())))
}
