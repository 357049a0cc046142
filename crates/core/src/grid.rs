//! [`Grid`]: a puzzle or a solution, and the referee.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{UNITS, box_of, column_of, row_of};

/// A 9 x 9 board, row by row; 0 is a blank.
///
/// `{}` prints 81 characters with `.` for a blank, `{:#}` a drawing with boxes. `serde` reads and
/// writes the 81 characters. [`FromStr`](std::str::FromStr) reads every usual layout of a single
/// puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid(pub(crate) [u8; 81]);

impl Grid {
    /// The board without clues.
    pub const BLANK: Self = Self([0; 81]);

    /// The board with these rows, in the form of a solver that keeps nine rows of nine.
    ///
    /// Digits are not checked: the referee refuses a grid that a faulty solver filled with
    /// something else. Use `TryFrom<[u8; 81]>` for input.
    pub const fn from_rows(rows: [[u8; 9]; 9]) -> Self {
        let mut cells = [0; 81];
        let mut at = 0;
        while at < 81 {
            cells[at] = rows[at / 9][at % 9];
            at += 1;
        }
        Self(cells)
    }

    /// The nine rows.
    pub const fn rows(&self) -> [[u8; 9]; 9] {
        let mut rows = [[0; 9]; 9];
        let mut at = 0;
        while at < 81 {
            rows[at / 9][at % 9] = self.0[at];
            at += 1;
        }
        rows
    }

    /// The 81 cells, row by row.
    pub const fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// The cells as 81 characters, with `.` for a blank: the inverse of [`of_line`](Self::of_line).
    pub fn line(&self) -> [u8; 81] {
        self.0.map(symbol)
    }

    /// This grid with `digit` at a cell; 0 removes a digit.
    ///
    /// # Panics
    ///
    /// When `at` is above 80 or `digit` above 9.
    #[must_use]
    pub fn with(mut self, at: usize, digit: u8) -> Self {
        assert!(digit <= 9, "{digit} is not a digit");
        self.0[at] = digit;
        self
    }

    /// The number of filled cells.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&digit| digit != 0).count()
    }

    /// The number of blank cells.
    pub fn blanks(&self) -> usize {
        81 - self.clues()
    }

    /// True when every row, column and box holds each of the digits 1 to 9.
    pub fn is_solved(&self) -> bool {
        // The digits 1 to 9 are the bits 0x3fe of a lane.
        let Units { rows_and_boxes, columns: [left, middle, right], .. } = self.units();
        let all =
            rows_and_boxes.as_flattened().iter().fold(u64::MAX, |all, &unit| all & any_lane(unit));
        all == 0x3fe && left & middle & right == 0x3fe_03fe_03fe
    }

    /// True when this grid has every clue of `puzzle` at the same cell.
    pub fn extends(&self, puzzle: &Self) -> bool {
        // Without a stop at the first difference, the compiler can compare vectors of cells.
        let cells = self.0.iter().zip(&puzzle.0);
        let differ =
            cells.map(|(digit, &clue)| (digit ^ clue) & if clue == 0 { 0 } else { u8::MAX });
        differ.fold(0, |differ, one| differ | one) == 0
    }

    #[inline]
    fn units(&self) -> Units {
        let mut units = Units::default();
        let [rows, boxes] = &mut units.rows_and_boxes;
        for (band, cells) in self.0.as_chunks::<27>().0.iter().enumerate() {
            let mut in_boxes = [0; 3];
            for (row, cells) in cells.as_chunks::<9>().0.iter().enumerate() {
                let threes = [0, 3, 6].map(|at| bits_of([cells[at], cells[at + 1], cells[at + 2]]));
                rows[3 * band + row] = threes[0] | threes[1] | threes[2];
                for (stack, three) in threes.into_iter().enumerate() {
                    in_boxes[stack] |= three;
                    units.sum += three;
                }
            }
            for (stack, in_box) in in_boxes.into_iter().enumerate() {
                boxes[3 * band + stack] = in_box;
                units.columns[stack] |= in_box;
            }
        }
        units
    }

    /// The first two cells of one row, column or box that hold the same digit, 1 to 9; `None` if
    /// there are none.
    ///
    /// A grid with a conflict has no solution. The searches of the articles do not check for one.
    pub fn conflict(&self) -> Option<Conflict> {
        // A fast check, for most grids have no conflict: then the bits of each unit have the same
        // sum as their union.
        let Units { rows_and_boxes, columns: [left, middle, right], sum } = self.units();
        let unions: u64 = rows_and_boxes.as_flattened().iter().map(|&unit| any_lane(unit)).sum();
        if unions + sum_of_lanes(left + middle + right) == 3 * sum_of_lanes(sum) {
            return None;
        }
        for unit in &UNITS {
            let mut first = [None; 10];
            for &at in unit {
                let digit = self.0[at];
                if !(1..=9).contains(&digit) {
                    continue;
                }
                let seen = &mut first[digit as usize];
                match *seen {
                    Some(before) => return Some(Conflict { digit, first: before, second: at }),
                    None => *seen = Some(at),
                }
            }
        }
        None
    }
}

/// The digits in the units of a grid. A three is the three cells that a row and a box share: a lane
/// of 16 bits for each, in which bit 1 is the digit 1.
#[derive(Default)]
struct Units {
    /// For each row, then for each box, the union of its threes.
    rows_and_boxes: [[u64; 9]; 2],
    /// For each stack, the union of its threes, whose lanes are its columns.
    columns: [u64; 3],
    /// The sum of all threes.
    sum: u64,
}

/// A three of these cells; what is no digit has no bit.
fn bits_of([left, middle, right]: [u8; 3]) -> u64 {
    BITS[0][left as usize] | BITS[1][middle as usize] | BITS[2][right as usize]
}

/// The bit of each digit in each lane. A lookup takes less time than a shift.
static BITS: [[u64; 256]; 3] = {
    let mut bits = [[0; 256]; 3];
    let mut digit = 1;
    while digit <= 9 {
        bits[0][digit] = 1 << digit;
        bits[1][digit] = 1 << (16 + digit);
        bits[2][digit] = 1 << (32 + digit);
        digit += 1;
    }
    bits
};

fn sum_of_lanes(three: u64) -> u64 {
    (three & 0xffff) + (three >> 16 & 0xffff) + (three >> 32)
}

/// The union of the three lanes.
fn any_lane(three: u64) -> u64 {
    (three | three >> 16 | three >> 32) & 0xffff
}

/// A grid without a [conflict](Grid::conflict): the input of solvers.
///
/// ```
/// use sudoku_core::{Grid, Puzzle};
///
/// assert!(Puzzle::try_from(Grid::BLANK.with(0, 5).with(80, 5)).is_ok());
/// let conflict = Puzzle::try_from(Grid::BLANK.with(0, 5).with(8, 5)).unwrap_err();
/// assert_eq!((conflict.digit, conflict.first, conflict.second), (5, 0, 8));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Puzzle(Grid);

impl Puzzle {
    /// Makes a puzzle of a grid without a check for conflicts: for solvers that find a conflict
    /// themselves (see [`Contradictions`](crate::Contradictions)), and for tests of solvers that do
    /// not.
    pub const fn unchecked(grid: Grid) -> Self {
        Self(grid)
    }

    /// The clues.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// The clues as nine rows, in the form of a search that keeps nine rows of nine.
    pub const fn rows(&self) -> [[u8; 9]; 9] {
        self.0.rows()
    }
}

impl TryFrom<Grid> for Puzzle {
    type Error = Conflict;

    fn try_from(grid: Grid) -> Result<Self, Conflict> {
        grid.conflict().map_or(Ok(Self(grid)), Err)
    }
}

/// Two cells of one unit that hold the same digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The digit that the two cells hold.
    pub digit: u8,
    /// The first of the two cells, 0 to 80.
    pub first: usize,
    /// The second of the two cells, 0 to 80.
    pub second: usize,
}

impl std::error::Error for Conflict {}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digit, first, second } = *self;
        let unit = if row_of(first) == row_of(second) {
            format!("row {}", row_of(first) + 1)
        } else if column_of(first) == column_of(second) {
            format!("column {}", column_of(first) + 1)
        } else {
            format!("box {}", box_of(first) + 1)
        };
        write!(
            f,
            "the digit {digit} stands twice in {unit}: at row {}, column {} and at row {}, column {}",
            row_of(first) + 1,
            column_of(first) + 1,
            row_of(second) + 1,
            column_of(second) + 1,
        )
    }
}

/// A cell value that is neither blank (0) nor a digit (1 to 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cell {at} holds {value}, expected 0 to 9")]
pub struct InvalidDigit {
    /// The cell, 0 to 80.
    pub at: usize,
    /// The value that it holds.
    pub value: u8,
}

impl TryFrom<[u8; 81]> for Grid {
    type Error = InvalidDigit;

    fn try_from(cells: [u8; 81]) -> Result<Self, InvalidDigit> {
        // Without a stop at the first such value, the compiler can compare vectors of cells.
        if cells.iter().fold(0, |greatest, &value| greatest.max(value)) <= 9 {
            return Ok(Self(cells));
        }
        let at = cells.iter().position(|&value| value > 9).unwrap_or_default();
        Err(InvalidDigit { at, value: cells[at] })
    }
}

const fn symbol(digit: u8) -> u8 {
    match digit {
        0 => b'.',
        1..=9 => b'0' + digit,
        _ => b'?',
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        if !f.alternate() {
            return f.write_str(str::from_utf8(&self.line()).expect("all symbols are ASCII"));
        }
        for (at, &digit) in self.0.iter().enumerate() {
            let (row, column) = (row_of(at), column_of(at));
            if column == 0 && row % 3 == 0 && row > 0 {
                f.write_str("------+-------+------\n")?;
            }
            f.write_char(symbol(digit).into())?;
            f.write_str(match column {
                8 if row == 8 => "",
                8 => "\n",
                2 | 5 => " | ",
                _ => " ",
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn solved() -> Grid {
        SOLVED.parse().unwrap()
    }

    /// Every pair of cells once, in order.
    fn pairs() -> impl Iterator<Item = (usize, usize)> {
        (0..81).flat_map(|b| (0..b).map(move |a| (a, b)))
    }

    fn sees(a: usize, b: usize) -> bool {
        row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b)
    }

    #[test]
    fn a_solution_is_recognised_and_any_change_is_not() {
        assert!(solved().is_solved());
        for at in 0..81 {
            for digit in (0..=9).filter(|&digit| digit != solved().cells()[at]) {
                assert!(!solved().with(at, digit).is_solved());
            }
        }
        for (at, value) in (0..81).flat_map(|at| (10..=u8::MAX).map(move |value| (at, value))) {
            let mut rows = solved().rows();
            rows[at / 9][at % 9] = value;
            assert!(!Grid::from_rows(rows).is_solved());
        }
    }

    #[test]
    fn digits_of_two_cells_may_not_be_exchanged() {
        for (a, b) in pairs() {
            let (first, second) = (solved().cells()[a], solved().cells()[b]);
            let exchanged = solved().with(a, second).with(b, first);
            assert_eq!(exchanged.is_solved(), first == second, "cells {a} and {b}");
        }
    }

    #[test]
    fn lines_may_be_exchanged_within_a_band_or_stack_alone() {
        for (a, b) in (0..9).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let mut rows = solved().rows();
            rows.swap(a, b);
            assert_eq!(Grid::from_rows(rows).is_solved(), a / 3 == b / 3, "rows {a} and {b}");
            let mut rows = solved().rows();
            for row in &mut rows {
                row.swap(a, b);
            }
            assert_eq!(Grid::from_rows(rows).is_solved(), a / 3 == b / 3, "columns {a} and {b}");
        }
    }

    /// In two rows and two columns that cross in cells with only two digits, exchanging the digits
    /// keeps rows and columns correct and breaks four boxes only. Fewer boxes are never broken
    /// without a row or a column.
    #[test]
    fn four_broken_boxes_are_seen_wherever_they_lie() {
        let mut seen = std::collections::BTreeSet::new();
        for grid in (0..100).map(|seed| crate::Symmetry::random(seed).apply(&solved())) {
            for (a, d) in pairs() {
                let (b, c) = (a / 9 * 9 + d % 9, d / 9 * 9 + a % 9);
                let boxes = [a, b, c, d].map(box_of);
                let digit = |at: usize| grid.cells()[at];
                let met = digit(a) == digit(d) && digit(b) == digit(c);
                if met && boxes[0] != boxes[1] && boxes[0] != boxes[2] {
                    let (one, other) = (digit(a), digit(b));
                    let broken = grid.with(a, other).with(d, other).with(b, one).with(c, one);
                    assert!(!broken.is_solved(), "boxes {boxes:?} of {broken}");
                    seen.insert([boxes[0].min(boxes[1]), boxes[2].max(boxes[3])]);
                }
            }
        }
        assert_eq!(seen.len(), 9, "two of three bands and two of three stacks");
    }

    /// In each grid, one or two of the three sorts of units are correct, but not all.
    #[test]
    fn each_sort_of_unit_is_asked_for() {
        let digits: [fn(usize, usize) -> usize; 6] = [
            |_, column| column,
            |row, _| row,
            |row, column| row % 3 * 3 + column % 3,
            |row, column| row + column,
            |row, column| row % 3 * 3 + column,
            |row, column| column % 3 * 3 + row,
        ];
        for digit in digits {
            let cells = std::array::from_fn(|at| digit(row_of(at), column_of(at)) as u8 % 9 + 1);
            let grid = Grid::try_from(cells).unwrap();
            assert!(!grid.is_solved(), "{grid}");
        }
    }

    #[test]
    fn extends_asks_for_every_clue() {
        assert!(solved().extends(&solved()) && solved().extends(&Grid::BLANK));
        for at in 0..81 {
            for digit in 1..=9 {
                let clue = Grid::BLANK.with(at, digit);
                let stands = solved().cells()[at] == digit;
                assert_eq!(solved().extends(&clue), stands, "{digit} at cell {at}");
                assert!(!Grid::BLANK.extends(&clue));
            }
            assert!(solved().extends(&solved().with(at, 0)));
        }
        // Two wrong clues that differ in the same bit from the digits.
        let [two, four] =
            [2, 4].map(|digit| solved().0.iter().position(|&one| one == digit).unwrap());
        assert!(!solved().extends(&Grid::BLANK.with(two, 3).with(four, 5)));
    }

    #[test]
    fn two_equal_digits_conflict_where_they_see_each_other() {
        for (first, second) in pairs() {
            let seen = sees(first, second);
            for digit in 1..=9 {
                let found = Grid::BLANK.with(first, digit).with(second, digit).conflict();
                assert_eq!(found, seen.then_some(Conflict { digit, first, second }));
            }
            assert_eq!(Grid::BLANK.with(first, 1).with(second, 2).conflict(), None);
        }
    }

    #[test]
    fn what_is_no_digit_has_no_conflict() {
        let mut rows = Grid::BLANK.with(0, 1).with(8, 1).rows();
        (rows[0][1], rows[0][2]) = (200, 200);
        let found = Grid::from_rows(rows).conflict();
        assert_eq!(found, Some(Conflict { digit: 1, first: 0, second: 8 }));
    }

    #[test]
    fn a_conflict_names_the_unit() {
        assert_eq!(solved().conflict(), None);
        let says =
            |a: usize, b: usize| Grid::BLANK.with(a, 7).with(b, 7).conflict().unwrap().to_string();
        assert_eq!(
            says(9, 15),
            "the digit 7 stands twice in row 2: at row 2, column 1 and at row 2, column 7"
        );
        assert_eq!(
            says(4, 76),
            "the digit 7 stands twice in column 5: at row 1, column 5 and at row 9, column 5"
        );
        assert_eq!(
            says(60, 80),
            "the digit 7 stands twice in box 9: at row 7, column 7 and at row 9, column 9"
        );
    }

    #[test]
    fn clues_and_blanks_are_counted() {
        for at in 0..=81 {
            let grid = (0..at).fold(Grid::BLANK, |grid, at| grid.with(at, 5));
            assert_eq!((grid.clues(), grid.blanks()), (at, 81 - at));
        }
    }

    #[test]
    fn a_cell_above_nine_is_refused() {
        let mut cells = *solved().cells();
        cells[7] = 10;
        assert_eq!(Grid::try_from(cells), Err(InvalidDigit { at: 7, value: 10 }));
    }

    #[test]
    fn the_boxed_drawing() {
        let drawing = format!("{:#}", solved().with(1, 0));
        assert!(drawing.starts_with("5 . 4 | 6 7 8 | 9 1 2\n6 7 2 |"));
        assert_eq!(drawing.lines().count(), 11);
        assert_eq!(drawing.lines().nth(3), Some("------+-------+------"));
        assert!(drawing.ends_with("| 1 7 9"), "the last line has no end");
    }

    #[test]
    fn a_failed_assertion_shows_the_cells() {
        assert_eq!(format!("{:?}", solved()), format!("Grid({SOLVED})"));
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        proptest::collection::vec(0_u8..=9, 81)
            .prop_map(|cells| Grid::try_from(<[u8; 81]>::try_from(cells).unwrap()).unwrap())
    }

    proptest! {
        #[test]
        fn printed_grids_read_back(grid in any_grid()) {
            prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid));
            prop_assert_eq!(format!("{grid:#}").parse::<Grid>(), Ok(grid));
            prop_assert_eq!(Grid::from_rows(grid.rows()), grid);
            let json = serde_json::to_string(&grid).unwrap();
            prop_assert_eq!(json.len(), 83);
            prop_assert_eq!(serde_json::from_str::<Grid>(&json).unwrap(), grid);
        }

        #[test]
        fn a_solved_grid_has_all_digits_in_every_unit(
            seed: u64,
            changes in proptest::collection::vec((0_usize..81, any::<u8>()), 0..4),
        ) {
            let mut rows = crate::Symmetry::random(seed).apply(&solved()).rows();
            for (at, value) in changes {
                rows[row_of(at)][column_of(at)] = value % 12;
            }
            let grid = Grid::from_rows(rows);
            let has = |unit: &[usize; 9], digit| unit.iter().any(|&at| grid.cells()[at] == digit);
            let solved = UNITS.iter().all(|unit| (1..=9).all(|digit| has(unit, digit)));
            prop_assert_eq!(grid.is_solved(), solved);
        }

        #[test]
        fn conflict_agrees_with_looking_at_every_pair(grid in any_grid()) {
            let clash = |a: usize, b: usize| {
                a < b && sees(a, b) && grid.cells()[a] != 0 && grid.cells()[a] == grid.cells()[b]
            };
            let any = (0..81).any(|a| (0..81).any(|b| clash(a, b)));
            match grid.conflict() {
                Some(Conflict { first, second, .. }) => prop_assert!(clash(first, second)),
                None => prop_assert!(!any),
            }
        }
    }
}
