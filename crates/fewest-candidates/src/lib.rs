//! Which blank comes next is a choice: the search goes on where the fewest digits are legal.
//!
//! The families before this one take blanks in reading order. A blank may then wait while others,
//! which have no bearing on it, are tried in vain; and a blank that no digit fits is found only
//! when its turn comes. Nothing forces that order: every blank must be filled, so any of them can
//! be next. A blank with one legal digit cannot be a mistake, one with two is wrong half of the
//! time at worst, and one with none shows at once that the path is dead. The tree shrinks; in
//! return, every node has to know the counts of legal digits.
//!
//! - [`Static`] counts once, before the search. It is the control, which shows that the choice at
//!   every node is what helps, and not the order at the start.
//! - [`Scan`] counts the legal digits of all blanks at every node.
//! - [`Buckets`] walks the same tree and keeps the counts up to date instead.
//!
//! All three draw digits from masks, lowest first, as [`bitmask/blank-list`][before] does, so the
//! choice alone sets them apart from that solver. Of several blanks with equally few digits they
//! take the first in reading order.
//!
//! # A node
//!
//! A call: the root, and one for each digit placed, whether it was forced or guessed.
//!
//! # How much smaller the tree is
//!
//! [`Scan`] and [`Buckets`] place fewer digits than [`bitmask/blank-list`][before] on every set but
//! `effort-1e2`, whose puzzles were arranged so that reading order needs about 100 placements. By
//! how much depends on how unlucky reading order is on the set. A few long searches decide such a
//! ratio of sums, so another sample of the same kind of puzzles can give quite another ratio.
//!
//! # What is counted
//!
//! Beyond the definitions of the counters: a scan step is a blank looked at to choose the next one,
//! a check is a digit drawn from the mask, and a guess is a node at whose blank two or more digits
//! are legal. A digit placed at a blank with one legal digit is a placement like any other, and no
//! deduction. Masks computed before the search are not counted.
//!
//! # Outside the assumptions
//!
//! Of several solutions, the search stops at the first in its own tree, which need not be the first
//! in reading order. Without a solution it walks its whole tree. A board without a blank comes back
//! as it is.
//!
//! Contradictory clues cancel themselves by XOR, [as in `bitmask/blank-list`][xor], and the search
//! counts legal digits by the masks even then. With a 6 added at (4, 8), the
//! [example](sudoku_core#the-example) comes back with three sixes in row 4. With a 3 added at
//! (1, 3), all three place digits and find nothing.
//!
//! [before]: ../sudoku_bitmask/struct.BlankList.html
//! [xor]: ../sudoku_bitmask/struct.BlankList.html#outside-its-assumptions

mod buckets;
mod scan;
mod r#static;

use sudoku_core::{Counters, Publication};

pub use buckets::Buckets;
pub use scan::Scan;
pub use r#static::Static;
pub use sudoku_core::publications::{KNUTH_2000, NORVIG_2006};

/// An exposition of backtracking, with the search rearrangement among its techniques.
pub const BITNER_REINGOLD_1975: Publication = Publication {
    key: "bitner-reingold-1975",
    title: "Backtrack Programming Techniques",
    author: "James R. Bitner, Edward M. Reingold",
    year: "1975",
    address: "https://doi.org/10.1145/361219.361224",
    language: "unknown",
};

/// The counters that all three solvers report.
const COUNTERS: Counters = Counters::named(
    "calls placements undos checks mask_computations mask_tests scan_steps max_depth setup_cells \
     nodes guesses",
);
