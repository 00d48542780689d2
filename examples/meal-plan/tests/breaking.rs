//! The suite is green because the assistant is right: broken in one place, it turns exactly the cases red that this
//! place is for.
//!
//! Each test copies the package into a workspace of its own, changes one line of the copy, runs the real
//! `cargo test --test evals` there, and reads `results/latest/summary.json`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use serde_json::Value;

/// One way to break the assistant, and what must come of it.
struct Breakage {
    name: &'static str,
    file: &'static str,
    /// Stands in the file once.
    line: &'static str,
    broken: &'static str,
    /// The cases that are red with the default variant, in the order of the suite.
    red: &'static [&'static str],
}

#[test]
fn searches_that_forget_the_allergies() {
    check(&Breakage {
        name: "allergies",
        file: "src/agent.rs",
        line: "excluded_allergens: self.profile.allergies.clone(),",
        broken: "excluded_allergens: Default::default(),",
        red: &[
            "nuts-and-milk",
            "gluten-and-egg",
            "fish-and-soy",
            "traces",
            "colliding-allergies",
            "eight-allergies",
        ],
    });
}

#[test]
fn searches_that_forget_the_diet() {
    check(&Breakage {
        name: "diet",
        file: "src/agent.rs",
        line: "dietary_tags: self.profile.dietary_tags(),",
        broken: "dietary_tags: Default::default(),",
        red: &[
            "piotr",
            "vegetarian",
            "diabetic",
            "vegetarian-diabetic",
            "colliding-allergies",
            "every-recipe-unsafe",
        ],
    });
}

#[test]
fn calories_that_seem_right_whatever_they_are() {
    check(&Breakage {
        name: "calories",
        file: "src/profile.rs",
        line: "calories.clamp(self.min, self.max);",
        broken: "calories;",
        // Green stay two users who get no plan anyway, and three whose best rated recipes happen to fit.
        red: &[
            "a-week-is-the-default",
            "fourteen-days",
            "narrow-target",
            "low-target",
            "high-target",
            "piotr",
            "diabetic",
            "vegetarian-diabetic",
            "nuts-and-milk",
            "gluten-and-egg",
            "fish-and-soy",
            "traces",
            "colliding-allergies",
            "target-too-low",
            "target-too-high",
        ],
    });
}

#[test]
fn everyone_gets_the_first_profile() {
    check(&Breakage {
        name: "profile",
        file: "src/agent.rs",
        line: r#"profile["user_id"] == user_id"#,
        broken: r#"profile["user_id"].is_string()"#,
        // All but those of Anna, whose profile is the first.
        red: &[
            "narrow-target",
            "low-target",
            "high-target",
            "piotr",
            "vegetarian",
            "diabetic",
            "vegetarian-diabetic",
            "nuts-and-milk",
            "gluten-and-egg",
            "fish-and-soy",
            "traces",
            "colliding-allergies",
            "eight-allergies",
            "no-profile",
            "every-recipe-unsafe",
            "target-too-low",
            "target-too-high",
        ],
    });
}

#[track_caller]
fn check(breakage: &Breakage) {
    let package = copy_package(breakage.name).expect("the package is copied");
    break_line(&package, breakage);
    let output = run_evals(&package);
    let summary = package.join("evals/meal_plan/results/latest/summary.json");
    let Ok(summary) = fs::read_to_string(&summary) else { panic!("no {}:\n{output}", summary.display()) };
    let summary: Value = serde_json::from_str(&summary).expect("the summary is JSON");
    assert_eq!(red_cases(&summary), breakage.red, "{output}");
    assert!(output.ends_with("exit code 1"), "{output}");
    assert_eq!(summary["run"]["exit_code"], 1);
}

/// The cases of the default variant that did not pass.
fn red_cases(summary: &Value) -> Vec<&str> {
    let candidates = summary["candidates"].as_array().expect("candidates");
    let default =
        candidates.iter().find(|candidate| candidate["name"] == "default/default").expect("the default");
    let cases = default["cases"].as_array().expect("cases");
    let red = cases.iter().filter(|case| case["status"] != "passed");
    red.map(|case| case["id"].as_str().expect("an id")).collect()
}

fn break_line(package: &Path, Breakage { file, line, broken, .. }: &Breakage) {
    let file = package.join(file);
    let source = fs::read_to_string(&file).expect("the file to break");
    assert_eq!(source.matches(line).count(), 1, "`{line}` must stand in {} once", file.display());
    fs::write(&file, source.replace(line, broken)).expect("the broken file is written");
}

/// What `cargo test --test evals` prints, and last its exit code.
///
/// It builds into the target folder of this test, so that only the copy itself is built anew.
fn run_evals(package: &Path) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in env::vars_os() {
        // How this test is run says nothing about how the copy is.
        let name = name.to_string_lossy();
        if ["EVAL_", "NEXTEST", "CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|own| name.starts_with(own)) {
            cargo.env_remove(&*name);
        }
    }
    cargo
        .args(["test", "--offline", "--test", "evals", "--target-dir"])
        .arg(target_tmp().parent().expect("a target folder"));
    let output = cargo.current_dir(package).stdin(Stdio::null()).output().expect("cargo runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    format!("{}{}exit code {code}", text(&output.stdout), text(&output.stderr))
}

/// Copies the package into a workspace that is like this one, but has no other member.
///
/// Cargo tells packages apart by their folder in the workspace, so each copy has another.
fn copy_package(name: &str) -> io::Result<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2).expect("the package lies in examples/ of its workspace");
    let copy = target_tmp().join("breaking").join(name);
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_folder(package, &copy.join(name))?;

    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let (before, members) = manifest.split_once("\nmembers = [").expect("the workspace lists its members");
    let (_, after) = members.split_once(']').expect("the list of members ends");
    let after =
        after.replace("path = \"", &format!("path = \"{}/", root.display().to_string().replace('\\', "/")));
    fs::write(copy.join("Cargo.toml"), format!("{before}\nmembers = [\"{name}\"]{after}"))?;
    fs::copy(root.join("Cargo.lock"), copy.join("Cargo.lock"))?;
    Ok(copy.join(name))
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), to)?;
        } else if entry.file_name() != "results" {
            copy_folder(&entry.path(), &to)?;
        }
    }
    Ok(())
}

fn target_tmp() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}
