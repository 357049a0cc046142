//! Brute force with a scan: nothing is remembered, the board itself is asked.
//!
//! A search that backtracks through a Sudoku needs two things at every step: the next blank cell,
//! and whether a digit may stand there. This family finds both by looking at the board. A cursor
//! walks over the 81 cells in reading order, one recursive call for every cell, given or blank;
//! and for every digit it tries, the row, the column and the box of the cell are read again from
//! the beginning. All later families keep a note of what this one looks up.
//!
//! - [`ThreeLoops`] reads row, column and box one after the other.
//! - [`Fused`] reads them side by side in one loop.

mod fused;
mod three_loops;

use sudoku_core::Publication;

pub use fused::Fused;
pub use three_loops::ThreeLoops;

/// Three programs in Java: scan, state arrays, masks.
pub const ARTICLE_000: Publication = Publication {
    key: "000",
    title: "解数独 (Sudoku)",
    author: "MrHe",
    year: "unknown",
    address: "unknown",
    language: "Java",
};

/// Three programs in C++: scan from the start, the fused test, the cursor.
pub const ARTICLE_004: Publication = Publication {
    key: "004",
    title: "Solutions to the Sudoku problem (untitled)",
    author: "unknown",
    year: "unknown",
    address: "unknown",
    language: "C++",
};
