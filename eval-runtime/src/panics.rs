//! Panics of code that is not ours: caught, and told with their place.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught and told by us.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// Where the panic that is being caught happened.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs `code` and answers with its panic's message and place if it panics. Such a panic prints nothing of its own.
///
/// # Errors
///
/// When it panics.
pub fn catch<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(code));
    CATCHING.set(outer);
    result.map_err(|payload| {
        let message = text(&*payload);
        match PLACE.take() {
            Some(place) => format!("panicked at {place}: {message}"),
            None => format!("panicked: {message}"),
        }
    })
}

fn text(payload: &(dyn Any + Send)) -> &str {
    match (payload.downcast_ref::<String>(), payload.downcast_ref::<&str>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "with a value that is no text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_with_its_place() {
        assert_eq!(catch(|| 7), Ok(7));
        let told = catch(|| -> u8 { panic!("no {}", "recipe") }).expect_err("a panic");
        assert!(told.starts_with("panicked at ") && told.contains("panics.rs:"), "{told}");
        assert!(told.ends_with(": no recipe"), "{told}");
    }
}
