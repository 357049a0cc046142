//! The package `sudoku`, with the layout of bands that zhouyundong's solver made known.

use sudoku::Sudoku as Board;
use sudoku_core::{Grid, Puzzle};

use super::peer::peer;

/// Digits as bitboards over bands, singles and locked candidates by tables, guesses at blanks with
/// two digits.
#[derive(Debug, Default)]
pub(super) struct Sudoku;

peer!(
    Sudoku,
    "sudoku" "0.8.0" by "Emerentius" at "https://github.com/emerentius/sudoku",
    "digits as bitboards over bands, with singles and locked candidates"
);

/// Returns up to `N` solutions, without a vector on the heap.
fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    let mut found = [[0; 81]; N];
    let number = Board::from_bytes(*puzzle.grid().cells())
        .map_or(0, |board| board.solutions_up_to_buffer(&mut found, N));
    std::array::from_fn(|at| (at < number).then(|| Grid::try_from(found[at]).ok())?)
}
