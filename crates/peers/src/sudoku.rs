//! The package `sudoku`, with the layout of bands that zhouyundong's solver made known.

use sudoku::Sudoku as Board;
use sudoku_core::{First, Grid, Info, Peer, Publication, Puzzle, Source, Two};

const PACKAGE: Publication = Publication {
    key: "sudoku",
    title: "sudoku",
    author: "Emerentius",
    year: "unknown",
    address: "https://github.com/emerentius/sudoku",
    language: "Rust",
};

/// Digits as bitboards over bands, singles and locked candidates by tables, guesses at blanks with
/// two digits.
#[derive(Debug, Default)]
pub struct Sudoku;

impl Peer for Sudoku {
    const INFO: Info = Info::of_peer(
        "peers/sudoku",
        "digits as bitboards over bands, with singles and locked candidates",
        &[Source { work: &PACKAGE, part: Self::VERSION, differs: "" }],
    );
    const VERSION: &'static str = "0.8.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| up_to::<1>(puzzle)[0]);
    const TWO: Option<Two<Self>> = Some(|_, puzzle| up_to::<2>(puzzle));
}

/// Returns up to `N` solutions, without a vector on the heap.
fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    let mut found = [[0; 81]; N];
    let number = Board::from_bytes(*puzzle.grid().cells())
        .map_or(0, |board| board.solutions_up_to_buffer(&mut found, N));
    std::array::from_fn(|at| (at < number).then(|| Grid::try_from(found[at]).ok())?)
}
