//! Puzzle sets by name, a reader for puzzle files, and the generator.
//!
//! - [`CORPORA`] are the sets that come with the laboratory; [`find`] looks one up by name. Every
//!   puzzle in them is an [`Entry`]: the grid, how many solutions it has, and which.
//! - [`Reader`] reads files of one's own, puzzle by puzzle, in the layouts in which people write
//!   puzzles down. It says where a file is wrong, and goes on.
//!   [`open`] opens a file for it; gzip and zstd archives are unpacked ([`Unpack`]).
//! - [`canonical`] is the same for all puzzles that symmetries turn into each other: the smallest
//!   of them. [`representative`] is one of them too, and found faster.
//! - [`Generator`] makes new puzzles; a seed means the same puzzles on every machine. It can
//!   [climb](Generator::climb) to puzzles that cost a search as much as one likes.
//!
//! Sets and readers need the feature `files`, which is on by default.
//!
//! There is no solver here: the laboratory studies solvers, and this is what they are studied
//! with. What the generator needs to prove a puzzle unique is a small search of its own, which
//! also answers [`solvable`], [`solutions`] and [`guesses`].
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
