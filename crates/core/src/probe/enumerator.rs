//! The probe that looks for more than one solution.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{Grid, Probe};

/// Shows solutions one by one, up to a limit; `&Enumerator` is the probe. With limit 2 it proves or
/// refutes uniqueness, with any solver. It is its own referee: a full grid that is not a solution
/// of the puzzle, or that came before, is refused. Of the first million solutions, repetitions are
/// recognised by a hash: memory is 20 MB at most.
pub struct Enumerator<'a> {
    puzzle: Grid,
    limit: usize,
    count: Cell<usize>,
    found: RefCell<HashSet<u64>>,
    refused: RefCell<Vec<Grid>>,
    show: RefCell<&'a mut dyn FnMut(&Grid) -> bool>,
}

/// The most solutions whose repetition is recognised.
const KNOWN: usize = 1_000_000;

impl<'a> Enumerator<'a> {
    /// Looks for at most `limit` solutions of `puzzle` (0 is taken as 1) and shows each of them to
    /// `show`, which ends the search by `true`.
    pub fn new(puzzle: Grid, limit: usize, show: &'a mut dyn FnMut(&Grid) -> bool) -> Self {
        Self {
            puzzle,
            limit: limit.max(1),
            count: Cell::new(0),
            found: RefCell::new(HashSet::new()),
            refused: RefCell::new(Vec::new()),
            show: RefCell::new(show),
        }
    }

    /// How many solutions were found: the true number when it is below the limit and the search was
    /// not ended.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// The grids that were refused; empty when the solver is sound.
    pub fn into_refused(self) -> Vec<Grid> {
        self.refused.into_inner()
    }

    /// A faulty search may go on for ever: it is ended after this many refused grids.
    fn refuse(&self, grid: &Grid) -> bool {
        const ENOUGH: usize = 100;
        let mut refused = self.refused.borrow_mut();
        refused.push(*grid);
        refused.len() == ENOUGH
    }

    /// True for a grid that is among the first million; else it joins them, if there is room.
    fn came_before(&self, grid: &Grid) -> bool {
        let mut found = self.found.borrow_mut();
        let mut hasher = DefaultHasher::new();
        grid.hash(&mut hasher);
        let hash = hasher.finish();
        if found.len() < KNOWN { !found.insert(hash) } else { found.contains(&hash) }
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
