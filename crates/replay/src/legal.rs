//! [`legal`]: the digits that the board leaves each blank, and sets of cells.

use sudoku_core::{Places, UNITS, box_of, column_of, row_of};

/// The digits that the board leaves each blank, one bit for each; 0 for a filled cell.
pub(crate) fn legal(board: &[u8; 81]) -> [u16; 81] {
    let bit = |at: usize| 1_u16 << board[at] >> 1;
    let held = UNITS.map(|unit| unit.into_iter().fold(0, |held, at| held | bit(at) & 0x1ff));
    std::array::from_fn(|at| {
        let taken = units(at).into_iter().fold(0, |taken, unit| taken | held[unit]);
        if board[at] == 0 { 0x1ff & !taken } else { 0 }
    })
}

/// The cells of the unit that may take a digit, given as a set of one.
pub(crate) fn places(board: &[u8; 81], unit: usize, digit: u16) -> Vec<usize> {
    let legal = legal(board);
    UNITS[unit].into_iter().filter(|&at| legal[at] & digit != 0).collect()
}

/// Another cell with the digit of this one in a unit of both.
pub(crate) fn twin(board: &[u8; 81], at: usize) -> Option<usize> {
    peers(at).find(|&peer| board[at] != 0 && board[peer] == board[at])
}

fn units(at: usize) -> [usize; 3] {
    [row_of(at), 9 + column_of(at), 18 + box_of(at)]
}

/// The other cells that a cell sees, some of them twice.
pub(crate) fn peers(at: usize) -> impl Iterator<Item = usize> {
    units(at).into_iter().flat_map(|unit| UNITS[unit]).filter(move |&peer| peer != at)
}

/// The set of a cell alone.
pub(crate) const fn only(at: usize) -> Places {
    1 << (at / 27 * 32 + at % 27)
}

pub(crate) const fn has(set: Places, at: usize) -> bool {
    set & only(at) != 0
}

/// The places of [`Reason::Ways`], which come in two words.
pub(crate) fn joined(upper: u64, lower: u64) -> Places {
    Places::from(upper) | Places::from(lower) << 64
}
