//! Solvers that say they walk the same tree do, step by step, on puzzles of every sort.

mod common;

use common::{ENOUGH, Sample, any_sample, config, several};
use proptest::prelude::*;
use sudoku_core::Tree;
use sudoku_registry::{Entry, SOLVERS, find};

fn row_major() -> impl Iterator<Item = &'static Entry> {
    SOLVERS.iter().filter(|solver| solver.info.tree == Tree::RowMajor)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn equal_placements_and_undos(Sample { puzzle, .. } in any_sample()) {
        let work = |solver: &Entry| {
            let run = solver.start().run(&puzzle, ENOUGH);
            (run.outcome, run.counts.placements, run.counts.undos)
        };
        let first = work(row_major().next().unwrap());
        for solver in row_major() {
            prop_assert_eq!(work(solver), first, "{}", solver.info.id);
        }
    }

    #[test]
    fn the_same_steps_in_the_same_order(Sample { puzzle, .. } in any_sample()) {
        let steps = |solver: &Entry| solver.start().replay(&puzzle, 20_000, ENOUGH);
        let first = steps(row_major().next().unwrap());
        for solver in row_major() {
            prop_assert!(steps(solver) == first, "{}", solver.info.id);
        }
    }

    #[test]
    fn the_same_solutions_in_the_same_order(Sample { puzzle, .. } in several()) {
        let solutions = |solver: &Entry| solver.start().solutions(&puzzle, 8, 8, ENOUGH);
        let first = solutions(row_major().next().unwrap());
        prop_assert!(first.first.is_sorted(), "row-major order is the order of the digits");
        for solver in row_major() {
            prop_assert_eq!(&solutions(solver), &first, "{}", solver.info.id);
        }
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
