//! `faulty MODE [FILE]`: a program that solves puzzles, and in each mode breaks the protocol in one
//! way. It is the launcher of the tests, too. Some modes write the id of a process, or answers for the next pass, into the file.

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_registry::{Outcome, Session};

const FOR_EVER: Duration = Duration::from_hours(1);

fn main() -> ExitCode {
    // Only a launcher undoes that SIGCHLD is ignored.
    if env::var_os("SUDOKU_LAB_LAUNCH").is_some()
        && let Some(code) = sudoku_programs::launched()
    {
        return code;
    }
    let mut words = env::args().skip(1);
    let (mode, file) = (words.next().unwrap(), words.next().unwrap_or_default());
    match &*mode {
        "sleeper" => {
            fs::write(&file, process::id().to_string()).unwrap();
            thread::sleep(FOR_EVER);
        }
        "orphan" => drop(again(&["sleeper", &file]).spawn().unwrap()),
        "spin" => spin(Duration::from_millis(file.parse().unwrap())),
        mode => answer(mode, &file),
    }
    ExitCode::SUCCESS
}

/// Returns the command that starts this program again, without its standard streams.
fn again(words: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    let [input, output, error] = [Stdio::null(), Stdio::null(), Stdio::null()];
    command.args(words).stdin(input).stdout(output).stderr(error);
    command
}

/// Runs until this process has used this much CPU time in all.
fn spin(time: Duration) {
    while used() < time {}
}

/// Returns the CPU time of this process.
#[cfg(unix)]
fn used() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_SELF).unwrap();
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(micros as u64)
}

#[cfg(not(unix))]
fn used() -> Duration {
    Duration::MAX
}

fn answer(mode: &str, file: &str) {
    let mut out = io::stdout().lock();
    if mode == "early" {
        writeln!(out, "Welcome").unwrap();
    }
    if mode == "endless" {
        while writeln!(out, "1").is_ok() {}
        process::exit(1);
    }
    if mode == "hang" {
        fs::write(file, process::id().to_string()).unwrap();
        thread::sleep(FOR_EVER);
    }
    if mode == "remembers" && fs::exists(file).unwrap() {
        out.write_all(&fs::read(file).unwrap()).unwrap();
        return;
    }
    let puzzles: Vec<String> = io::stdin().lock().lines().map(Result::unwrap).collect();
    #[cfg(unix)]
    if mode == "client" {
        let server = std::os::unix::net::UnixStream::connect(file).unwrap();
        writeln!(&server, "{}", puzzles.join("\n")).unwrap();
        server.shutdown(std::net::Shutdown::Write).unwrap();
        io::copy(&mut &server, &mut out).unwrap();
        return;
    }
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let goal = if mode == "unique" { Goal::Unique } else { Goal::First };
    let mut answers: Vec<String> =
        puzzles.iter().map(|line| solve(&mut solver, line, goal)).collect();
    let last = answers.len() - 1;
    match mode {
        "wrong-line" => answers[1].replace_range(80.., "x"),
        "wrong-last" => answers[last] = format!("{}1", &answers[0][..80]),
        "too-few" => drop(answers.pop()),
        "too-many" => answers.push(String::new()),
        "gives-up" => "none".clone_into(&mut answers[1]),
        "echoes" => answers[1].clone_from(&puzzles[1]),
        "escapes" => "\u{1b}[2J\u{1b}]0;gotcha\u{7}".clone_into(&mut answers[1]),
        "unended" | "crash" | "exits" => {
            out.write_all(format!("{}\n", answers[0]).as_bytes()).unwrap();
            out.flush().unwrap();
            eprintln!("out of \u{1b}[31mluck");
            match mode {
                "crash" => process::abort(),
                "exits" => process::exit(3),
                _ => thread::sleep(FOR_EVER),
            }
        }
        "memory" => {
            let mut all = Vec::new();
            for _ in 0..10 << 10 {
                all.push(black_box(vec![1_u8; 1 << 20]));
            }
        }
        "cpu" => spin(FOR_EVER),
        "child" | "children" | "child-waits" => {
            let children = match (mode, file) {
                ("children", "") => "10 60",
                ("children", of) => of,
                _ => "1 60",
            };
            let (number, ms) = children.split_once(' ').unwrap();
            for _ in 0..number.parse().unwrap() {
                // Fails, when the child has ended, if SIGCHLD is ignored.
                let _ = again(&["spin", ms]).status();
            }
            if mode == "child-waits" {
                thread::sleep(Duration::from_secs(1));
            }
        }
        "slowly" => spin(Duration::from_millis(100) * puzzles.len() as u32),
        "naps" => thread::sleep(Duration::from_millis(200)),
        "gives-up-later" if fs::exists(file).unwrap() => answers.fill("none".to_owned()),
        "gives-up-later" => fs::write(file, "").unwrap(),
        "survivor" => {
            assert!(again(&["orphan", file]).status().unwrap().success());
            while !fs::exists(file).unwrap() {
                thread::sleep(Duration::from_millis(5));
            }
        }
        "waits" => thread::sleep(Duration::from_secs(1)),
        "remembers" => fs::write(file, answers.join("\n") + "\n").unwrap(),
        "right" | "early" | "unique" => {}
        other => panic!("no mode {other}"),
    }
    // The last line needs no line feed.
    write!(out, "{}", answers.join("\n")).unwrap();
    if mode == "too-many" {
        writeln!(out).unwrap();
    }
}

fn solve(solver: &mut Session, line: &str, goal: Goal) -> String {
    let puzzle: Grid = line.parse().unwrap();
    match solver.solve(&Puzzle::try_from(puzzle).unwrap(), goal) {
        Outcome::Solved(grid) => grid.to_string(),
        Outcome::Several(_) => "several".to_owned(),
        _ => "none".to_owned(),
    }
}
