//! The searches of the articles: their counts are those of the definitions.

mod example;
mod identities;
mod recount;

use crate::common::ENOUGH;
use sudoku_core::{Goal, Puzzle};
use sudoku_registry::{Tally, find};

/// The ten solvers of the articles.
const IDS: [&str; 10] = [
    "brute-scan/three-loops",
    "brute-scan/fused",
    "scan-from-start/three-loops",
    "scan-from-start/fused",
    "state-arrays/cursor",
    "state-arrays/blank-list",
    "bitmask/cursor",
    "bitmask/next-blank",
    "bitmask/blank-list",
    "bitmask-singles/prefill",
];

/// The solver that fills cells before it searches.
const PREFILL: &str = IDS[9];

fn run(id: &str, puzzle: &Puzzle) -> Tally {
    find(id).unwrap().start().tally(puzzle, Goal::First, ENOUGH)
}
