//! The counters of a search, and the probe that fills them.

use std::cell::Cell;
use std::convert::Infallible;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::Probe;

/// Writes the list of counters down once: name, meaning, in the order of every table.
macro_rules! counters {
    ($($(#[$meaning:meta])+ $name:ident,)+) => {
        /// How much work one solve of one puzzle was, exactly. Everything starts at 0.
        ///
        /// "The recursive function" is the one that places digits; its wrapper is not counted,
        /// and neither is reading the puzzle from text. Two programmers who follow these
        /// definitions get equal numbers, so counts decide every claim about work.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Counts {
            $($(#[$meaning])+ pub $name: u64,)+
        }

        impl Counts {
            /// The names of the counters: the columns of `sudoku-lab tally`, in their order.
            pub const NAMES: [&'static str; [$(stringify!($name)),+].len()] =
                [$(stringify!($name)),+];

            /// The values, in the order of [`Counts::NAMES`].
            pub const fn values(&self) -> [u64; Self::NAMES.len()] {
                [$(self.$name),+]
            }

            /// The counts with these values, in the order of [`Counts::NAMES`].
            pub const fn from_values(values: [u64; Self::NAMES.len()]) -> Self {
                let [$($name),+] = values;
                Self { $($name),+ }
            }
        }

        #[derive(Debug, Default)]
        struct Tally {
            $($name: Cell<u64>,)+
        }

        impl Tally {
            fn counts(&self) -> Counts {
                Counts { $($name: self.$name.get(),)+ }
            }
        }
    };
}

counters! {
    /// Entries into the recursive function, whatever it then does: the first one, made by the
    /// wrapper, entries on a given cell, and the base case included.
    calls,
    /// Digits written on a blank by the recursive function after its test said yes.
    placements,
    /// Placements taken back after their recursive call came back without success.
    undos,
    /// Tests of one candidate digit for one blank, legal or not. With lowest-bit enumeration, the
    /// digits drawn from the mask.
    checks,
    /// Board cells read inside a legality test, with its early return. A cell read twice counts
    /// twice, and the blank itself counts.
    cell_reads,
    /// Entries of the state arrays, or mask words, looked at by a check, with short circuit: 1 to
    /// 3 per check. 0 with lowest-bit enumeration.
    state_reads,
    /// Masks of legal digits computed in the recursive function (lowest-bit enumeration).
    mask_computations,
    /// Evaluations of the loop condition "the mask is not 0" (lowest-bit enumeration).
    mask_tests,
    /// Board cells compared with blank to find the next blank, inside the recursive function or
    /// its helper.
    scan_steps,
    /// The greatest number of frames of the recursive function alive at once; the outermost has
    /// depth 1.
    max_depth,
    /// Board cells compared with blank before the search.
    setup_cells,
    /// Cells filled by sweeps before the search.
    prefilled,
    /// Masks computed by those sweeps.
    prefill_masks,
    /// Sweeps, the last one, which changes nothing, included.
    passes,
}

impl AddAssign for Counts {
    /// The work on several puzzles: sums, and the greatest depth.
    fn add_assign(&mut self, other: Self) {
        let max_depth = self.max_depth.max(other.max_depth);
        let (mut sum, added) = (self.values(), other.values());
        sum.iter_mut().zip(added).for_each(|(sum, added)| *sum += added);
        *self = Self { max_depth, ..Self::from_values(sum) };
    }
}

/// The counting probe: `&Counter` is a [`Probe`] that never stops a search.
///
/// The depth needs no report of its own. A frame that places a digit is still alive when it takes
/// the digit back, so an undo leads back to the depth that the placement was made at.
///
/// ```
/// use sudoku_core::{Counter, Probe};
///
/// let counter = Counter::default();
/// let probe = &counter;
/// let Ok(()) = probe.call();
/// probe.place(0, 7);
/// assert_eq!((counter.counts().calls, counter.counts().placements), (1, 1));
/// ```
#[derive(Debug)]
pub struct Counter {
    tally: Tally,
    depth: Cell<u64>,
    depth_at: [Cell<u8>; 81],
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            tally: Tally::default(),
            depth: Cell::new(0),
            depth_at: [const { Cell::new(0) }; 81],
        }
    }
}

impl Counter {
    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.tally.counts()
    }
}

fn add(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

impl Probe for &Counter {
    type Stop = Infallible;

    fn call(self) -> Result<(), Infallible> {
        add(&self.tally.calls);
        add(&self.depth);
        self.tally.max_depth.set(self.tally.max_depth.get().max(self.depth.get()));
        Ok(())
    }

    fn place(self, at: usize, _digit: u8) {
        add(&self.tally.placements);
        self.depth_at[at].set(self.depth.get() as u8);
    }

    fn undo(self, at: usize) {
        add(&self.tally.undos);
        self.depth.set(u64::from(self.depth_at[at].get()));
    }

    fn check(self) {
        add(&self.tally.checks);
    }

    fn cell_read(self) {
        add(&self.tally.cell_reads);
    }

    fn state_read(self) {
        add(&self.tally.state_reads);
    }

    fn mask_computation(self) {
        add(&self.tally.mask_computations);
    }

    fn mask_test(self) {
        add(&self.tally.mask_tests);
    }

    fn scan_step(self) {
        add(&self.tally.scan_steps);
    }

    fn setup_cell(self) {
        add(&self.tally.setup_cells);
    }

    fn prefill(self, _at: usize, _digit: u8) {
        add(&self.tally.prefilled);
    }

    fn prefill_mask(self) {
        add(&self.tally.prefill_masks);
    }

    fn pass(self) {
        add(&self.tally.passes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_go_together() {
        let counts = Counts { calls: 1, max_depth: 10, passes: 14, ..Counts::default() };
        assert_eq!(Counts::NAMES[0], "calls");
        assert_eq!(Counts::NAMES[9], "max_depth");
        assert_eq!(Counts::NAMES[13], "passes");
        assert_eq!(counts.values(), [1, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 14]);
        assert_eq!(Counts::from_values(counts.values()), counts);
        let mut sum = counts;
        sum += Counts { calls: 2, max_depth: 9, ..Counts::default() };
        assert_eq!(sum, Counts { calls: 3, ..counts });
    }

    #[test]
    fn every_observation_has_a_counter_of_its_own() {
        let counted = |name: &str, observe: fn(&Counter)| {
            let counter = Counter::default();
            observe(&counter);
            let values = counter.counts().values();
            let own = Counts::NAMES.iter().position(|counter| *counter == name).unwrap();
            assert_eq!(values[own], 1, "{name}");
            assert_eq!(values.iter().sum::<u64>(), 1, "{name}");
        };
        counted("placements", |probe| probe.place(0, 1));
        counted("undos", |probe| probe.undo(0));
        counted("checks", |probe| probe.check());
        counted("cell_reads", |probe| probe.cell_read());
        counted("state_reads", |probe| probe.state_read());
        counted("mask_computations", |probe| probe.mask_computation());
        counted("mask_tests", |probe| probe.mask_test());
        counted("scan_steps", |probe| probe.scan_step());
        counted("setup_cells", |probe| probe.setup_cell());
        counted("prefilled", |probe| probe.prefill(0, 1));
        counted("prefill_masks", |probe| probe.prefill_mask());
        counted("passes", |probe| probe.pass());
    }

    #[test]
    fn depth_follows_placements_and_undos() {
        let counter = Counter::default();
        let probe = &counter;
        let enter = || {
            let Ok(()) = probe.call();
        };
        enter(); // depth 1 places at cell 3 ...
        probe.place(3, 1);
        (0..5).for_each(|_| enter()); // ... five givens, depth 6, dead end
        probe.undo(3);
        probe.place(3, 2);
        enter(); // depth 2 again, not 7
        probe.place(9, 1);
        (0..4).for_each(|_| enter());
        assert_eq!(counter.counts().max_depth, 6);
        enter();
        assert_eq!(counter.counts().max_depth, 7);
    }
}
