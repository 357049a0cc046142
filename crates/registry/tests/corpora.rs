//! Every solver on every puzzle that comes with the laboratory, against what is known of it.

use sudoku_core::{Puzzle, Tree};
use sudoku_registry::{Limits, Outcome, SOLVERS};

/// Runs every solver to the end on every puzzle of some corpora.
fn check(corpora: &[&str]) {
    for name in corpora {
        for entry in sudoku_corpus::find(name).unwrap().entries() {
            let puzzle = Puzzle::try_from(entry.grid).unwrap();
            for solver in SOLVERS {
                let run = solver.start().run(&puzzle, Limits::NONE);
                let id = solver.info.id;
                // Of several solutions, the known one is the first of the row-major tree.
                let known = match entry.solution {
                    None => run.outcome == Outcome::NoSolution,
                    Some(known) if entry.solutions == 1 || solver.info.tree == Tree::RowMajor => {
                        run.outcome == Outcome::Solved(known)
                    }
                    Some(_) => matches!(run.outcome, Outcome::Solved(_)),
                };
                assert!(known, "{id} on {name}, {}: {:?}", entry.grid, run.outcome);
                if solver.info.tree == Tree::RowMajor {
                    assert_eq!(
                        Some(run.counts.placements),
                        entry.placements,
                        "{id}, {}",
                        entry.grid
                    );
                }
            }
        }
    }
}

#[test]
fn ordinary_puzzles() {
    check(&["leetcode-37", "finished", "easy", "effort-1e3", "effort-1e4"]);
}

#[test]
fn long_searches() {
    check(&["effort-1e5", "effort-1e6"]);
}

#[test]
fn several_solutions_and_none() {
    check(&["several", "none"]);
}

#[test]
fn contradictory_clues_never_reach_a_solver() {
    for entry in sudoku_corpus::find("contradictory").unwrap().entries() {
        assert!(Puzzle::try_from(entry.grid).is_err(), "{}", entry.grid);
    }
}

#[test]
fn no_corpus_is_forgotten() {
    let checked = ["leetcode-37", "finished", "easy", "several", "none", "contradictory"];
    for corpus in sudoku_corpus::CORPORA {
        let effort = corpus.name.starts_with("effort-1e");
        assert!(effort || checked.contains(&corpus.name), "{} is not checked here", corpus.name);
    }
}
