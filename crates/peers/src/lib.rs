//! Solvers from elsewhere behind [`Peer`](sudoku_core::Peer), each in a small file of its own.
//!
//! They are packages by other people, measured beside the solvers of the laboratory and never part
//! of its program: only the benches link this crate, and they try each peer in a separate process
//! before they run it.
//!
//! - [`Sudoku`]: digits as bitboards over bands, with singles and locked candidates.
//! - [`Msolve`]: masks of candidates, singles, scans of the grid.
//! - [`RustokuLib`]: masks and a table of candidates; it keeps the steps to its solution.
//! - [`SudokuSolver`]: plain backtracking at the cell with the fewest candidates.
//! - [`DlxRs`]: dancing links for any exact cover.
//! - [`Varisat`]: a general satisfiability solver.
//!
//! The package `sudoku` is under AGPL-3.0, so a compiled bench program may be distributed only
//! under that licence. The program `sudoku-lab` does not contain it. `splr`, another solver for
//! satisfiability, is left out: it takes five times as long as `varisat` on a Sudoku, too long for
//! a quick run.

mod dlx_rs;
mod msolve;
mod rustoku_lib;
mod sudoku;
mod sudoku_solver;
mod varisat;

pub use self::dlx_rs::DlxRs;
pub use self::msolve::Msolve;
pub use self::rustoku_lib::RustokuLib;
pub use self::sudoku::Sudoku;
pub use self::sudoku_solver::SudokuSolver;
pub use self::varisat::Varisat;
/// The package `sudoku` itself, for the bench of the library.
pub use ::sudoku as package;
