//! [`Sudoku`]: a puzzle without a contradiction.

use std::fmt;
use std::str::FromStr;

use sudoku_core::{Conflict, Grid, ParseGridError, Puzzle};
use sudoku_puzzles::canonical;

/// A puzzle: a grid of clues, no two of which contradict each other. It may have one solution,
/// several, or none.
///
/// The fastest solver here answers each question, in less than a microsecond for most puzzles. Each
/// thread starts it at the first question and keeps it until the thread ends. The solution that is
/// shown is that of [`Solver::fastest`](crate::Solver::fastest); where solutions are only counted, a processor with whole
/// registers of 512 bits searches six nodes of a hard puzzle side by side.
///
/// # Panics
///
/// All methods that search panic when they find that the solver is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sudoku(Puzzle);

/// The error for a text or a grid that is no [`Sudoku`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotASudoku {
    /// The text cannot be read as 81 cells.
    #[error(transparent)]
    Text(#[from] ParseGridError),
    /// Two clues contradict each other.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

impl FromStr for Sudoku {
    type Err = NotASudoku;

    /// Reads 81 cells, on one line or as a drawing of nine rows: 1 to 9, and `.`, `0` or another of
    /// the usual signs for a blank.
    fn from_str(text: &str) -> Result<Self, NotASudoku> {
        Ok(Self::try_from(text.parse::<Grid>()?)?)
    }
}

impl TryFrom<Grid> for Sudoku {
    type Error = Conflict;

    fn try_from(grid: Grid) -> Result<Self, Conflict> {
        Puzzle::try_from(grid).map(Self)
    }
}

/// As a [`Grid`]: 81 characters, or with `{:#}` as a drawing.
impl fmt::Display for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

impl Sudoku {
    /// The clues.
    pub const fn grid(&self) -> &Grid {
        self.0.grid()
    }

    /// A sudoku without a check for contradictions, for clues that are known to have none, and for
    /// solvers that [end their search](sudoku_core::Contradictions::end_the_search) at one.
    pub const fn unchecked(grid: Grid) -> Self {
        Self(Puzzle::unchecked(grid))
    }

    pub(crate) const fn puzzle(&self) -> &Puzzle {
        &self.0
    }

    /// The smallest of all equivalent grids: the same for two puzzles if and only if relabelled
    /// digits, reordered bands, stacks, rows and columns, or a transposition turn one into the
    /// other. Takes some microseconds, and some tens of them for a nearly solved grid.
    pub fn canonical(&self) -> Grid {
        canonical(self.grid())
    }
}
