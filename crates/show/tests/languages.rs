//! The programs of `entrants/` search as their solvers do, as far as their compilers are installed.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

fn languages(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    program.arg("languages").args(arguments).output().unwrap()
}

/// Searches of more than 200,000 placements are left out, because they would take minutes: 70 of
/// 262, among them all of `effort-1e6` and `anti-row-major`.
#[test]
fn programs_in_other_languages_search_as_the_solvers_do() {
    let output = languages(&["--puzzles", "20", "--max-placements", "200000"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    eprint!("{said}");
    assert!(output.status.success(), "{printed}");
    let equal = |line: &&str| line.contains(": 192 searches as committed; 70 ");
    let swept = |line: &&str| line.contains(": 207 searches as committed; 55 ");
    let compared = printed.lines().filter(|line| equal(line) || swept(line)).count();
    let missing = said.lines().filter(|line| line.ends_with(" is not installed")).count();
    assert_eq!(compared + missing, 15, "{printed}");
}

/// Writes the `entrant.toml` for a solver, with commands that do something else, and no compiler.
fn written(top: &Path, solver: &str, commands: &str) {
    let folder = top.join(solver);
    fs::create_dir_all(&folder).unwrap();
    let text = format!("[entrant]\nname = \"mine\"\n\n[run]\n{commands}\n");
    fs::write(folder.join("entrant.toml"), text).unwrap();
}

#[cfg(unix)]
#[test]
fn a_program_that_does_something_else_is_named_with_the_reason() {
    let top = env::temp_dir().join(format!("sudoku-lab-languages-{}", std::process::id()));
    let solver = "bitmask/cursor";
    for (commands, reason) in [
        ("first = 'cat'\ncounts = 'cat'", "mine on puzzle 0 of leetcode-37, 53..7"),
        ("first = 'true'\ncounts = 'cat'", "`true` wrote 0 lines for"),
        ("first = 'cat'\ncounts = 'false'", "`false` failed"),
        ("first = 'cat'\ncounts = 'no-such-program'", "cannot start `no-such-program`"),
        ("first = 'cat'", "expected `counts` under [run]"),
        ("first = 3", "entrant.toml:5: invalid type: integer `3`"),
    ] {
        written(&top, solver, commands);
        let folder = top.display().to_string();
        let output = languages(&[&folder, "--puzzles", "1", "--max-placements", "5000"]);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{commands}");
        assert!(printed.contains(reason), "{commands}: {printed}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("1 of 1 programs"), "{said}");
    }
    fs::remove_dir_all(&top).unwrap();
    let none = languages(&[&top.display().to_string()]);
    assert_eq!(none.status.code(), Some(1));
}
