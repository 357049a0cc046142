//! One bit for each used digit: the tables of `state-arrays`, folded into masks.
//!
//! The digits that a unit has used are a set, and a set of nine fits into one integer. Three arrays
//! of nine masks replace three tables of flags. At first that only changes how a mark is looked at,
//! set and cleared. But masks can do what flags cannot: one OR of three masks is the set of all
//! digits that a cell cannot take, and its complement is the set of digits to try.
//!
//! - [`Cursor`] walks over every cell and tests the digits 1 to 9, as `state-arrays` does.
//! - [`NextBlank`] tests them too, but walks on to the next blank inside one call.
//! - [`BlankList`] has a list of the blanks and draws only legal digits, lowest bit first.
//!
//! # A node
//!
//! A call. In [`Cursor`] there is one for each cell that it enters, given or blank, and one that
//! finds the end of the board; in [`NextBlank`] and [`BlankList`] the root and one for each digit
//! placed.
//!
//! # Outside the assumptions
//!
//! [`Cursor`] and [`NextBlank`] set masks by OR, which sets a bit once however often a clue
//! repeats. So contradictory clues act there [as in `brute-scan`][outside]. [`BlankList`] sets
//! them by XOR, and its page says what follows. All three treat boards with several solutions,
//! with none, or without a blank as `brute-scan` does.
//!
//! The masks of articles 000 and 001 live longer than one puzzle, and nothing clears them. After a
//! solved puzzle every mask is full, so a second puzzle, even the same one again, comes back with
//! its blanks as they were. Here every solve starts afresh.
//!
//! [outside]: ../sudoku_brute_scan/index.html#outside-the-assumptions

mod blank_list;
mod cursor;
mod next_blank;

use sudoku_core::Publication;

pub use blank_list::BlankList;
pub use cursor::Cursor;
pub use next_blank::NextBlank;
pub use sudoku_core::publications::{ARTICLE_000, ARTICLE_002};

/// One program in Java: masks and a walk to the next blank.
pub const ARTICLE_001: Publication = Publication {
    key: "001",
    title: "Sudoku Solver",
    author: "unknown",
    year: "2016",
    address: "unknown",
    language: "Java",
};
