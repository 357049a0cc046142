//! Checks and rates sets of puzzles in bounded memory.
//!
//! An [`Examiner`] looks at single puzzles; every thread has its own. An [`Audit`] collects what
//! the examiners found, file by file. It finds the puzzles that occur more than once, by their
//! [canonical forms](sudoku_lab::canonical), and summarises the results in a [`Report`].
//!
//! ```
//! use sudoku_audit::{Audit, Examiner, Finding};
//! use sudoku_lab::{Reader, Symmetry};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let turned = Symmetry::random(1).apply(&line.parse()?).to_string();
//! let (mut audit, mut examiner) = (Audit::new(10), Examiner::default());
//! for (name, text) in [("train", line), ("test", &turned)] {
//!     audit.file(name);
//!     for record in Reader::new(name, text.as_bytes()) {
//!         audit.take(examiner.examine(&record?))?;
//!     }
//! }
//! let report = audit.finish()?;
//! assert_eq!(report.found(Finding::EquivalentLeak), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod examine;
mod report;
mod runs;

pub use examine::{Examined, Examiner, objection};
pub use report::{Audit, Example, FileReport, Finding, Place, Quantiles, Report};
