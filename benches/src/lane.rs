//! [`Lane`]: a solver that is timed on a batch of puzzles.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use sudoku_core::Grid;
use sudoku_measure::{Elapsed, Stopwatch};
use sudoku_registry::{Entry, Session};

use crate::Batch;

/// A solver, ready to go over a batch of puzzles as often as it is asked.
#[derive(Debug)]
pub struct Lane<'a> {
    batch: &'a Batch,
    session: Session,
    answers: Vec<Option<Grid>>,
}

impl<'a> Lane<'a> {
    /// The batch, solved by a solver: that of the batch, or a copy of it.
    pub fn new(batch: &'a Batch, solver: &Entry) -> Self {
        Self { batch, session: solver.start(), answers: vec![None; batch.puzzles.len()] }
    }

    /// Goes over all puzzles so many times: [`over`](Self::over) the whole batch.
    pub fn passes(&mut self, passes: u64) -> Elapsed {
        self.over(0..self.batch.puzzles.len(), passes)
    }

    /// Goes over some of the puzzles so many times. The answers are checked when the clock has
    /// stopped; without a pass there are none, and what is left is the time that the runner itself
    /// takes.
    ///
    /// # Panics
    ///
    /// When an answer is not the one that was verified: no time of such a solver means anything.
    pub fn over(&mut self, puzzles: Range<usize>, passes: u64) -> Elapsed {
        let Self { batch, session, answers } = self;
        let (asked, verified) = (&batch.puzzles[puzzles.clone()], &batch.answers[puzzles.clone()]);
        let answers = &mut answers[puzzles];
        answers.fill(None);
        let watch = Stopwatch::start();
        for _ in 0..passes {
            for (puzzle, answer) in asked.iter().zip(answers.iter_mut()) {
                *answer = session.solve(black_box(puzzle));
            }
        }
        let elapsed = watch.elapsed();
        let id = batch.solver.info.id;
        assert!(passes == 0 || answers == verified, "{id} gave another answer while it was timed");
        elapsed
    }

    /// Cuts the batch into slices on which this solver takes as long as `least`, or a single
    /// puzzle where that takes longer: the shorter the rounds, the less happens within one.
    pub fn slices(&mut self, least: Duration) -> Vec<Range<usize>> {
        let mut slices = Vec::new();
        let (mut first, mut took) = (0, Duration::ZERO);
        for next in 1..=self.batch.puzzles.len() {
            took += self.over(next - 1..next, 1).cpu;
            if took >= least || next == self.batch.puzzles.len() {
                slices.push(first..next);
                (first, took) = (next, Duration::ZERO);
            }
        }
        slices
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Counts, Puzzle};
    use sudoku_registry::find;

    use super::*;

    fn batch() -> Batch {
        batch_of("leetcode-37", 1)
    }

    /// The first puzzles of a corpus.
    fn batch_of(corpus: &str, puzzles: usize) -> Batch {
        let mut entries = sudoku_corpus::find(corpus).unwrap().entries();
        entries.truncate(puzzles);
        Batch {
            corpus: corpus.to_owned(),
            solver: find("bitmask-singles/prefill").unwrap(),
            puzzles: entries.iter().map(|entry| Puzzle::try_from(entry.grid).unwrap()).collect(),
            answers: entries.iter().map(|entry| entry.solution).collect(),
            counts: Counts::default(),
        }
    }

    #[test]
    fn verified_answers_pass() {
        let batch = batch();
        let elapsed = Lane::new(&batch, batch.solver).passes(3);
        assert!(elapsed.wall > Duration::ZERO);
    }

    #[test]
    #[should_panic(expected = "bitmask-singles/prefill gave another answer while it was timed")]
    fn another_answer_than_the_verified_one_is_not_timed() {
        let mut batch = batch();
        batch.answers[0] = batch.answers[0].map(|grid| grid.with(80, 1));
        Lane::new(&batch, batch.solver).passes(1);
    }

    #[test]
    fn slices_hold_every_puzzle_once() {
        let batch = batch_of("easy", 7);
        let slices = |least| Lane::new(&batch, batch.solver).slices(least);
        assert_eq!(slices(Duration::MAX), std::slice::from_ref(&(0..7)), "no time is long enough");
        let single: Vec<_> = (0..7).map(|at| at..at + 1).collect();
        assert_eq!(slices(Duration::ZERO), single, "any time is: a slice for each");
        let some = slices(Duration::from_nanos(1500));
        assert!(some.iter().flat_map(Clone::clone).eq(0..7), "{some:?}");
    }
}
