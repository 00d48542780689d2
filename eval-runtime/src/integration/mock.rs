//! The mocks of one suite, and the calls that reach them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value};

use super::{MockContext, MockError, MockType};
use crate::suite::Behaviour;
use crate::trace::{MockCall, MockFailure, Recorder};
use crate::value::recordable;

/// One mock, ready to be called.
#[derive(Debug)]
pub(crate) struct Mock {
    /// What the agent asks for.
    pub(crate) name: String,
    /// The behaviours of the suite; they come before the function.
    pub(crate) behaviours: BTreeMap<String, Behaviour>,
    /// The `#[mock]` function, if the class names one.
    pub(crate) function: Option<&'static MockType>,
    /// The mock's config.
    pub(crate) config: Arc<Value>,
    /// Records by kind.
    pub(crate) data: Arc<BTreeMap<String, Arc<Vec<Value>>>>,
}

impl Mock {
    /// The methods that can be called; `None` when its function does not say.
    #[must_use]
    pub(crate) fn methods(&self) -> Option<Vec<&str>> {
        let declared = match self.function {
            Some(function) if function.methods.is_empty() => return None,
            Some(function) => function.methods,
            None => &[],
        };
        let mut methods: Vec<&str> = self.behaviours.keys().map(String::as_str).collect();
        methods.extend(declared.iter().filter(|method| !self.behaviours.contains_key(**method)));
        Some(methods)
    }

    async fn answer(&self, method: &str, args: Value) -> Result<Value, MockError> {
        match self.behaviours.get(method) {
            Some(Behaviour::Returns(value)) => return Ok(value.clone()),
            Some(Behaviour::Raises { message, code }) => {
                let error = MockError::new(message);
                return Err(match code {
                    Some(code) => error.code(code),
                    None => error,
                });
            }
            None => {}
        }
        match self.function {
            Some(function) if function.methods.is_empty() || function.methods.contains(&method) => {
                let cx = MockContext { config: self.config.clone(), data: self.data.clone() };
                (function.call)(cx, method.to_owned(), args).await
            }
            Some(_) | None => Err(MockError::new(format!(
                "the call was refused: the mock `{}` has no method `{method}`",
                self.name
            ))),
        }
    }
}

/// The mocks of a suite.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    mocks: Vec<Mock>,
    /// The records of all of them by kind, as the agent sees them.
    data: BTreeMap<String, Arc<Vec<Value>>>,
}

impl Mocks {
    /// The mocks, with their records put together: of one kind in two mocks, the first comes first.
    #[must_use]
    pub(crate) fn new(mocks: Vec<Mock>) -> Self {
        let mut data: BTreeMap<String, Arc<Vec<Value>>> = BTreeMap::new();
        for (kind, records) in mocks.iter().flat_map(|mock| &*mock.data) {
            data.entry(kind.clone())
                .and_modify(|all| Arc::make_mut(all).extend(records.iter().cloned()))
                .or_insert_with(|| records.clone());
        }
        Self { mocks, data }
    }

    /// The records of one kind.
    #[must_use]
    pub(crate) fn data(&self, kind: &str) -> &[Value] {
        self.data.get(kind).map_or(&[], |records| records)
    }

    /// The methods of all mocks; `None` when one does not say what it has.
    #[must_use]
    pub(crate) fn methods(&self) -> Option<Vec<&str>> {
        let methods: Option<Vec<Vec<&str>>> = self.mocks.iter().map(Mock::methods).collect();
        methods.map(|methods| methods.concat())
    }
}

/// An integration as an agent holds it: each call is answered by the suite's mock and recorded.
#[derive(Clone, Debug)]
pub struct Handle {
    name: String,
    mocks: Arc<Mocks>,
    recorder: Recorder,
    run_started: Instant,
}

impl Handle {
    /// The integration `name` of a run that began at `run_started`.
    #[must_use]
    pub(crate) fn new(name: &str, mocks: Arc<Mocks>, recorder: Recorder, run_started: Instant) -> Self {
        Self { name: name.to_owned(), mocks, recorder, run_started }
    }

    /// Calls a method with its arguments by parameter name, e.g. `json!({"sku": "MUG-RED"})`.
    ///
    /// # Errors
    ///
    /// What the mock raises; an integration or method that the suite does not mock is refused by name.
    pub async fn call(&self, method: &str, args: Value) -> Result<Value, MockError> {
        let began = Instant::now();
        let args = if args.is_null() { Value::Object(Map::new()) } else { recordable(args) };
        let call = MockCall {
            integration: self.name.clone(),
            method: method.to_owned(),
            args: args.clone(),
            result: None,
            error: None,
            attempt: 0,
            started_s: (began - self.run_started).as_secs_f64(),
            duration_s: None,
        };
        let position = self.recorder.record(|trace| {
            trace.mock_calls.push(MockCall { attempt: trace.attempts, ..call });
            trace.mock_calls.len() - 1
        });
        let answer = self.answer(method, args).await;
        self.recorder.record(|trace| {
            let Some(call) = position.and_then(|position| trace.mock_calls.get_mut(position)) else { return };
            call.duration_s = Some(began.elapsed().as_secs_f64());
            match &answer {
                Ok(value) => call.result = Some(recordable(value.clone())),
                Err(error) => {
                    let code = error.get_code().map(str::to_owned);
                    call.error = Some(MockFailure { message: error.message().to_owned(), code });
                }
            }
        });
        answer
    }

    async fn answer(&self, method: &str, args: Value) -> Result<Value, MockError> {
        if !args.is_object() {
            return Err(MockError::new(format!(
                "the call was refused: the arguments of `{method}` are not given by parameter name"
            )));
        }
        match self.mocks.mocks.iter().find(|mock| mock.name == self.name) {
            Some(mock) => mock.answer(method, args).await,
            None => Err(MockError::new(format!(
                "the call was refused: the suite mocks no integration `{}`",
                self.name
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shop() -> Mock {
        let behaviours = BTreeMap::from([
            ("price".to_owned(), Behaviour::Returns(json!(9.5))),
            (
                "order".to_owned(),
                Behaviour::Raises { message: "blocked".into(), code: Some("customer_blocked".into()) },
            ),
        ]);
        let data = BTreeMap::from([("skus".to_owned(), Arc::new(vec![json!("MUG")]))]);
        let config = Arc::new(json!({}));
        Mock { name: "shop".into(), behaviours, function: None, config, data: Arc::new(data) }
    }

    #[tokio::test]
    async fn every_call_is_answered_by_the_suite_and_recorded() {
        let recorder = Recorder::new();
        let mocks = Arc::new(Mocks::new(vec![shop()]));
        assert_eq!(mocks.data("skus"), [json!("MUG")]);
        let handle = |name| Handle::new(name, mocks.clone(), recorder.clone(), Instant::now());
        let shop = handle("shop");
        assert_eq!(shop.call("price", json!({"sku": "MUG"})).await, Ok(json!(9.5)));
        let blocked = MockError::new("blocked").code("customer_blocked");
        assert_eq!(shop.call("order", Value::Null).await, Err(blocked));
        for (integration, method) in [("shop", "cancel"), ("stock", "price")] {
            let refused = handle(integration).call(method, json!({})).await.expect_err("refused");
            assert!(refused.message().contains("the call was refused"), "{refused}");
        }
        assert!(shop.call("price", json!(["MUG"])).await.is_err());
        let calls = recorder.take().mock_calls;
        assert_eq!(calls.len(), 5);
        assert_eq!(calls[0].args, json!({"sku": "MUG"}));
        assert_eq!(calls[0].result, Some(json!(9.5)));
        assert_eq!(calls[1].args, json!({}));
        assert_eq!(calls[1].error.as_ref().and_then(|error| error.code.as_deref()), Some("customer_blocked"));
        assert_eq!(calls[3].integration, "stock");
        assert!(calls.iter().all(|call| call.attempt == 1 && call.duration_s.is_some()));
    }
}
