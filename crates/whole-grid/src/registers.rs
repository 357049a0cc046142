//! One grid in nine vector registers of 256 bits: the layout, the operations on it, loading a
//! puzzle, choosing and making a guess, and storing the solution. [`Avx2`](crate::Avx2) uses all of
//! it. [`Avx512vl`](crate::Avx512vl) has faster instructions for some of the operations; it loads,
//! chooses and stores with the functions in [`pairs`](crate::pairs).

use std::arch::x86_64::*;

use bytemuck::must_cast;
use sudoku_core::Grid;

use crate::choice::{self, Choice};

/// Nine bits for each of nine boxes: 64 bits for each band, with 16 for each stack; all other bits
/// are 0.
pub(crate) type Boxes = __m256i;

/// The candidates of the whole grid: `cells[3 * r + c]` holds the candidates of the cell in row r
/// and column c of every box.
pub(crate) type Cells = [Boxes; 9];

/// The digits that have each configuration left: even and odd ones of rows in bands, then even and
/// odd ones of columns in stacks.
pub(crate) type Layouts = [Boxes; 4];

/// How a search of one grid ends.
pub(crate) enum Left {
    /// At a solution, the answer.
    Solution,
    /// Without an answer: no node is left.
    Nothing,
    /// With this many nodes, which it leaves to another search.
    Nodes(usize),
}

/// The number of dead ends after which a search leaves its nodes to another one.
pub(crate) struct Patience<const DEAD_ENDS: usize>;

/// The dead ends of a search that leaves nothing.
pub(crate) const ENDLESS: usize = usize::MAX;

compiled_for! { avx2,
    pub(crate) fn and(a: Boxes, b: Boxes) -> Boxes {
        _mm256_and_si256(a, b)
    }

    pub(crate) fn or(a: Boxes, b: Boxes) -> Boxes {
        _mm256_or_si256(a, b)
    }

    pub(crate) fn or3(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
        or(or(a, b), c)
    }

    /// The bits of `a` that are not in `b`.
    pub(crate) fn less(a: Boxes, b: Boxes) -> Boxes {
        _mm256_andnot_si256(b, a)
    }

    /// Moves the next box to the right into the place of each box, and the first of a band into the
    /// last. The unused places are cleared: to move them along would take two instructions.
    pub(crate) fn right(a: Boxes) -> Boxes {
        let order = [2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1];
        _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(must_cast::<[i8; 16], _>(order)))
    }

    /// Moves the box to the left into the place of each box, and the last of a band into the first.
    pub(crate) fn left(a: Boxes) -> Boxes {
        let order = [4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1];
        _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(must_cast::<[i8; 16], _>(order)))
    }

    /// Moves the box below into the place of each box, and the first of a stack into the last.
    pub(crate) fn below(a: Boxes) -> Boxes {
        _mm256_permute4x64_epi64::<0b11_00_10_01>(a)
    }

    /// Moves the box above into the place of each box, and the last of a stack into the first.
    pub(crate) fn above(a: Boxes) -> Boxes {
        _mm256_permute4x64_epi64::<0b11_01_00_10>(a)
    }

    /// All bits in each box that has none, otherwise 0.
    pub(crate) fn where_none(a: Boxes) -> Boxes {
        _mm256_cmpeq_epi16(a, _mm256_setzero_si256())
    }

    /// The bits of each box without the lowest one.
    pub(crate) fn without_lowest(a: Boxes) -> Boxes {
        and(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)))
    }
}

/// The bits of the nine boxes in a mask with one bit for each byte.
pub(crate) const USED: u32 = 0x003f_3f3f;

compiled_for! { avx2,
    pub(crate) fn is_all(sum: Boxes) -> bool {
        let all = _mm256_cmpeq_epi16(sum, _mm256_set1_epi16(0x1ff));
        _mm256_movemask_epi8(all) as u32 & USED == USED
    }

    /// True when all bits other than those of candidates are 0.
    pub(crate) fn is_clean(cells: Cells) -> bool {
        cells.into_iter().all(|cell| _mm256_testc_si256(all(), cell) == 1)
    }

    /// All nine bits of all nine boxes.
    fn all() -> Boxes {
        _mm256_setr_epi16(511, 511, 511, 0, 511, 511, 511, 0, 511, 511, 511, 0, 0, 0, 0, 0)
    }

    /// True when every row, column and box has all nine digits as candidates.
    pub(crate) fn all_complete([a, b, c, d, e, f, g, h, i]: Cells) -> bool {
        let minirows = [or3(a, b, c), or3(d, e, f), or3(g, h, i)];
        let minicolumns = [or3(a, d, g), or3(b, e, h), or3(c, f, i)];
        let [x, y, z] = minirows;
        let mut all = or3(x, y, z);
        for row in minirows {
            all = and(all, or3(row, right(row), left(row)));
        }
        for column in minicolumns {
            all = and(all, or3(column, below(column), above(column)));
        }
        is_all(all)
    }

    /// The number of bits in each byte.
    fn ones(a: Boxes) -> Boxes {
        let table = must_cast::<[u8; 16], _>([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        let (table, low) = (_mm256_broadcastsi128_si256(table), _mm256_set1_epi8(15));
        let high = and(_mm256_srli_epi16::<4>(a), low);
        _mm256_add_epi8(_mm256_shuffle_epi8(table, and(a, low)), _mm256_shuffle_epi8(table, high))
    }

    /// The guess: in the open band or stack with the fewest configurations, a digit that has few;
    /// `None` if no band or stack is open.
    pub(crate) fn choose(layouts: Layouts) -> Option<Choice> {
        let [even_rows, odd_rows, even_columns, odd_columns] = layouts;
        let in_bands = _mm256_add_epi8(ones(even_rows), ones(odd_rows));
        let in_stacks = _mm256_add_epi8(ones(even_columns), ones(odd_columns));
        let place = fewest(in_bands, in_stacks)?;
        let words: [[u16; 16]; 4] = layouts.map(must_cast);
        let (kind, first, step) =
            if place.is_multiple_of(2) { (0, place / 2 * 4, 1) } else { (2, place / 2, 4) };
        let at = |no: usize| words[kind + no / 3][(first + no % 3 * step) & 15];
        let digits = [at(0), at(1), at(2), at(3), at(4), at(5)];
        Some(Choice::among(digits, place))
    }

    /// The open band or stack with the fewest configurations, as twice the band, or twice the stack
    /// plus one; `None` if none is open. The bytes of each box add up to its number of
    /// configurations.
    fn fewest(in_bands: Boxes, in_stacks: Boxes) -> Option<usize> {
        let in_bands = _mm256_sad_epu8(in_bands, _mm256_setzero_si256());
        let (low, high) = halves(in_bands);
        let in_bands = _mm_packus_epi32(low, high);

        let (low, high) = halves(in_stacks);
        let in_stacks = _mm_add_epi8(low, high);
        let in_stacks = _mm_add_epi8(in_stacks, _mm_bsrli_si128::<8>(in_stacks));
        let in_stacks = _mm_maddubs_epi16(in_stacks, _mm_set1_epi8(1));

        least(_mm_or_si128(in_bands, _mm_unpacklo_epi16(_mm_setzero_si128(), in_stacks)))
    }

    /// The index of the open band or stack with the fewest configurations; `None` if none is open.
    /// `numbers` holds the numbers of band 0, stack 0, band 1, and so on. A solved one has 9, which
    /// becomes negative here and so, unsigned, very large.
    pub(crate) fn least(numbers: __m128i) -> Option<usize> {
        let numbers = _mm_sub_epi16(numbers, _mm_set1_epi16(10));
        let fewest = _mm_cvtsi128_si32(_mm_minpos_epu16(numbers)) as u32;
        (fewest & 0xff00 != 0xff00).then_some((fewest >> 16) as usize & 7)
    }

    fn halves(a: Boxes) -> (__m128i, __m128i) {
        (_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a))
    }

    /// The cells after the digit of the choice keeps only these of its configurations.
    pub(crate) fn keep(cells: Cells, choice: &Choice, configurations: usize) -> Cells {
        let digit = _mm256_set1_epi16(choice.digit.cast_signed());
        let [band, stack] = PLACES[choice.place & 7];
        let (band, stack) = (and(must_cast(band), digit), and(must_cast(stack), digit));
        let lost = LOST[configurations & 63].map(|boxes| _mm_cvtsi64_si128(must_cast(boxes)));
        let [x, y, z] = [
            and(band, _mm256_broadcastq_epi64(lost[0])),
            and(band, _mm256_broadcastq_epi64(lost[1])),
            and(band, _mm256_broadcastq_epi64(lost[2])),
        ];
        let [u, v, w] = [
            and(stack, _mm256_cvtepi16_epi64(lost[0])),
            and(stack, _mm256_cvtepi16_epi64(lost[1])),
            and(stack, _mm256_cvtepi16_epi64(lost[2])),
        ];
        let [a, b, c, d, e, f, g, h, i] = cells;
        [
            less(a, or(x, u)),
            less(b, or(x, v)),
            less(c, or(x, w)),
            less(d, or(y, u)),
            less(e, or(y, v)),
            less(f, or(y, w)),
            less(g, or(z, u)),
            less(h, or(z, v)),
            less(i, or(z, w)),
        ]
    }
}

/// [`LOST`](choice::LOST) as masks: all bits of a box for each bit that is 1 there. A fourth line
/// in each set is empty.
pub(crate) static LOST: [[[u16; 4]; 4]; 64] = {
    let mut lost = [[[0; 4]; 4]; 64];
    let mut at = 0;
    while at < 64 * 3 * 3 {
        let (set, line, no) = (at / 9, at / 3 % 3, at % 3);
        if choice::LOST[set][line] >> no & 1 == 1 {
            lost[set][line][no] = 0xffff;
        }
        at += 1;
    }
    lost
};

/// For each band or stack of a choice, all bits of its boxes: first if it is a band, second if it
/// is a stack; the other one is empty.
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

compiled_for! { avx2,
    /// The candidates of a grid: the digit of a filled cell, all nine digits for a blank.
    pub(crate) fn candidates(grid: &Grid) -> Cells {
        let cells = grid.cells();
        let [a, d, g] = [line(cells, 0), line(cells, 3), line(cells, 6)];
        let [b, e, h] = [line(cells, 1), line(cells, 4), line(cells, 7)];
        let [c, f, i] = [line(cells, 2), line(cells, 5), line(cells, 8)];
        let [[a, b, c], [d, e, f], [g, h, i]] = [opened(a, d, g), opened(b, e, h), opened(c, f, i)];
        [a, b, c, d, e, f, g, h, i]
    }

    /// The digits of a row as bits in 16-bit places, with those of the same column of a box side by
    /// side: first the left and the middle column, then the right one.
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

    /// The three entries for one row of the boxes, from that row of each band.
    fn opened(top: [__m128i; 2], middle: [__m128i; 2], bottom: [__m128i; 2]) -> [Boxes; 3] {
        [
            open(_mm_unpacklo_epi64(top[0], middle[0]), _mm_move_epi64(bottom[0])),
            open(_mm_unpackhi_epi64(top[0], middle[0]), _mm_bsrli_si128::<8>(bottom[0])),
            open(_mm_unpacklo_epi64(top[1], middle[1]), bottom[1]),
        ]
    }

    fn open(upper: __m128i, lower: __m128i) -> Boxes {
        let digits = _mm256_set_m128i(lower, upper);
        or(digits, and(where_none(digits), all()))
    }

    pub(crate) fn grid(cells: Cells) -> Grid {
        let low = _mm_setr_epi8(9, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
        let high = _mm_setr_epi8(0, 5 - 9, 6 - 9, 0, 7 - 9, 0, 0, 0, 8 - 9, 0, 0, 0, 0, 0, 0, 0);
        let (low, high) = (_mm256_broadcastsi128_si256(low), _mm256_broadcastsi128_si256(high));
        let order = _mm_setr_epi8(0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1);
        let order = _mm256_broadcastsi128_si256(order);
        let (nibble, byte) = (_mm256_set1_epi8(15), _mm256_set1_epi16(0xff));
        let mut bytes = [[0_u8; 16]; 9];
        for r in 0..3 {
            let both = or(and(cells[3 * r], byte), _mm256_slli_epi16::<8>(cells[3 * r + 1]));
            let outer = _mm256_unpacklo_epi64(both, cells[3 * r + 2]);
            let inner = _mm256_unpackhi_epi64(both, cells[3 * r + 2]);
            let mut digits = [outer, inner];
            for bits in &mut digits {
                let ordered = _mm256_shuffle_epi8(*bits, order);
                let upper = and(_mm256_srli_epi16::<4>(ordered), nibble);
                *bits = _mm256_add_epi8(
                    _mm256_shuffle_epi8(low, and(ordered, nibble)),
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
}
