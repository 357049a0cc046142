//! [`Finding`]: something wrong with a row.

use std::fmt;

use serde::Serialize;
use sudoku_core::{Grid, ParseGridError, column_of, row_of};
use sudoku_puzzles::Record;

/// Something wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The text is not a puzzle.
    Unreadable,
    /// Two clues contradict each other.
    Contradictory,
    /// No solution, although no two clues contradict each other.
    NoSolution,
    /// Two solutions or more.
    Several,
    /// A search was given up.
    Undecided,
    /// The solution in the file changes a clue or is not solved.
    WrongSolution,
    /// A repetition of a puzzle that comes earlier.
    Duplicate,
    /// An equivalent puzzle comes earlier.
    Equivalent,
    /// A duplicate of a puzzle in the first file.
    Leak,
    /// The first file holds an equivalent puzzle, but not the same one.
    EquivalentLeak,
}

impl Finding {
    /// All kinds, with their names and meanings.
    pub const ALL: [(Self, &'static str, &'static str); 10] = [
        (Self::Unreadable, "unreadable", "the text is not a puzzle"),
        (Self::Contradictory, "contradictory", "two equal clues in a row, a column or a box"),
        (
            Self::NoSolution,
            "no-solution",
            "no solution, although no two clues contradict each other",
        ),
        (Self::Several, "several", "at least two solutions"),
        (Self::Undecided, "undecided", "a search was given up"),
        (
            Self::WrongSolution,
            "wrong-solution",
            "the solution in the file does not solve the puzzle, or changes a clue",
        ),
        (Self::Duplicate, "duplicate", "the same puzzle occurs earlier"),
        (Self::Equivalent, "equivalent", "an equivalent puzzle occurs earlier"),
        (Self::Leak, "leak", "the same puzzle is in the first file"),
        (
            Self::EquivalentLeak,
            "equivalent-leak",
            "an equivalent puzzle is in the first file, but not the same one",
        ),
    ];

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The details of a repetition of the puzzle at this place.
    pub fn repeats(self, other: impl fmt::Display) -> String {
        match self {
            Self::Duplicate | Self::Leak => format!("the same puzzle as {other}"),
            _ => format!("equivalent to {other}"),
        }
    }
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
