//! Several mistakes as one error, so that a user sees them all in one compile.

use syn::{Error, Result};

/// Both values, or the mistakes of both.
pub(crate) fn zip<A, B>(first: Result<A>, second: Result<B>) -> Result<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(mut first), Err(second)) => {
            first.combine(second);
            Err(first)
        }
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
    }
}

/// Every value, or every mistake.
pub(crate) fn each<T>(results: impl IntoIterator<Item = Result<T>>) -> Result<Vec<T>> {
    let mut all = Ok(Vec::new());
    for next in results {
        all = zip(all, next).map(|(mut values, value)| {
            values.push(value);
            values
        });
    }
    all
}

/// Nothing, or every mistake.
pub(crate) fn all(mistakes: impl IntoIterator<Item = Error>) -> Result<()> {
    each(mistakes.into_iter().map(Err::<(), _>)).map(drop)
}
