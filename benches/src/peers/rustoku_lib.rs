//! The package `rustoku-lib`.

use std::array;

use rustoku_lib::{Rustoku, core::Board};
use sudoku_core::{Grid, Puzzle};

use super::peer::peer;

/// Masks for rows, columns and boxes, and a table of candidates; the cell with the fewest is filled
/// next. It records the steps to each solution.
#[derive(Debug, Default)]
pub(super) struct RustokuLib;

peer!(
    RustokuLib,
    "rustoku-lib" "0.16.0" by "Samuel Huang" at "https://github.com/huangsam/rustoku",
    "masks and a table of candidates, the cell with the fewest next; it keeps its steps"
);

fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    let solver = Rustoku::new(Board::new(puzzle.rows()));
    let solutions = solver.map_or_else(|_| Vec::new(), |mut solver| solver.solve_until(N));
    array::from_fn(|at| {
        let board = &solutions.get(at)?.board;
        Some(Grid::from_rows(array::from_fn(|row| array::from_fn(|column| board.get(row, column)))))
    })
}
