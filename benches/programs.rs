//! Runs programs in other languages on the sets of a run: judges their answers, then times them.
//!
//! `cargo xtask bench` runs it after the race if programs are asked for. It writes
//! `raw/programs.json` and `raw/programs.csv`. Started again, it also serves as the launcher of the
//! programs.
//!
//! Exit codes: 0 all is well; 1 a program made a mistake; 2 the request cannot be understood, or a file
//! cannot be read or written.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result};
use sudoku_benches::{Request, programs};
use sudoku_programs::{NOT_LIMITED, Out, launched};

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
    let request = Request::from_env()?;
    if request.programs.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let out =
        request.out.as_ref().context("programs are timed in a run: SUDOKU_LAB_OUT is missing")?;
    if let Some(note) = NOT_LIMITED {
        eprintln!("note: {note}");
    }
    let found = programs(&request, &env::current_exe()?);
    out.write_programs(&found.records)?;
    out.write(&found.rows)?;
    for Out { program, corpus, place, fault } in &found.out {
        let place = place.map_or_else(String::new, |at| format!(" (puzzle {at} of {corpus})"));
        eprintln!("WRONG: {program} on {corpus}: {fault}{place}");
    }
    Ok(if found.out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
