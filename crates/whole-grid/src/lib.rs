//! No list and no queue: every rule is applied to the whole grid at once, over and over.
//!
//! A search that propagates keeps a list of what has changed and follows it, cell by cell. Each
//! step is short, and each is a branch that the processor has to guess. Here a *round* applies all
//! rules to all cells, whether they have changed or not, with the same instructions for every
//! puzzle: much more work, hardly a branch, and dozens of cells in one instruction.
//!
//! - [`Words`] has three boxes in a word of 64 bits. It runs on every processor.
//! - `Avx2` has all nine boxes in a vector register of 256 bits: the same rounds, the same tree.
//! - `Avx512vl` has the same registers with the newer instructions of AVX-512: the same rounds in
//!   fewer instructions.
//! - `Swarm` has three grids in vector registers of 512 bits: nodes of one hard puzzle, six side by
//!   side.
//! - `Avx512` has three puzzles in such registers, and searches nine side by side.
//!
//! All go through the same nodes, guesses and rounds on every puzzle, so `Words` is the oracle for
//! the others; `Swarm` does so where all nodes are searched. The four with vectors exist only in
//! builds for `x86-64`, and run only where the processor has their instructions.
//!
//! # Four co-ordinates
//!
//! A cell has four co-ordinates of three values each: band and stack say which box it is in, row
//! and column where in the box. What a rule costs depends on which of them choose the register and
//! which the place within the register. All solvers here have nine entries, one for each cell of a
//! box. An entry holds that cell of all nine boxes, in one register or in three words:
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
//! lay it through the three boxes, three that go down from left to right and three that go up. In
//! row r, both counted from 0, even k is in box k + r and odd k in box k + 2 r, modulo 3:
//!
//! ```text
//!            even 0      even 1      even 2      odd 0       odd 1       odd 2
//!   row 1    # . .       . # .       . . #       # . .       . # .       . . #
//!   row 2    . # .       . . #       # . .       . . #       # . .       . # .
//!   row 3    . . #       # . .       . # .       . # .       . . #       # . .       columns: stacks
//! ```
//!
//! A configuration is possible when the digit has a candidate in each of its three minirows: two
//! rotations and two ANDs find all even configurations of all digits in all bands, and as many find
//! all odd ones. A digit is removed from every minirow in which none of its possible configurations
//! lies. These are the locked candidates, pointing and claiming at once. A digit that has only one
//! minirow left in a box is *sure* of it. In stacks, the same holds for columns and minicolumns.
//!
//! # A round
//!
//! 1. A digit that is the only candidate of a cell is removed from the rest of its box.
//! 2. A digit must lie in one of its six configurations in each stack, and in each band. The
//!    configurations that are left say where it still can be. This finds locked candidates,
//!    pointing and claiming, in all units at once. Since a single digit has no other minirow or
//!    minicolumn in its box, the same step also removes it from the rest of its row and column.
//! 3. Where three digits are sure of a minirow, they fill it, and all other digits are removed from
//!    it; likewise in a minicolumn. Nothing else in the round waits for this.
//! 4. A digit that is sure of its minirow and of its minicolumn is sure of the cell where they
//!    cross: a hidden single.
//!
//! **Has anything changed?** The nine entries are added up, so that each box has the sum of its
//! cells. Candidates only go, so a sum falls exactly when something has changed: no copy of the old
//! state is kept. When nine cells have one candidate each, all different, the sum is 511. The
//! converse is false (1, 2, 1, 3, 8, 16, 32, 64 and 384 add up to 511 as well), so this sum only
//! shows when to look: a solution has a single digit in every cell and nine digits in every unit.
//!
//! **When to look.** After a guess or a step back, the first round is not looked at, because it
//! seldom ends a node. After every other round, the search goes back if a cell is empty, ends at a
//! solution, and goes on with the next round if anything has changed. If nothing has, it branches
//! in a band or stack that is not settled; if all are settled without a solution, it goes back.
//!
//! # The choice of a guess
//!
//! A band or stack is *settled* when it has nine configurations, one for each digit. The guess is
//! in the one with the fewest among those that have more, in the order band 1, stack 1, band 2 and
//! so on where several have as few. There it is about the lowest digit with two configurations, 2
//! in this drawing. Where none has two, it is about the digit with the fewest above one, the lowest
//! if several have as few.
//!
//! ```text
//!             even 0   even 1   even 2   odd 0   odd 1   odd 2
//!   digit 2     o        .        .        .       o       .      even 0 is tried, odd 1 waits
//!   digit 5     .        o        o        o       .       .      even 1 first, the others wait
//!   digit 9     .        .        o        .       .       .      has one left
//! ```
//!
//! Of two or three configurations, the lowest is tried and the others wait (`split`). Of four and
//! more, even k is tried together with odd k, if that is left, where k is the lowest. What waits is
//! a copy of the state with the other configurations. A set of configurations has bits for even 0,
//! 1, 2 and odd 0, 1, 2, from the lowest. For each set and each row, `LOST` has the boxes in which
//! none of the set lies: to keep the set, the digit leaves the row there. In a stack, columns take
//! the place of rows, and bands that of boxes.
//!
//! A path has at most 270 guesses: a digit has six configurations in each band or stack, and every
//! guess there removes at least one and leaves at least one, so there are at most five guesses for
//! each of nine digits in each of six bands and stacks. The stack has room for 270 states.
//!
//! # A node
//!
//! The root, or one half of the configurations among which a guess decides, with all rounds up to
//! the next guess or the end. A node may take a single round or many.
//!
//! # What is counted
//!
//! Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)). Beyond
//! the definitions of the counters: a guess splits the configurations of one digit in one band or
//! stack in two, so it has two alternatives. The last round before a guess, which changes nothing,
//! also counts.
//!
//! # What paid, and what did not
//!
//! A round is one chain: most steps need the result of the step before, and the next round needs
//! the result of this one. Where a processor can run several steps at once, a shorter chain pays
//! even if it takes more instructions, or a few rounds more. Figures of these experiments, with
//! their dates, stand in the appendix of `docs/METHODOLOGY.md`. What paid:
//!
//! - Three digits that fill a minicolumn act at the end of the round, not before its rows, and
//!   lines are rotated once, not twice. A full minicolumn is used half a round later, so there are
//!   a few more rounds.
//! - Grids are handed on by value, so that they stay in registers.
//! - With AVX-512, clues become candidates, and a solution digits, by permutations of bytes; and a
//!   dead node is dealt with apart from other ends.
//! - In `Avx512`, three grids in a register, three such sets in turn, and the ends of nodes of a
//!   set after the round of the next one.
//!
//! Changes that did not pay in `Avx2`:
//!
//! - One instruction that selects between two vectors, in place of three that combine them: on some
//!   processors it is three instructions itself.
//! - One test at the end of a round in place of three: a node then ends with two branches that
//!   cannot be predicted, whether it ends and how.
//! - A test for the end of a node also after its first round, or none after its second either.
//! - The digits of the clues removed before the first round, which finds nearly all of that itself.
//! - The first round of the node that waits together with that of its sibling: on puzzles with many
//!   solutions, most nodes that wait are never searched.
//! - Filled minirows found before the rows are laid out: a shorter chain, but more rounds.
//! - The cells cut once, at the end of the round, as `Avx512` does: 16 registers do not hold the
//!   old cells beside the lines.
//!
//! Changes that did not pay in `Avx512`:
//!
//! - More sets, which leave more slots without work at the end of a batch; or fewer.
//! - Full minirows looked up by their number of sure digits: a look-up loads the only port that
//!   permutes on some processors.
//! - The cells less one carried from round to round, so that empty ones show by their sign: this
//!   doubles what a round writes.
//! - The configurations found again at a guess, not kept by each round: it pays on `easy` and loses
//!   on `multi`, where guesses are most of the time.
//! - At the end of a batch, the searches still running moved into fewer sets: it pays on `hard`
//!   alone; elsewhere the longer loop costs more than the idle slots.
//!
//! Of the dead ends before nodes are shared in `Swarm`, fewer than three save more on `hard`, and
//! cost more on `multi`, where the second solution is near.
//!
//! No other choice of the guess that was counted is better everywhere. To guess the digit that has
//! two configurations in the most bands and stacks saves rounds on `hard` and costs some elsewhere.
//! To guess the digit with the fewest in the whole grid, among those that have two somewhere, takes
//! far more rounds.

#![expect(clippy::many_single_char_names, reason = "a to i are the nine cells of a box")]
#![expect(clippy::large_stack_arrays, reason = "a solver keeps its waiting states beside it")]
#![allow(
    clippy::large_types_passed_by_value,
    reason = "a grid that is handed on stays in registers"
)]
#![allow(clippy::wildcard_imports, reason = "the name of an instruction says what it is")]
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        clippy::duplicate_mod,
        reason = "two kernels compile one search, each for its instructions"
    )
)]
#![expect(clippy::unnecessary_wraps, reason = "what a probe is asked is a result everywhere")]

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod features;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512vl;
mod choice;
#[cfg(target_arch = "x86_64")]
mod nodes;
#[cfg(target_arch = "x86_64")]
mod pairs;
#[cfg(target_arch = "x86_64")]
mod registers;
#[cfg(target_arch = "x86_64")]
mod swarm;
#[cfg(target_arch = "x86_64")]
mod three_grids;
#[cfg(target_arch = "x86_64")]
mod vl;
mod words;

use sudoku_core::{Counters, Source};

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
#[cfg(target_arch = "x86_64")]
pub use avx512vl::Avx512vl;
pub use sudoku_core::publications::TDOKU;
#[cfg(target_arch = "x86_64")]
pub use swarm::Swarm;
pub use words::Words;

/// The part of Tdoku that all solvers here take over.
const SOURCE: Source = Source {
    work: &TDOKU,
    part: "configurations of bands, and the choice of the guess",
    differs: "a register holds one cell of every box, the cells are the whole state, and every \
              round applies every rule to all of it",
};

/// The counters that all solvers here report.
const COUNTERS: Counters = Counters::named("nodes guesses rounds");
