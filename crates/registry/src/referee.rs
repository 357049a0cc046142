//! The referee: whether an answer is one.

use sudoku_core::{Ending, Goal, Grid, Proof, Puzzle, Stop};

/// How a search ended, as the referee sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With a solved grid that extends the puzzle; where the question was whether it is
    /// [unique](Goal::Unique), the search has found no other.
    Solved(Grid),
    /// With two different solutions, where that was the question.
    Several([Grid; 2]),
    /// Without a solution, which only another search can confirm.
    NoSolution,
    /// At its limit.
    Stopped(Stop),
    /// With a grid that is not solved, or changes a clue: the solver is faulty.
    Wrong(Grid),
}

impl Outcome {
    /// The outcome without its grids.
    pub const fn ending(self) -> Ending {
        match self {
            Self::Solved(_) => Ending::Solved,
            Self::Several(_) => Ending::Several,
            Self::NoSolution => Ending::NoSolution,
            Self::Stopped(_) => Ending::Stopped,
            Self::Wrong(_) => Ending::Wrong,
        }
    }
}

/// The referee's ruling on an answer to this question. `proof` holds what a search for a second
/// solution has found; a search for the first one does not use it.
pub fn referee(goal: Goal, puzzle: &Puzzle, answer: Option<Grid>, proof: &Proof) -> Outcome {
    match goal {
        Goal::First => judge(puzzle, answer),
        Goal::Unique => judge_proof(puzzle, answer, proof),
    }
}

fn judge(puzzle: &Puzzle, answer: Option<Grid>) -> Outcome {
    match answer {
        Some(grid) if is_answer(puzzle, &grid) => Outcome::Solved(grid),
        Some(grid) => Outcome::Wrong(grid),
        None => Outcome::NoSolution,
    }
}

/// A search for a second solution leaves the solutions that it finds in the proof. It answers with
/// a grid if a second solution has ended it, and without one if it went through its whole tree.
fn judge_proof(puzzle: &Puzzle, answer: Option<Grid>, proof: &Proof) -> Outcome {
    let mut found = proof.solutions();
    let found = [found.next(), found.next()];
    // The second solution is the answer too.
    let judged = [found[0], found[1], answer.filter(|_| answer != found[1])];
    let wrong = judged.into_iter().flatten().find(|grid| !is_answer(puzzle, grid));
    if let Some(wrong) = wrong {
        return Outcome::Wrong(wrong);
    }
    match (found, answer) {
        ([None, _], None) => Outcome::NoSolution,
        ([Some(only), None], None) => Outcome::Solved(only),
        ([Some(first), Some(second)], Some(_)) if first != second => {
            Outcome::Several([first, second])
        }
        ([first, _], answer) => Outcome::Wrong(answer.or(first).unwrap_or(Grid::BLANK)),
    }
}

/// Whether a grid is solved and holds every clue: [`Grid::is_solved`] and [`Grid::extends`] in a
/// fifth of their time, for the fastest searches need less than a microsecond. Cells are the lanes of
/// vectors. If every unit holds 1 to 8, one cell of each is left, and nine cells with a 9 are these.
fn is_answer(puzzle: &Puzzle, grid: &Grid) -> bool {
    let clues = puzzle.grid().cells().iter().zip(grid.cells());
    let changed = clues.map(|(&clue, &digit)| u8::from(clue != 0) & u8::from(clue != digit));
    let mut faults = changed.fold(0, |faults, changed| faults | changed);

    let nines: u8 = grid.cells().iter().map(|&digit| u8::from(digit == 9)).sum();
    let mut digits = [0; 96];
    digits[..81].copy_from_slice(grid.cells());
    let mut bits = [0; LANES];
    for (bits, digit) in bits.iter_mut().zip(digits) {
        *bits = (0..8).fold(0, |bits, n| bits | u8::from(digit == n + 1) << n);
    }
    let (across, down) = (three::<1>(&bits), three::<9>(&bits));
    let units = [three::<3>(&across), three::<27>(&down), three::<9>(&across)];
    for (unit, first) in units.iter().zip(FIRST) {
        let lanes = unit.iter().zip(first).take(80);
        faults |= lanes.fold(0, |faults, (unit, first)| faults | !unit & first);
    }
    faults == 0 && nines == 9
}

/// More lanes than cells, so that reading at a distance stays within the array.
const LANES: usize = 144;

/// The bits of three cells at this distance together, for each of the first 80 cells.
fn three<const DISTANCE: usize>(bits: &[u8; LANES]) -> [u8; LANES] {
    let mut together = [0; LANES];
    for at in 0..80 {
        together[at] = bits[at] | bits[at + DISTANCE] | bits[at + 2 * DISTANCE];
    }
    together
}

/// All bits where a row, a column or a box begins.
const FIRST: [[u8; LANES]; 3] = {
    let mut first = [[0; LANES]; 3];
    let mut unit = 0;
    while unit < 9 {
        first[0][unit * 9] = u8::MAX;
        first[1][unit] = u8::MAX;
        first[2][unit / 3 * 27 + unit % 3 * 3] = u8::MAX;
        unit += 1;
    }
    first
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sudoku_core::Symmetry;

    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn agree(puzzle: &Grid, grid: &Grid) -> bool {
        let expected = grid.is_solved() && grid.extends(puzzle);
        assert_eq!(is_answer(&Puzzle::unchecked(*puzzle), grid), expected, "{grid} of {puzzle}");
        expected
    }

    #[test]
    fn one_changed_cell_is_seen() {
        let solved: Grid = SOLVED.parse().unwrap();
        for at in 0..81 {
            for value in 0..=u8::MAX {
                let mut rows = solved.rows();
                rows[at / 9][at % 9] = value;
                let answers = agree(&Grid::BLANK, &Grid::from_rows(rows));
                assert_eq!(answers, value == solved.cells()[at]);
                let clue = value % 10;
                let answers = agree(&Grid::BLANK.with(at, clue), &solved);
                assert_eq!(answers, [0, solved.cells()[at]].contains(&clue));
            }
        }
    }

    #[test]
    fn two_exchanged_cells_are_seen() {
        let solved: Grid = SOLVED.parse().unwrap();
        for (a, b) in (0..81).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let [first, second] = [a, b].map(|at| solved.cells()[at]);
            let answers = agree(&Grid::BLANK, &solved.with(a, second).with(b, first));
            assert_eq!(answers, first == second);
        }
    }

    /// In each grid, one or two of the three sorts of unit hold all digits.
    #[test]
    fn each_sort_of_unit_is_asked_for() {
        let lines = |digit: fn(usize, usize) -> usize| {
            let cells: [u8; 81] = std::array::from_fn(|at| digit(at / 9, at % 9) as u8 % 9 + 1);
            assert!(!agree(&Grid::BLANK, &Grid::try_from(cells).unwrap()));
        };
        lines(|_, column| column);
        lines(|row, _| row);
        lines(|row, column| row % 3 * 3 + column % 3);
        lines(|row, column| row + column);
        lines(|row, column| row % 3 * 3 + column);
        lines(|row, column| column % 3 * 3 + row);
    }

    proptest! {
        #[test]
        fn it_agrees_with_the_grid_itself(
            seed: u64,
            blanks in proptest::collection::vec(0_usize..81, 0..81),
            changes in proptest::collection::vec((0_usize..81, 0_u8..=9), 0..4),
        ) {
            let solved = Symmetry::random(seed).apply(&SOLVED.parse().unwrap());
            let puzzle = blanks.iter().fold(solved, |grid, &at| grid.with(at, 0));
            let answer = changes.iter().fold(solved, |grid, &(at, digit)| grid.with(at, digit));
            agree(&puzzle, &answer);
        }
    }
}
