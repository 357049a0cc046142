//! `sudoku-lab audit` on files with planted faults. The tests of `sudoku-lab` check that all
//! faults are found and no others.

use std::fs;
use std::path::{Path, PathBuf};

use crate::lab::{CONTRADICTORY, PUZZLE, SOLUTION, lab};
use sudoku_core::Symmetry;

fn file(name: &str, text: &str) -> PathBuf {
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
        file("audit-test.csv", &format!("puzzle,solution\n{turned},\n{PUZZLE},{wrong}\n12,\n"));
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
    let clean = file("audit-clean.txt", &format!("{PUZZLE}\n"));
    let ran = lab(&["audit", "--fail-on", "all", clean.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.ends_with("  no findings\n"), "{}", ran.out);
    assert_eq!(lab(&["audit", "no-such-file"]).code, Some(2));
    let empty = file("audit-empty.txt", "# nothing\n");
    assert_eq!(lab(&["audit", empty.to_str().unwrap()]).code, Some(2));
}
