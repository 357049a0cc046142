//! Reads one puzzle in any of the usual layouts.
//!
//! - 81 characters on one line;
//! - nine lines of nine cells, with or without spaces, commas, brackets or quotes between them
//!   (so a `LeetCode` board literal works as it is);
//! - the same with box borders: `|` inside a line, and ruler lines such as `------+-------+------`,
//!   `---|---|---`, `+---+---+---+` or `*-----------*`; or with the box-drawing characters of
//!   Unicode.
//!
//! The corpus crate reads files with many puzzles, line by line, with this parser.

use std::fmt;
use std::str::FromStr;

use crate::Grid;

/// The reason why a text is not a puzzle, and the place. Displays as one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ParseGridError {
    /// The line in the text, from 1.
    pub line: usize,
    /// The character in the line, from 1; one past the end where something is missing.
    pub column: usize,
    /// The problem there: what was found and what was expected.
    pub problem: Problem,
}

/// The problem with a text that is not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A character that is neither a cell nor a separator.
    Character(char),
    /// A line that holds neither one row (9 cells) nor, alone, the whole puzzle (81 cells).
    Cells {
        /// The number of cells in the line.
        found: usize,
        /// The number of cells that it should have: 9 or 81.
        expected: usize,
    },
    /// A number of rows that is not nine.
    Rows(usize),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Character(found) => write!(
                f,
                "found {found:?}, expected a digit from 1 to 9 or a blank (one of . 0 _ * - x ?)"
            ),
            Self::Cells { found, expected } => {
                let s = if found == 1 { "" } else { "s" };
                write!(f, "found {found} cell{s}, expected {expected}")
            }
            Self::Rows(1) => f.write_str("found 1 row of 9 cells, expected 9 rows"),
            Self::Rows(found) => write!(f, "found {found} rows of 9 cells, expected 9 rows"),
        }
    }
}

/// True for the characters that people write for a blank cell: `. 0 _ * - x X ?`.
pub const fn is_blank(symbol: char) -> bool {
    matches!(symbol, '.' | '0' | '_' | '*' | '-' | 'x' | 'X' | '?')
}

const fn is_separator(symbol: char) -> bool {
    symbol.is_whitespace()
        || is_box_drawing(symbol)
        || matches!(symbol, '|' | ',' | ';' | ':' | '[' | ']' | '{' | '}' | '"' | '\'')
}

const fn is_box_drawing(symbol: char) -> bool {
    matches!(symbol, '\u{2500}'..='\u{257f}')
}

/// True for a line that only draws a border. Nine `-` are not decided here: see [`nine_alike`].
fn is_ruler(line: &str) -> bool {
    let drawn = |c: char| {
        c.is_whitespace()
            || is_box_drawing(c)
            || matches!(c, '-' | '=' | '+' | '|' | '*' | ':' | '.' | '\'')
    };
    let cells = line.chars().filter(|&c| is_blank(c)).count();
    line.chars().all(drawn)
        && (line.contains(['+', '=', '─', '━', '═'])
            || line.contains("--") && cells != 9 && cells != 81)
}

/// The character that a line such as `---|---|---` repeats nine times: the line is a border, or
/// nine blanks if that character is a blank.
fn nine_alike(line: &str) -> Option<char> {
    let mut cells = line.chars().filter(|&c| !is_separator(c));
    let sign = cells.next().filter(|c| matches!(c, '-' | '_' | '*'))?;
    (cells.clone().count() == 8 && cells.all(|cell| cell == sign)).then_some(sign)
}

/// The lines of one puzzle that are rows or meant to be: all that are neither empty nor borders.
/// Each comes with its index among the lines, from 0.
///
/// Nine `-`, `_` or `*` in a line are blanks if another row uses that sign for a blank, or if there
/// is no other row; otherwise they are a border.
pub fn rows<'a>(
    lines: impl Iterator<Item = &'a str> + Clone,
) -> impl Iterator<Item = (usize, &'a str)> {
    let lines = lines.enumerate().filter(|(_, line)| !line.trim().is_empty() && !is_ruler(line));
    let others = lines.clone().filter(|(_, line)| nine_alike(line).is_none());
    let others: String = others.map(|(_, line)| line).collect();
    lines.filter(move |(_, line)| {
        nine_alike(line).is_none_or(|sign| others.is_empty() || others.contains(sign))
    })
}

impl Grid {
    /// The puzzle of a line of exactly 81 digits and dots, with 0 or a dot for a blank, read in a
    /// small part of the time that other layouts take. `None` for all other texts, which
    /// [`FromStr`] may still read.
    ///
    /// ```
    /// use sudoku_core::Grid;
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// assert_eq!(Grid::of_line(line.as_bytes()), line.parse().ok());
    /// assert_eq!(Grid::of_line(line.replace('.', "-").as_bytes()), None);
    /// ```
    pub fn of_line(line: &[u8]) -> Option<Self> {
        let line: &[u8; 81] = line.try_into().ok()?;
        let mut cells = [0; 81];
        let mut other = 0;
        for (cell, &symbol) in cells.iter_mut().zip(line) {
            let digit = symbol.wrapping_sub(b'0');
            *cell = if digit <= 9 { digit } else { 0 };
            other |= u8::from(digit > 9 && symbol != b'.');
        }
        (other == 0).then_some(Self(cells))
    }
}

impl FromStr for Grid {
    type Err = ParseGridError;

    /// Reads exactly one puzzle.
    ///
    /// # Errors
    ///
    /// The error names the first line and column at which the text is not a puzzle.
    fn from_str(text: &str) -> Result<Self, ParseGridError> {
        // The usual form, of which files have millions of lines.
        if let Some(grid) = Self::of_line(text.as_bytes()) {
            return Ok(grid);
        }
        let error = |line, column, problem| Err(ParseGridError { line, column, problem });
        let mut cells = Vec::with_capacity(81);
        let mut last = (1, 1);
        for (index, line) in rows(text.lines()) {
            let before = cells.len();
            let mut tenth = None;
            for (index_in_line, symbol) in line.chars().enumerate() {
                match symbol {
                    _ if is_blank(symbol) => cells.push(0),
                    '1'..='9' => cells.push(symbol as u8 - b'0'),
                    _ if is_separator(symbol) => continue,
                    _ => return error(index + 1, index_in_line + 1, Problem::Character(symbol)),
                }
                if cells.len() - before == 10 {
                    tenth = Some(index_in_line + 1);
                }
            }
            last = (index + 1, line.chars().count() + 1);
            let found = cells.len() - before;
            if found != 9 && !(found == 81 && before == 0) {
                // A first line that is far longer than a row was meant to be the whole puzzle, and so was
                // a short one without others.
                let alone = || rows(text.lines()).nth(1).is_none();
                let whole = before == 0 && (found > 18 || found < 9 && alone());
                let column = if whole { last.1 } else { tenth.unwrap_or(last.1) };
                let expected = if whole { 81 } else { 9 };
                return error(last.0, column, Problem::Cells { found, expected });
            }
            if cells.len() > 81 {
                return error(last.0, 1, Problem::Rows(cells.len() / 9));
            }
        }
        match <[u8; 81]>::try_from(cells) {
            Ok(cells) => Ok(Self::try_from(cells).expect("only 0 to 9 were pushed")),
            Err(cells) => error(last.0, last.1, Problem::Rows(cells.len() / 9)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn error(text: &str) -> String {
        text.parse::<Grid>().unwrap_err().to_string()
    }

    #[test]
    fn every_blank_symbol_is_read() {
        let puzzle: Grid = LINE.parse().unwrap();
        for blank in ['0', '_', '*', '-', 'x', 'X', '?'] {
            assert_eq!(LINE.replace('.', &blank.to_string()).parse(), Ok(puzzle));
        }
        assert_eq!("-".repeat(81).parse(), Ok(Grid::BLANK));
        assert_eq!([const { "---------" }; 9].join("\n").parse(), Ok(Grid::BLANK));
    }

    #[test]
    fn nine_lines_and_boxes_are_read() {
        let puzzle: Grid = LINE.parse().unwrap();
        let rows: Vec<&str> = (0..9).map(|row| &LINE[row * 9..][..9]).collect();
        assert_eq!(rows.join("\n").parse(), Ok(puzzle));
        assert_eq!(rows.join("\r\n").parse(), Ok(puzzle));
        let bars: Vec<String> = rows
            .iter()
            .map(|row| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]))
            .collect();
        for ruler in [
            "+---+---+---+",
            "*-----------*",
            "|---+---+---|",
            "-------------",
            "---|---|---",
            "|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|",
            "___ ___ ___",
            "*********",
            "├───┼───┼───┤",
        ] {
            let drawing = [
                ruler,
                &bars[..3].join("\n"),
                ruler,
                &bars[3..6].join("\n"),
                ruler,
                &bars[6..].join("\n"),
                ruler,
            ]
            .join("\n");
            assert_eq!(drawing.parse(), Ok(puzzle), "{ruler}");
            assert_eq!(drawing.replace('|', "║").parse(), Ok(puzzle), "{ruler}");
        }
        // In a puzzle that uses `-` for blanks, nine `-` in a line are a row.
        let line = LINE.replace('.', "-").replacen("53--7----", "---------", 1);
        let lines: Vec<&str> = (0..9).map(|row| &line[row * 9..][..9]).collect();
        assert_eq!(lines.join("\n").parse(), line.parse::<Grid>());
        let one = "-23456789\n".to_owned() + &"123456789\n".repeat(8);
        assert_eq!(one.parse::<Grid>().map(|grid| grid.blanks()), Ok(1), "one is no border");
        let literal = rows
            .iter()
            .map(|row| {
                let cells: Vec<String> = row.chars().map(|c| format!("\"{c}\"")).collect();
                format!("[{}]", cells.join(","))
            })
            .collect::<Vec<_>>()
            .join(",\n");
        assert_eq!(format!("[{literal}]").parse(), Ok(puzzle));
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        assert_eq!(
            error(&LINE.replacen('7', "a", 1)),
            "line 1, column 5: found 'a', expected a digit from 1 to 9 or a blank \
             (one of . 0 _ * - x ?)"
        );
        assert_eq!(error(&LINE[..80]), "line 1, column 81: found 80 cells, expected 81");
        assert_eq!(error(""), "line 1, column 1: found 0 rows of 9 cells, expected 9 rows");
        assert_eq!(error("123456789\n1234567"), "line 2, column 8: found 7 cells, expected 9");
        assert_eq!(error("123456789\n1234567891"), "line 2, column 10: found 10 cells, expected 9");
        let ten = ["........."; 10].join("\n");
        assert_eq!(error(&ten), "line 10, column 1: found 10 rows of 9 cells, expected 9 rows");
        for cells in [10, 18] {
            let found = format!("line 1, column 10: found {cells} cells, expected 9");
            assert_eq!(error(&LINE[..cells]), found);
        }
        assert_eq!(error(&LINE[..19]), "line 1, column 20: found 19 cells, expected 81");
        assert_eq!(error("53\n"), "line 1, column 3: found 2 cells, expected 81");
        let one = "123456789\n";
        assert_eq!(error(one), "line 1, column 10: found 1 row of 9 cells, expected 9 rows");
    }

    proptest! {
        #[test]
        fn a_plain_line_is_what_it_is_to_the_parser_of_all_layouts(
            line in "[.0-9]{81}|[-.0-9_*xX?]{81}|[.0-9]{80,82}|[.0-9]{40}[-/:;,|a\u{e9} ][.0-9]{39,40}"
        ) {
            let plain = line.len() == 81 && line.chars().all(|c| c == '.' || c.is_ascii_digit());
            let read = Grid::of_line(line.as_bytes());
            prop_assert_eq!(read.is_some(), plain);
            prop_assert!(!plain || line.parse().ok() == read);
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,100}(\n\\PC{0,20}){0,12}") {
            let _ = text.parse::<Grid>();
        }

        #[test]
        fn no_text_of_cells_panics(text in "[-.0-9|+=*\n ]{0,200}") {
            let _ = text.parse::<Grid>();
        }
    }
}
