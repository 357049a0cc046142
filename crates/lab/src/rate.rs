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

/// A puzzle, and what a [`Rater`] found out about it: a row of a table of ratings. What only a search
/// can tell is `None` where one was given up.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "audit", derive(serde::Serialize))]
pub struct Rating {
    /// The puzzle.
    pub puzzle: Grid,
    /// A solution; `None` if there is none.
    pub solution: Option<Grid>,
    /// The number of solutions: 0, 1, or 2 for two and more.
    pub solutions: Option<u8>,
    /// The number of filled cells.
    pub clues: u8,
    /// True for exactly one solution, and more than one if any clue is removed.
    pub minimal: Option<bool>,
    /// [`canonical`] form.
    pub canonical: Grid,
    /// Mean number of guesses over the arrangements; `None` for contradictory clues, too.
    pub guesses_mean: Option<f64>,
    /// Sample standard deviation (n - 1) of the guesses over the arrangements; 0 with one
    /// arrangement, `None` for contradictory clues, too.
    pub guesses_sd: Option<f64>,
    /// True if naked and hidden singles solve the puzzle.
    pub singles: Option<bool>,
    /// True if singles and locked candidates solve the puzzle.
    pub locked: Option<bool>,
    /// The limit at which a search was given up.
    #[cfg_attr(feature = "audit", serde(skip))]
    pub stop: Option<Stop>,
}

impl Rating {
    /// The fields that need no search; the others are `None`.
    fn unknown(puzzle: Grid) -> Self {
        Self {
            puzzle,
            solution: None,
            solutions: None,
            clues: puzzle.clues() as u8,
            minimal: None,
            canonical: canonical(&puzzle),
            guesses_mean: None,
            guesses_sd: None,
            singles: None,
            locked: None,
            stop: None,
        }
    }

    /// The rating of a puzzle whose clues contradict each other. No search makes guesses then.
    pub fn contradictory(puzzle: Grid) -> Self {
        let no = Some(false);
        let unknown = Self::unknown(puzzle);
        Self { solutions: Some(0), minimal: no, singles: no, locked: no, ..unknown }
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
    /// ```
    /// let puzzle =
    ///     "...8.1..........435............7.8........1...2..3....6......75..34........2..6..".parse()?;
    /// let rating = sudoku_lab::Rater::default().rate(&puzzle);
    /// assert_eq!((rating.clues, rating.solutions, rating.minimal), (17, Some(1), Some(true)));
    /// assert!(rating.singles == Some(false) && rating.guesses_mean >= Some(1.0));
    /// # Ok::<(), sudoku_lab::ParseGridError>(())
    /// ```
    pub fn rate(&mut self, puzzle: &Grid) -> Rating {
        let Ok(sudoku) = Sudoku::try_from(*puzzle) else { return Rating::contradictory(*puzzle) };
        let unknown = Rating::unknown(*puzzle);
        let rated = self.search(&sudoku, &unknown);
        rated.unwrap_or_else(|stop| Rating { stop: Some(stop), ..unknown })
    }

    fn search(&mut self, sudoku: &Sudoku, unknown: &Rating) -> Result<Rating, Stop> {
        let (solution, solutions) = self.fastest.first_of_two(sudoku, self.limits)?;
        let (guesses_mean, guesses_sd) = self.guesses(&unknown.canonical)?;
        let minimal = solutions == 1 && self.fastest.needs_every_clue(sudoku, self.limits)?;
        Ok(Rating {
            solution,
            solutions: Some(solutions),
            minimal: Some(minimal),
            guesses_mean: Some(guesses_mean),
            guesses_sd: Some(guesses_sd),
            singles: Some(needs_no_guess(&mut self.singles, sudoku)),
            locked: Some(needs_no_guess(&mut self.locked, sudoku)),
            ..*unknown
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
