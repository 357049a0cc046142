//! The [`referee`]: judges whether an answer is right.

use sudoku_core::{Ending, Goal, Grid, Proof, Puzzle, Stop};

/// How a search ended, as the referee sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With a solved grid that extends the puzzle. If the question was whether the solution is
    /// [unique](Goal::Unique), the search found no other.
    Solved(Grid),
    /// With two different solutions, after a search for a second one.
    Several([Grid; 2]),
    /// Without a solution. Only another search can tell whether that is true.
    NoSolution,
    /// At its limit.
    Stopped(Stop),
    /// With a grid that is not solved, or changes a clue: the solver is faulty.
    Wrong(Grid),
}

impl Outcome {
    /// The solution that was found; `None` if there is none, or more than one.
    pub const fn solution(self) -> Option<Grid> {
        match self {
            Self::Solved(solution) => Some(solution),
            _ => None,
        }
    }

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
pub fn referee(goal: Goal, puzzle: &Puzzle, answer: Option<&Grid>, proof: &Proof) -> Outcome {
    match goal {
        Goal::First => judge(puzzle, answer),
        Goal::Unique => judge_proof(puzzle, answer, proof),
    }
}

fn judge(puzzle: &Puzzle, answer: Option<&Grid>) -> Outcome {
    match answer {
        Some(grid) if is_answer(puzzle, grid) => Outcome::Solved(*grid),
        Some(grid) => Outcome::Wrong(*grid),
        None => Outcome::NoSolution,
    }
}

/// A search for a second solution writes the solutions that it finds into the proof. It answers
/// with a grid if a second solution ended it, and without one if it went through its whole tree.
fn judge_proof(puzzle: &Puzzle, answer: Option<&Grid>, proof: &Proof) -> Outcome {
    let mut found = proof.solutions();
    let found = [found.next(), found.next()];
    // The answer must be the second solution.
    let [first, second] = found.each_ref().map(Option::as_ref);
    let judged = [first, second, answer.filter(|_| answer != second)];
    let wrong = judged.into_iter().flatten().find(|grid| !is_answer(puzzle, grid));
    if let Some(wrong) = wrong {
        return Outcome::Wrong(*wrong);
    }
    match (found, answer) {
        ([None, _], None) => Outcome::NoSolution,
        ([Some(only), None], None) => Outcome::Solved(only),
        ([Some(first), Some(second)], Some(_)) if first != second => {
            Outcome::Several([first, second])
        }
        ([ref first, _], answer) => {
            Outcome::Wrong(*answer.or(first.as_ref()).unwrap_or(&Grid::BLANK))
        }
    }
}

/// Whether a grid is solved and holds every clue.
fn is_answer(puzzle: &Puzzle, grid: &Grid) -> bool {
    grid.extends(puzzle.grid()) && grid.is_solved()
}
