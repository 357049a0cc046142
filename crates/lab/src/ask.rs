//! Questions that a [`Sudoku`] answers about itself, by a solver that the thread keeps.

use std::cell::Cell;
use std::ops::ControlFlow;

use sudoku_core::Grid;
use sudoku_registry::{Limits, Load, default_solver};

use crate::{Solver, Sudoku};

thread_local! {
    /// A solver for each load; `None` before the first question and during one.
    static KEPT: [Cell<Option<Solver>>; 3] = const { [const { Cell::new(None) }; 3] };
}

/// Asks the solver that this thread keeps. A question inside another one, or at the end of the
/// thread, gets a solver of its own.
fn ask<T>(load: Load, question: impl FnOnce(&mut Solver) -> T) -> T {
    let kept = KEPT.try_with(|kept| kept[load as usize].take()).ok().flatten();
    let mut solver = kept.unwrap_or_else(|| Solver::of(default_solver(load)));
    let answer = question(&mut solver);
    let _ = KEPT.try_with(|kept| kept[load as usize].set(Some(solver)));
    answer
}

impl Sudoku {
    /// A solution; any of them if there are several, `None` if there is none.
    ///
    /// ```
    /// let sudoku: sudoku_lab::Sudoku =
    ///     "...8.1..........435............7.8........1...2..3....6......75..34........2..6..".parse()?;
    /// let solution = sudoku.solution().unwrap();
    /// assert!(solution.is_solved() && solution.extends(sudoku.grid()));
    /// # Ok::<(), sudoku_lab::NotASudoku>(())
    /// ```
    pub fn solution(&self) -> Option<Grid> {
        ask(Load::One, |solver| solver.solution(self))
    }

    /// True if there is exactly one solution.
    ///
    /// ```
    /// use sudoku_lab::{Grid, Sudoku};
    ///
    /// let solved: Sudoku = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// assert!(solved.is_unique());
    /// assert!(!Sudoku::try_from(Grid::BLANK)?.is_unique());
    /// # Ok::<(), sudoku_lab::NotASudoku>(())
    /// ```
    pub fn is_unique(&self) -> bool {
        ask(Load::Count, |solver| solver.is_unique(self))
    }

    /// True if there is exactly one solution, and more than one if any clue is removed.
    ///
    /// ```
    /// let sudoku: sudoku_lab::Sudoku =
    ///     "...8.1..........435............7.8........1...2..3....6......75..34........2..6..".parse()?;
    /// assert!(sudoku.is_minimal());
    /// # Ok::<(), sudoku_lab::NotASudoku>(())
    /// ```
    ///
    /// # Panics
    ///
    /// When the solver is found to be wrong.
    pub fn is_minimal(&self) -> bool {
        ask(Load::Many, |solver| solver.is_minimal(self, Limits::NONE)).expect("no limit")
    }

    /// The number of solutions, or `limit` if there are more.
    ///
    /// ```
    /// use sudoku_lab::{Grid, Sudoku};
    ///
    /// assert_eq!(Sudoku::try_from(Grid::BLANK)?.count_up_to(10_000), 10_000);
    /// # Ok::<(), sudoku_lab::Conflict>(())
    /// ```
    pub fn count_up_to(&self, limit: usize) -> usize {
        ask(Load::Count, |solver| solver.count_up_to(self, limit))
    }

    /// Up to `limit` solutions.
    ///
    /// ```
    /// let sudoku: sudoku_lab::Sudoku =
    ///     "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solutions = sudoku.solutions_up_to(100);
    /// assert!(solutions.iter().all(|solution| solution.is_solved()));
    /// assert_eq!(solutions.len(), sudoku.count_up_to(100));
    /// # Ok::<(), sudoku_lab::NotASudoku>(())
    /// ```
    pub fn solutions_up_to(&self, limit: usize) -> Vec<Grid> {
        ask(Load::One, |solver| solver.solutions_up_to(self, limit))
    }

    /// Calls `show` with every solution when it is found, until `show` returns `Break`. Returns the
    /// number of solutions shown.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use sudoku_lab::{Grid, Sudoku};
    ///
    /// let (empty, mut seen) = (Sudoku::try_from(Grid::BLANK)?, 0);
    /// empty.for_each_solution(|_solution| {
    ///     seen += 1;
    ///     if seen < 1000 { Continue(()) } else { Break(()) }
    /// });
    /// assert_eq!(seen, 1000);
    /// # Ok::<(), sudoku_lab::Conflict>(())
    /// ```
    pub fn for_each_solution(&self, show: impl FnMut(&Grid) -> ControlFlow<()>) -> usize {
        ask(Load::One, |solver| solver.for_each_solution(self, show))
    }
}
