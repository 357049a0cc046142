//! The one list of solvers, and the only way in which the laboratory runs them.
//!
//! [`SOLVERS`] is in the order in which the README tells the story. A new solver is one line
//! here; tests, benches, command line, tables and charts follow by themselves.
//!
//! A [`Session`] is one solver with its tables built. It takes a
//! [`Puzzle`](sudoku_core::Puzzle), which has no
//! contradictory clues, and every answer but those of the timed [`Session::time`] and [`Session::prove`] has been judged
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

pub use select::{NoSuchSolver, find, find_among, select, select_all, select_among};
pub use session::{Limits, Outcome, Replay, Run, Session, Solutions, judge, judge_proof};

/// Every solver, in the order of the story.
pub static SOLVERS: &[Entry] = list::<()>();

/// The list, compiled once for each `Copy`: for a type of the caller's own, the caller gets the
/// same solvers at other addresses. The benches let a solver run against such a copy of itself.
pub const fn list<Copy: 'static>() -> &'static [Entry] {
    const {
        &[
            Entry::of::<sudoku_brute_scan::ThreeLoops, Copy>(),
            Entry::of::<sudoku_brute_scan::Fused, Copy>(),
            Entry::of::<sudoku_scan_from_start::ThreeLoops, Copy>(),
            Entry::of::<sudoku_scan_from_start::Fused, Copy>(),
            Entry::of::<sudoku_state_arrays::Cursor, Copy>(),
            Entry::of::<sudoku_state_arrays::BlankList, Copy>(),
            Entry::of::<sudoku_bitmask::Cursor, Copy>(),
            Entry::of::<sudoku_bitmask::NextBlank, Copy>(),
            Entry::of::<sudoku_bitmask::BlankList, Copy>(),
            Entry::of::<sudoku_bitmask_singles::Prefill, Copy>(),
            Entry::of::<sudoku_fewest_candidates::Scan, Copy>(),
            Entry::of::<sudoku_fewest_candidates::Buckets, Copy>(),
            Entry::of::<sudoku_fewest_candidates::Static, Copy>(),
        ]
    }
}

/// A solver in the list.
#[derive(Debug)]
pub struct Entry {
    /// What the solver says of itself.
    pub info: Info,
    /// How many puzzles it searches side by side.
    pub width: usize,
    available: fn() -> bool,
    start: fn() -> Session,
}

impl Entry {
    /// An entry for a solver, compiled once for each `Copy` as those in [`list`] are. Tests make
    /// entries for faulty solvers, to see them caught.
    pub const fn of<S: Solver + 'static, Copy: 'static>() -> Self {
        Self {
            info: S::INFO,
            width: S::WIDTH,
            available: S::available,
            start: Session::of::<S, Copy>,
        }
    }

    /// True when this processor can run the solver.
    pub fn available(&self) -> bool {
        (self.available)()
    }

    /// Builds the solver's tables, once for many puzzles.
    ///
    /// # Panics
    ///
    /// When this processor cannot run the solver: ask [`available`](Self::available) before.
    pub fn start(&self) -> Session {
        assert!(self.available(), "{} cannot run on this processor", self.info.id);
        (self.start)()
    }
}
