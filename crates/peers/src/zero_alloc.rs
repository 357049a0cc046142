//! The package `zero-alloc-sudoku`.

use sudoku_core::{First, Grid, Info, Peer, Publication, Puzzle, Source};
use zero_alloc::Sudoku;

const PACKAGE: Publication = Publication {
    key: "zero-alloc-sudoku",
    title: "zero-alloc-sudoku",
    author: "nzengi",
    year: "unknown",
    address: "https://github.com/nzengi/zero-alloc-sudoku",
    language: "Rust",
};

/// Masks, and always the blank with the fewest digits left. It takes a puzzle as text alone, so
/// that writing and reading 81 characters are part of its time.
#[derive(Debug, Default)]
pub struct ZeroAlloc;

impl Peer for ZeroAlloc {
    const INFO: Info = Info::of_peer(
        "peers/zero-alloc",
        "masks, and always the blank with the fewest digits left",
        &[Source { work: &PACKAGE, part: "1.0.0", differs: "" }],
    );
    const VERSION: &'static str = "1.0.0";
    const FIRST: Option<First<Self>> = Some(first);
}

fn first(_: &mut ZeroAlloc, puzzle: &Puzzle) -> Option<Grid> {
    let text = puzzle.grid().cells().map(|digit| b'0' + digit);
    let mut sudoku: Sudoku = str::from_utf8(&text).ok()?.parse().ok()?;
    sudoku.solve().then(|| Grid::try_from(sudoku.cells).ok())?
}
