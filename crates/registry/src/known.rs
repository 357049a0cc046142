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

#[cfg(test)]
mod tests {
    use sudoku_core::Stop;

    use super::*;

    fn grid(digit: u8) -> Grid {
        Grid::BLANK.with(0, digit)
    }

    fn all() -> [Known; 6] {
        let only = Known::Only(grid(1));
        [Known::Nothing, Known::NoSolution, only, Known::One, Known::Solvable, Known::Several]
    }

    /// The kinds of knowledge that an answer agrees with.
    fn agreeing(goal: Goal, answer: Outcome) -> Vec<Known> {
        all().into_iter().filter(|known| known.agrees(goal, answer).is_ok()).collect()
    }

    #[test]
    fn answers_agree_with_what_they_do_not_contradict() {
        let [nothing, no_solution, only, one, solvable, several] = all();
        let (right, other) = (Outcome::Solved(grid(1)), Outcome::Solved(grid(2)));
        let (first, unique) = (Goal::First, Goal::Unique);
        assert_eq!(agreeing(first, right), [nothing, only, one, solvable, several]);
        assert_eq!(agreeing(first, other), [nothing, one, solvable, several]);
        assert_eq!(agreeing(unique, right), [nothing, only, one, solvable]);
        assert_eq!(agreeing(unique, other), [nothing, one, solvable]);
        let two = Outcome::Several([grid(1), grid(2)]);
        assert_eq!(agreeing(unique, two), [nothing, solvable, several]);
        for goal in [first, unique] {
            assert_eq!(agreeing(goal, Outcome::NoSolution), [nothing, no_solution]);
            assert_eq!(agreeing(goal, Outcome::Wrong(grid(1))), []);
            assert_eq!(agreeing(goal, Outcome::Stopped(Stop::Calls(1))), all());
        }
    }

    #[test]
    fn only_answers_that_the_referee_has_seen_are_known() {
        let [nothing, no_solution, only, one, solvable, several] = all();
        let after = |answer| all().map(|known| known.and(answer));
        let one_more = [solvable, no_solution, only, one, solvable, several];
        assert_eq!(after(Outcome::Solved(grid(2))), one_more);
        let two_more = [several, no_solution, only, one, several, several];
        assert_eq!(after(Outcome::Several([grid(1), grid(2)])), two_more);
        for answer in [Outcome::NoSolution, Outcome::Wrong(grid(1))] {
            assert_eq!(after(answer), [nothing, no_solution, only, one, solvable, several]);
        }
    }

    #[test]
    fn a_number_of_solutions_is_knowledge() {
        assert_eq!(Known::of(0, None), Known::NoSolution);
        assert_eq!(Known::of(1, Some(grid(1))), Known::Only(grid(1)));
        assert_eq!(Known::of(1, None), Known::One);
        assert_eq!(Known::of(2, Some(grid(1))), Known::Several);
    }
}
