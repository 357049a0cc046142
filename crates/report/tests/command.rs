//! The program, run as people and the xtask run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sudoku-report")).args(arguments).output().unwrap()
}

fn said(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

/// A run folder with what every run has.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("raw")).unwrap();
    for file in ["environment.json", "raw/plan.json", "raw/counts.csv", "raw/paired.csv"] {
        fs::copy(fixture.join(file), folder.join(file)).unwrap();
    }
    folder
}

#[test]
fn the_path_of_the_page_comes_last_and_as_it_was_given() {
    let folder = folder("given");
    let given = format!("{}/../given", folder.display());
    let output = run(&[&given]);
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert_eq!(said(&output.stdout), format!("{given}/index.html\n"));
    assert!(folder.join("index.html").is_file());

    let output = run(&["--terminal", &given]);
    let text = said(&output.stdout);
    assert!(text.starts_with("Mean thread CPU time per puzzle:\n"), "{text}");
    assert!(text.contains("bitmask/blank-list"), "{text}");
    assert_eq!(text.lines().last(), Some(format!("{given}/index.html").as_str()));
    assert!(text.contains("What the articles say:\n"), "{text}");
    assert!(output.stderr.is_empty());
}

#[test]
fn bad_usage_is_2() {
    for arguments in [&[][..], &["--fast", "x"], &["x", "y"], &["x", "--terminal=yes"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(said(&output.stderr).contains("usage: sudoku-report DIR"), "{arguments:?}");
    }
    let output = run(&["--help"]);
    assert!(output.status.success() && said(&output.stdout).contains("usage: sudoku-report DIR"));
}

#[test]
fn damaged_data_is_1_and_the_file_is_named() {
    let fails = |folder: &Path, file: &str, why: &str| {
        let output = run(&[folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        let text = said(&output.stderr);
        assert!(text.contains(&folder.join(file).display().to_string()), "{text}");
        assert!(text.contains(why), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    fails(Path::new("no-such-folder"), "raw/plan.json", "No such file");

    let damaged = folder("damaged");
    fs::write(damaged.join("raw/counts.csv"), "corpus,index\nnone,x\n").unwrap();
    fails(&damaged, "raw/counts.csv", "line");

    let damaged = folder("damaged");
    fs::write(damaged.join("raw/paired.csv"), "build,corpus\n1,none\n").unwrap();
    fails(&damaged, "raw/paired.csv", "own");

    let damaged = folder("damaged");
    fs::write(damaged.join("charts"), "a file in the place of the folder").unwrap();
    fails(&damaged, "charts", "cannot be written");
}
