//! `sudoku-lab race`: programs and solvers, and calls that cannot be understood.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const LAB: &str = env!("CARGO_BIN_EXE_sudoku-lab");

/// Runs a race, and returns its exit code, standard output and standard error. SIGCHLD is ignored,
/// as by a service that starts it: the race must not mind.
fn race(words: &[&str]) -> (Option<i32>, String, String) {
    let mut race = Command::new("bash");
    race.args(["-c", "trap '' CHLD; exec \"$0\" race \"$@\"", LAB]);
    let output = race.args(words).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the cells of a program's row in a table.
fn row<'a>(table: &'a str, program: &str) -> Vec<&'a str> {
    let row = table.lines().find(|line| line.starts_with(&format!("{program}  ")));
    let row = row.unwrap_or_else(|| panic!("no {program} in:\n{table}"));
    row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

/// Writes 20 puzzles below a comment, and returns the last one.
fn puzzles(file: &str) -> String {
    let easy = sudoku_puzzles::find("easy").unwrap().entries();
    let lines: Vec<String> = easy[..20].iter().map(|entry| entry.grid.to_string()).collect();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    fs::write(file, format!("# 20 puzzles\n{}\n", lines.join("\n"))).unwrap();
    lines[19].clone()
}

/// A program that solves all puzzles after a shell script, and hands its answers to a filter.
fn program(name: &str, before: &str, filter: &str) -> String {
    let solve = "solve --solver bitmask/cursor --format line -";
    format!("{name}=sh -c '{before} {LAB} {solve} {filter}'")
}

#[test]
fn a_race_times_the_right_ones_and_names_the_faults_of_others() {
    let last = puzzles("race.txt");
    let one = program("one", "", "");
    let slow = program("slow", "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done;", "");
    let bad = program("bad", "", "| sed \"20s/.*/none/\"");
    let (code, table, said) = race(&[&one, &slow, &bad, "race.txt"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("WRONG: bad line 20 is wrong: "), "{said}");
    assert!(said.contains(&format!("the puzzle is {last} (race.txt:21)\n")), "{said}");
    assert_eq!(row(&table, "bad"), ["bad", "19 of 20", "–", "–", "–"]);

    // The loop uses CPU time in every pass, which belongs to the start-up and not to the puzzles.
    let start_up = |program| {
        let cell = row(&table, program)[2].split_once(' ').unwrap();
        assert_eq!(cell.1, "ms", "{table}");
        cell.0.parse::<f64>().unwrap()
    };
    assert!(start_up("slow") > 2.0 * start_up("one"), "{table}");
    for program in ["one", "slow"] {
        assert!(row(&table, program)[3].ends_with("µs"), "{table}");
    }
    assert_eq!(row(&table, "one")[4], "1");
    let sentence = table.lines().next().unwrap();
    assert!(sentence.starts_with("one "), "{table}");
    assert!(sentence.contains("the fastest solver here (whole-grid/"), "{table}");
    assert!(
        sentence.contains(" for each of the 20 puzzles of race.txt; all 20 answers are right."),
        "{table}"
    );
}

#[test]
fn a_mistake_of_the_first_ends_the_race_at_once() {
    puzzles("mistake.txt");
    let bad = program("bad", "", "| sed \"20s/.*/none/\"");
    let (code, table, said) = race(&[&bad, "hang=sleep 9", "mistake.txt"]);
    assert_eq!((code, said.matches("WRONG").count()), (Some(1), 1), "{said}");
    assert!(table.starts_with("bad has no time on mistake.txt."), "{table}");
    assert!(!table.contains("hang"), "{table}");
}

#[test]
fn a_slow_program_does_not_take_puzzles_from_the_others() {
    puzzles("shares.txt");
    let each =
        "while read it; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo $it; done |";
    let slow = program("slow", each, "");
    let (code, table, said) = race(&["bands/bivalue", &slow, "bitmask/cursor", "shares.txt"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(row(&table, "slow")[3].contains("(on the first "), "{table}");
    assert!(!row(&table, "bitmask/cursor")[3].contains("first"), "{table}");
    let sentence = table.lines().next().unwrap();
    assert!(sentence.contains("as slow (on the first "), "{table}");
    assert!(sentence.contains("for each of the 20 puzzles of shares.txt"), "{table}");
}

#[test]
fn a_program_that_is_faster_passes_the_gate() {
    puzzles("faster.txt");
    let [bands, scan] = ["bands/bivalue", "bitmask/cursor"];
    let (code, table, said) = race(&["--slower", "50", bands, scan, "faster.txt"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(table.contains(&format!(" times as fast as {scan} and ")), "{table}");
    assert_eq!(row(&table, scan)[1], "20 of 20");
}

#[test]
fn puzzles_that_cannot_be_read_to_their_end_are_not_raced() {
    puzzles("whole.txt");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let packed = crate::verify::gzip(&fs::read_to_string(folder.join("whole.txt")).unwrap());
    fs::write(folder.join("cut.gz"), &packed[..packed.len() - 9]).unwrap();
    let (code, table, said) = race(&["bands/bivalue", "cut.gz"]);
    assert_eq!((code, table.as_str()), (Some(2), ""), "{said}");
    assert!(said.contains("cannot read further: the gzip archive ends too early"), "{said}");
}

#[test]
fn a_solver_is_asked_whether_the_solution_is_unique() {
    let (code, table, said) = race(&["bands/bivalue", "multi+unique"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(row(&table, "bands/bivalue")[1], "500 of 500");
}

#[test]
fn calls_that_cannot_be_understood_say_why() {
    puzzles("plain.txt");
    for (words, why) in [
        (&["easy"][..], "an entrant is NAME=COMMAND, such as 'mine=python3 solve.py', or a solver"),
        (&["mine", "easy"], "or a solver; found `mine`"),
        (&["bitmask/curser", "easy"], "the nearest is `bitmask/cursor`"),
        (&["mine=", "easy"], "expected NAME=COMMAND"),
        (&["mine='", "easy"], "expected NAME=COMMAND"),
        (&["\u{1b}=a", "easy"], "found `\\u{1b}=a`"),
        (&["a=cat", "a=cat", "easy"], "`a` names another program too"),
        (&["--limit", "x", "a=b", "easy"], "invalid value 'x' for '--limit <SECONDS>'"),
        (&["--slower", "5", "a=b", "easy"], "--slower needs a second entrant"),
        (&["a=cat", "bitmask/cursr"], "no such file, and no solver is called `bitmask/cursr`"),
        (&["a=cat", "bitmask/cursr"], "the nearest is `bitmask/cursor`"),
        (&["a=cat", "no-such"], "cannot open no-such; no corpus is called"),
        (&["a=cat", "contradictory"], "contradictory: no puzzle in it"),
        (&["a=./no-such", "easy"], "a: cannot start `./no-such`: no such file"),
        (&["a=cat", "b=./plain.txt", "easy"], "or it is not executable"),
        (&["a=cat", "b=no-such-program", "easy"], "cannot start `no-such-program`"),
    ] {
        let (code, table, said) = race(words);
        assert_eq!((code, table.as_str()), (Some(2), ""), "{words:?}: {said}");
        assert!(said.contains(why), "{words:?}: {said}");
    }
}

#[test]
fn nothing_survives_the_race_that_started_it() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hang");
    let _ = fs::remove_file(&file);
    let hang = format!("it=sh -c 'echo $$ > {}; exec sleep 1000'", file.display());
    let mut race = Command::new(LAB);
    let mut race = race.args(["race", &hang, "easy"]).stderr(Stdio::null()).spawn().unwrap();
    let id = within_seconds(20, || fs::read_to_string(&file).ok().filter(|id| id.ends_with('\n')));
    race.kill().unwrap();
    race.wait().unwrap();
    let is_there = || Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status();
    within_seconds(10, || (!is_there().unwrap().success()).then_some(()));
}

/// Waits until there is a result.
fn within_seconds<T>(seconds: u64, result: impl Fn() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(result) = result() {
            return result;
        }
        assert!(began.elapsed() < Duration::from_secs(seconds), "nothing within {seconds} s");
        thread::sleep(Duration::from_millis(5));
    }
}
