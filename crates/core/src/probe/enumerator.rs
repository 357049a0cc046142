//! The probe that looks for more than one solution.

use std::cell::RefCell;
use std::collections::HashSet;
use std::convert::Infallible;

use crate::{Grid, Probe};

/// Collects solutions up to a limit; `&Enumerator` is the probe. With limit 2 it proves or
/// refutes uniqueness, with any solver. It is its own referee: a full grid that is not a solution
/// of the puzzle, or that came before, is refused. To know a solution again takes some 100 bytes.
#[derive(Debug)]
pub struct Enumerator {
    puzzle: Grid,
    limit: usize,
    keep: usize,
    found: RefCell<HashSet<Grid>>,
    refused: RefCell<Vec<Grid>>,
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
            found: RefCell::new(HashSet::new()),
            refused: RefCell::new(Vec::new()),
            solutions: RefCell::new(Vec::new()),
        }
    }

    /// How many solutions were found: the true number when it is below the limit.
    pub fn count(&self) -> usize {
        self.found.borrow().len()
    }

    /// The grids that were refused; none, when the solver is sound.
    pub fn refused(&self) -> Vec<Grid> {
        self.refused.borrow().clone()
    }

    /// A faulty search may go on for ever: it is ended when it has shown this often what it is.
    fn refuse(&self, grid: &Grid) -> bool {
        const ENOUGH: usize = 100;
        let mut refused = self.refused.borrow_mut();
        refused.push(*grid);
        refused.len() == ENOUGH
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
        let mut found = self.found.borrow_mut();
        if !grid.is_solved() || !grid.extends(&self.puzzle) || !found.insert(*grid) {
            return self.refuse(grid);
        }
        let count = found.len();
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
        let [other, last] = [1, 2].map(|seed| crate::Symmetry::random(seed).apply(&solved));
        let enumerator = Enumerator::new(Grid::BLANK, 3, 2);
        assert!(!(&enumerator).solved(&solved));
        assert_eq!((enumerator.count(), enumerator.refused().len()), (1, 0));
        assert!(!(&enumerator).solved(&solved.with(0, 1)), "not a solution");
        assert!(!(&enumerator).solved(&other));
        assert!(!(&enumerator).solved(&solved), "the first once more");
        assert!((&enumerator).solved(&last));
        assert_eq!(
            (enumerator.count(), enumerator.refused()),
            (3, vec![solved.with(0, 1), solved])
        );
        assert_eq!(enumerator.into_solutions(), [solved, other]);
    }

    #[test]
    fn a_limit_of_nothing_is_one() {
        let enumerator = Enumerator::new(Grid::BLANK, 0, 0);
        assert!((&enumerator).solved(&SOLVED.parse().unwrap()));
        assert_eq!(enumerator.count(), 1);
        assert_eq!(enumerator.into_solutions(), []);
    }

    #[test]
    fn a_grid_that_changes_a_clue_is_no_solution() {
        let solved: Grid = SOLVED.parse().unwrap();
        let enumerator = Enumerator::new(Grid::BLANK.with(0, 1), 1, 1);
        assert!(!(&enumerator).solved(&solved));
        assert_eq!((enumerator.count(), enumerator.refused()), (0, vec![solved]));
    }
}
