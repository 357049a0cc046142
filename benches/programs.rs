//! Programs in other languages on the sets of a run: refereed, then timed beside its solvers.
//!
//! `cargo xtask bench` runs it after the rounds where programs are asked for. It reads counts and
//! survey of the run, and writes `raw/programs.json` and `raw/programs.csv`. It is its own launcher,
//! and the echo that shows what lines cost.
//!
//! Exit codes: 0 all is well; 1 a program has left the run; 2 the request cannot be understood.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result};
use sudoku_benches::{Request, counted, programs};
use sudoku_programs::{NOT_LIMITED, Program, echo, launched};

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run() -> Result<ExitCode> {
    if env::args().skip(1).eq([Program::ECHO]) {
        echo()?;
        return Ok(ExitCode::SUCCESS);
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
