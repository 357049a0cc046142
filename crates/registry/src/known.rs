//! [`Known`]: what is known of a puzzle's answer, and which answers agree with it.

use sudoku_core::{Goal, Grid};

use crate::Outcome;

/// The knowledge of a puzzle's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has exactly this solution.
    Only(Grid),
    /// The puzzle has exactly one solution, which is not known.
    One,
    /// The puzzle has at least one solution.
    Solvable,
    /// The puzzle has at least two solutions.
    Several,
}

/// How an answer differs from what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The grid is not solved, or changes a clue.
    #[error("{0} is not a solution of it")]
    NotASolution(Grid),
    /// No solution was found, but there is one.
    #[error("it has a solution, none was found")]
    Missed,
    /// A solution was found, but there is none.
    #[error("it has no solution, {0} was found")]
    Invented(Grid),
    /// The solution that was found is not the known only one, or it was reported as the only one of
    /// several.
    #[error("{0} is not its only solution")]
    NotTheOnly(Grid),
    /// A second solution was found, but there is at most one.
    #[error("it has one solution at most, {0} was found as a second one")]
    NotTwo(Grid),
}

impl Known {
    /// The knowledge that follows from the number of solutions, and from the solution if there is
    /// only one.
    pub const fn of(solutions: u64, solution: Option<Grid>) -> Self {
        match (solutions, solution) {
            (0, _) => Self::NoSolution,
            (1, Some(solution)) => Self::Only(solution),
            (1, None) => Self::One,
            _ => Self::Several,
        }
    }

    /// Adds what an answer shows that the referee has judged: its solutions exist. That there is no
    /// solution, or no second one, is not added, because one solver's word is not enough.
    #[must_use]
    pub const fn and(self, answer: Outcome) -> Self {
        match (self, answer) {
            (Self::Nothing, Outcome::Solved(_)) => Self::Solvable,
            (Self::Nothing | Self::Solvable, Outcome::Several(_)) => Self::Several,
            _ => self,
        }
    }

    /// Compares an answer that the referee has judged with what is known. A search that was stopped
    /// disagrees with nothing.
    ///
    /// # Errors
    ///
    /// How the answer differs.
    pub fn agrees(self, goal: Goal, answer: Outcome) -> Result<(), Disagreement> {
        match (answer, self) {
            (Outcome::Wrong(grid), _) => Err(Disagreement::NotASolution(grid)),
            (Outcome::Solved(found), Self::NoSolution) => Err(Disagreement::Invented(found)),
            (Outcome::Solved(found), Self::Only(only)) if found != only => {
                Err(Disagreement::NotTheOnly(found))
            }
            (Outcome::Solved(found), Self::Several) if goal == Goal::Unique => {
                Err(Disagreement::NotTheOnly(found))
            }
            (Outcome::Several([_, second]), Self::NoSolution | Self::Only(_) | Self::One) => {
                Err(Disagreement::NotTwo(second))
            }
            (Outcome::NoSolution, Self::Only(_) | Self::One | Self::Solvable | Self::Several) => {
                Err(Disagreement::Missed)
            }
            (
                Outcome::Solved(_)
                | Outcome::Several(_)
                | Outcome::NoSolution
                | Outcome::Stopped(_),
                _,
            ) => Ok(()),
        }
    }
}
