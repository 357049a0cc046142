//! The package `sudoku-solver`.

use std::array;

use sudoku_core::{Grid, Puzzle};
use sudoku_solver::{Board, SolutionIter};

use super::peer::{peer, taken};

/// Plain backtracking at the cell with the fewest candidates.
#[derive(Debug, Default)]
pub(super) struct SudokuSolver;

peer!(
    SudokuSolver,
    "sudoku-solver" "0.6.1" by "Christian Tamblyn" at "https://github.com/ctamblyn/sudoku-solver",
    "plain backtracking at the cell with the fewest candidates"
);

fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    taken(SolutionIter::new(&Board::from(&puzzle.rows())).map(|solution| {
        let row = |y| array::from_fn(|x| solution.get_cell(x, y));
        Grid::from_rows(array::from_fn(row))
    }))
}
