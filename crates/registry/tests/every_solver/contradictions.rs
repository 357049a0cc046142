//! The answers of solvers to clues that contradict each other. These tests bypass the check by
//! which no such grid becomes a `Puzzle`; a stream of puzzles skips it only for searches that find
//! contradictions themselves.

use sudoku_core::Contradictions::{self, Covered, Forgotten, Marked, Refused, Searched, Unknown};
use sudoku_core::{Counts, Goal, Grid, Info, Puzzle, UNITS, Work, box_of, column_of, row_of};
use sudoku_registry::{Entry, Limits, Outcome, SOLVERS, available};

use crate::common::{EXAMPLE, SOLUTION, grid};

/// The solvers with such a [`Contradictions`], as far as this processor can run them.
fn that(makes: impl Fn(Contradictions) -> bool) -> impl Iterator<Item = &'static Entry> {
    available().filter(move |solver| makes(solver.info.contradictions))
}

/// The grid that a solver answers with, right or wrong, and the work it took.
fn answer(solver: &Entry, grid: &Grid) -> (Option<Grid>, Counts) {
    let run = solver.start().tally(&Puzzle::unchecked(*grid), Goal::First, Limits::NONE);
    match run.outcome {
        Outcome::Solved(found) | Outcome::Wrong(found) => (Some(found), run.counts),
        _ => (None, run.counts),
    }
}

/// The example with a clue added at (row, column).
fn with(row: usize, column: usize, digit: u8) -> Grid {
    let contradictory = grid(EXAMPLE).with(row * 9 + column, digit);
    assert!(contradictory.conflict().is_some());
    contradictory
}

/// How often a digit stands in the row, the column and the box of a cell.
fn times(grid: &Grid, digit: u8, row: usize, column: usize) -> [usize; 3] {
    let at = row * 9 + column;
    [row_of(at), 9 + column_of(at), 18 + box_of(at)]
        .map(|unit| UNITS[unit].iter().filter(|&&at| grid.cells()[at] == digit).count())
}

#[test]
fn every_solver_says_what_it_does() {
    for solver in SOLVERS {
        let says = solver.info.contradictions;
        assert_ne!(says, Unknown, "{}: see `Contradictions` for what it may do", solver.info.id);
    }
}

/// A search with undos keeps a set of used digits in one of several ways.
#[test]
fn a_search_that_undoes_marks_flips_or_covers() {
    for solver in SOLVERS {
        let keeps = matches!(solver.info.contradictions, Marked | Forgotten | Covered);
        assert_eq!(keeps, solver.info.counters.has(Work::Undos), "{}", solver.info.id);
    }
}

#[test]
fn two_sixes_stay_in_a_row_a_column_and_a_box() {
    let contradictory = with(6, 0, 6);
    for solver in that(|makes| makes == Marked) {
        let id = solver.info.id;
        let found = answer(solver, &contradictory).0.unwrap_or_else(|| panic!("{id} finds none"));
        assert!(found.extends(&contradictory) && found.blanks() == 0, "{id}: {found}");
        assert_eq!(times(&found, 6, 6, 0), [2, 2, 2], "{id}: {found}");
    }
}

/// The row-major tree has 6,804 placements where a digit stays marked; other solvers have other
/// numbers.
#[test]
fn a_second_three_costs_the_whole_tree() {
    let contradictory = with(0, 2, 3);
    let mut placements = String::new();
    for solver in that(|makes| matches!(makes, Marked | Forgotten)) {
        let Info { id, contradictions, .. } = solver.info;
        let (found, counts) = answer(solver, &contradictory);
        assert_eq!((found, counts.undos), (None, counts.placements), "{id}");
        placements += &format!("{id}: {contradictions:?}, {} placements\n", counts.placements);
    }
    insta::assert_snapshot!(placements);
}

#[test]
fn a_clue_that_is_flipped_twice_is_forgotten() {
    let contradictory = with(3, 7, 6);
    for solver in that(|makes| matches!(makes, Marked | Forgotten)) {
        let id = solver.info.id;
        let found = answer(solver, &contradictory).0.unwrap_or_else(|| panic!("{id} finds none"));
        let flips = solver.info.contradictions == Forgotten;
        assert!(!flips || found.extends(&contradictory), "{id}: {found}");
        assert_eq!(times(&found, 6, 3, 7)[0], if flips { 3 } else { 2 }, "{id}: {found}");
    }
}

#[test]
fn a_board_without_a_blank_comes_back_whatever_it_holds() {
    for at in 0..81 {
        let wrong = grid(SOLUTION).with(at, grid(SOLUTION).cells()[at] % 9 + 1);
        for solver in that(|makes| matches!(makes, Marked | Forgotten)) {
            assert_eq!(answer(solver, &wrong).0, Some(wrong), "{}", solver.info.id);
        }
    }
}

/// A grid whose clash shows in no cell and no sum: every box has the sum of a solved one, and every
/// cell has one digit.
#[test]
fn a_search_of_the_whole_grid_finds_no_solution_where_clues_clash() {
    let full = grid(SOLUTION);
    let swapped = |one: usize, other: usize| {
        full.with(one, full.cells()[other]).with(other, full.cells()[one])
    };
    let mut clashes = vec![with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    clashes.extend((0..81).map(|at| full.with(at, full.cells()[at] % 9 + 1)));
    clashes.extend([swapped(0, 1), swapped(0, 9), swapped(30, 40), swapped(0, 80)]);
    for solver in that(|makes| makes == Searched) {
        for grid in &clashes {
            assert_eq!(answer(solver, grid).0, None, "{} on {grid}", solver.info.id);
        }
    }
}

/// Two equal digits that see each other, and no other clue: with so few clues, a search that missed
/// the clash would take very long.
#[test]
fn two_clues_that_clash_are_found_before_a_guess() {
    let pairs = (0..81).flat_map(|one| (one + 1..81).map(move |other| (one, other)));
    let clashes: Vec<Grid> = pairs
        .map(|(one, other)| Grid::BLANK.with(one, 7).with(other, 7))
        .filter(|grid| grid.conflict().is_some())
        .collect();
    assert_eq!(clashes.len(), 810);
    for solver in that(|makes| matches!(makes, Refused | Searched)) {
        for grid in &clashes {
            let (found, counts) = answer(solver, grid);
            let did = (found, counts.nodes, counts.guesses);
            assert_eq!(did, (None, 1, 0), "{} on {grid}", solver.info.id);
        }
    }
}

#[test]
fn clues_that_share_an_item_are_no_cover() {
    let wrong = |at: usize| grid(SOLUTION).with(at, grid(SOLUTION).cells()[at] % 9 + 1);
    let examples = [with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    for contradictory in examples.into_iter().chain((0..81).map(wrong)) {
        for solver in that(|makes| makes == Covered) {
            let (found, counts) = answer(solver, &contradictory);
            assert_eq!((found, counts.nodes), (None, 0), "{}: {contradictory}", solver.info.id);
        }
    }
}

#[test]
fn contradictory_clues_are_refused_at_the_root() {
    let solved = grid(SOLUTION);
    let wrong = |at: usize| solved.with(at, solved.cells()[at] % 9 + 1);
    let added = [with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    for grid in added.into_iter().chain((0..81).map(wrong)) {
        for solver in that(|makes| makes == Refused) {
            let (found, counts) = answer(solver, &grid);
            let did = (found, counts.nodes, counts.guesses);
            assert_eq!(did, (None, 1, 0), "{} on {grid}", solver.info.id);
        }
    }
}
