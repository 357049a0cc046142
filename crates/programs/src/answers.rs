//! [`Question`]: a puzzle with what is known of it, and the check of a program's answers.

use std::borrow::Cow;

use sudoku_core::{Goal, Grid, Proof, Puzzle, Symmetry};
use sudoku_registry::{Known, Limits, Outcome, Session, referee};

use crate::ProgramFault;
use crate::fault::quoted;

/// A puzzle, and what is known of its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The facts that an answer must agree with.
    pub known: Known,
}

/// True for the answer that there is no solution: `none`, or a line with these words, as many
/// programs print.
fn is_none(line: &str) -> bool {
    line == "none" || line.to_ascii_lowercase().replace('-', " ").contains("no solution")
}

/// The number of calls after which the search of [`Question::new`] is given up.
const CALLS: u64 = 10_000_000;

impl Question {
    /// Asks a solver how many solutions the puzzle has: none, one or several. If the search takes
    /// too long, nothing is known, and every solution is accepted.
    pub fn new(puzzle: Puzzle, solver: &mut Session) -> Self {
        let known = match solver.tally(&puzzle, Goal::Unique, Limits::calls(CALLS)).outcome {
            Outcome::Solved(only) => Known::Only(only),
            Outcome::Several(_) => Known::Several,
            Outcome::NoSolution => Known::NoSolution,
            Outcome::Stopped(_) | Outcome::Wrong(_) => Known::Nothing,
        };
        Self { puzzle, known }
    }

    /// Returns the question with its digits relabelled at random, by this seed. Cells stay in their
    /// places, because many sets are chosen by where the clues are.
    #[must_use]
    pub fn relabelled(&self, seed: u64) -> Self {
        let digits = Symmetry::relabelling(seed);
        let known = match self.known {
            Known::Only(grid) => Known::Only(digits.apply(&grid)),
            known => known,
        };
        Self { puzzle: Puzzle::unchecked(digits.apply(self.puzzle.grid())), known }
    }

    /// Judges one answer; the error says how it is wrong.
    fn check(&self, goal: Goal, line: &str) -> Result<(), String> {
        let outcome = match line {
            line if is_none(line) => Outcome::NoSolution,
            "several" if goal == Goal::Unique => {
                return match self.known {
                    Known::NoSolution => Err("`several`, but it has no solution".to_owned()),
                    Known::Only(_) | Known::One => {
                        Err("`several`, but it has one solution".to_owned())
                    }
                    Known::Nothing | Known::Solvable | Known::Several => Ok(()),
                };
            }
            line => {
                let digits = line.bytes().all(|digit| (b'1'..=b'9').contains(&digit));
                let grid: Option<Grid> = line.parse().ok().filter(|_| digits);
                let Some(grid) = grid else {
                    let words = match goal {
                        Goal::First => "or `none`",
                        Goal::Unique => "`none` or `several`",
                    };
                    return Err(format!("expected 81 digits {words}, found {}", quoted(line)));
                };
                referee(Goal::First, &self.puzzle, Some(&grid), &Proof::default())
            }
        };
        self.known.agrees(goal, outcome).map_err(|why| why.to_string())
    }
}

/// Returns the lines that a program has written. The last one may lack its line feed.
pub(crate) fn lines(output: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    let text = output.strip_suffix(b"\n").unwrap_or(output);
    let lines = text.split(|&byte| byte == b'\n').filter(move |_| !output.is_empty());
    lines.map(|line| String::from_utf8_lossy(line.trim_ascii_end()))
}

/// Judges the lines of a pass, and returns the number of puzzles that were rightly answered `none`.
///
/// # Errors
///
/// The first line that is wrong, missing or too many.
pub(crate) fn judge(
    questions: &[Question],
    goal: Goal,
    output: &[u8],
) -> Result<usize, ProgramFault> {
    let (mut lines, mut no_solution) = (lines(output), 0);
    for (at, question) in questions.iter().enumerate() {
        let (line, puzzle, asked) = (at + 1, question.puzzle.grid(), questions.len());
        let wrong = |text| ProgramFault::at(line, text);
        let answer = lines.next().ok_or_else(|| {
            wrong(format!("wrote {at} of {asked} lines: there is no answer to {puzzle}"))
        })?;
        question
            .check(goal, &answer)
            .map_err(|why| wrong(format!("line {line} is wrong: {why}; the puzzle is {puzzle}")))?;
        no_solution += usize::from(is_none(&answer));
    }
    lines.next().map_or(Ok(no_solution), |found| {
        let (line, found) = (questions.len() + 1, quoted(&found));
        let text = format!("line {line} is one too many, after the last puzzle: {found}");
        Err(ProgramFault::new(text))
    })
}
