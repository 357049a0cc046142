//! Three grids in nine vector registers of 512 bits: the rules, and how one of the grids comes in and
//! out. [`Avx512`](crate::Avx512) searches them.

use std::arch::x86_64::*;

use bytemuck::must_cast;

use crate::choice::Choice;
use crate::pairs::{self, Pairs};

/// Nine bits for each of nine boxes of three grids, in 27 of 32 lanes of 16 bits: the box of grid
/// g, band b and stack s is in lane 9 g + 3 b + s; the last five are always 0.
pub(crate) type Boxes = __m512i;

/// The candidates of three grids: `cells[3 * r + c]` holds the candidates of the cell in row r and
/// column c of every box.
pub(crate) type Cells = [Boxes; 9];

/// The digits that have each configuration left: even and odd ones of rows in bands, then even and
/// odd ones of columns in stacks.
pub(crate) type Layouts = [Boxes; 4];

/// A mask of the lanes of the boxes of a grid.
pub(crate) const fn lanes(slot: usize) -> u32 {
    0x1ff << (9 * slot)
}

/// Three grids after a round.
pub(crate) struct Round {
    pub(crate) cells: Cells,
    /// The sum of the nine cells of each box. Candidates are only removed, so it changes whenever a
    /// candidate is.
    pub(crate) sum: Boxes,
    /// The lanes of boxes where a cell has no candidate left.
    pub(crate) dead: u32,
    pub(crate) layouts: Layouts,
}

compiled_for! { avx512,
    /// Applies every rule once.
    pub(crate) fn round([a, b, c, d, e, f, g, h, i]: Cells) -> Round {
        let [sa, sb, sc] = [where_single(a), where_single(b), where_single(c)];
        let [sd, se, sf] = [where_single(d), where_single(e), where_single(f)];
        let [sg, sh, si] = [where_single(g), where_single(h), where_single(i)];

        let singles_in_minirows = [or3(sa, sb, sc), or3(sd, se, sf), or3(sg, sh, si)];
        let singles_in_minicolumns = [or3(sa, sd, sg), or3(sb, se, sh), or3(sc, sf, si)];

        // Columns: the minicolumns of each box, without the digits that are single elsewhere in the
        // box.
        let minicolumns = [or3(a, d, g), or3(b, e, h), or3(c, f, i)];
        let lines = apart(minicolumns, singles_in_minicolumns);
        let (columns, [x, y, z]) =
            lay(lines, lines.map(|line| turned(line, &BELOW)), lines.map(|line| turned(line, &ABOVE)));
        let [u, v, w] = apart([x, y, z], [x, y, z]);

        // Rows: the same, turned by 90 degrees. Their minirows are found from the old cells and the
        // minicolumns that are left, so the cells are changed only once, at the end.
        let left = |a, b, c| or_and(or_and(and(a, x), b, y), c, z);
        let lines = apart([left(a, b, c), left(d, e, f), left(g, h, i)], singles_in_minirows);
        let (rows, [j, k, l]) =
            lay(lines, lines.map(|line| turned(line, &RIGHT)), lines.map(|line| turned(line, &LEFT)));
        let [p, q, r] = apart([j, k, l], [j, k, l]);

        // Three sure digits of a minirow or a minicolumn fill it.
        let [x, y, z] = [room(x, u), room(y, v), room(z, w)];
        let [j, k, l] = [room(j, p), room(k, q), room(l, r)];

        // Cells: a digit that is sure of its minirow and of its minicolumn is in the cell where
        // both cross.
        let cells = [
            fix(a, [j, x], [p, u]),
            fix(b, [j, y], [p, v]),
            fix(c, [j, z], [p, w]),
            fix(d, [k, x], [q, u]),
            fix(e, [k, y], [q, v]),
            fix(f, [k, z], [q, w]),
            fix(g, [l, x], [r, u]),
            fix(h, [l, y], [r, v]),
            fix(i, [l, z], [r, w]),
        ];
        let [mut least, mut sum] = [cells[0]; 2];
        for &cell in &cells[1..] {
            least = _mm512_min_epu16(least, cell);
            sum = _mm512_add_epi16(sum, cell);
        }
        let dead = _mm512_testn_epi16_mask(least, least);
        Round { cells, sum, dead, layouts: [rows[0], rows[1], columns[0], columns[1]] }
    }

    fn and(a: Boxes, b: Boxes) -> Boxes {
        _mm512_and_si512(a, b)
    }

    fn or(a: Boxes, b: Boxes) -> Boxes {
        _mm512_or_si512(a, b)
    }

    fn and3(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
        _mm512_ternarylogic_epi64::<0x80>(a, b, c)
    }

    fn or3(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
        _mm512_ternarylogic_epi64::<0xfe>(a, b, c)
    }

    /// The bits of `a`, and those that `b` and `c` both have.
    fn or_and(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
        _mm512_ternarylogic_epi64::<0xf8>(a, b, c)
    }

    /// The bits of `a` that neither `b` nor `c` has.
    fn less(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
        _mm512_ternarylogic_epi64::<0x10>(a, b, c)
    }

    /// Moves bytes: each place receives the byte that the order names.
    fn turned(a: Boxes, order: &Order) -> Boxes {
        _mm512_permutexvar_epi8(must_cast(*order), a)
    }

    fn less_one(a: Boxes) -> Boxes {
        _mm512_add_epi16(a, _mm512_set1_epi16(-1))
    }

    /// The bit of each box that has exactly one, otherwise 0: twice the lowest bit minus all bits,
    /// if that is not negative.
    fn where_single(a: Boxes) -> Boxes {
        let below = less_one(a);
        _mm512_subs_epu16(_mm512_xor_si512(a, below), below)
    }

    /// Each of the first three lines without the bits of the second three at the two other indices.
    fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
        [less(a, e, f), less(b, d, f), less(c, d, e)]
    }

    /// The places of the digits in three lines that cross three boxes: the even and the odd
    /// configurations, and the bits that these leave in the lines. Each line is given with its
    /// rotations in both directions.
    fn lay(
        [x, y, z]: [Boxes; 3],
        [next_x, next_y, next_z]: [Boxes; 3],
        [last_x, last_y, last_z]: [Boxes; 3],
    ) -> ([Boxes; 2], [Boxes; 3]) {
        let [even, odd] = [and3(x, next_y, last_z), and3(x, last_y, next_z)];
        let y_left = or(and3(y, last_x, next_z), and3(y, next_x, last_z));
        let z_left = or(and3(z, next_x, last_y), and3(z, last_x, next_y));
        ([even, odd], [or(even, odd), y_left, z_left])
    }

    /// The digits of `some` that may stay in a minirow with these sure digits: only the sure ones
    /// if there are three or more, otherwise all.
    fn room(some: Boxes, sure: Boxes) -> Boxes {
        let few = _mm512_sub_epi16(_mm512_popcnt_epi16(sure), _mm512_set1_epi16(3));
        _mm512_ternarylogic_epi64::<0xe0>(some, sure, _mm512_srai_epi16::<15>(few))
    }

    /// The candidates that stay in a cell: the one that is sure of both lines or, if there is none,
    /// those that both lines allow (`a` and `b`). A line allows every digit that it is sure of.
    fn fix(cell: Boxes, [a, b]: [Boxes; 2], [p, q]: [Boxes; 2]) -> Boxes {
        let open = _mm512_testn_epi16_mask(p, q);
        _mm512_mask_mov_epi16(and3(cell, p, q), open, and3(cell, a, b))
    }

    /// The lanes of boxes that are not solved.
    pub(crate) fn open(sum: Boxes) -> u32 {
        _mm512_cmpneq_epi16_mask(sum, _mm512_set1_epi16(0x1ff))
    }

    /// The lanes that differ.
    pub(crate) fn differ(a: Boxes, b: Boxes) -> u32 {
        _mm512_cmpneq_epi16_mask(a, b)
    }

    /// The lanes of boxes where a cell has several candidates.
    pub(crate) fn several(cells: &Cells) -> u32 {
        let mut more = _mm512_setzero_si512();
        for &cell in cells {
            more = or_and(more, cell, less_one(cell));
        }
        _mm512_test_epi16_mask(more, more)
    }

    /// The lanes of the boxes of rows and columns that lack a digit. A grid is solved if it has no
    /// such lane, no empty cell, and all nine digits in the sum of each box: rows with all digits
    /// have the same sum as the boxes only if no digit occurs twice.
    pub(crate) fn incomplete(&[a, b, c, d, e, f, g, h, i]: &Cells) -> u32 {
        let across = |[a, b, c]: [Boxes; 3], next, last| {
            let line = or3(a, b, c);
            or3(line, turned(line, next), turned(line, last))
        };
        let row = |cells| across(cells, &RIGHT, &LEFT);
        let column = |cells| across(cells, &BELOW, &ABOVE);
        let rows = and3(row([a, b, c]), row([d, e, f]), row([g, h, i]));
        let columns = and3(column([a, d, g]), column([b, e, h]), column([c, f, i]));
        open(and(rows, columns))
    }

    /// Puts a grid into the lanes of a slot. The register is stored as a whole: after a store of a
    /// part, the load in the next round would have to wait.
    pub(crate) fn put(cells: &mut Cells, slot: usize, pairs: &Pairs) {
        let orders = IN[slot % 3];
        for (no, cell) in cells.iter_mut().enumerate() {
            let order = must_cast(orders[no % 2]);
            *cell = _mm512_permutex2var_epi16(*cell, order, pairs[no / 2]);
        }
    }

    /// The sums with those of one grid cleared.
    pub(crate) fn without(sum: Boxes, slot: usize) -> Boxes {
        _mm512_maskz_mov_epi16(!lanes(slot), sum)
    }

    /// The candidates of one grid.
    pub(crate) fn one(&[a, b, c, d, e, f, g, h, i]: &Cells, slot: usize) -> Pairs {
        let pair = |a, b| _mm512_permutex2var_epi16(a, must_cast(OUT[slot % 3]), b);
        [pair(a, b), pair(c, d), pair(e, f), pair(g, h), pair(i, i)]
    }

    /// The [guess](pairs::choose) in one of the grids.
    pub(crate) fn choose(layouts: &Layouts, slot: usize) -> Option<Choice> {
        let [even_rows, odd_rows, even_columns, odd_columns] = *layouts;
        let groups = |rows, columns| {
            _mm512_permutex2var_epi16(rows, must_cast(GROUPS[slot % 3]), columns)
        };
        pairs::choose(groups(even_rows, even_columns), groups(odd_rows, odd_columns))
    }
}

/// For each byte of a register, the index of the byte that moves there.
type Order = [u8; 64];

/// An order of bytes from one of lanes, which are 16 bits each.
const fn order(places: [usize; 32]) -> Order {
    let mut order = [0; 64];
    let mut at = 0;
    while at < 64 {
        order[at] = (2 * places[at / 2] + at % 2) as u8;
        at += 1;
    }
    order
}

/// The order in which each box receives the one that is `bands` bands below and `stacks` stacks to
/// the right in its grid.
const fn rotation(bands: usize, stacks: usize) -> Order {
    let mut places = [0; 32];
    let mut at = 0;
    while at < 32 {
        let (slot, band, stack) = (at / 9, at / 3 % 3, at % 3);
        let from = 9 * slot + (band + bands) % 3 * 3 + (stack + stacks) % 3;
        places[at] = if at < 27 { from } else { at };
        at += 1;
    }
    order(places)
}

static BELOW: Order = rotation(1, 0);
static ABOVE: Order = rotation(2, 0);
static RIGHT: Order = rotation(0, 1);
static LEFT: Order = rotation(0, 2);

/// For each slot, the order that moves the boxes of the first or of the second entry of a pair into
/// its lanes; the pair counts from 32, and all other lanes stay.
static IN: [[[u16; 32]; 2]; 3] = {
    let mut orders = [[[0; 32]; 2]; 3];
    let mut at = 0;
    while at < 3 * 2 * 32 {
        let (slot, entry, place) = (at / 64, at / 32 % 2, at % 32);
        let (band, stack) = (place / 3 % 3, place % 3);
        orders[slot][entry][place] =
            (if place / 9 == slot { 32 + 16 * entry + 4 * band + stack } else { place }) as u16;
        at += 1;
    }
    orders
};

/// For each slot, the order that moves the boxes of two registers into a pair; places that hold no
/// box take the last lane, which is 0.
static OUT: [[u16; 32]; 3] = {
    let mut orders = [[31; 32]; 3];
    let mut at = 0;
    while at < 27 {
        let (slot, band, stack) = (at / 9, at / 3 % 3, at % 3);
        orders[slot][4 * band + stack] = at as u16;
        orders[slot][16 + 4 * band + stack] = 32 + at as u16;
        at += 1;
    }
    orders
};

/// For each slot, the order that makes the groups of a [choice](pairs::choose): bands come from the
/// first of two registers, stacks from the second.
static GROUPS: [[u16; 32]; 3] = {
    let mut orders = [[31; 32]; 3];
    let mut at = 0;
    while at < 27 {
        let (slot, band, stack) = (at / 9, at / 3 % 3, at % 3);
        orders[slot][8 * band + stack] = at as u16;
        orders[slot][8 * stack + 4 + band] = 32 + at as u16;
        at += 1;
    }
    orders
};
