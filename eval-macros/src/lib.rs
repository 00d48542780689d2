//! The attributes and `main!` of `eval-harness`, which exports them.
//!
//! Each goes through the same stages, one file each: `parse` reads the tokens, `check` refuses what cannot work,
//! `expand` writes the code, and `fallback` stands in for it after a mistake.

mod attribute;
mod check;
mod doc;
mod elide;
mod expand;
mod fallback;
mod mistakes;
mod parse;

use attribute::Attribute;
use proc_macro2::TokenStream;

/// Registers an async function as an agent.
///
/// A suite names it as `agent: {type: meal_planner}`: by the function's name, or by the one given with
/// `#[agent(name = "meal-planner")]`. Any crate that the test target links may hold it.
///
/// ```ignore
/// use eval_harness::{AgentContext, AgentError, agent};
/// use serde_json::{Value, json};
///
/// /// Answers with what it was asked.
/// #[agent]
/// async fn echo(cx: AgentContext) -> Result<Value, AgentError> {
///     Ok(json!({"said": cx.input()}))
/// }
/// ```
///
/// The function takes an `AgentContext` and returns a `Result` of anything that serializes; the error is an
/// `AgentError` or becomes one. The first line of its documentation is what lists of agents show.
///
/// # Errors
///
/// Does not compile on anything but an async function without generic parameters that takes and returns these; all
/// mistakes of a function are reported at once.
#[proc_macro_attribute]
pub fn agent(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    registered(Attribute::Agent, arguments.into(), item.into()).into()
}

/// Registers a function, async or not, as a metric.
///
/// A suite names it as `metrics: [{type: searches_per_day}]`: by the function's name, by its Rust path, or by the name
/// given with `#[metric(name = "searches-per-day")]`. Any crate that the test target links may hold it.
///
/// ```ignore
/// use eval_harness::{Measured, MetricContext, metric};
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct SearchesParams {
///     per_day: u32,
/// }
///
/// /// search_recipes calls per planned day.
/// #[metric]
/// fn searches_per_day(cx: &MetricContext<'_>, params: SearchesParams) -> Measured<f64> {
///     let searches = cx.trace().tool_calls_named("search_recipes").count();
///     Measured::value(searches as f64 / f64::from(params.per_day))
/// }
/// ```
///
/// The function takes a `&MetricContext<'_>` and, if it has settings, one deserializable struct that the `params` of
/// the suite's metric are read into when the suite is loaded. It returns a bool, a number or a `Label`, as it is or
/// in a `Measured<_>`, an `Option<_>` or a `Result<_, E>`; the return type says what thresholds a suite may set. The
/// first line of its documentation is what the list of metrics and the report show.
///
/// # Errors
///
/// Does not compile on anything but a function without generic parameters that takes and returns these; all mistakes
/// of a function are reported at once.
#[proc_macro_attribute]
pub fn metric(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    registered(Attribute::Metric, arguments.into(), item.into()).into()
}

/// Registers an async function as a mock of an integration.
///
/// A suite names it as `integrations: [{class: shop}]`: by the function's name, or by the one given with
/// `#[mock(name = "shop")]`. With `methods` it answers to these alone, and a suite that names another is refused when
/// it is loaded; without them it may be asked anything.
///
/// ```ignore
/// use eval_harness::{MockContext, MockError, mock};
/// use serde_json::{Value, json};
///
/// /// A shop that sells everything once.
/// #[mock(methods = ["create_order", "update_stock"])]
/// async fn shop(cx: MockContext, method: &str, args: Value) -> Result<Value, MockError> {
///     match method {
///         "create_order" => Ok(json!("order-1")),
///         _ => Ok(args),
///     }
/// }
/// ```
///
/// The function takes a `MockContext`, the method as `&str` or `String`, and the call's arguments as one JSON object.
/// It returns a `Result` of anything that serializes; the error is a `MockError` or becomes one, and is what the
/// agent's call returns.
///
/// # Errors
///
/// Does not compile on anything but an async function without generic parameters that takes and returns these; all
/// mistakes of a function are reported at once.
#[proc_macro_attribute]
pub fn mock(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    registered(Attribute::Mock, arguments.into(), item.into()).into()
}

/// The `main` of a test target that evaluates suites.
///
/// Takes the path of each suite file, as text. The target is declared with `harness = false`; its tests are the
/// suites' cases.
///
/// ```ignore
/// eval_harness::main!("evals/meal_plan/suite.yaml", "evals/nutrition_chat/suite.yaml");
/// ```
///
/// Paths are relative to the package's folder. Suites are read when the target runs, so that editing one needs no
/// build.
///
/// # Errors
///
/// Does not compile without a suite, with a path that is no literal text, or with the same path twice.
#[proc_macro]
pub fn main(suites: proc_macro::TokenStream) -> proc_macro::TokenStream {
    main_of(suites.into()).into()
}

/// The function as it was, and its registration or what is wrong with it.
fn registered(attribute: Attribute, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let input = parse::input(attribute, arguments, item.clone());
    let registration = match attribute {
        Attribute::Agent => check::agent(input).map(|agent| expand::agent(&agent)),
        Attribute::Metric => check::metric(input).map(|metric| expand::metric(&metric)),
        Attribute::Mock => check::mock(input).map(|mock| expand::mock(&mock)),
    };
    match registration {
        Ok(registration) => {
            let mut tokens = item;
            tokens.extend(registration);
            tokens
        }
        Err(mistakes) => fallback::item(&mistakes, item),
    }
}

fn main_of(suites: TokenStream) -> TokenStream {
    match parse::suites(suites).and_then(|suites| check::suites(&suites)) {
        Ok(suites) => expand::main(&suites),
        Err(mistakes) => fallback::main(&mistakes),
    }
}
