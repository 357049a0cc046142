//! One grid in registers of 512 bits, two entries in each: loading a puzzle, choosing and making a
//! guess, and storing the solution.
//! Both kernels with AVX-512 use it between their rounds.

use std::arch::x86_64::*;

use bytemuck::must_cast;
use sudoku_core::Grid;

use crate::choice::Choice;
use crate::registers::{LOST, least};

/// The candidates of a grid, two entries in each register: a and b, c and d, e and f, g and h, i
/// and anything. An entry has its places as in [`registers`](crate::registers), four for a band.
pub(crate) type Pairs = [__m512i; 5];

compiled_for! { avx512,
    /// The candidates of a grid: the digit of a filled cell, all nine digits for a blank.
    pub(crate) fn candidates(grid: &Grid) -> Pairs {
        let cells = grid.cells();
        let low = must_cast(*cells.first_chunk::<64>().expect("64 cells"));
        let high = must_cast(*cells.last_chunk::<64>().expect("64 cells"));
        FROM.map(|order| {
            // The digit is in the lower byte of each place; the permutation of words ignores the
            // upper byte.
            let digits = _mm512_permutex2var_epi8(low, must_cast(order), high);
            _mm512_maskz_permutexvar_epi16(USED, digits, must_cast(BITS))
        })
    }

    /// The grid, if every cell has one candidate.
    pub(crate) fn grid(pairs: Pairs) -> Grid {
        let [ab, cd, ef, gh, i] = pairs.map(|bits| {
            let below = _mm512_add_epi16(bits, _mm512_set1_epi16(-1));
            _mm512_popcnt_epi16(_mm512_xor_si512(bits, below))
        });
        let a_to_d = _mm512_or_si512(ab, _mm512_slli_epi16::<8>(cd));
        let e_to_h = _mm512_or_si512(ef, _mm512_slli_epi16::<8>(gh));
        let [first, last] = TO.map(|(order, of_i)| -> [u8; 64] {
            let order = must_cast(order);
            let digits = _mm512_permutex2var_epi8(a_to_d, order, e_to_h);
            must_cast(_mm512_mask_permutexvar_epi8(digits, of_i, order, i))
        });
        let mut cells = [0; 81];
        *cells.last_chunk_mut().expect("64 cells") = last;
        *cells.first_chunk_mut().expect("64 cells") = first;
        Grid::from_rows(must_cast(cells))
    }

    /// The guess: in the open band or stack with the fewest configurations, a digit that has few;
    /// `None` if no band or stack is open. The even and the odd configurations are in groups of
    /// four words: three of band 0, three of stack 0, three of band 1, and so on; all other words
    /// are 0.
    pub(crate) fn choose(even: __m512i, odd: __m512i) -> Option<Choice> {
        let ones = _mm512_add_epi16(_mm512_popcnt_epi16(even), _mm512_popcnt_epi16(odd));
        let numbers = _mm512_sad_epu8(ones, _mm512_setzero_si512());
        let place = least(_mm512_cvtepi64_epi16(numbers))?;
        let [even, odd]: [[u64; 8]; 2] = [must_cast(even), must_cast(odd)];
        Some(Choice::of(even[place], odd[place], place))
    }

    /// The cells after the digit of the choice keeps only these of its configurations.
    pub(crate) fn keep(mut pairs: Pairs, choice: &Choice, configurations: usize) -> Pairs {
        let lost = must_cast(LOST[configurations & 63]);
        let lost = _mm256_and_si256(lost, _mm256_set1_epi16(choice.digit.cast_signed()));
        let lost = _mm512_castsi256_si512(lost);
        let (places, orders) = (PLACES[choice.place & 7], &LINES[choice.place & 1]);
        for (pair, &order) in pairs.iter_mut().zip(orders) {
            let lost = _mm512_maskz_permutexvar_epi16(places, must_cast(order), lost);
            *pair = _mm512_andnot_si512(lost, *pair);
        }
        pairs
    }
}

/// The places that hold boxes.
const USED: u32 = 0x0777_0777;

/// The candidates of a blank (index 0) and of each digit.
static BITS: [u16; 32] = {
    let mut bits = [0; 32];
    bits[0] = 0x1ff;
    let mut digit = 1;
    while digit <= 9 {
        bits[digit] = 1 << (digit - 1);
        digit += 1;
    }
    bits
};

/// The cell for each byte: below 64 one of the first 64 cells, from 64 one of the last 64.
static FROM: [[u8; 64]; 5] = {
    let mut from = [[0; 64]; 5];
    let mut at = 0;
    while at < 81 {
        let (entry, byte) = place(at);
        from[entry / 2][32 * (entry % 2) + byte] = (if at < 64 { at } else { at + 64 - 17 }) as u8;
        at += 1;
    }
    from
};

/// For the first and for the last 64 cells: the byte of each cell among a to d and e to h or, for a
/// cell in i, in i; and a mask of the cells in i.
static TO: [([u8; 64], u64); 2] = {
    let mut to = [([0; 64], 0); 2];
    let mut at = 0;
    while at < 2 * 64 {
        let (part, cell) = (at / 64, at % 64);
        let (entry, byte) = place(17 * part + cell);
        to[part].0[cell] = (entry / 4 % 2 * 64 + entry % 2 * 32 + byte + entry / 2 % 2) as u8;
        to[part].1 |= (entry as u64 / 8) << cell;
        at += 1;
    }
    to
};

/// The entry of a cell, and the first byte of the cell's place in it.
const fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (row % 3 * 3 + column % 3, 2 * (row / 3 * 4 + column / 3))
}

/// For each band or stack of a choice, the places of its boxes.
static PLACES: [u32; 8] = {
    let mut places = [0; 8];
    let mut no = 0;
    while no < 9 {
        let (band, stack) = (no / 3, no % 3);
        let lanes = 0x1_0001 << (4 * band + stack);
        places[2 * band] |= lanes;
        places[2 * stack + 1] |= lanes;
        no += 1;
    }
    places
};

/// For a choice in a band and for one in a stack: the word of [`LOST`] for each place of a pair, by
/// the line of the entry and the box.
static LINES: [[[u16; 32]; 5]; 2] = {
    let mut lines = [[[3; 32]; 5]; 2];
    let mut at = 0;
    while at < 81 {
        let (entry, band, stack) = (at / 9, at / 3 % 3, at % 3);
        let place = entry % 2 * 16 + 4 * band + stack;
        lines[0][entry / 2][place] = (4 * (entry / 3) + stack) as u16;
        lines[1][entry / 2][place] = (4 * (entry % 3) + band) as u16;
        at += 1;
    }
    lines
};
