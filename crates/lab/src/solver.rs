//! [`Solver`]: one search, ready for any number of puzzles.

use std::ops::ControlFlow;

use sudoku_core::{Goal, Grid, Info};
use sudoku_registry::{
    Entry, Limits, Load, NotOnThisMachine, Outcome, Run, SOLVERS, Session, default_solver,
};
use sudoku_replay::{NotShown, Search};

use crate::Sudoku;

/// One of the searches, with its tables built.
///
/// # Panics
///
/// All methods that search panic when they find that the solver is wrong: a solution is not solved,
/// does not hold a clue, or comes twice.
#[derive(Debug)]
pub struct Solver {
    entry: &'static Entry,
    session: Session,
}

/// There is no solver to be had by this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSolver {
    /// No solver is called so.
    #[error("no solver is called `{0}`")]
    Unknown(String),
    /// This processor cannot run it.
    #[error(transparent)]
    NotOnThisMachine(#[from] NotOnThisMachine),
}

impl Solver {
    /// The fastest for one puzzle at a time that this processor can run.
    pub fn fastest() -> Self {
        let entry = default_solver(Load::One);
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
        Ok(Self { entry, session: entry.start() })
    }

    /// Every solver, from the slowest idea to the fastest: its id, its publication, and what it
    /// reports.
    ///
    /// ```
    /// assert_eq!(sudoku_lab::Solver::all().next().unwrap().id, "brute-scan/three-loops");
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Info> {
        SOLVERS.iter().map(|entry| &entry.info)
    }

    /// Its id, its publication, and what it reports.
    pub const fn info(&self) -> &'static Info {
        &self.entry.info
    }

    /// The first solution that it finds; `None` if there is none.
    pub fn solution(&mut self, sudoku: &Sudoku) -> Option<Grid> {
        match self.session.answer(sudoku.puzzle(), Goal::First) {
            Outcome::Solved(solution) => Some(solution),
            Outcome::NoSolution => None,
            wrong => self.is_wrong(sudoku, &wrong),
        }
    }

    /// True if there is exactly one solution. The search goes on until it has found a second one, or
    /// has seen that there is none.
    pub fn is_unique(&mut self, sudoku: &Sudoku) -> bool {
        match self.session.answer(sudoku.puzzle(), Goal::Unique) {
            Outcome::Solved(_) => true,
            Outcome::NoSolution | Outcome::Several(_) => false,
            wrong => self.is_wrong(sudoku, &wrong),
        }
    }

    /// How many solutions there are, or `limit` if there are more.
    pub fn count_up_to(&mut self, sudoku: &Sudoku, limit: usize) -> usize {
        self.each(sudoku, limit, &mut |_| false)
    }

    /// The solutions in the order in which it finds them, up to `limit` of them.
    pub fn solutions_up_to(&mut self, sudoku: &Sudoku, limit: usize) -> Vec<Grid> {
        let mut solutions = Vec::new();
        self.each(sudoku, limit, &mut |solution| {
            solutions.push(*solution);
            false
        });
        solutions
    }

    /// Shows every solution when it is found, until `show` breaks off. Returns how many were shown.
    pub fn for_each_solution(
        &mut self,
        sudoku: &Sudoku,
        mut show: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> usize {
        self.each(sudoku, usize::MAX, &mut |solution| show(solution).is_break())
    }

    fn each(
        &mut self,
        sudoku: &Sudoku,
        limit: usize,
        show: &mut dyn FnMut(&Grid) -> bool,
    ) -> usize {
        if limit == 0 {
            return 0;
        }
        let found = self.session.each_solution(sudoku.puzzle(), limit, Limits::NONE, show);
        if let Some(refused) = found.refused.first() {
            self.is_wrong(sudoku, &Outcome::Wrong(*refused));
        }
        found.count
    }

    /// Counts the work of a search: the counters that [`info`](Self::info) lists, equal on every
    /// machine. Some searches take hours on some puzzles; the limits end them, and the outcome says so.
    pub fn tally(&mut self, sudoku: &Sudoku, goal: Goal, limits: Limits) -> Run {
        self.session.ask(sudoku.puzzle(), goal, limits)
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

    fn is_wrong(&self, sudoku: &Sudoku, outcome: &Outcome) -> ! {
        panic!("{} is wrong about {sudoku}: {outcome:?}", self.entry.info.id)
    }
}
