//! Reads a puzzle from text that was typed or pasted.

use std::error::Error;

use serde::Serialize;
use sudoku_core::{Grid, Puzzle};
use sudoku_puzzles::{NO_PUZZLE, ReadError, Reader};

/// The error in a request, and its place if it is in a text.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    /// The line of the text, from 1.
    pub(crate) line: Option<u64>,
    /// The character in the line, from 1.
    pub(crate) column: Option<usize>,
}

impl Refusal {
    pub(crate) fn of(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: None, column: None }
    }
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::of(error.to_string())
    }
}

/// Returns the first puzzle of a text, in any layout that the reader of puzzle files accepts.
pub(crate) fn puzzle(text: &str) -> Result<Puzzle, Refusal> {
    let (grid, line) = grid(text)?;
    Puzzle::try_from(grid).map_err(|conflict| Refusal { line, ..conflict.into() })
}

fn grid(text: &str) -> Result<(Grid, Option<u64>), Refusal> {
    match Reader::new("text", text.as_bytes()).next() {
        Some(Ok(record)) => Ok((record.grid, Some(record.line))),
        Some(Err(ReadError::Text { line, column, fault, .. })) => Err(Refusal {
            line: Some(line),
            column: Some(column),
            ..Refusal::of(fault.to_string())
        }),
        Some(Err(other)) => Err(other.into()),
        None => Err(Refusal::of(NO_PUZZLE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_layout_is_read() {
        let grid: Grid = LINE.parse().unwrap();
        let drawn = format!("{grid:#}");
        let commented = format!("# mine\n{LINE} easy\n");
        for text in [LINE, &drawn, &commented, &LINE.replace('.', "0")] {
            assert_eq!(puzzle(text).map(|puzzle| *puzzle.grid()), Ok(grid));
        }
    }

    #[test]
    fn a_text_that_is_no_puzzle_is_refused_where_it_is_wrong() {
        let refused = |text: &str| puzzle(text).unwrap_err();
        assert_eq!(
            refused(&LINE[1..]),
            Refusal {
                message: "found 80 cells, expected 81, or 9 on each of nine lines".into(),
                line: Some(1),
                column: Some(81),
            }
        );
        let wrong = refused(&format!("# mine\n{}", LINE.replacen('7', "a", 1)));
        assert_eq!((wrong.line, wrong.column), (Some(2), Some(5)));
        assert!(wrong.message.starts_with("found 'a', expected a digit"), "{}", wrong.message);
        let twice = refused(&LINE.replacen("53", "55", 1));
        assert!(
            twice.message.starts_with("the digit 5 stands twice in row 1"),
            "{}",
            twice.message
        );
        for nothing in ["", " \n", "# a comment"] {
            assert!(refused(nothing).message.starts_with("found no puzzle"), "{nothing:?}");
        }
    }
}
