//! The agents, metrics and mocks of these tests, registered as the attributes register a user's.

use eval_runtime::agent::{
    AgentContext, AgentError, AgentType, Feedback, Validation, agent_function, agent_output,
};
use eval_runtime::inventory;
use eval_runtime::metric::{MetricContext, MetricReturn, MetricType, NoParams, metric_function};
use eval_runtime::outcome::Measured;
use eval_runtime::trace::{LlmCall, Usage};
use eval_runtime::value::ValueType;
use serde_json::{Value, json};

inventory::submit! {
    AgentType {
        name: "obedient",
        module: module_path!(),
        doc: "Does what its input says",
        make: || agent_function(|cx| Box::pin(async move { agent_output(obedient(cx).await) })),
    }
}

inventory::submit! {
    AgentType {
        name: "echo",
        module: module_path!(),
        doc: "Answers with its input",
        make: || agent_function(|cx| Box::pin(async move { Ok(cx.input().clone()) })),
    }
}

/// Does what its input says.
async fn obedient(cx: AgentContext) -> Result<Value, AgentError> {
    match cx.input().get("do").and_then(Value::as_str).unwrap_or_default() {
        "fail" => Err(AgentError::failed("no_profile", "there is no such user")),
        "raise" => Err("the disk is on fire")?,
        "panic" => panic!("no recipe"),
        "loop" => loop {
            // Blocks the thread without awaiting, and burns no CPU under the other tests.
            std::thread::park();
        },
        "hang" => std::future::pending().await,
        "null" => Ok(Value::Null),
        "sandbox" => {
            let dir = cx.sandbox_dir()?;
            std::fs::write(dir.join("note"), "x")?;
            Ok(json!(dir))
        }
        "tools" => {
            cx.tool("look_up", json!({"sku": "MUG", "n": 1}), async { Ok::<_, AgentError>(1) }).await?;
            let failed =
                cx.tool("look_up", "{\"sku\": \"TEA\"}", async { Err::<u8, _>("no such sku") }).await;
            let shop = cx.integration("shop");
            let price = shop.call("price", json!({"sku": "MUG"})).await?;
            let blocked = shop.call("order", json!({"sku": "MUG"})).await;
            Ok(json!({"failed": failed.is_err(), "price": price, "blocked": blocked.is_err()}))
        }
        "validate" => {
            let least = cx.input()["least"].as_u64().unwrap_or(0);
            let check = move |answer: &u64| match answer {
                answer if *answer >= least => Validation::Valid,
                9 => Validation::Stop { code: Some("too_many".into()), feedback: "stop".into() },
                answer => Validation::Retry(format!("{answer} is too few").into()),
            };
            let answer = cx
                .attempts(2)
                .validate("least", check)
                .run(|feedback: Option<Feedback>| async move {
                    Ok(feedback.map_or(1, |feedback| feedback.text().len() as u64 % 7 + 2))
                })
                .await?;
            Ok(json!(answer))
        }
        "llm" => {
            let usage = Some(Usage { input_tokens: 10, output_tokens: 4, cached_input_tokens: 3 });
            cx.record_llm_call(LlmCall {
                model: "m".into(),
                usage,
                cost_usd: Some(0.5),
                ..LlmCall::default()
            });
            cx.record_llm_call(LlmCall {
                model: "m".into(),
                usage,
                cost_usd: Some(0.25),
                ..LlmCall::default()
            });
            Ok(json!("done"))
        }
        "llm_unknown" => {
            cx.record_llm_call(LlmCall::default());
            Ok(json!("done"))
        }
        _ => Ok(cx.input().clone()),
    }
}

/// Registers a metric of a function without params.
macro_rules! metric {
    ($name:literal, $value_type:expr, $function:expr) => {
        inventory::submit! {
            MetricType {
                name: $name,
                module: module_path!(),
                doc: "",
                value_type: $value_type,
                range: None,
                build: |cx| metric_function::<NoParams>(cx, |cx, _| Box::pin(async move {
                    let measure: fn(&MetricContext<'_>) -> _ = $function;
                    measure(cx).into_measured()
                })),
            }
        }
    };
}

metric!("raises", ValueType::Number, |_| Err::<f64, _>("the metric's own fault"));
metric!("panics", ValueType::Bool, |_| -> bool { panic!("the metric's own panic") });
metric!("spins", ValueType::Bool, |_| -> bool {
    loop {
        std::thread::park();
    }
});
metric!("nan", ValueType::Number, |_| f64::NAN);
metric!("silent", ValueType::Number, |_| None::<f64>);
metric!("fine", ValueType::Bool, |_| true);
metric!("parts", ValueType::Number, |_| Measured::value(0.5).component("left", 1.0).component("right", 0.0));
metric!("own_steps", ValueType::Number, |cx| cx.trace().tool_calls.len());
