//! The arrows of ARCHITECTURE.md, read off the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, bottom up, as the table of ARCHITECTURE.md has them: each may use only those before it, and itself.
fn modules() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (_, table) = text.split_once("## eval-runtime, bottom up").expect("its table of modules");
    let rows =
        table.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The top module that a source file belongs to; none for the root.
fn module(path: &Path, src: &Path) -> Option<String> {
    let first = path.strip_prefix(src).expect("below src").components().next()?;
    let name = first.as_os_str().to_str().expect("UTF-8").trim_end_matches(".rs");
    (name != "lib").then(|| name.to_owned())
}

/// The modules that a source names with `crate::`, comments apart.
fn named(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: Vec<&str> = code.collect();
    let code = code.join("\n");
    let mut named = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let group = rest.strip_prefix('{').map(|rest| rest.split('}').next().unwrap_or_default());
        for item in group.unwrap_or(rest).split(',').take(if group.is_some() { usize::MAX } else { 1 }) {
            let name: String = item.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            named.push(name);
        }
    }
    named
}

#[test]
fn every_module_uses_only_those_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let modules = modules();
    let mut arrows = 0;
    for path in sources(&src) {
        let Some(module) = module(&path, &src) else { continue };
        let place = modules.iter().position(|known| *known == module);
        let place = place.unwrap_or_else(|| panic!("{module} has no place in ARCHITECTURE.md"));
        for used in named(&fs::read_to_string(&path).expect("a source")) {
            let Some(used_place) = modules.iter().position(|known| *known == used) else { continue };
            arrows += 1;
            assert!(used_place <= place, "{} uses {used}, which stands above {module}", path.display());
        }
    }
    assert!(arrows > 50, "only {arrows} arrows were read: the reader is broken");
}

#[test]
fn pure_modules_do_no_io_and_read_no_clock() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&src) {
        let text = fs::read_to_string(&path).expect("a source");
        let Some(module) = module(&path, &src) else { continue };
        let in_tests = text.find("#[cfg(test)]").unwrap_or(text.len());
        let code = &text[..in_tests];
        let reads_files = path.starts_with(src.join("suite/file"));
        if ["value", "suite", "trace", "stats", "outcome"].contains(&&*module) && !reads_files {
            for word in ["std::fs", "std::net", "Instant::now", "SystemTime::now", "println!"] {
                assert!(!code.contains(word), "{} has {word}", path.display());
            }
        }
    }
}

#[test]
fn every_module_begins_with_what_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let crates =
        ["eval-macros/src", "eval-runtime/src", "eval-harness/src", "examples/meal-plan/src", "tests/src"];
    for path in crates.iter().flat_map(|src| sources(&root.join(src))) {
        let text = fs::read_to_string(&path).expect("a source");
        assert!(text.starts_with("//!"), "{} does not", path.display());
    }
}
