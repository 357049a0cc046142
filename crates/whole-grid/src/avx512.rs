//! The rules over two whole grids side by side, in vector registers of 512 bits.

use std::arch::x86_64::*;
use std::mem;

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::registers::{self, all_complete, candidates, choose, grid, is_clean, keep};
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
/// states that wait. After a round, masks show for each slot whether its node is at its end: a cell
/// is empty, all is solved, or nothing has changed. Only then is anything done for one slot alone,
/// a guess, a step back, or the next puzzle; the other slot keeps its state and goes on with the
/// next round. So a batch of puzzles keeps both slots filled, and a hard puzzle in one slot does
/// not keep the other from starting new ones.
///
/// A puzzle without a neighbour, because it came alone or is the last of a batch, has both halves.
/// After a guess the first alternative is in one half, and the second, which has to wait, in the
/// other: it goes through the same rounds while it waits. When the first comes to nothing, the
/// second has gone through as many rounds, and is often at its end:
///
/// ```text
///     in turn        first: 1 2 3 dead   second: 1 2 3 4 guess      7 rounds
///     side by side   first: 1 2 3 dead
///                   second: 1 2 3 4 guess                           4 rounds
/// ```
///
/// When the first makes another guess, the second moves to the stack in the state that it has
/// reached, and the new alternative takes its half.
///
/// The tree is always that of [`Words`](crate::Words) and [`Avx2`](crate::Avx2): no node and no
/// guess depends on what is in the other half. In a batch, a slot may go through rounds that change
/// nothing, because both are looked at together.
///
/// Any function of three bits is one instruction, bits are counted in each 16-bit place at once,
/// and there are 32 registers, so nothing has to be moved out of the way. Comparing registers of
/// this size gives a mask, one bit for each place; to make a mask and turn it into a vector takes
/// eight cycles. So within a round, the boxes without a bit are found by the sign of the place
/// minus one, in four cycles. Only at the end of a round are masks used, to show which slots' nodes
/// have ended.
///
/// # Cost
///
/// The same nodes and guesses as [`Words`](crate::Words). A single puzzle takes fewer rounds, since
/// one round takes two nodes a step on: 18 % fewer for the proofs on `minimal`, none fewer on
/// `easy`. What is done for one slot alone does not get cheaper: on puzzles that take many
/// short nodes, it is most of the time.
/// <!-- figures: check mean of avx512.nodes == words.nodes and avx512.guesses == words.guesses on
/// finished, searched equals 1; range avx512.rounds / words.rounds on minimal+unique below 1 as saving;
/// check avx512.rounds / words.rounds on easy equals 1 -->
///
/// A round has some 200 instructions for both grids.
/// <!-- dated: instructions of the compiled round, counted once, 2026-11 -->
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
/// It behaves as [`Words`](crate::Words) and [`Avx2`](crate::Avx2) do. Until the first guess, half
/// of every register is idle when puzzles come one at a time.
///
/// # What the step buys
///
/// Again it saves time alone, most of it for batches. In the reference runs, this solver takes 0.58
/// (`easy`) to 0.90 (`none+unique`) of the time of [`Avx2`](crate::Avx2) on sets of many puzzles: a
/// round costs half as much for a puzzle, but what is done at the end of a node costs the same.
/// With one puzzle at a time, it takes 1.05 (`leetcode-37`) to 1.36 (`finished`) of the time.
/// <!-- figures: range named avx512.time / avx2.time on easy, guessed, none, minimal+unique,
/// hard+unique, multi+unique, none+unique below 1;
/// range named avx512.time / avx2.time on leetcode-37, finished -->
///
/// # Question
///
/// One round takes two puzzles a step on. Predict what share of the time of `avx2` this solver
/// takes on `easy` and for the proofs on `multi`, and then measure it.
///
/// ```sh
/// cargo xtask bench --quick --solver 'whole-grid/avx*' --corpus easy --corpus multi+unique
/// ```
///
/// <details><summary>Answer</summary>
///
/// In the reference runs, the share is 0.58 to 0.78 on `easy` and 0.72 to 0.85 for the proofs on
/// `multi`. It would be a half if all time were spent in rounds and both slots always had work.
/// What is done for one slot alone (a guess, a step back, the next puzzle) costs as much as in
/// `avx2`, so puzzles with many guesses gain less.
/// <!-- figures: range avx512.time / avx2.time on easy below 1;
/// range avx512.time / avx2.time on multi+unique below 1 -->
///
/// </details>
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
    stack: [registers::Cells; DEEPEST],
}

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
        contradictions: Contradictions::Searched,
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

/// The lanes of the boxes of one grid.
const USED: u32 = 0x0777;

/// The lanes of a slot.
const fn lanes(slot: usize) -> u32 {
    USED << (16 * slot)
}

/// The grid of a slot.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn half<const N: usize>(all: [Boxes; N], slot: usize) -> [__m256i; N] {
    all.map(|boxes| must_cast::<Boxes, [__m256i; 2]>(boxes)[slot & 1])
}

/// Puts a grid in a slot.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put(mut cells: Cells, slot: usize, grid: registers::Cells) -> Cells {
    let quarters = 0x0f << (4 * slot);
    for (cell, new) in cells.iter_mut().zip(grid) {
        *cell = _mm512_mask_broadcast_i64x4(*cell, quarters, new);
    }
    cells
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
            cells = put(cells, at, candidates(puzzle.grid()));
            (slot.puzzle, slot.waiting) = (started, 0);
            active |= lanes(at);
            probe(started).call()?;
            started += 1;
        }
    }
    let mut is_new = false;
    while active == lanes(0) | lanes(1) {
        let (dead, open, changed, layouts) = loop {
            debug_assert!((0..2).all(|at| is_clean(half(cells, at))), "a bit that is no candidate");
            probe(slots[0].puzzle).round();
            let next: Round<2> = round(cells, probe(slots[1].puzzle));
            cells = next.cells;
            let dead = next.empty & active;
            let open = open(next.sum);
            let changed = differ(next.sum, sum);
            sum = next.sum;
            let ends = dead != 0 || has_none(open) || has_none(changed);
            // The first round of a node seldom ends it, so nobody looks.
            if !mem::take(&mut is_new) && ends {
                break (dead, open, changed, next.layouts);
            }
        };
        for (at, slot) in slots.iter_mut().enumerate() {
            let lanes = lanes(at);
            let mut answer = None;
            if dead & lanes == 0 {
                if open & lanes == 0 && several(cells) & lanes == 0 {
                    let solution = half(cells, at);
                    answer = all_complete(solution).then(|| grid(solution));
                } else if changed & lanes != 0 {
                    continue;
                } else if let Some(choice) = choose(half(layouts, at)) {
                    let (first, second) = choice.split();
                    debug_assert!(
                        slot.waiting < DEEPEST,
                        "a path has more guesses than configurations"
                    );
                    let here = half(cells, at);
                    cells = put(cells, at, keep(here, &choice, first));
                    slot.stack[slot.waiting] = keep(here, &choice, second);
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
                cells = put(cells, at, slot.stack[slot.waiting]);
                probe(slot.puzzle).back();
                probe(slot.puzzle).call()?;
                is_new = true;
                continue;
            }
            answers[slot.puzzle] = answer;
            if let Some(puzzle) = puzzles.get(started) {
                cells = put(cells, at, candidates(puzzle.grid()));
                sum = _mm512_maskz_mov_epi16(!lanes, sum);
                (slot.puzzle, slot.waiting) = (started, 0);
                probe(started).call()?;
                started += 1;
            } else {
                active &= !lanes;
            }
        }
    }
    for (at, slot) in slots.iter_mut().enumerate() {
        if active & lanes(at) != 0 {
            answers[slot.puzzle] = alone(slot, half(cells, at), probe(slot.puzzle))?;
        }
    }
    Ok(())
}

/// Searches one puzzle, in one half of the registers. The node on top of the stack is in the other
/// half, where it goes through the same rounds; its place in the stack is written when another one
/// comes on top.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn alone<P: Probe>(
    Slot { waiting, stack, .. }: &mut Slot,
    start: registers::Cells,
    probe: P,
) -> Result<Option<Grid>, P::Stop> {
    let (mut cells, mut sum) = ([zero(); 9], zero());
    let (mut here, mut is_new) = (0, false);
    cells = put(cells, here, start);
    if *waiting > 0 {
        cells = put(cells, 1 - here, stack[*waiting - 1]);
    }
    loop {
        let (empty, open, changed, layouts) = loop {
            debug_assert!((0..2).all(|at| is_clean(half(cells, at))), "a bit that is no candidate");
            let next: Round<1> = round(cells, probe);
            cells = next.cells;
            let open = open(next.sum);
            let changed = differ(next.sum, sum);
            sum = next.sum;
            let lanes = lanes(here);
            let ends = next.empty & lanes != 0 || open & lanes == 0 || changed & lanes == 0;
            if !mem::take(&mut is_new) && ends {
                break (next.empty, open, changed, next.layouts);
            }
        };
        // Both halves have been through this round.
        for _ in 0..2 {
            let lanes = lanes(here);
            if empty & lanes == 0 {
                if open & lanes == 0 && several(cells) & lanes == 0 {
                    let solution = half(cells, here);
                    if all_complete(solution) {
                        let grid = grid(solution);
                        if is_last(&grid, probe)? {
                            return Ok(Some(grid));
                        }
                    }
                } else if changed & lanes != 0 {
                    break;
                } else if let Some(choice) = choose(half(layouts, here)) {
                    debug_assert!(
                        *waiting < DEEPEST,
                        "a path has more guesses than configurations"
                    );
                    if *waiting > 0 {
                        stack[*waiting - 1] = half(cells, 1 - here);
                    }
                    *waiting += 1;
                    let (first, second) = choice.split();
                    let now = half(cells, here);
                    cells = put(cells, here, keep(now, &choice, first));
                    cells = put(cells, 1 - here, keep(now, &choice, second));
                    probe.guess(2);
                    probe.call()?;
                    is_new = true;
                    break;
                }
            }
            if *waiting == 0 {
                return Ok(None);
            }
            *waiting -= 1;
            here = 1 - here;
            if *waiting > 0 {
                cells = put(cells, 1 - here, stack[*waiting - 1]);
                sum = _mm512_maskz_mov_epi16(!lanes, sum);
            }
            probe.back();
            probe.call()?;
        }
    }
}

/// The lanes of boxes that are not solved.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn open(sum: Boxes) -> u32 {
    _mm512_cmpneq_epi16_mask(sum, _mm512_set1_epi16(0x1ff))
}

/// The lanes that are not the same in both.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn differ(a: Boxes, b: Boxes) -> u32 {
    _mm512_cmpneq_epi16_mask(a, b)
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

/// The bits of the first that are not in the second.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn less(a: Boxes, b: Boxes) -> Boxes {
    _mm512_andnot_si512(b, a)
}

/// In the place of each box, what the next one to the right has; the last takes from the first. The
/// unused places are cleared: to move them along would take the compiler two instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right(a: Boxes) -> Boxes {
    let order = [2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1];
    _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one to the left has.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn left(a: Boxes) -> Boxes {
    let order = [4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1];
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
    _mm512_srai_epi16::<15>(_mm512_add_epi16(a, _mm512_set1_epi16(-1)))
}

/// What stands in boxes with one bit: twice the lowest bit less all of them, or else nothing.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn where_single(a: Boxes) -> Boxes {
    let below = _mm512_add_epi16(a, _mm512_set1_epi16(-1));
    _mm512_subs_epu16(_mm512_xor_si512(a, below), below)
}

/// What a round leaves, of one puzzle or of two.
struct Round<const PUZZLES: usize> {
    cells: Cells,
    /// The nine cells of each box added up. Candidates only go, so it changes when any of them
    /// does.
    sum: Boxes,
    /// The lanes of boxes where a cell has no candidate left.
    empty: u32,
    layouts: [Boxes; 4],
}

/// Applies every rule once. The searches of one puzzle and of two have a copy each, which is compiled
/// into them: their grids stay in registers.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn round<P: Probe, const PUZZLES: usize>(cells: Cells, probe: P) -> Round<PUZZLES> {
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
        least = _mm512_min_epu16(least, cell);
        sum = _mm512_add_epi16(sum, cell);
    }
    let empty = _mm512_testn_epi16_mask(least, least);
    Round { cells, sum, empty, layouts: [rows[0], rows[1], columns[0], columns[1]] }
}

/// Where the digits can lie in three lines that cross the three boxes: the even and the odd
/// configurations, and what is left of the lines. Each line comes with itself rotated both ways.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [less(a, or(e, f)), less(b, or(d, f)), less(c, or(d, e))]
}

/// What may stay in a minirow that is sure of these digits: where they are three, they fill it.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn room(sure: Boxes) -> Boxes {
    let few = _mm512_sub_epi16(_mm512_popcnt_epi16(sure), _mm512_set1_epi16(3));
    or(sure, _mm512_srai_epi16::<15>(few))
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
fn several(cells: Cells) -> u32 {
    let mut more = zero();
    for cell in cells {
        more = or(more, without_lowest(cell));
    }
    _mm512_test_epi16_mask(more, more)
}
