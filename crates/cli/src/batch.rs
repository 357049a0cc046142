//! [`Batch`]: puzzles that wait until there are enough for a solver of batches.

use sudoku_core::{Goal, Grid, Proof, Puzzle, Stop};
use sudoku_registry::{Entry, Outcome, Session, referee};

/// How many puzzles a solver that searches several side by side gets at once: enough that the
/// partly empty end of a batch does not matter.
const FULL: usize = 256;

/// How many puzzles a solver needs at once: for most, one is enough.
pub(crate) fn least(solver: &Entry) -> usize {
    if solver.width > 1 { FULL } else { 1 }
}

/// Puzzles that wait for their answers, each with what is to be kept of it.
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

    /// True when more puzzles would not make the solver faster.
    pub(crate) fn is_full(&self, solver: &Entry) -> bool {
        self.puzzles.len() >= least(solver)
    }

    /// Makes the timed searches for an answer to this question.
    pub(crate) fn ask(&mut self, session: &mut Session, goal: Goal) {
        self.make_room();
        session.solve_all(&self.puzzles, goal, &mut self.answers, &mut self.proofs);
    }

    /// Asks which puzzles have one solution alone.
    ///
    /// # Errors
    ///
    /// When the searches make more calls than these, taken together. There is no answer then.
    pub(crate) fn ask_within(&mut self, session: &mut Session, calls: u64) -> Result<(), Stop> {
        self.make_room();
        session.prove_within(&self.puzzles, calls, &mut self.answers, &mut self.proofs)
    }

    /// Clears the answers, so that a solver that writes none cannot pass those of the batch before.
    fn make_room(&mut self) {
        self.answers.clear();
        self.answers.resize(self.puzzles.len(), None);
        self.proofs.resize_with(self.puzzles.len(), Proof::default);
    }

    /// The puzzles in their order, with the answers to this question, judged.
    pub(crate) fn judged(&self, goal: Goal) -> impl Iterator<Item = (&Puzzle, &T, Outcome)> {
        let puzzles = self.puzzles.iter().zip(&self.kept);
        let found = self.answers.iter().zip(&self.proofs);
        puzzles.zip(found).map(move |((puzzle, kept), (answer, proof))| {
            (puzzle, kept, referee(goal, puzzle, *answer, proof))
        })
    }

    /// Makes room for the next puzzles.
    pub(crate) fn clear(&mut self) {
        self.puzzles.clear();
        self.kept.clear();
    }
}
