//! [`Course`]: puzzles that several solvers are timed on.

use std::mem;

use sudoku_core::{Counts, Grid, Puzzle};
use sudoku_measure::{Comparable, CountRow, Outcome};
use sudoku_registry::Entry;

use crate::{Known, PuzzleSet, Request, Settings};

/// The puzzles of a set that every solver of the run finished, so that all are timed on the same.
/// Solvers that gave a wrong answer anywhere are not on it.
#[derive(Debug, Clone)]
pub struct Course {
    /// The name of the set.
    pub corpus: String,
    /// The solvers, in the order of the registry.
    pub solvers: Vec<&'static Entry>,
    /// The puzzles.
    pub puzzles: Vec<Contest>,
    /// True when the puzzles are one build's alone.
    pub own: bool,
    /// True when symmetric variants of the puzzles could stand in the set as well.
    pub any_arrangement: bool,
}

/// One puzzle of a course.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its answer, against which every answer is held.
    pub answer: Known,
    /// The work of each solver.
    pub counts: Vec<Counts>,
}

impl Contest {
    /// True when this is an answer to the puzzle.
    pub fn accepts(&self, answer: Option<&Grid>) -> bool {
        match (answer, self.answer) {
            (Some(grid), Known::Only(solution)) => *grid == solution,
            (Some(grid), Known::Several | Known::Solvable | Known::Nothing) => {
                grid.is_solved() && grid.extends(self.puzzle.grid())
            }
            (None, Known::NoSolution | Known::Nothing) => true,
            (Some(_), Known::NoSolution) => false,
            (None, Known::Only(_) | Known::Several | Known::Solvable) => false,
        }
    }
}

impl Course {
    /// A course for every set of a request, by what was counted: one row for each set, puzzle and
    /// solver, in this order. Sets without a puzzle or a solver that can be compared have none.
    pub fn all(request: &Request, rows: &[CountRow]) -> Vec<Self> {
        let comparable = Comparable::of(rows);
        let sound: Vec<usize> = (0..request.solvers.len())
            .filter(|&at| comparable.solver(request.solvers[at].info.id))
            .collect();
        let mut rows = rows.chunks(request.solvers.len().max(1));
        let mut courses = Vec::new();
        for set in &request.sets {
            let contest = |(index, by_solver): (usize, &[CountRow])| {
                let compared = comparable.puzzle(&set.record.name, index);
                compared.then(|| Contest {
                    puzzle: set.puzzles[index],
                    answer: answer(set, index, by_solver),
                    counts: sound.iter().map(|&at| by_solver[at].counts).collect(),
                })
            };
            let puzzles: Vec<Contest> =
                rows.by_ref().take(set.puzzles.len()).enumerate().filter_map(contest).collect();
            if !(puzzles.is_empty() || sound.is_empty()) {
                courses.push(Self {
                    corpus: set.record.name.clone(),
                    solvers: sound.iter().map(|&at| request.solvers[at]).collect(),
                    puzzles,
                    own: false,
                    any_arrangement: set.any_arrangement,
                });
            }
        }
        courses
    }

    /// The part of this course that belongs to one of several builds, numbered from 1. Where there
    /// are two puzzles and more for each, they are dealt out; fewer are the same for all. A part
    /// that is too small grows by symmetric variants (`grow.rs`).
    ///
    /// # Errors
    ///
    /// What is wrong with the answer of a solver to a puzzle that was added.
    pub fn part(
        mut self,
        build: usize,
        builds: usize,
        settings: &Settings,
    ) -> Result<Self, String> {
        self.own = self.puzzles.len() >= 2 * builds;
        if !self.own {
            return Ok(self);
        }
        let wanted = self.wanted(builds, settings);
        let all = mem::take(&mut self.puzzles).into_iter();
        self.puzzles = all.skip(build - 1).step_by(builds).collect();
        self.grown(wanted, settings, build as u64)
    }

    /// The work of one solver on one pass, summed; `max_depth` is the greatest.
    pub fn counts(&self, solver: usize) -> Counts {
        self.puzzles.iter().fold(Counts::default(), |mut sum, contest| {
            sum += contest.counts[solver];
            sum
        })
    }
}

/// What is known of an answer once all solvers have been verified.
fn answer(set: &PuzzleSet, index: usize, by_solver: &[CountRow]) -> Known {
    let ended = |outcome| by_solver.iter().any(|row| row.outcome == outcome);
    match set.facts[index].answer {
        Known::Nothing if ended(Outcome::Solved) => Known::Solvable,
        Known::Nothing if ended(Outcome::NoSolution) => Known::NoSolution,
        known => known,
    }
}
