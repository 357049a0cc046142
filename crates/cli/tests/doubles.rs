//! Faulty solvers in the place of the registry's: `solve` and `tally` catch and name each one that
//! gives a wrong answer.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

mod lab;

use lab::{PUZZLE, SOLUTION};
use sudoku_doubles::{
    CHANGED_CLUE, DOUBLES, FALSE_NONE, FALSE_SEVERAL, FICKLE, FORGETFUL, OTHER_TREE, UNSOLVED,
};
use sudoku_registry::Entry;

/// A stream that can be looked at.
#[derive(Clone, Default)]
struct Stream(Arc<Mutex<Vec<u8>>>);

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Runs the program with all doubles: its exit code, its results, and what it says.
fn lab_with_doubles(arguments: &[&str]) -> (u8, String, String) {
    let (out, err) = (Stream::default(), Stream::default());
    let arguments = ["sudoku-lab"].iter().chain(arguments).map(OsString::from);
    let code = sudoku_lab::run(arguments, &DOUBLES, out.clone(), err.clone());
    (code, out.text(), err.text())
}

/// What is said of an answer to the example.
fn complaint(solver: &Entry) -> Option<String> {
    let id = solver.info.id;
    let what = match id {
        _ if id == FALSE_NONE.info.id => "it has a solution, none was found",
        _ if [UNSOLVED.info.id, CHANGED_CLUE.info.id].contains(&id) => "is not a solution of it",
        // The search is another one, a second solution is none, or the fault does not show while
        // the work is counted: the answer itself is right.
        _ => {
            let right = [&OTHER_TREE, &FALSE_SEVERAL, &FICKLE, &FORGETFUL];
            assert!(right.iter().any(|other| other.info.id == id), "{id}");
            return None;
        }
    };
    Some(what.to_owned())
}

#[test]
fn solve_catches_wrong_answers() {
    for solver in DOUBLES {
        let id = solver.info.id;
        for format in ["line", "grid", "json"] {
            let arguments = ["solve", "--solver", id, "--format", format, PUZZLE];
            let (code, out, err) = lab_with_doubles(&arguments);
            let Some(complaint) = complaint(solver) else {
                assert_eq!((code, err.as_str()), (0, ""), "{id}");
                assert!(format == "grid" || out.contains(SOLUTION), "{id}: {out}");
                continue;
            };
            assert_eq!(code, 1, "{id}");
            assert!(err.starts_with(&format!("WRONG ANSWER: solver {id}, puzzle {PUZZLE}: ")));
            assert!(err.ends_with(&format!("{complaint}\n")), "{err}");
            let outcome = if format == "json" { "\"outcome\":\"wrong\"" } else { "wrong\n" };
            assert!(out.contains(outcome) && !out.contains(SOLUTION), "{id}: {out}");
        }
    }
}

#[test]
fn tally_catches_wrong_answers() {
    let (code, out, err) = lab_with_doubles(&["tally", "--corpus", "leetcode-37"]);
    assert_eq!(code, 1);
    let wrong: Vec<_> = DOUBLES.iter().filter(|double| complaint(double).is_some()).collect();
    assert_eq!((wrong.len(), err.lines().count()), (3, 3), "{err}");
    for (double, line) in wrong.iter().zip(err.lines()) {
        let begin = format!("WRONG ANSWER: solver {}, puzzle {PUZZLE}: ", double.info.id);
        assert!(line.starts_with(&begin), "{line}");
    }
    let rows: Vec<Vec<&str>> = out.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), DOUBLES.len());
    for (double, row) in DOUBLES.iter().zip(rows) {
        assert_eq!(row[2], double.info.id);
        let right = complaint(double).is_none();
        let expected = if right { ["solved", SOLUTION] } else { ["wrong", ""] };
        assert_eq!([row[3], row[row.len() - 1]], expected, "{row:?}");
    }
}

#[test]
fn only_the_given_solvers_are_asked() {
    let (code, out, err) = lab_with_doubles(&["solve", "--solver", "bitmask/cursor", PUZZLE]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no solver is called `bitmask/cursor`"), "{err}");
}
