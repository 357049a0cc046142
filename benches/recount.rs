//! Keeps the committed counts, `reports/counts`, current: `recount --all` counts those that are
//! missing or stale, `recount --check` lists them. Patterns of solver ids may follow. `recount --kind`
//! counts on fresh puzzles of the kinds of the sets.
//!
//! `cargo xtask recount` runs it. Exit codes: 0 all is current; 1 a count is missing or stale, or
//! an answer was wrong; 2 a name is unknown or a file cannot be read.

use std::process::ExitCode;

use anyhow::Result;
use sudoku_benches::{StepProgress, count_kinds, incomplete, keep, recount, units};
use sudoku_record::{AskedSet, Counted, CountedError, KindCounts, RunFolder, runs_in, top};
use sudoku_registry::{Entry, select};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let run = match args.as_slice() {
        ["--check", patterns @ ..] => check(patterns),
        ["--all", patterns @ ..] => count(patterns),
        ["--kind"] => kinds(),
        // `cargo test` and `cargo bench` run every bench program; this one then has nothing to do.
        _ => return ExitCode::SUCCESS,
    };
    run.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// Prints a line for each solver whose counts are missing or stale. Notes on standard error name
/// the solvers that this processor cannot run, and the sets on which a solver has no counts.
fn check(patterns: &[&str]) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for solver in select(patterns)? {
        let id = solver.info.id;
        if !solver.available() {
            eprintln!("note: {id} cannot run here; its counts are kept unchecked");
        }
        match Counted::of(top(), id) {
            Ok(kept) => {
                let missing: Vec<String> = kept.missing().into_iter().map(AskedSet::name).collect();
                if !missing.is_empty() {
                    eprintln!("note: {id} has no counts on {}", missing.join(", "));
                }
            }
            Err(damaged @ CountedError::File(_)) => return Err(damaged.into()),
            Err(error) => {
                println!("{error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// Counts the solvers whose counts are missing or stale. Meanwhile each reference holds all of its
/// own counts: afterwards it leaves out those that are as before.
fn count(patterns: &[&str]) -> Result<ExitCode> {
    let incomplete = incomplete(&select(patterns)?)?;
    let references = runs_in(&top().join("reports/reference"))?;
    if incomplete.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    references.iter().try_for_each(|run| run.write(&run.counts()?))?;
    let code = count_all(incomplete);
    references.iter().try_for_each(RunFolder::share_counts)?;
    code
}

/// Counts all solvers on fresh puzzles of every kind.
fn kinds() -> Result<ExitCode> {
    let progress = StepProgress::new("counting", 0, true);
    let all: [&str; 0] = [];
    let rows = count_kinds(&select(&all)?, &progress)?;
    println!("{}", KindCounts::write(top(), &rows)?.strip_prefix(top())?.display());
    Ok(ExitCode::SUCCESS)
}

/// Counts one solver after the other, and saves the counts of each before it starts the next.
fn count_all(incomplete: Vec<(&'static Entry, Counted)>) -> Result<ExitCode> {
    let sets = incomplete.iter().flat_map(|(_, kept)| kept.missing());
    let progress = StepProgress::new("counting", sets.map(units).sum(), true);
    for (solver, kept) in incomplete {
        let sets = kept.missing();
        match recount(solver, kept, &sets, &progress) {
            Ok(counted) => println!("{}", keep(&counted)?.display()),
            Err(wrong) => {
                eprintln!("WRONG: {wrong}");
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
