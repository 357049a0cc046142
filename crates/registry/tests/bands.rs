//! The searches of the family `bands`: relations between their counters.

use crate::common::{ENOUGH, Sample, any_sample, config};
use proptest::prelude::*;
use sudoku_core::Goal;
use sudoku_registry::{Outcome, Tally, find};

proptest! {
    #![proptest_config(config())]

    /// A guess places one digit in each branch that is entered; rules fill the rest.
    #[test]
    fn placements_are_the_digits_of_guesses(Sample { puzzle, .. } in any_sample()) {
        for id in ["bands/bivalue", "bands/impact", "bands/stacks"] {
            let Tally { outcome, counts } = find(id).unwrap().start().tally(&puzzle, Goal::First, ENOUGH);
            prop_assert_eq!(counts.nodes, counts.placements + 1, "{}", id);
            prop_assert!(counts.guesses <= counts.placements, "{}", id);
            if counts.guesses == 0 && matches!(outcome, Outcome::Solved(_)) {
                prop_assert_eq!(counts.deductions, puzzle.grid().blanks() as u64, "{}", id);
            }
        }
    }
}
