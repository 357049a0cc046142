//! [`Enumerator`]: the probe that looks for more than one solution.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{Grid, Probe};

/// Shows solutions one by one, up to a limit; `&Enumerator` is the probe. With limit 2 it proves or
/// refutes uniqueness with any solver. It checks every full grid itself, and refuses one that is
/// not a solution of the puzzle or was found before. The first solution is remembered as it is, the
/// next million by a hash, in at most 20 MB of memory.
pub struct Enumerator<'a> {
    puzzle: Grid,
    limit: usize,
    count: Cell<usize>,
    first: Cell<Option<Grid>>,
    found: RefCell<HashSet<u64>>,
    refused: RefCell<Vec<Grid>>,
    show: RefCell<&'a mut dyn FnMut(&Grid) -> bool>,
}

/// The number of solutions that are remembered by a hash.
const KNOWN: usize = 1_000_000;

impl<'a> Enumerator<'a> {
    /// An enumerator that looks for at most `limit` solutions of `puzzle` (0 counts as 1) and calls
    /// `show` with each, which ends the search by returning `true`.
    pub fn new(puzzle: Grid, limit: usize, show: &'a mut dyn FnMut(&Grid) -> bool) -> Self {
        Self {
            puzzle,
            limit: limit.max(1),
            count: Cell::new(0),
            first: Cell::new(None),
            found: RefCell::new(HashSet::new()),
            refused: RefCell::new(Vec::new()),
            show: RefCell::new(show),
        }
    }

    /// The number of solutions found: all there are, if it is below the limit and the search was
    /// not ended.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// The grids that were refused; empty if the solver is correct.
    pub fn into_refused(self) -> Vec<Grid> {
        self.refused.into_inner()
    }

    /// Notes a refused grid; true, which ends the search, after 100 of them, because a faulty
    /// search may go on for ever.
    fn refuse(&self, grid: &Grid) -> bool {
        const ENOUGH: usize = 100;
        let mut refused = self.refused.borrow_mut();
        refused.push(*grid);
        refused.len() == ENOUGH
    }

    /// True for a grid that is remembered; otherwise it is added, up to a million grids.
    fn came_before(&self, grid: &Grid) -> bool {
        // Most puzzles have one solution, so nothing is hashed for them.
        let Some(first) = self.first.get() else {
            self.first.set(Some(*grid));
            return false;
        };
        let mut found = self.found.borrow_mut();
        let mut hasher = DefaultHasher::new();
        grid.hash(&mut hasher);
        let hash = hasher.finish();
        let known = if found.len() < KNOWN { !found.insert(hash) } else { found.contains(&hash) };
        known || first == *grid
    }
}

impl fmt::Debug for Enumerator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enumerator").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Probe for &Enumerator<'_> {
    type Stop = Infallible;

    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    fn solved(self, grid: &Grid) -> bool {
        if !grid.is_solved() || !grid.extends(&self.puzzle) || self.came_before(grid) {
            return self.refuse(grid);
        }
        let count = self.count.get() + 1;
        self.count.set(count);
        (self.show.borrow_mut())(grid) || count == self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn it_ends_the_search_at_the_limit_and_shows_what_it_should() {
        let solved: Grid = SOLVED.parse().unwrap();
        let [other, last] = [1, 2].map(|seed| crate::Symmetry::random(seed).apply(&solved));
        let mut shown = Vec::new();
        let mut show = |solution: &Grid| {
            shown.push(*solution);
            false
        };
        let enumerator = Enumerator::new(Grid::BLANK, 3, &mut show);
        assert!(!(&enumerator).solved(&solved));
        assert_eq!(enumerator.count(), 1);
        assert!(!(&enumerator).solved(&solved.with(0, 1)), "not a solution");
        assert!(!(&enumerator).solved(&other));
        assert!(!(&enumerator).solved(&solved), "the first once more");
        assert!((&enumerator).solved(&last));
        assert_eq!(enumerator.count(), 3);
        assert_eq!(enumerator.into_refused(), [solved.with(0, 1), solved]);
        assert_eq!(shown, [solved, other, last]);
    }

    #[test]
    fn the_search_is_ended_from_outside() {
        let solved = SOLVED.parse().unwrap();
        let mut show = |_: &Grid| true;
        assert!((&Enumerator::new(Grid::BLANK, 3, &mut show)).solved(&solved));
    }

    #[test]
    fn a_limit_of_nothing_is_one() {
        let mut show = |_: &Grid| false;
        let enumerator = Enumerator::new(Grid::BLANK, 0, &mut show);
        assert!((&enumerator).solved(&SOLVED.parse().unwrap()));
        assert_eq!(enumerator.count(), 1);
    }

    #[test]
    fn a_grid_that_changes_a_clue_is_no_solution() {
        let solved: Grid = SOLVED.parse().unwrap();
        let mut show = |_: &Grid| false;
        let enumerator = Enumerator::new(Grid::BLANK.with(0, 1), 1, &mut show);
        assert!(!(&enumerator).solved(&solved));
        assert_eq!((enumerator.count(), enumerator.into_refused()), (0, vec![solved]));
    }
}
