//! [`TimedSolver`]: a solver that is timed on a workload of puzzles.

use std::hint::black_box;
use std::ops::Range;

use sudoku_core::{Goal, Grid, Proof, Puzzle};
use sudoku_record::{Elapsed, Stopwatch};
use sudoku_registry::{Entry, Outcome, Session, referee};

use crate::Workload;
use crate::verify::{LOOK, REMEMBERED};

/// A solver with its session and answers, which goes over parts of a workload any number of times.
#[derive(Debug)]
pub struct TimedSolver<'a> {
    workload: &'a Workload,
    id: &'static str,
    session: Session,
    /// The puzzles of the workload, in their order.
    puzzles: Vec<Puzzle>,
    answers: Vec<Option<Grid>>,
    /// The proof for each puzzle, written only where proofs are asked for.
    proofs: Vec<Proof>,
    /// The first answer to each puzzle that was gone over; every later answer must be equal.
    first: Vec<Option<Outcome>>,
    /// The place of the puzzle at which [`on`](Self::on) goes on.
    next: usize,
}

impl<'a> TimedSolver<'a> {
    /// Starts a solver at the first puzzle of a workload.
    pub fn new(workload: &'a Workload, solver: &Entry) -> Self {
        let puzzles: Vec<Puzzle> = workload.puzzles.iter().map(|case| case.puzzle).collect();
        Self {
            workload,
            id: solver.info.id,
            session: solver.start(),
            answers: vec![None; puzzles.len()],
            proofs: vec![Proof::default(); puzzles.len()],
            first: vec![None; puzzles.len()],
            puzzles,
            next: 0,
        }
    }

    /// Goes over these puzzles `passes` times, all of them in one call of the solver, and returns
    /// the time. The answers of the last pass are checked after the clock has stopped. With 0
    /// passes, nothing is solved, and the time is that of the runner itself.
    ///
    /// # Panics
    ///
    /// When an answer is wrong or differs from an earlier one: such a solver's times mean nothing.
    pub fn over(&mut self, puzzles: Range<usize>, passes: u64) -> Elapsed {
        let asked = &self.puzzles[puzzles.clone()];
        let answers = &mut self.answers[puzzles.clone()];
        let proofs = &mut self.proofs[puzzles.clone()];
        // A blank grid answers no puzzle, so an answer that is not written is noticed.
        answers.fill(Some(Grid::BLANK));
        // A puzzle that a program asks about was just read: it is in the cache.
        black_box(asked.to_vec());
        let watch = Stopwatch::start();
        for _ in 0..passes {
            self.session.solve_all(black_box(asked), self.workload.goal, answers, proofs);
        }
        let elapsed = watch.elapsed();
        if passes > 0 {
            self.check(puzzles);
        }
        elapsed
    }

    /// Goes on through the workload for this many puzzles, from where it stopped the last time, and
    /// from the beginning again after the last puzzle. Returns the time.
    ///
    /// # Panics
    ///
    /// As [`over`](Self::over).
    pub fn on(&mut self, puzzles: u64) -> Elapsed {
        let all = self.workload.puzzles.len();
        let mut elapsed = Elapsed::default();
        let mut left = puzzles;
        while left > 0 {
            let some = ((all - self.next) as u64).min(left) as usize;
            elapsed += self.over(self.next..self.next + some, 1);
            self.next = (self.next + some) % all;
            left -= some as u64;
        }
        elapsed
    }

    /// Compares the work of this session on each puzzle that it has gone over with that of a fresh
    /// session, up to 1,000 nodes.
    ///
    /// # Panics
    ///
    /// When the two differ: the times are those of another search.
    pub fn check_work(&mut self, solver: &Entry) {
        let mut fresh = solver.start();
        let gone_over = self.puzzles.iter().zip(&self.first).filter(|(_, first)| first.is_some());
        for (puzzle, _) in gone_over.filter(|_| solver.can.count) {
            let goal = self.workload.goal;
            assert!(
                self.session.tally(puzzle, goal, LOOK) == fresh.tally(puzzle, goal, LOOK),
                "{}: {REMEMBERED}, {} of {}",
                self.id,
                puzzle.grid(),
                self.workload.corpus
            );
        }
    }

    fn check(&mut self, puzzles: Range<usize>) {
        for at in puzzles {
            let (case, goal) = (&self.workload.puzzles[at], self.workload.goal);
            let first = &mut self.first[at];
            // For a fast solver, the referee would take longer than the answers.
            if let (Goal::First, Some(Outcome::Solved(right))) = (goal, *first)
                && self.answers[at] == Some(right)
            {
                continue;
            }
            let found = referee(goal, &case.puzzle, self.answers[at].as_ref(), &self.proofs[at]);
            let agrees = case.answer.agrees(goal, found).is_ok();
            assert!(
                agrees && *first.get_or_insert(found) == found,
                "{} gave another answer while it was timed, on {} of {}: {}",
                self.id,
                case.puzzle.grid(),
                self.workload.corpus,
                in_words(found)
            );
        }
    }
}

fn in_words(found: Outcome) -> String {
    match found {
        Outcome::Solved(grid) | Outcome::Wrong(grid) => grid.to_string(),
        Outcome::Several([first, second]) => format!("{first} and {second}"),
        Outcome::NoSolution | Outcome::Stopped(_) => "none".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sudoku_core::Ending;
    use sudoku_registry::{Known, find};

    use super::*;
    use crate::Case;

    /// A workload of the first puzzles of a corpus.
    fn workload(corpus: &str, puzzles: usize) -> Workload {
        let entries = sudoku_puzzles::find(corpus).unwrap().entries();
        let case = |entry: &sudoku_puzzles::KnownPuzzle| Case {
            puzzle: Puzzle::try_from(entry.grid).unwrap(),
            answer: entry.solution.map_or(Known::NoSolution, Known::Only),
            counts: Vec::new(),
        };
        Workload {
            corpus: corpus.to_owned(),
            goal: Goal::First,
            solvers: vec![find("bitmask-singles/prefill").unwrap()],
            puzzles: entries[..puzzles].iter().map(case).collect(),
        }
    }

    fn gone_over(timed: &TimedSolver<'_>) -> Vec<usize> {
        let numbered = timed.first.iter().enumerate();
        numbered.filter_map(|(at, first)| first.is_some().then_some(at)).collect()
    }

    #[test]
    fn right_answers_pass() {
        let workload = workload("easy", 5);
        let mut timed = TimedSolver::new(&workload, workload.solvers[0]);
        assert!(timed.over(1..3, 3).wall > Duration::ZERO);
        assert_eq!(gone_over(&timed), [1, 2]);
        timed.over(0..5, 0);
        assert_eq!(gone_over(&timed), [1, 2], "without a pass there is nothing to check");
    }

    #[test]
    fn a_solver_goes_on_where_it_has_stopped() {
        let workload = workload("easy", 5);
        let mut timed = TimedSolver::new(&workload, workload.solvers[0]);
        let mut seen = |puzzles| {
            timed.first.fill(None);
            timed.on(puzzles);
            (gone_over(&timed), timed.next)
        };
        assert_eq!(seen(3), (vec![0, 1, 2], 3));
        assert_eq!(seen(4), (vec![0, 1, 3, 4], 2));
        assert_eq!(seen(12), (vec![0, 1, 2, 3, 4], 4));
    }

    #[test]
    #[should_panic(expected = "bitmask-singles/prefill gave another answer while it was timed")]
    fn a_wrong_answer_is_not_timed() {
        let mut workload = workload("easy", 2);
        let Known::Only(solution) = workload.puzzles[1].answer else { panic!("it has one") };
        workload.puzzles[1].answer = Known::Only(solution.with(80, 1).with(79, 1));
        TimedSolver::new(&workload, workload.solvers[0]).over(0..2, 1);
    }

    #[test]
    #[should_panic(expected = "gave another answer while it was timed")]
    fn an_answer_that_changes_is_not_timed() {
        let workload = workload("easy", 1);
        let mut timed = TimedSolver::new(&workload, workload.solvers[0]);
        timed.first[0] = Some(Outcome::NoSolution);
        timed.over(0..1, 1);
    }

    #[test]
    #[should_panic(expected = "gave another answer while it was timed")]
    fn a_solution_that_changes_is_not_timed() {
        let workload = workload("easy", 1);
        let Known::Only(solution) = workload.puzzles[0].answer else { panic!("it has one") };
        let mut timed = TimedSolver::new(&workload, workload.solvers[0]);
        timed.first[0] = Some(Outcome::Solved(solution.with(80, 1).with(79, 1)));
        timed.over(0..1, 1);
    }

    #[test]
    fn proofs_are_timed_and_held_against_what_is_known() {
        let of = |corpus, answer| {
            let workload = Workload { goal: Goal::Unique, ..workload(corpus, 2) };
            let known = workload.puzzles.iter().map(|case| Case {
                answer: if answer == Known::Nothing { case.answer } else { answer },
                ..case.clone()
            });
            Workload { puzzles: known.collect(), ..workload.clone() }
        };
        let run = |workload: &Workload| {
            let mut timed = TimedSolver::new(workload, workload.solvers[0]);
            timed.over(0..2, 2);
            timed.first.iter().flatten().map(|first| first.ending()).collect::<Vec<_>>()
        };
        assert_eq!(run(&of("easy", Known::Nothing)), [Ending::Solved; 2]);
        assert_eq!(run(&of("multi", Known::Several)), [Ending::Several; 2]);
        assert_eq!(run(&of("none", Known::NoSolution)), [Ending::NoSolution; 2]);
        for (corpus, wrong) in [("multi", Known::One), ("easy", Known::Several)] {
            let wrong = of(corpus, wrong);
            assert!(std::panic::catch_unwind(|| run(&wrong)).is_err(), "{corpus}");
        }
    }
}
