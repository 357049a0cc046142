//! [`Counter`]: the probe that counts.

use std::array;
use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use crate::{Counts, Probe, Spot, Work};

/// The counting probe: `&Counter` is a [`Probe`] that never stops a search.
///
/// The depth needs no report of its own. A frame that places a digit is still active when it undoes
/// the digit, so an undo returns to the depth of the placement; a failed branch returns to the
/// depth of its guess.
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
    values: [Cell<u64>; Work::ALL.len()],
    depth: Cell<u64>,
    depth_at: [Cell<u8>; 81],
    /// The depth of every open guess, with the number of alternatives that are left.
    guesses: RefCell<Vec<(u64, u32)>>,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            values: array::from_fn(|_| Cell::new(0)),
            depth: Cell::new(0),
            depth_at: [const { Cell::new(0) }; 81],
            guesses: RefCell::new(Vec::new()),
        }
    }
}

impl Counter {
    /// The counts so far of all counters, including those that the solver does not list as
    /// reported.
    pub fn counts(&self) -> Counts {
        Counts::from_values(Work::ALL.map(|what| (what, self.values[what as usize].get())))
    }

    /// The number of active frames of the recursive function, or the number of nodes from the root
    /// to the current node, both included.
    pub fn depth(&self) -> u64 {
        self.depth.get()
    }

    #[inline]
    fn add(&self, what: Work, times: u64) {
        let value = &self.values[what as usize];
        value.set(value.get() + times);
    }
}

impl Probe for &Counter {
    type Stop = Infallible;

    fn call(self) -> Result<(), Infallible> {
        self.add(Work::Calls, 1);
        self.add(Work::Nodes, 1);
        self.depth.set(self.depth.get() + 1);
        let deepest = &self.values[Work::MaxDepth as usize];
        deepest.set(deepest.get().max(self.depth.get()));
        Ok(())
    }

    fn place(self, at: usize, _digit: u8) {
        self.add(Work::Placements, 1);
        self.depth_at[at].set(self.depth.get() as u8);
    }

    fn undo(self, at: usize) {
        self.add(Work::Undos, 1);
        self.depth.set(u64::from(self.depth_at[at].get()));
    }

    fn deduce(self, _at: usize, _digit: u8) {
        self.add(Work::Deductions, 1);
    }

    fn guess(self, alternatives: u32) {
        self.add(Work::Guesses, 1);
        self.guesses.borrow_mut().push((self.depth.get(), alternatives));
    }

    fn back(self) {
        let mut guesses = self.guesses.borrow_mut();
        let Some((depth, left)) = guesses.last_mut() else { return };
        self.depth.set(*depth);
        *left -= 1;
        if *left <= 1 {
            guesses.pop();
        }
    }

    #[inline]
    fn work(self, what: Work, _at: Spot, times: u32) {
        self.add(what, times.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_observation_has_a_counter_of_its_own() {
        let counted = |name: &str, observe: fn(&Counter)| {
            let counter = Counter::default();
            observe(&counter);
            let values = counter.counts().values();
            let own = Work::named(name).unwrap();
            assert_eq!(values[own as usize], Some(1), "{name}");
            assert_eq!(values.iter().flatten().sum::<u64>(), 1, "{name}");
        };
        counted("placements", |probe| probe.place(0, 1));
        counted("undos", |probe| probe.undo(0));
        counted("deductions", |probe| probe.deduce(0, 1));
        counted("guesses", |probe| probe.guess(2));
        counted("guesses", |probe| probe.branch(0));
        counted("checks", |probe| probe.check(0, 1));
        counted("cell_reads", |probe| probe.cell_read(0));
        counted("state_reads", |probe| probe.state_read(0));
        counted("mask_computations", |probe| probe.mask_computation(0));
        counted("mask_tests", |probe| probe.mask_test(0));
        counted("scan_steps", |probe| probe.scan_step(0));
        counted("setup_cells", |probe| probe.setup_cell(0));
        counted("prefilled", |probe| probe.prefill(0));
        counted("prefill_masks", |probe| probe.prefill_mask(0));
        counted("passes", |probe| probe.pass());
        counted("eliminations", |probe| probe.eliminate(0, 1));
        counted("rounds", |probe| probe.round());
        counted("links", |probe| probe.link());
    }

    fn enter(probe: &Counter) {
        let Ok(()) = probe.call();
    }

    #[test]
    fn depth_follows_placements_and_undos() {
        let counter = Counter::default();
        let probe = &counter;
        enter(probe); // depth 1 places at cell 3 ...
        probe.place(3, 1);
        (0..5).for_each(|_| enter(probe)); // ... five givens, depth 6, dead end
        probe.undo(3);
        probe.place(3, 2);
        enter(probe); // depth 2 again, not 7
        probe.place(9, 1);
        (0..4).for_each(|_| enter(probe));
        assert_eq!(counter.counts().max_depth, 6);
        enter(probe);
        assert_eq!(counter.counts().max_depth, 7);
    }

    #[test]
    fn depth_follows_guesses_and_the_way_back() {
        let counter = Counter::default();
        let probe = &counter;
        enter(probe); // depth 1 has three alternatives ...
        probe.guess(3);
        enter(probe);
        probe.guess(2);
        enter(probe); // ... the first of which branches once more, depth 3, dead end
        probe.back();
        enter(probe); // the last alternative there: depth 3 again, dead end
        probe.back(); // and so is the first one here
        enter(probe); // depth 2
        assert_eq!(counter.counts().max_depth, 3);
        probe.back();
        (0..3).for_each(|_| enter(probe)); // depth 4, in the last alternative
        assert_eq!((counter.counts().max_depth, counter.counts().guesses), (4, 2));
        assert!(counter.guesses.borrow().is_empty(), "no alternative is left");
        probe.back();
        assert_eq!(counter.counts().nodes, 8);
    }
}
