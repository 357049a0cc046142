//! Identities between the counters of the articles' searches, on random puzzles.

use proptest::prelude::*;
use sudoku_core::Goal;
use sudoku_registry::{Outcome, Tally, find};

use super::{IDS, PREFILL, run};
use crate::common::{ENOUGH, Sample, any_sample, config};

/// The searches that make a call for each given.
const CURSORS: [&str; 4] = [IDS[0], IDS[1], IDS[4], IDS[6]];
/// The searches that test a digit by reading cells, and those that read state.
const READ_CELLS: [&str; 4] = [IDS[0], IDS[1], IDS[2], IDS[3]];
const READ_STATE: [&str; 4] = [IDS[4], IDS[5], IDS[6], IDS[7]];
const PAUSES: &str = IDS[1];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn calls_and_depth(Sample { puzzle, .. } in any_sample()) {
        for id in IDS {
            let Tally { outcome, counts } = run(id, &puzzle);
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

    #[test]
    fn checks_and_what_they_read(Sample { puzzle, .. } in any_sample()) {
        for id in IDS {
            let Tally { outcome, counts } = run(id, &puzzle);
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
                // Every sweep but the last fills a cell. Every sweep computes the mask of each cell
                // that is never filled.
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

    /// The sweeps remove branches from the tree and change nothing else: the digits that they fill
    /// in are in every solution.
    #[test]
    fn prefill_only_prunes(Sample { puzzle, .. } in any_sample()) {
        let mut prefill = find("bitmask-singles/prefill").unwrap().start();
        let mut plain = find("bitmask/blank-list").unwrap().start();
        let (less, more) = (prefill.tally(&puzzle, Goal::First, ENOUGH), plain.tally(&puzzle, Goal::First, ENOUGH));
        prop_assert_eq!(less.outcome, more.outcome);
        prop_assert!(less.counts.placements <= more.counts.placements);
        prop_assert_eq!(
            prefill.solutions(&puzzle, 8, ENOUGH, 8),
            plain.solutions(&puzzle, 8, ENOUGH, 8)
        );
    }
}

fn is_solved(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Solved(_))
}
