//! [`canonical`]: one form for all equivalent puzzles.

use std::cmp::Ordering;

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
/// use sudoku_corpus::canonical;
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(canonical(&Symmetry::random(7).apply(&puzzle)), canonical(&puzzle));
/// assert_ne!(canonical(&puzzle.with(0, 0)), canonical(&puzzle));
/// # Ok::<(), sudoku_core::ParseGridError>(())
/// ```
pub fn canonical(grid: &Grid) -> Grid {
    let rows = grid.rows();
    let sides = [Side::new(rows), Side::new(transposed(rows))];
    smallest(&sides, Front::of(grid, &sides).unwrap_or_else(|| Front::of_all(&sides)))
}

/// The smallest grid that begins with one of the beginnings in `front`.
fn smallest(sides: &[Side; 2], front: Front) -> Grid {
    let Front { begun: mut front, levels, best: mut result } = front;
    let mut next = Vec::new();
    for (level, best) in result.iter_mut().enumerate().skip(levels) {
        for begun in &front {
            let side = &sides[begun.side as usize];
            let order = &ORDERS[begun.order as usize];
            for row in side.rows_after(begun, level) {
                let mut longer = *begun;
                match longer.relabel(side, row, order, best) {
                    Ordering::Greater => continue,
                    Ordering::Less => next.clear(),
                    Ordering::Equal => {}
                }
                next.push(longer);
            }
        }
        std::mem::swap(&mut front, &mut next);
        next.clear();
    }
    Grid::from_rows(result)
}

/// The beginnings that make the first rows of the grid the smallest. Only these are continued.
struct Front {
    begun: Vec<Begun>,
    /// The number of rows that every beginning fills.
    levels: usize,
    best: [[u8; 9]; 9],
}

impl Front {
    const EMPTY: Self = Self { begun: Vec::new(), levels: 0, best: [[u8::MAX; 9]; 9] };

    /// The front after trying every row, in every order of the columns, as the first row. A row
    /// that equals another row of its band is skipped.
    fn of_all(sides: &[Side; 2]) -> Self {
        let mut front = Self::EMPTY;
        for (side, row) in SIDES_AND_ROWS {
            if sides[side].like_row[row].is_none() {
                (0..1296).for_each(|order| front.begin(sides, side, &[row], order));
            }
        }
        front
    }

    /// As [`of_all`](Self::of_all), but tries only beginnings that are known to be the smallest: in
    /// a solved grid, pairs of rows; otherwise the blank rows of a band and one more row. `None`
    /// for an unsolved grid with a band of blanks only, or with a digit twice in a row or a column.
    fn of(grid: &Grid, sides: &[Side; 2]) -> Option<Self> {
        let mut front = Self::EMPTY;
        if grid.is_solved() {
            for (side, row) in SIDES_AND_ROWS {
                let rows = &sides[side].rows;
                for other in (row / 3 * 3..row / 3 * 3 + 3).filter(|&other| other != row) {
                    orders_of_two(&rows[row], &rows[other], |order| {
                        front.begin(sides, side, &[row, other], order);
                    });
                }
            }
            return Some(front);
        }
        if !sides.iter().all(Side::is_plain) {
            return None;
        }
        let lead = |(side, row): (usize, usize)| sides[side].lead(row);
        let best = SIDES_AND_ROWS.into_iter().filter_map(lead).min();
        for (side, row) in SIDES_AND_ROWS.into_iter().filter(|&at| lead(at) == best) {
            let mut rows = sides[side].blank_rows(row / 3);
            rows.push(row);
            orders_of_one(&sides[side].rows[row], |order| front.begin(sides, side, &rows, order));
        }
        Some(front)
    }

    /// Adds the beginning that puts `rows` first, in this order, unless an earlier beginning is
    /// smaller.
    fn begin(&mut self, sides: &[Side; 2], side: usize, rows: &[usize], number: usize) {
        let order = &ORDERS[number];
        if !sides[side].tells_apart(order) {
            return;
        }
        self.levels = rows.len();
        let (side_number, order_number) = (side as u8, number as u16);
        let mut begun =
            Begun { side: side_number, order: order_number, row: 0, used: 0, labels: [0; 10] };
        for (level, &row) in rows.iter().enumerate() {
            match begun.relabel(&sides[side], row as u8, order, &mut self.best[level]) {
                Ordering::Greater => return,
                Ordering::Less => {
                    self.begun.clear();
                    self.best[level + 1..].fill([u8::MAX; 9]);
                }
                Ordering::Equal => {}
            }
        }
        self.begun.push(begun);
    }
}

const SIDES_AND_ROWS: [(usize, usize); 18] = {
    let mut all = [(0, 0); 18];
    let mut at = 0;
    while at < 18 {
        all[at] = (at / 9, at % 9);
        at += 1;
    }
    all
};

/// The orders of the columns that make a row of different digits the smallest: stacks with fewer
/// clues come first, and in each stack the blanks come first.
fn orders_of_one(row: &[u8; 9], mut found: impl FnMut(usize)) {
    let clues = [0, 1, 2].map(|stack| filled(&row[stack * 3..][..3]));
    let inside = |stack: u8| {
        let cells = &row[stack as usize * 3..][..3];
        let sorted = move |order: &[u8; 3]| order.is_sorted_by_key(|&at| cells[at as usize] != 0);
        (0..6).filter(move |&number| sorted(&THREE[number]))
    };
    for (stacks, order) in THREE.iter().enumerate() {
        if order.is_sorted_by_key(|&stack| clues[stack as usize]) {
            for first in inside(order[0]) {
                for second in inside(order[1]) {
                    for third in inside(order[2]) {
                        found(stacks * 216 + first * 36 + second * 6 + third);
                    }
                }
            }
        }
    }
}

/// The orders of the columns that make the second of two rows of a solved grid the smallest; the
/// first row is 123456789 in any of these orders. If the three digits of the second row in one
/// stack come from one stack of the first row, they become 456; if they come from two stacks, 457.
fn orders_of_two(first: &[u8; 9], second: &[u8; 9], mut found: impl FnMut(usize)) {
    let mut place = [0; 10];
    for (column, &digit) in first.iter().enumerate() {
        place[digit as usize] = column;
    }
    let above = second.map(|digit| place[digit as usize]);
    for stack in 0..3 {
        for order in THREE {
            let begin = order.map(|at| stack * 3 + at as usize);
            let next = begin.map(|column| above[column]);
            let [x, y, z] = next;
            if x / 3 != y / 3 {
                continue;
            }
            if y / 3 == z / 3 {
                found(number_of([begin, next, next.map(|column| above[column])]));
                continue;
            }
            let next = [x, y, x / 3 * 9 + 3 - x - y];
            for steps in [[0, 1, 2], [0, 2, 1]] {
                let last = steps.map(|step| z / 3 * 3 + (z + step) % 3);
                found(number_of([begin, next, last]));
            }
        }
    }
}

/// The index in [`ORDERS`] of the order with these columns, stack by stack.
fn number_of(order: [[usize; 3]; 3]) -> usize {
    let of_three = |[a, b, c]: [usize; 3]| 2 * (a % 3) + usize::from(b % 3 > c % 3);
    let stacks = of_three(order.map(|stack| stack[0] / 3));
    let [first, second, third] = order.map(of_three);
    stacks * 216 + first * 36 + second * 6 + third
}

/// The number of cells with a digit.
fn filled(cells: &[u8]) -> usize {
    cells.iter().filter(|&&digit| digit != 0).count()
}

/// The puzzle as it is, or transposed.
struct Side {
    rows: [[u8; 9]; 9],
    /// For each row, the nearest row above it in its band that equals it.
    like_row: [Option<u8>; 9],
    /// Pairs of equal columns in one stack, and the first columns of two blank stacks. Only orders
    /// that keep each pair in this sequence are tried.
    equal_columns: Vec<(u8, u8)>,
}

impl Side {
    fn new(rows: [[u8; 9]; 9]) -> Self {
        let columns = transposed(rows);
        let mut equal_columns = Vec::new();
        for a in 0..9 {
            for b in a + 1..9 {
                let both_empty = |n: usize| columns[n / 3 * 3..][..3] == [[0; 9]; 3];
                let stacks = a % 3 == 0 && b % 3 == 0 && both_empty(a) && both_empty(b);
                if stacks || a / 3 == b / 3 && columns[a] == columns[b] {
                    equal_columns.push((a as u8, b as u8));
                }
            }
        }
        let like_row = std::array::from_fn(|row| {
            (row / 3 * 3..row).rev().find(|&above| rows[above] == rows[row]).map(|at| at as u8)
        });
        Self { rows, like_row, equal_columns }
    }

    /// True when no row holds a digit twice, and no band is blank.
    fn is_plain(&self) -> bool {
        let has_all_once = |row: &[u8; 9]| {
            let bits = row.iter().fold(0_u16, |bits, digit| bits | 1 << digit);
            (bits >> 1).count_ones() as usize == filled(row)
        };
        self.rows.iter().all(has_all_once)
            && self.rows.as_chunks::<3>().0.iter().all(|band| *band != [[0; 9]; 3])
    }

    /// The rows of a band without a digit.
    fn blank_rows(&self, band: usize) -> Vec<usize> {
        (band * 3..band * 3 + 3).filter(|&row| self.rows[row] == [0; 9]).collect()
    }

    /// A key for how small a grid begins that puts the blank rows of a band first and then this
    /// row, which holds no digit twice. More blank rows make the key smaller; after that, fewer
    /// clues in its stacks, sorted from the fewest. `None` for a row that need not be tried: it is
    /// blank or equals a row further up in its band.
    fn lead(&self, row: usize) -> Option<[usize; 4]> {
        let mut clues = [0, 3, 6].map(|at| filled(&self.rows[row][at..at + 3]));
        clues.sort_unstable();
        let leads = clues != [0; 3] && self.like_row[row].is_none();
        let [a, b, c] = clues;
        leads.then(|| [3 - self.blank_rows(row / 3).len(), a, b, c])
    }

    /// False for an order that another one replaces, because the two differ only by exchanging
    /// equal columns or blank stacks.
    fn tells_apart(&self, order: &[u8; 9]) -> bool {
        let place = |column| order.iter().position(|&at| at == column);
        self.equal_columns.iter().all(|&(a, b)| place(a) < place(b))
    }

    /// The rows that can come next at this level: from any band at the start of a band, otherwise
    /// from the band of the last row. Of equal rows, the one furthest up comes first.
    fn rows_after(&self, begun: &Begun, level: usize) -> impl Iterator<Item = u8> {
        let in_reach: u16 = match level {
            3 | 6 => 0b1_1111_1111,
            _ => 0b111 << (begun.row / 3 * 3),
        };
        let used = begun.used;
        (0..9).filter(move |&row: &u8| {
            let free = |row: u8| used >> row & 1 == 0;
            let twin = self.like_row[row as usize].is_some_and(free);
            in_reach >> row & 1 == 1 && free(row) && !twin
        })
    }
}

/// A beginning of a symmetry: which rows come first, in which order the columns stand, and the
/// labels that the digits in these rows get.
#[derive(Clone, Copy)]
struct Begun {
    side: u8,
    /// The row that was added last.
    row: u8,
    order: u16,
    used: u16,
    /// The label of each digit, 0 if it has none yet. Index 0 holds the number of labels in use.
    labels: [u8; 10],
}

impl Begun {
    /// Labels one more row, compares it with `best`, and replaces `best` if the row is smaller.
    fn relabel(&mut self, side: &Side, row: u8, order: &[u8; 9], best: &mut [u8; 9]) -> Ordering {
        let mut so_far = Ordering::Equal;
        self.row = row;
        self.used |= 1 << row;
        let row = &side.rows[row as usize];
        for (&column, best) in order.iter().zip(best) {
            let digit = row[column as usize] as usize;
            let mut label = 0;
            if digit != 0 {
                if self.labels[digit] == 0 {
                    self.labels[0] += 1;
                    self.labels[digit] = self.labels[0];
                }
                label = self.labels[digit];
            }
            if so_far == Ordering::Equal {
                so_far = label.cmp(best);
                if so_far == Ordering::Greater {
                    return so_far;
                }
            }
            *best = label;
        }
        so_far
    }
}

fn transposed(rows: [[u8; 9]; 9]) -> [[u8; 9]; 9] {
    std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))
}

/// All orders of three things.
const THREE: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All orders of the nine columns that keep stacks together.
static ORDERS: [[u8; 9]; 1296] = {
    let mut orders = [[0; 9]; 1296];
    let mut number = 0;
    while number < 1296 {
        let stacks = THREE[number / 216];
        let inside = [THREE[number / 36 % 6], THREE[number / 6 % 6], THREE[number % 6]];
        let mut at = 0;
        while at < 9 {
            orders[number][at] = stacks[at / 3] * 3 + inside[at / 3][at % 3];
            at += 1;
        }
        number += 1;
    }
    orders
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use sudoku_core::Symmetry;

    use super::*;
    use crate::{CORPORA, Generator, Options, PuzzleKind};

    /// Finds the smallest grid by trying every symmetry.
    fn smallest_of_all(grid: &Grid) -> Grid {
        let mut best = [[9_u8; 9]; 9];
        for rows in [grid.rows(), transposed(grid.rows())] {
            for row_order in &ORDERS {
                for column_order in &ORDERS {
                    let mut labels = [0_u8; 10];
                    for level in 0..9 {
                        let row = rows[row_order[level] as usize];
                        let made = column_order.map(|column| {
                            let digit = row[column as usize] as usize;
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
        let grids = Generator::new(3, Options::default()).unwrap().take(2).map(|entry| entry.grid);
        let contradictory = Grid::BLANK.with(0, 3).with(1, 3).with(13, 3).with(40, 5);
        for grid in grids.chain([contradictory, Grid::BLANK.with(80, 4), Grid::BLANK]) {
            assert_eq!(canonical(&grid), smallest_of_all(&grid), "{grid}");
        }
    }

    /// The canonical grid without the shortcuts of [`Front::of`].
    fn from_all(grid: &Grid) -> Grid {
        let sides = [Side::new(grid.rows()), Side::new(transposed(grid.rows()))];
        smallest(&sides, Front::of_all(&sides))
    }

    #[test]
    fn few_beginnings_are_enough() {
        let mut random = sudoku_core::Random::seeded(9);
        let kind = PuzzleKind::Unique;
        let full = Options { kind, clues: Some(81), ..Options::default() };
        for entry in Generator::new(4, full).unwrap().take(300) {
            let mut grid = entry.grid;
            assert_eq!(canonical(&grid), from_all(&grid), "{grid}");
            // From dense to sparse, and where rows, columns and bands are blank.
            for digits in [79, 70, 50, 30, 24, 17, 12, 7, 3] {
                while grid.clues() > digits {
                    grid = grid.with(random.below(81) as usize, 0);
                }
                assert_eq!(canonical(&grid), from_all(&grid), "{grid}");
                let row = random.below(9) as usize;
                let gap = (row * 9..row * 9 + 9).fold(grid, |grid, at| grid.with(at, 0));
                let gap = Symmetry::random(random.below(99)).apply(&gap);
                assert_eq!(canonical(&gap), from_all(&gap), "{gap}");
            }
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
