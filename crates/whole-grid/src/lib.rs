//! No list and no queue: every rule is applied to the whole grid at once, over and over.
//!
//! A search that propagates keeps a list of what has changed and follows it, cell by cell. Each
//! step is short, and each is a branch that the processor has to guess. Here a *round* applies all
//! rules to all cells, whether they have changed or not, with the same instructions for every
//! puzzle: much more work, hardly a branch, and dozens of cells in one instruction.
//!
//! # Four co-ordinates
//!
//! A cell has four co-ordinates of three values each: band and stack say which box it is in, row
//! and column where in the box. Which of them is *which register* and which is *where in the
//! register* decides what a rule costs. All solvers here have one entry for each of the nine cells
//! of a box, and in it that cell of all nine boxes: a register, or three words:
//!
//! ```text
//!   entry 4 holds the middle cell of every box:
//!
//!     . . . | . . . | . . .
//!     . # . | . # . | . # .
//!     . . . | . . . | . . .
//!     ------+-------+------
//!     . . . | . . . | . . .
//!     . # . | . # . | . # .
//!     . . . | . . . | . . .
//!     ------+-------+------
//!     . . . | . . . | . . .
//!     . # . | . # . | . # .
//!     . . . | . . . | . . .
//! ```
//!
//! So a rule within boxes (naked singles, the three cells of a *minirow*, the three *minicolumns*)
//! combines whole registers, and a rule across boxes rotates one: by a box to the right, or by a
//! band down.
//!
//! # Six configurations
//!
//! A digit stands three times in a band: once in each box, once in each row. There are six ways to
//! lay it through the three boxes, three that go down from left to right and three that go up:
//!
//! ```text
//!            even 0      even 1      even 2      odd 0       odd 1       odd 2
//!   row 0    # . .       . # .       . . #       # . .       . # .       . . #
//!   row 1    . # .       . . #       # . .       . . #       # . .       . # .
//!   row 2    . . #       # . .       . # .       . # .       . . #       # . .       columns: stacks
//! ```
//!
//! A configuration is possible when the digit has a candidate in each of its three minirows: two
//! rotations and two ANDs find all even configurations of all digits in all bands, and as many find
//! all odd ones. A minirow in which no possible configuration of a digit lies loses the digit.
//! These are the locked candidates, pointing and claiming at once. A digit that has only one
//! minirow left in a box is *sure* of it. Stacks have the same, a quarter turned.
//!
//! - [`Words`] has three boxes in a word of 64 bits. It runs on every processor, and its page tells
//!   the rules.
//! - `Avx2` has all nine boxes in a vector register of 256 bits: the same rounds, the same tree.
//! - `Avx512` has those of two puzzles in a register of 512 bits, and searches both side by side; or
//!   two nodes of one puzzle.
//!
//! All three make the same guesses on every puzzle, so the first is the oracle for the others.
//! Those two exist only in builds for `x86-64`, and run only where the processor has their
//! instructions.
//!
//! # What paid, and what did not
//!
//! A round is one chain: most steps need the result of the one before, and the next round needs that
//! of the last. On the processor of these figures a step takes two cycles and four steps can run at
//! once, so what shortens the chain pays, even by more instructions. Time before a change, divided
//! by time after it, from lowest to highest over two public sets (17 clues, magictour) and five
//! shipped ones (`minimal`, `hard`, `easy`, `multi`, `none`), for a first solution and for a proof
//! (paired, medians, AMD Zen 5, rustc 1.95):
//!
//! | change | `Avx2` | `Avx512`, batch | `Avx512`, one a call |
//! |---|---|---|---|
//! | three digits that fill a minicolumn act at the end of the round, not before its rows; lines are rotated once, not twice; single digits in three steps, not four; grids handed on by value, so that they stay in registers | 1.16 to 1.31 | 1.21 to 1.33 | 1.26 to 1.41 |
//! | of these, the last alone | 1.05 to 1.11 | | |
//! | the node that waits is in the other half of the registers | | | 0.98 to 1.46 |
//!
//! The first change costs a round more in fifty, since a full minicolumn is used half a round later.
//!
//! Tried and not kept, for `Avx2`:
//!
//! - an instruction that selects between two vectors, in place of three that combine them: 1.00 to
//!   1.03 here, but on some processors it is three instructions itself;
//! - one test at the end of a round in place of three: 0.93 to 0.99, because a node then ends with
//!   two branches that nobody can predict, whether it ends and how;
//! - looking at the first round of a node: 0.95 to 1.00; not looking at the second either: 0.84 to
//!   0.92;
//! - the choice of the guess compiled into the search: 0.98 to 1.00;
//! - at the start, blanks without the digits of the clues in their sight: 0.94 to 1.02, because the
//!   first round finds nearly all of that itself (half a round less for a puzzle);
//! - the first round of the node that waits, right beside that of its sibling: 0.94 to 0.98, and 0.83
//!   on `multi`, where most nodes that wait are never searched;
//! - filled minirows found from the candidates before the rows are laid out, so that the chain is
//!   shorter by four steps: 0.96 to 1.01 (on both public sets, `easy` and `hard`), because it takes 4 %
//!   more rounds.
//!
//! Fifteen other choices of the guess were counted in `Words`, for a proof. None lowers the rounds on
//! magictour by more than 2 %. Guessing the digit that has two configurations in the most bands and
//! stacks takes 0.90 of the rounds on `hard` and 1.02 on magictour and on `minimal`. Guessing the
//! digit that has two and the fewest configurations in the whole grid takes 2.7 times as many on
//! `hard`, 2.1 on magictour and 1.4 on `minimal`.
//!
//! Beyond the definitions of the counters: a guess splits the configurations of one digit in one
//! band or stack in two, so it has two alternatives. The last round before a guess, which changes
//! nothing, also counts.

#![expect(clippy::many_single_char_names, reason = "a to i are the nine cells of a box")]
#![expect(clippy::large_stack_arrays, reason = "a solver keeps its waiting states beside it")]
#![allow(
    clippy::large_types_passed_by_value,
    reason = "a grid that is handed on stays in registers"
)]
#![allow(clippy::wildcard_imports, reason = "the name of an instruction says what it is")]
#![expect(clippy::unnecessary_wraps, reason = "what a probe is asked is a result everywhere")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
#[cfg(target_arch = "x86_64")]
mod registers;
mod words;

use sudoku_core::{Counters, Publication, Source};

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use words::Words;

/// A solver that reasons on the configurations of bands, in vector registers, and an account of
/// what makes it fast.
pub const TDOKU: Publication = Publication {
    key: "tdoku",
    title: "Tdoku: A fast Sudoku Solver and Generator",
    author: "Tom Dillon",
    year: "2019",
    address: "https://t-dillon.github.io/tdoku/",
    language: "C++",
};

/// What all three take from it.
const SOURCE: Source = Source {
    work: &TDOKU,
    part: "configurations of bands, and the choice of the guess",
    differs: "a register holds one cell of every box, the cells are the whole state, and every \
              round applies every rule to all of it",
};

/// What all three report.
const COUNTERS: Counters = Counters::named("nodes guesses rounds");
