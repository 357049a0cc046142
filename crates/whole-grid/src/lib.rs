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
//! - [`Words`] has three boxes in a word of 64 bits. It runs on every processor, and its page has
//!   the rules.
//! - `Avx2` has all nine boxes in a vector register of 256 bits: the same rounds, the same tree.
//! - `Avx512vl` has the same registers with the newer instructions of AVX-512: the same rounds in
//!   fewer instructions.
//! - `Avx512` has three grids in vector registers of 512 bits, and searches nine puzzles side by
//!   side.
//!
//! All four go through the same nodes, guesses and rounds on every puzzle, so `Words` is the oracle
//! for the others. Those exist only in builds for `x86-64`, and run only where the processor has
//! their instructions.
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
//! # A node
//!
//! The root, or one half of the configurations among which a guess decides, with all rounds up to
//! the next guess or the end. A node may take a single round or many.
//!
//! # What is counted
//!
//! Beyond the definitions of the counters: a guess splits the configurations of one digit in one
//! band or stack in two, so it has two alternatives. The last round before a guess, which changes
//! nothing, also counts.
//!
//! # What paid, and what did not
//! <!-- dated: variants that were tried, 2026-11 -->
//!
//! A round is one chain: most steps need the result of the step before, and the next round needs
//! the result of this one. On AMD Zen 5, a step takes two cycles and four steps can run at once, so a shorter chain pays even if it takes more instructions. The table
//! gives the time before a change divided by the time after it: the lowest and the highest ratio
//! over two public sets (17 clues, magictour) and five shipped ones (`minimal`, `hard`, `easy`,
//! `multi`, `none`), for a first solution and for a proof (paired, medians, AMD Zen 5, rustc 1.95):
//!
//! | change | `Avx2` | `Avx512`, batch | `Avx512`, one a call |
//! |---|---|---|---|
//! | three digits that fill a minicolumn act at the end of the round, not before its rows; lines are rotated once, not twice; single digits in three steps, not four; grids handed on by value, so that they stay in registers | 1.16 to 1.31 | 1.21 to 1.33 | 1.26 to 1.41 |
//! | of these, the last alone | 1.05 to 1.11 | | |
//! | the node that waits is in the other half of the registers | | | 0.98 to 1.46 |
//!
//! The first change takes one round more in fifty, since a full minicolumn is used half a round
//! later.
//!
//! The columns of `Avx512` are those of a version with two grids in a register. All that follows was
//! measured for proofs on the same sets (paired, medians, AMD Zen 4). With three grids by permutations
//! of bytes, and four such sets whose rounds are done before all ends of nodes, the same ratio is 1.43
//! to 1.57. It has changed since:
//!
//! | change | `Avx512`, batch | `Avx512vl` |
//! |---|---|---|
//! | clues to candidates and a solution to digits by permutations of bytes; a choice from three counts a word by the sum of absolute differences, and by extraction of bits; a waiting node in five registers; dead nodes apart from other ends | 1.09 to 1.16 | 1.03 to 1.14 |
//! | the ends of nodes of a set after the round of the next one; three sets | 1.03 to 1.14 | |
//! | the digits that are left and the sure ones in steps that do not wait for each other | 1.00 to 1.02 | 1.00 to 1.01 |
//! | all of these | 1.19 to 1.27 | 1.03 to 1.15 |
//!
//! Tried and not kept: with this version,
//!
//! | change to `Avx512` | ratio |
//! |---|---|
//! | four sets in place of three | 0.98 to 1.03 |
//! | six sets | 0.93 to 1.00 |
//! | two groups of two sets that take turns | 0.98 to 1.04 |
//! | the full minirows looked up by their number of sure digits, in place of two steps | 1.00 to 1.03 |
//! | the first child made in the places of its slot, the second in five registers | 0.94 to 1.04 |
//!
//! and with the one before it, on five of the sets:
//!
//! | change | ratio |
//! |---|---|
//! | one set in place of four | 0.85 to 0.96 |
//! | two sets | 0.93 to 0.96 |
//! | eight sets | 1.01 to 1.08 |
//! | a look at a node after its first round | 0.98 to 1.01 |
//! | the cells less one carried from round to round, so that empty ones show by their sign | 0.75 to 0.93 |
//! | the configurations found again at a guess, not kept by each round | 0.94 to 1.06 |
//! | at the end of a batch, the searches still running moved into fewer sets | 0.95 to 1.12 |
//!
//! More sets leave more slots without work at the end of a batch, and a look-up loads the only port
//! that permutes on some processors. The cells less one double what a round writes, and this processor
//! writes a register of 512 bits in two steps. Finding the configurations again pays on `easy` and
//! loses on `multi`, where guesses are most of the time. Bringing searches together pays on `hard`
//! alone, in batches of 16 to 80 puzzles (1.03 to 1.12); elsewhere the longer loop costs more than the
//! idle slots.
//!
//! Three slots can also share the nodes of one puzzle, once its search has met three dead ends. The
//! solutions then come in another order, and it takes 0.96 to 1.09 of the time of `Avx512vl` for a
//! proof on five of these sets and on both public ones, and 1.00 to 1.06 for a first solution.
//!
//! Tried and not kept, for `Avx2` (the same ratio: below 1, the change made the solver slower):
//!
//! | change | ratio | why |
//! |---|---|---|
//! | an instruction that selects between two vectors, in place of three that combine them | 1.00 to 1.03 | on some processors it is three instructions itself |
//! | one test at the end of a round in place of three | 0.93 to 0.99 | a node then ends with two branches that cannot be predicted, whether it ends and how |
//! | a test for the end of a node also after its first round, where there is none | 0.95 to 1.00 | |
//! | no test after its second round either | 0.84 to 0.92 | |
//! | the choice of the guess compiled into the search | 0.98 to 1.00 | |
//! | the digits of the clues removed from the blanks in their row, column and box before the first round | 0.94 to 1.02 | the first round finds nearly all of that itself: half a round less for a puzzle |
//! | the first round of the node that waits together with that of its sibling | 0.94 to 0.98, 0.83 on `multi` | most nodes that wait on `multi` are never searched |
//! | filled minirows found from the candidates before the rows are laid out, a chain shorter by four steps (both public sets, `easy`, `hard`) | 0.96 to 1.01 | 4 % more rounds |
//! | the cells cut once, at the end of the round, as `Avx512` does (AMD Zen 4) | 0.94 to 0.97 | 16 registers do not hold the old cells beside the lines |
//! | the configurations found again at a guess, not kept by each round (AMD Zen 4) | 0.92 to 0.98 | |
//!
//! Fifteen other choices of the guess were counted in `Words`, for a proof. None lowers the rounds
//! on magictour by more than 2 %. Guessing the digit that has two configurations in the most bands
//! and stacks takes 0.90 of the rounds on `hard` and 1.02 on magictour and on `minimal`. Guessing,
//! among the digits that have two configurations somewhere, the one with the fewest in the whole
//! grid takes 2.7 times as many rounds on `hard`, 2.1 times on magictour and 1.4 times on
//! `minimal`.

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
mod pairs;
#[cfg(target_arch = "x86_64")]
mod registers;
#[cfg(target_arch = "x86_64")]
mod three_grids;
mod words;

use sudoku_core::{Counters, Publication, Source};

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
#[cfg(target_arch = "x86_64")]
pub use avx512vl::Avx512vl;
pub use words::Words;

/// A solver that reasons on the configurations of bands, in vector registers, and an account of why
/// it is fast.
pub const TDOKU: Publication = Publication {
    key: "tdoku",
    title: "Tdoku: A fast Sudoku Solver and Generator",
    author: "Tom Dillon",
    year: "2019",
    address: "https://t-dillon.github.io/tdoku/",
    language: "C++",
};

/// The part of Tdoku that all solvers here take over.
const SOURCE: Source = Source {
    work: &TDOKU,
    part: "configurations of bands, and the choice of the guess",
    differs: "a register holds one cell of every box, the cells are the whole state, and every \
              round applies every rule to all of it",
};

/// The counters that all solvers here report.
const COUNTERS: Counters = Counters::named("nodes guesses rounds");
