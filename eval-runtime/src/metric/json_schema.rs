//! `json_schema`: whether the output conforms to a JSON Schema.

use jsonschema::Validator;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{BuildContext, Metric, MetricContext, MetricError, MetricType, NO_OUTPUT, Pure};
use crate::outcome::Measured;
use crate::suite::{Mistake, file};
use crate::value::ValueType;

/// How many errors the details list.
const LISTED_ERRORS: usize = 5;

pub(super) const TYPE: MetricType = MetricType {
    name: "json_schema",
    module: "",
    doc: "The output conforms to a JSON Schema",
    value_type: ValueType::Bool,
    range: None,
    build,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSchemaParams {
    /// The schema, inline.
    schema: Option<Value>,
    /// The schema's file, relative to the suite.
    schema_file: Option<String>,
}

struct JsonSchema {
    validator: Validator,
}

fn build(cx: &BuildContext<'_>) -> Result<Box<dyn Metric>, Mistake> {
    let (param, schema) = match cx.params()? {
        JsonSchemaParams { schema: Some(schema), schema_file: None } => ("schema", schema),
        JsonSchemaParams { schema: None, schema_file: Some(path) } => {
            let place = cx.config.params.place("schema_file");
            ("schema_file", file::read_json(cx.base_dir, &path, place)?)
        }
        JsonSchemaParams { schema: Some(_), schema_file: Some(_) }
        | JsonSchemaParams { schema: None, schema_file: None } => {
            return Err(Mistake::at(
                &cx.config.params.at,
                "json_schema takes one of `schema` and `schema_file`",
            ));
        }
    };
    let validator = jsonschema::validator_for(&schema)
        .map_err(|error| cx.mistake(param, format!("this is no JSON Schema: {error}")))?;
    Ok(Box::new(JsonSchema { validator }))
}

impl Pure for JsonSchema {
    fn measure(&self, cx: &MetricContext<'_>) -> Result<Measured, MetricError> {
        let Some(output) = cx.output() else { return Ok(Measured::none(NO_OUTPUT)) };
        if self.validator.is_valid(output) {
            return Ok(Measured::value(true).erase()?);
        }
        let errors: Vec<Value> = self
            .validator
            .iter_errors(output)
            .take(LISTED_ERRORS)
            .map(|error| json!({"at": error.instance_path().to_string(), "error": error.to_string()}))
            .collect();
        Ok(Measured::value(false).detail("errors", errors).erase()?)
    }
}
