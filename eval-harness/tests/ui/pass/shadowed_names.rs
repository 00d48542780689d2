//! A program's own names in place of those of the prelude, of the crates and of the macros.
#![deny(warnings)]

mod evals {
    use ::eval_harness::{AgentContext, AgentError, MetricContext, MockContext, MockError};

    mod shadows {
        pub(super) struct Result;
        pub(super) struct Box;
        pub(super) struct Option;
        pub(super) struct Pin;
        pub(super) struct String;
        pub(super) struct Metric;
        pub(super) struct MetricType;
        pub(super) trait Fn {}
        pub(super) trait MetricReturn {}
    }
    #[expect(unused_imports, reason = "only their names matter")]
    use shadows::{Box, Fn, Metric, MetricReturn, MetricType, Option, Pin, Result, String};

    #[expect(non_snake_case, reason = "only their names matter")]
    mod functions {
        pub(super) fn Ok() {}
        pub(super) fn Err() {}
        pub(super) fn Some() {}
    }
    #[expect(unused_imports, reason = "only their names matter")]
    use functions::{Err, Ok, Some};

    #[expect(unused_macros, reason = "only their names matter")]
    macro_rules! module_path {
        () => {
            compile_error!("not this one")
        };
    }
    #[expect(unused_macros, reason = "only their names matter")]
    macro_rules! env {
        () => {
            compile_error!("not this one")
        };
    }

    mod core {}
    mod std {}
    mod eval_harness {}
    mod serde {}

    #[::eval_harness::metric]
    fn planned(_cx: &MetricContext<'_>) -> ::core::option::Option<bool> {
        ::core::option::Option::None
    }

    #[::eval_harness::agent]
    async fn planner(_cx: AgentContext) -> ::core::result::Result<bool, AgentError> {
        ::core::result::Result::Ok(true)
    }

    #[::eval_harness::mock(methods = ["create_order"])]
    async fn shop(
        _cx: MockContext,
        _method: &str,
        args: ::serde_json::Value,
    ) -> ::core::result::Result<::serde_json::Value, MockError> {
        ::core::result::Result::Ok(args)
    }

    mod target {
        mod shadows {
            pub(super) struct ExitCode;
        }
        #[expect(unused_imports, reason = "only their names matter")]
        use shadows::ExitCode;

        ::eval_harness::main!("evals/meal_plan/suite.yaml");

        pub(crate) const MAIN: fn() -> ::std::process::ExitCode = main;
    }
    pub(crate) use target::MAIN;
}

fn main() {
    let _ = evals::MAIN;
}
