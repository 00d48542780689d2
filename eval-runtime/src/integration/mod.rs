//! Mocks: outside systems that a suite stands in for, by behaviours, data or a `#[mock]` function.

mod error;
mod mock;
mod registry;

pub use error::MockError;
pub use mock::Handle;
pub(crate) use mock::{Mock, Mocks};
pub use registry::{MockContext, MockType, find, mock_output, registered};
