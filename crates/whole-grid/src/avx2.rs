//! The rules over the whole grid, in vector registers of 256 bits.

use std::arch::x86_64::*;
use std::mem;

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::registers::{
    Boxes, Cells, Layouts, USED, above, all_complete, and, below, candidates, choose, grid, is_all,
    is_clean, keep, left, less, or, or3, right, where_none,
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
/// Nine of the sixteen places hold boxes, and seven always stay 0. A step to the next stack
/// shuffles 16 bits within each group of 64, a step to the next band permutes the four groups of
/// 64; each is one instruction. The rules and the names in the code are those of
/// [`Words`](crate::Words), whose page explains them.
///
/// What counts is how long one step waits for another. A round is one chain of steps, most of which
/// take the processor two cycles each, and the next round begins where it ends. So a line's
/// configurations are not found first and then rotated to the other lines: all three lines are
/// rotated at once, and each is combined with what comes from the other two.
///
/// The processor compares the 16-bit places of two registers at once and gives ones where they are
/// equal, so that finding the boxes without a bit is one instruction in place of four. The choice
/// of a guess counts the bits of a byte by two look-ups of four bits each, adds the bytes of each
/// band by the instruction that sums absolute differences, here from zero, and finds the least of
/// eight numbers and its place by one more.
///
/// # Cost
///
/// The same nodes, guesses and rounds as [`Words`](crate::Words). A round has some 290
/// instructions, less than a fifth of the 1,600 there. There are sixteen registers, hardly enough
/// for nine entries and the intermediate results of a round: about one instruction in six moves a
/// value out of the way or back.
/// <!-- dated: instructions of the compiled rounds, counted once, 2026-11 -->
///
/// All instructions are safe to call in a function that is compiled for them; arrays become vectors
/// and back without unsafe code. Only the call of such a function is unsafe: the processor must
/// have its instructions, which is checked when the solver is made.
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
/// It saves time alone: nodes, guesses and rounds equal those of [`Words`](crate::Words) on every
/// puzzle. How much depends on the processor. In the reference runs, this solver takes 0.083
/// (`finished`) to 0.25 (`effort-1e5`) of the time of [`Words`](crate::Words) to a first solution,
/// and 0.14 (`none+unique`) to 0.30 (`multi+unique`) for a proof.
/// <!-- figures: check mean of avx2.nodes == words.nodes and avx2.guesses == words.guesses and
/// avx2.rounds == words.rounds on finished, searched equals 1;
/// range named avx2.time / words.time on finished, searched below 1;
/// range named avx2.time / words.time on minimal+unique, hard+unique, multi+unique, none+unique
/// below 1 -->
///
/// What Dillon says of it (`cargo xtask claims ID` shows a claim in full):
///
/// - `tdoku-vectors`, without the instructions for vectors performance declines steeply: holds.
/// - `tdoku-hard`, on hard puzzles Tdoku is half as fast again as others, and up to twice as
///   fast: holds.
/// - `tdoku-invalid`, puzzles with several solutions or none take Tdoku no longer than others:
///   holds.
///
/// # Question
///
/// Nodes, guesses and rounds equal those of `words`, and a round has a fifth of the instructions.
/// Predict whether the time also falls to a fifth, and on which kind of puzzle it falls least.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'whole-grid/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// The counters of all three are equal. The time falls to 0.14 to 0.20 on `easy`, which is rounds
/// and nothing else, and to 0.25 on `hard`: a guess copies the state and reads single cells of it,
/// which wide registers do not make cheaper. Instructions say how much is done, not how long each
/// waits for the one before.
/// <!-- figures: check mean of avx2.nodes == words.nodes and avx2.guesses == words.guesses and
/// avx2.rounds == words.rounds on leetcode-37 equals 1;
/// range avx2.time / words.time on easy below 1; check words.guesses on easy equals 0;
/// range avx2.time / words.time on hard below 1 -->
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
        debug_assert!(is_clean(cells), "a bit that is no candidate");
        let next = round(cells, probe);
        cells = next.cells;
        let before = mem::replace(&mut sum, next.sum);
        // The first round after a guess seldom ends a node, so nobody looks.
        if mem::take(&mut is_new) {
            continue;
        }
        if !next.is_dead {
            if is_all(sum) && all_single(cells) {
                if all_complete(cells) && solved(cells, answer, probe)? {
                    return Ok(true);
                }
            } else if !is_same(sum, before) {
                continue;
            } else if let Some(choice) = choose(next.layouts) {
                debug_assert!(waiting < DEEPEST, "a path has more guesses than configurations");
                let (first, second) = choice.split();
                stack[waiting] = keep(cells, &choice, second);
                waiting += 1;
                cells = keep(cells, &choice, first);
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

/// What stands in boxes with one bit: twice the lowest bit less all of them, or else nothing.
#[target_feature(enable = "avx2")]
#[inline]
fn where_single(a: Boxes) -> Boxes {
    let below = _mm256_add_epi16(a, _mm256_set1_epi16(-1));
    _mm256_subs_epu16(_mm256_xor_si256(a, below), below)
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
fn round<P: Probe>(cells: Cells, probe: P) -> Round {
    probe.round();
    let [a, b, c, d, e, f, g, h, i] = cells;
    let [sa, sb, sc] = [where_single(a), where_single(b), where_single(c)];
    let [sd, se, sf] = [where_single(d), where_single(e), where_single(f)];
    let [sg, sh, si] = [where_single(g), where_single(h), where_single(i)];

    let singles_in_minirows = [or3(sa, sb, sc), or3(sd, se, sf), or3(sg, sh, si)];
    let singles_in_minicolumns = [or3(sa, sd, sg), or3(sb, se, sh), or3(sc, sf, si)];

    // Columns: the minicolumns of each box, less the digits that are single elsewhere in the box.
    let minicolumns = [or3(a, d, g), or3(b, e, h), or3(c, f, i)];
    let [x, y, z] = apart(minicolumns, singles_in_minicolumns);
    let (columns, some) =
        lay([x, y, z], [below(x), below(y), below(z)], [above(x), above(y), above(z)]);
    let [u, v, w] = apart(some, some);
    let [x, y, z] = some;
    let [a, b, c] = [and(a, x), and(b, y), and(c, z)];
    let [d, e, f] = [and(d, x), and(e, y), and(f, z)];
    let [g, h, i] = [and(g, x), and(h, y), and(i, z)];

    // Rows: the same a quarter turned.
    let minirows = [or3(a, b, c), or3(d, e, f), or3(g, h, i)];
    let [x, y, z] = apart(minirows, singles_in_minirows);
    let (rows, some) = lay([x, y, z], [right(x), right(y), right(z)], [left(x), left(y), left(z)]);
    let [p, q, r] = apart(some, some);

    // Three digits that are sure of a minirow or a minicolumn fill it.
    let [x, y, z] = some;
    let [x, y, z] = [and(x, room(p)), and(y, room(q)), and(z, room(r))];
    let [k, l, m] = [room(u), room(v), room(w)];
    let [a, b, c] = [and(a, k), and(b, l), and(c, m)];
    let [d, e, f] = [and(d, k), and(e, l), and(f, m)];
    let [g, h, i] = [and(g, k), and(h, l), and(i, m)];

    // Cells: a digit that is sure of its minirow and of its minicolumn has one cell.
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

/// Where the digits can lie in three lines that cross the three boxes: the even and the odd
/// configurations, and what is left of the lines. Each line comes with itself rotated both ways.
#[target_feature(enable = "avx2")]
#[inline]
fn lay(
    [x, y, z]: [Boxes; 3],
    [next_x, next_y, next_z]: [Boxes; 3],
    [last_x, last_y, last_z]: [Boxes; 3],
) -> ([Boxes; 2], [Boxes; 3]) {
    let [even, odd] = [and(next_y, last_z), and(last_y, next_z)];
    let x_left = and(x, or(even, odd));
    let y_left = and(y, or(and(last_x, next_z), and(next_x, last_z)));
    let z_left = and(z, or(and(next_x, last_y), and(last_x, next_y)));
    ([and(x, even), and(x, odd)], [x_left, y_left, z_left])
}

/// Of each of three, what the other two do not have.
#[target_feature(enable = "avx2")]
#[inline]
fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [less(a, or(e, f)), less(b, or(d, f)), less(c, or(d, e))]
}

/// What may stay in a minirow that is sure of these digits: where they are three, they fill it.
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
fn all_single(cells: Cells) -> bool {
    let mut more = _mm256_setzero_si256();
    for cell in cells {
        more = or(more, without_lowest(cell));
    }
    _mm256_testz_si256(more, more) == 1
}

#[target_feature(enable = "avx2")]
#[inline]
fn solved<P: Probe>(cells: Cells, answer: &mut Grid, probe: P) -> Result<bool, P::Stop> {
    *answer = grid(cells);
    Ok(probe.solved(answer))
}
