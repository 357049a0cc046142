//! The rules over the whole grid, in vector registers of 256 bits.

use std::arch::x86_64::*;

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::registers::{
    Boxes, Cells, ENDLESS, Left, Patience, USED, and, candidates, choose, grid, or, where_none,
    without_lowest,
};
use crate::{COUNTERS, SOURCE};

macro_rules! kernel {
    ($($function:item)*) => { compiled_for! { avx2, $($function)* } };
}

#[path = "one_grid.rs"]
mod one_grid;

/// The rounds of [`Words`](crate::Words) in nine vector registers.
///
/// # The idea
///
/// An entry of [`Words`](crate::Words) is three words, so every step of its rounds is done three
/// times. A register of AVX2 has 256 bits, room for an entry and to spare:
///
/// ```text
///     bits   0        16       32       48    64       80       96       112
///          stack 1  stack 2  stack 3    -   stack 1  stack 2  stack 3    -       bands 1 and 2
///     bits 128       144      160      176   192 .. 255
///          stack 1  stack 2  stack 3    -         -                              band 3
/// ```
///
/// Nine of the sixteen places hold boxes, and seven always stay 0. A step to the next stack
/// shuffles 16 bits within each group of 64, a step to the next band permutes the four groups of
/// 64; each is one instruction. The [rules](crate#a-round) and the names in the code are those of
/// [`Words`](crate::Words).
///
/// How long one step waits for another is what counts. A round is one chain of steps, and the next
/// round begins where it ends. So all three lines are rotated at once, and each finds its
/// configurations from what comes from the other two: to find those of one line first and rotate
/// them to the others would be a longer chain.
///
/// The processor compares the 16-bit places of two registers at once and gives ones where they are
/// equal, so that finding the boxes without a bit is one instruction in place of four. The choice
/// of a guess counts the bits of a byte by two look-ups of four bits each, adds the bytes of each
/// band by the instruction that sums absolute differences, here from zero, and finds the least of
/// eight numbers and its place by one more.
///
/// # Cost
///
/// Nodes, guesses and rounds are the same as in [`Words`](crate::Words), and a round has far fewer
/// instructions. There are sixteen registers, hardly enough for nine entries and the
/// intermediate results of a round: some instructions only move a value out of the way or back.
///
/// The search stands in `one_grid.rs`, which [`Avx512vl`](crate::Avx512vl) shares; this file has
/// the steps that need other instructions there. Arrays become vectors and back without unsafe
/// code. Only the call of a function compiled for the instructions is unsafe: the processor must
/// have them, which is checked when the solver is made.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_whole_grid::Avx2;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// if Avx2::available() {
///     let counter = Counter::default();
///     let Ok(solution) = Avx2::default().solve(&puzzle, &counter);
///     assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///     assert_eq!(counter.counts().rounds, 4);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// As for [`Words`](crate::Words). The layout is this project's. That nine registers with nine
/// lanes in use beat fewer, fuller registers was found by experiment.
///
/// # Outside its assumptions
///
/// It behaves as [`Words`](crate::Words) does. On a processor without the instructions there is no
/// value of this type: `default` panics, so ask `available` first.
///
/// # What the step buys
///
/// Time alone: nodes, guesses and rounds equal those of [`Words`](crate::Words) on every puzzle.
/// This solver takes less than half of the time of `Words` on every set. How much it saves depends
/// on the processor, and on the share of rounds in the work: a guess copies the state and reads
/// single cells of it, which wide registers do not make cheaper.
///
/// # Question
///
/// Nodes, guesses and rounds equal those of `words`, and a round has far fewer instructions.
/// Predict whether the time falls as much as the instructions, and on which kind of puzzle it falls
/// least.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'whole-grid/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// The counters are equal. The time falls most on full boards and on `easy`, which are rounds and
/// nothing else, and less where guesses are many. It does not fall as the instructions do: these
/// say how much is done, not how long each waits for the one before.
///
/// </details>
#[derive(Debug)]
pub struct Avx2 {
    waiting: [Cells; DEEPEST],
}

impl Default for Avx2 {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        Self { waiting: [[must_cast([0_u64; 4]); 9]; DEEPEST] }
    }
}

impl Solver for Avx2 {
    const INFO: Info = Info {
        id: "whole-grid/avx2",
        idea: "the same rounds in nine vector registers",
        sources: &[SOURCE],
        tree: Tree("whole-grid"),
        counters: COUNTERS,
        contradictions: Contradictions::Searched,
        state_bytes: size_of::<Self>(),
    };

    const TARGET: &'static str = features! { avx2, names };

    fn available() -> bool {
        features! { avx2, detected }
    }

    #[expect(unsafe_code, reason = "the call into code for this processor's instructions")]
    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut answer = Grid::BLANK;
        // SAFETY: a value of this type exists only on a processor with the instructions: `default`,
        // the only way to make one, checks for them.
        let left = unsafe {
            one_grid::search_one(
                &mut self.waiting,
                puzzle,
                Patience::<ENDLESS>,
                &mut answer,
                probe,
            )?
        };
        Ok(matches!(left, Left::Solution).then_some(answer))
    }
}

kernel! {
    /// For each of the two pairs, the bits that `x` and both of the pair have; and the bits of
    /// either result.
    fn both(x: Boxes, [a, b]: [Boxes; 2], [c, d]: [Boxes; 2]) -> ([Boxes; 2], Boxes) {
        let (one, other) = (and(a, b), and(c, d));
        ([and(x, one), and(x, other)], and(x, or(one, other)))
    }

    /// A mask of the digits that may stay in a minirow with these sure digits: only the sure ones
    /// if there are three or more, otherwise all.
    fn room(sure: Boxes) -> Boxes {
        or(sure, where_none(without_lowest(without_lowest(sure))))
    }

    /// The candidates that stay in a cell: the one that is sure of both lines or, if there is none,
    /// those that both lines allow (`a` and `b`).
    fn fix(cell: Boxes, [a, b]: [Boxes; 2], [p, q]: [Boxes; 2]) -> Boxes {
        let sure = and(p, q);
        and(and(and(cell, a), b), or(sure, where_none(sure)))
    }

    /// True when one of the nine boxes has no bit.
    fn has_none(a: Boxes) -> bool {
        _mm256_movemask_epi8(where_none(a)) as u32 & USED != 0
    }

    fn is_same(a: Boxes, b: Boxes) -> bool {
        _mm256_movemask_epi8(_mm256_cmpeq_epi16(a, b)) == -1
    }
}
