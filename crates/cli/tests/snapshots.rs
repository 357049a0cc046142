//! Snapshots of the texts that people and programs read.

use crate::lab::{PUZZLE, lab, lab_on_terminal, lab_reads, lab_with};
use sudoku_registry::{Entry, SOLVERS};

fn shown(arguments: &[&str]) -> String {
    let ran = lab(arguments);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
    ran.out
}

const COMMANDS: [&str; 11] = [
    "list",
    "solve",
    "tally",
    "generate",
    "verify",
    "canonical",
    "rate",
    "audit",
    "watch",
    "race",
    "completions",
];

#[test]
fn help() {
    insta::assert_snapshot!("help", shown(&["help"]));
    assert!(help_of_width(&["--help"], 80).lines().count() < 24);
    for command in COMMANDS {
        insta::assert_snapshot!(format!("help-{command}"), shown(&["help", command]));
        let short = help_of_width(&[command, "--help"], 80);
        assert!(short.lines().count() < 24, "{short}");
        assert_eq!(short, help_of_width(&[command, "-h"], 80));
    }
}

#[test]
fn help_is_as_wide_as_the_terminal_but_not_too_wide_to_read() {
    for (terminal, widest) in [(60, 60), (80, 80), (200, 100)] {
        for command in COMMANDS {
            let help = help_of_width(&["help", command], terminal);
            let longest = help.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= widest && longest > widest - 6, "{longest} of {widest}: {help}");
        }
    }
}

/// The help text in a terminal of this width, which `COLUMNS` gives.
fn help_of_width(arguments: &[&str], columns: usize) -> String {
    let mut lab = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku-lab"));
    let output = lab.args(arguments).env("COLUMNS", columns.to_string()).output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// The solvers that every machine can run.
fn everywhere() -> Vec<&'static Entry> {
    SOLVERS.iter().filter(|solver| solver.target.is_empty()).collect()
}

#[test]
fn list() {
    let short = lab_with(&everywhere(), &["list"]).out;
    insta::assert_snapshot!(short);
    for columns in [60, 80, 100] {
        let list = lab_on_terminal(columns, &everywhere(), &["list"]).out;
        let longest = list.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= columns && longest > columns - 6, "{longest} of {columns}: {list}");
        assert!(columns != 80 || list == short);
    }
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
    assert_eq!(json.as_object().unwrap().len(), 3);
    let load = |default: &serde_json::Value| default["puzzles"].as_str().map(str::to_owned);
    let loads: Vec<_> = json["defaults"].as_array().unwrap().iter().filter_map(load).collect();
    assert_eq!(loads, ["one", "many"]);
    assert_eq!(json["solvers"].as_array().unwrap().len(), SOLVERS.len());
    assert_eq!(json["corpora"].as_array().unwrap().len(), sudoku_puzzles::CORPORA.len());
}

#[test]
fn tally() {
    let of_example = ["tally", "--corpus", "leetcode-37"];
    let csv = lab_with(&everywhere(), &of_example).out;
    insta::assert_snapshot!(csv);
    let table = lab_on_terminal(80, &everywhere(), &of_example).out;
    insta::assert_snapshot!("tally-table", table);
    // Of the counters that do not fit, those that are asked for.
    let asked = [&of_example[..], &["--counter", "mask_tests", "--counter", "checks"]].concat();
    let narrow = lab_on_terminal(80, &everywhere(), &asked).out;
    assert!(narrow.contains("mask_\n") && !narrow.contains("not shown"), "{narrow}");
    let head: Vec<&str> = narrow.lines().nth(3).unwrap().split_whitespace().collect();
    assert_eq!(head, ["solver", "checks", "tests"]);
    let forced = |format| [&of_example[..], &["--format", format]].concat();
    assert_eq!(lab_with(&everywhere(), &forced("table")).out, table);
    assert_eq!(lab_on_terminal(80, &everywhere(), &forced("csv")).out, csv);
    let hard = ["tally", "--difficulty", "--corpus", "contradictory"];
    let table = lab_on_terminal(50, &everywhere()[..2], &hard).out;
    insta::assert_snapshot!("tally-table-difficulty", table.split("\n\n").next().unwrap());
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
fn rate() {
    insta::assert_snapshot!(shown(&["rate", "--arrangements", "3", PUZZLE]));
    insta::assert_snapshot!(
        "rate-json",
        shown(&["rate", "--seed", "1", "--format", "json", PUZZLE])
    );
}

#[test]
fn watch() {
    insta::assert_snapshot!(shown(&["watch", "--steps", "6"]));
    let closer = ["watch", "--closer", "--steps", "2", "--from", "3", "--solver"];
    let closer = |id| shown(&[&closer[..], &[id, PUZZLE]].concat());
    insta::assert_snapshot!("watch-closer", closer("state-arrays/blank-list"));
    insta::assert_snapshot!("watch-rounds", closer("whole-grid/words"));
}

#[test]
fn generate() {
    insta::assert_snapshot!(shown(&["generate", "--count", "3", "--format", "corpus"]));
}

#[test]
fn shells_complete_every_command_and_the_manual_has_a_page_for_each() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = shown(&["completions", shell]);
        for word in COMMANDS {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    std::fs::create_dir_all(&folder).unwrap();
    assert_eq!(shown(&["package", folder.to_str().unwrap()]), "");
    for command in COMMANDS {
        let page = folder.join(format!("sudoku-lab-{command}.1"));
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(&format!("sudoku\\-lab\\-{command}")), "{page}");
    }
    assert!(folder.join("sudoku-lab.1").is_file());
    let missing = lab(&["package", "not/there"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("not/there: "), "{}", missing.err);
}
