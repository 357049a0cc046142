//! [`SolutionPath`]: the probe that counts the guesses on the path to the solution.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use crate::{Counts, Grid, Probe};

/// Follows a search that returns to whole states, up to its first solution, and counts the guesses
/// on the path from the root to that solution. `&SolutionPath` is a [`Probe`] that never stops a
/// search.
///
/// It is separate from [`Counter`](crate::Counter), which forgets a guess when its last alternative
/// is entered.
///
/// ```
/// use sudoku_core::{Counts, Grid, Probe, SolutionPath};
///
/// let path = SolutionPath::default();
/// (&path).guess(2); // its first alternative is right
/// (&path).guess(2);
/// (&path).back(); // and the second one here
/// (&path).solved(&Grid::BLANK);
/// let mut counts = Counts::default();
/// path.add_to(&mut counts);
/// assert_eq!((counts.on_path, counts.right_first), (2, 1));
/// ```
#[derive(Debug, Default)]
pub struct SolutionPath {
    open: RefCell<Vec<Guess>>,
    found: Cell<bool>,
}

/// A guess on the path to the current node.
#[derive(Debug)]
struct Guess {
    alternatives: u32,
    entered: u32,
}

impl SolutionPath {
    /// Adds the guesses on the path to `counts`; adds nothing before a solution is found.
    pub fn add_to(&self, counts: &mut Counts) {
        if self.found.get() {
            let open = self.open.borrow();
            counts.on_path += open.len() as u64;
            counts.right_first += open.iter().filter(|guess| guess.entered == 1).count() as u64;
        }
    }
}

impl Probe for &SolutionPath {
    type Stop = Infallible;

    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    fn guess(self, alternatives: u32) {
        if !self.found.get() {
            self.open.borrow_mut().push(Guess { alternatives, entered: 1 });
        }
    }

    fn back(self) {
        if self.found.get() {
            return;
        }
        let mut open = self.open.borrow_mut();
        while open.pop_if(|guess| guess.entered == guess.alternatives).is_some() {}
        if let Some(guess) = open.last_mut() {
            guess.entered += 1;
        }
    }

    fn solved(self, _grid: &Grid) -> bool {
        self.found.set(true);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(path: &SolutionPath) -> (u64, u64) {
        let mut counts = Counts::default();
        path.add_to(&mut counts);
        (counts.on_path, counts.right_first)
    }

    #[test]
    fn the_path_is_that_to_the_first_solution() {
        let path = SolutionPath::default();
        let probe = &path;
        probe.guess(3);
        probe.guess(2);
        probe.back(); // the last alternative there, void as well
        probe.back(); // the second of three
        probe.guess(2);
        assert_eq!(counted(probe), (0, 0), "no solution yet");
        assert!(probe.solved(&Grid::BLANK));
        assert_eq!(counted(probe), (2, 1));
        probe.back();
        probe.back();
        probe.guess(2);
        probe.solved(&Grid::BLANK);
        assert_eq!(counted(probe), (2, 1), "the search for a second solution adds nothing");
    }

    #[test]
    fn a_guess_in_its_last_alternative_is_on_the_path() {
        let path = SolutionPath::default();
        let probe = &path;
        probe.back();
        probe.guess(2);
        probe.back();
        probe.solved(&Grid::BLANK);
        assert_eq!(counted(probe), (1, 0));
    }
}
