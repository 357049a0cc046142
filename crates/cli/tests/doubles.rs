//! Faulty solvers instead of those of the registry: `solve` and `tally` catch and name each one
//! that gives a wrong answer.

use std::{env, fs, process};

use crate::lab::{CONTRADICTORY, PUZZLE, Ran, SOLUTION};
use sudoku_core::{Grid, Symmetry};
use sudoku_doubles::{
    ABSENT, CHANGED_CLUE, CROSSED, DOUBLES, FALSE_NONE, FALSE_SEVERAL, FICKLE, FORGETFUL,
    OTHER_TREE, SILENT, UNSOLVED, WAVERING, WIDE,
};
use sudoku_registry::Entry;

/// Runs the program with all doubles; returns its exit code, its results and its messages.
fn lab_with_doubles(arguments: &[&str]) -> (i32, String, String) {
    lab_with(&DOUBLES, arguments)
}

/// Runs the program with these solvers.
fn lab_with(solvers: &[&'static Entry], arguments: &[&str]) -> (i32, String, String) {
    let Ran { code, out, err } = crate::lab::lab_with(solvers, arguments);
    (code.unwrap(), out, err)
}

/// The complaint about a double's answer to the example; `None` if that answer is right.
fn complaint(solver: &Entry) -> Option<String> {
    let id = solver.info.id;
    let what = match id {
        _ if id == FALSE_NONE.info.id => "it has a solution, none was found",
        _ if [UNSOLVED.info.id, CHANGED_CLUE.info.id].contains(&id) => "is not a solution of it",
        // These answers are right: the fault is another order of the search or a false second
        // solution, or it does not show in a counted run or on a single puzzle.
        _ => {
            let right =
                [&OTHER_TREE, &FALSE_SEVERAL, &FICKLE, &FORGETFUL, &SILENT, &CROSSED, &WAVERING];
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

#[test]
fn a_solver_of_batches_solves_and_is_counted() {
    let (code, out, err) = lab_with(&[&WIDE], &["solve", "--format", "line", PUZZLE]);
    assert_eq!((code, out.trim(), err.as_str()), (0, SOLUTION, ""));
    let (code, out, err) = lab_with(&[&WIDE], &["tally", "--corpus", "leetcode-37"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("doubles/wide,solved,"), "{out}");
}

/// Runs the program on a file of these lines.
fn lab_on_lines(
    solver: &'static Entry,
    command: &[&str],
    lines: &[String],
) -> (i32, String, String) {
    let name = format!("sudoku-lab-{}-{}", process::id(), solver.info.id.replace('/', "-"));
    let path = env::temp_dir().join(name + &command.concat());
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let file = path.to_str().unwrap();
    let (code, out, err) = lab_with(&[solver], &[command, &[file]].concat());
    fs::remove_file(&path).unwrap();
    (code, out, err.replace(file, "f"))
}

/// Different puzzles, and their solutions.
fn puzzles(count: usize) -> (Vec<String>, Vec<String>) {
    let grids = [PUZZLE, SOLUTION].map(|grid| grid.parse::<Grid>().unwrap());
    let turned = |grid: &Grid| -> Vec<String> {
        (0..count as u64).map(|seed| Symmetry::random(seed).apply(grid).to_string()).collect()
    };
    (turned(&grids[0]), turned(&grids[1]))
}

#[test]
fn answers_of_batches_come_in_the_order_of_the_puzzles() {
    let (mut lines, mut answers) = puzzles(600);
    for (at, line) in [(3, CONTRADICTORY), (255, "x"), (256, CONTRADICTORY), (599, "53..7")] {
        lines[at] = line.to_owned();
        answers[at] = "invalid".to_owned();
    }
    for question in [&["solve"][..], &["solve", "--unique"], &["solve", "--limit=2"]] {
        let (code, out, err) = lab_on_lines(&WIDE, question, &lines);
        assert_eq!(code, 2);
        assert!(out.lines().eq(&answers), "{question:?}");
        let places = ["f:4: ", "f:256:2: ", "f:257: ", "f:600:6: ", "skipped 4 of 600 puzzles: "];
        assert!(err.lines().zip(places).all(|(line, place)| line.starts_with(place)), "{err}");
    }
}

#[test]
fn wrong_answers_of_batches_and_timed_runs_are_caught() {
    let (lines, answers) = puzzles(64);
    for (solver, question, wrong) in [
        (&CROSSED, &["solve"][..], 63..64),
        (&CROSSED, &["solve", "--unique"], 63..64),
        // Each thread has its own solver, which is right the first time.
        (&FICKLE, &["solve", "--threads=1"], 1..64),
        (&FORGETFUL, &["solve", "--threads=1"], 1..64),
    ] {
        let (code, out, err) = lab_on_lines(solver, question, &lines);
        assert_eq!((code, err.lines().count()), (1, wrong.len()), "{err}");
        assert!(err.lines().all(|line| line.starts_with("WRONG ANSWER: ")), "{err}");
        for (at, (line, answer)) in out.lines().zip(&answers).enumerate() {
            assert_eq!(line, if wrong.contains(&at) { "wrong" } else { answer });
        }
    }
}

/// The findings are still right.
#[test]
fn verify_catches_wrong_answers() {
    let lines = [PUZZLE.to_owned()];
    for solver in DOUBLES {
        let id = solver.info.id;
        let (code, out, err) = lab_on_lines(solver, &["verify"], &lines);
        // In a search for several solutions, the other doubles show the right ones.
        let wrong = id == FALSE_SEVERAL.info.id;
        assert_eq!((code, out.as_str()), (i32::from(wrong), ""), "{id}: {err}");
        let complaint = format!("WRONG ANSWER: solver {id}, puzzle {PUZZLE}: ");
        assert_eq!(err.contains(&complaint), wrong, "{err}");
        assert!(err.ends_with(&format!("1 puzzle checked with {id}: no findings\n")), "{err}");
    }
}

const LACK: &str = "doubles/absent needs mmx512, which this processor lacks";

#[test]
fn a_solver_that_cannot_run_here_is_an_error_when_it_is_asked_for() {
    let solvers = [&WIDE, &ABSENT];
    for command in [
        &["solve", PUZZLE, "--solver"][..],
        &["verify", "--solver"],
        &["tally", "--corpus=leetcode-37", "--solver"],
        &["watch", PUZZLE, "--solver"],
        &["generate", "--effort", "100..200", "--effort-of"],
    ] {
        let asked = [command, &["doubles/absent"]].concat();
        let told = lab_with(&solvers, &asked);
        assert_eq!(told, (2, String::new(), format!("error: {LACK}\n")), "{command:?}");
    }
}

#[test]
fn a_solver_that_cannot_run_here_is_left_out_when_all_are_asked_for() {
    let solvers = [&WIDE, &ABSENT];
    let (code, out, err) = lab_with(&solvers, &["tally", "--corpus", "leetcode-37"]);
    assert_eq!((code, err), (0, format!("left out: {LACK}\n")));
    assert_eq!(out.lines().count(), 2, "{out}");
    for solvers in [[&WIDE, &ABSENT], [&ABSENT, &WIDE]] {
        let (code, out, err) = lab_with(&solvers, &["solve", "--format", "json", PUZZLE]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("\"solver\":\"doubles/wide\""), "the first that can run: {out}");
    }
}

#[test]
fn a_solver_that_cannot_run_here_is_listed_with_a_mark() {
    let (code, out, err) = lab_with(&[&WIDE, &ABSENT], &["list"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let ends = |id: &str, end: &str| {
        let (_, row) = words.split_once(id).expect("a row");
        row.split(" doubles/").next().unwrap().starts_with(end) || row.contains(end)
    };
    assert!(ends("doubles/absent", "(mmx512: not on this machine)"), "{out}");
    assert!(ends("doubles/wide", "takes 64 puzzles at once doubles/absent"), "{out}");
    let (_, out, _) = lab_with(&[&WIDE, &ABSENT], &["list", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let [wide, absent] = [0, 1].map(|at| json["solvers"][at].clone());
    assert_eq!((&wide["available"], &wide["target"]), (&true.into(), &"".into()));
    assert_eq!((&absent["available"], &absent["target"]), (&false.into(), &"mmx512".into()));
}
