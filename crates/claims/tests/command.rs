//! The program, run as people and the xtask run it, on the small run that the report is tested by.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    assert!(!said(&run(&["needs", "000-whole-scan"]).stdout).contains("measure"));
}

#[test]
fn an_unexpected_verdict_is_1() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unexpected");
    fs::create_dir_all(folder.join("raw")).unwrap();
    let counts = fs::read_to_string(fixture().join("raw/counts.csv")).unwrap();
    // One read more than a whole row, column and box for every digit tested.
    let mut lines: Vec<String> = counts.lines().map(str::to_owned).collect();
    let columns: Vec<&str> = counts.lines().next().unwrap().split(',').collect();
    let at = |name| columns.iter().position(|column| *column == name).unwrap();
    for line in &mut lines {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if let Ok(checks) = fields[at("checks")].parse::<u64>() {
            fields[at("cell_reads")] = (checks * 28).to_string();
        }
        *line = fields.join(",");
    }
    fs::write(folder.join("raw/counts.csv"), lines.join("\n") + "\n").unwrap();
    let folder = folder.to_str().unwrap();
    let output = run(&[folder, "000-whole-scan"]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output.stdout);
    assert!(text.contains("000-whole-scan: holds on leetcode-37, expected fails"), "{text}");
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
