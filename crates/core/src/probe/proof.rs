//! [`Proof`]: the probe that proves a solution to be the only one.

use std::cell::Cell;
use std::convert::Infallible;

use crate::{Grid, Probe};

/// Lets a search go on after its first solution, to the second one or to the end; `&Proof` is the
/// probe of every timed run for [`Unique`](crate::Goal::Unique).
///
/// It stores the solutions without judging them: judging takes time and follows after the clock has
/// stopped.
///
/// ```
/// use sudoku_core::{Grid, Probe, Proof};
///
/// let proof = Proof::default();
/// assert!(!(&proof).solved(&Grid::BLANK), "the search goes on ...");
/// assert!((&proof).solved(&Grid::BLANK), "... to the second solution");
/// assert_eq!(proof.solutions().count(), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Proof {
    solutions: [Cell<Option<Grid>>; 2],
}

impl Proof {
    /// The solutions that were found: no grid, one, or two.
    pub fn solutions(&self) -> impl Iterator<Item = Grid> {
        self.solutions.iter().filter_map(Cell::get)
    }
}

impl Probe for &Proof {
    type Stop = Infallible;

    #[inline]
    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn deduce_all(self, _cells: impl Iterator<Item = usize>, _digit: u8) {}

    #[inline]
    fn solved(self, grid: &Grid) -> bool {
        let [first, second] = &self.solutions;
        let again = first.get().is_some();
        if again { second } else { first }.set(Some(*grid));
        again
    }
}

/// `None` lets a search end at its first solution.
impl Probe for Option<&Proof> {
    type Stop = Infallible;

    #[inline]
    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn solved(self, grid: &Grid) -> bool {
        self.is_none_or(|proof| proof.solved(grid))
    }
}
