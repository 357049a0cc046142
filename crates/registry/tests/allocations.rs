//! No search allocates memory: all its state is on the stack.

mod common;

use allocation_counter::measure;
use common::{ENOUGH, EXAMPLE, SOLUTION, dig, grid, puzzle};
use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_registry::{Outcome, available};

#[test]
fn no_solve_allocates() {
    let mut puzzles =
        vec![puzzle(EXAMPLE), puzzle(SOLUTION), Puzzle::try_from(Grid::BLANK).unwrap()];
    puzzles
        .push(Puzzle::try_from(grid(EXAMPLE).with(2, 1)).expect("a wrong clue, but no conflict"));
    puzzles.extend((0..10).map(|seed| Puzzle::try_from(dig(seed, 32, false)).unwrap()));
    for solver in available() {
        let mut session = solver.start();
        for puzzle in &puzzles {
            let outcome = session.tally(puzzle, Goal::First, ENOUGH).outcome;
            assert!(!matches!(outcome, Outcome::Stopped(_)), "{} takes too long", solver.info.id);
            let memory = measure(|| {
                std::hint::black_box(session.solve(puzzle, Goal::First));
            });
            assert_eq!(memory.count_total, 0, "{} on {}", solver.info.id, puzzle.grid());
        }
    }
}

#[test]
fn an_allocation_would_be_seen() {
    let memory = measure(|| {
        std::hint::black_box(Box::new(1));
    });
    assert_eq!(memory.count_total, 1);
}
