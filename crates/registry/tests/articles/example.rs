//! Expected counts for the example and for some changes of it.

use sudoku_core::{Puzzle, Work};
use sudoku_registry::{Outcome, Tally};

use super::{IDS, PREFILL, run};
use crate::common::{EXAMPLE, grid, puzzle};

fn assert_golden(puzzle: &Puzzle, golden: &[[u64; 14]; 10]) {
    for (id, row) in IDS.into_iter().zip(golden) {
        assert_row(id, &run(id, puzzle), row);
    }
}

/// Compares the counters of the articles, in the order of [`Work::ALL`].
fn assert_row(id: &str, run: &Tally, row: &[u64; 14]) {
    for (what, expected) in Work::ALL.into_iter().zip(row) {
        assert_eq!(run.counts.get(what), Some(*expected), "{} of {id}", what.name());
    }
    let deduced = (id == PREFILL).then_some(run.counts.prefilled);
    assert_eq!(run.counts.get(Work::Deductions), deduced, "{id}");
    for what in [Work::Nodes, Work::Guesses] {
        assert_eq!(run.counts.get(what), None, "{} of {id}", what.name());
    }
}

#[test]
#[rustfmt::skip]
fn the_example() {
    assert_golden(&puzzle(EXAMPLE), &[
        // calls  placed undone checks  cells   states masks tests  scan  depth setup fill fmask pass
        [6428, 4208, 4157, 37652, 334_653,      0,    0,    0,   6427, 82,   0,  0,   0, 0],
        [6879, 4208, 4157, 37652, 372_394,      0,    0,    0,   6427, 91,   0,  0,   0, 0],
        [4209, 4208, 4157, 37652, 334_653,      0,    0,    0, 139_258, 52,  0,  0,   0, 0],
        [4209, 4208, 4157, 37652, 375_015,      0,    0,    0, 139_258, 52,  0,  0,   0, 0],
        [6428, 4208, 4157, 37652,       0, 54_788,    0,    0,   6427, 82,  81,  0,   0, 0],
        [4209, 4208, 4157, 37652,       0, 54_788,    0,    0,      0, 52,  81,  0,   0, 0],
        [6428, 4208, 4157, 37652,       0, 54_788,    0,    0,   6427, 82,  81,  0,   0, 0],
        [4209, 4208, 4157, 37652,       0, 54_788,    0,    0,   6427, 52,  81,  0,   0, 0],
        [4209, 4208, 4157,  4208,       0,      0, 4208, 8365,      0, 52,  81,  0,   0, 0],
        [   1,    0,    0,     0,       0,      0,    0,    0,      0,  1, 648, 51, 147, 6],
    ]);
}

/// The example with a 1 added at (0, 2), where a 4 belongs.
#[test]
#[rustfmt::skip]
fn without_a_solution() {
    assert_golden(&Puzzle::try_from(grid(EXAMPLE).with(2, 1)).unwrap(), &[
        // calls  placed undone checks  cells   states masks tests  scan  depth setup fill fmask pass
        [547, 332, 332, 2997, 25_639,    0,   0,   0,  547, 19,   0,  0,   0, 0],
        [570, 332, 332, 2997, 29_201,    0,   0,   0,  547, 21,   0,  0,   0, 0],
        [333, 332, 332, 2997, 25_639,    0,   0,   0, 5083, 11,   0,  0,   0, 0],
        [333, 332, 332, 2997, 30_066,    0,   0,   0, 5083, 11,   0,  0,   0, 0],
        [547, 332, 332, 2997,      0, 4314,   0,   0,  547, 19,  81,  0,   0, 0],
        [333, 332, 332, 2997,      0, 4314,   0,   0,    0, 11,  81,  0,   0, 0],
        [547, 332, 332, 2997,      0, 4314,   0,   0,  547, 19,  81,  0,   0, 0],
        [333, 332, 332, 2997,      0, 4314,   0,   0,  547, 11,  81,  0,   0, 0],
        [333, 332, 332,  332,      0,    0, 333, 665,    0, 11,  81,  0,   0, 0],
        [  6,   5,   5,    5,      0,    0,   6,  11,    0,  3, 729, 42, 167, 7],
    ]);
}

/// The example without three of its clues: the sweeps fill four cells, the search does the rest.
#[test]
fn sweeps_and_then_a_search() {
    let fewer = [39, 66, 71].into_iter().fold(grid(EXAMPLE), |grid, at| grid.with(at, 0));
    let run = run(PREFILL, &Puzzle::try_from(fewer).unwrap());
    let golden = [2399, 2398, 2348, 2398, 0, 0, 2398, 4746, 0, 51, 486, 4, 208, 4];
    assert_row(PREFILL, &run, &golden);
}

/// The example with a 2 added at (0, 2), so that no digit fits some blanks. The sweeps compute the
/// masks of these blanks every time and do not fill them; the first blank in the list is one of
/// them.
#[test]
fn a_blank_without_a_digit_is_not_filled() {
    let run = run(PREFILL, &Puzzle::try_from(grid(EXAMPLE).with(2, 2)).unwrap());
    assert_eq!(run.outcome, Outcome::NoSolution);
    assert_row(PREFILL, &run, &[1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 567, 44, 137, 5]);
}

/// The article's program writes its `q` on (0, 0) here and searches the other blanks: one of these
/// searches takes millions of placements, the other does not end.
#[test]
fn a_first_blank_without_a_digit_ends_the_search() {
    for dead in [
        ".8..94............2.53..9..6..4.2...7...1....3....68.25.9....7.1..7...5...2..9..6",
        ".12345678..................9................................9...........345678...",
    ] {
        let run = run(PREFILL, &Puzzle::try_from(grid(dead)).unwrap());
        assert_eq!(run.outcome, Outcome::NoSolution);
        assert_eq!((run.counts.calls, run.counts.placements), (1, 0));
    }
}
