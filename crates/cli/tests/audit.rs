//! `sudoku-lab audit` on files with planted faults. The tests of `sudoku-lab` check that all
//! faults are found and no others.

use std::fs;
use std::path::{Path, PathBuf};

use crate::archives::{npy, zipped};
use crate::lab::{CONTRADICTORY, PUZZLE, SOLUTION, lab};
use sudoku_core::Symmetry;

fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_leak_is_found_in_text_and_json() {
    let turned = Symmetry::random(3).apply(&PUZZLE.parse().unwrap());
    let wrong = SOLUTION.replacen('4', "1", 1);
    let rows = format!("question,answer,rating\n{PUZZLE},{SOLUTION},1\n{CONTRADICTORY},,x\n");
    let train = file("audit-train.csv", &rows);
    let test =
        file("audit-test.csv", format!("puzzle,solution\n{turned},\n{PUZZLE},{wrong}\n12,\n"));
    let [train, test] = [&train, &test].map(|path| path.to_str().unwrap());
    let ran = lab(&["audit", train, test]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let shown = ran.out.replace(env!("CARGO_TARGET_TMPDIR"), "TMP");
    insta::assert_snapshot!("audit", shown);
    for threads in ["1", "2", "5"] {
        assert_eq!(lab(&["audit", "--threads", threads, train, test]).out, ran.out);
    }
    let strict = lab(&["audit", "--fail-on", "all", "--format", "json", train, test]);
    assert_eq!(strict.code, Some(1));
    let report: serde_json::Value = serde_json::from_str(&strict.out).unwrap();
    let found = &report["files"][1]["found"];
    let of = |name: &str| found[name].as_u64();
    assert_eq!(
        ["leak", "equivalent-leak", "equivalent", "wrong-solution", "unreadable"].map(of),
        [Some(1); 5]
    );
    assert_eq!(report["files"][0]["found"]["contradictory"], 1);
    assert_eq!(report["examples"].as_array().unwrap().len(), 6);
    let few = lab(&["audit", "--examples", "0", "--format", "json", train, test]).out;
    assert!(few.contains("\"examples\":[]"), "{few}");
}

#[test]
fn what_is_clean_passes_and_what_cannot_be_read_does_not() {
    let clean = file("audit-clean.txt", format!("{PUZZLE}\n"));
    let ran = lab(&["audit", "--fail-on", "all", clean.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.lines().all(|line| !line.contains(": ") || line.ends_with('0')), "{}", ran.out);
    assert_eq!(lab(&["audit", "no-such-file"]).code, Some(2));
    let empty = file("audit-empty.txt", "# nothing\n");
    assert_eq!(lab(&["audit", empty.to_str().unwrap()]).code, Some(2));
}

/// An array of these texts as digits, a blank as `blank`, with 99 for what is no cell.
fn array(texts: &[String], blank: u8) -> Vec<u8> {
    let digit = |sign: Option<&u8>| match sign {
        Some(b'.') => blank,
        Some(digit) => digit - b'0' + blank,
        None => 99,
    };
    let cells = texts.iter().flat_map(|text| (0..81).map(move |at| digit(text.as_bytes().get(at))));
    npy("|u1", &format!("{}, 81", texts.len()), &cells.collect::<Vec<_>>())
}

#[test]
fn every_format_has_the_same_findings() {
    let turned = Symmetry::random(3).apply(&PUZZLE.parse().unwrap()).to_string();
    let other = PUZZLE.replacen("53", "5.", 1);
    let wrong = SOLUTION.replacen('4', "1", 1);
    let train = file("formats-train.txt", format!("{PUZZLE}\n"));
    let of = |texts: [&str; 6]| texts.map(str::to_owned);
    let puzzles = of([&turned, PUZZLE, CONTRADICTORY, &PUZZLE[1..], &other, &other]);
    let [none, right] = [".".repeat(81), SOLUTION.to_owned()];
    let solutions = of([&none, &wrong, &none, &none, &right, &right]);
    let rows = || puzzles.iter().zip(&solutions);
    let lines: Vec<String> =
        rows().map(|(p, s)| format!("{{\"quiz\":\"{p}\",\"answer\":\"{s}\"}}")).collect();
    let table: Vec<String> = rows().map(|(p, s)| format!("{p},{s}")).collect();
    let members = [("quizzes.npy", array(&puzzles, 0)), ("solutions.npy", array(&solutions, 0))];
    let folder =
        file("formats.csv", format!("puzzle,solution\n{}", table.join("\n"))).with_file_name("hrm");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("all__inputs.npy"), array(&puzzles, 1)).unwrap();
    fs::write(folder.join("all__labels.npy"), array(&solutions, 1)).unwrap();
    let [findings, clean] =
        ["formats-findings.csv", "formats-clean.csv"].map(|name| file(name, ""));
    let mut seen = Vec::new();
    for test in [
        folder.with_file_name("formats.csv"),
        file("formats.json", format!("[{}]", lines.join(","))),
        file("formats.jsonl", lines.join("\n")),
        file("formats.npz", zipped(&members)),
        folder,
    ] {
        let [train, test, findings, clean] =
            [&train, &test, &findings, &clean].map(|path| path.to_str().unwrap());
        let options = ["--format", "json", "--findings", findings, "--clean", clean];
        let ran = lab(&[&["audit"][..], &options, &[train, test]].concat());
        assert_eq!(ran.code, Some(0), "{test}: {}", ran.err);
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(report["schema_version"], 1);
        let found = fs::read_to_string(findings).unwrap().lines().count();
        let clean = fs::read_to_string(clean).unwrap();
        seen.push((report["files"][1]["found"].to_string(), found, clean));
    }
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    let (found, lines, clean) = &seen[0];
    let kinds = found.matches(":1").count();
    assert_eq!((kinds, *lines), (7, 8), "{found}");
    assert_eq!(*clean, format!("puzzle,solution,rating\n{other},{SOLUTION},\n"));
}

#[test]
fn the_exit_code_and_the_card_are_those_that_were_asked_for() {
    let twice = file("audit-twice.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    let twice = twice.to_str().unwrap();
    for (kinds, code) in [("leak", 0), ("leak,duplicate", 1), ("all", 1), ("duplicates", 2)] {
        assert_eq!(lab(&["audit", "--fail-on", kinds, twice]).code, Some(code), "{kinds}");
    }
    let blank = file("audit twice.csv", format!("my puzzle\n{PUZZLE}\n"));
    let blank = blank.to_str().unwrap();
    let quoted = lab(&["audit", "--format", "markdown", "--puzzle", "my puzzle", blank]).out;
    let command = format!("`sudoku-lab audit --puzzle 'my puzzle' '{blank}'`");
    assert!(quoted.contains(&command), "{quoted}");
    let card = lab(&["audit", "--format", "markdown", "--seed", "7", twice]).out;
    assert!(card.contains("| duplicate: the same puzzle occurs earlier | 1 |"), "{card}");
    assert!(card.contains(&format!("`sudoku-lab audit --seed 7 {twice}`")), "{card}");
}
