//! The steps of one grid in registers of 256 bits that the instructions of AVX-512 do in a way of
//! their own. [`Avx512vl`](crate::Avx512vl) searches by them, and [`Swarm`](crate::Swarm) begins so.

use std::arch::x86_64::*;

use bytemuck::must_cast;
use sudoku_core::Grid;

use crate::choice::Choice;
use crate::pairs::{self, Pairs};
use crate::registers::{Boxes, Cells, Layouts, or};

macro_rules! kernel {
    ($($function:item)*) => { compiled_for! { avx512, $($function)* } };
}

#[path = "one_grid.rs"]
pub(crate) mod one_grid;

kernel! {
    fn and3(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
        _mm256_ternarylogic_epi64::<0x80>(a, b, c)
    }

    /// For each of the two pairs, the bits that `x` and both of the pair have; and the bits of
    /// either result.
    fn both(x: Boxes, [a, b]: [Boxes; 2], [c, d]: [Boxes; 2]) -> ([Boxes; 2], Boxes) {
        let [one, other] = [and3(x, a, b), and3(x, c, d)];
        ([one, other], or(one, other))
    }

    /// A mask of the digits that may stay in a minirow with these sure digits: only the sure ones
    /// if there are three or more, otherwise all.
    fn room(sure: Boxes) -> Boxes {
        let few = _mm256_sub_epi16(_mm256_popcnt_epi16(sure), _mm256_set1_epi16(3));
        or(sure, _mm256_srai_epi16::<15>(few))
    }

    /// The candidates that stay in a cell: the one that is sure of both lines or, if there is none,
    /// those that both lines allow (`a` and `b`). A line allows every digit that it is sure of.
    fn fix(cell: Boxes, [a, b]: [Boxes; 2], [p, q]: [Boxes; 2]) -> Boxes {
        let open = _mm256_testn_epi16_mask(p, q);
        _mm256_mask_mov_epi16(and3(cell, p, q), open, and3(cell, a, b))
    }

    /// True when one of the nine boxes has no bit.
    fn has_none(a: Boxes) -> bool {
        _mm256_testn_epi16_mask(a, a) & USED != 0
    }

    fn is_same(a: Boxes, b: Boxes) -> bool {
        _mm256_cmpneq_epi16_mask(a, b) == 0
    }

    fn candidates(grid: &Grid) -> Cells {
        let [a, c, e, g, i] = pairs::candidates(grid);
        let first = |pair| _mm512_castsi512_si256(pair);
        let second = |pair| _mm512_extracti64x4_epi64::<1>(pair);
        [first(a), second(a), first(c), second(c), first(e), second(e), first(g), second(g), first(i)]
    }

    fn grid(cells: Cells) -> Grid {
        pairs::grid(paired(cells))
    }

    /// A grid with two entries in each register.
    pub(crate) fn paired([a, b, c, d, e, f, g, h, i]: Cells) -> Pairs {
        let pair = |a, b| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(a), b);
        [pair(a, b), pair(c, d), pair(e, f), pair(g, h), pair(i, i)]
    }

    fn choose([even_rows, odd_rows, even_columns, odd_columns]: Layouts) -> Option<Choice> {
        let groups = |rows, columns| {
            let [rows, columns] = [rows, columns].map(|a| _mm512_castsi256_si512(a));
            _mm512_permutex2var_epi16(rows, must_cast(GROUPS), columns)
        };
        pairs::choose(groups(even_rows, even_columns), groups(odd_rows, odd_columns))
    }
}

/// The bits of the nine boxes in a mask with one bit for each place.
const USED: u16 = 0x0777;

/// For each word of the groups of a [choice](pairs::choose), the place from which it comes: below
/// 32 in the register of rows, from 32 in that of columns.
static GROUPS: [u16; 32] = {
    let mut groups = [3; 32];
    let mut no = 0;
    while no < 9 {
        let (band, stack) = (no / 3, no % 3);
        let place = (4 * band + stack) as u16;
        groups[8 * band + stack] = place;
        groups[8 * stack + 4 + band] = 32 + place;
        no += 1;
    }
    groups
};
