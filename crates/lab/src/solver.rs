//! [`Solver`]: one search, ready for any number of puzzles.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Goal, Grid, Info, Proof, Puzzle, Stop};
use sudoku_puzzles::Printable;
use sudoku_registry::{
    Entry, Limits, Load, NotOnThisMachine, Outcome, SOLVERS, Session, Tally, default_solver,
    referee,
};
use sudoku_replay::{NotShown, Search};

use crate::Sudoku;

/// One of the searches, with its tables built.
///
/// # Panics
///
/// All methods that search panic when they find that the solver is wrong: it returns a grid that is
/// not solved, lacks a clue, or repeats a solution.
#[derive(Debug)]
pub struct Solver {
    entry: &'static Entry,
    session: Session,
}

/// The error for a solver that cannot be had by its id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSolver {
    /// No solver has this id.
    #[error("no solver is called `{}`", Printable(.0))]
    Unknown(String),
    /// This processor cannot run the solver.
    #[error(transparent)]
    NotOnThisMachine(#[from] NotOnThisMachine),
}

impl Solver {
    /// The fastest solver for one puzzle at a time that this processor can run.
    pub fn fastest() -> Self {
        Self::of(default_solver(Load::One))
    }

    /// The fastest solver for [many puzzles at a time](Self::solve_all) that this processor can
    /// run.
    pub fn fastest_of_many() -> Self {
        Self::of(default_solver(Load::Many))
    }

    pub(crate) fn of(entry: &'static Entry) -> Self {
        Self { entry, session: entry.start() }
    }

    /// The solver with this id, such as `bitmask/blank-list`.
    ///
    /// # Errors
    ///
    /// When there is none, or this processor lacks instructions that it needs.
    pub fn named(id: &str) -> Result<Self, NoSolver> {
        let entry = SOLVERS.iter().find(|entry| entry.info.id == id);
        let entry = entry.ok_or_else(|| NoSolver::Unknown(id.to_owned()))?;
        entry.demand()?;
        Ok(Self::of(entry))
    }

    /// This solver, whose searches stop with [`Stop::Cancelled`] while `cancel` is true: those of
    /// all methods that take limits. They read it about every ten microseconds. The methods that
    /// enumerate solutions without limits panic then, and the others go on.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Arc<AtomicBool>) -> Self {
        self.session.cancelled_by(cancel);
        self
    }

    /// Every solver, from the slowest idea to the fastest: its id, its publication, and the
    /// counters that it reports.
    ///
    /// ```
    /// assert_eq!(sudoku_lab::Solver::all().next().unwrap().id, "brute-scan/three-loops");
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Info> {
        SOLVERS.iter().map(|entry| &entry.info)
    }

    /// The solver's id, its publication, and the counters that it reports.
    pub const fn info(&self) -> &'static Info {
        &self.entry.info
    }

    /// The first solution that the solver finds; `None` if there is none.
    pub fn solution(&mut self, sudoku: &Sudoku) -> Option<Grid> {
        let outcome = self.session.solve(sudoku.puzzle(), Goal::First);
        self.right(sudoku, outcome).solution()
    }

    /// True if there is exactly one solution. The search goes on until it finds a second one or
    /// reaches the end of its tree.
    pub fn is_unique(&mut self, sudoku: &Sudoku) -> bool {
        let outcome = self.session.solve(sudoku.puzzle(), Goal::Unique);
        self.right(sudoku, outcome).solution().is_some()
    }

    /// The first solution of each puzzle; `None` for a puzzle without one. Searching many puzzles
    /// at once takes less time than one after the other.
    ///
    /// ```
    /// use sudoku_lab::{Options, Solver, Sudoku, generate};
    ///
    /// let sudokus: Vec<Sudoku> = generate(1, Options::default())?.take(100).collect();
    /// let solutions = Solver::fastest_of_many().solve_all(&sudokus);
    /// assert!(solutions.iter().zip(&sudokus).all(|(one, of)| *one == of.solution()));
    /// # Ok::<(), sudoku_lab::Impossible>(())
    /// ```
    pub fn solve_all(&mut self, sudokus: &[Sudoku]) -> Vec<Option<Grid>> {
        let puzzles: Vec<Puzzle> = sudokus.iter().map(|sudoku| *sudoku.puzzle()).collect();
        let mut answers = vec![None; puzzles.len()];
        self.session.solve_all(&puzzles, Goal::First, &mut answers, &mut []);
        self.judge_all(sudokus, &answers);
        answers
    }

    /// As [`solve_all`](Self::solve_all), within limits for all searches together, which cost a few
    /// percent of the time.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn solve_within(
        &mut self,
        sudokus: &[Sudoku],
        limits: Limits,
    ) -> Result<Vec<Option<Grid>>, Stop> {
        let puzzles: Vec<Puzzle> = sudokus.iter().map(|sudoku| *sudoku.puzzle()).collect();
        let mut answers = vec![None; puzzles.len()];
        self.session.solve_within(&puzzles, Goal::First, limits, &mut answers, &mut [])?;
        self.judge_all(sudokus, &answers);
        Ok(answers)
    }

    fn judge_all(&self, sudokus: &[Sudoku], answers: &[Option<Grid>]) {
        for (sudoku, answer) in sudokus.iter().zip(answers) {
            let outcome = referee(Goal::First, sudoku.puzzle(), answer.as_ref(), &Proof::default());
            self.right(sudoku, outcome);
        }
    }

    /// For each puzzle, true if it has exactly one solution. The limits are for all searches
    /// together.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong.
    pub fn are_unique(&mut self, sudokus: &[Sudoku], limits: Limits) -> Result<Vec<bool>, Stop> {
        Ok(self.count_all(sudokus, limits)?.into_iter().map(|count| count == 1).collect())
    }

    /// The number of solutions of each puzzle, 2 for two and more. The limits are for all searches
    /// together.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong.
    pub fn count_all(&mut self, sudokus: &[Sudoku], limits: Limits) -> Result<Vec<u8>, Stop> {
        let puzzles: Vec<Puzzle> = sudokus.iter().map(|sudoku| *sudoku.puzzle()).collect();
        let (mut answers, mut proofs) = (vec![None; puzzles.len()], Vec::new());
        proofs.resize_with(puzzles.len(), Proof::default);
        self.session.solve_within(&puzzles, Goal::Unique, limits, &mut answers, &mut proofs)?;
        let found = answers.iter().zip(&proofs);
        let count =
            |((sudoku, puzzle), (answer, proof)): ((&Sudoku, _), (&Option<Grid>, _))| match self
                .right(sudoku, referee(Goal::Unique, puzzle, answer.as_ref(), proof))
            {
                Outcome::Solved(_) => 1,
                Outcome::Several(_) => 2,
                _ => 0,
            };
        Ok(sudokus.iter().zip(&puzzles).zip(found).map(count).collect())
    }

    /// True if there is exactly one solution, and more than one if any clue is removed. The limits
    /// are for the search for a second solution, and then for all others together.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong.
    pub fn is_minimal(&mut self, sudoku: &Sudoku, limits: Limits) -> Result<bool, Stop> {
        let unique = self.are_unique(&[*sudoku], limits)?[0];
        Ok(unique && self.needs_every_clue(sudoku, limits)?)
    }

    /// True if removing any clue allows a second solution.
    ///
    /// # Errors
    ///
    /// When the searches together reach a limit.
    pub(crate) fn needs_every_clue(
        &mut self,
        sudoku: &Sudoku,
        limits: Limits,
    ) -> Result<bool, Stop> {
        let grid = sudoku.grid();
        let clues = (0..81).filter(|&at| grid.cells()[at] != 0);
        let without: Vec<Sudoku> = clues.map(|at| Sudoku::unchecked(grid.with(at, 0))).collect();
        Ok(!self.are_unique(&without, limits)?.contains(&true))
    }

    /// The first solution, and the number of solutions up to 2.
    ///
    /// # Errors
    ///
    /// When the search reaches a limit.
    pub(crate) fn first_of_two(
        &mut self,
        sudoku: &Sudoku,
        limits: Limits,
    ) -> Result<(Option<Grid>, u8), Stop> {
        let outcome = self.session.solve_one(sudoku.puzzle(), Goal::Unique, limits);
        match self.right(sudoku, outcome) {
            Outcome::Several([first, _]) => Ok((Some(first), 2)),
            Outcome::Stopped(stop) => Err(stop),
            outcome => Ok((outcome.solution(), outcome.solution().is_some().into())),
        }
    }

    /// The number of solutions, or `limit` if there are more.
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong, or is [cancelled](Self::cancelled_by).
    pub fn count_up_to(&mut self, sudoku: &Sudoku, limit: usize) -> usize {
        self.count_within(sudoku, limit, Limits::NONE).expect("no limit")
    }

    /// As [`count_up_to`](Self::count_up_to), within limits.
    ///
    /// # Errors
    ///
    /// When a limit is reached before the end.
    pub fn count_within(
        &mut self,
        sudoku: &Sudoku,
        limit: usize,
        limits: Limits,
    ) -> Result<usize, Stop> {
        match limit {
            2 => Ok(self.first_of_two(sudoku, limits)?.1.into()),
            _ => self.each(sudoku, limit, limits, &mut |_| false),
        }
    }

    /// Up to `limit` solutions, in the order in which the solver finds them.
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong, or is [cancelled](Self::cancelled_by).
    pub fn solutions_up_to(&mut self, sudoku: &Sudoku, limit: usize) -> Vec<Grid> {
        let mut solutions = Vec::new();
        let mut show = |solution: &Grid| {
            solutions.push(*solution);
            false
        };
        self.each(sudoku, limit, Limits::NONE, &mut show).expect("no limit");
        solutions
    }

    /// Calls `show` with every solution when it is found, until `show` returns `Break`. Returns the
    /// number of solutions shown.
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong, or is [cancelled](Self::cancelled_by).
    pub fn for_each_solution(
        &mut self,
        sudoku: &Sudoku,
        mut show: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> usize {
        let mut show = |solution: &Grid| show(solution).is_break();
        self.each(sudoku, usize::MAX, Limits::NONE, &mut show).expect("no limit")
    }

    fn each(
        &mut self,
        sudoku: &Sudoku,
        limit: usize,
        limits: Limits,
        show: &mut dyn FnMut(&Grid) -> bool,
    ) -> Result<usize, Stop> {
        if limit == 0 {
            return Ok(0);
        }
        let found = self.session.each_solution(sudoku.puzzle(), limit, limits, show);
        if let Some(refused) = found.refused.first() {
            self.right(sudoku, Outcome::Wrong(*refused));
        }
        found.stopped.map_or(Ok(found.count), Err)
    }

    /// Counts the work of a search: the counters that [`info`](Self::info) lists, equal on every
    /// machine. Some searches take hours on some puzzles; the limits stop them, and the outcome
    /// shows that.
    pub fn tally(&mut self, sudoku: &Sudoku, goal: Goal, limits: Limits) -> Tally {
        self.session.tally(sudoku.puzzle(), goal, limits)
    }

    /// Follows a search, so that each of its steps can be shown: up to
    /// [5 million](sudoku_replay::MOST_STEPS) of them.
    ///
    /// # Errors
    ///
    /// When the solver reports no steps.
    pub fn watch(&self, sudoku: &Sudoku, goal: Goal) -> Result<Search, NotShown> {
        Search::open(self.entry, sudoku.puzzle(), goal)
    }

    /// The outcome of a solver that is right. A wrong one panics.
    fn right(&self, sudoku: &Sudoku, outcome: Outcome) -> Outcome {
        let is_wrong = matches!(outcome, Outcome::Wrong(_));
        assert!(!is_wrong, "{} is wrong about {sudoku}: {outcome:?}", self.entry.info.id);
        outcome
    }
}
