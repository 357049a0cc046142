//! The program, run as people and the xtask run it, on the small run that the report is tested by.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sudoku_claims::References;
use sudoku_measure::{PairedRow, RunFolder};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sudoku-claims")).args(arguments).output().unwrap()
}

fn said(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

/// Four solvers on four corpora.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/fixture")
}

#[test]
fn the_ledger_of_a_small_run() {
    let output = run(&[fixture().to_str().unwrap()]);
    insta::assert_snapshot!(said(&output.stdout));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output.stderr));
}

#[test]
fn one_claim_in_full() {
    let output = run(&[fixture().to_str().unwrap(), "002-prefill-faster"]);
    insta::assert_snapshot!(said(&output.stdout));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_a_claim_needs() {
    let output = run(&["needs", "004-cursor"]);
    assert!(output.status.success());
    let text = said(&output.stdout);
    for line in
        ["solver brute-scan/fused", "solver scan-from-start/fused", "corpus easy", "measure time"]
    {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    assert!(!text.contains("instructions"));
    assert!(said(&run(&["needs", "000-bits-faster"]).stdout).contains("measure instructions"));
    assert!(!text.contains("corpus hard"), "a minute has no room for it: {text}");
    let work = said(&run(&["needs", "000-whole-scan"]).stdout);
    assert_eq!(work, "solver brute-scan/three-loops\ncorpus leetcode-37\n", "counts are committed");
}

#[test]
fn an_unexpected_verdict_is_1() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unexpected");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("raw")).unwrap();
    for file in ["raw/plan.json", "raw/counts.csv", "raw/paired.csv"] {
        fs::copy(fixture().join(file), folder.join(file)).unwrap();
    }
    // As if it had been made where the reference was.
    let references = References::committed().unwrap();
    let environment = references.all()[0].folder.file("environment.json");
    fs::copy(environment, folder.join("environment.json")).unwrap();
    // As if filling cells beforehand took a hundred times as long.
    let run_folder = RunFolder::new(&folder);
    let mut rows = run_folder.read::<PairedRow>().unwrap();
    fs::remove_file(run_folder.file("raw/paired.csv")).unwrap();
    let prefill = rows.iter_mut().filter(|row| row.solver == "bitmask-singles/prefill");
    prefill.for_each(|row| row.cpu_ns *= 100);
    run_folder.append(&rows).unwrap();
    let folder = folder.to_str().unwrap();
    let output = run(&[folder, "002-prefill-faster"]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output.stdout);
    assert!(text.contains("002-prefill-faster: fails on leetcode-37, expected holds"), "{text}");
    assert_eq!(run(&[folder]).status.code(), Some(1));
}

#[test]
fn bad_usage_is_2_and_missing_data_is_1() {
    for arguments in [&[][..], &["--fast", "x"], &["x", "y", "z"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output.stderr).contains("usage: sudoku-claims DIR"), "{arguments:?}");
    }
    for arguments in [&["needs", "004-cursors"], &[fixture().to_str().unwrap(), "004-cursors"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output.stderr).contains("the nearest is `004-cursor`"));
    }
    let output = run(&["no-such-folder"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output.stderr).contains("no-such-folder"));
    assert!(run(&["--help"]).status.success());
}
