//! The rules over the whole grid, in words of 64 bits.

use std::mem;
use std::ops::{Add, BitAnd, BitOr, Not};

use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Reason, Rule, Solver, Tree};

use crate::choice::{Choice, DEEPEST, LOST};
use crate::{COUNTERS, SOURCE};

/// Every rule over the whole grid at once, three boxes in a word.
///
/// # The idea
///
/// The candidates of a cell are nine bits, and 27 words hold all 81 cells: nine entries, one for
/// each cell of a box, each with that cell of all nine boxes, three boxes side by side in a word.
///
/// ```text
///   cells[0], the upper left cell of every box, when the search of the example begins:
///
///                 stack 3     stack 2     stack 1
///     band 1    123456789   123456789           5      63..48 unused, 47..32, 31..16, 15..0
///     band 2    123456789   123456789           8
///     band 3    123456789   123456789   123456789
/// ```
///
/// Inside boxes, a step combines entries: no bit moves, and all boxes are done by the same three
/// instructions. Between boxes, a step rotates an entry, by 16 bits to reach the next stack and by
/// a word to reach the next band. A [round](crate#a-round) applies every rule to everything this
/// way, in a fixed order and without a branch. Rounds follow each other until nothing changes; then
/// the search [branches](crate#the-choice-of-a-guess).
///
/// Four rounds solve the [example](sudoku_core#the-example). The first two fill most of its cells,
/// the others the rest. The upper band, before and after the first round:
///
/// ```text
///     5  3  .  |  .  7  .  |  .  .  .        5   3  124 |  6  7  8 | 149 149  2
///     6  .  .  |  1  9  5  |  .  .  .        6  247 247 |  1  9  5 |  34  34  8
///     .  9  8  |  .  .  .  |  .  6  .       12   9   8  | 23 34 24 |   5   6  7
/// ```
///
/// # Cost
///
/// A round takes the same instructions for every puzzle, and goes over all 81 cells where a search
/// that propagates cell by cell stops after the few that change. That shows on puzzles with many
/// solutions, which need many guesses and little propagation. A guess copies the 27 words.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Off, Puzzle, Solver};
/// use sudoku_whole_grid::Words;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let example: Grid = clues.parse()?;
/// let Ok(Some(full)) = Words::default().solve(&Puzzle::try_from(example)?, Off) else { panic!() };
/// assert!(full.is_solved() && full.extends(&example));
///
/// let sparse = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
/// for (grid, rounds) in [(full, 1), (example, 4), (sparse.parse()?, 13)] {
///     let counter = Counter::default();
///     assert!(Words::default().solve(&Puzzle::try_from(grid)?, &counter).is_ok());
///     let counts = counter.counts();
///     assert_eq!((counts.rounds, counts.nodes, counts.guesses), (rounds, 1, 0));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Dillon's Tdoku (2019, C++) reasons on bands and boxes by configurations, and chooses the guess
/// as it is done here. It keeps bands as vectors of configurations, and goes only where something
/// has changed; here every round works the configurations out from the cells.
///
/// # Outside its assumptions
///
/// Several solutions: the first one found depends on the configurations, not on the order of cells.
/// None: every branch ends at an empty cell, or a unit without a digit. A digit given twice in a
/// unit has no configuration there, and both cells lose it.
///
/// # What the step buys
///
/// It makes a small part of the guesses and nodes of [`fewest-candidates/scan`][before]: a digit
/// that has one place is a node there and part of a round here. It takes a small part of the time of
/// `scan` on every set with blanks, and longer on a full board. Its nodes, guesses and time are close
/// to those of [`bands/stacks`][bands], whose tables find much the same. No article mentions this
/// solver.
///
/// # Question
///
/// Predict the rounds for a full board, for the example with its 51 blanks, and for 17 clues that
/// need no guess.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver whole-grid/words
/// ```
///
/// <details><summary>Answer</summary>
///
/// 1, 4 and, for puzzle 12 of `classics`, 13. A round is as long for a full board as for an empty
/// one. Fewer clues take more rounds, because each builds on the finds of the round before.
///
/// </details>
///
/// [bands]: ../sudoku_bands/struct.Stacks.html
/// [before]: ../sudoku_fewest_candidates/struct.Scan.html
#[derive(Debug)]
pub struct Words {
    waiting: [Cells; DEEPEST],
}

impl Default for Words {
    fn default() -> Self {
        Self { waiting: [[Boxes::NONE; 9]; DEEPEST] }
    }
}

impl Solver for Words {
    const INFO: Info = Info {
        id: "whole-grid/words",
        idea: "every rule over the whole grid at once, three boxes in a word",
        sources: &[SOURCE],
        tree: Tree("whole-grid"),
        counters: COUNTERS,
        contradictions: Contradictions::Searched,
        state_bytes: size_of::<Self>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut answer = Grid::BLANK;
        let found = self.search(puzzle, &mut answer, probe)?;
        Ok(found.then_some(answer))
    }
}

impl Words {
    fn search<P: Probe>(
        &mut self,
        puzzle: &Puzzle,
        answer: &mut Grid,
        probe: P,
    ) -> Result<bool, P::Stop> {
        let (mut cells, mut sum) = (candidates(puzzle.grid()), Boxes::NONE);
        let (mut waiting, mut is_new) = (0, false);
        probe.call()?;
        loop {
            debug_assert!(is_clean(&cells), "a bit that is no candidate");
            let next = round(&mut cells, probe);
            probe.round();
            let before = mem::replace(&mut sum, next.sum);
            // The first round after a guess seldom ends a node, so its end is not checked.
            if mem::take(&mut is_new) {
                continue;
            }
            if !next.is_dead {
                if sum == Boxes::ALL && all_single(&cells) {
                    if solved(&cells, answer, probe)? {
                        return Ok(true);
                    }
                } else if sum != before {
                    continue;
                } else if let Some(choice) = choose(&next.layouts) {
                    debug_assert!(waiting < DEEPEST, "a path has more guesses than configurations");
                    let (first, second) = choice.split();
                    self.waiting[waiting] = keep(&cells, &choice, second);
                    waiting += 1;
                    cells = keep(&cells, &choice, first);
                    probe.why(Reason::Layouts {
                        place: choice.place,
                        digit: choice.digit,
                        first,
                        second,
                    });
                    probe.guess(2);
                    probe.call()?;
                    is_new = true;
                    continue;
                }
            }
            if waiting == 0 {
                return Ok(false);
            }
            probe.why(Reason::Cells {
                rule: Rule::DeadEnd,
                cells: [
                    cells[0].0, cells[1].0, cells[2].0, cells[3].0, cells[4].0, cells[5].0,
                    cells[6].0, cells[7].0, cells[8].0,
                ],
            });
            waiting -= 1;
            cells = self.waiting[waiting];
            probe.back();
            probe.call()?;
            is_new = true;
        }
    }
}

/// Nine bits for each of nine boxes: a word for each band, with 16 bits for each stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Boxes([u64; 3]);

/// The candidates of the whole grid: `cells[3 * r + c]` holds the candidates of the cell in row r
/// and column c of every box.
type Cells = [Boxes; 9];

/// The lowest bit of each stack.
const STACKS: u64 = 0x0001_0001_0001;

impl Boxes {
    const NONE: Self = Self([0; 3]);
    const ALL: Self = Self([0x1ff * STACKS; 3]);

    #[inline]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let Self([a, b, c]) = self;
        Self([f(a), f(b), f(c)])
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let (Self([a, b, c]), Self([d, e, g])) = (self, other);
        Self([f(a, d), f(b, e), f(c, g)])
    }

    /// Moves the next box to the right into the place of each box, and the first of a band into the
    /// last.
    #[inline]
    fn right(self) -> Self {
        self.map(|band| band >> 16 | (band & 0xffff) << 32)
    }

    /// Moves the box to the left into the place of each box, and the last of a band into the first.
    #[inline]
    fn left(self) -> Self {
        self.map(|band| band >> 32 | (band << 16 & 0xffff_ffff_ffff))
    }

    /// Moves the box below into the place of each box, and the first of a stack into the last.
    #[inline]
    fn below(self) -> Self {
        let Self([a, b, c]) = self;
        Self([b, c, a])
    }

    /// Moves the box above into the place of each box, and the last of a stack into the first.
    #[inline]
    fn above(self) -> Self {
        let Self([a, b, c]) = self;
        Self([c, a, b])
    }

    /// The bits of each box without the lowest one. An empty box borrows from the bit above it.
    #[inline]
    fn without_lowest(self) -> Self {
        self.map(|band| band & ((band | STACKS << 15) - STACKS))
    }

    /// All nine bits in each box that has none, otherwise 0.
    #[inline]
    fn where_none(self) -> Self {
        self.map(|band| {
            let none = !(band + 0x1ff * STACKS) & STACKS << 9;
            none - (none >> 9)
        })
    }
}

impl BitAnd for Boxes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Boxes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Boxes {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.map(|band| !band)
    }
}

impl Add for Boxes {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

/// The results of a round, besides the cells.
struct Round {
    /// The sum of the nine cells of each box. Candidates are only removed, so it changes whenever a
    /// candidate is.
    sum: Boxes,
    /// True when a cell has no candidate left.
    is_dead: bool,
    layouts: Layouts,
}

/// The digits that have each configuration left: even and odd ones, of rows in bands and of columns
/// in stacks.
struct Layouts {
    rows: [Boxes; 2],
    columns: [Boxes; 2],
}

/// Applies every rule once.
#[inline(never)]
fn round<P: Probe>(cells: &mut Cells, probe: P) -> Round {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    // The bits of cells with one candidate.
    let single = cells.map(|cell| cell & cell.without_lowest().where_none());
    let [sa, sb, sc, sd, se, sf, sg, sh, si] = single;
    probe.why(Reason::Cells {
        rule: Rule::Start,
        cells: [a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0, i.0],
    });

    // Columns: the minicolumns of each box, without the digits that are single elsewhere in the
    // box.
    let minicolumns =
        apart([a | d | g, b | e | h, c | f | i], [sa | sd | sg, sb | se | sh, sc | sf | si]);
    let [x, y, z] = minicolumns;
    probe.why(Reason::Minicolumns { rule: Rule::NakedSingle, lines: [x.0, y.0, z.0] });
    let columns = [x & y.below() & z.above(), x & y.above() & z.below()];
    let [even, odd] = columns;
    let left = [even | odd, even.above() | odd.below(), even.below() | odd.above()];
    let [u, v, w] = apart(left, left);
    let [x, y, z] = left;
    probe.why(Reason::Minicolumns { rule: Rule::StackLayouts, lines: [x.0, y.0, z.0] });
    let [a, b, c, d, e, f, g, h, i] =
        [a & x, b & y, c & z, d & x, e & y, f & z, g & x, h & y, i & z];

    // Rows: the same, turned by 90 degrees.
    let minirows =
        apart([a | b | c, d | e | f, g | h | i], [sa | sb | sc, sd | se | sf, sg | sh | si]);
    let [x, y, z] = minirows;
    probe.why(Reason::Minirows { rule: Rule::NakedSingle, lines: [x.0, y.0, z.0] });
    let rows = [x & y.right() & z.left(), x & y.left() & z.right()];
    let [even, odd] = rows;
    let left = [even | odd, even.left() | odd.right(), even.right() | odd.left()];
    let [p, q, r] = apart(left, left);

    // Three sure digits of a minirow or a minicolumn fill it.
    let [x, y, z] = left;
    probe.why(Reason::Minirows { rule: Rule::BandLayouts, lines: [x.0, y.0, z.0] });
    let [x, y, z] = [x & room(p), y & room(q), z & room(r)];
    let [k, l, m] = [room(u), room(v), room(w)];
    probe.why(Reason::Minirows { rule: Rule::Triple, lines: [x.0, y.0, z.0] });
    probe.why(Reason::Minicolumns { rule: Rule::Triple, lines: [k.0, l.0, m.0] });
    let [a, b, c, d, e, f, g, h, i] =
        [a & k, b & l, c & m, d & k, e & l, f & m, g & k, h & l, i & m];

    // Cells: a digit that is sure of its minirow and of its minicolumn is in the cell where both
    // cross.
    let fix = |cell: Boxes, left: Boxes, sure: Boxes| cell & left & (sure | sure.where_none());
    *cells = [
        fix(a, x, p & u),
        fix(b, x, p & v),
        fix(c, x, p & w),
        fix(d, y, q & u),
        fix(e, y, q & v),
        fix(f, y, q & w),
        fix(g, z, r & u),
        fix(h, z, r & v),
        fix(i, z, r & w),
    ];
    let [a, b, c, d, e, f, g, h, i] = *cells;
    probe.why(Reason::Cells {
        rule: Rule::HiddenSingle,
        cells: [a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0, i.0],
    });
    let sum = a + b + c + d + e + f + g + h + i;
    let is_dead = cells.iter().any(|cell| {
        cell.0.iter().any(|band| (band + 0x7fff * STACKS) & STACKS << 15 != STACKS << 15)
    });
    Round { sum, is_dead, layouts: Layouts { rows, columns } }
}

/// Each of the first three lines without the bits of the second three at the two other indices.
#[inline]
fn apart([a, b, c]: [Boxes; 3], [d, e, f]: [Boxes; 3]) -> [Boxes; 3] {
    [a & !(e | f), b & !(d | f), c & !(d | e)]
}

/// A mask of the digits that may stay in a minirow with these sure digits: only the sure ones if
/// there are three or more, otherwise all.
#[inline]
fn room(sure: Boxes) -> Boxes {
    sure | sure.without_lowest().without_lowest().where_none()
}

/// True when all bits other than those of candidates are 0.
#[inline]
fn is_clean(cells: &Cells) -> bool {
    cells.iter().all(|cell| cell.0.iter().all(|band| band & !(0x1ff * STACKS) == 0))
}

/// True when every cell has at most one candidate.
#[inline]
fn all_single(cells: &Cells) -> bool {
    let more = cells.iter().fold(Boxes::NONE, |more, cell| more | cell.without_lowest());
    more == Boxes::NONE
}

/// True when every row, column and box has all nine digits as candidates.
#[inline]
fn all_complete([a, b, c, d, e, f, g, h, i]: &Cells) -> bool {
    let minirows = [*a | *b | *c, *d | *e | *f, *g | *h | *i];
    let minicolumns = [*a | *d | *g, *b | *e | *h, *c | *f | *i];
    let boxes = minirows[0] | minirows[1] | minirows[2];
    let rows = minirows.map(|row| row | row.right() | row.left());
    let columns = minicolumns.map(|column| column | column.below() | column.above());
    rows.into_iter().chain(columns).fold(boxes, |all, unit| all & unit) == Boxes::ALL
}

/// The guess: in the open band or stack with the fewest configurations, a digit that has few;
/// `None` if no band or stack is open.
#[inline]
fn choose(Layouts { rows, columns }: &Layouts) -> Option<Choice> {
    let mut fewest = (u32::MAX, 0);
    for at in 0..3 {
        let stack = |boxes: &Boxes| {
            let [a, b, c] = boxes.0.map(|band| band >> (16 * at) & 0x1ff);
            (a | b << 9 | c << 18).count_ones()
        };
        let in_band: u32 = rows.iter().map(|boxes| boxes.0[at].count_ones()).sum();
        let in_stack: u32 = columns.iter().map(stack).sum();
        for (number, place) in [(in_band, 2 * at), (in_stack, 2 * at + 1)] {
            if number > 9 && number < fewest.0 {
                fewest = (number, place);
            }
        }
    }
    let (number, place) = fewest;
    if number == u32::MAX {
        return None;
    }
    let at = place / 2;
    let digits: [u16; 6] = std::array::from_fn(|no| {
        let (parity, k) = (no / 3, no % 3);
        if place.is_multiple_of(2) {
            (rows[parity].0[at] >> (16 * k)) as u16
        } else {
            (columns[parity].0[k] >> (16 * at)) as u16
        }
    });
    Some(Choice::among(digits, place))
}

/// The cells after the digit of the choice keeps only these of its configurations.
#[inline]
fn keep(cells: &Cells, choice: &Choice, configurations: usize) -> Cells {
    let (at, digit) = (choice.place / 2, choice.digit as u64);
    let mut kept = *cells;
    for line in 0..3 {
        let lost = LOST[configurations][line] as u64;
        let mut gone = Boxes::NONE;
        for other in 0..3 {
            if choice.place.is_multiple_of(2) {
                gone.0[at] |= ((lost >> other & 1) * digit) << (16 * other);
            } else {
                gone.0[other] |= ((lost >> other & 1) * digit) << (16 * at);
            }
        }
        for across in 0..3 {
            let cell =
                if choice.place.is_multiple_of(2) { 3 * line + across } else { 3 * across + line };
            kept[cell] = kept[cell] & !gone;
        }
    }
    kept
}

/// The place of a cell: its entry, the band, and the shift within the word.
#[inline]
const fn place(at: usize) -> (usize, usize, usize) {
    let (row, column) = (at / 9, at % 9);
    (row % 3 * 3 + column % 3, row / 3, column / 3 * 16)
}

#[inline]
fn candidates(grid: &Grid) -> Cells {
    let mut cells = [Boxes::NONE; 9];
    for (at, &digit) in grid.cells().iter().enumerate() {
        let (cell, band, shift) = place(at);
        let digits = if digit == 0 { 0x1ff } else { 1 << (digit - 1) };
        cells[cell].0[band] |= digits << shift;
    }
    cells
}

/// True if the cells are a solution and the probe ends the search with it. The solution is written
/// to `answer`.
#[inline]
fn solved<P: Probe>(cells: &Cells, answer: &mut Grid, probe: P) -> Result<bool, P::Stop> {
    if !all_complete(cells) {
        return Ok(false);
    }
    let mut rows = [[0; 9]; 9];
    for at in 0..81 {
        let (cell, band, shift) = place(at);
        rows[at / 9][at % 9] = (cells[cell].0[band] >> shift).trailing_zeros() as u8 + 1;
    }
    *answer = Grid::from_rows(rows);
    Ok(probe.solved(answer))
}
