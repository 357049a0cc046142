//! - `once SOLVER CORPUS` solves the first puzzles of a corpus with a solver, for callgrind.
//! - `once --list PATTERN...` prints the ids of the solvers that match and can be counted: those
//!   that need no instructions beyond the platform's baseline.
//! - `once --check` reads a [`Request`] and prints its corpora, by names or paths that are valid in
//!   any folder, and the steps of the run, each with the seconds that it should take.
//!
//! `cargo xtask count` runs the first form and collects only the instructions executed inside
//! `Session::time` and `Session::prove`. The program prints the number of digits placed, which a
//! second search of each puzzle counts, the number of puzzles, and the name of the set in results.
//! All output is JSON.

use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use serde_json::{Value, json};
use sudoku_benches::{PuzzleSet, Request, Settings, contestants, resolve, schedule};
use sudoku_record::Mode;
use sudoku_registry::{Limits, find, select_among};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let printed = match args.as_slice() {
        ["--list", patterns @ ..] => list(patterns),
        ["--check"] => check(),
        [solver, corpus] => once(solver, corpus),
        // `cargo test` and `cargo bench` run every bench program; this one then has nothing to do.
        _ => return ExitCode::SUCCESS,
    };
    match printed {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Reads the request for a run, so that mistakes are reported before anything is measured.
fn check() -> Result<Value> {
    let request = Request::from_env()?;
    let corpora = std::env::var("SUDOKU_LAB_CORPORA").unwrap_or_default();
    let corpora: Vec<String> = corpora.lines().map(str::to_owned).collect();
    Ok(json!([resolve(&corpora)?, schedule(&request)]))
}

fn list(patterns: &[&str]) -> Result<Value> {
    let asked = select_among(contestants(), patterns)?.into_iter();
    // Valgrind executes the platform's baseline instructions, but not all of those beyond.
    let counted = asked.filter(|entry| entry.can.count && entry.target.is_empty());
    Ok(counted.map(|entry| entry.info.id).collect())
}

fn once(solver: &str, corpus: &str) -> Result<Value> {
    let mut session = find(solver)?.start();
    let mut placements = 0;
    // A program under callgrind takes some fifty times as long.
    let settings = Settings { puzzles: 20, placements: 1_000_000, ..Settings::of(Mode::Quick) };
    let set = PuzzleSet::find(corpus, &settings)?;
    for (puzzle, facts) in set.puzzles.iter().zip(&set.facts) {
        let goal = set.record.goal;
        let answer = session.solve(puzzle, goal);
        let run = session.tally(puzzle, goal, Limits::NONE);
        let agrees = facts.answer.agrees(goal, run.outcome);
        agrees.map_err(|why| anyhow!("{}: {why}", puzzle.grid()))?;
        ensure!(answer == run.outcome, "{}: another answer without counting", puzzle.grid());
        placements += run.counts.placements;
    }
    Ok(json!([placements, set.puzzles.len(), set.record.name]))
}
