//! Every solver on puzzles of every shipped set, compared with the known answers.

use sudoku_core::{Goal, Puzzle, Tree};
use sudoku_puzzles::{Corpus, KnownPuzzle};
use sudoku_registry::{Limits, Outcome, available};

/// The first puzzles of a set, as many as a row-major search solves with this number of placements,
/// but at least two.
fn sample(corpus: &Corpus, placements: u64) -> Vec<KnownPuzzle> {
    let mut left = placements;
    let mut begin = corpus.entries();
    // A single puzzle may take more placements.
    let many = begin.iter().position(|entry| {
        let cost = entry.placements.unwrap_or(0);
        let ends = cost > left;
        left = left.saturating_sub(cost);
        ends
    });
    begin.truncate(many.unwrap_or(begin.len()).max(2));
    begin
}

/// Runs every solver to the end on a sample of every set whose name is wanted.
fn check(wanted: impl Fn(&&str) -> bool, placements: u64) {
    for corpus in sudoku_puzzles::CORPORA.iter().filter(|corpus| wanted(&corpus.name)) {
        for entry in sample(corpus, placements) {
            let puzzle = Puzzle::try_from(entry.grid).unwrap();
            for solver in available() {
                let run = solver.start().tally(&puzzle, Goal::First, Limits::NONE);
                let id = solver.info.id;
                // Of several solutions, the known one is the first of the row-major tree.
                let known = match entry.solution {
                    None => run.outcome == Outcome::NoSolution,
                    Some(known) if entry.solutions == 1 || solver.info.tree == Tree::ROW_MAJOR => {
                        run.outcome == Outcome::Solved(known)
                    }
                    Some(_) => matches!(run.outcome, Outcome::Solved(_)),
                };
                assert!(known, "{id} on {}, {}: {:?}", corpus.name, entry.grid, run.outcome);
                if solver.info.tree == Tree::ROW_MAJOR {
                    let placements = Some(run.counts.placements);
                    assert_eq!(placements, entry.placements, "{id}, {}", entry.grid);
                }
            }
        }
    }
}

const LONG: [&str; 5] = ["classics", "effort-1e5", "effort-1e6", "anti-row-major", "hard"];
const SEVERAL_OR_NONE: [&str; 2] = ["multi", "none"];
const NO_PUZZLES: &str = "contradictory";

#[test]
fn ordinary_puzzles() {
    let others = [&LONG[..], &SEVERAL_OR_NONE, &[NO_PUZZLES]].concat();
    check(|name| !others.contains(name), 300_000);
}

#[test]
fn long_searches() {
    check(|name| LONG.contains(name), 1_000_000);
}

#[test]
fn several_solutions_and_none() {
    check(|name| SEVERAL_OR_NONE.contains(name), 1_000_000);
}

#[test]
fn contradictory_clues_never_reach_a_solver() {
    for entry in sudoku_puzzles::find(NO_PUZZLES).unwrap().entries() {
        assert!(Puzzle::try_from(entry.grid).is_err(), "{}", entry.grid);
    }
}
