//! Solvers that claim the same tree search it step by step alike, on puzzles of every sort.

use proptest::prelude::*;

use crate::common::{any_sample, config, laws, several};

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
}
