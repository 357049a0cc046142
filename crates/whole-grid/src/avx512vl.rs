//! The rules over the whole grid, in vector registers of 256 bits, with the instructions of AVX-512.

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::registers::{Cells, ENDLESS, Left, Patience};
use crate::vl::one_grid;
use crate::{COUNTERS, SOURCE};

/// The rounds of [`Avx2`](crate::Avx2) with the instructions that came with AVX-512.
///
/// # The idea
///
/// A grid needs 9 of the 16 places of a register of 256 bits, so registers of twice the size have
/// nothing more to hold for one puzzle. But AVX-512VL brings the newer instructions to registers of
/// 256 bits, and gives 32 of those in place of 16:
///
/// ```text
///     a & b & c                           1 instruction, 2 with AVX2
///     (even | odd) & x                    1, 2
///     how many bits a box has             1, 10
///     two registers compared, as a mask   1, 2
/// ```
///
/// The search is that of [`Avx2`](crate::Avx2), line by line: both compile the same file. What
/// differs stands in `vl.rs`. One is that a minirow is *full* when its sure digits number three, and
/// counting them is one instruction, so two subtractions of the lowest bit go. Another is that with
/// 32 registers, the nine entries and all intermediate results of a round have room.
///
/// Where a puzzle comes in, a guess is chosen, and a solution goes out, two entries share a
/// register of 512 bits, as in [`Avx512`](crate::Avx512): an instruction that moves any bytes of
/// two registers to any places needs no steps of its own for rows, bands or halves.
///
/// # Cost
///
/// It takes the nodes, guesses and rounds of [`Words`](crate::Words). A round has fewer
/// instructions than in [`Avx2`](crate::Avx2), and moves hardly a value out of the way.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_whole_grid::Avx512vl;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// if Avx512vl::available() {
///     let counter = Counter::default();
///     let Ok(solution) = Avx512vl::default().solve(&puzzle, &counter);
///     assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///     assert_eq!(counter.counts().rounds, 4);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// As for [`Words`](crate::Words).
///
/// # Outside its assumptions
///
/// It behaves as [`Words`](crate::Words) does. On a processor without the instructions there is no
/// value of this type: `default` panics, so ask `available` first.
///
/// # What the step buys
///
/// Time alone: on every set of a run, it takes less time than [`Avx2`](crate::Avx2). It is the default
/// for a puzzle that comes alone; for many puzzles, [`Avx512`](crate::Avx512) is.
///
/// # Question
///
/// A round has fewer instructions than in `avx2`. Predict whether the time falls as much on `easy`,
/// where nothing but rounds happens.
///
/// ```sh
/// cargo xtask bench --quick --solver 'whole-grid/avx*' --corpus easy --corpus hard+unique
/// ```
///
/// <details><summary>Answer</summary>
///
/// It falls less: a round is a chain of steps that wait for one another, and the chain has hardly
/// become shorter. Fewer instructions leave the processor room for other work, but the search of
/// one puzzle has no other work to do.
///
/// </details>
#[derive(Debug)]
pub struct Avx512vl {
    waiting: [Cells; DEEPEST],
}

impl Default for Avx512vl {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        Self { waiting: [[must_cast([0_u64; 4]); 9]; DEEPEST] }
    }
}

impl Solver for Avx512vl {
    const INFO: Info = Info {
        id: "whole-grid/avx512vl",
        idea: "the same nine registers with the instructions of AVX-512",
        sources: &[SOURCE],
        tree: Tree("whole-grid"),
        counters: COUNTERS,
        contradictions: Contradictions::Searched,
        state_bytes: size_of::<Self>(),
    };

    const TARGET: &'static str = features! { avx512, names };

    fn available() -> bool {
        features! { avx512, detected }
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
