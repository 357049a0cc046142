//! Space for time: tables remember which digits each row, column and box has used.
//!
//! The families before this one look a digit up by reading up to 27 cells. But nothing in a unit
//! changes unless the search itself writes or takes back a digit, so the search can keep a note of
//! it: one table entry for each unit and digit, true while the digit stands there. A test reads
//! three entries at most; in return every placement and every undo has three more writes to make.
//! The search tree does not change: the same digits go to the same cells.
//!
//! - [`Cursor`] walks over every cell, as `brute-scan` does.
//! - [`BlankList`] writes the blanks down once, before the search.

mod blank_list;
mod cursor;

use sudoku_core::Publication;

pub use blank_list::BlankList;
pub use cursor::Cursor;

/// Three programs in Java: scan, state arrays, masks.
pub const ARTICLE_000: Publication = Publication {
    key: "000",
    title: "解数独 (Sudoku)",
    author: "MrHe",
    year: "unknown",
    address: "unknown",
    language: "Java",
};

/// Notes on the official `LeetCode` solutions, three programs in Go: a list of blanks with arrays,
/// with masks, with prefilled singles.
pub const ARTICLE_002: Publication = Publication {
    key: "002",
    title: "37. 解数独",
    author: "unknown",
    year: "unknown",
    address: "https://leetcode-cn.com/problems/sudoku-solver/solution/jie-shu-du-by-leetcode-solution/",
    language: "Go",
};
