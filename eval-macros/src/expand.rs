//! What becomes of a function beside itself: an entry in the registry of its kind, found by name from any crate that
//! is linked.
//!
//! Expanded code names `::eval_harness::__private`, `::core` and `::std` alone and by their full paths, so that it
//! means the same where a user has a `Result` or `Box` of their own. Where the compiler may find fault with a type of
//! the user's, the expanded tokens carry that type's span.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{LitStr, Type};

use crate::check::{Agent, Metric, Mock, Registered};

pub(crate) fn metric(metric: &Metric) -> TokenStream {
    let Metric { registered: Registered { function, name, doc, returns }, is_async, context, params } =
        metric;
    let cx = local("__cx", Span::call_site());
    let passed_cx = local("__cx", context.span());
    let (params_type, params, passed_params) = match params {
        Some(params) => {
            let passed = local("__params", params.span());
            (params.clone(), local("__params", Span::call_site()).into_token_stream(), quote!(, #passed))
        }
        None => (quote!(::eval_harness::__private::NoParams), quote!(_), TokenStream::new()),
    };
    let wait = is_async.then(|| quote!(.await));
    let output = local("__output", returns.span());
    let measured = quote_spanned! {output.span()=>
        <#returns as ::eval_harness::__private::MetricReturn>::into_measured(#output)
    };
    let value_type = quote_spanned! {returns.span()=>
        <#returns as ::eval_harness::__private::MetricReturn>::VALUE_TYPE
    };
    let build = quote_spanned! {params_type.span()=>
        ::eval_harness::__private::metric_function::<#params_type>
    };
    submit(quote! {
        ::eval_harness::__private::MetricType {
            name: #name,
            module: ::core::module_path!(),
            doc: #doc,
            value_type: #value_type,
            range: ::core::option::Option::None,
            build: |#cx| #build(#cx, |#cx, #params| ::std::boxed::Box::pin(async move {
                let #output = #function(#passed_cx #passed_params) #wait;
                #measured
            })),
        }
    })
}

pub(crate) fn agent(agent: &Agent) -> TokenStream {
    let Agent { registered: Registered { function, name, doc, returns }, context } = agent;
    let cx = local("__cx", Span::call_site());
    let passed_cx = local("__cx", context.span());
    let output = local("__output", returns.span());
    let value = quote_spanned! {output.span()=> ::eval_harness::__private::agent_output(#output) };
    submit(quote! {
        ::eval_harness::__private::AgentType {
            name: #name,
            module: ::core::module_path!(),
            doc: #doc,
            make: || ::eval_harness::__private::agent_function(
                |#cx| ::std::boxed::Box::pin(async move {
                    let #output = #function(#passed_cx).await;
                    #value
                })
            ),
        }
    })
}

pub(crate) fn mock(mock: &Mock) -> TokenStream {
    let Mock { registered: Registered { function, name, doc, returns }, methods, context, method, args } =
        mock;
    let [cx, called, with] = ["__cx", "__method", "__args"].map(|name| local(name, Span::call_site()));
    let passed_cx = local("__cx", context.span());
    let passed_method = local("__method", method.span());
    let passed_args = local("__args", args.span());
    let borrow = is_reference(method).then(|| quote_spanned!(method.span()=> &));
    let output = local("__output", returns.span());
    let value = quote_spanned! {output.span()=> ::eval_harness::__private::mock_output(#output) };
    submit(quote! {
        ::eval_harness::__private::MockType {
            name: #name,
            module: ::core::module_path!(),
            doc: #doc,
            methods: &[#(#methods),*],
            call: |#cx, #called, #with| ::std::boxed::Box::pin(async move {
                let #output = #function(#passed_cx, #borrow #passed_method, #passed_args).await;
                #value
            }),
        }
    })
}

/// The `main` of a test target.
pub(crate) fn main(suites: &[LitStr]) -> TokenStream {
    quote! {
        fn main() -> ::std::process::ExitCode {
            ::eval_harness::__private::main(
                &[#(#suites),*],
                ::core::env!("CARGO_MANIFEST_DIR"),
                ::core::file!(),
            )
        }
    }
}

fn submit(entry: TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            ::eval_harness::__private::inventory::submit! { #entry }
        };
    }
}

/// A variable that no name of the user's can meet, shown in messages as if it stood at `at`.
fn local(name: &str, at: Span) -> Ident {
    Ident::new(name, Span::mixed_site().located_at(at))
}

/// A mock may take its method as `&str` or as `String`.
fn is_reference(written: &Type) -> bool {
    match written {
        Type::Reference(_) => true,
        Type::Group(group) => is_reference(&group.elem),
        Type::Paren(paren) => is_reference(&paren.elem),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::Attribute;
    use crate::{check, parse};

    #[track_caller]
    fn check(actual: syn::Result<TokenStream>, expected: TokenStream) {
        let entry = quote! {
            const _: () = {
                ::eval_harness::__private::inventory::submit! { #expected }
            };
        };
        assert_eq!(spaceless(&actual.expect("has no mistake")), spaceless(&entry));
    }

    /// Tokens that mean the same are spaced by where they come from: `> >` and `>>`.
    fn spaceless(tokens: &TokenStream) -> String {
        tokens.to_string().split_whitespace().collect()
    }

    #[test]
    fn a_metric_without_params() {
        let input = parse::input(
            Attribute::Metric,
            TokenStream::new(),
            quote! {
                /// Whether it fits.
                pub fn fits(cx: &MetricContext<'_>) -> bool { true }
            },
        );
        check(
            check::metric(input).map(|found| metric(&found)),
            quote! {
                ::eval_harness::__private::MetricType {
                    name: "fits",
                    module: ::core::module_path!(),
                    doc: "Whether it fits.",
                    value_type: <bool as ::eval_harness::__private::MetricReturn>::VALUE_TYPE,
                    range: ::core::option::Option::None,
                    build: |__cx| ::eval_harness::__private::metric_function::<::eval_harness::__private::NoParams>(
                        __cx,
                        |__cx, _| ::std::boxed::Box::pin(async move {
                            let __output = fits(__cx);
                            <bool as ::eval_harness::__private::MetricReturn>::into_measured(__output)
                        })
                    ),
                }
            },
        );
    }

    #[test]
    fn an_async_metric_with_params_and_a_name() {
        let input = parse::input(
            Attribute::Metric,
            quote! { name = "per-day" },
            quote! {
                async fn per_day<'a>(cx: &'a MetricContext<'a>, params: Params) -> Result<f64, Error<'a>> { todo!() }
            },
        );
        check(
            check::metric(input).map(|found| metric(&found)),
            quote! {
                ::eval_harness::__private::MetricType {
                    name: "per-day",
                    module: ::core::module_path!(),
                    doc: "",
                    value_type: <Result<f64, Error<'_>> as ::eval_harness::__private::MetricReturn>::VALUE_TYPE,
                    range: ::core::option::Option::None,
                    build: |__cx| ::eval_harness::__private::metric_function::<Params>(
                        __cx,
                        |__cx, __params| ::std::boxed::Box::pin(async move {
                            let __output = per_day(__cx, __params).await;
                            <Result<f64, Error<'_>> as ::eval_harness::__private::MetricReturn>::into_measured(
                                __output
                            )
                        })
                    ),
                }
            },
        );
    }

    #[test]
    fn an_agent() {
        let input = parse::input(
            Attribute::Agent,
            TokenStream::new(),
            quote! { async fn r#loop(cx: AgentContext) -> Result<Plan, AgentError> { todo!() } },
        );
        check(
            check::agent(input).map(|found| agent(&found)),
            quote! {
                ::eval_harness::__private::AgentType {
                    name: "loop",
                    module: ::core::module_path!(),
                    doc: "",
                    make: || ::eval_harness::__private::agent_function(
                        |__cx| ::std::boxed::Box::pin(async move {
                            let __output = r#loop(__cx).await;
                            ::eval_harness::__private::agent_output(__output)
                        })
                    ),
                }
            },
        );
    }

    #[test]
    fn a_mock() {
        for (method, passed) in [(quote!(&str), quote!(&__method)), (quote!(String), quote!(__method))] {
            let input = parse::input(
                Attribute::Mock,
                quote! { methods = ["create_order", "update_stock"] },
                quote! {
                    async fn shop(cx: MockContext, method: #method, args: Value) -> Result<Value, MockError> { todo!() }
                },
            );
            check(
                check::mock(input).map(|found| mock(&found)),
                quote! {
                    ::eval_harness::__private::MockType {
                        name: "shop",
                        module: ::core::module_path!(),
                        doc: "",
                        methods: &["create_order", "update_stock"],
                        call: |__cx, __method, __args| ::std::boxed::Box::pin(async move {
                            let __output = shop(__cx, #passed, __args).await;
                            ::eval_harness::__private::mock_output(__output)
                        }),
                    }
                },
            );
        }
    }

    #[test]
    fn a_main() {
        let suites = parse::suites(quote! { "a/suite.yaml", "b/suite.yaml", }).expect("reads");
        let expected = quote! {
            fn main() -> ::std::process::ExitCode {
                ::eval_harness::__private::main(
                    &["a/suite.yaml", "b/suite.yaml"],
                    ::core::env!("CARGO_MANIFEST_DIR"),
                    ::core::file!(),
                )
            }
        };
        let suites = check::suites(&suites).expect("has no mistake");
        assert_eq!(main(&suites).to_string(), expected.to_string());
    }
}
