//! [`Batch`]: collects puzzles until a solver can search many at once.

use sudoku_core::{Goal, Grid, Proof, Puzzle, Stop};
use sudoku_registry::{Entry, Limits, Outcome, Session, referee};

/// The number of puzzles that a solver gets at once if it searches several side by side. It is
/// large enough that the partly filled last searches do not matter.
const FULL: usize = 256;

/// The number of puzzles that keep a solver busy: 1 for most solvers.
pub(crate) fn least(solver: &Entry) -> usize {
    if solver.width > 1 { FULL } else { 1 }
}

/// Puzzles to be searched, each with a value that belongs to it.
pub(crate) struct Batch<T> {
    kept: Vec<T>,
    puzzles: Vec<Puzzle>,
    answers: Vec<Option<Grid>>,
    proofs: Vec<Proof>,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), puzzles: Vec::new(), answers: Vec::new(), proofs: Vec::new() }
    }
}

impl<T> Batch<T> {
    pub(crate) fn push(&mut self, puzzle: Puzzle, kept: T) {
        self.puzzles.push(puzzle);
        self.kept.push(kept);
    }

    /// The number of puzzles.
    pub(crate) fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// True when more puzzles would not make the solver faster.
    pub(crate) fn is_full(&self, solver: &Entry) -> bool {
        self.len() >= least(solver)
    }

    /// Searches all puzzles of the batch, by the searches that are timed.
    pub(crate) fn ask(&mut self, session: &mut Session, goal: Goal) {
        self.make_room();
        session.solve_all(&self.puzzles, goal, &mut self.answers, &mut self.proofs);
    }

    /// Searches all puzzles for a second solution.
    ///
    /// # Errors
    ///
    /// When the searches together make more than `calls` calls. There are no answers then.
    pub(crate) fn ask_within(&mut self, session: &mut Session, calls: u64) -> Result<(), Stop> {
        self.make_room();
        let (answers, proofs) = (&mut self.answers, &mut self.proofs);
        session.solve_within(&self.puzzles, Goal::Unique, Limits::calls(calls), answers, proofs)
    }

    /// Clears the answers, so that an answer of an earlier batch cannot count for a solver that
    /// writes none.
    fn make_room(&mut self) {
        self.answers.clear();
        self.answers.resize(self.puzzles.len(), None);
        self.proofs.resize_with(self.puzzles.len(), Proof::default);
    }

    /// The puzzles in their order, each with its value and what judges its answer.
    pub(crate) fn judges(
        &self,
        goal: Goal,
    ) -> impl Iterator<Item = (&Puzzle, &T, impl FnOnce() -> Outcome)> {
        let puzzles = self.puzzles.iter().zip(&self.kept);
        let found = self.answers.iter().zip(&self.proofs);
        puzzles.zip(found).map(move |((puzzle, kept), (answer, proof))| {
            (puzzle, kept, move || referee(goal, puzzle, answer.as_ref(), proof))
        })
    }

    /// Removes all puzzles.
    pub(crate) fn clear(&mut self) {
        self.puzzles.clear();
        self.kept.clear();
    }
}
