//! Solvers that say they walk the same tree do, step by step, on puzzles of every sort.

mod common;

use common::{ENOUGH, Sample, any_sample, config, laws, several};
use proptest::prelude::*;
use sudoku_registry::find;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn equal_placements_and_undos(sample in any_sample()) {
        laws::TREE.of_all(&sample)?;
    }

    #[test]
    fn the_same_steps_in_the_same_order(sample in any_sample()) {
        laws::STEPS.of_all(&sample)?;
    }

    #[test]
    fn the_same_solutions_in_the_same_order(sample in several()) {
        laws::ORDER.of_all(&sample)?;
    }

    /// To go on at the blank with the fewest legal digits is to fill naked singles, one a node.
    #[test]
    fn naked_singles_guess_where_fewest_candidates_do(sample in any_sample()) {
        let guesses = |id| find(id).unwrap().start().run(&sample.puzzle, ENOUGH).counts.guesses;
        prop_assert_eq!(guesses("propagation/naked-singles"), guesses("fewest-candidates/scan"));
    }

    /// The sweeps take branches out of the tree and change nothing else: what they fill in stands
    /// in every solution.
    #[test]
    fn prefill_only_prunes(Sample { puzzle, .. } in any_sample()) {
        let mut prefill = find("bitmask-singles/prefill").unwrap().start();
        let mut plain = find("bitmask/blank-list").unwrap().start();
        let (less, more) = (prefill.run(&puzzle, ENOUGH), plain.run(&puzzle, ENOUGH));
        prop_assert_eq!(less.outcome, more.outcome);
        prop_assert!(less.counts.placements <= more.counts.placements);
        prop_assert_eq!(
            prefill.solutions(&puzzle, 8, 8, ENOUGH),
            plain.solutions(&puzzle, 8, 8, ENOUGH)
        );
    }
}
