//! One pass of one solver over the first puzzles of a corpus, for callgrind: `once SOLVER CORPUS`.
//! `once --list PATTERN...` prints the ids of the solvers that match and can be counted: those that
//! need no instructions beyond those of the platform. `once --check` reads a [`Request`]; it prints
//! the corpora in it under names that hold in every folder, and the steps of the run with the
//! seconds that each should take.
//!
//! `cargo xtask count` runs it and collects what is executed inside `Session::time` and
//! `Session::prove` only. It prints the placements of the pass, counted apart, how many puzzles
//! there were, and the name of the set in results. All results are JSON.

use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use serde_json::{Value, json};
use sudoku_benches::{PuzzleSet, Request, Settings, contestants, resolve, schedule};
use sudoku_measure::Mode;
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
    // Valgrind supports the instructions of the platform, and not all of the others.
    let counted = asked.filter(|entry| entry.can.count && entry.target.is_empty());
    Ok(counted.map(|entry| entry.info.id).collect())
}

fn once(solver: &str, corpus: &str) -> Result<Value> {
    let mut session = find(solver)?.start();
    let mut placements = 0;
    // Under callgrind a solver takes some fifty times as long.
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
