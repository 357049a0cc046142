//! The entrant `python-sat`, which makes no search of ours, gives right answers where the tools
//! that it needs are installed.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sudoku_core::{Goal, Puzzle};
use sudoku_programs::{Program, ProgramLimits, Question};
use sudoku_record::ProgramRecord;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../entrants/python-sat")
}

/// Returns the command for a question in the `entrant.toml`.
fn command(goal: &str) -> Option<String> {
    let text = std::fs::read_to_string(folder().join("entrant.toml")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{goal} = ")));
    Some(line?.trim_matches('"').to_owned())
}

fn passed(goal: Goal) -> Result<(), String> {
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let sets = ["easy", "multi", "none"].map(|name| sudoku_puzzles::find(name).unwrap());
    let entries = sets.iter().flat_map(|set| set.entries().into_iter().take(5));
    let puzzles = entries.map(|entry| Puzzle::try_from(entry.grid).unwrap());
    let questions: Vec<_> = puzzles.map(|puzzle| Question::new(puzzle, &mut solver)).collect();
    let (name, [first, unique]) = ("python-sat".to_owned(), ["first", "unique"].map(command));
    let record = ProgramRecord { name, first, unique, ..ProgramRecord::default() };
    let program = Program::new(record, &folder()).unwrap();
    let launcher = Path::new(env!("CARGO_BIN_EXE_faulty"));
    let passed = program.pass(launcher, &questions, goal, &ProgramLimits::default());
    passed.map(drop).map_err(|fault| fault.to_string())
}

#[test]
fn python_sat_answers_rightly_or_says_that_it_is_not_installed() {
    let works = |words: &[&str]| {
        let python = Command::new("python3").args(words).stderr(Stdio::null()).status();
        python.is_ok_and(|status| status.success())
    };
    let found = [Goal::First, Goal::Unique].map(passed);
    if works(&["-c", "import pysat.solvers"]) {
        assert_eq!(found, [Ok(()), Ok(())]);
    } else if works(&["--version"]) {
        let fault = found[0].as_ref().unwrap_err();
        assert!(
            fault.ends_with("it says `python-sat is not installed: pip install python-sat`"),
            "{fault}"
        );
    } else {
        eprintln!("python3 is not installed: this entrant is not run");
    }
}
