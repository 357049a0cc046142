//! Brute force with a scan: the search remembers nothing and reads everything from the board.
//!
//! A search that backtracks through a Sudoku needs two things at every step: the next blank cell,
//! and whether a digit may stand there. This family finds both by looking at the board. A cursor
//! walks over the 81 cells in reading order (row-major), with one recursive call for every cell,
//! given or blank. For every digit that it tries, it reads the row, the column and the box of the
//! cell again from the beginning. All later families remember what this one looks up.
//!
//! - [`ThreeLoops`] reads row, column and box one after the other.
//! - [`Fused`] reads them side by side in one loop.
//!
//! # A node
//!
//! A call: one for each cell that the cursor enters, given or blank, and one that finds the end of
//! the board.
//!
//! # The articles' programs
//!
//! Wherever a solver follows an article's program, three things differ: digits are numbers instead
//! of characters, 0 is blank, and the solution is returned instead of being left in the caller's
//! board.
//!
//! # Outside the assumptions
//!
//! The articles assume a puzzle with exactly one solution. This is what the solvers of this family
//! do with other boards. Later families do the same unless their pages say otherwise.
//!
//! - Several solutions: the search stops at the first one in row-major order.
//! - No solution: it walks its whole tree and returns `None`. The articles' programs leave the
//!   board as it was and report nothing.
//! - No blank: the board comes back as it is, whatever it holds.
//! - Contradictory clues: clues are never compared with each other. With a 6 added at (7, 1), the
//!   [example](sudoku_core#the-example) has two sixes in row 7, column 1 and box 7, and the
//!   "solution" that comes back keeps both. With a 3 added at (1, 3), beside the 3 in its row, the
//!   whole tree is searched in vain.
//! - A second puzzle: every solve starts afresh.
//!
//! [`Puzzle`](sudoku_core::Puzzle) refuses contradictory clues, so solvers meet them in tests only.

mod fused;
mod three_loops;

pub use fused::Fused;
pub use sudoku_core::publications::{ARTICLE_000, ARTICLE_004};
pub use three_loops::ThreeLoops;
