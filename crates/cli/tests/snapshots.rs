//! What people and programs read, word by word.

mod lab;

use lab::{PUZZLE, lab, lab_reads};

fn shown(arguments: &[&str]) -> String {
    let ran = lab(arguments);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
    ran.out
}

#[test]
fn help() {
    insta::assert_snapshot!("help", shown(&["--help"]));
    for command in ["list", "solve", "tally", "generate", "verify"] {
        insta::assert_snapshot!(format!("help-{command}"), shown(&[command, "--help"]));
        let short = shown(&[command, "-h"]);
        assert!(short.lines().count() < 25, "{short}");
    }
    for line in ["", "list", "solve", "tally", "generate", "verify"] {
        let arguments: Vec<&str> = line.split_whitespace().chain(["--help"]).collect();
        for line in shown(&arguments).lines() {
            assert!(line.chars().count() <= 100, "too long for a terminal: {line}");
        }
    }
}

#[test]
fn list() {
    // The same on every machine.
    insta::assert_snapshot!(shown(&["list"]).replace(": not on this machine)", ")"));
    let json: serde_json::Value =
        serde_json::from_str(&shown(&["list", "--format", "json"])).unwrap();
    insta::assert_snapshot!(
        "list-json-solver",
        serde_json::to_string_pretty(
            json["solvers"]
                .as_array()
                .unwrap()
                .iter()
                .find(|solver| solver["id"] == "scan-from-start/three-loops")
                .unwrap()
        )
        .unwrap()
    );
    insta::assert_snapshot!(
        "list-json-corpus",
        serde_json::to_string_pretty(&json["corpora"][0]).unwrap()
    );
    let long = shown(&["list", "--long"]);
    let of_one = long.split("\n\n").find(|solver| solver.starts_with("fewest-candidates/scan"));
    insta::assert_snapshot!("list-long-solver", of_one.unwrap());
    let is_word =
        |line: &str| line.trim_start().starts_with("address") || line.starts_with("https");
    for line in long.lines().take_while(|line| !line.starts_with("corpus")) {
        assert!(line.chars().count() <= 80 || is_word(line), "{line}");
    }
    assert_eq!(json.as_object().unwrap().len(), 2);
    assert_eq!(json["solvers"].as_array().unwrap().len(), sudoku_registry::SOLVERS.len());
    assert_eq!(json["corpora"].as_array().unwrap().len(), sudoku_corpus::CORPORA.len());
}

#[test]
fn tally() {
    insta::assert_snapshot!(lab_reads(&["tally"], PUZZLE).out);
    let json = lab_reads(&["tally", "--solver", "bitmask/cursor", "--format", "json"], PUZZLE).out;
    insta::assert_snapshot!("tally-json", json);
}

#[test]
fn solve() {
    insta::assert_snapshot!(shown(&["solve", PUZZLE]));
    insta::assert_snapshot!(
        "solve-json",
        shown(&["solve", "--solver", "bitmask/cursor", "--format", "json", PUZZLE])
    );
}

#[test]
fn generate() {
    insta::assert_snapshot!(shown(&["generate", "--count", "3", "--format", "corpus"]));
}
