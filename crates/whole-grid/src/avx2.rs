//! The rules over the whole grid, in vector registers of 256 bits.

use std::arch::x86_64::*;
use std::mem;

use bytemuck::must_cast;
use sudoku_core::{Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::registers::{
    Boxes, Cells, Layouts, USED, above, all_complete, and, below, candidates, choose, grid, is_all,
    keep, left, less, or, or3, right, where_none,
};
use crate::{COUNTERS, SOURCE};

/// The rounds of [`Words`](crate::Words) in nine vector registers.
///
/// # The idea
///
/// An entry of [`Words`](crate::Words) is three words, so every step of its rounds is done three
/// times. A register of AVX2 has 256 bits, room for an entry and to spare:
///
/// ```text
///     bits   0        16       32       48    64       80       96       112
///          stack 0  stack 1  stack 2    -   stack 0  stack 1  stack 2    -       bands 0 and 1
///     bits 128       144      160      176   192 .. 255
///          stack 0  stack 1  stack 2    -         -                              band 2
/// ```
///
/// The nine places of the boxes are used and seven stay zero for ever. A step to the next stack
/// shuffles 16 bits within each group of 64, a step to the next band permutes the four groups of
/// 64; each is one instruction. The other rules are what they were: the page of
/// [`Words`](crate::Words) tells them, and names here are the same.
///
/// The processor compares the 16-bit places of two registers at once and gives ones where they are
/// equal, so that "where there is none" is one instruction in place of four. The choice of a guess
/// counts bits by two look-ups of four bits each, adds the bytes of each band by one instruction
/// that sums absolute differences to zero, and finds the least of eight numbers and its place by
/// another.
///
/// # Cost
///
/// The same nodes, guesses and rounds as [`Words`](crate::Words). A round has some 290
/// instructions, a fifth as many. Sixteen registers hold nine entries and what a round makes of
/// them only just: about one instruction in ten moves a value out of the way.
///
/// All instructions are safe to call in a function that is compiled for them; arrays become vectors
/// and back without unsafe code. What is left is the one call of such a function: the processor
/// must have been asked, and has been when the solver was made.
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
/// In the source, each statement that begins with `probe.` tells a counter or an observer what the
/// search does; in the timed program it compiles to nothing.
///
/// # Source
///
/// As for [`Words`](crate::Words). The layout is this project's. That nine registers of nine lanes
/// beat fewer and fuller ones was found by experiment.
///
/// # Outside its assumptions
///
/// As [`Words`](crate::Words), in all. On a processor without the instructions there is no value of
/// this type: `default` panics, and whoever asks `available` before never comes there.
///
/// # What the step buys
///
/// Time alone: nodes, guesses and rounds equal those of [`Words`](crate::Words) on every puzzle. It
/// depends on the processor. In the reference run on an AMD EPYC (family 26, model 2), this solver
/// takes 0.24 (`easy`) to 0.36 (`hard`) of the time of [`Words`](crate::Words) to a first solution,
/// and 0.23 (`none`) to 0.37 (`hard`) for a proof.
///
/// What Dillon says of it (`cargo xtask claims ID` shows a claim in full):
///
/// - `tdoku-vectors`, without the instructions for vectors performance declines steeply: undecided.
/// - `tdoku-hard`, on hard puzzles Tdoku is half as fast again as others, and up to twice as
///   fast: undecided.
/// - `tdoku-invalid`, puzzles with several solutions or none take Tdoku no longer than others:
///   undecided.
///
/// # Question
///
/// Nodes, guesses and rounds equal those of `words`, and a round has a fifth of the instructions.
/// Predict whether the time falls to a fifth as well, and on which kind of puzzle it falls least.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'whole-grid/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// The counters of all three are equal. The time falls to 0.24 on `easy`, which is rounds and
/// nothing else, and to 0.36 on `hard`: a guess copies the state and reads single cells of it,
/// which wide registers do not make cheaper. Instructions say how much is done, not how long each
/// waits for the one before.
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
        state_bytes: size_of::<Self>(),
    };

    const TARGET: &'static str = "avx2,bmi1,bmi2,lzcnt,popcnt";

    fn available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    #[expect(unsafe_code, reason = "the call into code for this processor's instructions")]
    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut answer = Grid::BLANK;
        // SAFETY: there is no value of this type where the instructions are missing: `default`, the
        // only way to one, has asked for them.
        let found = unsafe { search(&mut self.waiting, puzzle, &mut answer, probe)? };
        Ok(found.then_some(answer))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search<P: Probe>(
    stack: &mut [Cells; DEEPEST],
    puzzle: &Puzzle,
    answer: &mut Grid,
    probe: P,
) -> Result<bool, P::Stop> {
    let (mut cells, mut sum) = (candidates(puzzle.grid()), _mm256_setzero_si256());
    let (mut waiting, mut is_new) = (0, false);
    probe.call()?;
    loop {
        let next = round(&cells, probe);
        cells = next.cells;
        let before = mem::replace(&mut sum, next.sum);
        // The first round after a guess seldom ends a node, so nobody looks.
        if mem::take(&mut is_new) {
            continue;
        }
        if !next.is_dead {
            if is_all(sum) && all_single(&cells) {
                if all_complete(&cells) && solved(&cells, answer, probe)? {
                    return Ok(true);
                }
            } else if !is_same(sum, before) {
                continue;
            } else if let Some(choice) = choose(&next.layouts) {
                let (first, second) = choice.split();
                stack[waiting] = keep(&cells, &choice, second);
                waiting += 1;
                cells = keep(&cells, &choice, first);
                probe.guess(2);
                probe.call()?;
                is_new = true;
                continue;
            }
        }
        if waiting == 0 {
            return Ok(false);
        }
        waiting -= 1;
        cells = stack[waiting];
        probe.back();
        probe.call()?;
        is_new = true;
    }
}

/// Without the lowest bit of each box.
#[target_feature(enable = "avx2")]
#[inline]
fn without_lowest(a: Boxes) -> Boxes {
    and(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)))
}

/// What stands in boxes with one bit.
#[target_feature(enable = "avx2")]
#[inline]
fn where_single(a: Boxes) -> Boxes {
    and(a, where_none(without_lowest(a)))
}

/// What a round leaves.
struct Round {
    cells: Cells,
    /// The nine cells of each box added up. Candidates only go, so it changes when any of them
    /// does.
    sum: Boxes,
    /// A cell has no candidate left.
    is_dead: bool,
    layouts: Layouts,
}

/// Applies every rule once.
#[target_feature(enable = "avx2")]
#[inline]
fn round<P: Probe>(cells: &Cells, probe: P) -> Round {
    probe.round();
    let [a, b, c, d, e, f, g, h, i] = *cells;
    let [sa, sb, sc] = [where_single(a), where_single(b), where_single(c)];
    let [sd, se, sf] = [where_single(d), where_single(e), where_single(f)];
    let [sg, sh, si] = [where_single(g), where_single(h), where_single(i)];

    // Columns: the minicolumns of each box, less the digits that are single elsewhere in the box.
    let [x, y, z] = apart(
        [or3(a, d, g), or3(b, e, h), or3(c, f, i)],
        [or3(sa, sd, sg), or3(sb, se, sh), or3(sc, sf, si)],
    );
    let columns = [and(x, and(below(y), above(z))), and(x, and(above(y), below(z)))];
    let [even, odd] = columns;
    let some = [or(even, odd), or(above(even), below(odd)), or(below(even), above(odd))];
    let sure_columns = apart(some, some);
    let [x, y, z] = settle(some, sure_columns);
    let [a, b, c] = [and(a, x), and(b, y), and(c, z)];
    let [d, e, f] = [and(d, x), and(e, y), and(f, z)];
    let [g, h, i] = [and(g, x), and(h, y), and(i, z)];

    // Rows: the same a quarter turned.
    let [x, y, z] = apart(
        [or3(a, b, c), or3(d, e, f), or3(g, h, i)],
        [or3(sa, sb, sc), or3(sd, se, sf), or3(sg, sh, si)],
    );
    let rows = [and(x, and(right(y), left(z))), and(x, and(left(y), right(z)))];
    let [even, odd] = rows;
    let some = [or(even, odd), or(left(even), right(odd)), or(right(even), left(odd))];
    let sure_rows = apart(some, some);
    let [x, y, z] = settle(some, sure_rows);

    // Cells: a digit that is sure of its minirow and of its minicolumn has one cell.
    let [p, q, r] = sure_rows;
    let [u, v, w] = sure_columns;
    let cells = [
        fix(a, x, and(p, u)),
        fix(b, x, and(p, v)),
        fix(c, x, and(p, w)),
        fix(d, y, and(q, u)),
        fix(e, y, and(q, v)),
        fix(f, y, and(q, w)),
        fix(g, z, and(r, u)),
        fix(h, z, and(r, v)),
        fix(i, z, and(r, w)),
    ];
    let [mut least, mut sum] = [cells[0]; 2];
    for &cell in &cells[1..] {
        least = _mm256_min_epu16(least, cell);
        sum = _mm256_add_epi16(sum, cell);
    }
    let is_dead = _mm256_movemask_epi8(where_none(least)) as u32 & USED != 0;
    Round { cells, sum, is_dead, layouts: [rows[0], rows[1], columns[0], columns[1]] }
}

/// Of each of three, what the other two do not have.
#[target_feature(enable = "avx2")]
#[inline]
fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [less(a, or(e, f)), less(b, or(d, f)), less(c, or(d, e))]
}

/// Where three digits are sure of their minirow, they fill it: the others go.
#[target_feature(enable = "avx2")]
#[inline]
fn settle([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [and(a, room(d)), and(b, room(e)), and(c, room(f))]
}

#[target_feature(enable = "avx2")]
#[inline]
fn room(sure: Boxes) -> Boxes {
    or(sure, where_none(without_lowest(without_lowest(sure))))
}

#[target_feature(enable = "avx2")]
#[inline]
fn fix(cell: Boxes, some: Boxes, sure: Boxes) -> Boxes {
    and(and(cell, some), or(sure, where_none(sure)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn is_same(a: Boxes, b: Boxes) -> bool {
    _mm256_movemask_epi8(_mm256_cmpeq_epi16(a, b)) == -1
}

/// True when every cell has one candidate at most.
#[target_feature(enable = "avx2")]
#[inline]
fn all_single(cells: &Cells) -> bool {
    let mut more = _mm256_setzero_si256();
    for &cell in cells {
        more = or(more, without_lowest(cell));
    }
    _mm256_testz_si256(more, more) == 1
}

#[target_feature(enable = "avx2")]
#[inline]
fn solved<P: Probe>(cells: &Cells, answer: &mut Grid, probe: P) -> Result<bool, P::Stop> {
    *answer = grid(cells);
    Ok(probe.solved(answer))
}
