//! Each digit keeps the set of its places, 27 bits for a band; tables apply the rules to a whole
//! band.
//!
//! The families before this one ask a cell for its digits. A rule about a digit in a row, column or
//! box then has to visit nine cells. Here a digit has one bit for each of its places, and all three
//! bands lie in one word of 128 bits, so that the digit's rules are a few lookups and ANDs for 27
//! places at once. Over the nine words, one for each digit, ANDs and ORs find the cells with one or
//! two digits. Few guesses are left, and each copies a small state instead of taking digits back.
//!
//! - [`Bivalue`] is the solver that zhouyundong published: singles and locked candidates by tables,
//!   a guess at the first cell with two digits.
//! - [`Impact`] guesses at the cell whose two digits remove the most candidates.
//! - [`Stacks`] looks for locked candidates in stacks as well as in bands.
//!
//! # Places and ways
//!
//! Each band begins 32 bits after the one before, five of them unused: row r and column c of band b
//! have bit 32 b + 9 r + c, all counted from 0. Masks of columns begin with the leftmost in the
//! lowest bit.
//!
//! A *minirow* is the part of a row in a box. A digit has one in each row of a band and one in each
//! box, and there are six *ways* to choose them. A way is *open* while the digit has a place in
//! each of its three minirows. Minicolumns are the same in a stack.
//!
//! # The tables
//!
//! Each has the answer for all 512 sets of nine bits. `o` is a place or a minirow of the set:
//!
//! ```text
//!   MINIROWS[row]   the minirows with a place, from the nine cells of a row of the band; that of row
//!                   r and box s has bit 3 r + s. Here of the second row:
//!                                                                 . . .
//!                       . o o | . . . | o . o                     o . o
//!                                                                 . . .
//!
//!   LOCKED          from nine minirows, the cells of the ones in an open way; 0 if no way is open
//!                       . o .       . o .       . . . o o o . . .
//!                       o . o       o . .       o o o . . . . . .
//!                       . . o       . . o       . . . . . . o o o
//!
//!   LEFT            from the columns with a place in a band, those that are left to the two other
//!                   bands, in all three rows: where a box has a single one, they lose it
//!                       . . o | o . o | o o .         o o . | o o o | o o o
//!
//!   STACKED         from nine minicolumns of a stack, band 1 lowest, those that an open way uses:
//!                   three bits from 0 for band 1, from 9 for band 2, from 18 for band 3
//!                       o o .       . o .
//!                       o . .       o . .
//!                       . . o       . . o
//! ```
//!
//! One table more, `PEERS`, has for the bit of each cell the other cells that it sees. To take them
//! out of the places of a digit is to give the digit to the cell.
//!
//! # A node
//!
//! The root, or a digit that is tried at a guess, with all that the rules then conclude. The last
//! digit of a guess also counts, even if the rules refute it at once.
//!
//! How many deductions a dead node has depends on the order of the rules. They go in turns: each
//! digit that has lost a place, from 1 to 9; then all cells; then the cells with a single digit, in
//! reading order. A digit without an open way in one of the bands ends the node at once, before its
//! own cells are counted; cells without a digit, or that two digits need, end it after the nine
//! digits. A guessed cell is no deduction.
//!
//! # What is counted
//!
//! Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
//! Beyond the definitions of the counters: a deduction is a cell that a rule closes, when its digit
//! is alone in a row; a placement is the digit of a guess. Candidates that the tables remove are
//! not counted: one lookup removes those that a fixed digit rules out with those that locked
//! candidates rule out. The last alternative of a guess is entered without a call, so nodes are
//! reported and calls are not.

mod bivalue;
mod impact;
mod stacks;
mod tables;

use sudoku_core::{Counters, Publication};

pub use bivalue::Bivalue;
pub use impact::Impact;
pub use stacks::Stacks;
pub use sudoku_core::publications::TDOKU as DILLON;

/// A solver in C that was posted to a forum and improved there by others.
pub const ZHOUYUNDONG_2012: Publication = Publication {
    key: "zhouyundong-2012",
    title: "3.77us Solver(2.8G CPU, TestCase:17Sodoku)",
    author: "zhouyundong_2012",
    year: "2012",
    address: "unknown",
    language: "C",
};

/// A package in Rust, ported from a later version of zhouyundong's solver.
pub const EMERENTIUS: Publication = Publication {
    key: "sudoku",
    title: "sudoku",
    author: "Emerentius",
    year: "unknown",
    address: "https://github.com/emerentius/sudoku",
    language: "Rust",
};

/// A search strategy that chooses the variable whose assignment reduces the rest of the search
/// most.
pub const REFALO_2004: Publication = Publication {
    key: "refalo-2004",
    title: "Impact-Based Search Strategies for Constraint Programming",
    author: "Philippe Refalo",
    year: "2004",
    address: "https://doi.org/10.1007/978-3-540-30201-8_41",
    language: "unknown",
};

/// The counters that all three solvers report.
const COUNTERS: Counters = Counters::named("placements max_depth nodes guesses deductions");
