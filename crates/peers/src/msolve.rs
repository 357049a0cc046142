//! The package `msolve`.

use msolve::Sudoku;
use sudoku_core::{First, Grid, Info, Peer, Publication, Puzzle, Source, Two};

const PACKAGE: Publication = Publication {
    key: "msolve",
    title: "msolve",
    author: "Alex Williams",
    year: "unknown",
    address: "https://github.com/mkb2091/msolve",
    language: "Rust",
};

/// Candidates of each cell as a mask, naked and hidden singles, and locked candidates by scans of
/// the grid; the state is copied at a guess, at the cell with the fewest candidates.
#[derive(Debug, Default)]
pub struct Msolve;

impl Peer for Msolve {
    const INFO: Info = Info::of_peer(
        "peers/msolve",
        "masks of candidates, singles and scans of the grid, copies at the cell with the fewest",
        &[Source { work: &PACKAGE, part: Self::VERSION, differs: "" }],
    );
    const VERSION: &'static str = "0.6.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| solutions(puzzle).next());
    const TWO: Option<Two<Self>> = Some(|_, puzzle| {
        let mut solutions = solutions(puzzle);
        [solutions.next(), solutions.next()]
    });
}

fn solutions(puzzle: &Puzzle) -> impl Iterator<Item = Grid> {
    Sudoku::from(*puzzle.grid().cells())
        .iter()
        .filter_map(|solution| Grid::try_from(solution.to_array()).ok())
}
