//! The package `sudoku-solver`.

use std::array;

use sudoku_core::{First, Grid, Info, Peer, Publication, Puzzle, Source, Two};
use sudoku_solver::{Board, SolutionIter};

const PACKAGE: Publication = Publication {
    key: "sudoku-solver",
    title: "sudoku-solver",
    author: "Christian Tamblyn",
    year: "unknown",
    address: "https://github.com/ctamblyn/sudoku-solver",
    language: "Rust",
};

/// Plain backtracking at the cell with the fewest candidates.
#[derive(Debug, Default)]
pub struct SudokuSolver;

impl Peer for SudokuSolver {
    const INFO: Info = Info::of_peer(
        "peers/sudoku-solver",
        "plain backtracking at the cell with the fewest candidates",
        &[Source { work: &PACKAGE, part: Self::VERSION, differs: "" }],
    );
    const VERSION: &'static str = "0.6.1";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| solutions(puzzle).next());
    const TWO: Option<Two<Self>> = Some(|_, puzzle| {
        let mut solutions = solutions(puzzle);
        [solutions.next(), solutions.next()]
    });
}

fn solutions(puzzle: &Puzzle) -> impl Iterator<Item = Grid> {
    SolutionIter::new(&Board::from(&puzzle.rows())).map(|solution| {
        let row = |y| array::from_fn(|x| solution.get_cell(x, y));
        Grid::from_rows(array::from_fn(row))
    })
}
