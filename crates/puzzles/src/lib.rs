//! Puzzle sets by name, a reader for puzzle files, and the generator.
//!
//! - [`CORPORA`] are the sets that come with the laboratory; [`find`] looks one up by name. Every
//!   puzzle in them is an [`KnownPuzzle`]: the grid, the number of its solutions, and the solution.
//! - [`Reader`] reads puzzle files in the usual layouts, puzzle by puzzle. It reports where a file
//!   is wrong and reads on. [`open`] opens a file for it and unpacks gzip and zstd archives
//!   ([`Unpack`]).
//! - [`canonical()`] returns the smallest of all puzzles that symmetries make of a puzzle, so
//!   equivalent puzzles have the same canonical form.
//! - [`Generator`] makes new puzzles; a seed gives the same puzzles on every machine. It can
//!   [climb](Generator::climb) to puzzles with a wanted cost for a given search.
//!
//! Sets and readers need the feature `files`, which is on by default. `archives` lets
//! [`Unpack`] read xz, zip, Parquet, Arrow and arrays of numpy, for programs that ask for it.
//!
//! This crate holds no solver to study. The generator has a small search of its own, with which it
//! proves that a puzzle is unique; [`solutions`] and [`guesses`] use it too.
//!
//! ```
//! let corpus = sudoku_puzzles::find("leetcode-37")?;
//! let puzzle = corpus.entries()[0];
//! assert_eq!(puzzle.solutions, 1);
//! assert!(puzzle.solution.unwrap().extends(&puzzle.grid));
//!
//! for record in sudoku_puzzles::Reader::new("leetcode-37", corpus.text.as_bytes()) {
//!     assert_eq!(record?.grid, puzzle.grid);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod generate;
mod hill_climb;
mod known_puzzle;
mod printable;
#[cfg(feature = "files")]
mod read;
mod search;
#[cfg(feature = "files")]
mod shipped;
#[cfg(feature = "files")]
mod unpack;

pub use canonical::canonical;
pub use generate::{Draft, Generator, Impossible, Options, Pattern, PuzzleKind, WrongProof};
pub use hill_climb::Moves;
pub use known_puzzle::KnownPuzzle;
pub use printable::Printable;
#[cfg(feature = "files")]
pub use read::{
    Encoding, Fault, NO_PUZZLE, Opened, PlainLines, ReadError, ReadOptions, Reader, Record, open,
};
pub use search::{SolutionCount, guesses, solutions};
#[cfg(feature = "files")]
pub use shipped::{CORPORA, Corpus, Mode, NoSuchCorpus, find, timed};
#[cfg(feature = "files")]
pub use unpack::Unpack;
