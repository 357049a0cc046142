//! The laboratory as a library.
#![doc = include_str!("../README.md")]

mod ask;
#[cfg(feature = "audit")]
pub mod audit;
mod generate;
mod order;
mod parallel;
mod rate;
mod solver;
mod sudoku;

pub use generate::generate;
pub use order::{Cost, PuzzleOrder, Unmade};
pub use parallel::in_order;
pub use rate::{Rater, Rating};
pub use solver::{NoSolver, Solver};
pub use sudoku::{NotASudoku, Sudoku};

pub use sudoku_core::{
    Conflict, Counts, Event, Frame, Goal, Grid, Info, InvalidDigit, Mark, ParseGridError, Reason,
    Stop, Symmetry, Work,
};
#[cfg(feature = "files")]
pub use sudoku_puzzles::{
    CORPORA, Corpus, Encoding, Opened, ReadError, ReadOptions, Reader, Record, Unpack, open,
};
pub use sudoku_puzzles::{
    Impossible, KnownPuzzle, Options, Pattern, Printable, PuzzleKind, canonical,
};
pub use sudoku_registry::{Limits, NotOnThisMachine, Outcome, Tally};
pub use sudoku_replay::{NotShown, Search, words};
