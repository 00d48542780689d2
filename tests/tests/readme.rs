//! The README's files make a project that works as it says.

use std::fs;
use std::path::{Path, PathBuf};

use eval_tests::{Start, Written};

/// The block of the README that is fenced as `language` and holds `mark`.
#[track_caller]
fn block<'a>(readme: &'a str, language: &str, mark: &str) -> &'a str {
    let fence = format!("```{language}\n");
    let blocks = readme.split(&*fence).skip(1).filter_map(|rest| rest.split("\n```").next());
    let found: Vec<&str> = blocks.filter(|block| block.contains(mark)).collect();
    assert_eq!(found.len(), 1, "one {language} block with `{mark}`");
    found[0]
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
    fs::write(path, text).expect("the file is written");
}

/// The project that someone has who copied the README's files, in one place, so that it is built once.
fn project(root: &Path) -> PathBuf {
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let published = "eval-harness = \"0.1\"";
    let manifest = block(&readme, "toml", published);
    let here = format!("eval-harness = {{ path = {:?} }}", root.join("eval-harness"));
    let manifest = manifest.replace(published, &here);
    let package = "[package]\nname = \"readme\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n";
    let profile = "\n\n[profile.dev]\ndebug = \"line-tables-only\"\n";
    write(&project.join("Cargo.toml"), &format!("{package}{manifest}{profile}"));
    write(&project.join("src/lib.rs"), "");
    write(&project.join("tests/evals.rs"), block(&readme, "rust", "eval_harness::main!"));
    write(&project.join("evals/capitals/suite.yaml"), block(&readme, "yaml", "agent: {type: geographer}"));
    fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).expect("the versions of this workspace");
    project
}

#[test]
fn the_files_of_the_readme_make_a_project_that_passes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let project = project(root);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a target folder");
    let cargo = |args: &[&str]| {
        let start = Start::new(Path::new(env!("CARGO")), &project, args).env("CARGO_TARGET_DIR", target);
        start.run().with_code(0)
    };
    let all = cargo(&["test", "--offline", "--test", "evals"]);
    assert_eq!(all.count("ok"), 3, "{all}");
    assert_eq!(all.count("FAILED"), 0, "{all}");
    let folder = project.join("evals/capitals");
    let summary = Written::beside(&folder).summary();
    assert_eq!(summary["candidates"][0]["pass_rate"], 1.0);
    assert_eq!(cargo(&["test", "--offline", "--test", "evals", "--", "--case", "france"]).count("ok"), 1);
    assert_eq!(
        cargo(&["test", "--offline", "--test", "evals", "--", "eval::capitals::japan"]).count("ok"),
        1
    );
    let repeated =
        cargo(&["test", "--offline", "--test", "evals", "--", "--repeats", "5", "--parallel", "16"]);
    assert_eq!(repeated.count("ok"), 3, "{repeated}");
    assert_eq!(Written::beside(&folder).summary()["candidates"][0]["counts"]["planned"], 15);
    let _ = cargo(&["nextest", "run", "--offline", "--test", "evals"]);
}
