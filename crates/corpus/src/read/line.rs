//! The meaning of one line of a text, taken by itself.

use std::ops::Range;

use sudoku_core::{Grid, ParseGridError, Problem, is_blank};

use super::{Fault, packed, pencilmarks};

/// The meaning of a line.
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
    // Rows may be joined by slashes.
    if text.contains('/') {
        return classify(&text.replace('/', " "));
    }
    if pencilmarks::is_frame(text) {
        return Line::Border;
    }
    if let Some(found) = cells_of_larger_board(text) {
        return Line::Bad(text.chars().count() + 1, Fault::Cells(found), false);
    }
    let mut symbols = text.char_indices().filter(|&(_, symbol)| is_cell(symbol));
    // A whole puzzle, and something else or nothing after it.
    if let Some((last, _)) = symbols.nth(80) {
        let end = last + 1;
        let next = text[end..].chars().next();
        if !next.is_some_and(|next| is_cell(next) || next.is_alphanumeric()) {
            match text[..end].parse() {
                Ok(_) if let Some(found) = cells_without_order(text, end) => {
                    return Line::Bad(text.chars().count() + 1, Fault::Cells(found), false);
                }
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
    // The parser distinguishes rows from borders: it finds one of nine rows, or none.
    match text.parse::<Grid>() {
        Ok(grid) => Line::Puzzle(grid, text.len()),
        // Brackets on lines of their own are borders, too.
        Err(ParseGridError {
            problem: Problem::Rows(0) | Problem::Cells { found: 0, .. }, ..
        }) => Line::Border,
        Err(ParseGridError { problem: Problem::Rows(1), .. }) => Line::Row,
        Err(_) if pencilmarks::row(text).is_some() => Line::Row,
        Err(ParseGridError { column, problem, .. }) => {
            // Nine cells with some missing, too many or mistyped; anything else is no row.
            let row = (6..=12).contains(&cells(text)) && text.chars().count() < 40
                || pencilmarks::is_meant(text);
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

/// A puzzle after a number, a name, a rating or other fields of its line, and its place. A grid
/// without a blank is none: it may be the solution of a puzzle that is damaged.
pub(super) fn behind_text(text: &str) -> Option<(Grid, Range<usize>)> {
    if let Some(packed) = packed::puzzle(text) {
        return Some(packed);
    }
    let is_part = |symbol: char| is_cell(symbol) || symbol == '/';
    let mut rest = 0;
    while let Some(begin) = text[rest..].find(is_part).map(|at| rest + at) {
        let end = text[begin..].find(|c| !is_part(c)).map_or(text.len(), |at| begin + at);
        if is_long(&text[begin..end]) {
            let grid: Grid = text[begin..end].replace('/', " ").parse().ok()?;
            let apart = !text[..begin].ends_with(char::is_alphanumeric)
                && !text[end..].starts_with(char::is_alphanumeric);
            return (apart && !is_long(&text[..begin]) && grid.blanks() > 0)
                .then_some((grid, begin..end));
        }
        rest = end;
    }
    let board = boards(text).into_iter().next()?;
    let grid = board.grid.ok().filter(|grid| grid.blanks() > 0)?;
    (!is_long(&text[..board.at.start])).then_some((grid, board.at))
}

/// More cells than a row can have by mistake: such a line was meant to be a puzzle.
pub(super) fn is_long(line: &str) -> bool {
    cells(line) >= 40
}

/// Words such as stand above a grid: at least three letters first, and few cells.
pub(super) fn is_title(line: &str) -> bool {
    let letters = line.chars().take_while(|c| c.is_alphabetic()).count();
    letters >= 3 && !line.chars().take(letters).all(is_blank) && !is_long(line)
}

/// How many cells a line has, if the first 81 of them, which end at this byte, may belong to two
/// boards: single cells go on without a word between, and are no whole boards.
fn cells_without_order(text: &str, end: usize) -> Option<usize> {
    let first = text[..end].trim_start_matches(|symbol| !is_cell(symbol));
    let next = boards(&text[end..]).into_iter().next()?;
    let goes_on = !text[end..][..next.at.start].contains(char::is_alphanumeric);
    let found = next.grid.err()?;
    (first.len() > 81 && goes_on).then_some(81 + found)
}

/// The signs of a line, if they are those of a board of 16 x 16 or 25 x 25, which needs letters.
fn cells_of_larger_board(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_sign = |symbol: char| is_cell(symbol) || symbol.is_ascii_alphanumeric();
    ([256, 625].contains(&text.len()) && text.chars().all(is_sign)).then_some(text.len())
}

/// 81 cells in a line, or how many where there should be 81.
pub(super) struct Board {
    pub at: Range<usize>,
    pub grid: Result<Grid, usize>,
}

/// The boards in a line: 81 cells in one piece, or single cells, boxes or rows with separators
/// between.
pub(super) fn boards(text: &str) -> Vec<Board> {
    let (mut boards, mut pieces) = (Vec::new(), Pieces::default());
    let mut rest = 0;
    while let Some(begin) = text[rest..].find(is_cell).map(|at| rest + at) {
        let end = text[begin..].find(|c| !is_cell(c)).map_or(text.len(), |at| begin + at);
        let piece = begin..end;
        if is_long(&text[piece.clone()]) {
            pieces.finish(text, &mut boards);
            boards.extend(Board::of(text, piece));
        } else {
            if text[rest..begin].contains(char::is_alphanumeric) {
                pieces.finish(text, &mut boards);
            }
            pieces.0.push(piece);
        }
        rest = end;
    }
    pieces.finish(text, &mut boards);
    boards
}

impl Board {
    /// The board that stands there. A line of blanks is one if it has 81 of them.
    fn of(text: &str, at: Range<usize>) -> Option<Self> {
        let found = cells(&text[at.clone()]);
        let grid = text[at.clone()].replace('/', " ").parse().ok().filter(|_| found == 81);
        let digits = text[at.clone()].contains(|symbol| ('1'..='9').contains(&symbol));
        (grid.is_some() || digits).then_some(Self { at, grid: grid.ok_or(found) })
    }
}

/// Pieces of boards, without a word between them.
#[derive(Default)]
struct Pieces(Vec<Range<usize>>);

impl Pieces {
    /// Makes boards of them, if they are not numbers and signs of some other meaning.
    fn finish(&mut self, text: &str, boards: &mut Vec<Board>) {
        let pieces = std::mem::take(&mut self.0);
        let [Range { start, .. }, .., Range { end, .. }] = &pieces[..] else { return };
        let all = *start..*end;
        let usual = pieces.iter().filter(|piece| [1, 3, 9].contains(&piece.len())).count();
        if !is_long(&text[all.clone()]) || usual * 2 <= pieces.len() {
            return;
        }
        let (mut whole, mut begin, mut found) = (Vec::new(), *start, 0);
        for piece in &pieces {
            if found == 0 {
                begin = piece.start;
            }
            found += piece.len();
            if found == 81 {
                whole.extend(Board::of(text, begin..piece.end));
                found = 0;
            }
        }
        if found == 0 && whole.iter().all(|board| board.grid.is_ok()) {
            boards.extend(whole);
        } else {
            boards.extend(Board::of(text, all));
        }
    }
}

/// True for a puzzle that is not the first one with more cells filled, and no solution.
pub(super) fn is_another(first: &Grid, grid: &Grid) -> bool {
    grid.cells().contains(&0) && (grid == first || !grid.extends(first))
}

/// The first board without a blank, which after a puzzle can only be its solution.
pub(super) fn solution_in(rest: &str) -> Option<Grid> {
    let grids = boards(rest).into_iter().filter_map(|board| board.grid.ok());
    grids.into_iter().find(|grid| !grid.cells().contains(&0))
}

/// The text after the cells of a puzzle, without what separates it from them.
pub(super) fn rest_of(text: &str) -> &str {
    let separator = |c: char| c.is_whitespace() || ",;:#|\"'])}".contains(c);
    text.trim_start_matches(separator).trim_end()
}

/// The text after the cells of a puzzle where another puzzle follows, without what separates it
/// from the first and what opens the second.
pub(super) fn rest_before(text: &str) -> &str {
    let opens = |c: char| c.is_whitespace() || "[({\"'".contains(c);
    rest_of(text.trim_end_matches(opens))
}

pub(super) fn invalid_byte(bytes: &[u8]) -> Option<u8> {
    std::str::from_utf8(bytes).err().map(|error| bytes[error.valid_up_to()])
}
