//! The package `msolve`.

use msolve::Sudoku;
use sudoku_core::{Grid, Puzzle};

use super::peer::{peer, taken};

/// Candidates of each cell as a mask, naked and hidden singles, and locked candidates by scans of
/// the grid; the state is copied at a guess, at the cell with the fewest candidates.
#[derive(Debug, Default)]
pub(super) struct Msolve;

peer!(
    Msolve,
    "msolve" "0.6.0" by "Alex Williams" at "https://github.com/mkb2091/msolve",
    "masks of candidates, singles and scans of the grid, copies at the cell with the fewest"
);

fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    let board = Sudoku::from(*puzzle.grid().cells());
    taken(board.iter().filter_map(|solution| Grid::try_from(solution.to_array()).ok()))
}
