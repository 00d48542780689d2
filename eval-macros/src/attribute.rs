//! The attributes there are, and their arguments: `#[mock(name = "shop", methods = ["create_order"])]`.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Error, Expr, ExprArray, ExprLit, Ident, Lit, LitStr, Result, Token, token};

use crate::mistakes::{all, each};

/// An attribute that registers a function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attribute {
    Agent,
    Metric,
    Mock,
}

impl Attribute {
    /// As a user writes it.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Self::Agent => "#[agent]",
            Self::Metric => "#[metric]",
            Self::Mock => "#[mock]",
        }
    }

    /// What it makes of a function, with its article.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Agent => "an agent",
            Self::Metric => "a metric",
            Self::Mock => "a mock",
        }
    }

    /// The arguments there are.
    fn takes(self) -> &'static str {
        match self {
            Self::Agent | Self::Metric => "`name = \"..\"`",
            Self::Mock => "`name = \"..\"` and `methods = [\"..\", \"..\"]`",
        }
    }
}

/// One argument as it is written, known or not.
pub(crate) struct Argument {
    name: Ident,
    /// None when no `=` follows the name.
    value: Option<Expr>,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("an argument is written `name = \"..\"`"));
        }
        let name = input.call(Ident::parse_any)?;
        if input.peek(token::Paren) {
            // `name("..")`: read over, so that what follows is checked too.
            input.parse::<proc_macro2::Group>()?;
        }
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { name, value })
    }
}

/// The arguments in the parentheses of an attribute; none without parentheses.
pub(crate) fn parse(tokens: TokenStream) -> Result<Vec<Argument>> {
    Punctuated::<Argument, Token![,]>::parse_terminated
        .parse2(tokens)
        .map(|arguments| arguments.into_iter().collect())
}

/// Arguments that hold what they should.
#[derive(Default)]
pub(crate) struct Arguments {
    /// What a suite calls the function, if not by its own name.
    pub(crate) name: Option<LitStr>,
    /// The methods that a mock declares; without any it answers to all.
    pub(crate) methods: Vec<LitStr>,
}

/// Checks that each argument is known, is there once and holds what it should.
pub(crate) fn check(attribute: Attribute, written: &[Argument]) -> Result<Arguments> {
    let mut arguments = Arguments::default();
    let mut seen = HashSet::new();
    each(written.iter().map(|argument| {
        let name = argument.name.to_string();
        if !seen.insert(name.clone()) {
            return Err(Error::new(argument.name.span(), format!("`{name}` is given twice")));
        }
        match (attribute, name.as_str()) {
            (_, "name") => arguments.name = name_of(argument).map(Some)?,
            (Attribute::Mock, "methods") => arguments.methods = methods_of(argument)?,
            _ => {
                let (shown, takes) = (attribute.shown(), attribute.takes());
                let message = format!("unknown argument `{name}`: `{shown}` takes {takes}");
                return Err(Error::new(argument.name.span(), message));
            }
        }
        Ok(())
    }))?;
    Ok(arguments)
}

fn name_of(argument: &Argument) -> Result<LitStr> {
    let wrong = |span| Error::new(span, "`name` is a string literal: `name = \"..\"`");
    let value = argument.value.as_ref().ok_or_else(|| wrong(argument.name.span()))?;
    let name = text(value).ok_or_else(|| wrong(value.span()))?;
    if name.value().trim().is_empty() {
        return Err(Error::new(name.span(), "the name is empty"));
    }
    Ok(name.clone())
}

fn methods_of(argument: &Argument) -> Result<Vec<LitStr>> {
    let wrong =
        |span: Span| Error::new(span, "`methods` is a list of string literals: `methods = [\"..\", \"..\"]`");
    let value = argument.value.as_ref().ok_or_else(|| wrong(argument.name.span()))?;
    let Expr::Array(ExprArray { elems, .. }) = ungrouped(value) else { return Err(wrong(value.span())) };
    if elems.is_empty() {
        // It would look like "no method" and mean "any method".
        return Err(Error::new(
            value.span(),
            "the list is empty: leave `methods` out for a mock of any method",
        ));
    }
    let methods = each(elems.iter().map(|element| text(element).ok_or_else(|| wrong(element.span()))))?;
    let mut seen = HashSet::new();
    all(methods.iter().filter_map(|method| {
        let value = method.value();
        if value.trim().is_empty() {
            Some(Error::new(method.span(), "the method's name is empty"))
        } else if seen.contains(&value) {
            Some(Error::new(method.span(), format!("the method `{value}` is named twice")))
        } else {
            seen.insert(value);
            None
        }
    }))?;
    Ok(methods.into_iter().cloned().collect())
}

/// The literal that an expression is.
pub(crate) fn text(value: &Expr) -> Option<&LitStr> {
    match ungrouped(value) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// What a `macro_rules!` variable stands for: it arrives in a group that nobody wrote.
fn ungrouped(value: &Expr) -> &Expr {
    match value {
        Expr::Group(group) => ungrouped(&group.expr),
        other => other,
    }
}
