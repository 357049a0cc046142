//! [`examine`]: finds what is wrong with a single puzzle and how hard it is.

use sudoku_core::{Grid, ParseGridError, column_of, row_of};
use sudoku_puzzles::Record;

use super::Finding;
use crate::{Rater, Rating};

/// A puzzle that was examined.
#[derive(Debug, Clone)]
pub(super) struct Examined {
    pub(super) line: u64,
    pub(super) rating: Rating,
    /// The rating in the file.
    pub(super) given: Option<String>,
    pub(super) findings: Vec<(Finding, String)>,
}

/// Examines a puzzle and what its file says about it: some hundred microseconds for most puzzles.
pub(super) fn examine(rater: &mut Rater, record: &Record) -> Examined {
    let rating = rater.rate(&record.grid);
    let findings = match (record.grid.conflict(), rating.stop) {
        (Some(conflict), _) => vec![(Finding::Contradictory, conflict.to_string())],
        (None, stop) => {
            let undecided = stop.map(|stop| (Finding::Undecided, stop.to_string()));
            let number = || rating.solutions.and_then(Finding::of_number);
            let findings = undecided.or_else(number).into_iter();
            findings.chain(Finding::of_solution(record)).collect()
        }
    };
    Examined { line: record.line, rating, given: record.rating.clone(), findings }
}

impl Finding {
    /// The finding about a puzzle with this number of solutions, where 2 means 2 and more, and its
    /// details; `None` for one solution.
    pub fn of_number(solutions: u8) -> Option<(Self, String)> {
        match solutions {
            0 => Some((Self::NoSolution, "no solution".to_owned())),
            1 => None,
            _ => Some((Self::Several, "at least 2 solutions".to_owned())),
        }
    }

    /// The finding about the solution that a file gives, and its details; `None` if it gives none,
    /// or a right one. A grid that keeps all clues and is solved is a solution; if there is only one
    /// solution, it is that one.
    pub fn of_solution(record: &Record) -> Option<(Self, String)> {
        let objection = objection(&record.grid, record.solution.as_ref()?)?;
        Some((Self::WrongSolution, format!("the given solution {objection}")))
    }
}

/// Returns why a given solution is wrong; `None` if it is right.
fn objection(puzzle: &Grid, given: &Result<Grid, ParseGridError>) -> Option<String> {
    let solution = match given {
        Ok(solution) => solution,
        Err(ParseGridError { problem, .. }) => return Some(format!("cannot be read: {problem}")),
    };
    let at = |cell: usize| format!("row {}, column {}", row_of(cell) + 1, column_of(cell) + 1);
    let pairs = puzzle.cells().iter().zip(solution.cells());
    for (cell, (&clue, &digit)) in pairs.enumerate() {
        if digit == 0 {
            return Some(format!("leaves {} blank", at(cell)));
        }
        if clue != 0 && clue != digit {
            return Some(format!("changes the clue {clue} at {} to {digit}", at(cell)));
        }
    }
    solution.conflict().map(|conflict| format!("does not solve it: {conflict}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn a_given_solution_is_right_or_has_a_reason_not_to_be() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let says = |given: &str| objection(&puzzle, &given.parse());
        assert_eq!(says(SOLUTION), None);
        for (given, reason) in [
            (&SOLUTION[1..], "cannot be read: found 80 cells, expected 81"),
            (&SOLUTION.replacen('4', ".", 1), "leaves row 1, column 3 blank"),
            (
                &SOLUTION.replace('5', "a").replace('3', "5").replace('a', "3"),
                "changes the clue 5 at row 1, column 1 to 3",
            ),
            (
                &SOLUTION.replacen('4', "1", 1),
                "does not solve it: the digit 1 stands twice in row 1: \
                 at row 1, column 3 and at row 1, column 8",
            ),
        ] {
            assert_eq!(says(given).as_deref(), Some(reason));
        }
    }
}
