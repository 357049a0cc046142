//! The examples of `docs/YOUR_PROGRAM.md` pass, where their languages are installed.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_programs::{Program, ProgramLimits, Question};
use sudoku_record::ProgramRecord;

/// Writes the example in a language into a file, and returns its path.
fn example(language: &str) -> PathBuf {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/YOUR_PROGRAM.md");
    let text = fs::read_to_string(document).unwrap();
    let begin = format!("```{language}\n");
    let mut parts = text.split(&begin);
    let block = parts.nth(1).unwrap_or_else(|| panic!("no example in {language}"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("example.{language}"));
    fs::write(&file, block.split("```").next().unwrap()).unwrap();
    file
}

fn is_installed(command: &str) -> bool {
    let version = Command::new(command).arg("--version").stdout(Stdio::null()).status();
    let found = version.is_ok_and(|status| status.success());
    if !found {
        eprintln!("{command} is not installed: its example is not run");
    }
    found
}

#[track_caller]
fn assert_passes(words: &[&str]) {
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let easy = sudoku_puzzles::find("easy").unwrap().entries();
    let mut grids: Vec<Grid> = easy[..20].iter().map(|entry| entry.grid).collect();
    // The last cell of the first row has no digit left.
    grids.push(Grid::from_rows(std::array::from_fn(|row| match row {
        0 => [1, 2, 3, 4, 5, 6, 7, 8, 0],
        1 => [0, 0, 0, 0, 0, 0, 0, 0, 9],
        _ => [0; 9],
    })));
    let puzzles = grids.into_iter().map(|grid| Puzzle::try_from(grid).unwrap());
    let questions: Vec<_> = puzzles.map(|puzzle| Question::new(puzzle, &mut solver)).collect();
    let first = Some(shlex::try_join(words.iter().copied()).unwrap());
    let record = ProgramRecord { name: "example".to_owned(), first, ..ProgramRecord::default() };
    let program = Program::new(record, Path::new(".")).unwrap();
    let launcher = Path::new(env!("CARGO_BIN_EXE_faulty"));
    program.pass(launcher, &questions, Goal::First, &ProgramLimits::default()).unwrap();
}

#[test]
fn python() {
    if is_installed("python3") {
        assert_passes(&["python3", example("python").to_str().unwrap()]);
    }
}

#[test]
fn javascript() {
    if is_installed("node") {
        assert_passes(&["node", example("js").to_str().unwrap()]);
    }
}

#[test]
fn c() {
    if is_installed("cc") {
        let (source, program) = (example("c"), example("c").with_extension("out"));
        let compiled = Command::new("cc").arg("-o").arg(&program).arg(source).status().unwrap();
        assert!(compiled.success());
        assert_passes(&[program.to_str().unwrap()]);
    }
}
