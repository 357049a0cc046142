//! The package `dlx-rs`.

use dlx_rs::sudoku::Sudoku;
use sudoku_core::{First, Grid, Info, Peer, Publication, Puzzle, Source, Two};

const PACKAGE: Publication = Publication {
    key: "dlx-rs",
    title: "dlx-rs",
    author: "unknown",
    year: "unknown",
    address: "https://github.com/tveness/dlx-rs",
    language: "Rust",
};

/// Exact cover by dancing links, for any problem; Sudoku is one of its examples. The links and the
/// names of options are built anew for each puzzle.
#[derive(Debug, Default)]
pub struct DlxRs;

impl Peer for DlxRs {
    const INFO: Info = Info::of_peer(
        "peers/dlx-rs",
        "exact cover by dancing links, for any problem; the links are made for each puzzle",
        &[Source { work: &PACKAGE, part: Self::VERSION, differs: "" }],
    );
    const VERSION: &'static str = "1.3.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| solutions(puzzle).next());
    const TWO: Option<Two<Self>> = Some(|_, puzzle| {
        let mut solutions = solutions(puzzle);
        [solutions.next(), solutions.next()]
    });
}

fn solutions(puzzle: &Puzzle) -> impl Iterator<Item = Grid> {
    let cells = puzzle.grid().cells().map(usize::from);
    Sudoku::new_from_input(&cells).filter_map(|solution| {
        let cells: Vec<u8> = solution.iter().map(|&digit| digit as u8).collect();
        Grid::try_from(<[u8; 81]>::try_from(cells).ok()?).ok()
    })
}
