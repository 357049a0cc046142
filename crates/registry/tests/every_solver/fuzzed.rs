//! Shipped puzzles with clues changed, added and removed: all searches that end find the same
//! number of solutions up to several limits, and each solution is one.
//!
//! A few thousand grids by default. For more:
//!
//! ```sh
//! FUZZED_GRIDS=1000000 cargo test --release -p sudoku-registry --test all fuzzed
//! ```

use std::env;

use sudoku_core::{Goal, Grid, Proof, Puzzle, Random, Symmetry};
use sudoku_registry::{Limits, Outcome, Session, available, referee};

use crate::common::{SOLUTION, grid};

/// Enough calls for a search that propagates. Others would take too long on a blank grid.
const FEW: Limits = Limits::calls(3_000);

/// Random changes of shipped puzzles, without grids whose clues clash.
fn fuzzed(number: usize) -> impl Iterator<Item = Puzzle> {
    let shipped = ["minimal", "hard", "easy", "multi", "none"].map(|name| {
        let corpus = sudoku_puzzles::find(name).expect("this set is shipped");
        corpus.entries().iter().map(|entry| entry.grid).collect::<Vec<Grid>>()
    });
    let mut random = Random::seeded(0x5eed);
    let mut below = move |limit: usize| random.below(limit as u64) as usize;
    (0..number).filter_map(move |_| {
        let set = &shipped[below(shipped.len())];
        let mut grid = set[below(set.len())];
        let clues = |grid: &Grid| (0..81).filter(|&at| grid.cells()[at] != 0).collect::<Vec<_>>();
        let kind = below(6);
        let changes = [1, below(4), below(7), grid.clues(), 2, 0][kind];
        for change in 0..changes {
            let given = clues(&grid);
            let any = given.get(below(given.len().max(1))).copied().unwrap_or_default();
            grid = match kind {
                0 => grid.with(any, 1 + below(9) as u8),
                1 => grid.with(any, 0),
                2 => grid.with(below(81), 1 + below(9) as u8),
                3 if change < below(81) => grid.with(any, 0),
                4 => grid.with(below(81), below(10) as u8),
                _ => grid,
            };
        }
        Puzzle::try_from(Symmetry::random(below(usize::MAX) as u64).apply(&grid)).ok()
    })
}

/// A full board, a blank one, and full boards without one digit.
fn ends() -> Vec<Puzzle> {
    let full = grid(SOLUTION);
    let mut grids = vec![full, Grid::BLANK];
    grids.extend((0..81).map(|at| full.with(at, 0)));
    grids.into_iter().map(|grid| Puzzle::try_from(grid).expect("no conflict")).collect()
}

fn asked() -> usize {
    let asked = env::var("FUZZED_GRIDS").ok();
    asked.map_or(3_000, |asked| asked.parse().expect("FUZZED_GRIDS is a whole number"))
}

/// The number of solutions, up to the limit; `None` if the search was stopped.
fn count(session: &mut Session, puzzle: &Puzzle, limit: usize) -> Option<usize> {
    let found = session.solutions(puzzle, limit, FEW, 0);
    assert_eq!(found.refused, [], "no solution, or found twice, of {}", puzzle.grid());
    found.stopped.is_none().then_some(found.count)
}

#[test]
fn all_find_the_same_number_of_solutions() {
    let mut searches: Vec<(&str, Session, u32)> =
        available().map(|solver| (solver.info.id, solver.start(), 0)).collect();
    for puzzle in ends().into_iter().chain(fuzzed(asked())) {
        // A search that was stopped ten times is not tried again.
        searches.retain(|(.., stopped)| *stopped < 10);
        for limit in [1, 2, 60] {
            let mut first: Option<(&str, usize)> = None;
            for (id, session, stopped) in &mut searches {
                let Some(found) = count(session, &puzzle, limit) else {
                    *stopped += 1;
                    continue;
                };
                let (other, expected) = *first.get_or_insert((id, found));
                let about = puzzle.grid();
                assert_eq!(found, expected, "{id} and {other} on {about}, up to {limit}");
            }
        }
    }
    assert!(searches.len() > 1, "fewer than two came through");
}

#[test]
fn batches_find_what_single_puzzles_have() {
    let mut puzzles = ends();
    puzzles.extend(fuzzed(asked().min(20_000)));
    let quick = available().filter(|solver| solver.width > 1);
    for solver in quick {
        let mut session = solver.start();
        let mut answers = vec![None; puzzles.len()];
        session.solve_all(&puzzles, Goal::First, &mut answers, &mut []);
        let mut proofs = vec![Proof::default(); puzzles.len()];
        session.solve_all(&puzzles, Goal::Unique, &mut vec![None; puzzles.len()], &mut proofs);
        for ((puzzle, answer), proof) in puzzles.iter().zip(answers).zip(&proofs) {
            let about = format!("{} on {}", solver.info.id, puzzle.grid());
            let answer = referee(Goal::First, puzzle, answer.as_ref(), &Proof::default());
            assert_eq!(answer, session.solve(puzzle, Goal::First), "{about}");
            let alone = match session.solve(puzzle, Goal::Unique) {
                Outcome::NoSolution => vec![],
                Outcome::Solved(only) => vec![only],
                Outcome::Several(both) => both.to_vec(),
                other => panic!("{about}: {other:?}"),
            };
            assert_eq!(proof.solutions().collect::<Vec<_>>(), alone, "{about}");
        }
    }
}
