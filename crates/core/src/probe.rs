//! [`Probe`]: what a search reports while it runs, and the probes there are.

use std::convert::Infallible;

use crate::Grid;

mod budget;
mod enumerator;
mod recorder;
mod stack;

pub use budget::{CallBudget, Stop, TimeBudget};
pub use enumerator::Enumerator;
pub use recorder::{Event, Recorder};
pub use stack::StackGauge;

/// What a search reports while it runs, and what it asks.
///
/// A probe is passed by value. The timed one, [`Off`], has no size and no code, so the compiled
/// search is that of the article, instruction for instruction (`cargo xtask zero-cost` shows it);
/// a probe behind `&mut` would cost ten instructions a call, one chosen at run time some percent
/// of the time.
///
/// Two probes are one: `(a, b)` reports to both, and `a` may stop the search before `b` hears of
/// the call. Methods are empty where a probe does not care.
pub trait Probe: Copy {
    /// Why a search may be cut short: [`Infallible`] for a probe that never does, which makes
    /// `Result<bool, Stop>` as small as a `bool`.
    type Stop;

    /// The recursive function is entered.
    ///
    /// # Errors
    ///
    /// When the search must stop; it then unwinds without another report.
    fn call(self) -> Result<(), Self::Stop>;

    /// The search writes a digit on a blank.
    #[inline]
    fn place(self, _at: usize, _digit: u8) {}

    /// The search takes back the digit at a cell.
    #[inline]
    fn undo(self, _at: usize) {}

    /// One digit is tested for one cell.
    #[inline]
    fn check(self) {}

    /// A test reads a cell of the board.
    #[inline]
    fn cell_read(self) {}

    /// A test reads an entry of the state arrays, or a mask.
    #[inline]
    fn state_read(self) {}

    /// The mask of a cell's legal digits is computed.
    #[inline]
    fn mask_computation(self) {}

    /// A mask is compared with 0 to see whether digits are left.
    #[inline]
    fn mask_test(self) {}

    /// A cell is compared with blank to find the next blank.
    #[inline]
    fn scan_step(self) {}

    /// A cell is compared with blank before the search.
    #[inline]
    fn setup_cell(self) {}

    /// A digit is written before the search, because no other fits.
    #[inline]
    fn prefill(self, _at: usize, _digit: u8) {}

    /// A mask is computed before the search.
    #[inline]
    fn prefill_mask(self) {}

    /// A sweep over the board begins before the search.
    #[inline]
    fn pass(self) {}

    /// A full grid was reached. `true` ends the search, as the articles do; `false` makes it go
    /// on as if the grid had been a dead end.
    #[inline]
    fn solved(self, _grid: &Grid) -> bool {
        true
    }
}

/// Nobody watches: the probe of every timed run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Off;

impl Probe for Off {
    type Stop = Infallible;

    #[inline]
    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Reports to both, to `A` first. The search ends at a solution when both say so.
impl<A: Probe, B: Probe<Stop: Into<A::Stop>>> Probe for (A, B) {
    type Stop = A::Stop;

    fn call(self) -> Result<(), A::Stop> {
        self.0.call()?;
        self.1.call().map_err(Into::into)
    }

    fn place(self, at: usize, digit: u8) {
        self.0.place(at, digit);
        self.1.place(at, digit);
    }

    fn undo(self, at: usize) {
        self.0.undo(at);
        self.1.undo(at);
    }

    fn check(self) {
        self.0.check();
        self.1.check();
    }

    fn cell_read(self) {
        self.0.cell_read();
        self.1.cell_read();
    }

    fn state_read(self) {
        self.0.state_read();
        self.1.state_read();
    }

    fn mask_computation(self) {
        self.0.mask_computation();
        self.1.mask_computation();
    }

    fn mask_test(self) {
        self.0.mask_test();
        self.1.mask_test();
    }

    fn scan_step(self) {
        self.0.scan_step();
        self.1.scan_step();
    }

    fn setup_cell(self) {
        self.0.setup_cell();
        self.1.setup_cell();
    }

    fn prefill(self, at: usize, digit: u8) {
        self.0.prefill(at, digit);
        self.1.prefill(at, digit);
    }

    fn prefill_mask(self) {
        self.0.prefill_mask();
        self.1.prefill_mask();
    }

    fn pass(self) {
        self.0.pass();
        self.1.pass();
    }

    fn solved(self, grid: &Grid) -> bool {
        let ends = self.0.solved(grid);
        self.1.solved(grid) && ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallBudget, Counter, Counts, Enumerator};

    #[test]
    fn a_solution_ends_a_search_that_nobody_prolongs() {
        assert!(Off.solved(&Grid::BLANK));
        assert!((&Counter::default()).solved(&Grid::BLANK));
        assert!((&CallBudget::new(1)).solved(&Grid::BLANK));
    }

    #[test]
    fn two_probes_hear_everything() {
        let counters = [Counter::default(), Counter::default()];
        let probe = (&counters[0], &counters[1]);
        let Ok(()) = probe.call();
        probe.place(0, 1);
        probe.undo(0);
        probe.check();
        probe.cell_read();
        probe.state_read();
        probe.mask_computation();
        probe.mask_test();
        probe.scan_step();
        probe.setup_cell();
        probe.prefill(0, 1);
        probe.prefill_mask();
        probe.pass();
        for counter in &counters {
            let all = Counts::from_values([1; Counts::NAMES.len()]);
            assert_eq!(counter.counts(), all);
        }
    }

    #[test]
    fn two_probes_agree_to_end_a_search() {
        let line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solution: Grid = line.parse().unwrap();
        let asked = |limits: [usize; 2]| {
            let probes = limits.map(|limit| Enumerator::new(Grid::BLANK, limit, 0));
            let ends = (&probes[0], &probes[1]).solved(&solution);
            assert_eq!(probes.map(|probe| probe.count()), [1, 1], "both are asked");
            ends
        };
        assert!(asked([1, 1]));
        assert!(!asked([1, 2]) && !asked([2, 1]) && !asked([2, 2]));
    }
}
