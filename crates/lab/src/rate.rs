//! [`Rater`]: rates how hard a puzzle is. Equivalent puzzles have the same rating.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Goal, Grid, Puzzle, Random, Stop, Symmetry};
use sudoku_puzzles::canonical;
use sudoku_registry::{Entry, Limits, Outcome, SOLVERS, Session};

use crate::{Solver, Sudoku};

/// Rates puzzles. Making a rater takes longer than rating a puzzle.
///
/// # Panics
///
/// [`rate`](Self::rate) panics when it finds that a solver is wrong.
#[derive(Debug)]
pub struct Rater {
    arrangements: Vec<Symmetry>,
    limits: Limits,
    fastest: Solver,
    guesses: Session,
    singles: Session,
    locked: Session,
}

/// The verdict of a [`Rater`] on a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// A solution; `None` if there is none.
    pub solution: Option<Grid>,
    /// The number of solutions: 0, 1, or 2 for two and more.
    pub solutions: u8,
    /// The number of filled cells.
    pub clues: u8,
    /// True for exactly one solution, and more than one if any clue is removed.
    pub minimal: bool,
    /// [`canonical`] form.
    pub canonical: Grid,
    /// Mean number of guesses over the arrangements.
    pub guesses_mean: f64,
    /// Sample standard deviation (n - 1) of the guesses over the arrangements; 0 with one
    /// arrangement.
    pub guesses_sd: f64,
    /// True if naked and hidden singles solve the puzzle.
    pub singles: bool,
    /// True if singles and locked candidates solve the puzzle.
    pub locked: bool,
}

/// A puzzle and what is known about it: a row of a table of ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "audit", derive(serde::Serialize))]
pub struct RatingRow {
    /// The puzzle.
    pub puzzle: Grid,
    /// As [`Rating::solution`].
    pub solution: Option<Grid>,
    /// As [`Rating::solutions`].
    pub solutions: Option<u8>,
    /// As [`Rating::clues`].
    pub clues: u8,
    /// As [`Rating::minimal`].
    pub minimal: Option<bool>,
    /// As [`Rating::canonical`].
    pub canonical: Grid,
    /// As [`Rating::guesses_mean`].
    pub guesses_mean: Option<f64>,
    /// As [`Rating::guesses_sd`].
    pub guesses_sd: Option<f64>,
    /// As [`Rating::singles`].
    pub singles: Option<bool>,
    /// As [`Rating::locked`].
    pub locked: Option<bool>,
}

impl RatingRow {
    /// The row of a puzzle with this rating, if there is one.
    pub fn of(puzzle: Grid, rating: Option<&Rating>) -> Self {
        Self {
            puzzle,
            solution: rating.and_then(|rating| rating.solution),
            solutions: rating.map(|rating| rating.solutions),
            clues: puzzle.clues() as u8,
            minimal: rating.map(|rating| rating.minimal),
            canonical: rating.map_or_else(|| canonical(&puzzle), |rating| rating.canonical),
            guesses_mean: rating.map(|rating| rating.guesses_mean),
            guesses_sd: rating.map(|rating| rating.guesses_sd),
            singles: rating.map(|rating| rating.singles),
            locked: rating.map(|rating| rating.locked),
        }
    }

    /// The row of a puzzle whose clues contradict each other. No search makes guesses then.
    pub fn contradictory(puzzle: Grid) -> Self {
        let no = Some(false);
        let row = Self::of(puzzle, None);
        Self { solutions: Some(0), minimal: no, singles: no, locked: no, ..row }
    }
}

impl Rater {
    /// The tree whose guesses are counted. Every solver with this tree makes the same guesses.
    pub const TREE: &'static str = "whole-grid";

    /// The number of arrangements of [`Default`].
    pub const ARRANGEMENTS: usize = 10;

    /// The number of nodes after which a single search is given up, unless [`within`](Self::within)
    /// says otherwise: some seconds. No puzzle that people publish or generate needs a thousandth
    /// of them.
    pub const MOST_NODES: u64 = 10_000_000;

    /// A rater that counts guesses in `arrangements` arrangements, at least one, drawn from `seed`.
    ///
    /// # Panics
    ///
    /// Never: some solver of each kind runs on every machine.
    pub fn new(arrangements: usize, seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let mut arrangement = || Symmetry::random(random.below(u64::MAX));
        let of_tree = |entry: &&Entry| {
            entry.info.tree.0 == Self::TREE && entry.width == 1 && entry.available()
        };
        let named = |id| SOLVERS.iter().find(|entry| entry.info.id == id);
        let guesses = SOLVERS.iter().rfind(of_tree);
        let start = |entry: Option<&Entry>| entry.expect("it runs on every machine").start();
        Self {
            arrangements: (0..arrangements.max(1)).map(|_| arrangement()).collect(),
            limits: Limits::calls(Self::MOST_NODES),
            fastest: Solver::fastest_of_many(),
            guesses: start(guesses),
            singles: start(named("propagation/hidden-singles")),
            locked: start(named("propagation/locked-candidates")),
        }
    }

    /// This rater with other limits for each search; those that test whether every clue is needed
    /// count as one. Without a limit of calls, it is [`MOST_NODES`](Self::MOST_NODES).
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        let calls = limits.calls.or(self.limits.calls);
        Self { limits: Limits { calls, ..limits }, ..self }
    }

    /// This rater, which stops with [`Stop::Cancelled`] while `cancel` is true. Its searches read it
    /// about every ten microseconds.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: &Arc<AtomicBool>) -> Self {
        self.guesses.cancelled_by(cancel.clone());
        Self { fastest: self.fastest.cancelled_by(cancel.clone()), ..self }
    }

    /// Rates a puzzle.
    ///
    /// Guesses are those of a search for a first solution or, if there is none, of the whole
    /// search. It starts from arrangements of the [`canonical`] form, the same ones for all
    /// puzzles, so that equivalent puzzles have the same rating. Most puzzles take some tens of
    /// microseconds, most of that for minimality and for the arrangements.
    ///
    /// # Errors
    ///
    /// When a search reaches a limit.
    ///
    /// ```
    /// let sudoku: sudoku_lab::Sudoku =
    ///     "...8.1..........435............7.8........1...2..3....6......75..34........2..6..".parse()?;
    /// let rating = sudoku_lab::Rater::default().rate(&sudoku)?;
    /// assert_eq!((rating.clues, rating.solutions, rating.minimal), (17, 1, true));
    /// assert!(!rating.singles && !rating.locked && rating.guesses_mean >= 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rate(&mut self, sudoku: &Sudoku) -> Result<Rating, Stop> {
        let (solution, solutions) = self.fastest.first_of_two(sudoku, self.limits)?;
        let canonical = canonical(sudoku.grid());
        let (guesses_mean, guesses_sd) = self.guesses(&canonical)?;
        Ok(Rating {
            solution,
            solutions,
            clues: sudoku.grid().clues() as u8,
            minimal: solutions == 1 && self.fastest.needs_every_clue(sudoku, self.limits)?,
            canonical,
            guesses_mean,
            guesses_sd,
            singles: needs_no_guess(&mut self.singles, sudoku),
            locked: needs_no_guess(&mut self.locked, sudoku),
        })
    }

    /// Mean and standard deviation of the guesses over the arrangements.
    fn guesses(&mut self, canonical: &Grid) -> Result<(f64, f64), Stop> {
        let mut all = Vec::with_capacity(self.arrangements.len());
        for arrangement in &self.arrangements {
            let puzzle = Puzzle::unchecked(arrangement.apply(canonical));
            let run = self.guesses.tally(&puzzle, Goal::First, self.limits);
            match run.outcome {
                Outcome::Stopped(stop) => return Err(stop),
                Outcome::Wrong(_) => panic!("a wrong answer to {}", puzzle.grid()),
                _ => all.push(run.counts.guesses as f64),
            }
        }
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let squares: f64 = all.iter().map(|guesses| (guesses - mean).powi(2)).sum();
        Ok((mean, (squares / (all.len() - 1).max(1) as f64).sqrt()))
    }
}

impl Default for Rater {
    fn default() -> Self {
        Self::new(Self::ARRANGEMENTS, 0)
    }
}

/// True if a search solves the puzzle by its rules alone, at the root of its tree.
fn needs_no_guess(session: &mut Session, sudoku: &Sudoku) -> bool {
    let run = session.tally(sudoku.puzzle(), Goal::First, Limits::calls(1));
    matches!(run.outcome, Outcome::Solved(_)) && run.counts.guesses == 0
}
