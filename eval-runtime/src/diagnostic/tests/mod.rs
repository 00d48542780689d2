//! The whole text that a user sees for each kind of mistake in a suite.

mod fields;
mod places;
mod syntax;

use super::render;
use crate::suite::file::testing::{Folder, complete};

/// What is said about the suite with this text; what every suite needs is added at its end.
fn said(text: &str) -> String {
    said_of(&Folder::new(&[("suite.yaml", complete(text))]))
}

/// What is said about a folder's suite; the folder's own name is left out.
fn said_of(folder: &Folder) -> String {
    let error = folder.load().expect_err("a mistake");
    let root = folder.root().display().to_string();
    let real_root = folder.root().canonicalize().expect("a folder").display().to_string();
    let text = render(error.mistakes(), false);
    text.replace(&format!("{root}/evals/demo/"), "").replace(&root, "<root>").replace(&real_root, "<root>")
}
