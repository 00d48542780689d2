//! Users' metrics: `#[metric]` functions.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BuildContext, Metric, MetricContext, MetricError};
use crate::LocalBoxFuture;
use crate::outcome::{Label, Measured, Scored};
use crate::suite::Mistake;
use crate::value::{Score, ValueType};

/// The params of a function that takes none.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoParams {}

/// How a `#[metric]` function is called.
type Call<P> =
    for<'a> fn(&'a MetricContext<'a>, P) -> LocalBoxFuture<'a, Result<Measured<Score>, MetricError>>;

/// Builds a metric of a function, its params read and checked.
///
/// # Errors
///
/// A mistake at the param that does not fit.
pub fn metric_function<P: DeserializeOwned + 'static>(
    cx: &BuildContext<'_>,
    call: Call<P>,
) -> Result<Box<dyn Metric>, Mistake> {
    let _: P = cx.params()?;
    Ok(Box::new(MetricFunction { params: Value::Object(cx.config.params.values.clone()), call }))
}

/// A function with its params. They are kept as JSON and read for each run, so that they need be neither `Clone` nor
/// `Sync`.
struct MetricFunction<P> {
    params: Value,
    call: Call<P>,
}

impl<P: DeserializeOwned> Metric for MetricFunction<P> {
    fn measure<'a>(&'a self, cx: &'a MetricContext<'a>) -> LocalBoxFuture<'a, Result<Measured, MetricError>> {
        match P::deserialize(&self.params) {
            Ok(params) => (self.call)(cx, params),
            Err(error) => Box::pin(std::future::ready(Err(error.into()))),
        }
    }
}

/// What a `#[metric]` function may return: a bool, a number or a [`Label`]; [`Measured`] of one; an `Option` or `Result`
/// of these.
#[diagnostic::on_unimplemented(
    message = "a metric returns a bool, a number or a Label",
    label = "this is none of them",
    note = "return `bool`, a number, `Label`, `Measured<..>`, or an `Option` or `Result` of one of these; a text that is one of a few names is a `Label`"
)]
pub trait MetricReturn {
    /// The type of the metric's values.
    const VALUE_TYPE: ValueType;

    /// The answer.
    ///
    /// # Errors
    ///
    /// The function's own, or that a number is NaN or infinite.
    fn into_measured(self) -> Result<Measured<Score>, MetricError>;
}

impl<T: Scored> MetricReturn for Measured<T> {
    const VALUE_TYPE: ValueType = T::VALUE_TYPE;

    fn into_measured(self) -> Result<Measured<Score>, MetricError> {
        Ok(self.erase()?)
    }
}

impl<T: MetricReturn> MetricReturn for Option<T> {
    const VALUE_TYPE: ValueType = T::VALUE_TYPE;

    fn into_measured(self) -> Result<Measured<Score>, MetricError> {
        match self {
            Some(answer) => answer.into_measured(),
            None => Ok(Measured::none("the metric gave no value")),
        }
    }
}

impl<T: MetricReturn, E: Into<MetricError>> MetricReturn for Result<T, E> {
    const VALUE_TYPE: ValueType = T::VALUE_TYPE;

    fn into_measured(self) -> Result<Measured<Score>, MetricError> {
        self.map_err(Into::into)?.into_measured()
    }
}

macro_rules! plain_values {
    ($($value:ty),*) => {$(
        impl MetricReturn for $value {
            const VALUE_TYPE: ValueType = <$value as Scored>::VALUE_TYPE;

            fn into_measured(self) -> Result<Measured<Score>, MetricError> {
                Measured::value(self).into_measured()
            }
        }
    )*};
}

plain_values!(bool, Label, f32, f64, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);
