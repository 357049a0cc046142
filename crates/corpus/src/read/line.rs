//! The contents of one line of a text: runs of exactly 81 cells, or a row of nine.

use std::ops::Range;

use sudoku_core::{Grid, ParseGridError, Problem, is_blank};

use super::Fault;
use super::names::is_nothing;
use super::packed;

/// A digit that its text marks as a given, 1 to 9, and one that it marks as placed in the game.
const GIVEN: char = '\u{2460}';
const PLACED: char = '\u{2776}';

/// Fewer cells were not meant to be a grid.
const MEANT: usize = 40;

fn is_cell(symbol: char) -> bool {
    is_blank(symbol) || symbol.is_ascii_digit() || digit_in(symbol, GIVEN).is_some()
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

/// The grid of 81 signs. Where some digits are marked as givens, the others are none.
///
/// # Errors
///
/// When the digits may count from 0.
pub(super) fn grid(signs: &[char]) -> Result<Grid, Fault> {
    let (mut zero, mut other, mut plain, mut given) = (false, false, false, false);
    for &sign in signs {
        match sign {
            '0' => zero = true,
            '1'..='9' => plain = true,
            sign if is_blank(sign) => other = true,
            sign => given |= digit_in(sign, GIVEN).is_some(),
        }
    }
    if zero && other {
        return Err(Fault::refused(
            "found both 0 and another blank: digits that count from 0 are not read; expected 1 to 9 \
             and one sign for a blank",
        ));
    }
    let cell = |sign: char| match sign.to_digit(10) {
        Some(digit) if !given => digit as u8,
        None if given => digit_in(sign, GIVEN).unwrap_or(0),
        None if !plain => digit_in(sign, PLACED).unwrap_or(0),
        _ => 0,
    };
    let cells: Vec<u8> = signs.iter().map(|&sign| cell(sign)).collect();
    let cells = <[u8; 81]>::try_from(cells).map_err(|cells| Fault::Cells(cells.len()))?;
    Grid::try_from(cells).map_err(|_| Fault::Cells(81))
}

/// The cells that a word stands for; `None` for any other word.
pub(super) fn cells(word: &str) -> Option<Vec<char>> {
    if word == "-1" || word.starts_with(char::is_alphabetic) && is_nothing(word) {
        return Some(vec!['.']);
    }
    // A full stop after a full grid.
    let word = word
        .strip_suffix('.')
        .filter(|word| word.len() == 81 && !word.contains('.'))
        .unwrap_or(word);
    if word.is_empty() || !word.chars().all(is_cell) {
        return None;
    }
    let signs: Vec<char> = word.chars().collect();
    // Dots between the digits of 9 or 81 cells.
    let apart = [17, 161].contains(&signs.len());
    let apart = apart && signs.iter().enumerate().all(|(at, &sign)| (sign == '.') == (at % 2 == 1));
    Some(if apart { signs.into_iter().step_by(2).collect() } else { signs })
}

/// The cells of a word in which one sign of its own stands for a blank, or in which `+` marks
/// digits as placed.
fn odd_cells(word: &str) -> Option<Vec<char>> {
    let sized = |cells: Vec<char>| [9, 81].contains(&cells.len()).then_some(cells);
    let mut placed = Vec::new();
    let mut signs = word.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek()) {
            ('+', Some(&digit)) if digit.is_ascii_digit() => {
                placed.push(marked(digit, false));
                signs.next();
            }
            (sign, _) => placed.push(sign),
        }
    }
    let all_cells = |cells: &Vec<char>| {
        cells.iter().all(|&sign| is_cell(sign) || digit_in(sign, PLACED).is_some())
    };
    if word.contains('+') && all_cells(&placed) && placed.len() == 81 {
        return Some(placed);
    }
    let blank = word.chars().find(|sign| !sign.is_ascii_digit())?;
    let odd = !blank.is_alphanumeric() && !is_blank(blank) && !"|,;\"'".contains(blank);
    let digits = |sign: char| ('1'..='9').contains(&sign);
    let one = odd && word.chars().all(|sign| sign == blank || digits(sign));
    let cells = word.chars().map(|sign| if sign == blank { '.' } else { sign }).collect();
    (one && word.contains(digits)).then_some(cells).and_then(sized)
}

/// Cells without a sign between them.
struct Piece {
    at: Range<usize>,
    cells: Vec<char>,
}

/// The pieces of a line, and in groups those that no word parts.
fn groups(line: &str) -> Vec<Vec<Piece>> {
    let is_part = |c: char| c.is_alphanumeric() || is_blank(c);
    let (mut groups, mut end) = (vec![Vec::new()], 0);
    while let Some(begin) = line[end..].find(is_part).map(|at| end + at) {
        if line[end..begin].contains(['=', ':']) {
            groups.push(Vec::new());
        }
        end = line[begin..].find(|c| !is_part(c)).map_or(line.len(), |at| begin + at);
        match cells(&line[begin..end]) {
            Some(cells) => {
                let last = groups.len() - 1;
                groups[last].push(Piece { at: begin..end, cells });
            }
            None => groups.push(Vec::new()),
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn total(group: &[Piece]) -> usize {
    group.iter().map(|piece| piece.cells.len()).sum()
}

/// The grids of a group: pieces of 81 cells, or all of its pieces together, if they are alike.
fn grids(group: &[Piece]) -> Vec<Spot> {
    let whole: Vec<Spot> = group
        .iter()
        .filter(|piece| piece.cells.len() == 81)
        .map(|piece| Spot::of(&[piece]))
        .collect();
    let each = group.first().map_or(0, |piece| piece.cells.len());
    let alike = group.iter().all(|piece| piece.cells.len() == each);
    // Numbers of three digits are no boxes.
    let numbers =
        each == 3 && group.iter().all(|piece| piece.cells.iter().all(char::is_ascii_digit));
    if !whole.is_empty() || !alike || ![1, 3, 9].contains(&each) || numbers {
        return whole;
    }
    let pieces: Vec<&Piece> = group.iter().collect();
    let boards = pieces.chunks(81 / each);
    if pieces.len().is_multiple_of(81 / each) { boards.map(Spot::of).collect() } else { whole }
}

/// A grid in a line.
pub(super) struct Spot {
    pub at: Range<usize>,
    pub grid: Result<Grid, Fault>,
}

impl Spot {
    fn of(pieces: &[&Piece]) -> Self {
        let cells: Vec<char> = pieces.iter().flat_map(|piece| piece.cells.clone()).collect();
        let at = pieces[0].at.start..pieces[pieces.len() - 1].at.end;
        Self { at, grid: grid(&cells) }
    }
}

/// All grids in a line.
pub(super) fn spots(line: &str) -> Vec<Spot> {
    if let Some((grid, at)) = packed::puzzle(line) {
        return vec![Spot { at, grid: Ok(grid) }];
    }
    let found: Vec<Spot> = groups(line).iter().flat_map(|group| grids(group)).collect();
    if !found.is_empty() {
        return found;
    }
    let words = line
        .split_whitespace()
        .flat_map(|word| odd_cells(word).map_or_else(|| word.split(':').collect(), |_| vec![word]));
    let odd = words.filter_map(|word| Some((word, odd_cells(word)?)));
    odd.filter(|(_, cells)| cells.len() == 81)
        .map(|(word, cells)| {
            let begin = word.as_ptr() as usize - line.as_ptr() as usize;
            Spot { at: begin..begin + word.len(), grid: grid(&cells) }
        })
        .collect()
}

const fn is_bar(symbol: char) -> bool {
    matches!(symbol, '|' | '\u{2502}' | '\u{2503}' | '\u{2551}' | '#')
}

const fn is_box_drawing(symbol: char) -> bool {
    matches!(symbol, '\u{2500}'..='\u{257f}')
}

/// True for a line that only draws: no letter or digit, and none of the signs of blanks alone.
pub(super) fn is_border(line: &str) -> bool {
    let drawn =
        |c: char| c.is_whitespace() || is_box_drawing(c) || c.is_ascii_punctuation() && c != '?';
    line.chars().all(drawn)
}

/// A row of nine cells, or of ten with a number of the row, or two rows.
pub(super) fn row(line: &str) -> Option<Vec<char>> {
    let sides = line.contains(['+', '=', '~', '\u{2500}', '\u{2501}', '\u{2550}']);
    if sides && is_border(line) {
        return None;
    }
    let line = unmarked(line);
    let bullet = line.trim_start().strip_prefix("- ").map(str::to_owned);
    let line = bullet.unwrap_or(line);
    let groups = groups(&line);
    // A piece of nine among many is a set of candidates.
    let few = groups.iter().flatten().count() < 5;
    let mut rows = Vec::new();
    for group in groups {
        let nine = group.iter().find(|piece| few && piece.cells.len() == 9);
        let each = group[0].cells.len();
        let alike = group.iter().all(|piece| piece.cells.len() == each);
        let all = total(&group);
        if let Some(nine) = nine {
            rows.push(nine.cells.clone());
        } else if alike
            && (all == 9 && [1, 3].contains(&each) || [10, 18].contains(&all) && each == 1)
        {
            rows.push(group.into_iter().flat_map(|piece| piece.cells).collect());
        }
    }
    if let [row] = &rows[..] {
        return Some(row.clone());
    }
    let odd = || odd_cells(line.trim()).filter(|cells| cells.len() == 9);
    fields(&line).or_else(|| drawn(&line)).or_else(odd)
}

/// The line with the marks on digits as signs: `<5>` is a given, `*5*` is placed.
fn unmarked(line: &str) -> String {
    let mut signs: Vec<char> = line.chars().collect();
    for at in 0..signs.len().saturating_sub(2) {
        let [left, digit, right] = [signs[at], signs[at + 1], signs[at + 2]];
        let apart = |at: Option<&char>| at.is_none_or(|&sign| !is_cell(sign));
        let outside =
            apart(at.checked_sub(1).and_then(|at| signs.get(at))) && apart(signs.get(at + 3));
        if ('1'..='9').contains(&digit)
            && outside
            && [('<', '>'), ('*', '*')].contains(&(left, right))
        {
            let digit = if left == '<' { marked(digit, true) } else { digit };
            signs.splice(at..at + 3, [' ', digit, ' ']);
        }
    }
    signs.into_iter().collect()
}

/// The row between separators: an empty field is a blank.
fn fields(line: &str) -> Option<Vec<char>> {
    let bars = |c: char| if is_bar(c) { '|' } else { c };
    let line: String = line.chars().map(bars).collect();
    [',', ';', '\t', '|'].into_iter().find_map(|separator| {
        let line = if separator == '\t' { &line } else { line.trim() };
        let framed = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
        let line = framed.filter(|_| separator == '|').unwrap_or(line);
        let fields: Vec<&str> = line.split(separator).map(str::trim).collect();
        let cell = |field: &&str| match cells(field.trim_matches(['"', '\''])) {
            Some(cells) if cells.len() == 1 => Some(cells[0]),
            _ => (field.is_empty() || *field == "\"\"").then_some('.'),
        };
        (9..=10).contains(&fields.len()).then(|| fields.iter().map(cell).collect())?
    })
}

/// The row of three boxes between bars, in which spaces are blanks.
fn drawn(line: &str) -> Option<Vec<char>> {
    let inner = line[line.find(is_bar)?..].trim_end().strip_suffix(is_bar)?;
    let boxes: Vec<Vec<char>> =
        inner.split(is_bar).skip(1).map(|cells| cells.chars().collect()).collect();
    let width = boxes.first()?.len();
    let alike = boxes.len() == 3 && boxes.iter().all(|cells| cells.len() == width);
    if !alike || ![3, 5, 7, 9].contains(&width) {
        return None;
    }
    // The middle of each third of a box.
    let middles: Vec<usize> = (0..3).map(|third| (width * (2 * third + 1)) / 6).collect();
    let mut row = Vec::new();
    for cells in boxes {
        for (at, sign) in cells.into_iter().enumerate() {
            match (middles.contains(&at), sign) {
                (true, ' ') => row.push('.'),
                (true, sign) if is_cell(sign) => row.push(sign),
                (false, ' ') => {}
                _ => return None,
            }
        }
    }
    Some(row)
}

/// The words between spaces and bars.
pub(super) fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || c == '|' || is_box_drawing(c))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The row of a grid of candidates: a cell with one candidate is filled, any other is blank.
/// `None` if no cell has several.
pub(super) fn candidates(line: &str) -> Option<Vec<char>> {
    let line = unmarked(line);
    let words = words(&line);
    let ascends = |word: &&str| {
        let alone = word.chars().count() == 1 && word.chars().all(is_cell);
        alone
            || word.bytes().all(|digit| (b'1'..=b'9').contains(&digit))
                && word.as_bytes().is_sorted_by(|a, b| a < b)
    };
    let several = words.iter().any(|word| word.len() > 1 && word.is_ascii());
    if words.len() != 9 || !several || !words.iter().all(ascends) {
        return None;
    }
    let cell = |word: &&str| {
        if word.chars().count() > 1 { '.' } else { word.chars().next().unwrap_or('.') }
    };
    Some(words.iter().map(cell).collect())
}

/// The column after a piece, in a part of a line, that has a few cells more or fewer than a grid.
pub(super) fn cut(line: &str, part: Range<usize>) -> Option<(usize, Fault)> {
    let is_cut = |cells: &[char]| (70..93).contains(&cells.len()) && cells.len() != 81;
    let text = line.get(part.clone()).filter(|text| text.len() >= 70)?;
    let piece = groups(text).into_iter().flatten().find(|Piece { cells, .. }| {
        is_cut(cells) && cells.iter().any(|sign| !sign.is_ascii_digit())
    })?;
    let column = line[..part.start + piece.at.end].chars().count() + 1;
    Some((column, Fault::Cells(piece.cells.len())))
}

/// The number of cells in a text.
pub(super) fn count(text: &str) -> usize {
    text.chars().filter(|&sign| is_cell(sign)).count()
}

/// True for words such as people write above a grid: there is one of three letters or more, and
/// there are few cells.
pub(super) fn is_title(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.chars().count() > 2 && !word.chars().all(is_blank)) && !is_long(line)
}

/// True for more cells than a row can have by mistake: such a line was meant to be a puzzle.
pub(super) fn is_long(line: &str) -> bool {
    let larger = [256, 625].contains(&line.len())
        && line.chars().all(|c| c.is_ascii_alphanumeric() || is_blank(c));
    let cells = count(line);
    let mostly = cells >= MEANT && cells * 2 > line.chars().count();
    larger || mostly || groups(line).iter().any(|group| total(group) >= MEANT)
}

/// True for a line that is mostly cells: it was meant to be a row or a puzzle.
pub(super) fn is_meant(line: &str) -> bool {
    let cells = line.chars().filter(|sign| is_cell(*sign) && !"-_*".contains(*sign)).count();
    let all = line.chars().filter(|c| !c.is_whitespace()).count();
    is_long(line) || cells >= 4 && cells * 2 > all && line.contains(|c: char| c.is_ascii_digit())
}

/// True for digits between bars: a row of a drawing.
pub(super) fn is_framed(line: &str) -> bool {
    line.starts_with(is_bar)
        && line.ends_with(is_bar)
        && line.contains(|c: char| c.is_ascii_digit())
}

/// The column of what is wrong in a line that was meant to hold cells, and the fault.
pub(super) fn fault(line: &str, is_row: bool) -> (usize, Fault) {
    let end = line.chars().count() + 1;
    let larger = line.trim().len();
    if [256, 625].contains(&larger) && is_long(line.trim()) {
        return (end, Fault::Cells(larger));
    }
    match line.replace('/', " ").parse::<Grid>() {
        Err(ParseGridError { problem: Problem::Cells { found, .. }, .. })
            if !is_row && found < 81 || super::other_size(found).is_some() =>
        {
            (end, Fault::Cells(found))
        }
        Err(ParseGridError { problem: Problem::Rows(_), .. }) | Ok(_) => {
            (end, Fault::Cells(count(line)))
        }
        Err(ParseGridError { column, problem, .. }) => (column, Fault::Grid(problem)),
    }
}
