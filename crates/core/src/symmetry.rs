//! Changes of a puzzle that keep it the same puzzle.

use crate::{Grid, Random};

/// One of the 1,218,998,108,160 symmetries of Sudoku: relabelled digits, permuted bands and
/// stacks, rows within bands and columns within stacks, and a transposition or none.
///
/// A solver that tries cells and digits in a fixed order depends on the orientation in which a
/// puzzle was published; its symmetric copies are as hard for a human and may be far harder or
/// easier for the solver.
///
/// ```
/// use sudoku_core::{Grid, Symmetry};
///
/// let grid: Grid =
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let turned = Symmetry::random(42).apply(&grid);
/// assert!(turned.is_solved() && turned != grid);
/// assert_eq!(Symmetry::random(42).inverse().apply(&turned), grid);
/// # Ok::<(), sudoku_core::ParseGridError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    /// The cell from which each cell of the result is taken.
    from: [u8; 81],
    /// The digit that each digit becomes; blank stays blank.
    digit: [u8; 10],
}

impl Symmetry {
    /// The one that changes nothing.
    pub fn identity() -> Self {
        Self {
            from: std::array::from_fn(|at| at as u8),
            digit: std::array::from_fn(|digit| digit as u8),
        }
    }

    /// A random one, each as likely as any other. The same seed gives the same one in every
    /// version and on every machine: [`Random`] draws digits, rows, columns and transposition, in
    /// this order.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let mut digit: [u8; 10] = std::array::from_fn(|digit| digit as u8);
        random.shuffle(&mut digit[1..]);
        let rows = lines(&mut random);
        let columns = lines(&mut random);
        let transposed = random.below(2) == 1;
        let from = std::array::from_fn(|at| {
            let (row, column) = if transposed { (at % 9, at / 9) } else { (at / 9, at % 9) };
            rows[row] * 9 + columns[column]
        });
        Self { from, digit }
    }

    /// A random exchange of digits that leaves every cell where it is. The same seed gives the same
    /// one in every version and on every machine.
    pub fn relabelling(seed: u64) -> Self {
        let mut relabelling = Self::identity();
        Random::seeded(seed).shuffle(&mut relabelling.digit[1..]);
        relabelling
    }

    /// One random exchange: of two digits, of two rows of a band, two columns of a stack, two
    /// bands or two stacks, or of rows for columns; each of the six sorts is equally likely. A
    /// chain of such steps reaches every symmetry.
    pub fn step(random: &mut Random) -> Self {
        let mut step = Self::identity();
        let sort = random.below(6);
        match sort {
            0 => {
                let [a, b] = two(random, 9);
                step.digit.swap(a + 1, b + 1);
            }
            1 => step.from = std::array::from_fn(|at| (at % 9 * 9 + at / 9) as u8),
            _ => {
                let mut lines: [usize; 9] = std::array::from_fn(|line| line);
                if sort < 4 {
                    let first = 3 * random.below(3) as usize;
                    let [a, b] = two(random, 3);
                    lines.swap(first + a, first + b);
                } else {
                    let [a, b] = two(random, 3);
                    for line in 0..3 {
                        lines.swap(3 * a + line, 3 * b + line);
                    }
                }
                let rows = [2, 4].contains(&sort);
                step.from = std::array::from_fn(|at| {
                    let (row, column) = (at / 9, at % 9);
                    (if rows { lines[row] * 9 + column } else { row * 9 + lines[column] }) as u8
                });
            }
        }
        step
    }

    /// The puzzle or solution, transformed by this symmetry.
    #[must_use]
    pub fn apply(&self, grid: &Grid) -> Grid {
        let mut rows = [[0; 9]; 9];
        for (at, &from) in self.from.iter().enumerate() {
            let digit = grid.cells()[from as usize];
            rows[at / 9][at % 9] = self.digit[digit as usize];
        }
        Grid::from_rows(rows)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = Self::identity();
        for (at, &from) in self.from.iter().enumerate() {
            inverse.from[from as usize] = at as u8;
        }
        for (digit, &to) in self.digit.iter().enumerate() {
            inverse.digit[to as usize] = digit as u8;
        }
        inverse
    }
}

/// Two different numbers below `bound`.
fn two(random: &mut Random, bound: u64) -> [usize; 2] {
    let a = random.below(bound) as usize;
    let b = random.below(bound - 1) as usize;
    [a, if b < a { b } else { b + 1 }]
}

/// The nine rows (or columns) in an order that keeps bands (or stacks) together.
fn lines(random: &mut Random) -> [u8; 9] {
    let mut thirds = [0, 1, 2];
    random.shuffle(&mut thirds);
    let mut lines = [0; 9];
    for (third, slots) in thirds.into_iter().zip(lines.chunks_exact_mut(3)) {
        slots.copy_from_slice(&[third * 3, third * 3 + 1, third * 3 + 2]);
        random.shuffle(slots);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{box_of, column_of, row_of};

    #[test]
    fn seeds_mean_the_same_for_ever() {
        let Symmetry { from, digit } = Symmetry::random(1);
        assert_eq!(digit, [0, 7, 4, 9, 2, 8, 1, 5, 6, 3]);
        assert_eq!(from[..9], [46, 37, 28, 1, 19, 10, 55, 64, 73]);
    }

    #[test]
    fn a_relabelling_moves_no_cell() {
        let Symmetry { from, digit } = Symmetry::relabelling(1);
        assert_eq!(from, Symmetry::identity().from);
        assert_eq!(digit, Symmetry::random(1).digit);
    }

    #[test]
    fn steps_are_the_61_exchanges() {
        let mut random = Random::seeded(3);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..10_000 {
            let step = Symmetry::step(&mut random);
            assert_ne!(step, Symmetry::identity());
            assert_eq!(step.inverse(), step);
            seen.insert((step.from, step.digit));
        }
        // 36 pairs of digits, 9 of rows, 9 of columns, 3 of bands, 3 of stacks, 1 transposition.
        assert_eq!(seen.len(), 61);
    }

    proptest! {
        #[test]
        fn units_stay_units(seed: u64, step: bool) {
            let Symmetry { from, mut digit } = if step {
                Symmetry::step(&mut Random::seeded(seed))
            } else {
                Symmetry::random(seed)
            };
            digit.sort_unstable();
            prop_assert_eq!(digit, Symmetry::identity().digit);
            for a in 0..81 {
                for b in 0..81 {
                    let (from_a, from_b) = (from[a] as usize, from[b] as usize);
                    let same_line = row_of(a) == row_of(b) || column_of(a) == column_of(b);
                    let was_same_line =
                        row_of(from_a) == row_of(from_b) || column_of(from_a) == column_of(from_b);
                    prop_assert_eq!(same_line, was_same_line);
                    prop_assert_eq!(box_of(a) == box_of(b), box_of(from_a) == box_of(from_b));
                    prop_assert_eq!(a == b, from_a == from_b);
                }
            }
        }

        #[test]
        fn the_inverse_undoes(seed: u64, digits in proptest::collection::vec(0_u8..=9, 81)) {
            let grid = Grid::try_from(<[u8; 81]>::try_from(digits).unwrap()).unwrap();
            let symmetry = Symmetry::random(seed);
            prop_assert_eq!(symmetry.inverse().apply(&symmetry.apply(&grid)), grid);
            prop_assert_eq!(symmetry.inverse().inverse(), symmetry);
        }
    }
}
