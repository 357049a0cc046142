//! [`Lane`]: a solver that is timed on a course of puzzles.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::Range;

use sudoku_core::{Grid, Proof, Puzzle};
use sudoku_measure::{Elapsed, Stopwatch};
use sudoku_registry::{Entry, Outcome, Session, referee};

use crate::Course;
use crate::verify::{LOOK, REMEMBERED};

/// A solver, ready to go over puzzles of a course as often as it is asked.
#[derive(Debug)]
pub struct Lane<'a> {
    course: &'a Course,
    id: &'static str,
    session: Session,
    /// The puzzles of the course, one after the other.
    puzzles: Vec<Puzzle>,
    answers: Vec<Option<Grid>>,
    /// Where proofs are asked for, what each has found.
    proofs: Vec<Proof>,
    /// The answers that were given first, by puzzle; they must be given again.
    first: BTreeMap<usize, Outcome>,
    /// Where the next puzzles begin.
    next: usize,
}

impl<'a> Lane<'a> {
    /// A solver at the beginning of a course.
    pub fn new(course: &'a Course, solver: &Entry) -> Self {
        let puzzles: Vec<Puzzle> = course.puzzles.iter().map(|contest| contest.puzzle).collect();
        Self {
            course,
            id: solver.info.id,
            session: solver.start(),
            answers: vec![None; puzzles.len()],
            proofs: vec![Proof::default(); puzzles.len()],
            puzzles,
            first: BTreeMap::new(),
            next: 0,
        }
    }

    /// Goes over some of the puzzles this many times; a solver is handed all of them at once. The
    /// answers of the last pass are checked when the clock has stopped. Without a pass there are no
    /// answers, and the time is that of the runner itself.
    ///
    /// # Panics
    ///
    /// When an answer is wrong, or is another than before: no time of such a solver means anything.
    pub fn over(&mut self, puzzles: Range<usize>, passes: u64) -> Elapsed {
        let asked = &self.puzzles[puzzles.clone()];
        let answers = &mut self.answers[puzzles.clone()];
        let proofs = &mut self.proofs[puzzles.clone()];
        // No answer to any puzzle: one that is not written is seen.
        answers.fill(Some(Grid::BLANK));
        let watch = Stopwatch::start();
        for _ in 0..passes {
            self.session.timed(self.course.goal, black_box(asked), answers, proofs);
        }
        let elapsed = watch.elapsed();
        if passes > 0 {
            self.check(puzzles);
        }
        elapsed
    }

    /// Goes on through the course for this many puzzles, from where it stopped the last time, and
    /// from the beginning again after the last puzzle.
    ///
    /// # Panics
    ///
    /// As [`over`](Self::over).
    pub fn on(&mut self, puzzles: u64) -> Elapsed {
        let all = self.course.puzzles.len();
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

    /// Holds the work of this solver on each puzzle that it has gone over against that of the same
    /// solver at its first sight of the puzzle, up to 1,000 nodes.
    ///
    /// # Panics
    ///
    /// When they differ: what was timed is another search then.
    pub fn check_work(&mut self, solver: &Entry) {
        let mut fresh = solver.start();
        for &at in self.first.keys().filter(|_| solver.can.count) {
            let (puzzle, goal) = (&self.puzzles[at], self.course.goal);
            assert!(
                self.session.ask(puzzle, goal, LOOK) == fresh.ask(puzzle, goal, LOOK),
                "{}: {REMEMBERED}, {} of {}",
                self.id,
                puzzle.grid(),
                self.course.corpus
            );
        }
    }

    fn check(&mut self, puzzles: Range<usize>) {
        for at in puzzles {
            let (contest, goal) = (&self.course.puzzles[at], self.course.goal);
            let found = referee(goal, &contest.puzzle, self.answers[at], &self.proofs[at]);
            let agrees = contest.answer.agrees(goal, found).is_ok();
            assert!(
                agrees && *self.first.entry(at).or_insert(found) == found,
                "{} gave another answer while it was timed, on {} of {}: {}",
                self.id,
                contest.puzzle.grid(),
                self.course.corpus,
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

    use sudoku_core::Goal;
    use sudoku_measure::Outcome as Kind;
    use sudoku_registry::{Known, find};

    use super::*;
    use crate::Contest;
    use crate::verify::kind;

    /// The first puzzles of a corpus.
    fn course(corpus: &str, puzzles: usize) -> Course {
        let entries = sudoku_corpus::find(corpus).unwrap().entries();
        let contest = |entry: &sudoku_corpus::Entry| Contest {
            puzzle: Puzzle::try_from(entry.grid).unwrap(),
            answer: entry.solution.map_or(Known::NoSolution, Known::Only),
            counts: Vec::new(),
            share: 0,
        };
        Course {
            corpus: corpus.to_owned(),
            goal: Goal::First,
            league: 0,
            paces: Vec::new(),
            solvers: vec![find("bitmask-singles/prefill").unwrap()],
            puzzles: entries[..puzzles].iter().map(contest).collect(),
            own: false,
            rest: Vec::new(),
            fresh: None,
            direct: false,
        }
    }

    #[test]
    fn right_answers_pass() {
        let course = course("easy", 5);
        let mut lane = Lane::new(&course, course.solvers[0]);
        assert!(lane.over(1..3, 3).wall > Duration::ZERO);
        assert!(lane.first.keys().eq(&[1, 2]));
        lane.over(0..5, 0);
        assert!(lane.first.keys().eq(&[1, 2]), "without a pass there is nothing to check");
    }

    #[test]
    fn a_lane_goes_on_where_it_has_stopped() {
        let course = course("easy", 5);
        let mut lane = Lane::new(&course, course.solvers[0]);
        let mut seen = |puzzles| {
            lane.first.clear();
            lane.on(puzzles);
            (lane.first.keys().copied().collect::<Vec<_>>(), lane.next)
        };
        assert_eq!(seen(3), (vec![0, 1, 2], 3));
        assert_eq!(seen(4), (vec![0, 1, 3, 4], 2));
        assert_eq!(seen(12), (vec![0, 1, 2, 3, 4], 4));
    }

    #[test]
    #[should_panic(expected = "bitmask-singles/prefill gave another answer while it was timed")]
    fn a_wrong_answer_is_not_timed() {
        let mut course = course("easy", 2);
        let Known::Only(solution) = course.puzzles[1].answer else { panic!("it has one") };
        course.puzzles[1].answer = Known::Only(solution.with(80, 1).with(79, 1));
        Lane::new(&course, course.solvers[0]).over(0..2, 1);
    }

    #[test]
    #[should_panic(expected = "gave another answer while it was timed")]
    fn an_answer_that_changes_is_not_timed() {
        let course = course("easy", 1);
        let mut lane = Lane::new(&course, course.solvers[0]);
        lane.first.insert(0, Outcome::NoSolution);
        lane.over(0..1, 1);
    }

    #[test]
    fn proofs_are_timed_and_held_against_what_is_known() {
        let of = |corpus, answer| {
            let course = Course { goal: Goal::Unique, ..course(corpus, 2) };
            let known = course.puzzles.iter().map(|contest| Contest {
                answer: if answer == Known::Nothing { contest.answer } else { answer },
                ..contest.clone()
            });
            Course { puzzles: known.collect(), ..course.clone() }
        };
        let run = |course: &Course| {
            let mut lane = Lane::new(course, course.solvers[0]);
            lane.over(0..2, 2);
            lane.first.values().copied().map(kind).collect::<Vec<_>>()
        };
        assert_eq!(run(&of("easy", Known::Nothing)), [Kind::Solved; 2]);
        assert_eq!(run(&of("multi", Known::Several)), [Kind::Several; 2]);
        assert_eq!(run(&of("none", Known::NoSolution)), [Kind::NoSolution; 2]);
        for (corpus, wrong) in [("multi", Known::One), ("easy", Known::Several)] {
            let wrong = of(corpus, wrong);
            assert!(std::panic::catch_unwind(|| run(&wrong)).is_err(), "{corpus}");
        }
    }
}
