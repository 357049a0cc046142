//! The rules over the whole grid, in vector registers of 256 bits.

use std::arch::x86_64::*;
use std::mem;

use bytemuck::must_cast;
use sudoku_core::{Grid, Info, Probe, Puzzle, Solver, Tree};

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
/// depends on the processor. Timed by hand, in turn, on one AMD Zen 5, [`Words`](crate::Words)
/// takes 2.8 to 4.6 times as long, by set: least on `hard`, most on `easy`. It is not in the
/// reference run.
#[derive(Debug)]
pub struct Avx2 {
    waiting: [Cells; DEEPEST],
}

/// The greatest number of guesses on a path. Each takes a configuration away for good; 6 bands and
/// stacks have 6 of them for each of 9 digits, and 1 of each when all is solved.
const DEEPEST: usize = 6 * 9 * (6 - 1);

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

/// Nine bits for each of nine boxes: 64 bits for each band, in them 16 for each stack; the rest is
/// 0.
type Boxes = __m256i;

/// The candidates of the whole grid: `cells[3 * r + c]` holds those of the cell in row r and column
/// c of every box.
type Cells = [Boxes; 9];

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

#[target_feature(enable = "avx2")]
#[inline]
fn and(a: Boxes, b: Boxes) -> Boxes {
    _mm256_and_si256(a, b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn or(a: Boxes, b: Boxes) -> Boxes {
    _mm256_or_si256(a, b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn or3(a: Boxes, b: Boxes, c: Boxes) -> Boxes {
    or(or(a, b), c)
}

/// What stands in the first and not in the second.
#[target_feature(enable = "avx2")]
#[inline]
fn less(a: Boxes, b: Boxes) -> Boxes {
    _mm256_andnot_si256(b, a)
}

/// In the place of each box, what the next one to the right has; the last takes from the first.
#[target_feature(enable = "avx2")]
#[inline]
fn right(a: Boxes) -> Boxes {
    let order = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
    _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one to the left has.
#[target_feature(enable = "avx2")]
#[inline]
fn left(a: Boxes) -> Boxes {
    let order = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
    _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(must_cast::<[i8; 16], _>(order)))
}

/// In the place of each box, what the one below has.
#[target_feature(enable = "avx2")]
#[inline]
fn below(a: Boxes) -> Boxes {
    _mm256_permute4x64_epi64::<0b11_00_10_01>(a)
}

/// In the place of each box, what the one above has.
#[target_feature(enable = "avx2")]
#[inline]
fn above(a: Boxes) -> Boxes {
    _mm256_permute4x64_epi64::<0b11_01_00_10>(a)
}

/// Without the lowest bit of each box.
#[target_feature(enable = "avx2")]
#[inline]
fn without_lowest(a: Boxes) -> Boxes {
    and(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)))
}

/// All bits of the boxes that have none.
#[target_feature(enable = "avx2")]
#[inline]
fn where_none(a: Boxes) -> Boxes {
    _mm256_cmpeq_epi16(a, _mm256_setzero_si256())
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

/// Which digits have which configuration left: even and odd ones, of rows in bands and of columns
/// in stacks.
struct Layouts {
    rows: [Boxes; 2],
    columns: [Boxes; 2],
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
    Round { cells, sum, is_dead, layouts: Layouts { rows, columns } }
}

/// Two bits for each of the nine boxes, as a mask of bytes has them.
const USED: u32 = 0x003f_3f3f;

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
fn is_all(sum: Boxes) -> bool {
    let all = _mm256_cmpeq_epi16(sum, _mm256_set1_epi16(0x1ff));
    _mm256_movemask_epi8(all) as u32 & USED == USED
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

/// True when every row, column and box has all nine digits.
#[target_feature(enable = "avx2")]
#[inline]
fn all_complete(&[a, b, c, d, e, f, g, h, i]: &Cells) -> bool {
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

/// A band or a stack, a digit, and which of its six configurations are left.
struct Choice {
    /// Twice the band, or twice the stack and one.
    place: usize,
    /// Its bit.
    digit: u16,
    /// One bit for each, the even ones first.
    configurations: usize,
}

/// The number of bits in each byte.
#[target_feature(enable = "avx2")]
#[inline]
fn ones(a: Boxes) -> Boxes {
    let table = must_cast::<[u8; 16], _>([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
    let (table, low) = (_mm256_broadcastsi128_si256(table), _mm256_set1_epi8(15));
    let high = and(_mm256_srli_epi16::<4>(a), low);
    _mm256_add_epi8(_mm256_shuffle_epi8(table, and(a, low)), _mm256_shuffle_epi8(table, high))
}

/// Where to branch: in the open band or stack with the fewest configurations, the first digit that
/// has two of them, or else the one with the fewest.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn choose(Layouts { rows, columns }: &Layouts) -> Option<Choice> {
    let in_bands = _mm256_add_epi8(ones(rows[0]), ones(rows[1]));
    let in_bands = _mm256_sad_epu8(in_bands, _mm256_setzero_si256());
    let (low, high) = halves(in_bands);
    let in_bands = _mm_packus_epi32(low, high);

    let in_stacks = _mm256_add_epi8(ones(columns[0]), ones(columns[1]));
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

    let words: [[u16; 16]; 4] = [rows[0], rows[1], columns[0], columns[1]].map(must_cast);
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

#[target_feature(enable = "avx2")]
#[inline]
fn halves(a: Boxes) -> (__m128i, __m128i) {
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
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn keep(cells: &Cells, choice: &Choice, configurations: usize) -> Cells {
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
    let [a, b, c, d, e, f, g, h, i] = *cells;
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
#[target_feature(enable = "avx2")]
#[inline]
fn candidates(grid: &Grid) -> Cells {
    let cells = grid.cells();
    let [a, d, g] = [line(cells, 0), line(cells, 3), line(cells, 6)];
    let [b, e, h] = [line(cells, 1), line(cells, 4), line(cells, 7)];
    let [c, f, i] = [line(cells, 2), line(cells, 5), line(cells, 8)];
    let [[a, b, c], [d, e, f], [g, h, i]] = [opened(a, d, g), opened(b, e, h), opened(c, f, i)];
    [a, b, c, d, e, f, g, h, i]
}

/// The digits of a row as bits in 16-bit places, those of a column of the box side by side: the
/// first two columns, and the third.
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
#[inline]
fn opened(top: [__m128i; 2], middle: [__m128i; 2], bottom: [__m128i; 2]) -> [Boxes; 3] {
    [
        open(_mm_unpacklo_epi64(top[0], middle[0]), _mm_move_epi64(bottom[0])),
        open(_mm_unpackhi_epi64(top[0], middle[0]), _mm_bsrli_si128::<8>(bottom[0])),
        open(_mm_unpacklo_epi64(top[1], middle[1]), bottom[1]),
    ]
}

#[target_feature(enable = "avx2")]
#[inline]
fn open(upper: __m128i, lower: __m128i) -> Boxes {
    let all = _mm256_setr_epi16(511, 511, 511, 0, 511, 511, 511, 0, 511, 511, 511, 0, 0, 0, 0, 0);
    let digits = _mm256_set_m128i(lower, upper);
    or(digits, and(where_none(digits), all))
}

#[target_feature(enable = "avx2")]
#[inline]
fn solved<P: Probe>(cells: &Cells, answer: &mut Grid, probe: P) -> Result<bool, P::Stop> {
    *answer = grid(cells);
    Ok(probe.solved(answer))
}

#[target_feature(enable = "avx2")]
#[inline]
fn grid(cells: &Cells) -> Grid {
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
