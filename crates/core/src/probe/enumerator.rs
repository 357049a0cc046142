//! The probe that looks for more than one solution.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use crate::{Grid, Probe};

/// Collects solutions up to a limit; `&Enumerator` is the probe. With limit 2 it proves or
/// refutes uniqueness, with any solver. It is its own referee: a full grid that is not a solution
/// of the puzzle is passed over.
#[derive(Debug)]
pub struct Enumerator {
    puzzle: Grid,
    limit: usize,
    keep: usize,
    count: Cell<usize>,
    solutions: RefCell<Vec<Grid>>,
}

impl Enumerator {
    /// Looks for at most `limit` solutions of `puzzle` (0 is taken as 1) and keeps the first
    /// `keep` of them.
    pub fn new(puzzle: Grid, limit: usize, keep: usize) -> Self {
        Self {
            puzzle,
            limit: limit.max(1),
            keep,
            count: Cell::new(0),
            solutions: RefCell::new(Vec::new()),
        }
    }

    /// How many solutions were found: the true number when it is below the limit.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// The solutions kept, in the order in which they were found.
    pub fn into_solutions(self) -> Vec<Grid> {
        self.solutions.into_inner()
    }
}

impl Probe for &Enumerator {
    type Stop = Infallible;

    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    fn solved(self, grid: &Grid) -> bool {
        if !grid.is_solved() || !grid.extends(&self.puzzle) {
            return false;
        }
        let count = self.count.get() + 1;
        self.count.set(count);
        if count <= self.keep {
            self.solutions.borrow_mut().push(*grid);
        }
        count == self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn it_ends_the_search_at_the_limit_and_keeps_what_it_should() {
        let solved: Grid = SOLVED.parse().unwrap();
        let other = crate::Symmetry::random(1).apply(&solved);
        let enumerator = Enumerator::new(Grid::BLANK, 3, 2);
        assert!(!(&enumerator).solved(&solved));
        assert!(!(&enumerator).solved(&solved.with(0, 1)), "not a solution: passed over");
        assert!(!(&enumerator).solved(&other));
        assert!((&enumerator).solved(&solved));
        assert_eq!(enumerator.count(), 3);
        assert_eq!(enumerator.into_solutions(), [solved, other]);
    }

    #[test]
    fn a_grid_that_changes_a_clue_is_no_solution() {
        let solved: Grid = SOLVED.parse().unwrap();
        let enumerator = Enumerator::new(Grid::BLANK.with(0, 1), 1, 1);
        assert!(!(&enumerator).solved(&solved));
        assert_eq!(enumerator.count(), 0);
    }
}
