//! Syntax becomes something that can be expanded, or every mistake in it.
//!
//! Only what is evident from the syntax is refused: a type may be an alias, and what the compiler says about types is
//! left to it. The expansion sees to it that it says so at the user's own token.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Error, Expr, FnArg, GenericParam, LitStr, Result, ReturnType, Signature, Type, TypeReference};

use crate::attribute::{self, Attribute};
use crate::mistakes::{all, each, zip};
use crate::parse::{Function, Input};
use crate::{doc, elide};

/// What all registered functions have.
pub(crate) struct Registered {
    pub(crate) function: Ident,
    /// What a suite calls it.
    pub(crate) name: LitStr,
    /// The first line of its documentation.
    pub(crate) doc: String,
    pub(crate) returns: TokenStream,
}

/// A metric that can be expanded.
pub(crate) struct Metric {
    pub(crate) registered: Registered,
    pub(crate) is_async: bool,
    pub(crate) context: Type,
    pub(crate) params: Option<TokenStream>,
}

/// An agent that can be expanded.
pub(crate) struct Agent {
    pub(crate) registered: Registered,
    pub(crate) context: Type,
}

/// A mock that can be expanded.
pub(crate) struct Mock {
    pub(crate) registered: Registered,
    pub(crate) methods: Vec<LitStr>,
    pub(crate) context: Type,
    pub(crate) method: Type,
    pub(crate) args: Type,
}

pub(crate) fn metric(input: Input) -> Result<Metric> {
    const SHAPE: &str = "`cx: &MetricContext<'_>` and at most one more argument, the struct of its params";

    let arguments = arguments(Attribute::Metric, input.arguments);
    let function = input.function.and_then(|function| {
        let signature = &function.signature;
        let types = argument_types(Attribute::Metric, signature).and_then(|types| match types.as_slice() {
            [context] => metric_context(context).map(|()| (context.clone(), None)),
            [context, params] => {
                zip(metric_context(context), metric_params(params))?;
                Ok((context.clone(), Some(params.clone())))
            }
            types => Err(miscounted(Attribute::Metric, signature, types.get(2), SHAPE)),
        });
        let ((), (types, returns)) =
            zip(free(Attribute::Metric, signature), zip(types, metric_return(signature)))?;
        Ok((function, types, returns))
    });
    let (arguments, (function, (context, params), returns)) = zip(arguments, function)?;
    Ok(Metric {
        is_async: function.signature.asyncness.is_some(),
        params: params.map(elide::named_lifetimes),
        registered: registered(arguments.name, function, &returns),
        context,
    })
}

pub(crate) fn agent(input: Input) -> Result<Agent> {
    let arguments = arguments(Attribute::Agent, input.arguments);
    let function = input.function.and_then(|function| {
        let signature = &function.signature;
        let context = argument_types(Attribute::Agent, signature).and_then(|types| match types.as_slice() {
            [context] => owned_context(Attribute::Agent, context, "AgentContext").map(|()| context.clone()),
            types => {
                Err(miscounted(Attribute::Agent, signature, types.get(1), "one argument, `cx: AgentContext`"))
            }
        });
        let returns = result_return(Attribute::Agent, signature, "Result<_, AgentError>");
        let called = zip(free(Attribute::Agent, signature), asynchronous(Attribute::Agent, signature));
        let (_, (context, returns)) = zip(called, zip(context, returns))?;
        Ok((function, context, returns))
    });
    let (arguments, (function, context, returns)) = zip(arguments, function)?;
    Ok(Agent { registered: registered(arguments.name, function, &returns), context })
}

pub(crate) fn mock(input: Input) -> Result<Mock> {
    const SHAPE: &str = "three arguments, `cx: MockContext, method: &str, args: Value`";

    let arguments = arguments(Attribute::Mock, input.arguments);
    let function = input.function.and_then(|function| {
        let signature = &function.signature;
        let types = argument_types(Attribute::Mock, signature).and_then(|types| match types.as_slice() {
            [context, method, args] => {
                let context_and_method =
                    zip(owned_context(Attribute::Mock, context, "MockContext"), mock_method(method));
                zip(context_and_method, mock_args(args))?;
                Ok((context.clone(), method.clone(), args.clone()))
            }
            types => Err(miscounted(Attribute::Mock, signature, types.get(3), SHAPE)),
        });
        let returns = result_return(Attribute::Mock, signature, "Result<_, MockError>");
        let called = zip(free(Attribute::Mock, signature), asynchronous(Attribute::Mock, signature));
        let (_, (types, returns)) = zip(called, zip(types, returns))?;
        Ok((function, types, returns))
    });
    let (arguments, (function, (context, method, args), returns)) = zip(arguments, function)?;
    Ok(Mock {
        registered: registered(arguments.name, function, &returns),
        methods: arguments.methods,
        context,
        method,
        args,
    })
}

/// The suites of `main!`, each once.
pub(crate) fn suites(written: &[Expr]) -> Result<Vec<LitStr>> {
    if written.is_empty() {
        return Err(Error::new(
            Span::call_site(),
            "`main!` takes the path of at least one suite: `main!(\"evals/meal_plan/suite.yaml\")`",
        ));
    }
    let mut seen = HashSet::new();
    each(written.iter().map(|suite| {
        let path = attribute::text(suite).ok_or_else(|| {
            Error::new_spanned(suite, "a suite is named by the path of its file, a string literal")
        })?;
        let value = path.value();
        if value.trim().is_empty() {
            Err(Error::new(path.span(), "the path of the suite is empty"))
        } else if seen.insert(plain_path(&value)) {
            Ok(path.clone())
        } else {
            Err(Error::new(path.span(), format!("the suite `{value}` is named twice")))
        }
    }))
}

/// A path without the steps that lead nowhere, so that `./a//b` is `a/b`.
fn plain_path(path: &str) -> PathBuf {
    Path::new(path).components().filter(|component| *component != Component::CurDir).collect()
}

fn arguments(
    attribute: Attribute,
    written: Result<Vec<attribute::Argument>>,
) -> Result<attribute::Arguments> {
    written.and_then(|written| attribute::check(attribute, &written))
}

fn registered(name: Option<LitStr>, function: Function, returns: &Type) -> Registered {
    let doc = doc::first_line(&function.attributes);
    let function = function.signature.ident;
    Registered {
        name: name.unwrap_or_else(|| LitStr::new(&function.unraw().to_string(), function.span())),
        doc,
        returns: elide::named_lifetimes(returns),
        function,
    }
}

/// That the harness, which knows nothing of the function but its name, can call it.
fn free(attribute: Attribute, signature: &Signature) -> Result<()> {
    let noun = attribute.noun();
    let generics = signature.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => Some(parameter.ident.span()),
        GenericParam::Const(parameter) => Some(parameter.ident.span()),
    });
    let generics = generics.map(|span| {
        Error::new(span, format!("{noun} has no generic parameters: a suite calls it by its name alone"))
    });
    let hidden = signature.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(argument) => match plain(&argument.ty) {
            Type::ImplTrait(hidden) => Some(hidden.span()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let hidden = hidden.map(|span| {
        Error::new(span, format!("{noun} names the types it takes: `impl Trait` is a generic parameter"))
    });
    let unsafety = signature.unsafety.map(|unsafety| {
        Error::new(unsafety.span(), format!("{noun} is called by the harness: it cannot be unsafe"))
    });
    all(generics.chain(hidden).chain(unsafety))
}

fn asynchronous(attribute: Attribute, signature: &Signature) -> Result<()> {
    match signature.asyncness {
        Some(_) => Ok(()),
        None => Err(Error::new(signature.fn_token.span(), format!("{} is an `async fn`", attribute.noun()))),
    }
}

fn argument_types(attribute: Attribute, signature: &Signature) -> Result<Vec<Type>> {
    each(signature.inputs.iter().map(|argument| match argument {
        FnArg::Typed(argument) => Ok((*argument.ty).clone()),
        FnArg::Receiver(receiver) => Err(Error::new(
            receiver.self_token.span(),
            format!("{} is a free function: there is no `self` to call it on", attribute.noun()),
        )),
    }))
}

fn miscounted(attribute: Attribute, signature: &Signature, surplus: Option<&Type>, shape: &str) -> Error {
    // A missing argument has no token; the parentheses are where it would stand.
    let span = surplus.map_or_else(|| signature.paren_token.span.join(), syn::spanned::Spanned::span);
    Error::new(span, format!("{} takes {shape}", attribute.noun()))
}

fn metric_context(context: &Type) -> Result<()> {
    let evidently_another = match plain(context) {
        Type::Reference(TypeReference { mutability: Some(_), .. }) => true,
        Type::Reference(reference) => evidently_standard(&reference.elem),
        by_value => is_named(by_value, &["MetricContext"]) || evidently_standard(by_value),
    };
    if evidently_another {
        let message = "the first argument of a metric is a `&MetricContext<'_>`";
        return Err(Error::new_spanned(context, message));
    }
    Ok(())
}

fn metric_params(params: &Type) -> Result<()> {
    match plain(params) {
        Type::Reference(_) => {
            Err(Error::new_spanned(params, "a metric takes its params by value, not by reference"))
        }
        _ => Ok(()),
    }
}

fn owned_context(attribute: Attribute, context: &Type, name: &str) -> Result<()> {
    if matches!(plain(context), Type::Reference(_)) || evidently_standard(context) {
        let message = format!("the first argument of {} is its `{name}`, by value", attribute.noun());
        return Err(Error::new_spanned(context, message));
    }
    Ok(())
}

fn mock_method(method: &Type) -> Result<()> {
    let may_be = match plain(method) {
        Type::Reference(reference) => {
            !evidently_standard(&reference.elem) || is_named(&reference.elem, &["str", "String"])
        }
        owned => !evidently_standard(owned) || is_named(owned, &["String"]),
    };
    if may_be {
        return Ok(());
    }
    Err(Error::new_spanned(
        method,
        "the second argument of a mock is the called method, as `&str` or `String`",
    ))
}

fn mock_args(args: &Type) -> Result<()> {
    if !evidently_standard(args) || is_named(args, &["Value"]) {
        return Ok(());
    }
    Err(Error::new_spanned(args, "the third argument of a mock is the arguments of the call, as a `Value`"))
}

fn metric_return(signature: &Signature) -> Result<Type> {
    match &signature.output {
        ReturnType::Default => Err(Error::new(
            after_arguments(signature),
            "a metric returns a bool, a number or a Label: say which, as in `-> bool`",
        )),
        ReturnType::Type(_, returns) if matches!(plain(returns), Type::ImplTrait(_)) => {
            Err(Error::new_spanned(returns, "a metric names the type it returns"))
        }
        ReturnType::Type(_, returns) => Ok((**returns).clone()),
    }
}

fn result_return(attribute: Attribute, signature: &Signature, expected: &str) -> Result<Type> {
    let message = || format!("{} returns a `{expected}`", attribute.noun());
    match &signature.output {
        ReturnType::Default => Err(Error::new(after_arguments(signature), message())),
        ReturnType::Type(_, returns) if evidently_standard(returns) => {
            Err(Error::new_spanned(returns, message()))
        }
        ReturnType::Type(_, returns) => Ok((**returns).clone()),
    }
}

/// Where a return type that is missing would stand.
fn after_arguments(signature: &Signature) -> Span {
    signature.paren_token.span.close()
}

/// Whether a type is, without knowing any other line of the program, neither a context nor a `Result`.
fn evidently_standard(written: &Type) -> bool {
    match plain(written) {
        Type::Array(_)
        | Type::BareFn(_)
        | Type::ImplTrait(_)
        | Type::Never(_)
        | Type::Ptr(_)
        | Type::Reference(_)
        | Type::Slice(_)
        | Type::TraitObject(_)
        | Type::Tuple(_) => true,
        named => is_named(named, STANDARD),
    }
}

/// Names that no program gives to a type of another kind.
const STANDARD: &[&str] = &[
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize", "f32", "f64", "String", "Option", "Vec", "Value",
];

/// Whether the last segment of the type's path is one of the names.
fn is_named(written: &Type, names: &[&str]) -> bool {
    match plain(written) {
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().is_some_and(|segment| names.iter().any(|name| segment.ident == name))
        }
        _ => false,
    }
}

/// A type without parentheses and without the group that a `macro_rules!` variable arrives in.
fn plain(written: &Type) -> &Type {
    match written {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;
    use crate::parse;

    fn said<T>(checked: Result<T>) -> Vec<String> {
        let mistakes =
            checked.err().map(|mistakes| mistakes.into_iter().map(|one| one.to_string()).collect());
        mistakes.unwrap_or_default()
    }

    #[track_caller]
    fn check(attribute: Attribute, arguments: TokenStream, item: TokenStream, expected: &[&str]) {
        let input = parse::input(attribute, arguments, item);
        let said = match attribute {
            Attribute::Agent => said(agent(input)),
            Attribute::Metric => said(metric(input)),
            Attribute::Mock => said(mock(input)),
        };
        assert_eq!(said, expected);
    }

    #[test]
    fn what_is_not_evident_is_left_to_the_compiler() {
        let none = TokenStream::new;
        for item in [
            quote! { fn m(cx: Cx<'_>) -> Outcome {} },
            quote! { fn m(cx: &harness::MetricContext, params: Params) -> (bool,) {} },
            quote! { fn m(cx: &Cx, params: Vec<u32>) -> String {} },
            quote! { extern "C" fn m(cx: (&MetricContext<'_>)) -> bool {} },
        ] {
            check(Attribute::Metric, none(), item, &[]);
        }
        for item in [
            quote! { async fn a(cx: Cx) -> PlanResult {} },
            quote! { async fn a(cx: AgentContext) -> Plan {} },
            quote! { async fn a(cx: AgentContext) -> <Plan as Try>::Value {} },
        ] {
            check(Attribute::Agent, none(), item, &[]);
        }
        for item in [
            quote! { async fn m(cx: Cx, method: &String, args: json::Value) -> Reply {} },
            quote! { async fn m(cx: Cx, method: Method, args: Args) -> Result<(), Error> {} },
        ] {
            check(Attribute::Mock, none(), item, &[]);
        }
    }

    #[test]
    fn a_half_typed_body_is_not_judged() {
        check(
            Attribute::Metric,
            TokenStream::new(),
            quote! { fn m(cx: &MetricContext<'_>) -> bool { let plan = cx. } },
            &[],
        );
    }

    #[test]
    fn the_mistakes_of_the_arguments_and_of_the_function_come_together_in_their_order() {
        check(
            Attribute::Mock,
            quote! { name = "", methods = ["a", "a", 1], kind = 2, name = "b" },
            quote! { unsafe fn m<T>(cx: &MockContext, args: T) {} },
            &[
                "the name is empty",
                "`methods` is a list of string literals: `methods = [\"..\", \"..\"]`",
                "unknown argument `kind`: `#[mock]` takes `name = \"..\"` and `methods = [\"..\", \"..\"]`",
                "`name` is given twice",
                "a mock has no generic parameters: a suite calls it by its name alone",
                "a mock is called by the harness: it cannot be unsafe",
                "a mock is an `async fn`",
                "a mock takes three arguments, `cx: MockContext, method: &str, args: Value`",
                "a mock returns a `Result<_, MockError>`",
            ],
        );
    }

    #[test]
    fn something_else_is_called_by_its_name() {
        for (item, noun) in [
            (quote! { struct A; }, "a struct"),
            (quote! { pub(crate) enum A {} }, "an enum"),
            (quote! { union A { a: u8 } }, "a union"),
            (quote! { #[must_use] trait A {} }, "a trait"),
            (quote! { impl A for B {} }, "an impl"),
            (quote! { const A: u8 = 1; }, "a constant"),
            (quote! { static A: u8 = 1; }, "a static"),
            (quote! { type A = u8; }, "a type alias"),
        ] {
            let message = format!("`#[agent]` goes on a function, not on {noun}");
            check(Attribute::Agent, TokenStream::new(), item, &[&message]);
        }
    }

    #[test]
    fn a_suite_is_named_once_however_its_path_is_written() {
        let check = |written, expected: &[&str]| {
            assert_eq!(said(parse::suites(written).and_then(|written| suites(&written))), expected);
        };
        check(quote! { "a.yaml", "b.yaml" }, &[]);
        check(
            quote! { "a/s.yaml", "./a/s.yaml", "a/./s.yaml", "a//s.yaml", "../a/s.yaml" },
            &[
                "the suite `./a/s.yaml` is named twice",
                "the suite `a/./s.yaml` is named twice",
                "the suite `a//s.yaml` is named twice",
            ],
        );
    }
}
