//! [`canonical`]: one form for all equivalent puzzles.

use std::ops::Range;

use sudoku_core::Grid;

/// The smallest of all grids that symmetries of Sudoku make of this one, read as 81 digits with 0
/// for a blank.
///
/// Two puzzles have the same canonical grid if and only if they are equivalent, that is, if
/// relabelling the digits, reordering bands, stacks, rows and columns, or transposition makes one
/// into the other. Clues may contradict each other.
///
/// ```
/// use sudoku_core::{Grid, Symmetry};
/// use sudoku_puzzles::canonical;
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(canonical(&Symmetry::random(7).apply(&puzzle)), canonical(&puzzle));
/// assert_ne!(canonical(&puzzle.with(0, 0)), canonical(&puzzle));
/// # Ok::<(), sudoku_core::ParseGridError>(())
/// ```
pub fn canonical(grid: &Grid) -> Grid {
    let sides = [grid.rows(), transposed(grid.rows())].map(Side::new);
    let mut next = Level { smallest: u64::MAX, begun: Vec::with_capacity(64) };
    let mut front = vec![Begun::new(0), Begun::new(1)];
    let (mut rows, mut filled) = ([0x1_2345_6789; 9], 0);
    if grid.is_solved() {
        for (side, blank) in sides.iter().zip(&front) {
            for (row, step) in (0..9).flat_map(|row| [(row, 1), (row, 2)]) {
                begin_with([row, row / 3 * 3 + (row + step) % 3], side, blank, &mut next);
            }
        }
        (rows[1], filled) = (next.advance(&mut front), 2);
    }
    for (level, smallest) in rows.iter_mut().enumerate().skip(filled) {
        for begun in &front {
            let side = &sides[usize::from(begun.side)];
            for row in side.rows_after(begun, level) {
                begun.extend(&side.rows[usize::from(row)], row, &mut next);
            }
        }
        *smallest = next.advance(&mut front);
    }
    Grid::from_rows(
        rows.map(|row| std::array::from_fn(|place| (row >> (32 - 4 * place) & 15) as u8)),
    )
}

/// The smallest row that can come next, four bits for each label, and the beginnings with it. Only
/// these are continued.
struct Level {
    smallest: u64,
    begun: Vec<Begun>,
}

impl Level {
    fn add(&mut self, row: u64, begun: Begun) {
        if row > self.smallest {
            return;
        }
        if row < self.smallest {
            self.smallest = row;
            self.begun.clear();
        }
        self.begun.push(begun);
    }

    /// Makes these beginnings the front, and returns their last row.
    fn advance(&mut self, front: &mut Vec<Begun>) -> u64 {
        std::mem::swap(front, &mut self.begun);
        self.begun.clear();
        std::mem::replace(&mut self.smallest, u64::MAX)
    }
}

/// Adds the beginnings of a solved grid with two rows, in the orders of columns that can be the
/// smallest. The first row is 123456789 in every order, so it leaves all columns alike.
fn begin_with(rows: [u8; 2], side: &Side, blank: &Begun, level: &mut Level) {
    let [first, second] = rows.map(|row| side.rows[usize::from(row)]);
    let mut places = [0; 10];
    for (column, digit) in (0..).zip(first) {
        places[usize::from(digit)] = column;
    }
    let above = second.map(|digit| places[usize::from(digit)]);
    orders_of_two(above, |columns| {
        let mut labels = [0; 9];
        for (label, column) in (1..).zip(columns) {
            labels[usize::from(column)] = label;
        }
        let below = columns.map(|column| labels[usize::from(above[usize::from(column)])]);
        let second = below.iter().fold(0, |row, &label| row << 4 | u64::from(label));
        if second <= level.smallest {
            let used = 1 << rows[0] | 1 << rows[1];
            let row = rows[1];
            let mut begun = Begun { row, used, columns, tied: 0, tied_stacks: 0, ..*blank };
            for (digit, label) in first.into_iter().zip(labels) {
                begun.labels[usize::from(digit)] = label;
            }
            level.add(second, begun);
        }
    });
}

/// The orders of the columns that make the second of two rows of a solved grid the smallest; the
/// first row is 123456789 in any of these orders. `above` is the column in the first row of each
/// digit in the second. If the three digits of the second row in one stack come from one stack of
/// the first row, they become 456; if they come from two stacks, 457.
fn orders_of_two(above: [u8; 9], mut found: impl FnMut([u8; 9])) {
    let all_above = |three: [u8; 3]| three.map(|column| above[usize::from(column)]);
    for stack in 0..3 {
        for order in THREE {
            let begin = order.map(|at| stack * 3 + at);
            let next = all_above(begin);
            let [x, y, z] = next;
            if x / 3 != y / 3 {
                continue;
            }
            if y / 3 == z / 3 {
                found(flat([begin, next, all_above(next)]));
                continue;
            }
            let next = [x, y, x / 3 * 9 + 3 - x - y];
            for steps in [[0, 1, 2], [0, 2, 1]] {
                found(flat([begin, next, steps.map(|step| z / 3 * 3 + (z + step) % 3)]));
            }
        }
    }
}

fn flat(stacks: [[u8; 3]; 3]) -> [u8; 9] {
    std::array::from_fn(|place| stacks[place / 3][place % 3])
}

/// The puzzle as it is, or transposed.
struct Side {
    rows: [[u8; 9]; 9],
    /// For each row, the nearest row above it in its band that equals it.
    like_row: [Option<u8>; 9],
}

impl Side {
    fn new(mut rows: [[u8; 9]; 9]) -> Self {
        // Rows with few clues come first, so that most others are soon seen to be larger.
        let clues = |row: &[u8; 9]| row.iter().filter(|&&digit| digit != 0).count();
        let bands = rows.as_chunks_mut::<3>().0;
        for band in bands.iter_mut() {
            band.sort_unstable_by_key(clues);
        }
        bands.sort_unstable_by_key(|band| clues(&band[0]));
        let like_row = std::array::from_fn(|row| {
            (row / 3 * 3..row).rev().find(|&above| rows[above] == rows[row]).map(|at| at as u8)
        });
        Self { rows, like_row }
    }

    /// The rows that can come next at this level: from any band at the start of a band, otherwise
    /// from the band of the last row. Of equal rows, the one furthest up comes first.
    fn rows_after(&self, begun: &Begun, level: usize) -> impl Iterator<Item = u8> {
        let in_reach = match level {
            0 | 3 | 6 => 0..9,
            _ => begun.row / 3 * 3..begun.row / 3 * 3 + 3,
        };
        let used = begun.used;
        in_reach.filter(move |&row| {
            let free = |row: u8| used >> row & 1 == 0;
            free(row) && !self.like_row[usize::from(row)].is_some_and(free)
        })
    }
}

/// A beginning of a symmetry: which rows come first, in which order the columns stand as far as
/// these rows tell them apart, and the labels that the digits in these rows get.
#[derive(Clone, Copy)]
struct Begun {
    side: u8,
    /// The row that was added last.
    row: u8,
    used: u16,
    /// The column at each place, stack by stack.
    columns: [u8; 9],
    /// Bit n: the columns at places n - 1 and n of one stack are equal in all rows so far, so that
    /// either of them may come first.
    tied: u16,
    /// Bit n: the stacks n - 1 and n are equal in all rows so far.
    tied_stacks: u8,
    /// The label of each digit, and 0 for a blank.
    labels: [u8; 10],
    /// The number of labels in use.
    known: u8,
}

/// Stands for the label of a digit that has none yet.
const NEW: u8 = 10;

impl Begun {
    const fn new(side: u8) -> Self {
        Self {
            side,
            row: 0,
            used: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            tied: 0b110_110_110,
            tied_stacks: 0b110,
            labels: [0, NEW, NEW, NEW, NEW, NEW, NEW, NEW, NEW, NEW],
            known: 0,
        }
    }

    /// Adds the beginnings that continue this one with a row, unless they are larger than others.
    fn extend(&self, cells: &[u8; 9], row: u8, level: &mut Level) {
        let longer = Self { row, used: self.used | 1 << row, ..*self };
        if self.tied_stacks == 0 {
            return longer.place(cells, 0, 0, level);
        }
        // Tied stacks change places. Those that stay blank come first and remain tied. If all
        // columns of the others are tied as well, those with fewer clues come first.
        let mut group = 0;
        let keys: [u8; 3] = std::array::from_fn(|stack| {
            group += 8 * (1 - (self.tied_stacks >> stack & 1));
            let clues = filled(cells, &self.columns[3 * stack..][..3]);
            let all_tied = self.tied >> (3 * stack) & 0b110 == 0b110;
            group + if clues == 0 { stack as u8 } else { 3 + clues * u8::from(all_tied) }
        });
        for order in THREE {
            if order.is_sorted_by_key(|&at| keys[usize::from(at)]) {
                let from = |place| usize::from(3 * order[place / 3]) + place % 3;
                let columns = std::array::from_fn(|place| self.columns[from(place)]);
                Self { columns, ..longer }.place(cells, 0, 0, level);
            }
        }
    }

    /// Fills the places of a row from `place` on; `row` holds the labels before.
    fn place(mut self, cells: &[u8; 9], mut place: usize, mut row: u64, level: &mut Level) {
        while place < 9 {
            let end = place + 1 + (self.tied >> (place + 1)).trailing_ones() as usize;
            // Of tied columns, those that stay blank come first.
            let clues = filled(cells, &self.columns[place..end]);
            let least = row << (4 * (end - place)) | 1 << (4 * clues) >> 4;
            if least > level.smallest >> (36 - 4 * end) {
                return;
            }
            if clues == 0 {
                (row, place) = (least, end);
                continue;
            }
            let label = |column: &u8| self.labels[usize::from(cells[usize::from(*column)])];
            self.columns[place..end].sort_by_key(label);
            while place < end {
                let digit = usize::from(cells[usize::from(self.columns[place])]);
                if self.labels[digit] == NEW {
                    self.choose(cells, place..end, row, level);
                }
                let digit = usize::from(cells[usize::from(self.columns[place])]);
                if self.labels[digit] == NEW {
                    self.known += 1;
                    self.labels[digit] = self.known;
                }
                let label = u64::from(self.labels[digit]);
                if label != row & 15 {
                    self.tied &= !(1 << place);
                }
                (row, place) = (row << 4 | label, place + 1);
            }
        }
        for stack in 1..3 {
            let [left, right] = [stack - 1, stack].map(|stack| row >> (24 - 12 * stack) & 0xfff);
            if left != right {
                self.tied_stacks &= !(1 << stack);
            } else if self.tied_stacks >> stack & 1 == 1
                && self.columns[3 * stack - 3] > self.columns[3 * stack]
            {
                return; // the same as with the two stacks in the other order
            }
        }
        level.add(row, self);
    }

    /// Chooses between tied columns that all have new digits: a digit that they repeat comes first;
    /// otherwise each of them begins a way of its own.
    fn choose(&mut self, cells: &[u8; 9], places: Range<usize>, row: u64, level: &mut Level) {
        let digit = |at: usize| cells[usize::from(self.columns[at])];
        let repeats = |&at: &usize| (at + 1..places.end).any(|other| digit(other) == digit(at));
        if let Some(repeated) = places.clone().find(repeats) {
            return self.columns.swap(places.start, repeated);
        }
        self.tied &= !(2 << places.start);
        for other in places.clone().skip(1) {
            let mut begun = *self;
            begun.columns.swap(places.start, other);
            begun.place(cells, places.start, row, level);
        }
    }
}

/// The number of clues of a row in these columns.
fn filled(cells: &[u8; 9], columns: &[u8]) -> u8 {
    columns.iter().map(|&column| u8::from(cells[usize::from(column)] != 0)).sum()
}

fn transposed(rows: [[u8; 9]; 9]) -> [[u8; 9]; 9] {
    std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))
}

/// All orders of three things.
const THREE: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::collections::HashSet;

    use proptest::prelude::*;
    use sudoku_core::Symmetry;

    use super::*;
    use crate::{CORPORA, Generator, Options, PuzzleKind};

    /// One of the 1,296 orders of nine lines that keep bands together.
    fn order(number: usize) -> [usize; 9] {
        let bands = THREE[number / 216];
        let inside = [THREE[number / 36 % 6], THREE[number / 6 % 6], THREE[number % 6]];
        std::array::from_fn(|at| usize::from(bands[at / 3] * 3 + inside[at / 3][at % 3]))
    }

    /// Finds the smallest grid by trying every symmetry.
    fn smallest_of_all(grid: &Grid) -> Grid {
        let mut best = [[9_u8; 9]; 9];
        let orders: Vec<[usize; 9]> = (0..1296).map(order).collect();
        for rows in [grid.rows(), transposed(grid.rows())] {
            for row_order in &orders {
                for column_order in &orders {
                    let mut labels = [0_u8; 10];
                    for level in 0..9 {
                        let row = rows[row_order[level]];
                        let made = column_order.map(|column| {
                            let digit = usize::from(row[column]);
                            if digit != 0 && labels[digit] == 0 {
                                labels[0] += 1;
                                labels[digit] = labels[0];
                            }
                            if digit == 0 { 0 } else { labels[digit] }
                        });
                        match made.cmp(&best[level]) {
                            Ordering::Greater => break,
                            Ordering::Less => best[level..].fill([u8::MAX; 9]),
                            Ordering::Equal => {}
                        }
                        best[level] = made;
                    }
                }
            }
        }
        Grid::from_rows(best)
    }

    #[test]
    fn it_is_the_smallest_of_all() {
        let mut random = sudoku_core::Random::seeded(9);
        let full = Options { kind: PuzzleKind::Unique, clues: Some(81), ..Options::default() };
        let solved = Generator::new(4, full).unwrap().take(2).map(|entry| entry.grid);
        let mut grids: Vec<Grid> = solved.collect();
        let mut cut = grids[0];
        for clues in [80, 72, 60, 40, 24, 12, 6] {
            while cut.clues() > clues {
                cut = cut.with(random.below(81) as usize, 0);
            }
            grids.push(cut);
        }
        // Digits that repeat in rows, columns and boxes.
        for (digits, clues) in [(1, 9), (2, 30), (3, 300), (9, 60)] {
            grids.push((0..clues).fold(Grid::BLANK, |grid, _| {
                grid.with(random.below(81) as usize, 1 + random.below(digits) as u8)
            }));
        }
        grids.extend([Grid::BLANK, Grid::BLANK.with(80, 4), Grid::from_rows([[7; 9]; 9])]);
        for grid in grids {
            assert_eq!(canonical(&grid), smallest_of_all(&grid), "{grid}");
        }
    }

    #[test]
    fn puzzles_that_are_not_equivalent_differ() {
        let mut seen = HashSet::new();
        // The set `anti-reversed` is left out: its puzzles are those of another set, rearranged.
        for corpus in CORPORA.iter().filter(|corpus| corpus.name != "anti-reversed") {
            for (number, entry) in corpus.entries().iter().enumerate() {
                let form = canonical(&entry.grid);
                assert_eq!(form.clues(), entry.grid.clues());
                assert_eq!(form.conflict().is_some(), entry.grid.conflict().is_some());
                assert!(seen.insert(form), "{}: {number}", corpus.name);
            }
        }
    }

    /// Grids of every density, from solved to nearly blank, and some that contradict themselves.
    fn any_grid() -> impl Strategy<Value = Grid> {
        let solved: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        let few = proptest::collection::vec((0..81_usize, 0..=9_u8), 0..12);
        (any::<bool>(), 0..=81_u64, any::<u64>(), few).prop_map(
            move |(filled, blanks, seed, few)| {
                let mut random = sudoku_core::Random::seeded(seed);
                let mut grid = if filled { solved } else { Grid::BLANK };
                for _ in 0..blanks * 2 {
                    grid = grid.with(random.below(81) as usize, 0);
                }
                few.into_iter().fold(grid, |grid, (at, digit)| grid.with(at, digit))
            },
        )
    }

    proptest! {
        #[test]
        fn symmetries_change_nothing(grid in any_grid(), seed: u64) {
            let form = canonical(&grid);
            prop_assert_eq!(canonical(&Symmetry::random(seed).apply(&grid)), form);
            prop_assert_eq!(canonical(&form), form);
            prop_assert!(form <= grid || grid.cells().iter().all(|&digit| digit == 0));
        }

        #[test]
        fn one_clue_more_or_less_is_another_puzzle(grid in any_grid(), at in 0..81_usize) {
            let other = match grid.cells()[at] {
                0 => grid.with(at, 1),
                _ => grid.with(at, 0),
            };
            prop_assert_ne!(canonical(&grid), canonical(&other));
        }
    }
}
