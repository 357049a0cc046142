//! The committed counts, `reports/counts`: `recount --all` counts what is missing or stale,
//! `recount --check` says what that is. Patterns of solver ids may follow.
//!
//! `cargo xtask recount` runs it. Exit codes: 0 all is current; 1 something is not, or an answer was
//! wrong; 2 a name is unknown or a file cannot be read.

use std::process::ExitCode;

use anyhow::Result;
use sudoku_benches::{Progress, Stale, keep, recount, stale, units};
use sudoku_measure::counted_sets;
use sudoku_registry::select;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let run = match args.as_slice() {
        ["--check", patterns @ ..] => check(patterns),
        ["--all", patterns @ ..] => count(patterns),
        // `cargo test` and `cargo bench` run every bench program; this one then has nothing to do.
        _ => return ExitCode::SUCCESS,
    };
    run.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn select_stale(patterns: &[&str]) -> Result<Vec<Stale>> {
    stale(&select(patterns)?)
}

/// A line for each solver whose counts are not current, with the sets. A note on standard error names
/// the solvers that this processor cannot count.
fn check(patterns: &[&str]) -> Result<ExitCode> {
    let stale = select_stale(patterns)?;
    for solver in select(patterns)?.iter().filter(|solver| !solver.available()) {
        eprintln!("note: {} cannot run here; its counts are kept unchecked", solver.info.id);
    }
    for Stale { solver, sets, .. } in &stale {
        let names: Vec<&str> = sets.iter().map(|corpus| corpus.name).collect();
        let sets = if sets.len() == counted_sets().count() {
            "all sets".to_owned()
        } else {
            names.join(", ")
        };
        println!("{}: its counts are missing or stale on {sets}", solver.info.id);
    }
    Ok(if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Counts solver by solver, and keeps each before it goes on.
fn count(patterns: &[&str]) -> Result<ExitCode> {
    let stale = select_stale(patterns)?;
    let sets = stale.iter().flat_map(|stale| &stale.sets);
    let progress = Progress::new("counting", sets.map(|corpus| units(corpus)).sum(), true);
    for stale in stale {
        match recount(stale, &progress) {
            Ok(counted) => println!("{}", keep(&counted)?.display()),
            Err(wrong) => {
                eprintln!("WRONG: {wrong}");
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
