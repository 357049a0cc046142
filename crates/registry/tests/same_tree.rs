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
