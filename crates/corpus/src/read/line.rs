//! What one line of a text is, taken by itself.

use sudoku_core::{Grid, ParseGridError, Problem, is_blank};

use super::Fault;

/// What a line is.
pub(super) enum Line {
    /// The rest begins at this byte.
    Puzzle(Grid, usize),
    Row,
    Border,
    /// Column, fault, and whether the line is meant to be one of nine rows.
    Bad(usize, Fault, bool),
}

pub(super) fn is_cell(symbol: char) -> bool {
    is_blank(symbol) || symbol.is_ascii_digit()
}

pub(super) fn cells(text: &str) -> usize {
    text.chars().filter(|&symbol| is_cell(symbol)).count()
}

pub(super) fn classify(text: &str) -> Line {
    let mut symbols = text.char_indices().filter(|&(_, symbol)| is_cell(symbol));
    // A whole puzzle, and something else or nothing after it.
    if let Some((last, _)) = symbols.nth(80) {
        let end = last + 1;
        let next = text[end..].chars().next();
        if !next.is_some_and(|next| is_cell(next) || next.is_alphanumeric()) {
            match text[..end].parse() {
                Ok(grid) => return Line::Puzzle(grid, end),
                Err(ParseGridError { problem: Problem::Rows(0), .. }) => return Line::Border,
                Err(error) => return Line::Bad(error.column, Fault::Grid(error.problem), false),
            }
        }
        if let (Ok(_), Some(next)) = (text[..end].parse::<Grid>(), next)
            && !is_cell(next)
        {
            return Line::Bad(text[..end].chars().count() + 1, Fault::NoSeparator(next), false);
        }
    }
    // The parser tells rows and borders: of the nine rows that it wants, they are one or none.
    match text.parse::<Grid>() {
        Ok(grid) => Line::Puzzle(grid, text.len()),
        Err(ParseGridError { problem: Problem::Rows(0), .. }) => Line::Border,
        Err(ParseGridError { problem: Problem::Rows(1), .. }) => Line::Row,
        Err(ParseGridError { column, problem, .. }) => {
            // Nine cells with some missing, too many or mistyped; anything else is no row.
            let row = (6..=12).contains(&cells(text)) && text.chars().count() < 40;
            let (column, fault) = match problem {
                Problem::Cells { found, .. } if !row && found < 81 => {
                    (text.chars().count() + 1, Fault::Cells(found))
                }
                problem => (column, Fault::Grid(problem)),
            };
            Line::Bad(column, fault, row)
        }
    }
}

/// More cells than a row can have by mistake: such a line was meant to be a puzzle.
pub(super) fn is_long(line: &str) -> bool {
    cells(line) >= 40
}

/// Words, as people write them above a grid: at least three letters first, and hardly any cells.
pub(super) fn is_title(line: &str) -> bool {
    let letters = line.chars().take_while(|c| c.is_alphabetic()).count();
    letters >= 3 && !line.chars().take(letters).all(is_blank) && !is_long(line)
}

/// Another puzzle in what follows a first one, and where it begins. The first one with more cells
/// filled is no other.
pub(super) fn next_puzzle(first: &Grid, rest: &str) -> Option<(usize, Grid)> {
    let mut at = 0;
    for word in rest.split_inclusive(|symbol| !is_cell(symbol)) {
        let cells = word.trim_end_matches(|symbol| !is_cell(symbol));
        if cells.len() == 81
            && cells.contains(is_blank)
            && let Ok(grid) = cells.parse::<Grid>()
            && (grid == *first || !grid.extends(first))
        {
            return Some((at, grid));
        }
        at += word.len();
    }
    None
}

/// The first 81 digits in a row, which after a puzzle can only be its solution.
pub(super) fn solution_in(rest: &str) -> Option<Grid> {
    let mut words = rest.split(|c: char| !c.is_ascii_digit());
    words.find(|word| word.len() == 81 && !word.contains('0'))?.parse().ok()
}

/// The text after the cells of a puzzle, without what separates it from them.
pub(super) fn rest_of(text: &str) -> &str {
    let separator = |c: char| c.is_whitespace() || ",;:#|\"'])}".contains(c);
    text.trim_start_matches(separator).trim_end()
}

pub(super) fn invalid_byte(bytes: &[u8]) -> Option<u8> {
    std::str::from_utf8(bytes).err().map(|error| bytes[error.valid_up_to()])
}
