//! [`representative`]: the same grid for all equivalent puzzles, found fast.

use sudoku_core::{Grid, box_of, column_of, row_of};

use crate::canonical;

/// How often the numbers of the clues are mixed.
const ROUNDS: usize = 3;

/// One of the grids that are equivalent to this one, and the same one for all of them. It is not
/// the smallest, as [`canonical()`] is, but mostly takes less time. Another version of this crate may
/// choose another grid.
///
/// Every clue begins with the same number. In each round, the number is mixed with the sums of the
/// numbers in the clue's row, column and box, and of those with its digit. The sum of a row or
/// column is mixed with that of its band or stack. Sums do not depend on an order, so the
/// symmetries of Sudoku leave the numbers unchanged. If the numbers distinguish the rows and the
/// columns, they define an order. Otherwise, as in a solved grid or a symmetric one, the canonical
/// form is returned.
///
/// ```
/// use sudoku_core::{Grid, Symmetry};
/// use sudoku_puzzles::representative;
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(representative(&Symmetry::random(7).apply(&puzzle)), representative(&puzzle));
/// assert_ne!(representative(&puzzle.with(0, 0)), representative(&puzzle));
/// # Ok::<(), sudoku_core::ParseGridError>(())
/// ```
pub fn representative(grid: &Grid) -> Grid {
    told_apart(grid).unwrap_or_else(|| canonical(grid))
}

/// The representative by the numbers of the clues; `None` if they do not define an order.
fn told_apart(grid: &Grid) -> Option<Grid> {
    let [rows, columns] = numbers(grid).map(Lines::sorted);
    let (rows, columns) = (rows?, columns?);
    if rows.bands == columns.bands {
        return None;
    }
    let transposed = columns.bands < rows.bands;
    let (mut labels, mut last) = ([0; 10], 0);
    let cell = |at: usize| {
        let (one, other) = if transposed { (at % 9, at / 9) } else { (at / 9, at % 9) };
        let (row, column) = (rows.order[one], columns.order[other]);
        let digit = usize::from(grid.cells()[row * 9 + column]);
        if digit != 0 && labels[digit] == 0 {
            last += 1;
            labels[digit] = last;
        }
        labels[digit]
    };
    Grid::try_from(std::array::from_fn(cell)).ok()
}

/// The sums of the clues' numbers after the last round, for each row and for each column.
fn numbers(grid: &Grid) -> [[u64; 9]; 2] {
    let mut clues = [Clue { row: 0, column: 0, its_box: 0, digit: 0, number: 1 }; 81];
    let mut count = 0;
    for (at, &digit) in grid.cells().iter().enumerate() {
        if digit != 0 {
            let (row, column, its_box) = (row_of(at), column_of(at), box_of(at));
            clues[count] = Clue { row, column, its_box, digit: digit as usize - 1, number: 1 };
            count += 1;
        }
    }
    let clues = &mut clues[..count];
    for _ in 0..ROUNDS {
        let ([rows, columns], [mut boxes, mut digits]) = (sums(clues), [[0; 9]; 2]);
        for clue in &*clues {
            add(&mut boxes[clue.its_box], clue.number);
            add(&mut digits[clue.digit], clue.number);
        }
        let (rows, columns) = (with_bands(rows), with_bands(columns));
        for clue in &mut *clues {
            // Rows and columns are treated alike, because a transposition exchanges them.
            let crossing = rows[clue.row].wrapping_add(columns[clue.column]);
            let beside = boxes[clue.its_box].rotate_left(16) ^ digits[clue.digit].rotate_left(32);
            clue.number = mixed(mixed(crossing ^ beside ^ clue.number));
        }
    }
    sums(clues)
}

/// The place of a clue, and its number so far.
#[derive(Clone, Copy)]
struct Clue {
    row: usize,
    column: usize,
    its_box: usize,
    digit: usize,
    number: u64,
}

fn sums(clues: &[Clue]) -> [[u64; 9]; 2] {
    let [mut rows, mut columns] = [[0; 9]; 2];
    for clue in clues {
        add(&mut rows[clue.row], clue.number);
        add(&mut columns[clue.column], clue.number);
    }
    [rows, columns]
}

/// The sums of rows, each mixed with the sum of its band; or those of columns and stacks.
fn with_bands(sums: [u64; 9]) -> [u64; 9] {
    let mut lines = sums.map(mixed);
    for band in lines.as_chunks_mut::<3>().0 {
        let of_all = band.iter().fold(0, |sum: u64, line| sum.wrapping_add(*line));
        for line in band {
            add(line, of_all.rotate_left(24));
        }
    }
    lines
}

fn add(sum: &mut u64, number: u64) {
    *sum = sum.wrapping_add(number);
}

/// A hash of a number: the upper half of the product depends on all bits and is folded into the
/// lower half.
const fn mixed(number: u64) -> u64 {
    // The fraction of the golden ratio, as in Fibonacci hashing.
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 32
}

/// Rows in the order of their numbers, and their bands; or columns and stacks.
struct Lines {
    order: [usize; 9],
    /// The number of each line, band by band.
    bands: [[u64; 3]; 3],
}

impl Lines {
    /// `None` when two rows of a band have the same number, or two bands the same numbers, and they
    /// are not blank.
    fn sorted(sums: [u64; 9]) -> Option<Self> {
        let mut bands = [0, 1, 2].map(|band| {
            let mut lines = [0, 1, 2].map(|line| (sums[band * 3 + line], band * 3 + line));
            lines.sort_unstable();
            lines
        });
        bands.sort_unstable_by_key(|band| band.map(|(sum, _)| sum));
        let order = std::array::from_fn(|at| bands[at / 3][at % 3].1);
        let bands = bands.map(|band| band.map(|(sum, _)| sum));
        let twins = |pair: &[u64]| pair[0] == pair[1] && pair[0] != 0;
        let twin_bands = |pair: &[[u64; 3]]| pair[0] == pair[1] && pair[0] != [0; 3];
        let alike = bands.iter().any(|band| band.windows(2).any(twins));
        (!alike && !bands.windows(2).any(twin_bands)).then_some(Self { order, bands })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use sudoku_core::{Random, Symmetry};

    use super::*;
    use crate::{CORPORA, find};

    /// Grids of every density, with clues that may contradict each other.
    fn any_grid() -> impl Strategy<Value = Grid> {
        (0..=81_u64, any::<u64>(), 1..=9_u64).prop_map(|(clues, seed, digits)| {
            let mut random = Random::seeded(seed);
            (0..clues).fold(Grid::BLANK, |grid, _| {
                grid.with(random.below(81) as usize, 1 + random.below(digits) as u8)
            })
        })
    }

    proptest! {
        #[test]
        fn symmetries_change_nothing(grid in any_grid(), seed: u64) {
            let turned = Symmetry::random(seed).apply(&grid);
            prop_assert_eq!(representative(&turned), representative(&grid));
        }

        #[test]
        fn it_is_equivalent(grid in any_grid()) {
            prop_assert_eq!(canonical(&representative(&grid)), canonical(&grid));
        }
    }

    #[test]
    fn puzzles_that_are_not_equivalent_differ() {
        let mut seen = HashMap::new();
        for corpus in CORPORA {
            for entry in corpus.entries() {
                let (one, form) = (representative(&entry.grid), canonical(&entry.grid));
                assert_eq!(*seen.entry(one).or_insert(form), form, "{}", entry.grid);
            }
        }
    }

    /// In each of these grids, some lines tie in the numbers that should order them, but exchanging
    /// them alone changes the grid.
    #[test]
    fn lines_with_equal_numbers_are_put_into_no_order() {
        let rows = [(0, 1), (10, 2), (20, 3), (60, 4), (61, 5)];
        let sides = [(0, 1), (30, 2), (60, 3), (61, 4), (70, 5)];
        let bands = [(0, 1), (1, 2), (11, 1), (30, 3), (31, 4), (41, 3)];
        for clues in [&rows[..], &sides, &bands] {
            let grid = clues.iter().fold(Grid::BLANK, |grid, &(at, digit)| grid.with(at, digit));
            let form = representative(&grid);
            for seed in 0..100 {
                let turned = Symmetry::random(seed).apply(&grid);
                assert_eq!(representative(&turned), form, "{turned}");
            }
        }
    }

    #[test]
    fn numbers_are_enough_but_for_symmetric_grids() {
        let hard = find("hard").unwrap().entries();
        let enough = hard.iter().filter(|entry| told_apart(&entry.grid).is_some()).count();
        assert!(enough * 100 >= hard.len() * 99, "{enough} of {}", hard.len());
        let half_turn =
            "5.............5..................................................................";
        for grid in [hard[0].solution.unwrap(), half_turn.parse().unwrap(), Grid::BLANK] {
            assert_eq!(told_apart(&grid), None, "{grid}");
        }
    }
}
