//! [`KnownPuzzle`]: a puzzle and its known answers.

use std::fmt;

use sudoku_core::{Grid, Symmetry};

/// A puzzle and its known answers.
///
/// It prints as one line of a corpus file, `PUZZLE SOLUTIONS SOLUTION PLACEMENTS`, with `-` for a
/// missing value:
///
/// ```
/// let entry = sudoku_puzzles::find("leetcode-37")?.entries()[0];
/// assert_eq!(
///     entry.to_string(),
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1 \
///      534678912672195348198342567859761423426853791713924856961537284287419635345286179 4208",
/// );
/// # Ok::<(), sudoku_puzzles::NoSuchCorpus>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPuzzle {
    /// The puzzle.
    pub grid: Grid,
    /// The exact number of solutions.
    pub solutions: u64,
    /// The solution; of several, the first one that is found by a search that goes through the
    /// blanks in row-major order and tries digits in ascending order.
    pub solution: Option<Grid>,
    /// The number of digits that this search places until it finds the solution or, if there is
    /// none, until its end. `None` if they were not counted or clues contradict each other.
    pub placements: Option<u64>,
}

impl KnownPuzzle {
    /// This puzzle in another arrangement. Not known for it are the placements of a search in
    /// row-major order and which of several solutions comes first, so these are `None`.
    #[must_use]
    pub fn arranged(&self, symmetry: &Symmetry) -> Self {
        let solution = self.solution.filter(|_| self.solutions == 1);
        Self {
            grid: symmetry.apply(&self.grid),
            solution: solution.map(|solution| symmetry.apply(&solution)),
            placements: None,
            ..*self
        }
    }
}

impl fmt::Display for KnownPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.grid, self.solutions)?;
        match &self.solution {
            Some(solution) => write!(f, "{solution} ")?,
            None => f.write_str("- ")?,
        }
        match self.placements {
            Some(placements) => write!(f, "{placements}"),
            None => f.write_str("-"),
        }
    }
}
