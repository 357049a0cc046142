//! [`Structure`]: what a search keeps, as a drawing.

use serde::Serialize;

/// A structure that a search keeps, as a drawing with a caption of one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Structure {
    /// The sentence.
    pub caption: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// The parts of a drawing. Cells are numbered from 0 to 80.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Drawing {
    /// A number in some cells of the grid.
    Numbers {
        /// The number of each cell that has one.
        numbers: Vec<Option<u32>>,
        /// The cell that decides.
        chosen: Option<usize>,
    },
    /// The open blanks, by the number of their legal digits.
    Buckets {
        /// The cells of each bucket, in ascending order; the first bucket has those without a digit.
        buckets: Vec<Vec<usize>>,
        /// The cell that decides.
        chosen: Option<usize>,
    },
    /// The cells that were filled, and their digits.
    Trail {
        /// A row for those before all guesses, and one for each guess that is open, in order.
        rows: Vec<Vec<(u8, u8)>>,
    },
    /// The options of an item of an exact cover.
    Options {
        /// The item, numbered as in [`Reason::FewestOptions`](sudoku_core::Reason::FewestOptions).
        item: Option<usize>,
        /// Its options.
        options: Vec<ItemOption>,
        /// How many items have each number of options left, from none to nine.
        items: [u32; 10],
    },
    /// The places of a digit in three words of 27 bits, the upper left cell of each band lowest.
    Places {
        /// The digit.
        digit: u8,
        /// Its places before the step.
        before: [u32; 3],
        /// Its places after the step.
        after: [u32; 3],
        /// The ways that were open in each band before the step, one bit for each, in the order of
        /// the layouts of [`Reason::Layouts`](sudoku_core::Reason::Layouts).
        ways: [u8; 3],
    },
    /// The layouts that each digit has left, one bit for each, numbered as in
    /// [`Reason::Layouts`](sudoku_core::Reason::Layouts).
    Layouts {
        /// Those of each digit before the step, in the places of
        /// [`Reason::Layouts`](sudoku_core::Reason::Layouts).
        before: [[u8; 6]; 9],
        /// Those after it.
        after: [[u8; 6]; 9],
        /// The place and the digit of a guess, with the layouts that are tried first.
        first: Option<(usize, u8, u8)>,
    },
}

/// A digit in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ItemOption {
    /// The cell.
    pub at: usize,
    /// The digit, 1 to 9.
    pub digit: u8,
    /// The number of options left to each of its items: the cell, and the digit in its row, in its
    /// column and in its box.
    pub left: [u32; 4],
}
