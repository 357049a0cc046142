//! The one list of solvers, and the only way in which the laboratory runs them.
//!
//! [`SOLVERS`] is in the order in which the README tells the story. A new solver is one line
//! here; tests, benches, command line, tables and charts follow by themselves.
//!
//! A [`Session`] is one solver with its tables built. It takes a [`Puzzle`], which has no
//! contradictory clues, and every answer but that of the timed [`Session::solve`] has been judged
//! by the referee before it is handed out.
//!
//! ```
//! use sudoku_core::{Grid, Puzzle};
//! use sudoku_registry::{Limits, Outcome, SOLVERS};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::try_from(grid)?;
//! for solver in SOLVERS {
//!     let run = solver.start().run(&puzzle, Limits::NONE);
//!     assert!(matches!(run.outcome, Outcome::Solved(_)), "{}", solver.info.id);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod select;
mod session;

use sudoku_core::{Info, Solver};

pub use select::{NoSuchSolver, find, select};
pub use session::{Limits, Outcome, Replay, Run, Session, Solutions};

/// Every solver, in the order of the story.
pub static SOLVERS: &[Entry] = &[
    Entry::of::<sudoku_brute_scan::ThreeLoops>(),
    Entry::of::<sudoku_brute_scan::Fused>(),
    Entry::of::<sudoku_scan_from_start::ThreeLoops>(),
    Entry::of::<sudoku_scan_from_start::Fused>(),
    Entry::of::<sudoku_state_arrays::Cursor>(),
    Entry::of::<sudoku_state_arrays::BlankList>(),
    Entry::of::<sudoku_bitmask::Cursor>(),
    Entry::of::<sudoku_bitmask::NextBlank>(),
    Entry::of::<sudoku_bitmask::BlankList>(),
    Entry::of::<sudoku_bitmask_singles::Prefill>(),
];

/// A solver in the list.
#[derive(Debug)]
pub struct Entry {
    /// What the solver says of itself.
    pub info: Info,
    start: fn() -> Session,
}

impl Entry {
    const fn of<S: Solver + 'static>() -> Self {
        Self { info: S::INFO, start: Session::of::<S> }
    }

    /// Builds the solver's tables, once for many puzzles.
    pub fn start(&self) -> Session {
        (self.start)()
    }
}
