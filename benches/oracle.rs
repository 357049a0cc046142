//! Published ratings in a folder, compared with what our solvers find.
//!
//! `cargo xtask oracle` runs it. Exit codes: 0 nothing differs; 1 something does; 2 a file cannot be
//! read or holds something else.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use sudoku_benches::{Oracle, Progress, collections};

/// Differences of one collection that are printed.
const SHOWN: usize = 10;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    // `cargo test` and `cargo bench` run every bench program; this one then has nothing to do.
    let [task, folder] = args.as_slice() else { return ExitCode::SUCCESS };
    let run = if task == "--compare" { compare(Path::new(folder)) } else { Ok(ExitCode::SUCCESS) };
    run.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn compare(folder: &Path) -> Result<ExitCode> {
    let (rated, unrated) = collections(folder)?;
    for file in &unrated {
        eprintln!("note: {} has not all ratings beside it, and is left out", file.display());
    }
    ensure!(!rated.is_empty(), "{}: no puzzles.txt with its ratings", folder.display());
    let oracle = Oracle::new()?;
    let sizes = rated.iter().map(|file| Ok(file.metadata()?.len() / 82));
    let total = sizes.sum::<Result<u64>>().context("a size")?;
    let progress = Progress::new("comparing", total, true);
    let (mut puzzles, mut by_singles, mut by_locked, mut differences) = (0, 0, 0, 0);
    for file in &rated {
        progress.message(file.strip_prefix(folder).unwrap_or(file).display().to_string());
        let compared = oracle.compare(file, &progress)?;
        compared.differences.iter().take(SHOWN).for_each(|line| println!("{line}"));
        if let Some(more) = compared.differences.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            println!("{}: {more} more differences", file.display());
        }
        puzzles += compared.puzzles;
        by_singles += compared.by_singles;
        by_locked += compared.by_locked;
        differences += compared.differences.len();
    }
    let share = |part: usize| 100.0 * part as f64 / puzzles.max(1) as f64;
    println!(
        "{puzzles} puzzles in {} collections: {differences} differences; singles solve {by_singles} \
         ({:.2} %), with locked candidates {by_locked} ({:.2} %)",
        rated.len(),
        share(by_singles),
        share(by_locked)
    );
    Ok(ExitCode::from(u8::from(differences > 0)))
}
