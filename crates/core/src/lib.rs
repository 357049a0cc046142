//! The board, the referee, and the contract between a solver and its observers.
//!
//! All other crates depend on this one:
//!
//! - [`Grid`] is a puzzle or a solution; it parses and prints. [`Grid::is_solved`],
//!   [`Grid::extends`] and [`Grid::conflict`] are the referee: no solver is trusted.
//! - [`Puzzle`] is a grid without a conflict, the only input of a solver.
//! - [`Solver`] is the trait that every approach implements, and [`Info`] its description.
//! - A [`Probe`] receives the reports of a search while it runs. The timed run uses [`Off`], which
//!   compiles to nothing, or [`Proof`], which lets the search go on to a second solution. Others
//!   count ([`Counter`]), stop ([`CallBudget`], [`TimeBudget`]), follow ([`Tracer`]), enumerate
//!   ([`Enumerator`]) or measure the stack ([`StackGauge`]) with the same code of the search.
//! - [`Counts`] holds the counts of a search; `counts.rs` has the one list of counters.
//! - [`Symmetry`] turns a puzzle into an equivalent one, from a seed; [`Random`] generates the
//!   random numbers of a seed.
//! - [`publications`] has those from which solvers of several families are taken.
//! - [`stats`] has medians, ranks and intervals.
//! - [`nearest`] finds the name that was probably meant when a solver, a set or a claim is
//!   misspelt.
//!
//! There is no solver here, no input or output, and no `unsafe` code.
//!
//! # The example
//!
//! All solvers are explained on one puzzle, the example of problem 37 on `LeetCode`, which the
//! articles solve too. The page of a solver shows only the part that it discusses. A cell is (row,
//! column), and rows, columns and boxes count from 1: the first blank is (1, 3), in box 1.
//!
//! ```
//! use sudoku_core::Grid;
//!
//! let example: Grid = "
//!     5 3 . | . 7 . | . . .
//!     6 . . | 1 9 5 | . . .
//!     . 9 8 | . . . | . 6 .
//!     ------+-------+------
//!     8 . . | . 6 . | . . 3
//!     4 . . | 8 . 3 | . . 1
//!     7 . . | . 2 . | . . 6
//!     ------+-------+------
//!     . 6 . | . . . | 2 8 .
//!     . . . | 4 1 9 | . . 5
//!     . . . | . 8 . | . 7 9
//! "
//! .parse()?;
//! assert_eq!((example.clues(), example.blanks()), (30, 51));
//! assert!(example.conflict().is_none() && !example.is_solved());
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! assert_eq!(example, line.parse()?);
//! # Ok::<(), sudoku_core::ParseGridError>(())
//! ```

#[macro_use]
mod counts;
mod ending;
mod geometry;
mod grid;
#[cfg(feature = "nearest")]
mod names;
mod parse;
mod path;
mod peer;
mod probe;
pub mod publications;
mod random;
mod solver;
pub mod stats;
mod symmetry;

pub use counts::{Counters, Counts, Work};
pub use ending::Ending;
pub use geometry::{UNITS, box_of, column_of, row_of};
pub use grid::{Conflict, Grid, InvalidDigit, Puzzle};
#[cfg(feature = "nearest")]
pub use names::nearest;
pub use parse::{ParseGridError, Problem, is_blank, rows};
pub use path::SolutionPath;
pub use peer::{First, Peer, Two};
pub use probe::{
    Boxes, CallBudget, Cell, Counter, Enumerator, Event, Frame, Kind, Look, Mark, Off, OptionsLeft,
    Places, Probe, Proof, Reason, Rule, Spot, StackGauge, Stop, TimeBudget, Tracer,
};
pub use random::Random;
pub use solver::{Contradictions, Goal, Info, Publication, Solver, Source, Tree};
pub use symmetry::Symmetry;
