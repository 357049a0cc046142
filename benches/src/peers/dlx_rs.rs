//! The package `dlx-rs`.

use dlx_rs::sudoku;
use sudoku_core::{Grid, Puzzle};

use super::peer::{peer, taken};

/// Exact cover by dancing links, for any problem; Sudoku is one of its examples. The links and the
/// names of options are built anew for each puzzle.
#[derive(Debug, Default)]
pub(super) struct DlxRs;

peer!(
    DlxRs,
    "dlx-rs" "1.3.0" by "unknown" at "https://github.com/tveness/dlx-rs",
    "exact cover by dancing links, for any problem; the links are made for each puzzle"
);

fn up_to<const N: usize>(puzzle: &Puzzle) -> [Option<Grid>; N] {
    let cells = puzzle.grid().cells().map(usize::from);
    taken(sudoku::Sudoku::new_from_input(&cells).filter_map(|solution| {
        let cells: Vec<u8> = solution.iter().map(|&digit| digit as u8).collect();
        Grid::try_from(<[u8; 81]>::try_from(cells).ok()?).ok()
    }))
}
