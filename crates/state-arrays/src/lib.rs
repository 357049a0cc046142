//! Space for time: tables remember which digits each row, column and box has used.
//!
//! The families before this one look a digit up by reading up to 27 cells. But a unit changes only
//! when the search itself writes a digit or takes one back, so the search can keep a note of it:
//! one table entry for each unit and digit, true while the digit is there. A test reads three
//! entries at most. In return, every placement and every undo writes three entries more. The search
//! tree does not change: the same digits go to the same cells.
//!
//! - [`Cursor`] walks over every cell, as `brute-scan` does.
//! - [`BlankList`] writes the blanks down once, before the search.
//!
//! # A node
//!
//! A call. In [`Cursor`] there is one for each cell that it enters, given or blank, and one that
//! finds the end of the board; in [`BlankList`] the root and one for each digit placed.
//!
//! # Outside the assumptions
//!
//! A clue that repeats another sets a mark that is already set. So contradictory clues act [as in
//! `brute-scan`][outside], and so do boards with several solutions, with none, or without a blank.
//!
//! [outside]: ../sudoku_brute_scan/index.html#outside-the-assumptions

mod blank_list;
mod cursor;

pub use blank_list::BlankList;
pub use cursor::Cursor;
pub use sudoku_core::publications::{ARTICLE_000, ARTICLE_002};
