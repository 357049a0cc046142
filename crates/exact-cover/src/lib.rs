//! A Sudoku as an exact cover: of all ways to put a digit into a cell, choose those that together
//! meet every demand exactly once.
//!
//! The families before this one choose among blanks. A blank is only one kind of demand: each row,
//! column and box also needs each digit once, and a digit with a single place left in a unit is as
//! certain as a cell with a single digit left. The exact cover puts all these demands, the *items*,
//! on one list, and treats them alike. There are 324 items: 81 cells, and nine digits for each of
//! nine rows, columns and boxes. An *option* is a digit for a cell. It meets four items:
//!
//! ```text
//!                     cell     in a row    in a column    in a box
//!   5 at (5, 5)      (5, 5)    5, row 5    5, column 5    5, box 5
//!   5 at (5, 2)      (5, 2)    5, row 5    5, column 2    5, box 4      shares one: not both
//!   2 at (5, 2)      (5, 2)    2, row 5    2, column 2    2, box 4      shares none
//! ```
//!
//! A solution is 81 of the 729 options that hold each item once. Knuth's Algorithm X looks for it:
//! take the open item with the fewest options left, choose each of them in turn, *cover* its four
//! items (drop them, and with them every option that shares one), and go on. A clue is an option
//! chosen before the search. An item without an option is a dead end, and an item with a single
//! option needs no guess: the choice finds naked and hidden singles without rules of their own. On
//! every set whose puzzles need guesses the tree is several times smaller than that of
//! `fewest-candidates`. The price: 324 items to choose from, and each option that is removed is
//! taken out of three sets, those of its items but the covered one.
//!
//! - [`DancingLinks`] keeps the options of an item in a linked list: Knuth's own form.
//! - [`DancingCells`] keeps them in an array, those that are left in front, and undoes by restoring
//!   sizes.
//! - [`Bitset`] keeps them in nine bits, and copies the state where it guesses.
//!
//! All three walk one tree: of several items with equally few options they take the first, and its
//! options in ascending order. Both are numbered as follows (`ITEMS`; cells, rows, columns and
//! boxes from 0):
//!
//! ```text
//!   option  9 a + d - 1           digit d for cell a
//!   items   a                     the cell
//!           81 + 9 r + d - 1      d in its row r
//!           162 + 9 c + d - 1     d in its column c
//!           243 + 9 b + d - 1     d in its box b
//! ```
//!
//! The chosen item is covered first, then the three others of the option, whose order does not
//! change the tree.
//!
//! # A node
//!
//! A call: the root, and one for each option chosen, even if it was the last one of its item. Each
//! digit placed by the search is a node, those that another family finds by its rules included.
//!
//! # What is counted
//!
//! Beyond the definitions of the counters: a placement is an option that is chosen, even if it was
//! the last one of its item; there are no deductions. A link is an item that is taken out of the
//! open ones, or an option that is taken out of the set of an item. An item chosen by the search is
//! covered once for all its options, and its own set stays as it is. So a puzzle solved without
//! going back has 324 + 3 * 729 = 2,511 links, whatever its clues.

mod bitset;
mod dancing_cells;
mod dancing_links;

use sudoku_core::{Counters, Publication, box_of, column_of, row_of};

pub use bitset::Bitset;
pub use dancing_cells::DancingCells;
pub use dancing_links::DancingLinks;
pub use sudoku_core::publications::KNUTH_2000;

/// Knuth's program for exact cover on sparse sets, "dancing cells".
pub const KNUTH_SSXCC: Publication = Publication {
    key: "knuth-ssxcc",
    title: "SSXCC",
    author: "Donald E. Knuth",
    year: "unknown",
    address: "https://www-cs-faculty.stanford.edu/~knuth/programs/ssxcc.w",
    language: "C",
};

/// The counters that all three solvers report.
const COUNTERS: Counters =
    Counters::named("calls placements undos max_depth setup_cells nodes guesses links");

/// The items of each option: its cell, then its digit in the row, the column and the box. The
/// number of an option is nine times the cell plus the digit minus 1. There are 81 items of each of
/// the four sorts.
const ITEMS: [[u16; 4]; 729] = items();

const fn items() -> [[u16; 4]; 729] {
    let mut items = [[0; 4]; 729];
    let mut option = 0;
    while option < 729 {
        let (at, digit) = (option / 9, option % 9);
        items[option] = [
            at as u16,
            (81 + row_of(at) * 9 + digit) as u16,
            (162 + column_of(at) * 9 + digit) as u16,
            (243 + box_of(at) * 9 + digit) as u16,
        ];
        option += 1;
    }
    items
}
