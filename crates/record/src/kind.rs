//! [`KindCounts`]: the mean work of a solver on fresh puzzles of the kind of a shipped set.
//!
//! A set is a sample of the puzzles that its generator makes, and a few hard ones may make up most of
//! its work. For the kinds that can be made anew, `reports/counts/kinds.csv` has the mean over many
//! more puzzles (`cargo xtask recount --kind`), the same for every machine.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sudoku_core::Counts;

use crate::RunFolder;

/// The families that try digit after digit. In these, the digits that are placed explain the time
/// better than nodes do; in all others, nodes explain it best.
const PLACING: [&str; 5] =
    ["brute-scan", "scan-from-start", "state-arrays", "bitmask", "bitmask-singles"];

/// True for a solver whose time is explained by the digits that it places, and not by its nodes.
pub fn is_placing(solver: &str) -> bool {
    PLACING.iter().any(|family| solver.split('/').next() == Some(family))
}

/// The count that explains the time of a solver; `None` if the solver does not count it.
pub fn explaining(solver: &str, counts: &Counts) -> Option<u64> {
    if is_placing(solver) { Some(counts.placements) } else { counts.entered() }
}

/// A row of `reports/counts/kinds.csv`: the [count](explaining) of a solver on fresh puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KindCounts {
    /// The name of the set whose kind the puzzles are, with the suffix for the question.
    pub set: String,
    /// The id of the solver.
    pub solver: String,
    /// [`source_hash`](crate::source_hash) of the code that was counted.
    pub source: String,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The mean count of a puzzle.
    pub mean: f64,
    /// The standard deviation of the count.
    pub deviation: f64,
}

impl KindCounts {
    /// The standard error of the mean, as a share of it; 0 where nothing is ever counted.
    pub fn error(&self) -> f64 {
        let share = self.deviation / self.mean / (self.puzzles as f64).sqrt();
        if self.mean > 0.0 { share } else { 0.0 }
    }

    /// The folder that has the file. `top` is the top folder of the repository.
    pub fn folder(top: &Path) -> RunFolder {
        RunFolder::new(top.join("reports/counts"))
    }
}
