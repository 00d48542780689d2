//! Comparing JSON with JSON, and what a metric's value may be. No I/O.

mod depth;
mod exact;
mod mode;
mod numeric;
mod path;
mod score;

pub use depth::{MAX_DEPTH, is_recordable, recordable};
pub use exact::{equal, equal_coerced};
pub use mode::{MatchMode, MatchModeError, Matched, ValueMatcher};
pub use numeric::number;
pub use path::{DottedPath, DottedPathError};
pub use score::{Finite, NotFinite, ROUNDING, Score, ValueType, short};
