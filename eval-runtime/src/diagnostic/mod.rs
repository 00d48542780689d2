//! Mistakes as text for people: rustc's manner, with the lines they are about.

mod clean;
mod plural;
mod snippet;
#[cfg(test)]
mod tests;

#[cfg(feature = "engine")]
pub(crate) use clean::clean_line;
pub use plural::count;
pub use snippet::render;
