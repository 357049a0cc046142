//! [`Batch`]: collects puzzles until a solver can search many at once.

use std::mem;

use sudoku_core::Puzzle;
use sudoku_registry::Entry;

/// The number of puzzles that a solver gets at once if it searches several side by side. It is
/// large enough that the partly filled last searches do not matter.
const FULL: usize = 256;

/// The number of puzzles that keep a solver busy: 1 for most solvers.
pub(crate) fn least(solver: &Entry) -> usize {
    if solver.width > 1 { FULL } else { 1 }
}

/// Puzzles to be searched, each with a value that belongs to it.
pub(crate) struct Batch<T> {
    pub(crate) puzzles: Vec<Puzzle>,
    kept: Vec<T>,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self { puzzles: Vec::new(), kept: Vec::new() }
    }
}

impl<T> Batch<T> {
    pub(crate) fn push(&mut self, puzzle: Puzzle, kept: T) {
        self.puzzles.push(puzzle);
        self.kept.push(kept);
    }

    /// True when more puzzles would not make the solver faster.
    pub(crate) fn is_full(&self, solver: &Entry) -> bool {
        self.puzzles.len() >= least(solver)
    }

    /// Removes all puzzles, and returns each with its value.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = (Puzzle, T)> + use<T> {
        let Self { puzzles, kept } = mem::take(self);
        puzzles.into_iter().zip(kept)
    }
}
