//! The cells of a word, and the grid of 81 of them.

use std::ops::Range;

use sudoku_core::{Grid, is_blank};

use super::record::Fault;

/// A digit that its text marks as a given, 1 to 9, and one that it marks as placed in the game.
const GIVEN: char = '\u{2460}';
const PLACED: char = '\u{2776}';

/// A cell with several candidates.
pub(super) const SEVERAL: char = '\u{2026}';

/// The words for candidates without a mark on what is given.
pub(super) const SETS: &str = "found sets of candidates, from which the givens cannot be told";

/// The contents of a field without a value.
const NOTHING: [&str; 8] = ["-", "none", "null", "nan", "n/a", "nil", "undefined", "false"];

pub(super) fn is_nothing(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(text))
}

pub(super) fn is_cell(symbol: char) -> bool {
    is_blank(symbol) || symbol.is_ascii_digit() || digit_in(symbol, GIVEN).is_some()
}

pub(super) fn is_digit(symbol: char) -> bool {
    ('1'..='9').contains(&symbol)
}

/// The digit of a marked sign.
fn digit_in(symbol: char, first: char) -> Option<u8> {
    let at = (symbol as u32).wrapping_sub(first as u32);
    (at < 9).then(|| at as u8 + 1)
}

/// This digit as a marked sign.
pub(super) fn marked(digit: char, given: bool) -> char {
    let first = if given { GIVEN } else { PLACED };
    digit.to_digit(10).and_then(|digit| char::from_u32(first as u32 + digit - 1)).unwrap_or('.')
}

/// True if both 0 and another sign may be blanks.
fn is_mixed(signs: &[char]) -> bool {
    signs.contains(&'0') && signs.iter().any(|sign| is_blank(*sign) && *sign != '0')
}

/// The grid of 81 signs. Where some digits are marked as givens, the others are none.
///
/// # Errors
///
/// When the digits may count from 0, and when a cell with one candidate may be a given or not.
pub(super) fn grid(signs: &[char]) -> Result<Grid, Fault> {
    let any = |is: fn(char) -> bool| signs.iter().any(|sign| is(*sign));
    if is_mixed(signs) {
        return Err(Fault::refused(
            "found both 0 and another blank: digits that count from 0 are not read; expected 1 to 9 \
             and one sign for a blank",
        ));
    }
    let (given, plain) = (any(|sign| digit_in(sign, GIVEN).is_some()), any(is_digit));
    if !given && signs.contains(&SEVERAL) {
        return Err(Fault::refused(SETS));
    }
    let cell = |&sign: &char| match sign.to_digit(10) {
        _ if given => digit_in(sign, GIVEN).unwrap_or(0),
        None if !plain => digit_in(sign, PLACED).unwrap_or(0),
        digit => digit.unwrap_or(0) as u8,
    };
    let cells: Vec<u8> = signs.iter().map(cell).collect();
    let cells = <[u8; 81]>::try_from(cells).map_err(|cells| Fault::Cells(cells.len()))?;
    Grid::try_from(cells).map_err(|_| Fault::Cells(81))
}

/// The cells that a word stands for; `None` for any other word.
pub(super) fn cells(whole: &str) -> Option<Vec<char>> {
    if whole == "-1" || whole.starts_with(char::is_alphabetic) && is_nothing(whole) {
        return Some(vec!['.']);
    }
    // A digit as a number with a fraction.
    let word = whole.strip_suffix(".0").filter(|digit| is_number(digit) && digit.len() == 1);
    let word = word.unwrap_or(whole);
    // The end of a sentence.
    let ended = word.strip_suffix(['.', '?']);
    let word = ended.filter(|cells| cells.len() == 81 && !cells.ends_with('.')).unwrap_or(word);
    let signs: Vec<char> = word.chars().collect();
    // Dots between the digits of 9 or 81 cells.
    let is_dot = |(at, sign): (usize, &char)| (*sign == '.') == (at % 2 == 1);
    match signs[..] {
        _ if signs.is_empty() || !signs.iter().all(|sign| is_cell(*sign)) => None,
        ['*', digit, '*'] if is_digit(digit) => Some(vec![digit]),
        _ if [17, 161].contains(&signs.len()) && signs.iter().enumerate().all(is_dot) => {
            Some(signs.into_iter().step_by(2).collect())
        }
        _ => Some(signs),
    }
}

/// The 9 or 81 cells of a word in which one sign of its own stands for a blank, or in which `+`
/// marks digits as placed.
pub(super) fn odd_cells(word: &str) -> Option<Vec<char>> {
    let (mut placed, mut signs) = (Vec::new(), word.chars().peekable());
    while let Some(sign) = signs.next() {
        let digit = signs.next_if(|digit| sign == '+' && digit.is_ascii_digit());
        placed.push(digit.map_or(sign, |digit| marked(digit, false)));
    }
    let is_placed = |&sign: &char| is_cell(sign) || digit_in(sign, PLACED).is_some();
    if word.contains('+') && placed.len() == 81 && placed.iter().all(is_placed) {
        return Some(placed);
    }
    let mut others = word.chars().filter(|sign| !is_digit(*sign));
    let blank = others.next()?;
    let odd = !blank.is_alphanumeric() && !is_blank(blank) && !"|,;\"'\t".contains(blank);
    let cells: Vec<char> = word.chars().map(|c| if c == blank { '.' } else { c }).collect();
    let sized = [9, 81].contains(&cells.len()) && word.contains(is_digit);
    (odd && sized && others.all(|sign| sign == blank)).then_some(cells)
}

/// Cells without a sign between them, or all cells of what may be a grid, and their place.
#[derive(Clone)]
pub(super) struct Piece {
    pub at: Range<usize>,
    pub cells: Vec<char>,
}

impl Piece {
    /// True for a grid, or what is none for other reasons than the number of its cells.
    pub(super) fn is_grid(&self) -> bool {
        self.cells.len() == 81 || is_mixed(&self.cells)
    }
}

/// The number of cells in a text.
pub(super) fn count(text: &str) -> usize {
    text.chars().filter(|&sign| is_cell(sign)).count()
}

/// True for a small number, such as people write above a grid.
pub(super) fn is_number(line: &str) -> bool {
    let number = line.strip_suffix('.').unwrap_or(line);
    number.len() < 5 && number.bytes().all(|sign| sign.is_ascii_digit())
}
