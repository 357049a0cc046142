//! Programs in other languages on the sets of a run: refereed, then timed beside its solvers.
//!
//! `cargo xtask bench` runs it after the rounds where programs are asked for. It reads counts and
//! survey of the run, and writes `raw/programs.json` and `raw/programs.csv`. It is its own launcher,
//! and the echo that shows what lines cost.
//!
//! `programs solve ID` is any solver or peer as such a program, for the control of the method: a puzzle a
//! line, an answer a line.
//!
//! Exit codes: 0 all is well; 1 a program has left the run; 2 the request cannot be understood.

use std::env;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};
use sudoku_benches::{Request, contestants, counted, programs};
use sudoku_core::{Grid, Puzzle};
use sudoku_programs::{NOT_LIMITED, Program, echo, launched};
use sudoku_registry::find_among;

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// Answers a puzzle a line with a solver or a peer.
fn solve(id: &str) -> Result<ExitCode> {
    let mut session = find_among(contestants(), id)?.start();
    let mut puzzles = Vec::new();
    for line in stdin().lock().lines() {
        puzzles.push(Puzzle::try_from(line?.parse::<Grid>()?)?);
    }
    let mut answers = vec![None; puzzles.len()];
    session.time(&puzzles, &mut answers);
    let mut out = BufWriter::new(stdout().lock());
    for answer in answers {
        match answer {
            Some(solution) => writeln!(out, "{solution}")?,
            None => writeln!(out, "none")?,
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn run() -> Result<ExitCode> {
    if env::args().skip(1).eq([Program::ECHO]) {
        echo()?;
        return Ok(ExitCode::SUCCESS);
    }
    if let [word, id] = &*env::args().skip(1).collect::<Vec<_>>()
        && word == "solve"
    {
        return solve(id);
    }
    let request = Request::from_env()?;
    if request.programs.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let out =
        request.out.as_ref().context("programs are timed in a run: SUDOKU_LAB_OUT is missing")?;
    let counts = counted(&request).context("the run has no counts yet")?;
    if let Some(note) = NOT_LIMITED {
        eprintln!("note: {note}");
    }
    let survey = out.read()?;
    let found = programs(&request, &counts, &survey, &env::current_exe()?, &Program::echo()?);
    out.write_programs(&found.records)?;
    out.write(&found.rows)?;
    for complaint in &found.complaints {
        eprintln!("WRONG: {complaint}");
    }
    let is_sound = found.complaints.is_empty();
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
