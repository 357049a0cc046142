//! [`canonical`]: one name for all puzzles that are the same but for a symmetry.

use std::cmp::Ordering;

use sudoku_core::Grid;

/// The smallest of all grids that the symmetries of Sudoku make of this one, read as 81 digits
/// with 0 for a blank.
///
/// Two puzzles are equivalent, which means that some relabelling of the digits, reordering of
/// bands, stacks, rows and columns, or transposition makes one into the other, exactly if this is
/// the same for both. Clues may contradict each other.
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
    // All ways to fill the rows so far that make them the smallest. Only these are gone on with.
    let mut front = first(&sides);
    let mut next = Vec::new();
    let mut result = [[0; 9]; 9];
    for (level, result) in result.iter_mut().enumerate() {
        let mut best = [u8::MAX; 9];
        for begun in &front {
            let side = &sides[begun.side as usize];
            let order = &ORDERS[begun.order as usize];
            for row in side.rows_after(begun, level) {
                let mut longer = Begun { used: begun.used | 1 << row, row, ..*begun };
                match longer.relabel(&side.rows[row as usize], order, &mut best) {
                    Ordering::Greater => continue,
                    Ordering::Less => next.clear(),
                    Ordering::Equal => {}
                }
                next.push(longer);
            }
        }
        *result = best;
        std::mem::swap(&mut front, &mut next);
        next.clear();
    }
    Grid::from_rows(result)
}

/// The beginnings from which the first row may become the smallest: it has as many blanks in
/// front as any can have.
fn first(sides: &[Side; 2]) -> Vec<Begun> {
    let most = sides.iter().flat_map(|side| side.rows).map(|row| blanks_in_front(&row)).max();
    let mut front = Vec::with_capacity(1296);
    for (number, side) in sides.iter().enumerate() {
        let tops = (0..9).filter(|&row| Some(blanks_in_front(&side.rows[row])) == most);
        let tops = tops.fold(0_u16, |tops, row| tops | 1 << row);
        for order in (0..1296).filter(|&order| side.tells_apart(&ORDERS[order as usize])) {
            let begun = Begun { side: number as u8, order, row: 0, used: 0, tops, labels: [0; 10] };
            front.push(begun);
        }
    }
    front
}

/// How many blanks an order of the columns can bring to the front of a row.
fn blanks_in_front(row: &[u8; 9]) -> usize {
    let clues = [0, 3, 6].map(|at| row[at..at + 3].iter().filter(|&&digit| digit != 0).count());
    let empty = clues.iter().filter(|&&clues| clues == 0).count();
    3 * empty + clues.into_iter().filter(|&clues| clues > 0).min().map_or(0, |fewest| 3 - fewest)
}

/// The puzzle as it is, or transposed.
struct Side {
    rows: [[u8; 9]; 9],
    /// Rows that equal another further up in their band.
    like_row: [Option<u8>; 9],
    /// Columns of one stack that are equal, and where to put a stop to exchanging them.
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

    /// False when an order of the columns differs from another one only by exchanging equals.
    fn tells_apart(&self, order: &[u8; 9]) -> bool {
        let place = |column| order.iter().position(|&at| at == column);
        self.equal_columns.iter().all(|&(a, b)| place(a) < place(b))
    }

    /// The rows that can come next.
    fn rows_after(&self, begun: &Begun, level: usize) -> impl Iterator<Item = u8> {
        let in_reach: u16 = match level {
            0 => begun.tops,
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
    /// The last row.
    row: u8,
    order: u16,
    used: u16,
    /// The rows that may come first.
    tops: u16,
    /// The label of each digit, 0 if it has none yet; in place of the blank's, how many have one.
    labels: [u8; 10],
}

impl Begun {
    /// Labels one more row, and keeps it in `best` if that is not smaller.
    fn relabel(&mut self, row: &[u8; 9], order: &[u8; 9], best: &mut [u8; 9]) -> Ordering {
        let mut so_far = Ordering::Equal;
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

/// The orders of three things.
const THREE: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The orders of the nine columns that keep stacks together.
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
    use crate::{CORPORA, Generator, Options};

    /// Looks at every symmetry.
    fn smallest(grid: &Grid) -> Grid {
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
            assert_eq!(canonical(&grid), smallest(&grid), "{grid}");
        }
    }

    #[test]
    fn puzzles_that_are_not_equivalent_differ() {
        let mut seen = HashSet::new();
        // The control is another set but for a symmetry.
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
