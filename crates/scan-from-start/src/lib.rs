//! No cursor: every call finds the next blank by reading the board from the corner.
//!
//! `brute-scan` passes a position from call to call. This family passes nothing: the board itself
//! shows how far the search has come, because the first blank in reading order is always the next
//! one to fill. The recursive function gets shorter, and there is one call for each blank instead
//! of one for each cell. In return, every call reads again what all calls before it have read. A
//! digit is tested against the board, as in `brute-scan`.
//!
//! - [`ThreeLoops`] reads row, column and box one after the other.
//! - [`Fused`] reads them side by side in one loop.
//!
//! # A node
//!
//! A call: the root, and one for each digit placed. A given cell is no node.
//!
//! # Outside the assumptions
//!
//! Boards that break the articles' assumptions are treated [as in `brute-scan`][outside].
//!
//! [outside]: ../sudoku_brute_scan/index.html#outside-the-assumptions

mod fused;
mod three_loops;

use sudoku_core::Publication;

pub use fused::Fused;
pub use sudoku_core::publications::ARTICLE_004;
pub use three_loops::ThreeLoops;

/// A reader's notes on the Code Random Thoughts course, one program in C++: scan from the start.
pub const ARTICLE_003: Publication = Publication {
    key: "003",
    title: "代码随想录 回溯算法: 解数独",
    author: "unknown",
    year: "unknown",
    address: "unknown",
    language: "C++",
};
