//! The counters mean what their definitions say.
//!
//! Golden numbers for the example and some changes of it, and the identities between counters on
//! random puzzles. `recount.rs` counts once more, with a program of its own.

mod common;

use common::{ENOUGH, EXAMPLE, Sample, any_sample, config, grid, laws, puzzle};
use proptest::prelude::*;
use sudoku_core::{Puzzle, Work};
use sudoku_registry::{Outcome, Run, find};

/// The ten solvers of the articles.
const IDS: [&str; 10] = [
    "brute-scan/three-loops",
    "brute-scan/fused",
    "scan-from-start/three-loops",
    "scan-from-start/fused",
    "state-arrays/cursor",
    "state-arrays/blank-list",
    "bitmask/cursor",
    "bitmask/next-blank",
    "bitmask/blank-list",
    "bitmask-singles/prefill",
];

/// Which of them step over givens by a call each.
const CURSORS: [&str; 4] = [IDS[0], IDS[1], IDS[4], IDS[6]];
/// Which test a digit by reading cells, and which by reading state.
const READ_CELLS: [&str; 4] = [IDS[0], IDS[1], IDS[2], IDS[3]];
const READ_STATE: [&str; 4] = [IDS[4], IDS[5], IDS[6], IDS[7]];
const PAUSES: &str = IDS[1];
const PREFILL: &str = IDS[9];

fn run(id: &str, puzzle: &Puzzle) -> Run {
    find(id).unwrap().start().run(puzzle, ENOUGH)
}

fn assert_golden(puzzle: &Puzzle, golden: &[[u64; 14]; 10]) {
    for (id, row) in IDS.into_iter().zip(golden) {
        assert_row(id, &run(id, puzzle), row);
    }
}

/// The counters of the articles, in their order.
fn assert_row(id: &str, run: &Run, row: &[u64; 14]) {
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

/// The searches that choose their blank: in the example there always is one with a single digit.
#[test]
#[rustfmt::skip]
fn the_example_by_fewest_candidates() {
    for (variant, row) in [
        //          calls placed undone checks masks tests  scan depth setup nodes guesses
        ("scan",    [ 52,   51,    0,    51,  1326,   51,  1326,  52,   81,   52,   0]),
        ("buckets", [ 52,   51,    0,    51,   364,   51,     0,  52,   81,   52,   0]),
        ("static",  [103,  102,   51,   102,   102,  153,     0,  52,   81,  103,  16]),
    ] {
        let counts = run(&format!("fewest-candidates/{variant}"), &puzzle(EXAMPLE)).counts;
        let counted: Vec<u64> = counts.values().into_iter().flatten().collect();
        assert_eq!(counted, row, "{variant}");
    }
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

/// The example with a 2 added at (0, 2). The sweeps run into blanks that no digit fits, fill none of
/// them, and compute their masks in every sweep; the first in the list is one.
#[test]
fn a_blank_without_a_digit_is_not_filled() {
    let run = run(PREFILL, &Puzzle::try_from(grid(EXAMPLE).with(2, 2)).unwrap());
    assert_eq!(run.outcome, Outcome::NoSolution);
    assert_row(PREFILL, &run, &[1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 567, 44, 137, 5]);
}

/// Where the article writes its `q` on (0, 0) and searches the other blanks: for millions of
/// placements, and without an end.
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

proptest! {
    #![proptest_config(config())]

    #[test]
    fn undos(sample in any_sample()) {
        laws::UNDOS.of_all(&sample)?;
    }

    #[test]
    fn calls_and_depth(Sample { puzzle, .. } in any_sample()) {
        for id in IDS {
            let Run { outcome, counts } = run(id, &puzzle);
            let solved = u64::from(is_solved(outcome));
            let by_cell = counts.scan_steps + solved;
            let (calls, depth) = if id == PAUSES {
                prop_assert!(counts.calls >= by_cell);
                (counts.calls, 91)
            } else if CURSORS.contains(&id) {
                (by_cell, 82)
            } else {
                (counts.placements + 1, puzzle.grid().blanks() as u64 - counts.prefilled + 1)
            };
            prop_assert_eq!(counts.calls, calls, "{}", id);
            prop_assert!(counts.max_depth <= depth, "{}", id);
            if is_solved(outcome) {
                prop_assert_eq!(counts.max_depth, depth, "{}", id);
            }
        }
    }

    /// A guess places one digit for each alternative that is entered; rules fill the rest.
    #[test]
    fn placements_are_the_digits_of_guesses(Sample { puzzle, .. } in any_sample()) {
        for id in ["bands/bivalue", "bands/impact", "bands/stacks"] {
            let Run { outcome, counts } = run(id, &puzzle);
            prop_assert_eq!(counts.nodes, counts.placements + 1, "{}", id);
            prop_assert!(counts.guesses <= counts.placements, "{}", id);
            if counts.guesses == 0 && is_solved(outcome) {
                prop_assert_eq!(counts.deductions, puzzle.grid().blanks() as u64, "{}", id);
            }
        }
    }

    #[test]
    fn checks_and_what_they_read(Sample { puzzle, .. } in any_sample()) {
        for id in IDS {
            let Run { outcome, counts } = run(id, &puzzle);
            let illegal = counts.checks - counts.placements;
            let reads = |all| {
                let legal = all * counts.placements;
                legal + illegal..=legal + all * illegal
            };
            if READ_CELLS.contains(&id) {
                prop_assert!(reads(27).contains(&counts.cell_reads), "{}", id);
            } else {
                prop_assert_eq!(counts.cell_reads, 0, "{}", id);
            }
            if READ_STATE.contains(&id) {
                prop_assert!(reads(3).contains(&counts.state_reads), "{}", id);
            } else {
                prop_assert_eq!(counts.state_reads, 0, "{}", id);
            }
            if READ_CELLS.contains(&id) || READ_STATE.contains(&id) {
                prop_assert_eq!((counts.mask_computations, counts.mask_tests), (0, 0), "{}", id);
            } else {
                let on_a_blank = counts.calls - u64::from(is_solved(outcome));
                prop_assert_eq!(illegal, 0, "{}", id);
                prop_assert_eq!(counts.mask_computations, on_a_blank, "{}", id);
                prop_assert_eq!(counts.mask_tests, on_a_blank + counts.undos, "{}", id);
            }
        }
    }

    #[test]
    fn setup_and_prefill(Sample { puzzle, .. } in any_sample()) {
        for id in IDS {
            let counts = run(id, &puzzle).counts;
            let blanks = puzzle.grid().blanks() as u64;
            if id == PREFILL {
                // Every sweep but the last fills a cell, and a cell that is never filled has its
                // mask computed by each of them.
                let unfilled = blanks - counts.prefilled;
                prop_assert_eq!(counts.setup_cells, 81 * (counts.passes + 2));
                prop_assert!((1..=counts.prefilled + 1).contains(&counts.passes));
                prop_assert!(counts.prefill_masks <= blanks * counts.passes);
                prop_assert!(counts.prefill_masks >= blanks + unfilled * (counts.passes - 1));
            } else {
                let setup = if READ_CELLS.contains(&id) { 0 } else { 81 };
                prop_assert_eq!(counts.setup_cells, setup, "{}", id);
                prop_assert_eq!(counts.prefilled + counts.prefill_masks + counts.passes, 0);
            }
        }
    }
}

fn is_solved(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Solved(_))
}
