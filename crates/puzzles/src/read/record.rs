//! [`Record`]: a puzzle of a text, and [`ReadError`]: what is wrong with one.

use std::{fmt, io};

use sudoku_core::{Grid, ParseGridError, Problem};

use crate::Printable;

/// A line longer than this many bytes is refused, so that no file can fill the memory.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// The message for a text with no puzzle and nothing that was meant to be one.
pub const NO_PUZZLE: &str =
    "found no puzzle, expected 81 cells on a line, or 9 on each of nine lines";

/// A puzzle of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line on which the puzzle begins, from 1.
    pub line: u64,
    /// The puzzle. Its clues may contradict each other.
    pub grid: Grid,
    /// The text that follows the puzzle on its line, without the separator.
    pub rest: String,
    /// The solution that the text gives, unchecked, or why it cannot be read.
    pub solution: Option<Result<Grid, ParseGridError>>,
    /// The difficulty of the puzzle, as a table gives it.
    pub rating: Option<String>,
}

impl Record {
    /// A puzzle without further text, solution or rating.
    pub const fn bare(line: u64, grid: Grid) -> Self {
        Self { line, grid, rest: String::new(), solution: None, rating: None }
    }
}

/// An error while reading. Displays as one line, `NAME:LINE:COLUMN: ...`, without control
/// characters.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is wrong at this place. Reading goes on.
    #[error("{}:{line}:{column}: {fault}", Printable(name))]
    Text {
        /// The name of the text.
        name: String,
        /// The line in the text, from 1.
        line: u64,
        /// The character in the line, from 1; one past the end where something is missing.
        column: usize,
        /// The fault there: what was found, and what was expected.
        fault: Fault,
    },
    /// The text could not be read. The reading ends.
    #[error("{}:{line}: cannot read further: {cause}", Printable(name))]
    Io {
        /// The name of the text.
        name: String,
        /// The line that could not be read, from 1.
        line: u64,
        /// The cause.
        cause: io::Error,
    },
}

/// A fault in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The line is neither a puzzle nor a row of one.
    Grid(Problem),
    /// A byte that is not UTF-8.
    Byte(u8),
    /// A number of cells that is not that of a row or a puzzle.
    Cells(usize),
    /// Something else that is no puzzle: what was found, and what was expected.
    Refused(String),
}

impl Fault {
    pub(super) fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }

    /// The fault of the value with this name.
    pub(super) fn of(self, name: &str) -> Self {
        if name.is_empty() { self } else { Self::Refused(format!("`{}`: {self}", Printable(name))) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(problem) => problem.fmt(f),
            Self::Byte(byte) => write!(
                f,
                "found the byte 0x{byte:02x}, which is not UTF-8, expected a digit from 1 to 9 or \
                 a blank (one of . 0 _ * - x ?)"
            ),
            Self::Cells(found) => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "found {found} cell{s}")?;
                if let Some(other) = other_size(*found) {
                    write!(f, ", {other} (only 9 x 9 is read)")?;
                }
                f.write_str(", expected 81, or 9 on each of nine lines")
            }
            Self::Refused(what) => Printable(what).fmt(f),
        }
    }
}

pub(super) fn too_long() -> Fault {
    Fault::refused(format!("found a line of more than {LONGEST_LINE} bytes, expected a puzzle"))
}

/// The board of another size with this number of cells, in all or in a row; `None` if there is
/// none.
pub(super) const fn other_size(cells: usize) -> Option<&'static str> {
    Some(match cells {
        4 => "a row of 4 x 4",
        6 => "a row of 6 x 6",
        16 => "a board of 4 x 4 or a row of 16 x 16",
        25 => "a row of 25 x 25",
        36 => "a board of 6 x 6",
        256 => "a board of 16 x 16",
        625 => "a board of 25 x 25",
        729 => "the candidates of a Sukaku",
        _ => return None,
    })
}
