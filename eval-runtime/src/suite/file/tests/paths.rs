//! The files that a suite names.

use crate::suite::file::testing::{Folder, complete};

/// What is said about a prompt file with this path; the temporary folder's name left out.
fn said(folder: &Folder, path: &str) -> Result<String, String> {
    folder.write("suite.yaml", complete(&format!("variants: [{{name: v, system_prompt_file: '{path}'}}]")));
    match folder.load() {
        Ok(suite) => Ok(suite.variants[0].system_prompt.clone().unwrap_or_default()),
        Err(error) => {
            assert_eq!(error.mistakes().len(), 1, "{error}");
            assert!(error.mistakes()[0].place.is_some(), "{error}");
            let root = folder.root().canonicalize().expect("a folder").display().to_string();
            let message = error.mistakes()[0].message.replace(&root, "");
            let help = error.mistakes()[0].help.as_deref().unwrap_or_default().replace(&root, "<root>");
            Err(format!("{message} | {help}"))
        }
    }
}

#[track_caller]
fn check(folder: &Folder, path: &str, expected: Result<&str, &str>) {
    let said = said(folder, path);
    assert_eq!(said.as_deref().map_err(|text| &**text), expected, "{path}");
}

const OUTSIDE: Result<&str, &str> =
    Err("the path leads out of the workspace | the workspace is <root>; copy the file into it");
const ABSOLUTE: Result<&str, &str> =
    Err("a path must not be absolute | write it relative to the suite's folder");

#[test]
fn paths_are_relative_to_the_suites_folder_and_stay_in_the_workspace() {
    let folder = Folder::new(&[("prompts/v.txt", "own"), ("/shared/v.txt", "shared"), ("/top.txt", "top")]);
    check(&folder, "prompts/v.txt", Ok("own"));
    check(&folder, "./prompts/../prompts/v.txt", Ok("own"));
    check(&folder, "../../shared/v.txt", Ok("shared"));
    check(&folder, "../../top.txt", Ok("top"));
    check(&folder, "../../../top.txt", OUTSIDE);
    check(&folder, "../../../../../../../../../etc/passwd", OUTSIDE);
    check(&folder, "/etc/passwd", ABSOLUTE);
    check(&folder, "C:/x.txt", ABSOLUTE);
    check(&folder, "C:\\x.txt", ABSOLUTE);
    check(&folder, "\\\\server\\x.txt", ABSOLUTE);
    check(&folder, " ", Err("a path must not be empty | "));
}

#[test]
fn a_backslash_counts_as_a_slash_on_every_platform() {
    let folder = Folder::new(&[("prompts/v.txt", "own")]);
    check(&folder, "prompts\\v.txt", Ok("own"));
    check(&folder, "..\\demo\\prompts/v.txt", Ok("own"));
    check(&folder, "..\\..\\..\\x.pdf", OUTSIDE);
}

#[test]
fn a_prompt_is_the_same_on_every_platform() {
    let folder = Folder::new(&[("v.txt", "\u{feff}a\r\nb\n")]);
    check(&folder, "v.txt", Ok("a\nb\n"));
}

#[test]
fn a_file_that_is_missing_is_a_mistake_with_a_near_name() {
    let folder = Folder::new(&[("prompts/brief.txt", "x")]);
    let missing = |path: &str| folder.path(path).display().to_string();
    let message = |path: &str, help: &str| format!("there is no file {} | {help}", missing(path));
    let root = folder.root().display().to_string();
    for (path, help) in [
        ("prompts/breif.txt", "did you mean `prompts/brief.txt`?"),
        ("prompts\\brief.text", "did you mean `prompts\\brief.txt`?"),
        ("prompts/other.txt", ""),
        ("nowhere/brief.txt", ""),
    ] {
        let expected = message(&path.replace('\\', "/"), help).replace(&root, "");
        check(&folder, path, Err(&expected));
    }
}

#[test]
fn what_is_no_text_file_is_a_mistake() {
    let folder = Folder::new(&[("v.txt", b"ab\xc3(" as &[u8]), ("dir/x", b"")]);
    check(&folder, "v.txt", Err("/evals/demo/v.txt is no UTF-8 text: byte 2 is 0xC3 | "));
    check(&folder, "dir", Err("/evals/demo/dir is no file | "));
}

#[cfg(unix)]
#[test]
fn a_symlink_may_not_lead_out_of_the_workspace() {
    let outside = tempfile::tempdir().expect("a folder");
    std::fs::write(outside.path().join("secret.txt"), "secret").expect("a file");
    let folder = Folder::new(&[("/shared/v.txt", "shared"), ("x", "")]);
    let link = |target: &std::path::Path, name: &str| {
        std::os::unix::fs::symlink(target, folder.path(name)).expect("a link")
    };
    link(outside.path(), "out");
    link(&outside.path().join("secret.txt"), "secret.txt");
    link(&folder.path("/shared"), "in");
    check(&folder, "out/secret.txt", OUTSIDE);
    check(&folder, "secret.txt", OUTSIDE);
    check(&folder, "in/v.txt", Ok("shared"));
    check(&folder, "in/../shared/v.txt", Ok("shared"));
}

#[test]
fn the_workspace_is_the_nearest_with_a_workspace_table() {
    let prompts = [("/top.txt", "top"), ("/a.txt", "a"), ("/evals/b.txt", "b"), ("c.txt", "c")];
    // A package inside a workspace.
    let folder = Folder::new(&prompts);
    folder.write("/evals/Cargo.toml", "[package]\nworkspace = \"..\"\n");
    check(&folder, "../../a.txt", Ok("a"));
    // A package that is a workspace of its own.
    folder.write("/evals/Cargo.toml", "[package]\n[ workspace.package ]\n");
    assert!(said(&folder, "../../a.txt").is_err());
    check(&folder, "../b.txt", Ok("b"));
    // No workspace: the nearest package.
    folder.write("/Cargo.toml", "[package]\n");
    folder.write("/evals/Cargo.toml", "[package]\n");
    assert!(said(&folder, "../../a.txt").is_err());
    check(&folder, "../b.txt", Ok("b"));
    // No package: the repository.
    for name in ["/Cargo.toml", "/evals/Cargo.toml"] {
        std::fs::remove_file(folder.path(name)).expect("a file");
    }
    folder.write("/evals/.git/HEAD", "");
    assert!(said(&folder, "../../a.txt").is_err());
    check(&folder, "../b.txt", Ok("b"));
    // Nothing: the suite's folder.
    std::fs::remove_dir_all(folder.path("/evals/.git")).expect("a folder");
    assert!(said(&folder, "../b.txt").is_err());
    check(&folder, "c.txt", Ok("c"));
}

#[test]
fn a_suite_file_that_is_missing_is_a_mistake_with_a_near_name() {
    let folder = Folder::new(&[("suite.yaml", "")]);
    let error = super::super::load(&folder.path("suit.yaml")).expect_err("a mistake");
    assert_eq!(error.to_string(), format!("there is no suite file {}", folder.path("suit.yaml").display()));
    let near = format!("did you mean {}?", folder.path("suite.yaml").display());
    assert_eq!(error.mistakes()[0].help.as_deref(), Some(&*near));
    let error = super::super::load(&folder.path("")).expect_err("a mistake");
    assert!(error.to_string().ends_with(" is no file"), "{error}");
}
