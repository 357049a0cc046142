//! The rules over two whole grids side by side, in vector registers of 512 bits.

use std::arch::x86_64::*;
use std::mem;

use bytemuck::must_cast;
use sudoku_core::{Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::{COUNTERS, SOURCE};

/// The rounds of [`Words`](crate::Words) for two puzzles side by side.
///
/// # The idea
///
/// A round of [`Avx2`](crate::Avx2) never branches, so it does not matter whose grid it works on.
/// Registers of 512 bits hold two grids, and one round takes both a step on:
///
/// ```text
///     bits 0 .. 255, slot 0: the nine boxes of one grid    bits 256 .. 511, slot 1: of another one
/// ```
///
/// The two slots have nothing to do with each other. Each has a puzzle of its own, and a stack of
/// states that wait. After a round, masks tell for each slot whether its node is at its end: a cell
/// is empty, all is solved, or nothing has changed. Only then is anything done for one slot alone,
/// a guess, a step back, or the next puzzle; the other slot keeps its state and goes on with the
/// next round. So a batch of puzzles keeps both slots filled, and a hard puzzle in one slot does
/// not keep the other from starting new ones.
///
/// One puzzle alone is searched in slot 0. Its tree is that of the siblings in any case: no node
/// and no guess depends on the other slot. In a batch, a slot may go through rounds that change
/// nothing, because both are looked at together.
///
/// A register of this size has masks of its own, one bit for each 16-bit place: "only where there
/// is none" needs no vector of ones. Any function of three bits is one instruction, and there are
/// 32 registers, so nothing has to be moved out of the way.
///
/// # Cost
///
/// The same nodes and guesses as [`Words`](crate::Words), and for one puzzle the same rounds. A
/// round has some 250 instructions for both grids. What is done for one slot alone does not get
/// cheaper: on puzzles that take many short nodes, it is most of the time.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Grid, Off, Puzzle, Solver};
/// use sudoku_whole_grid::Avx512;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// if Avx512::available() {
///     let mut answers = [None; 3];
///     let Ok(()) = Avx512::default().solve_all(&[puzzle; 3], &mut answers, |_| Off);
///     assert!(answers.iter().flatten().all(|grid| grid.extends(puzzle.grid())));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In the source, each statement that begins with `probe.` tells a counter or an observer what the
/// search does; in the timed program it compiles to nothing.
///
/// # Source
///
/// As for [`Words`](crate::Words).
///
/// # Outside its assumptions
///
/// As for [`Words`](crate::Words) and [`Avx2`](crate::Avx2). Faster only for callers with several
/// puzzles: one at a time, half of every register is idle, and it takes about as long as
/// [`Avx2`](crate::Avx2).
///
/// # What the step buys
///
/// Time alone, again, and for batches alone. Timed by hand, in turn, on one AMD Zen 5,
/// [`Avx2`](crate::Avx2) takes 1.5 to 1.7 times as long, by set: a round costs half as much for a
/// puzzle, what is done at the end of a node costs the same. It is not in the reference run.
#[derive(Debug)]
pub struct Avx512 {
    slots: [Slot; 2],
}

/// A search that is under way in one half of the registers.
#[derive(Debug)]
struct Slot {
    /// The place of its puzzle in the batch.
    puzzle: usize,
    /// How many states wait.
    waiting: usize,
    stack: [Half; DEEPEST],
}

/// The greatest number of guesses on a path. Each takes a configuration away for good; 6 bands and
/// stacks have 6 of them for each of 9 digits, and 1 of each when all is solved.
const DEEPEST: usize = 6 * 9 * (6 - 1);

impl Default for Avx512 {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        let slot = || Slot { puzzle: 0, waiting: 0, stack: [must_cast([[0_u64; 4]; 9]); DEEPEST] };
        Self { slots: [slot(), slot()] }
    }
}

impl Solver for Avx512 {
    const INFO: Info = Info {
        id: "whole-grid/avx512",
        idea: "the same rounds for two puzzles side by side",
        sources: &[SOURCE],
        tree: Tree("whole-grid"),
        counters: COUNTERS,
        state_bytes: size_of::<Self>(),
    };

    const WIDTH: usize = 2;

    const TARGET: &'static str =
        "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt";

    fn available() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut answer = [None];
        self.solve_all(std::slice::from_ref(puzzle), &mut answer, |_| probe)?;
        Ok(answer[0])
    }

    #[expect(unsafe_code, reason = "the call into code for this processor's instructions")]
    fn solve_all<P: Probe>(
        &mut self,
        puzzles: &[Puzzle],
        answers: &mut [Option<Grid>],
        probe: impl Fn(usize) -> P,
    ) -> Result<(), P::Stop> {
        // SAFETY: there is no value of this type where the instructions are missing: `default`, the
        // only way to one, has asked for them.
        unsafe { search(&mut self.slots, puzzles, answers, probe) }
    }
}

/// True when a slot has none of these lanes.
const fn has_none(lanes: u32) -> bool {
    lanes & USED == 0 || lanes >> 16 & USED == 0
}

/// Nine bits for each of nine boxes, of two grids: 256 bits for each grid, in them 64 for each band
/// and 16 for each stack; the rest is 0.
type Boxes = __m512i;

/// The candidates of two grids: `cells[3 * r + c]` holds those of the cell in row r and column c of
/// every box.
type Cells = [Boxes; 9];

/// The candidates of one grid.
type Half = [__m256i; 9];

/// The lanes of the boxes of one grid.
const USED: u32 = 0x0777;

/// The lanes of a slot.
const fn lanes(slot: usize) -> u32 {
    USED << (16 * slot)
}

/// The grid of a slot.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn half<const N: usize>(all: &[Boxes; N], slot: usize) -> [__m256i; N] {
    all.map(|boxes| must_cast::<Boxes, [__m256i; 2]>(boxes)[slot & 1])
}

/// Puts a grid in a slot.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put(cells: &mut Cells, slot: usize, grid: &Half) {
    let quarters = 0x0f << (4 * slot);
    for (cell, &new) in cells.iter_mut().zip(grid) {
        *cell = _mm512_mask_broadcast_i64x4(*cell, quarters, new);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn search<P: Probe>(
    slots: &mut [Slot; 2],
    puzzles: &[Puzzle],
    answers: &mut [Option<Grid>],
    probe: impl Fn(usize) -> P,
) -> Result<(), P::Stop> {
    let (mut cells, mut sum) = ([zero(); 9], zero());
    let (mut started, mut active) = (0, 0);
    for (at, slot) in slots.iter_mut().enumerate() {
        if let Some(puzzle) = puzzles.get(started) {
            put(&mut cells, at, &candidates(puzzle.grid()));
            (slot.puzzle, slot.waiting) = (started, 0);
            active |= lanes(at);
            probe(started).call()?;
            started += 1;
        }
    }
    let mut is_new = false;
    while active != 0 {
        let (dead, open, changed, layouts) = loop {
            for (at, slot) in slots.iter().enumerate() {
                if active & lanes(at) != 0 {
                    probe(slot.puzzle).round();
                }
            }
            let next = round(&cells);
            cells = next.cells;
            let dead = next.empty & active;
            let open = _mm512_cmpneq_epi16_mask(next.sum, _mm512_set1_epi16(0x1ff));
            let changed = _mm512_cmpneq_epi16_mask(next.sum, sum);
            sum = next.sum;
            let ends = dead != 0 || has_none(open | !active) || has_none(changed | !active);
            // The first round of a node seldom ends it, so nobody looks.
            if !mem::take(&mut is_new) && ends {
                break (dead, open, changed, next.layouts);
            }
        };
        for (at, slot) in slots.iter_mut().enumerate() {
            let lanes = active & lanes(at);
            if lanes == 0 {
                continue;
            }
            let mut answer = None;
            if dead & lanes == 0 {
                if open & lanes == 0 && several(&cells) & lanes == 0 {
                    answer = solution(&half(&cells, at));
                } else if changed & lanes != 0 {
                    continue;
                } else if let Some(choice) = choose(&half(&layouts, at)) {
                    let (first, second) = choice.split();
                    let here = half(&cells, at);
                    put(&mut cells, at, &keep(&here, &choice, first));
                    slot.stack[slot.waiting] = keep(&here, &choice, second);
                    slot.waiting += 1;
                    probe(slot.puzzle).guess(2);
                    probe(slot.puzzle).call()?;
                    is_new = true;
                    continue;
                }
            }
            if let Some(grid) = answer
                && !is_last(&grid, probe(slot.puzzle))?
            {
                answer = None;
            }
            if answer.is_none() && slot.waiting > 0 {
                slot.waiting -= 1;
                put(&mut cells, at, &slot.stack[slot.waiting]);
                probe(slot.puzzle).back();
                probe(slot.puzzle).call()?;
                is_new = true;
                continue;
            }
            answers[slot.puzzle] = answer;
            if let Some(puzzle) = puzzles.get(started) {
                put(&mut cells, at, &candidates(puzzle.grid()));
                sum = _mm512_maskz_mov_epi16(!lanes, sum);
                (slot.puzzle, slot.waiting) = (started, 0);
                probe(started).call()?;
                started += 1;
            } else {
                active &= !lanes;
            }
        }
    }
    Ok(())
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn zero() -> Boxes {
    _mm512_setzero_si512()
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn and(a: Boxes, b: Boxes) -> Boxes {
    _mm512_and_si512(a, b)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn or(a: Boxes, b: Boxes) -> Boxes {
    _mm512_or_si512(a, b)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn or3(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
    or(or(a, b), c)
}

/// What stands in the first and not in the second.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn less(a: Boxes, b: Boxes) -> Boxes {
    _mm512_andnot_si512(b, a)
}

/// In the place of each box, what the next one to the right has; the last takes from the first.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right(a: Boxes) -> Boxes {
    let order = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
    _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one to the left has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn left(a: Boxes) -> Boxes {
    let order = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
    _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one below has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn below(a: Boxes) -> Boxes {
    _mm512_permutex_epi64::<0b11_00_10_01>(a)
}

/// In the place of each box, what the one above has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn above(a: Boxes) -> Boxes {
    _mm512_permutex_epi64::<0b11_01_00_10>(a)
}

/// Without the lowest bit of each box.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn without_lowest(a: Boxes) -> Boxes {
    and(a, _mm512_add_epi16(a, _mm512_set1_epi16(-1)))
}

/// All bits of the boxes that have none.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn where_none(a: Boxes) -> Boxes {
    _mm512_movm_epi16(_mm512_testn_epi16_mask(a, a))
}

/// What stands in boxes with one bit.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
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
    /// The lanes of boxes where a cell has no candidate left.
    empty: u32,
    layouts: [Boxes; 4],
}

/// Applies every rule once.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn round(cells: &Cells) -> Round {
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
        least = _mm512_min_epu16(least, cell);
        sum = _mm512_add_epi16(sum, cell);
    }
    let empty = _mm512_testn_epi16_mask(least, least);
    Round { cells, sum, empty, layouts: [rows[0], rows[1], columns[0], columns[1]] }
}

/// Of each of three, what the other two do not have.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [less(a, or(e, f)), less(b, or(d, f)), less(c, or(d, e))]
}

/// Where three digits are sure of their minirow, they fill it: the others go.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn settle([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [and(a, room(d)), and(b, room(e)), and(c, room(f))]
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn room(sure: Boxes) -> Boxes {
    or(sure, where_none(without_lowest(without_lowest(sure))))
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn fix(cell: Boxes, some: Boxes, sure: Boxes) -> Boxes {
    and(and(cell, some), or(sure, where_none(sure)))
}

/// True when the search ends with this solution.
fn is_last<P: Probe>(solution: &Grid, probe: P) -> Result<bool, P::Stop> {
    Ok(probe.solved(solution))
}

/// The lanes of boxes where a cell has several candidates.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn several(cells: &Cells) -> u32 {
    let mut more = zero();
    for &cell in cells {
        more = or(more, without_lowest(cell));
    }
    _mm512_test_epi16_mask(more, more)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn and_half(a: __m256i, b: __m256i) -> __m256i {
    _mm256_and_si256(a, b)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn or_half(a: __m256i, b: __m256i) -> __m256i {
    _mm256_or_si256(a, b)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn or3_half(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    or_half(or_half(a, b), c)
}

/// What stands in the first and not in the second.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn less_half(a: __m256i, b: __m256i) -> __m256i {
    _mm256_andnot_si256(b, a)
}

/// In the place of each box, what the next one to the right has; the last takes from the first.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right_half(a: __m256i) -> __m256i {
    let order = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
    _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one to the left has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn left_half(a: __m256i) -> __m256i {
    let order = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
    _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one below has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn below_half(a: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_00_10_01>(a)
}

/// In the place of each box, what the one above has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn above_half(a: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_00_10>(a)
}

/// All bits of the boxes that have none.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn where_none_half(a: __m256i) -> __m256i {
    _mm256_cmpeq_epi16(a, _mm256_setzero_si256())
}

/// True when every row, column and box has all nine digits.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn all_complete(&[a, b, c, d, e, f, g, h, i]: &Half) -> bool {
    let minirows = [or3_half(a, b, c), or3_half(d, e, f), or3_half(g, h, i)];
    let minicolumns = [or3_half(a, d, g), or3_half(b, e, h), or3_half(c, f, i)];
    let [x, y, z] = minirows;
    let mut all = or3_half(x, y, z);
    for row in minirows {
        all = and_half(all, or3_half(row, right_half(row), left_half(row)));
    }
    for column in minicolumns {
        all = and_half(all, or3_half(column, below_half(column), above_half(column)));
    }
    _mm256_cmpeq_epi16_mask(all, _mm256_set1_epi16(0x1ff)) as u32 & USED == USED
}

/// A band or a stack, a digit, and which of its six configurations are left.
struct Choice {
    /// Twice the band, or twice the stack and one.
    place: usize,
    /// Its bit.
    digit: u16,
    /// One bit for each, the even ones first.
    configurations: usize,
}

/// Where to branch: in the open band or stack with the fewest configurations, the first digit that
/// has two of them, or else the one with the fewest.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn choose(&[even_rows, odd_rows, even_columns, odd_columns]: &[__m256i; 4]) -> Option<Choice> {
    let in_bands = _mm256_add_epi8(_mm256_popcnt_epi8(even_rows), _mm256_popcnt_epi8(odd_rows));
    let in_bands = _mm256_sad_epu8(in_bands, _mm256_setzero_si256());
    let (low, high) = halves(in_bands);
    let in_bands = _mm_packus_epi32(low, high);

    let in_stacks =
        _mm256_add_epi8(_mm256_popcnt_epi8(even_columns), _mm256_popcnt_epi8(odd_columns));
    let (low, high) = halves(in_stacks);
    let in_stacks = _mm_add_epi8(low, high);
    let in_stacks = _mm_add_epi8(in_stacks, _mm_bsrli_si128::<8>(in_stacks));
    let in_stacks = _mm_maddubs_epi16(in_stacks, _mm_set1_epi8(1));

    // One word each: band 0, stack 0, band 1, and so on. One that is solved has 9 configurations, and
    // less than 0 is very much here.
    let numbers = _mm_or_si128(in_bands, _mm_unpacklo_epi16(_mm_setzero_si128(), in_stacks));
    let numbers = _mm_sub_epi16(numbers, _mm_set1_epi16(10));
    let fewest = _mm_cvtsi128_si32(_mm_minpos_epu16(numbers)) as u32;
    if fewest & 0xff00 == 0xff00 {
        return None;
    }
    let place = (fewest >> 16) as usize & 7;

    let words: [[u16; 16]; 4] = [even_rows, odd_rows, even_columns, odd_columns].map(must_cast);
    let (kind, first, step) =
        if place.is_multiple_of(2) { (0, place / 2 * 4, 1) } else { (2, place / 2, 4) };
    let at = |no: usize| words[kind + no / 3][(first + no % 3 * step) & 15];
    let digits = [at(0), at(1), at(2), at(3), at(4), at(5)];
    let (mut once, mut twice, mut more) = (0, 0, 0);
    for digits in digits {
        more |= twice & digits;
        twice |= once & digits;
        once |= digits;
    }
    let two = twice & !more;
    let digit = if two == 0 { with_fewest(&digits) } else { two & two.wrapping_neg() };
    let mut configurations = 0;
    for (no, digits) in digits.into_iter().enumerate() {
        configurations |= usize::from(digits & digit != 0) << no;
    }
    Some(Choice { place, digit, configurations })
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn halves(a: __m256i) -> (__m128i, __m128i) {
    (_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a))
}

/// The digit with the fewest configurations, at least two: called where no digit has two.
#[cold]
fn with_fewest(digits: &[u16; 6]) -> u16 {
    let number = |bit: u16| digits.iter().filter(|&&digits| digits & bit != 0).count();
    let open = (0..9).map(|digit| (number(1 << digit), 1 << digit)).filter(|open| open.0 > 1);
    open.min().map_or(0, |(_, bit)| bit)
}

impl Choice {
    /// The configurations that are tried first, and the others: one of two or three, two of more.
    #[inline]
    fn split(&self) -> (usize, usize) {
        let all = self.configurations;
        let lowest = all & all.wrapping_neg();
        let first = if all.count_ones() > 3 { (lowest | lowest << 3) & all } else { lowest };
        (first, all ^ first)
    }
}

/// The cells when the digit keeps only some of its configurations there.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn keep(cells: &Half, choice: &Choice, configurations: usize) -> Half {
    let digit = _mm256_set1_epi16(choice.digit.cast_signed());
    let [band, stack] = PLACES[choice.place & 7];
    let (band, stack) = (and_half(must_cast(band), digit), and_half(must_cast(stack), digit));
    let lost = LOST[configurations & 63].map(|boxes| _mm_cvtsi64_si128(must_cast(boxes)));
    let [x, y, z] = [
        and_half(band, _mm256_broadcastq_epi64(lost[0])),
        and_half(band, _mm256_broadcastq_epi64(lost[1])),
        and_half(band, _mm256_broadcastq_epi64(lost[2])),
    ];
    let [u, v, w] = [
        and_half(stack, _mm256_cvtepi16_epi64(lost[0])),
        and_half(stack, _mm256_cvtepi16_epi64(lost[1])),
        and_half(stack, _mm256_cvtepi16_epi64(lost[2])),
    ];
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [
        less_half(a, or_half(x, u)),
        less_half(b, or_half(x, v)),
        less_half(c, or_half(x, w)),
        less_half(d, or_half(y, u)),
        less_half(e, or_half(y, v)),
        less_half(f, or_half(y, w)),
        less_half(g, or_half(z, u)),
        less_half(h, or_half(z, v)),
        less_half(i, or_half(z, w)),
    ]
}

/// For each set of configurations and each line of the band, all bits of the boxes in which none of
/// them lies.
static LOST: [[[u16; 4]; 3]; 64] = {
    let mut lost = [[[0xffff, 0xffff, 0xffff, 0]; 3]; 64];
    let mut set = 0;
    while set < 64 {
        let mut no = 0;
        while no < 6 {
            let mut line = 0;
            while set >> no & 1 == 1 && line < 3 {
                let step = if no < 3 { line } else { 2 * line };
                lost[set][line][(no + step) % 3] = 0;
                line += 1;
            }
            no += 1;
        }
        set += 1;
    }
    lost
};

/// For each place of a choice, all bits of the boxes of its band, and of those of its stack: one of
/// the two is empty.
static PLACES: [[[u16; 16]; 2]; 8] = {
    let mut places = [[[0; 16]; 2]; 8];
    let mut place = 0_usize;
    while place < 6 {
        let mut no = 0;
        while no < 3 {
            if place.is_multiple_of(2) {
                places[place][0][place / 2 * 4 + no] = 0xffff;
            } else {
                places[place][1][no * 4 + place / 2] = 0xffff;
            }
            no += 1;
        }
        place += 1;
    }
    places
};

/// The candidates that a grid leaves: its digits, and all nine where it has none.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn candidates(grid: &Grid) -> Half {
    let cells = grid.cells();
    let [a, d, g] = [line(cells, 0), line(cells, 3), line(cells, 6)];
    let [b, e, h] = [line(cells, 1), line(cells, 4), line(cells, 7)];
    let [c, f, i] = [line(cells, 2), line(cells, 5), line(cells, 8)];
    let [[a, b, c], [d, e, f], [g, h, i]] = [opened(a, d, g), opened(b, e, h), opened(c, f, i)];
    [a, b, c, d, e, f, g, h, i]
}

/// The digits of a row as bits in 16-bit places, those of a column of the box side by side: the
/// first two columns, and the third.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn line(cells: &[u8; 81], row: usize) -> [__m128i; 2] {
    let bytes = if row < 8 {
        must_cast::<[u8; 16], __m128i>(*cells[9 * row..].first_chunk().expect("16 more cells"))
    } else {
        let last: [u8; 16] = *cells.last_chunk().expect("16 cells");
        _mm_bsrli_si128::<7>(must_cast(last))
    };
    let by_column = _mm_setr_epi8(0, 3, 6, -1, 1, 4, 7, -1, 2, 5, 8, -1, -1, -1, -1, -1);
    let digits = _mm_shuffle_epi8(bytes, by_column);
    let low = _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    let high = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    let (low, high) = (_mm_shuffle_epi8(low, digits), _mm_shuffle_epi8(high, digits));
    [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)]
}

/// The three entries of a row of the box, from that row of each band.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn opened(top: [__m128i; 2], middle: [__m128i; 2], bottom: [__m128i; 2]) -> [__m256i; 3] {
    [
        open(_mm_unpacklo_epi64(top[0], middle[0]), _mm_move_epi64(bottom[0])),
        open(_mm_unpackhi_epi64(top[0], middle[0]), _mm_bsrli_si128::<8>(bottom[0])),
        open(_mm_unpacklo_epi64(top[1], middle[1]), bottom[1]),
    ]
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn open(upper: __m128i, lower: __m128i) -> __m256i {
    let all = _mm256_setr_epi16(511, 511, 511, 0, 511, 511, 511, 0, 511, 511, 511, 0, 0, 0, 0, 0);
    let digits = _mm256_set_m128i(lower, upper);
    or_half(digits, and_half(where_none_half(digits), all))
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn solution(cells: &Half) -> Option<Grid> {
    all_complete(cells).then(|| grid(cells))
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn grid(cells: &Half) -> Grid {
    let low = _mm_setr_epi8(9, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
    let high = _mm_setr_epi8(0, 5 - 9, 6 - 9, 0, 7 - 9, 0, 0, 0, 8 - 9, 0, 0, 0, 0, 0, 0, 0);
    let (low, high) = (_mm256_broadcastsi128_si256(low), _mm256_broadcastsi128_si256(high));
    let order = _mm_setr_epi8(0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1);
    let order = _mm256_broadcastsi128_si256(order);
    let (nibble, byte) = (_mm256_set1_epi8(15), _mm256_set1_epi16(0xff));
    let mut bytes = [[0_u8; 16]; 9];
    for r in 0..3 {
        let both = or_half(and_half(cells[3 * r], byte), _mm256_slli_epi16::<8>(cells[3 * r + 1]));
        let outer = _mm256_unpacklo_epi64(both, cells[3 * r + 2]);
        let inner = _mm256_unpackhi_epi64(both, cells[3 * r + 2]);
        let mut digits = [outer, inner];
        for bits in &mut digits {
            let ordered = _mm256_shuffle_epi8(*bits, order);
            let upper = and_half(_mm256_srli_epi16::<4>(ordered), nibble);
            *bits = _mm256_add_epi8(
                _mm256_shuffle_epi8(low, and_half(ordered, nibble)),
                _mm256_shuffle_epi8(high, upper),
            );
        }
        let [outer, inner] = digits;
        bytes[r] = must_cast(_mm256_castsi256_si128(outer));
        bytes[r + 3] = must_cast(_mm256_castsi256_si128(inner));
        bytes[r + 6] = must_cast(_mm256_extracti128_si256::<1>(outer));
    }
    let mut rows = [0_u8; 81];
    for row in 0..8 {
        *rows[9 * row..].first_chunk_mut().expect("16 more cells") = bytes[row];
    }
    rows[72..].copy_from_slice(&bytes[8][..9]);
    Grid::from_rows(must_cast(rows))
}
