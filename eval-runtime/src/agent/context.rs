//! What an agent sees of a run.

use std::fmt::Display;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{AgentError, Attempts, Sandbox};
use crate::integration::{Handle, Mocks};
use crate::suite::Model;
use crate::trace::{Arguments, Event, LlmCall, Recorder, ToolCall};
use crate::value::recordable;

/// The facts of one run that its agent may see.
#[derive(Debug)]
pub(crate) struct RunFacts {
    /// The case's input.
    pub(crate) input: Arc<Value>,
    /// The agent's config with the variant's merged in; an object.
    pub(crate) config: Arc<Value>,
    /// The candidate's model, if the suite compares models.
    pub(crate) model: Option<Arc<Model>>,
    /// The variant's system prompt, if it has one.
    pub(crate) system_prompt: Option<Arc<str>>,
    /// The suite's mocks.
    pub(crate) mocks: Arc<Mocks>,
    /// Records what the agent does.
    pub(crate) recorder: Recorder,
    /// The run's own folder.
    pub(crate) sandbox: Arc<Sandbox>,
    /// When the run began.
    pub(crate) started: Instant,
}

/// What an agent sees of its run, and how it tells what it does. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AgentContext {
    facts: Arc<RunFacts>,
}

impl AgentContext {
    /// The context of one run.
    #[must_use]
    pub(crate) fn new(facts: RunFacts) -> Self {
        Self { facts: Arc::new(facts) }
    }

    /// The case's input; null when the case has none.
    #[must_use]
    pub fn input(&self) -> &Value {
        &self.facts.input
    }

    /// The case's input as `T`.
    ///
    /// # Errors
    ///
    /// `RUNTIME_ERROR` when it does not fit `T`, naming the field.
    pub fn input_as<T: DeserializeOwned>(&self) -> Result<T, AgentError> {
        read(&self.facts.input, "the case's input")
    }

    /// The agent's `config` of the suite, with the variant's `agent_config` merged in, as `T`.
    ///
    /// # Errors
    ///
    /// `RUNTIME_ERROR` when it does not fit `T`, naming the field.
    pub fn config_as<T: DeserializeOwned>(&self) -> Result<T, AgentError> {
        read(&self.facts.config, "the agent's config")
    }

    /// The candidate's model; none when the suite lists no models.
    #[must_use]
    pub fn model(&self) -> Option<&Model> {
        self.facts.model.as_deref()
    }

    /// The variant's system prompt; none for a variant without one, `default` among them.
    #[must_use]
    pub fn system_prompt(&self) -> Option<&str> {
        self.facts.system_prompt.as_deref()
    }

    /// The sandbox's records of one kind: `config.data` of the suite's integrations.
    #[must_use]
    pub fn data(&self, kind: &str) -> &[Value] {
        self.facts.mocks.data(kind)
    }

    /// An integration, by the name that the suite gives it.
    #[must_use]
    pub fn integration(&self, name: &str) -> Handle {
        let facts = &self.facts;
        Handle::new(name, facts.mocks.clone(), facts.recorder.clone(), facts.started)
    }

    /// Runs a tool and records the call, its result or error, and its time.
    ///
    /// A tool that returns `Err` is a `tool_error` event; a tool named `stop_execution` is a `stop_execution` event.
    ///
    /// # Errors
    ///
    /// The tool's own.
    pub async fn tool<T, E, F>(&self, name: &str, args: impl Serialize, tool: F) -> Result<T, E>
    where
        T: Serialize,
        E: Display,
        F: Future<Output = Result<T, E>>,
    {
        let began = Instant::now();
        let arguments = match serde_json::to_value(args) {
            Ok(args) => Arguments::read(recordable(args)),
            Err(error) => Arguments { value: Value::Null, parse_error: Some(error.to_string()) },
        };
        let recorder = &self.facts.recorder;
        let position = recorder.record(|trace| {
            trace.tool_calls.push(ToolCall {
                name: name.to_owned(),
                arguments,
                result: None,
                error: None,
                attempt: trace.attempts,
                started_s: (began - self.facts.started).as_secs_f64(),
                duration_s: None,
            });
            if name == "stop_execution" {
                trace.events.push(Event::StopExecution);
            }
            trace.tool_calls.len() - 1
        });
        let answer = tool.await;
        let duration_s = Some(began.elapsed().as_secs_f64());
        let result = answer.as_ref().map(|result| {
            serde_json::to_value(result)
                .map(recordable)
                .unwrap_or_else(|error| format!("(the result cannot be written as JSON: {error})").into())
        });
        recorder.record(|trace| {
            let Some(call) = position.and_then(|position| trace.tool_calls.get_mut(position)) else { return };
            call.duration_s = duration_s;
            match result {
                Ok(result) => call.result = Some(result),
                Err(error) => {
                    call.error = Some(error.to_string());
                    trace.events.push(Event::ToolError { tool: name.to_owned() });
                }
            }
        });
        answer
    }

    /// A validator loop that sends the agent back at most `max_retries` times.
    ///
    /// ```no_run
    /// # use eval_runtime::agent::{AgentContext, AgentError, Feedback, Validation};
    /// # async fn agent(cx: AgentContext) -> Result<Vec<u32>, AgentError> {
    /// let not_empty = |plan: &Vec<u32>| {
    ///     if plan.is_empty() { Validation::Retry("plan at least one day".into()) } else { Validation::Valid }
    /// };
    /// cx.attempts(3)
    ///     .validate("not_empty", not_empty)
    ///     .run(|feedback: Option<Feedback>| async move {
    ///         Ok(if feedback.is_some() { vec![1] } else { vec![] })
    ///     })
    ///     .await
    /// # }
    /// ```
    pub fn attempts<'v, T>(&self, max_retries: u32) -> Attempts<'v, T> {
        Attempts::new(self.facts.recorder.clone(), max_retries)
    }

    /// Records an event of the agent's own.
    pub fn record(&self, event: Event) {
        let event = match event {
            Event::Custom { name, data } => Event::Custom { name, data: recordable(data) },
            event => event,
        };
        self.facts.recorder.event(event);
    }

    /// Records a model call, for agents with a client of their own. A cost or time that is no number, or below 0, is
    /// unknown.
    pub fn record_llm_call(&self, call: LlmCall) {
        let known = |number: Option<f64>| number.filter(|number| number.is_finite() && *number >= 0.0);
        let call = LlmCall { cost_usd: known(call.cost_usd), duration_s: known(call.duration_s), ..call };
        self.facts.recorder.record(|trace| trace.llm_calls.push(call));
    }

    /// The run's own folder, which is removed after the run.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn sandbox_dir(&self) -> io::Result<PathBuf> {
        self.facts.sandbox.dir()
    }
}

fn read<T: DeserializeOwned>(value: &Value, what: &str) -> Result<T, AgentError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { format!(" at `{path}`") };
        AgentError::from(format!("{what} does not fit{place}: {}", error.into_inner()))
    })
}
