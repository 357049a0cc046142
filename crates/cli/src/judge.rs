//! [`Judge`]: what a run is called in the results, after the last check of its answer.

use std::cell::OnceCell;

use sudoku_core::Grid;
use sudoku_registry::Outcome;

/// How hard the laboratory looks for a solution where a solver found none: about a tenth of a
/// second. Of the puzzles that people publish or generate, none needs a thousandth of it.
const STEPS: u64 = 1_000_000;

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// The word for it.
    pub(crate) outcome: &'static str,
    /// The solution, when it is one.
    pub(crate) solution: Option<Grid>,
    /// What is to be said about a wrong answer.
    pub(crate) complaint: Option<String>,
}

impl Ruling {
    /// The clues contradict each other: no solver was asked.
    pub(crate) const INVALID: Self = Self { outcome: "invalid", solution: None, complaint: None };
}

/// Judges the answers of solvers to one puzzle.
pub(crate) struct Judge {
    puzzle: Grid,
    solvable: OnceCell<Option<bool>>,
}

impl Judge {
    pub(crate) fn new(puzzle: Grid) -> Self {
        Self { puzzle, solvable: OnceCell::new() }
    }

    /// The referee has seen the grids already; that there is no solution is checked here.
    pub(crate) fn ruling(&self, outcome: Outcome, solver: &str) -> Ruling {
        let right = |outcome, solution| Ruling { outcome, solution, complaint: None };
        let wrong = |what: &str| Ruling {
            outcome: "wrong",
            solution: None,
            complaint: Some(format!("solver {solver}, puzzle {}: {what}", self.puzzle)),
        };
        match outcome {
            Outcome::Solved(grid) => right("solved", Some(grid)),
            Outcome::Several(_) => right("several", None),
            Outcome::Stopped(_) => right("stopped", None),
            Outcome::Wrong(grid) => wrong(&format!("{grid} is not a solution of it")),
            Outcome::NoSolution if self.is_solvable() => wrong("it has a solution, none was found"),
            Outcome::NoSolution => right("no-solution", None),
        }
    }

    /// True when there is a solution for sure.
    fn is_solvable(&self) -> bool {
        let search = || sudoku_corpus::solvable(&self.puzzle, STEPS);
        *self.solvable.get_or_init(search) == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Stop;

    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_right_answer_gets_its_word() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let judge = |outcome| Judge::new(puzzle).ruling(outcome, "x/y");
        assert_eq!(judge(Outcome::Solved(puzzle)).outcome, "solved");
        assert_eq!(judge(Outcome::Solved(puzzle)).solution, Some(puzzle));
        assert_eq!(judge(Outcome::Stopped(Stop::Calls(1))).outcome, "stopped");
        let unsolvable = puzzle.with(2, 1);
        let ruling = Judge::new(unsolvable).ruling(Outcome::NoSolution, "x/y");
        assert_eq!((ruling.outcome, ruling.complaint), ("no-solution", None));
    }

    #[test]
    fn a_wrong_answer_is_told_with_solver_and_puzzle() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let judge = |outcome| {
            let ruling = Judge::new(puzzle).ruling(outcome, "x/y");
            assert_eq!((ruling.outcome, ruling.solution), ("wrong", None));
            ruling.complaint.unwrap()
        };
        assert_eq!(
            judge(Outcome::NoSolution),
            format!("solver x/y, puzzle {PUZZLE}: it has a solution, none was found")
        );
        assert_eq!(
            judge(Outcome::Wrong(Grid::BLANK)),
            format!("solver x/y, puzzle {PUZZLE}: {} is not a solution of it", Grid::BLANK)
        );
    }
}
