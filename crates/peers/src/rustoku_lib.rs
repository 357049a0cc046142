//! The package `rustoku-lib`.

use std::array;

use rustoku_lib::{Rustoku, core::Board};
use sudoku_core::{First, Grid, Info, Peer, Publication, Puzzle, Source, Two};

const PACKAGE: Publication = Publication {
    key: "rustoku-lib",
    title: "rustoku-lib",
    author: "Samuel Huang",
    year: "unknown",
    address: "https://github.com/huangsam/rustoku",
    language: "Rust",
};

/// Masks for rows, columns and boxes, and a table of candidates; the cell with the fewest is filled
/// next. It records the steps to each solution.
#[derive(Debug, Default)]
pub struct RustokuLib;

impl Peer for RustokuLib {
    const INFO: Info = Info::of_peer(
        "peers/rustoku-lib",
        "masks and a table of candidates, the cell with the fewest next; it keeps its steps",
        &[Source { work: &PACKAGE, part: Self::VERSION, differs: "" }],
    );
    const VERSION: &'static str = "0.16.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| up_to::<1>(puzzle)[0]);
    const TWO: Option<Two<Self>> = Some(|_, puzzle| up_to::<2>(puzzle));
}

fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    let solver = Rustoku::new(Board::new(puzzle.rows()));
    let solutions = solver.map_or_else(|_| Vec::new(), |mut solver| solver.solve_until(N));
    array::from_fn(|at| {
        let board = &solutions.get(at)?.board;
        Some(Grid::from_rows(array::from_fn(|row| array::from_fn(|column| board.get(row, column)))))
    })
}
