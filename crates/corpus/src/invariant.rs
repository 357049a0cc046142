//! [`invariant`]: a number that the symmetries of Sudoku leave as it is.

use sudoku_core::{Grid, box_of, column_of, row_of};

/// How often the clues look at each other.
const ROUNDS: usize = 3;

/// The same number for equivalent puzzles, as [`canonical`](crate::canonical) is the same grid, and
/// hardly ever for others, unless nearly all cells are filled or nearly none. It takes less than a
/// hundredth of the time: whoever looks for equivalent puzzles needs the canonical forms of those
/// alone that have it in common.
///
/// Every clue begins with the same number. In each round it is mixed with what the clues in its
/// row and its column, in its box, and of its digit add up to; rows and columns know of those beside
/// them in their band or stack. Sums do not depend on an order, and so the result does not.
///
/// ```
/// use sudoku_core::{Grid, Symmetry};
/// use sudoku_corpus::invariant;
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(invariant(&Symmetry::random(7).apply(&puzzle)), invariant(&puzzle));
/// assert_ne!(invariant(&puzzle.with(0, 0)), invariant(&puzzle));
/// # Ok::<(), sudoku_core::ParseGridError>(())
/// ```
pub fn invariant(grid: &Grid) -> u64 {
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
        let [mut rows, mut columns, mut boxes, mut digits] = [[0; 9]; 4];
        for clue in &*clues {
            add(&mut rows[clue.row], clue.number);
            add(&mut columns[clue.column], clue.number);
            add(&mut boxes[clue.its_box], clue.number);
            add(&mut digits[clue.digit], clue.number);
        }
        let (rows, columns) = (lines(rows), lines(columns));
        for clue in &mut *clues {
            // Alike for rows and columns, because a transposition exchanges them.
            let crossing = rows[clue.row].wrapping_add(columns[clue.column]);
            let beside = boxes[clue.its_box].rotate_left(16) ^ digits[clue.digit].rotate_left(32);
            clue.number = mixed(mixed(crossing ^ beside ^ clue.number));
        }
    }
    clues.iter().fold(0, |sum: u64, clue| sum.wrapping_add(clue.number))
}

/// Where a clue is, and what is known of it so far.
#[derive(Clone, Copy)]
struct Clue {
    row: usize,
    column: usize,
    its_box: usize,
    digit: usize,
    number: u64,
}

/// What each row adds up to, mixed, and what its band does; or columns and stacks.
fn lines(sums: [u64; 9]) -> [u64; 9] {
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

/// Another number, whose upper half depends on all bits of this one and is folded into the lower.
const fn mixed(number: u64) -> u64 {
    // The golden ratio's fraction, as in other hashes.
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use sudoku_core::{Random, Symmetry};

    use super::*;
    use crate::{CORPORA, canonical};

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
            prop_assert_eq!(invariant(&Symmetry::random(seed).apply(&grid)), invariant(&grid));
        }
    }

    #[test]
    fn puzzles_that_are_not_equivalent_differ() {
        let mut seen = HashMap::new();
        for corpus in CORPORA {
            for entry in corpus.entries() {
                let (number, form) = (invariant(&entry.grid), canonical(&entry.grid));
                assert_eq!(*seen.entry(number).or_insert(form), form, "{}", entry.grid);
            }
        }
    }
}
