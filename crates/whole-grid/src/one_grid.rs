//! The search through one grid in registers of 256 bits. Each kernel with such registers includes
//! this file and compiles it for its own instructions; `super` is that kernel, with the steps that
//! its processors do in a way of their own.
//!
//! The order of statements in `round` is the fastest that was timed: it decides which
//! values wait in memory.

use std::arch::x86_64::*;
use std::mem;

use sudoku_core::{Grid, Probe, Puzzle};

use super::{both, candidates, choose, fix, grid, has_none, is_same, room};
use crate::choice::DEEPEST;
use crate::registers::{
    Boxes, Cells, ENDLESS, Layouts, Left, Patience, above, all_complete, and, below, is_all,
    is_clean, keep, left, less, or, or3, right, without_lowest,
};

/// The grid after a round.
struct Round {
    cells: Cells,
    /// The sum of the nine cells of each box. Candidates are only removed, so it changes whenever a
    /// candidate is.
    sum: Boxes,
    /// True when a cell has no candidate left.
    is_dead: bool,
    layouts: Layouts,
}

kernel! {
    /// Searches one puzzle. After as many dead ends as its patience has, it leaves the other nodes
    /// to another search once there are three or more.
    pub(crate) fn search_one<const DEAD_ENDS: usize, P: Probe>(
        stack: &mut [Cells; DEEPEST],
        puzzle: &Puzzle,
        _: Patience<DEAD_ENDS>,
        answer: &mut Grid,
        probe: P,
    ) -> Result<Left, P::Stop> {
        let (mut cells, mut sum) = (candidates(puzzle.grid()), _mm256_setzero_si256());
        let (mut waiting, mut is_new, mut dead_ends) = (0, false, 0);
        probe.call()?;
        loop {
            debug_assert!(is_clean(cells), "a bit that is no candidate");
            let next = round(cells, probe);
            cells = next.cells;
            let before = mem::replace(&mut sum, next.sum);
            // The first round after a guess seldom ends a node, so its end is not checked.
            if mem::take(&mut is_new) {
                continue;
            }
            if !next.is_dead {
                let is_full = is_all(sum);
                if is_full && all_complete(cells) {
                    if solved(cells, answer, probe)? {
                        return Ok(Left::Solution);
                    }
                } else if !is_full || !all_single(cells) {
                    if !is_same(sum, before) {
                        continue;
                    }
                    if let Some(choice) = choose(next.layouts) {
                        debug_assert!(waiting < DEEPEST, "more guesses than configurations");
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
            }
            if waiting == 0 {
                return Ok(Left::Nothing);
            }
            if DEAD_ENDS != ENDLESS {
                dead_ends += 1;
                if dead_ends >= DEAD_ENDS && waiting >= 3 {
                    return Ok(Left::Nodes(waiting));
                }
            }
            waiting -= 1;
            cells = stack[waiting];
            probe.back();
            probe.call()?;
            is_new = true;
        }
    }

    /// The bit of each box that has exactly one, otherwise 0: twice the lowest bit minus all bits,
    /// if that is not negative.
    fn where_single(a: Boxes) -> Boxes {
        let below = _mm256_add_epi16(a, _mm256_set1_epi16(-1));
        _mm256_subs_epu16(_mm256_xor_si256(a, below), below)
    }

    /// Applies every rule once.
    fn round<P: Probe>(cells: Cells, probe: P) -> Round {
        probe.round();
        let [a, b, c, d, e, f, g, h, i] = cells;
        let [sa, sb, sc] = [where_single(a), where_single(b), where_single(c)];
        let [sd, se, sf] = [where_single(d), where_single(e), where_single(f)];
        let [sg, sh, si] = [where_single(g), where_single(h), where_single(i)];

        let singles_in_minicolumns = [or3(sa, sd, sg), or3(sb, se, sh), or3(sc, sf, si)];
        let singles_in_minirows = [or3(sa, sb, sc), or3(sd, se, sf), or3(sg, sh, si)];

        // Columns: the minicolumns of each box, without the digits that are single elsewhere in the
        // box.
        let minicolumns = [or3(a, d, g), or3(b, e, h), or3(c, f, i)];
        let [x, y, z] = apart(minicolumns, singles_in_minicolumns);
        let (columns, [x, y, z]) =
            lay([x, y, z], [below(x), below(y), below(z)], [above(x), above(y), above(z)]);
        let [u, v, w] = apart([x, y, z], [x, y, z]);
        let [a, b, c] = [and(a, x), and(b, y), and(c, z)];
        let [d, e, f] = [and(d, x), and(e, y), and(f, z)];
        let [g, h, i] = [and(g, x), and(h, y), and(i, z)];

        // Rows: the same, turned by 90 degrees.
        let minirows = [or3(a, b, c), or3(d, e, f), or3(g, h, i)];
        let [x, y, z] = apart(minirows, singles_in_minirows);
        let (rows, [x, y, z]) =
            lay([x, y, z], [right(x), right(y), right(z)], [left(x), left(y), left(z)]);
        let [p, q, r] = apart([x, y, z], [x, y, z]);

        // Three sure digits of a minirow or a minicolumn fill it.
        let [x, y, z] = [and(x, room(p)), and(y, room(q)), and(z, room(r))];
        let [k, l, m] = [room(u), room(v), room(w)];

        // Cells: a digit that is sure of its minirow and of its minicolumn is in the cell where
        // both cross.
        let cells = [
            fix(a, [k, x], [p, u]),
            fix(b, [l, x], [p, v]),
            fix(c, [m, x], [p, w]),
            fix(d, [k, y], [q, u]),
            fix(e, [l, y], [q, v]),
            fix(f, [m, y], [q, w]),
            fix(g, [k, z], [r, u]),
            fix(h, [l, z], [r, v]),
            fix(i, [m, z], [r, w]),
        ];
        let mut sum = cells[0];
        for &cell in &cells[1..] {
            sum = _mm256_add_epi16(sum, cell);
        }
        let mut least = cells[0];
        for &cell in &cells[1..] {
            least = _mm256_min_epu16(least, cell);
        }
        let layouts = [rows[0], rows[1], columns[0], columns[1]];
        Round { cells, sum, is_dead: has_none(least), layouts }
    }

    /// The places of the digits in three lines that cross three boxes: the even and the odd
    /// configurations, and the bits that these leave in the lines. Each line is given with its
    /// rotations in both directions.
    fn lay(
        [x, y, z]: [Boxes; 3],
        [next_x, next_y, next_z]: [Boxes; 3],
        [last_x, last_y, last_z]: [Boxes; 3],
    ) -> ([Boxes; 2], [Boxes; 3]) {
        let (_, y_left) = both(y, [last_x, next_z], [next_x, last_z]);
        let (_, z_left) = both(z, [next_x, last_y], [last_x, next_y]);
        let (configurations, x_left) = both(x, [next_y, last_z], [last_y, next_z]);
        (configurations, [x_left, y_left, z_left])
    }

    /// Each of the first three lines without the bits of the second three at the two other indices.
    fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
        [less(a, or(e, f)), less(b, or(d, f)), less(c, or(d, e))]
    }

    /// True when every cell has at most one candidate.
    fn all_single(cells: Cells) -> bool {
        let mut more = _mm256_setzero_si256();
        for cell in cells {
            more = or(more, without_lowest(cell));
        }
        _mm256_testz_si256(more, more) == 1
    }

    fn solved<P: Probe>(cells: Cells, answer: &mut Grid, probe: P) -> Result<bool, P::Stop> {
        *answer = grid(cells);
        Ok(probe.solved(answer))
    }
}
