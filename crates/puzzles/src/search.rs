//! The searches with which the generator proves that a puzzle is unique, and the laboratory checks
//! its solvers. They are tools, not a subject of study. [`Search`] keeps bit masks of free digits
//! and tries the blank with the fewest candidates first; [`Board`], which is faster, keeps a set of
//! cells for each digit.

use std::array;
use std::ops::ControlFlow;

use sudoku_core::{Grid, Random, UNITS, box_of, column_of, row_of};

const ALL: u16 = 0b1_1111_1111;

static UNITS_OF: [[u8; 3]; 81] = {
    let mut units = [[0; 3]; 81];
    let mut at = 0;
    while at < 81 {
        units[at] = [row_of(at) as u8, 9 + column_of(at) as u8, 18 + box_of(at) as u8];
        at += 1;
    }
    units
};

/// The row, the column and the box of a cell, as numbers of [`UNITS`](sudoku_core::UNITS).
pub(crate) fn units_of(at: usize) -> [usize; 3] {
    // The mask changes no number, and shows the compiler that each is below 32.
    UNITS_OF[at].map(|unit| usize::from(unit & 31))
}

/// The number of digits in a mask. A table, because not every supported processor has an
/// instruction that counts bits.
static COUNT: [u8; 512] = {
    let mut count = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        count[mask] = count[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    count
};

/// A board on which digits are placed and removed, with the free digits of every row, column and
/// box (bit 0 is the digit 1), and the list of blanks.
pub(crate) struct Search {
    cells: [u8; 81],
    /// The free digits of the 27 units. Five more entries make 32, so that an index below 32 needs
    /// no check.
    free: [u16; 32],
    blanks: Vec<u8>,
    steps: u64,
    guesses: u64,
}

impl Search {
    /// A board with these clues, which must not contradict each other.
    pub(crate) fn new(grid: &Grid) -> Self {
        debug_assert!(grid.conflict().is_none());
        let mut search = Self {
            cells: [0; 81],
            free: [ALL; 32],
            blanks: Vec::with_capacity(81),
            steps: u64::MAX,
            guesses: 0,
        };
        for (at, &digit) in grid.cells().iter().enumerate() {
            if digit == 0 {
                search.blanks.push(at as u8);
            } else {
                search.place(at, 1 << (digit - 1));
            }
        }
        search
    }

    pub(crate) fn grid(&self) -> Grid {
        Grid::try_from(self.cells).expect("only digits are placed")
    }

    /// The digits that no cell in the units of `at` holds.
    fn candidates(&self, at: usize) -> u16 {
        units_of(at).into_iter().fold(ALL, |free, unit| free & self.free[unit])
    }

    fn place(&mut self, at: usize, bit: u16) {
        self.cells[at] = bit.trailing_zeros() as u8 + 1;
        self.flip(at, bit);
    }

    fn lift(&mut self, at: usize, bit: u16) {
        self.cells[at] = 0;
        self.flip(at, bit);
    }

    fn flip(&mut self, at: usize, bit: u16) {
        for unit in units_of(at) {
            self.free[unit] ^= bit;
        }
    }

    /// The index in `blanks` of the cell to fill next, and the digits to try: a cell that can hold
    /// only one digit, or a digit that only one cell of a unit can hold, or else the blank with the
    /// fewest candidates. There are no digits when some blank has no candidate, or some unit has no
    /// place for a digit. `None` when the board is full.
    fn choose(&self) -> Option<(usize, u16)> {
        let mut tightest = None;
        let mut fewest = u8::MAX;
        let mut once = [0_u16; 32];
        let mut twice = [0_u16; 32];
        for (slot, &at) in self.blanks.iter().enumerate() {
            let at = at as usize;
            let candidates = self.candidates(at);
            let count = COUNT[usize::from(candidates)];
            if count < fewest {
                fewest = count;
                tightest = Some((slot, candidates));
                if fewest <= 1 {
                    return tightest;
                }
            }
            for unit in units_of(at) {
                twice[unit] |= once[unit] & candidates;
                once[unit] |= candidates;
            }
        }
        let slot = tightest?.0;
        for (unit, missing) in self.free[..27].iter().enumerate() {
            if missing & !once[unit] != 0 {
                return Some((slot, 0));
            }
            let hidden = once[unit] & !twice[unit];
            if hidden != 0 {
                let bit = hidden & hidden.wrapping_neg();
                let holds = |&at: &u8| {
                    let at = at as usize;
                    units_of(at).contains(&unit) && self.candidates(at) & bit != 0
                };
                return self.blanks.iter().position(holds).map(|slot| (slot, bit));
            }
        }
        tightest
    }

    /// Puts a blank that `swap_remove` took from the list back into its slot, so that the order of
    /// the list does not depend on earlier searches.
    fn put_back(&mut self, slot: usize, at: u8) {
        self.blanks.push(at);
        let last = self.blanks.len() - 1;
        self.blanks.swap(slot, last);
    }

    /// Calls `found` with every solution until it returns `Break`. The board is then as it was
    /// before.
    pub(crate) fn each(
        &mut self,
        found: &mut impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((slot, mut candidates)) = self.choose() else { return found(self) };
        let Some(steps) = self.steps.checked_sub(1) else { return ControlFlow::Break(()) };
        self.steps = steps;
        self.guesses += u64::from(candidates.count_ones() > 1);
        let at = self.blanks.swap_remove(slot);
        let mut flow = ControlFlow::Continue(());
        while candidates != 0 && flow.is_continue() {
            let bit = candidates & candidates.wrapping_neg();
            candidates ^= bit;
            self.place(at as usize, bit);
            flow = self.each(found);
            self.lift(at as usize, bit);
        }
        self.put_back(slot, at);
        flow
    }

    /// The number of solutions, and the smallest, read as 81 digits: the one that a search row by
    /// row with digits ascending finds first. `None` when there are more than `limit`.
    pub(crate) fn count(&mut self, limit: u64) -> Option<(u64, Option<Grid>)> {
        let mut count = 0;
        let mut first = [u8::MAX; 81];
        let flow = self.each(&mut |full| {
            if count == limit {
                return ControlFlow::Break(());
            }
            count += 1;
            first = first.min(full.cells);
            ControlFlow::Continue(())
        });
        flow.is_continue().then(|| (count, Grid::try_from(first).ok()))
    }
}

/// Fills an empty board: the blank with the fewest candidates comes first, and its candidates are
/// tried in random order.
pub(crate) fn fill(random: &mut Random) -> Grid {
    let full = Board::<1>::EMPTY.filled(array::from_fn(|at| at as u8), 81, random);
    full.expect("an empty board can be filled")
}

/// A solution of a grid other than this one; `None` if there is no other.
pub(crate) fn second(grid: &Grid, solution: &Grid) -> Option<Grid> {
    Board::<3>::of(grid).other(solution)
}

/// Fills cells that have one candidate until none is left; true if the board is then full. The clues
/// must not contradict each other.
pub(crate) fn singles_solve(grid: Grid) -> bool {
    let mut board = Board::<1>::of(&grid);
    while board.blanks[0] != 0 {
        let at = board.fewest().trailing_zeros() as usize;
        let ([digit, ..], 1) = board.candidates(at) else { return false };
        board.place(at, digit);
    }
    true
}

/// A board on which digits are only placed, as sets of cells in up to three orders: by rows, by
/// columns and by boxes, so that each unit is a field of nine bits.
#[derive(Clone, Copy)]
struct Board<const ORDERS: usize> {
    /// For each digit, the cells that hold it or can take it.
    free: [[u128; 9]; ORDERS],
    blanks: [u128; ORDERS],
}

const ALL_CELLS: u128 = (1 << 81) - 1;

/// The place in this order of a cell, and the cell at a place: both are the same.
const fn turned(order: usize, at: usize) -> usize {
    UNITS[9 * order + at / 9][at % 9]
}

/// For each order and cell, the other cells of its units.
static IN_SIGHT: [[u128; 81]; 3] = {
    let mut sets = [[0; 81]; 3];
    let mut place = 0;
    while place < 3 * 81 * 27 {
        let (order, at, near) = (place % 3, place / 3 % 81, place / 3 / 81);
        let mine = [row_of(at), column_of(at), box_of(at)];
        let other = turned(near / 9, mine[near / 9] * 9 + near % 9);
        if other != at {
            sets[order][at] |= 1 << turned(order, other);
        }
        place += 1;
    }
    sets
};

impl<const ORDERS: usize> Board<ORDERS> {
    const EMPTY: Self = Self { free: [[ALL_CELLS; 9]; ORDERS], blanks: [ALL_CELLS; ORDERS] };

    /// A board with these clues.
    fn of(grid: &Grid) -> Self {
        let mut board = Self::EMPTY;
        for (at, &digit) in grid.cells().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            board.place(at, usize::from(digit) - 1);
        }
        board
    }

    fn place(&mut self, at: usize, digit: usize) {
        for order in 0..ORDERS {
            let others = !(1 << turned(order, at));
            self.blanks[order] &= others;
            let held = self.free[order][digit] & !IN_SIGHT[order][at];
            self.free[order] = self.free[order].map(|cells| cells & others);
            self.free[order][digit] = held;
        }
    }

    /// The digits that a blank can take, in ascending order, and their number.
    fn candidates(&self, at: usize) -> ([usize; 9], usize) {
        let (mut digits, mut count) = ([0; 9], 0);
        for (digit, cells) in self.free[0].iter().enumerate() {
            digits[count] = digit;
            count += usize::from(cells & 1 << at != 0);
        }
        (digits, count)
    }

    /// The blanks with the fewest candidates.
    fn fewest(&self) -> u128 {
        // Adds three bits of every cell to a sum and its carry.
        let add = |[a, b, c]: [u128; 3]| [a ^ b ^ c, a & b | c & (a ^ b)];
        let free = &self.free[0];
        let threes = [0, 3, 6].map(|at| add([free[at], free[at + 1], free[at + 2]]));
        let [ones, carry] = add(threes.map(|[sum, _]| sum));
        let [twos, more] = add(threes.map(|[_, carry]| carry));
        let [twos, carry] = add([twos, carry, 0]);
        let [fours, eights] = add([more, carry, 0]);
        let fewer = |cells, bit: u128| if cells & !bit == 0 { cells } else { cells & !bit };
        [eights, fours, twos, ones].into_iter().fold(self.blanks[0], fewer)
    }

    fn grid(&self) -> Grid {
        let mut cells = [0; 81];
        for (digit, mut places) in (1..).zip(self.free[0]) {
            while places != 0 {
                cells[places.trailing_zeros() as usize] = digit;
                places &= places - 1;
            }
        }
        Grid::try_from(cells).expect("only digits are placed")
    }

    /// Fills the blanks, which are the first `number` of `list`. The last of these takes the place
    /// of a filled one.
    fn filled(mut self, mut list: [u8; 81], number: usize, random: &mut Random) -> Option<Grid> {
        for last in (0..number).rev() {
            let fewest = self.fewest();
            let halves = [fewest as u64, (fewest >> 64) as u64];
            let has = |&at: &u8| halves[usize::from(at >> 6 & 1)] >> (at & 63) & 1 == 1;
            let slot = list.iter().position(has)?;
            let at = usize::from(list[slot]);
            list[slot] = list[last];
            let (mut digits, count) = self.candidates(at);
            random.shuffle(&mut digits[..count]);
            let (&digit, others) = digits[..count].split_last()?;
            for &digit in others {
                let mut next = self;
                next.place(at, digit);
                let full = next.filled(list, last, random);
                if full.is_some() {
                    return full;
                }
            }
            self.place(at, digit);
        }
        Some(self.grid())
    }

    /// A solution other than this one, by singles and guesses.
    fn other(mut self, solution: &Grid) -> Option<Grid> {
        while self.blanks[0] != 0 {
            let mut fewest = self.fewest();
            let first = fewest.trailing_zeros() as usize;
            let (digits, count) = self.candidates(first);
            if count <= 1 {
                while fewest != 0 {
                    let at = fewest.trailing_zeros() as usize;
                    fewest &= fewest - 1;
                    let (digits, count) = self.candidates(at);
                    self.place(at, *digits[..count].first()?);
                }
            } else if !self.place_hidden()? {
                for &digit in &digits[1..count] {
                    let mut next = self;
                    next.place(first, digit);
                    let other = next.other(solution);
                    if other.is_some() {
                        return other;
                    }
                }
                self.place(first, digits[0]);
            }
        }
        Some(self.grid()).filter(|grid| grid != solution)
    }

    /// Places the digits that have one place in a unit; true if there are any, and `None` if a
    /// digit has no place.
    fn place_hidden(&mut self) -> Option<bool> {
        /// The first eight bits of every field, and the ninth.
        const EIGHT: u128 = ALL_CELLS / 0x1ff * 0xff;
        const NINTH: u128 = ALL_CELLS ^ EIGHT;
        let some = |cells| (((cells & EIGHT) + EIGHT) | cells) & NINTH;
        let mut is_placed = false;
        for order in 0..ORDERS {
            for digit in 0..9 {
                let cells = self.free[order][digit];
                if some(cells) != NINTH {
                    return None;
                }
                // Without the lowest bit of every field.
                let several = some(cells & (cells - (NINTH >> 8)));
                let mut left = cells & !((several << 1) - (several >> 8)) & self.blanks[order];

                while left != 0 {
                    let at = turned(order, left.trailing_zeros() as usize);
                    left &= left - 1;
                    if self.free[0][digit] & 1 << at == 0 {
                        return None;
                    }
                    self.place(at, digit);
                    is_placed = true;
                }
            }
        }
        Some(is_placed)
    }
}

/// Whether a grid has no solution, one or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionCount {
    /// There is none.
    None,
    /// There is exactly this one.
    One(Grid),
    /// There are at least two.
    Several,
}

/// Looks for a first and a second solution, by a search of this crate, so that it checks what a solver
/// reports; `None` when it gives up after `steps` steps (some
/// millions a second).
///
/// ```
/// use sudoku_core::Grid;
/// use sudoku_puzzles::{SolutionCount, solutions};
///
/// assert_eq!(solutions(&Grid::BLANK, 1000), Some(SolutionCount::Several));
/// assert_eq!(solutions(&Grid::BLANK.with(0, 1).with(1, 1), 1000), Some(SolutionCount::None));
/// assert_eq!(solutions(&Grid::BLANK, 3), None);
/// ```
pub fn solutions(grid: &Grid, steps: u64) -> Option<SolutionCount> {
    if grid.conflict().is_some() {
        return Some(SolutionCount::None);
    }
    let mut search = Search::new(grid);
    search.steps = steps;
    let mut found = SolutionCount::None;
    let flow = search.each(&mut |full| {
        if found == SolutionCount::None {
            found = SolutionCount::One(full.grid());
            return ControlFlow::Continue(());
        }
        found = SolutionCount::Several;
        ControlFlow::Break(())
    });
    (found == SolutionCount::Several || flow.is_continue()).then_some(found)
}

/// The number of guesses that a search makes to find all solutions of a puzzle and prove that there
/// are no more. It is the measure of the set `hard`, because it does not depend on the order of a
/// scan.
///
/// While there are any, the search fills cells with one candidate and digits with one place in a
/// unit. Then it guesses: it takes a blank with the fewest candidates (of several, the first in a
/// list that begins in row-major order) and tries each candidate. A puzzle that these singles solve
/// needs 0 guesses. Contradictory clues need none either.
///
/// `None` when it gives up after `steps` steps (some millions a second).
///
/// ```
/// use sudoku_puzzles::{find, guesses};
///
/// assert_eq!(guesses(&find("leetcode-37")?.entries()[0].grid, 1000), Some(0));
/// assert!(guesses(&find("hard")?.entries()[0].grid, 100_000) > Some(20));
/// # Ok::<(), sudoku_puzzles::NoSuchCorpus>(())
/// ```
pub fn guesses(grid: &Grid, steps: u64) -> Option<u64> {
    if grid.conflict().is_some() {
        return Some(0);
    }
    let mut search = Search::new(grid);
    search.steps = steps;
    let flow = search.each(&mut |_| ControlFlow::Continue(()));
    flow.is_continue().then_some(search.guesses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds all solutions by trying every digit in every blank, in row-major order.
    fn naive(grid: &Grid, at: usize, solutions: &mut Vec<Grid>) {
        if at == 81 {
            assert!(grid.is_solved());
            solutions.push(*grid);
        } else if grid.cells()[at] != 0 {
            naive(grid, at + 1, solutions);
        } else {
            for digit in 1..=9 {
                let next = grid.with(at, digit);
                if next.conflict().is_none() {
                    naive(&next, at + 1, solutions);
                }
            }
        }
    }

    /// A solved grid with some cells blanked, and sometimes a digit changed.
    fn puzzle(random: &mut Random, changed: bool) -> Grid {
        let mut grid = fill(random);
        assert!(grid.is_solved());
        let blanks = 35 + random.below(20);
        for _ in 0..blanks {
            grid = grid.with(random.below(81) as usize, 0);
        }
        if changed {
            grid = grid.with(random.below(81) as usize, random.below(9) as u8 + 1);
        }
        grid
    }

    #[test]
    fn solutions_are_those_that_a_naive_search_finds() {
        let mut random = Random::seeded(5);
        let mut seen = [0; 3];
        for round in 0..300 {
            let grid = puzzle(&mut random, round % 3 == 0);
            if grid.conflict().is_some() {
                assert_eq!(solutions(&grid, u64::MAX), Some(SolutionCount::None));
                continue;
            }
            let mut expected = Vec::new();
            naive(&grid, 0, &mut expected);
            let mut search = Search::new(&grid);
            let number = expected.len() as u64;
            let all = search.count(u64::MAX);
            assert_eq!(all, Some((number, expected.first().copied())), "{grid}");
            assert_eq!(search.grid(), grid, "the board is left as it was");
            for (known, more) in expected.iter().zip(0..3) {
                let other = second(&grid, known);
                assert_eq!(other.is_some(), expected.len() > 1, "{grid} {more}");
                assert!(other.is_none_or(|other| other != *known && expected.contains(&other)));
            }
            assert_eq!(second(&grid, &Grid::BLANK).is_some(), number > 0);
            assert_eq!(search.count(number), all);
            if number > 0 {
                assert_eq!(search.count(number - 1), None);
            }
            let number = match expected[..] {
                [] => SolutionCount::None,
                [one] => SolutionCount::One(one),
                _ => SolutionCount::Several,
            };
            assert_eq!(solutions(&grid, u64::MAX), Some(number));
            assert!([None, Some(number)].contains(&solutions(&grid, 40)));
            seen[expected.len().min(2)] += 1;
        }
        assert!(seen.iter().all(|&n| n >= 10), "{seen:?}");
    }

    #[test]
    fn singles_need_no_guess_and_others_do() {
        let mut random = Random::seeded(8);
        let mut seen = [0; 2];
        for _ in 0..200 {
            let grid = puzzle(&mut random, false);
            let found = guesses(&grid, u64::MAX).unwrap();
            // Without a guess, there is at most one solution.
            let number = Search::new(&grid).count(u64::MAX).unwrap().0;
            assert!(found > 0 || number == 1, "{grid}");
            seen[usize::from(found > 0)] += 1;
        }
        assert!(seen.iter().all(|&n| n >= 10), "{seen:?}");
        assert_eq!(guesses(&Grid::BLANK, 1000), None);
        assert_eq!(guesses(&Grid::BLANK.with(0, 1).with(1, 1), 1000), Some(0));
    }
}
