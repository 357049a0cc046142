//! The contents of one line of a text: runs of exactly 81 cells, or a row of nine.

use sudoku_core::{Grid, ParseGridError, Problem, is_blank};

use super::cells::{Piece, SEVERAL, cells, count, is_cell, is_digit, marked, odd_cells};
use super::packed;
use super::record::{Fault, other_size};

/// Fewer cells were not meant to be a grid.
pub(super) const MEANT: usize = 40;

/// The pieces of a line, and in groups those that no word parts.
pub(super) fn groups(line: &str) -> Vec<Vec<Piece>> {
    let is_part = |c: char| c.is_alphanumeric() || is_blank(c);
    let (mut groups, mut group, mut end) = (Vec::new(), Vec::new(), 0);
    while let Some(begin) = line[end..].find(is_part).map(|at| end + at) {
        if line[end..begin].contains(['=', ':']) {
            groups.push(std::mem::take(&mut group));
        }
        let before = &line[..begin];
        end = line[begin..].find(|c| !is_part(c)).map_or(line.len(), |at| begin + at);
        match (&line[begin..end], cells(&line[begin..end])) {
            // The end of a sentence.
            (".", _) if end == line.len() && before.ends_with([')', ']', '}']) => {}
            (word, Some(cells)) => {
                let given = before.ends_with('<') && line[end..].starts_with('>');
                let cells = match cells[..] {
                    [digit] if given && word.len() == 1 && is_digit(digit) => {
                        vec![marked(digit, true)]
                    }
                    _ => cells,
                };
                group.push(Piece { at: begin..end, cells });
            }
            (_, None) => groups.push(std::mem::take(&mut group)),
        }
    }
    groups.push(group);
    groups.retain(|group| !group.is_empty());
    groups
}

pub(super) fn total(group: &[Piece]) -> usize {
    group.iter().map(|piece| piece.cells.len()).sum()
}

/// The number of cells in each piece, if it is the same; otherwise 0.
fn each(group: &[Piece]) -> usize {
    let each = group.first().map_or(0, |piece| piece.cells.len());
    if group.iter().all(|piece| piece.cells.len() == each) { each } else { 0 }
}

/// The pieces of a group that may be grids: those of 81 cells and with a few cells more or fewer, or
/// all of its pieces together, if they are alike.
fn whole(group: &[Piece]) -> Vec<Piece> {
    let each = joined(group);
    if each > 0 && group.len().is_multiple_of(81 / each) {
        let join = |pieces: &[Piece]| Piece {
            at: pieces[0].at.start..pieces[pieces.len() - 1].at.end,
            cells: pieces.iter().flat_map(|piece| piece.cells.clone()).collect(),
        };
        return group.chunks(81 / each).map(join).collect();
    }
    let meant = |piece: &&Piece| match piece.cells.len() {
        81 => true,
        70..93 => !is_digits(piece),
        _ => false,
    };
    group.iter().filter(meant).cloned().collect()
}

fn is_digits(piece: &Piece) -> bool {
    piece.cells.iter().all(char::is_ascii_digit)
}

/// The number of cells in each piece of a group that may be a grid together; otherwise 0.
fn joined(group: &[Piece]) -> usize {
    match each(group) {
        // Numbers of three digits are no boxes.
        3 if group.iter().all(is_digits) => 0,
        each @ (1 | 3 | 9) => each,
        _ => 0,
    }
}

/// All grids in a line; beside them, also pieces with a few cells more or fewer.
pub(super) fn spots(line: &str, groups: &[Vec<Piece>]) -> Vec<Piece> {
    if let Some(packed) = packed::puzzle(line) {
        return vec![packed];
    }
    // A list of cells that a word cuts in two is no grid, nor is another beside it.
    let is_cut = |group: &Vec<Piece>| {
        joined(group) > 0 && total(group) > 9 && !total(group).is_multiple_of(81)
    };
    if groups.iter().any(is_cut) {
        return Vec::new();
    }
    let found: Vec<Piece> = groups.iter().flat_map(|group| whole(group)).collect();
    if found.iter().any(Piece::is_grid) {
        return found;
    }
    let words = line
        .split_whitespace()
        .flat_map(|word| odd_cells(word).map_or_else(|| word.split(':').collect(), |_| vec![word]));
    let odd = words.filter_map(|word| {
        let cells = odd_cells(word).filter(|cells| cells.len() == 81)?;
        Some(Piece { at: packed::at(line, word), cells })
    });
    odd.collect()
}

const fn is_bar(symbol: char) -> bool {
    matches!(symbol, '|' | '\u{2502}' | '\u{2503}' | '\u{2551}' | '#')
}

/// True for a line that only draws: no letter or digit, and none of the signs of blanks alone.
pub(super) fn is_border(line: &str) -> bool {
    let is_drawn = |c: char| {
        let line_sign = matches!(c, '\u{2500}'..='\u{257f}');
        c.is_whitespace() || line_sign || c.is_ascii_punctuation() && c != '?'
    };
    line.chars().all(is_drawn)
}

/// A row of nine cells, or of ten with a number of the row, or two rows. In a row of candidates, a
/// cell has one or several.
pub(super) fn row(line: &str, groups: &[Vec<Piece>]) -> Option<Vec<char>> {
    if line.contains(['+', '=', '~', '\u{2500}', '\u{2501}', '\u{2550}']) && is_border(line) {
        return None;
    }
    let ascends = |cells: &[char]| {
        cells.len() == 1
            || cells.iter().all(|sign| is_digit(*sign)) && cells.is_sorted_by(|a, b| a < b)
    };
    let cell = |piece: &Piece| if let [cell] = piece.cells[..] { cell } else { SEVERAL };
    if let [group] = groups
        && group.len() == 9
        && group.iter().all(|piece| ascends(&piece.cells))
    {
        return Some(group.iter().map(cell).collect());
    }
    // A piece of nine among many is a set of candidates.
    let few = groups.iter().flatten().count() < 5;
    let mut rows = groups.iter().filter_map(|group| {
        let mut nines = group.iter().filter(|piece| few && piece.cells.len() == 9);
        let nine = nines.next().filter(|_| nines.next().is_none());
        // Two rows in brackets; without, they may be those of two grids.
        let parted = || line[group[8].at.end..group[9].at.start].contains([']', '}', ')']);
        let whole = match (each(group), total(group)) {
            (1 | 3, 9) | (1, 10) => true,
            (1, 18) => parted(),
            _ => false,
        };
        let all = || group.iter().flat_map(|piece| piece.cells.clone()).collect();
        nine.map(|piece| piece.cells.clone()).or_else(|| whole.then(all))
    });
    if let (Some(row), None) = (rows.next(), rows.next()) {
        return Some(row);
    }
    let odd = || odd_cells(line.trim()).filter(|cells| cells.len() == 9);
    fields(line).or_else(|| drawn(line)).or_else(odd).or_else(|| spaced(line))
}

/// The row of nine signs, in which spaces are blanks.
fn spaced(line: &str) -> Option<Vec<char>> {
    let cell =
        |sign| if sign == ' ' { Some('.') } else { Some(sign).filter(|sign| is_digit(*sign)) };
    let row: Vec<char> = line.chars().map(cell).collect::<Option<_>>()?;
    (row.len() == 9 && row.iter().any(|sign| is_digit(*sign))).then_some(row)
}

/// The row of a line that is read alone.
pub(super) fn row_of(line: &str) -> Option<Vec<char>> {
    row(line, &groups(line))
}

/// The row between separators: an empty field is a blank.
fn fields(line: &str) -> Option<Vec<char>> {
    let line = line.replace(is_bar, "|");
    [',', ';', '\t', '|'].into_iter().find_map(|separator| {
        let line = if separator == '\t' { &line } else { line.trim() };
        let framed = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
        let line = framed.filter(|_| separator == '|').unwrap_or(line);
        let fields = line.split(separator).map(|field| field.trim().trim_matches(['"', '\'']));
        let cell = |field: &str| match cells(field).as_deref() {
            Some([cell]) => Some(*cell),
            _ => field.is_empty().then_some('.'),
        };
        let row: Vec<char> = fields.map(cell).collect::<Option<_>>()?;
        (9..=10).contains(&row.len()).then_some(row)
    })
}

/// The row of three boxes between bars, in which spaces are blanks.
fn drawn(line: &str) -> Option<Vec<char>> {
    let inner = line[line.find(is_bar)?..].trim_end().strip_suffix(is_bar)?;
    let boxes = inner.split(is_bar).skip(1).map(|cells| cells.chars().collect());
    let boxes: Vec<Vec<char>> = boxes.collect();
    let width = boxes.first()?.len();
    let alike = boxes.len() == 3 && boxes.iter().all(|cells| cells.len() == width);
    if !alike || ![3, 5, 7, 9].contains(&width) {
        return None;
    }
    // A cell is in the middle of each third of a box; elsewhere are spaces.
    let is_middle = |at: usize| (0..3).any(|third| at == width * (2 * third + 1) / 6);
    let signs = boxes.iter().flat_map(|cells| cells.iter().enumerate());
    let cells = signs.filter_map(|(at, &sign)| match (is_middle(at), sign) {
        (true, ' ') => Some(Some('.')),
        (false, ' ') => None,
        (middle, sign) => Some(Some(sign).filter(|sign| middle && is_cell(*sign))),
    });
    cells.collect()
}

/// The number of keys of JSON in a line.
fn keys(line: &str) -> usize {
    line.matches("\":").count() + line.matches("\" :").count()
}

/// True for a line with a key of JSON.
pub(super) fn is_debris(line: &str) -> bool {
    keys(line) > 0
}

/// True for a part of an object that is not JSON as a whole: the line holds more than one key and its
/// value.
pub(super) fn is_part(line: &str) -> bool {
    let keys = keys(line);
    let begun = line.trim_start_matches([' ', '[', ',']).starts_with('{');
    let whole = begun && keys == 1 && line.contains('}');
    keys > 0 && !whole || line.contains('}') && !line.contains('{')
}

/// True for words such as people write above a grid: there is one of three letters or more.
pub(super) fn is_title(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.chars().count() > 2 && !word.chars().all(is_blank))
}

fn is_larger(line: &str) -> bool {
    [256, 625].contains(&line.len())
        && line.chars().all(|c| c.is_ascii_alphanumeric() || is_blank(c))
}

/// True for more cells than a row can have by mistake: such a line was meant to be a puzzle.
pub(super) fn is_long(line: &str) -> bool {
    let cells = count(line);
    let mostly = cells >= MEANT && cells * 2 > line.chars().count();
    is_larger(line) || mostly || groups(line).iter().any(|group| total(group) >= MEANT)
}

/// True for a line that is mostly cells, or for digits between bars: it was meant to be a row or a
/// puzzle.
pub(super) fn is_meant(line: &str) -> bool {
    let cells = line.chars().filter(|sign| is_cell(*sign) && !"-_*".contains(*sign)).count();
    let all = line.chars().filter(|c| !c.is_whitespace()).count();
    let mostly = cells > 3 && cells * 2 > all || cells > 2 && cells == all;
    let mostly = mostly || line.starts_with(is_bar) && line.ends_with(is_bar);
    is_long(line) || mostly && line.contains(|c: char| c.is_ascii_digit())
}

/// The column of what is wrong in a line that was meant to hold cells, and the fault.
pub(super) fn fault(line: &str, is_row: bool) -> (usize, Fault) {
    let end = line.chars().count() + 1;
    if is_larger(line.trim()) {
        return (end, Fault::Cells(line.trim().len()));
    }
    match line.replace('/', " ").parse::<Grid>() {
        Err(ParseGridError { problem: Problem::Cells { found, .. }, .. })
            if !is_row && found < 81 || other_size(found).is_some() =>
        {
            (end, Fault::Cells(found))
        }
        Err(ParseGridError { column, problem: Problem::Cells { found, .. }, .. }) if found < 9 => {
            (column, Fault::Grid(Problem::Cells { found, expected: 9 }))
        }
        Err(ParseGridError { problem: Problem::Rows(_), .. }) | Ok(_) => {
            (end, Fault::Cells(count(line)))
        }
        Err(ParseGridError { column, problem, .. }) => (column, Fault::Grid(problem)),
    }
}
