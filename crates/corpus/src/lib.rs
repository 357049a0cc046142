//! Puzzle sets by name, a reader for puzzle files, and the generator.
//!
//! - [`CORPORA`] are the sets that come with the laboratory; [`find`] looks one up by name. Every
//!   puzzle in them is an [`Entry`]: the grid, its number of solutions, and the solution.
//! - [`Reader`] reads files of one's own, puzzle by puzzle, in the common layouts. It says where a
//!   file is wrong, and goes on. [`open`] opens a file for it; gzip and zstd archives are unpacked
//!   ([`Unpack`]).
//! - [`canonical`] is the smallest of all puzzles that symmetries turn into each other.
//!   [`representative`] is another one of these, and is found faster.
//! - [`Generator`] makes new puzzles; a seed means the same puzzles on every machine. It can
//!   [climb](Generator::climb) to puzzles that cost a search a wanted number of steps.
//!
//! Sets and readers need the feature `files`, which is on by default.
//!
//! No solver of the laboratory is used here. The generator proves puzzles unique by a small search
//! of its own, which also answers [`solvable`], [`solutions`] and [`guesses`].
//!
//! ```
//! let corpus = sudoku_corpus::find("leetcode-37")?;
//! let puzzle = corpus.entries()[0];
//! assert_eq!(puzzle.solutions, 1);
//! assert!(puzzle.solution.unwrap().extends(&puzzle.grid));
//!
//! for record in sudoku_corpus::Reader::new("leetcode-37", corpus.text.as_bytes()) {
//!     assert_eq!(record?.grid, puzzle.grid);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod climb;
mod entry;
mod generate;
#[cfg(feature = "files")]
mod printable;
#[cfg(feature = "files")]
mod read;
mod representative;
mod search;
#[cfg(feature = "files")]
mod shipped;
#[cfg(feature = "files")]
mod unpack;

pub use canonical::canonical;
pub use climb::Moves;
pub use entry::Entry;
pub use generate::{Draft, Generator, Impossible, Options, Pattern, PuzzleKind, WrongProof};
#[cfg(feature = "files")]
pub use printable::Printable;
#[cfg(feature = "files")]
pub use read::{Fault, NO_PUZZLE, PlainLines, ReadError, Reader, Record};
pub use representative::representative;
pub use search::{SolutionCount, guesses, solutions, solvable};
#[cfg(feature = "files")]
pub use shipped::{CORPORA, Corpus, Mode, NoSuchCorpus, find, timed};
#[cfg(feature = "files")]
pub use unpack::{Unpack, open};
