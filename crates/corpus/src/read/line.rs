//! [`Signs::line`]: the meaning of one line of a text without its context.

use std::ops::Range;

use sudoku_core::{Grid, Problem};

use super::Fault;
use super::signs::{BLANK, GIVEN, PLACED, Sign, Signs};

/// The meaning of a line.
#[derive(Debug)]
pub(super) enum Line {
    /// Whole grids, and the faults of what was meant to be others.
    Grids(Vec<Run>, Vec<(usize, Fault)>),
    Row(Row),
    /// Several rows, each in brackets.
    Rows(Vec<Row>),
    Border,
    /// The character, from 0, and the fault of a line that was meant to be a grid.
    Bad(usize, Fault),
    /// A line that is no part of a puzzle.
    Text,
}

/// A grid and its place in a line.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub at: Range<usize>,
    pub grid: Result<Grid, Fault>,
}

/// One of nine rows.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    /// Nine cells, or ten if a number or an empty field stands before them.
    pub cells: Vec<Sign>,
    /// The number of characters of the line.
    pub end: usize,
    /// The line, in which a sign for a blank may stand that others use for a border.
    pub text: String,
    /// The sign that stands nine times, in a row that may be a border.
    pub alike: Option<char>,
    /// A sign for a blank that is none of the usual ones.
    pub odd: Option<char>,
    /// True if text stands beside the cells.
    pub beside: bool,
    /// True if some cells are sets of candidates.
    pub candidates: bool,
}

/// A line of 81 of these is more often a border than a puzzle.
const DRAWN: &str = "-_*=+#~xX";

/// The signs that stand between the boxes of a row.
fn is_bar(symbol: char) -> bool {
    "|│┃║┆┇┊┋╎╏¦".contains(symbol)
}

fn is_separator(symbol: char) -> bool {
    symbol.is_whitespace()
        || is_bar(symbol)
        || matches!(symbol, '\u{2500}'..='\u{257f}')
        || ",;:[]{}()\"'/\\=&!`".contains(symbol)
}

/// The characters of a line up to this byte.
pub(super) fn column(text: &str, byte: usize) -> usize {
    text[..byte].chars().count()
}

/// A part of a line between separators: cells, or a word.
type Piece = (Range<usize>, Option<Vec<Sign>>);

impl Signs {
    pub(super) fn line(&self, text: &str) -> Line {
        let trimmed = text.trim();
        let (runs, faults) = self.runs(text);
        if !runs.is_empty() {
            return Line::Grids(runs, faults);
        }
        if let Some(sign) = nine_alike(trimmed) {
            let row = Row {
                cells: vec![BLANK; 9],
                end: text.chars().count(),
                alike: Some(sign),
                ..Row::default()
            };
            return Line::Row(row);
        }
        if is_frame(trimmed) {
            return Line::Border;
        }
        if let Some(row) = self.row(text) {
            return Line::Row(Row { text: trimmed.to_owned(), end: text.chars().count(), ..row });
        }
        let pieces = self.pieces(text);
        let grids = self.grids(&pieces);
        if !grids.is_empty() {
            return Line::Grids(grids, Vec::new());
        }
        let parts = text.split_inclusive([']', '}']).filter(|part| self.cells(part) > 0);
        let rows: Option<Vec<Row>> =
            parts.map(|part| self.row(part).filter(|row| !row.beside)).collect();
        if let Some(rows) = rows.filter(|rows| rows.len() > 1) {
            return Line::Rows(rows);
        }
        if !trimmed.contains(char::is_alphanumeric) {
            let dots = trimmed.chars().filter(|symbol| *symbol == '.').count();
            if dots < 10 || trimmed.contains("--") {
                return Line::Border;
            }
        }
        match self.meant(text, &pieces).or_else(|| faults.into_iter().next()) {
            Some((at, fault)) => Line::Bad(at, fault),
            None => Line::Text,
        }
    }

    /// Runs of exactly 81 cells without a separator, and those of nearly as many.
    fn runs(&self, text: &str) -> (Vec<Run>, Vec<(usize, Fault)>) {
        let (mut runs, mut faults) = (Vec::new(), Vec::new());
        let trimmed = text.trim();
        let begin = text.len() - text.trim_start().len();
        if self.blank.is_none()
            && let Some(cells) =
                placed(trimmed).or_else(|| odd(trimmed, 81).map(|(_, cells)| cells))
        {
            let end = begin
                + trimmed.find(':').filter(|_| !odd_is(trimmed, ':')).unwrap_or(trimmed.len());
            return (vec![Run { at: begin..end, grid: self.grid(&cells) }], faults);
        }
        for run in ranges(text, |symbol| self.is_cell(symbol)) {
            let count = text[run.clone()].chars().count();
            let next = text[run.end..].chars().next().filter(|next| next.is_alphanumeric());
            let glued = text[..run.start].ends_with(char::is_alphanumeric);
            let drawn = || text[run.clone()].chars().all(|symbol| DRAWN.contains(symbol));
            match (count, next) {
                (..60, _) => {}
                (81, Some(next)) if !glued => {
                    let fault = Fault::Grid(Problem::Character(next));
                    faults.push((column(text, run.end), fault));
                }
                _ if drawn() => {}
                (81, None) if !glued => runs.push(self.run(text, run)),
                (60..82, _) if glued || next.is_some() => {}
                _ => match self.inner(text, &run) {
                    inner if !inner.is_empty() => runs.extend(inner),
                    _ => {
                        let digits = text[run.clone()].contains(|c: char| c.is_ascii_digit());
                        let fault = (column(text, run.end), Fault::Cells(count));
                        faults.extend((digits && ![256, 625].contains(&count)).then_some(fault));
                    }
                },
            }
        }
        (runs, faults)
    }

    /// Grids in a longer run, which other signs for a blank enclose.
    fn inner(&self, text: &str, run: &Range<usize>) -> Vec<Run> {
        let found = |blank: Option<char>| -> Vec<Run> {
            let is_cell = |c: char| c.is_ascii_digit() || Some(c) == blank;
            let inner = ranges(&text[run.clone()], is_cell);
            let inner = inner.map(|at| run.start + at.start..run.start + at.end);
            inner.filter(|at| at.len() == 81).map(|at| self.run(text, at)).collect()
        };
        let blanks = [None].into_iter().chain(".-_*?x".chars().map(Some));
        blanks.map(found).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn run(&self, text: &str, at: Range<usize>) -> Run {
        let cells: Option<Vec<Sign>> =
            text[at.clone()].chars().map(|symbol| self.sign(symbol)).collect();
        Run { grid: self.grid(&cells.unwrap_or_default()), at }
    }

    /// The parts of a line between separators.
    fn pieces(&self, text: &str) -> Vec<Piece> {
        let (mut pieces, mut rest) = (Vec::new(), 0);
        while let Some(symbol) = text[rest..].chars().next() {
            let empty = ["\"\"", "''", "\" \"", "' '"];
            if let Some(empty) = empty.iter().find(|empty| text[rest..].starts_with(**empty)) {
                pieces.push((rest..rest + empty.len(), Some(vec![BLANK])));
                rest += empty.len();
            } else if is_separator(symbol) {
                rest += symbol.len_utf8();
            } else {
                let length = text[rest..].find(is_separator).unwrap_or(text.len() - rest);
                let at = rest..rest + length;
                // `grid[9][9]` is a type.
                let before = text[..rest].strip_suffix('[').unwrap_or_default();
                let is_index = before.ends_with(|c: char| c.is_alphanumeric() || c == ']')
                    && text[at.end..].starts_with(']');
                let cells = if is_index { None } else { self.word(&text[at.clone()]) };
                pieces.push((at, cells));
                rest += length;
            }
        }
        pieces
    }

    /// Grids that consist of single cells, of rows, or of thirds of rows with blanks among them.
    fn grids(&self, pieces: &[Piece]) -> Vec<Run> {
        let mut runs = Vec::new();
        for group in groups(pieces) {
            let cells: Vec<Sign> =
                group.iter().filter_map(|(_, cells)| cells.as_deref()).flatten().copied().collect();
            let each = cells.len() / group.len();
            if cells.len() % 81 != 0
                || ![1, 9].contains(&each) && !(each == 3 && cells.contains(&BLANK))
            {
                continue;
            }
            for (pieces, cells) in group.chunks(81 / each).zip(cells.chunks(81)) {
                let at = pieces[0].0.start..pieces[pieces.len() - 1].0.end;
                runs.push(Run { at, grid: self.grid(cells) });
            }
        }
        runs
    }

    /// The nine cells of a row. Text may stand beside them.
    pub(super) fn row(&self, text: &str) -> Option<Row> {
        let plain = |cells| Row { cells, ..Row::default() };
        if let Some(cells) = self.fields(text) {
            return Some(plain(cells));
        }
        if let Some(cells) = candidates(text) {
            return Some(Row { candidates: true, ..plain(cells) });
        }
        if is_near_candidates(text) {
            return None;
        }
        let pieces = self.pieces(text);
        let groups = groups(&pieces);
        let length = |group: &&[Piece]| {
            group.iter().filter_map(|(_, cells)| Some(cells.as_ref()?.len())).sum()
        };
        let mut nine = groups.iter().copied().filter(|group| {
            let cells: usize = length(group);
            cells == 9 || cells == 10 && group.len() == 10
        });
        let whole = groups.iter().filter(|group| length(group) > 8).count();
        if let (Some(mut group), None, 1) = (nine.next(), nine.next(), whole) {
            let beside = groups.len() > 1 || group.len() < pieces.len();
            if group.len() == 10 && text.trim_start().starts_with("- ") {
                group = &group[1..];
            }
            let cells = group.iter().filter_map(|(_, cells)| cells.as_deref()).flatten().copied();
            return Some(Row { beside, ..plain(cells.collect()) });
        }
        if self.blank.is_none()
            && let Some((sign, cells)) = odd(text.trim(), 9)
        {
            return Some(Row { odd: Some(sign), ..plain(cells) });
        }
        self.drawn(text).map(plain)
    }

    /// A row of nine fields, some of which may be empty.
    fn fields(&self, text: &str) -> Option<Vec<Sign>> {
        let one = |field: &str| match field.trim().trim_matches(['"', '\'']).trim() {
            "" => Some(BLANK),
            field => self.word(field).filter(|cells| cells.len() == 1).map(|cells| cells[0]),
        };
        let comma: fn(char) -> bool = |c| c == ',';
        let signs: [fn(char) -> bool; 5] =
            [comma, |c| c == ';', |c| c == '\t', is_bar, |c| c == '&'];
        signs.into_iter().find_map(|is_sign| {
            let mut text = text.trim_matches([' ', '\r']);
            if text.matches(is_sign).count() < 8 {
                return None;
            }
            if is_sign('|') {
                text = text.strip_prefix(is_sign).unwrap_or(text);
                text = text.strip_suffix(is_sign).unwrap_or(text);
            }
            let mut fields: Vec<&str> = text.split(is_sign).collect();
            if fields.len() == 10 && fields[9].trim_matches([' ', '\\']).is_empty() {
                fields.pop();
            }
            let cells: Vec<Sign> = fields.iter().map(|field| one(field)).collect::<Option<_>>()?;
            [9, 10].contains(&cells.len()).then_some(cells)
        })
    }

    /// A row that is drawn with spaces for blanks, within three boxes or alone.
    fn drawn(&self, text: &str) -> Option<Vec<Sign>> {
        let text = text.trim_end_matches('\r');
        let framed = text.trim();
        let is_hash = |c: char| c == '#';
        let bar: fn(char) -> bool =
            if framed.len() > 2 && framed.starts_with('#') && framed.ends_with('#') {
                is_hash
            } else {
                is_bar
            };
        let inside = if framed.starts_with(bar) { framed.trim_matches(bar) } else { text };
        let boxes: Vec<&str> = inside.split(bar).collect();
        if boxes.len() == 3 && boxes.iter().all(|part| part.len() == boxes[0].len()) {
            let cells: Option<Vec<_>> = boxes.iter().map(|part| self.spaced(part, 3)).collect();
            return Some(cells?.concat());
        }
        let digits = text.contains(|c: char| c.is_ascii_digit()) && text.contains(' ');
        if digits { self.spaced(text, 9) } else { None }
    }

    /// Cells at equal distances, with nothing but spaces between them.
    fn spaced(&self, text: &str, count: usize) -> Option<Vec<Sign>> {
        let symbols: Vec<char> = text.chars().collect();
        let steps = [(0, 1), (0, 2), (1, 2), (1, 3)];
        steps.into_iter().find_map(|(begin, step)| {
            let last = begin + step * (count - 1);
            if !(last + 1..=last + step.max(begin + 1)).contains(&symbols.len()) {
                return None;
            }
            let is_place = |at: usize| at >= begin && (at - begin).is_multiple_of(step);
            let cell = |(at, symbol): (usize, &char)| match symbol {
                ' ' => is_place(at).then_some(Some(BLANK)).or(Some(None)),
                symbol if is_place(at) => symbol.to_digit(10).map(|digit| Some(digit as Sign)),
                _ => None,
            };
            let cells: Vec<Option<Sign>> =
                symbols.iter().enumerate().map(cell).collect::<Option<_>>()?;
            let cells: Vec<Sign> = cells.into_iter().flatten().collect();
            (cells.len() == count).then_some(cells)
        })
    }

    /// The fault of a line without a grid that was meant to be one, and its character.
    fn meant(&self, text: &str, pieces: &[Piece]) -> Option<(usize, Fault)> {
        let end = text.trim_end().chars().count();
        let trimmed = text.trim();
        let is_sign = |symbol: char| self.is_cell(symbol) || symbol.is_ascii_alphanumeric();
        if [256, 625].contains(&trimmed.len()) && trimmed.chars().all(is_sign) {
            return Some((end, Fault::Cells(trimmed.len())));
        }
        for (at, _) in pieces {
            let word = &text[at.clone()];
            let (cells, length) = (self.cells(word), word.chars().count());
            if cells >= 40 && cells * 6 >= length * 5 && cells < length {
                let wrong = word.char_indices().find(|(_, symbol)| !self.is_cell(*symbol))?;
                let column = column(text, at.start + wrong.0);
                return Some((column, Fault::Grid(Problem::Character(wrong.1))));
            }
        }
        for group in groups(pieces) {
            let lengths = group.iter().filter_map(|(_, cells)| Some(cells.as_ref()?.len()));
            let found: usize = lengths.sum();
            let (single, alone) = (group.len() == found, group.len() == pieces.len());
            let dotted =
                text.contains(['.', '_', '?']) && text.contains(|c: char| c.is_ascii_digit());
            let board =
                alone && (single || dotted) && other_size(found).is_some() && group.len() != 1
                    || alone && dotted && group.len() == 1 && other_size(found).is_some();
            let meant = found >= 40 && (single || found == group.len() * 9)
                || alone && dotted && (found >= 10 || found >= 4 && text.contains(".."));
            if board || meant {
                return Some((end, Fault::Cells(found)));
            }
        }
        None
    }

    /// True for a line that nearly is a row: most of about nine characters are cells, or of nine
    /// words are sets of candidates. Within a block, less will do.
    pub(super) fn is_near_row(&self, text: &str, in_block: bool) -> bool {
        if sets(text) > 4 && (in_block || is_near_candidates(text)) {
            return true;
        }
        let signs = text.chars().filter(|symbol| !is_separator(*symbol)).count();
        let (cells, digits) = (self.cells(text), text.chars().any(|c| c.is_ascii_digit()));
        let date = text.trim().chars().all(|symbol| symbol.is_ascii_digit() || symbol == '-');
        let near = (7..=12).contains(&signs)
            && cells + 2 >= signs
            && !date
            && !["--", "**"].iter().any(|drawn| text.contains(drawn));
        digits && (near || in_block && text.chars().count() < 40 && cells >= 2)
    }
}

/// The longest parts of a text in which all characters are of a kind.
fn ranges(text: &str, of_kind: impl Fn(char) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let begin = rest + text[rest..].find(&of_kind)?;
        let end = text[begin..].find(|symbol| !of_kind(symbol)).map_or(text.len(), |at| begin + at);
        rest = end;
        Some(begin..end)
    })
}

/// The longest groups of pieces with equally many cells, without a word between them.
fn groups(pieces: &[Piece]) -> Vec<&[Piece]> {
    let size = |piece: &Piece| piece.1.as_ref().map(Vec::len);
    let groups = pieces.chunk_by(|a, b| size(a) == size(b));
    groups.filter(|group| group[0].1.is_some()).collect()
}

/// The cells of a text of as many characters: digits, and one other sign for a blank.
fn odd(text: &str, count: usize) -> Option<(char, Vec<Sign>)> {
    let is_odd = |c: &char| {
        !(c.is_alphanumeric() || c.is_whitespace() || is_bar(*c) || ",;\"'".contains(*c))
    };
    let sign = text.chars().find(|symbol| !symbol.is_ascii_digit()).filter(is_odd)?;
    let is_usual = sudoku_core::is_blank(sign);
    let cell = |symbol: char| match symbol.to_digit(10) {
        Some(digit) => Some(digit as Sign),
        None => (symbol == sign).then_some(BLANK),
    };
    let cells: Vec<Sign> = text.chars().map(cell).collect::<Option<_>>()?;
    let apart = cells.windows(2).any(|two| two == [BLANK; 2]);
    let whole = cells.len() == count && cells.iter().any(|cell| (1..10).contains(cell));
    (whole && apart && !is_usual).then_some((sign, cells))
}

/// True if [`odd`] takes this sign for a blank.
fn odd_is(text: &str, sign: char) -> bool {
    odd(text, 81).is_some_and(|(odd, _)| odd == sign)
}

/// The 81 cells of a word of `HoDoKu`, in which a plus stands before each digit that was placed.
fn placed(text: &str) -> Option<Vec<Sign>> {
    let word = text.split(':').next()?;
    let signs = Signs::default();
    let (mut cells, mut symbols) = (Vec::with_capacity(81), word.chars());
    while let Some(symbol) = symbols.next() {
        cells.push(match symbol {
            '+' => PLACED + symbols.next()?.to_digit(10).filter(|digit| *digit > 0)? as Sign,
            symbol => signs.sign(symbol)?,
        });
    }
    (word.contains('+') && cells.len() == 81).then_some(cells)
}

/// True for digits in ascending order, as candidates are written.
fn ascends(word: &str) -> bool {
    word.bytes().all(|digit| (b'1'..=b'9').contains(&digit))
        && word.as_bytes().is_sorted_by(|a, b| a < b)
}

/// True for nine words of which most are sets of candidates: such a line was meant to be a row.
fn is_near_candidates(text: &str) -> bool {
    sets(text) > 4 && words(text).any(|word| word.len() > 1 && ascends(word))
}

/// The number of sets of candidates among nine words; 0 for another number of words.
fn sets(text: &str) -> usize {
    if words(text).count() == 9 { words(text).filter(|word| ascends(word)).count() } else { 0 }
}

/// The words of a line between spaces and bars.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|word| !word.is_empty())
}

/// A row of candidates: a cell with one candidate is filled. `None` if no cell has several.
fn candidates(text: &str) -> Option<Vec<Sign>> {
    let signs = Signs::default();
    let cell = |word: &&str| match word.len() {
        2.. if ascends(word) => Some(BLANK),
        _ => signs
            .word(word)
            .filter(|cells| cells.len() == 1 && (1..BLANK).contains(&(cells[0] % GIVEN)))
            .map(|cells| cells[0]),
    };
    let cells: Vec<Sign> = words(text).map(|word| cell(&word)).collect::<Option<_>>()?;
    (cells.len() == 9 && cells.contains(&BLANK)).then_some(cells)
}

/// The sign that a line such as `---|---|---` repeats nine times.
fn nine_alike(text: &str) -> Option<char> {
    let mut cells = text.chars().filter(|symbol| !is_separator(*symbol));
    let sign = cells.next().filter(|sign| "-_*#~+".contains(*sign))?;
    (cells.clone().count() == 8 && cells.all(|cell| cell == sign)).then_some(sign)
}

/// True for a border that might otherwise be read as blanks: `.-----.-----.-----.`.
fn is_frame(text: &str) -> bool {
    let corner = |symbol: char| ".':*+|".contains(symbol);
    text.contains("--")
        && text.starts_with(corner)
        && text.ends_with(corner)
        && text.chars().all(|symbol| symbol == '-' || corner(symbol))
}

/// The board of another size with this number of cells, in all or in a row.
pub(super) const fn other_size(cells: usize) -> Option<&'static str> {
    Some(match cells {
        4 => "a row of 4 x 4",
        6 => "a row of 6 x 6",
        16 => "a board of 4 x 4 or a row of 16 x 16",
        25 => "a row of 25 x 25",
        36 => "a board of 6 x 6",
        256 => "a board of 16 x 16",
        625 => "a board of 25 x 25",
        _ => return None,
    })
}
