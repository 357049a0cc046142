//! [`Referee`]: the outcome of a run in the results, after the last check of its answer.

use std::cell::OnceCell;

use sudoku_core::{Ending, Goal, Grid};
use sudoku_puzzles::{SolutionCount, solutions};
use sudoku_registry::{Known, Outcome};

/// The number of steps of the laboratory's own search for a solution after a solver found none:
/// about a tenth of a second. No puzzle that people publish or generate needs a thousandth of them.
pub(crate) const STEPS: u64 = 1_000_000;

/// The ruling on an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// The word for the outcome.
    pub(crate) outcome: &'static str,
    /// The solution; `None` if there is none.
    pub(crate) solution: Option<Grid>,
    /// The complaint about a wrong answer.
    pub(crate) complaint: Option<String>,
}

impl Ruling {
    /// The clues contradict each other: no solver was run.
    pub(crate) const INVALID: Self = Self { outcome: "invalid", solution: None, complaint: None };
}

/// Judges the answers of solvers to one puzzle.
pub(crate) struct Referee {
    puzzle: Grid,
    known: OnceCell<Known>,
}

impl Referee {
    pub(crate) fn new(puzzle: Grid) -> Self {
        Self { puzzle, known: OnceCell::new() }
    }

    /// The ruling on an outcome. Its grids have been checked already; an outcome without a solution
    /// is checked here.
    pub(crate) fn ruling(&self, outcome: Outcome, solver: &str) -> Ruling {
        let known = match outcome {
            Outcome::NoSolution => *self.known.get_or_init(|| self.search()),
            _ => Known::Nothing,
        };
        if let Err(what) = known.agrees(Goal::First, outcome) {
            let complaint = Some(format!("solver {solver}, puzzle {}: {what}", self.puzzle));
            return Ruling { outcome: Ending::Wrong.word(), solution: None, complaint };
        }
        let (outcome, solution) = (outcome.ending().word(), outcome.solution());
        Ruling { outcome, solution, complaint: None }
    }

    fn search(&self) -> Known {
        match solutions(&self.puzzle, STEPS) {
            Some(SolutionCount::None) => Known::NoSolution,
            Some(_) => Known::Solvable,
            None => Known::Nothing,
        }
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
        let word = |outcome| Referee::new(puzzle).ruling(outcome, "x/y");
        assert_eq!(word(Outcome::Solved(puzzle)).outcome, "solved");
        assert_eq!(word(Outcome::Solved(puzzle)).solution, Some(puzzle));
        assert_eq!(word(Outcome::Stopped(Stop::Calls(1))).outcome, "stopped");
        let unsolvable = puzzle.with(2, 1);
        let ruling = Referee::new(unsolvable).ruling(Outcome::NoSolution, "x/y");
        assert_eq!((ruling.outcome, ruling.complaint), ("no-solution", None));
    }

    #[test]
    fn a_wrong_answer_is_told_with_solver_and_puzzle() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let word = |outcome| {
            let ruling = Referee::new(puzzle).ruling(outcome, "x/y");
            assert_eq!((ruling.outcome, ruling.solution), ("wrong", None));
            ruling.complaint.unwrap()
        };
        assert_eq!(
            word(Outcome::NoSolution),
            format!("solver x/y, puzzle {PUZZLE}: it has a solution, none was found")
        );
        assert_eq!(
            word(Outcome::Wrong(Grid::BLANK)),
            format!("solver x/y, puzzle {PUZZLE}: {} is not a solution of it", Grid::BLANK)
        );
    }
}
