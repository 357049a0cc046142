//! The program `sudoku-programs`: a race, and calls that cannot be understood.
use std::process::Command;

const FAULTY: &str = env!("CARGO_BIN_EXE_faulty");

/// Runs a race, and returns its exit code, standard output and standard error. SIGCHLD is ignored,
/// as by a service that starts it: the race must not mind.
fn race(words: &[&str]) -> (Option<i32>, String, String) {
    let mut race = Command::new("bash");
    race.args(["-c", "trap '' CHLD; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_sudoku-programs")]);
    let output = race.args(words).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the cells of a program's row in a table.
fn row<'a>(table: &'a str, program: &str) -> Vec<&'a str> {
    let row = table.lines().find(|line| line.starts_with(program));
    let row = row.unwrap_or_else(|| panic!("no {program} in:\n{table}"));
    row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn a_race_times_the_right_ones_and_names_the_faults_of_others() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("race.txt");
    let easy = sudoku_puzzles::find("easy").unwrap().entries();
    let lines: Vec<String> = easy[..20].iter().map(|entry| entry.grid.to_string()).collect();
    std::fs::write(&file, format!("# 20 puzzles\n{}\n", lines.join("\n"))).unwrap();
    let programs = [("one", "right"), ("slow", "child"), ("bad", "wrong-last")];
    let programs = programs.map(|(name, mode)| format!("{name}={FAULTY} {mode}"));
    let [one, slow, bad] = programs.each_ref().map(String::as_str);
    let (code, table, said) = race(&[one, slow, bad, "race.txt"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("WRONG: bad line 20 is wrong: "), "{said}");
    assert!(said.contains(&format!("the puzzle is {} (race.txt:21)\n", easy[19].grid)), "{said}");
    assert_eq!(row(&table, "bad"), ["bad", "19 of 20", "–", "–", "–", "–", "–"]);

    let number = |program, at: usize| row(&table, program)[at].parse::<f64>().unwrap();
    let [start_up, time] = [2, 3];
    // A child uses 60 ms in every pass, which belong to the start-up and not to the puzzles.
    assert!(number("slow", start_up) > number("one", start_up) + 40.0, "{table}");
    for program in ["one", "slow"] {
        assert!((0.05..1000.0).contains(&number(program, time)), "{table}");
    }
    assert_eq!(row(&table, "one")[5..], ["–", "–"], "the first has no ratio");
}

#[test]
fn calls_that_cannot_be_understood_say_why() {
    for (words, why) in [
        (&["easy"][..], "race needs a program and a file"),
        (&["mine", "easy"], "expected NAME=COMMAND, such as 'mine=python3 solve.py', found `mine`"),
        (&["mine=", "easy"], "expected NAME=COMMAND"),
        (&["mine='", "easy"], "expected NAME=COMMAND"),
        (&["\u{1b}=a", "easy"], "found `\\u{1b}=a`"),
        (&["a=b", "a=c", "easy"], "`a` names another program too"),
        (&["--limit", "x", "a=b", "easy"], "--limit x: expected whole seconds, from 1 on"),
        (&["--limit"], "--limit needs a number of seconds"),
        (&["a=b", "no-such"], "cannot open no-such"),
        (&["a=b", "contradictory"], "contradictory: no puzzle in it"),
    ] {
        let (code, table, said) = race(words);
        assert_eq!((code, table.as_str()), (Some(2), ""), "{words:?}");
        assert!(said.contains(why), "{words:?}: {said}");
    }
}
