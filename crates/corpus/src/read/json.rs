//! [`Json`]: finds puzzles in JSON and in the literals of programming languages.

use std::mem;

use sudoku_core::{Grid, ParseGridError, Problem};

use super::line::{Line, cells, classify, is_cell, is_long, rest_of, solution_in};
use super::table::{NOTHING, PUZZLES, RATINGS, SOLUTIONS, is_numbered, is_one_of};
use super::taken::{Part, Taken};
use super::{Fault, LONGEST_LINE, Record, solution_of};

/// The deepest nesting of brackets that is read.
pub(super) const DEEPEST: usize = 64;

/// An element with this number of cells or more was meant to be a puzzle.
const MEANT: usize = 40;

/// Names of the solution in the statement of a problem.
const OUTPUTS: [&str; 3] = ["output", "expected", "result"];

/// A line, and a character in it, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub line: u64,
    pub column: usize,
}

/// Finds puzzles in nested brackets, byte by byte: a value may spread over many lines, and memory
/// holds one puzzle for each level of brackets.
///
/// It accepts more than JSON: commas may be missing, quotes may be single or missing, and any
/// brackets may hold elements. A puzzle is 81 cells in brackets or quotes, in pieces of 1, 3 or 9.
#[derive(Debug, Default)]
pub(super) struct Json {
    /// The open brackets, from the outside in. The first frame is for values outside all brackets.
    frames: Vec<Frame>,
    token: Token,
    text: Vec<u8>,
    begin: Option<Place>,
    /// A complete scalar: a key, if a colon follows.
    scalar: Option<Scalar>,
    at: Option<Place>,
    /// The line of the last error in the brackets; only one per line is reported.
    wrong: u64,
    /// The byte after the last bracket that closed a whole value on the current line.
    tail: Option<usize>,
    pub ready: Vec<Found>,
    pub taken: Taken,
}

/// Something that was found in the text, in its order.
#[derive(Debug)]
pub(super) enum Found {
    Puzzle(Record),
    /// Nine cells in an array at the top level: one of the nine rows of a grid.
    Row(String),
    Error(Place, Fault),
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Token {
    #[default]
    None,
    Bare,
    Quoted {
        quote: u8,
        escaped: bool,
    },
}

#[derive(Debug)]
struct Scalar {
    place: Place,
    text: String,
    quoted: bool,
}

/// The use of a value.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Role {
    Puzzle,
    Solution,
    Rating,
    #[default]
    Other,
}

impl Role {
    fn of(name: &str) -> Self {
        if is_one_of(name, &PUZZLES) || is_numbered(name) {
            Self::Puzzle
        } else if is_one_of(name, &SOLUTIONS) || is_one_of(name, &OUTPUTS) {
            Self::Solution
        } else if is_one_of(name, &RATINGS) {
            Self::Rating
        } else {
            Self::Other
        }
    }
}

/// Open brackets.
#[derive(Debug, Default)]
struct Frame {
    bracket: u8,
    place: Option<Place>,
    /// The key under which the brackets stand.
    name: Option<String>,
    role: Role,
    /// The key of the value that comes next.
    key: Option<String>,
    /// A key has been seen.
    keyed: bool,
    /// The first 81 cells of a puzzle so far; `count` counts all.
    cells: Vec<u8>,
    count: usize,
    first: Option<Place>,
    /// The number of cells in each element.
    piece: usize,
    /// The reason why the elements do not make up a puzzle.
    flaw: Option<Flaw>,
    /// A puzzle that is kept until its solution may have come.
    held: Option<(Place, Grid)>,
    solution: Option<Result<Grid, ParseGridError>>,
    rating: Option<String>,
    /// A puzzle was found in these brackets, or an error reported.
    found: bool,
}

#[derive(Debug, Clone)]
struct Flaw {
    place: Place,
    fault: Fault,
    cells: usize,
}

#[derive(Debug)]
enum Value {
    Board(Grid),
    /// Fewer than 81 cells.
    Cells(Vec<u8>),
    Flawed(Flaw),
    /// Brackets whose puzzles and errors have been handed out already.
    Done,
}

/// The byte at which the brackets of a value begin, and the name before them: `[[5, 3, ...`, `grid
/// = [...`, `Input: board = [[...`, `int[][] grid = new int[][] {{...`. `None` for other lines.
pub(super) fn opening(text: &str) -> Option<(usize, Option<String>)> {
    let mut from = 0;
    let at = loop {
        let at = from + text[from..].find(['[', '{'])?;
        // `[9]` and `[]` belong to a type.
        let size = text[at..].strip_prefix('[').and_then(|rest| rest.split_once(']'));
        match size {
            Some((size, _)) if size.len() <= 2 && size.chars().all(char::is_alphanumeric) => {
                from = at + size.len() + 2;
            }
            _ => break at,
        }
    };
    let before = text[..at].trim();
    if before.is_empty() {
        return Some((at, None));
    }
    let is_prefix = before.starts_with(char::is_alphabetic)
        && before.ends_with(['=', ':', '(', ']', '!'])
        && !before.contains(['"', '\'', ','])
        && cells(before) < 9;
    let named = before.split_once('=').map_or(before, |(name, _)| name);
    let is_part = |c: char| !(c.is_alphabetic() || c == '_');
    let name = named.split(is_part).rfind(|word| !word.is_empty())?;
    is_prefix.then(|| (at, Some(name.to_owned())))
}

/// True for a line that is more than one pair of brackets around single cells: it has texts, nested
/// brackets, or brackets that stay open.
pub(super) fn is_nested(text: &str) -> bool {
    let count = |signs: [char; 2]| text.matches(signs).count();
    count(['[', '{']) > count([']', '}']) || text.contains(['"', '\'', '{']) || text.contains("[[")
}

/// True for a line that cannot belong to a value in brackets: it has none of their signs and is not
/// a single cell, number or word.
fn is_foreign(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let alone = words.next().is_some_and(|word| ![9, 81].contains(&cells(word)));
    let alone = alone && words.next().is_none();
    !alone && !text.contains([',', ':', '"', '\'', '[', ']', '{', '}'])
}

impl Json {
    /// True inside a value, and while a puzzle may still be followed by its solution.
    pub(super) fn is_open(&self) -> bool {
        !self.frames.is_empty()
    }

    /// True if this line continues the open value.
    pub(super) fn continues(&self, text: &str) -> bool {
        self.frames.len() > 1 && !is_foreign(text)
    }

    /// Begins a value with this name.
    pub(super) fn begin(&mut self, name: Option<String>) {
        let root = self.root();
        root.key = name;
    }

    fn root(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        &mut self.frames[0]
    }

    fn frame(&mut self) -> &mut Frame {
        self.root();
        self.frames.last_mut().expect("the first frame stays")
    }

    /// Reads a line, or a piece of one, that begins at this place.
    pub(super) fn feed(&mut self, bytes: &[u8], begin: Place) -> usize {
        let Place { line, mut column } = begin;
        self.tail = None;
        for (index, &byte) in bytes.iter().enumerate() {
            let place = Place { line, column };
            self.at = Some(place);
            self.byte(byte, place);
            if self.frames.len() > 1 {
                self.tail = None;
            } else if [b']', b'}'].contains(&byte) {
                self.tail = Some(index + 1);
            }
            // Columns count characters: only the first byte of a character counts.
            column += usize::from(bytes.get(index + 1).is_none_or(|next| next & 0xc0 != 0x80));
        }
        self.at = Some(Place { line, column });
        column
    }

    fn byte(&mut self, byte: u8, place: Place) {
        match self.token {
            Token::Quoted { quote, escaped } => {
                if byte == quote && !escaped {
                    return self.end_token();
                }
                self.token = Token::Quoted { quote, escaped: byte == b'\\' && !escaped };
                return self.push(byte);
            }
            Token::Bare | Token::None => {}
        }
        match byte {
            b'"' => self.start(Token::Quoted { quote: byte, escaped: false }, place),
            b'\'' if self.token == Token::None => {
                self.start(Token::Quoted { quote: byte, escaped: false }, place);
            }
            b'[' | b'{' => self.open(byte, place),
            b']' | b'}' => self.close(byte, place),
            b':' => {
                self.end_token();
                if let Some(Scalar { text, .. }) = self.scalar.take() {
                    let frame = self.frame();
                    frame.key = Some(text);
                    frame.keyed = true;
                }
            }
            b',' | b';' => {
                self.settle();
                self.frame().key = None;
            }
            b'|' | b'(' | b')' | b'=' => self.end_token(),
            _ if byte.is_ascii_whitespace() => self.end_token(),
            _ if self.token == Token::Bare => self.push(byte),
            _ => {
                self.start(Token::Bare, place);
                self.push(byte);
            }
        }
    }

    fn start(&mut self, token: Token, place: Place) {
        self.settle();
        self.token = token;
        self.begin = Some(place);
    }

    fn push(&mut self, byte: u8) {
        if self.text.len() <= LONGEST_LINE {
            self.text.push(byte);
        }
    }

    fn end_token(&mut self) {
        let quoted = match mem::take(&mut self.token) {
            Token::None => return,
            Token::Bare => false,
            Token::Quoted { .. } => true,
        };
        let text = String::from_utf8_lossy(&self.text);
        let text = if quoted { unescaped(&text) } else { text.into_owned() };
        if let Some(place) = self.begin {
            if self.text.len() > LONGEST_LINE {
                self.error(place, Fault::TooLong);
            } else {
                self.scalar = Some(Scalar { place, text, quoted });
            }
        }
        self.text.clear();
    }

    /// Takes the last scalar as a value: no colon follows it.
    fn settle(&mut self) {
        self.end_token();
        let Some(Scalar { place, text, quoted }) = self.scalar.take() else { return };
        let frame = self.frame();
        let name = frame.key.take();
        let role = name.as_deref().map_or(frame.role, Role::of);
        let nothing = NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(text.trim()));
        match (role, name) {
            (Role::Rating, Some(name)) => {
                if !nothing {
                    frame.rating = Some(text);
                    self.taken.add(Part::Rating, &name);
                }
            }
            (Role::Solution, Some(name)) => {
                if !nothing {
                    frame.solution.get_or_insert(solution_of(&text));
                    self.taken.add(Part::Solution, &name);
                }
            }
            (_, name) => {
                let value = Value::of(&text, quoted, place);
                let meant = match &value {
                    Value::Flawed(flaw) => flaw.cells >= MEANT,
                    value => matches!(value, Value::Board(_)),
                };
                // Other words outside all brackets are skipped.
                if self.frames.len() > 1 || meant {
                    self.deliver(value, place, name, role);
                }
            }
        }
    }

    fn open(&mut self, bracket: u8, place: Place) {
        self.settle();
        // A bracket where a key should stand: the brackets before it were not closed.
        while self.frames.len() > 1 && self.frame().keyed && self.frame().key.is_none() {
            let expected = self.frame().closing();
            // After an error on the line before, this is the same mistake.
            if self.wrong == 0 || self.wrong + 1 != place.line {
                self.wrong(place, Fault::Bracket { found: bracket.into(), expected });
            }
            self.end_frame();
        }
        if self.frames.len() > DEEPEST {
            self.wrong(place, Fault::TooDeep);
            self.abandon();
        }
        let parent = self.frame();
        let name = parent.key.take();
        let role = name.as_deref().map_or(parent.role, Role::of);
        self.frames.push(Frame { bracket, place: Some(place), name, role, ..Frame::default() });
    }

    fn close(&mut self, bracket: u8, place: Place) {
        self.settle();
        let opened = if bracket == b']' { b'[' } else { b'{' };
        let Some(frame) = self.frames[1.min(self.frames.len())..].last() else { return };
        if frame.bracket != opened {
            let expected = frame.closing();
            self.wrong(place, Fault::Bracket { found: bracket.into(), expected });
            if !self.frames[1..].iter().any(|frame| frame.bracket == opened) {
                return;
            }
            while self.frame().bracket != opened {
                self.end_frame();
            }
        }
        self.end_frame();
    }

    /// Closes the innermost brackets.
    fn end_frame(&mut self) {
        if self.frame().held.is_some() {
            self.flush();
        }
        let Some(frame) = self.frames.pop() else { return };
        let (place, role, name) = (frame.first.or(frame.place), frame.role, frame.name.clone());
        let Some(place) = place else { return };
        let value = self.value_of(frame);
        self.deliver(value, place, name, role);
    }

    /// The value of a closed pair of brackets.
    fn value_of(&mut self, frame: Frame) -> Value {
        let Some(begin) = frame.place else { return Value::Done };
        let at = self.at.unwrap_or(begin);
        let Frame { cells, count, flaw, found, keyed, role, solution, .. } = frame;
        match (flaw, solution) {
            (Some(flaw), _) if keyed && (!found || flaw.cells >= MEANT) => {
                self.error(flaw.place, flaw.fault);
                Value::Done
            }
            _ if found && count >= MEANT => {
                self.error(at, Fault::Cells(count));
                Value::Done
            }
            _ if found => Value::Done,
            (_, Some(Ok(grid))) if role == Role::Solution => Value::Board(grid),
            (Some(flaw), _) => Value::Flawed(Flaw { cells: flaw.cells.max(count), ..flaw }),
            _ if count == 81 => Value::Board(grid_of(&cells)),
            _ if count == 0 || keyed => {
                Value::Flawed(Flaw { place: begin, fault: Fault::NoPuzzle, cells: count })
            }
            _ if count < 81 => Value::Cells(cells),
            _ => Value::Flawed(Flaw { place: at, fault: Fault::Cells(count), cells: count }),
        }
    }

    /// Hands a value to the brackets around it.
    fn deliver(&mut self, value: Value, place: Place, name: Option<String>, role: Role) {
        let outermost = self.frames.len() == 1;
        let frame = self.frame();
        let named = name.is_some();
        match value {
            Value::Done => frame.found = true,
            Value::Board(grid) if role == Role::Solution => {
                frame.solution.get_or_insert(Ok(grid));
                if let Some(name) = name {
                    self.taken.add(Part::Solution, &name);
                }
            }
            Value::Board(grid) => self.hold(grid, place, name),
            Value::Cells(cells) if !named && outermost => self.lone_row(&cells, place),
            Value::Cells(cells) if !named => frame.add(&cells, place),
            Value::Flawed(Flaw { fault: Fault::NoPuzzle, .. }) if role == Role::Solution => {}
            Value::Cells(_) | Value::Flawed(_) if role == Role::Solution && named => {
                let found = if let Value::Cells(cells) = &value { cells.len() } else { 0 };
                let problem = Problem::Cells { found, expected: 81 };
                let error = ParseGridError { line: 1, column: 1, problem };
                frame.solution.get_or_insert(Err(error));
            }
            Value::Cells(cells) if named => {
                // A single blank counts as no cells.
                let cells = if cells == [0] { 0 } else { cells.len() };
                let fault = Fault::Cells(cells);
                if outermost {
                    self.error(place, fault);
                } else {
                    self.stray(Flaw { place, fault, cells }, name, role);
                }
            }
            Value::Flawed(flaw) if outermost => self.error(flaw.place, flaw.fault),
            Value::Flawed(flaw) if named => self.stray(flaw, name, role),
            Value::Flawed(flaw) => frame.spoil(flaw),
            Value::Cells(_) => {}
        }
        self.report_beside();
    }

    /// Takes a value that is no puzzle.
    fn stray(&mut self, flaw: Flaw, name: Option<String>, role: Role) {
        let frame = self.frame();
        if role == Role::Puzzle || flaw.cells >= MEANT {
            frame.flaw.get_or_insert(flaw);
        } else if let Some(name) = name {
            self.taken.add(Part::Dropped, &name);
        }
    }

    /// Reports an element that was meant to be a puzzle, or an object without a puzzle beside
    /// others that have one.
    fn report_beside(&mut self) {
        let sure = |frame: &Frame| frame.name.is_none() || frame.role == Role::Puzzle;
        let sure = self.frames.iter().all(sure);
        let frame = self.frame();
        let beside = frame.found || frame.held.is_some();
        let meant = |flaw: &mut Flaw| {
            flaw.cells >= MEANT && (sure || beside) || flaw.fault == Fault::NoPuzzle && beside
        };
        if !frame.keyed
            && let Some(flaw) = frame.flaw.take_if(meant)
        {
            self.flush();
            self.error(flaw.place, flaw.fault);
        }
    }

    /// Takes the cells of an array at the top level: nine are one row of a grid.
    fn lone_row(&mut self, cells: &[u8], place: Place) {
        if cells.len() == 9 {
            self.flush();
            self.ready.push(Found::Row(cells.iter().map(|cell| char::from(b'0' + cell)).collect()));
        } else {
            self.error(place, Fault::Cells(cells.len()));
        }
    }

    /// Keeps a puzzle until it is certain whether its solution follows.
    fn hold(&mut self, grid: Grid, place: Place, name: Option<String>) {
        let is_full = |grid: &Grid| grid.blanks() == 0;
        let frame = self.frame();
        let mut part = Part::Puzzle;
        if let Some((_, held)) = &mut frame.held {
            let (more, less) = (grid.extends(held), held.extends(&grid));
            if more && !less && is_full(&grid) {
                frame.solution.get_or_insert(Ok(grid));
                part = Part::Solution;
            } else if frame.keyed && more && !less {
                // The same puzzle, with more cells filled.
                part = Part::Dropped;
            } else if frame.keyed && less && !more {
                let begun = mem::replace(held, grid);
                if is_full(&begun) {
                    frame.solution.get_or_insert(Ok(begun));
                }
            } else {
                self.flush();
                self.frame().held = Some((place, grid));
            }
        } else {
            frame.held = Some((place, grid));
        }
        if let Some(name) = name {
            self.taken.add(part, &name);
        }
    }

    /// Hands out the puzzles that were kept, those of outer brackets first, because they began
    /// earlier.
    fn flush(&mut self) {
        for frame in &mut self.frames {
            if let Some((Place { line, .. }, grid)) = frame.held.take() {
                frame.found = true;
                let (solution, rating) = (frame.solution.take(), frame.rating.take());
                let record = Record { solution, rating, ..Record::bare(line, grid) };
                self.ready.push(Found::Puzzle(record));
            }
        }
    }

    /// Ends a line; with `waits`, the solution may stand on the next one.
    pub(super) fn end_line(&mut self, text: &str, waits: bool) {
        if let Token::Quoted { quote, .. } = self.token {
            let at = self.at.expect("a text has begun");
            self.wrong(at, Fault::Unclosed(quote.into()));
        }
        self.end_token();
        if self.frames.len() > 1 {
            return;
        }
        self.settle();
        let rest = self.tail.and_then(|tail| text.get(tail..)).map_or("", rest_of);
        let solution = solution_in(rest);
        let root = self.root();
        if let Some(grid) = solution {
            root.solution.get_or_insert(Ok(grid));
        }
        let before = self.ready.len();
        if !waits || solution.is_some() {
            self.flush();
        }
        if let [.., Found::Puzzle(record)] = &mut self.ready[before..] {
            rest.clone_into(&mut record.rest);
        }
        if self.frame().held.is_none() {
            self.frames.clear();
        }
    }

    /// Ends the value: the next line belongs to no brackets. Opening brackets without any content
    /// are a border.
    pub(super) fn finish(&mut self) {
        self.settle();
        let empty = |frame: &Frame| {
            !frame.keyed
                && !frame.found
                && frame.count == 0
                && frame.flaw.is_none()
                && frame.held.is_none()
        };
        if self.frames.iter().all(empty) {
            self.frames.clear();
            return;
        }
        if let ([_, .., frame], Some(at)) = (&self.frames[..], self.at) {
            let expected = frame.closing();
            let line = frame.place.map_or(at.line, |place| place.line);
            self.wrong(at, Fault::Open { expected, line });
        }
        self.abandon();
        self.flush();
        self.frames.clear();
    }

    /// Leaves all brackets and hands out the puzzles in them.
    fn abandon(&mut self) {
        self.flush();
        self.frames.truncate(1);
    }

    fn error(&mut self, place: Place, fault: Fault) {
        self.frame().found = true;
        self.ready.push(Found::Error(place, fault));
    }

    /// Reports an error in the brackets themselves, once per line.
    fn wrong(&mut self, place: Place, fault: Fault) {
        if mem::replace(&mut self.wrong, place.line) != place.line {
            self.flush();
            self.error(place, fault);
        }
    }
}

impl Frame {
    const fn closing(&self) -> char {
        if self.bracket == b'[' { ']' } else { '}' }
    }

    /// Adds the cells of an element.
    fn add(&mut self, cells: &[u8], place: Place) {
        if self.count == 0 {
            self.first = Some(place);
            self.piece = cells.len();
        }
        let expected = if cells.len() > 5 { 9 } else { 1 };
        self.count += cells.len();
        let room = 81 - self.cells.len();
        self.cells.extend(&cells[..room.min(cells.len())]);
        if cells.len() != self.piece || ![1, 3, 9].contains(&cells.len()) {
            let problem = Problem::Cells { found: cells.len(), expected };
            self.flaw.get_or_insert(Flaw { place, fault: Fault::Grid(problem), cells: 0 });
        }
    }

    /// Notes an element that does not consist of cells.
    fn spoil(&mut self, flaw: Flaw) {
        if flaw.cells < MEANT {
            self.count += flaw.cells;
        }
        self.flaw.get_or_insert(flaw);
    }
}

impl Value {
    /// The value of a scalar.
    fn of(text: &str, quoted: bool, place: Place) -> Self {
        let blank = if quoted { [""; 4] } else { ["null", "none", "nan", "nil"] };
        let text = text.trim();
        if blank.iter().any(|blank| blank.eq_ignore_ascii_case(text)) {
            return Self::Cells(vec![0]);
        }
        if let Ok(grid) = text.parse() {
            return Self::Board(grid);
        }
        let count = cells(text);
        let flawed = |column: usize, fault, cells| {
            let place = Place { column: place.column + usize::from(quoted) + column - 1, ..place };
            Self::Flawed(Flaw { place, fault, cells })
        };
        let meant = is_long(text) && count * 2 > text.chars().count();
        match classify(text) {
            Line::Bad(column, fault, _) if meant => flawed(column, fault, count),
            Line::Row => Self::Cells(digits(text).collect()),
            _ => match text.chars().position(|symbol| !is_cell(symbol)) {
                None => Self::Cells(digits(text).collect()),
                Some(at) => {
                    let found = text.chars().nth(at).unwrap_or_default();
                    flawed(at + 1, Fault::Grid(Problem::Character(found)), 0)
                }
            },
        }
    }
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    let cells = text.chars().filter(|&symbol| is_cell(symbol));
    cells.map(|symbol| symbol.to_digit(10).map_or(0, |digit| digit as u8))
}

fn grid_of(cells: &[u8]) -> Grid {
    let cells: [u8; 81] = cells.try_into().expect("81 cells were counted");
    Grid::try_from(cells).expect("a cell is a digit")
}

/// The text of a quoted scalar, with its escapes resolved.
fn unescaped(text: &str) -> String {
    let mut symbols = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(symbol) = symbols.next() {
        let symbol = match symbol {
            '\\' => match symbols.next() {
                Some('n' | 'r') => '\n',
                Some('t') => '\t',
                Some('u') => {
                    let code = symbols.as_str().get(..4);
                    let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
                    if code.is_some() {
                        symbols.nth(3);
                    }
                    code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                Some(other) => other,
                None => break,
            },
            symbol => symbol,
        };
        plain.push(symbol);
    }
    plain
}

#[cfg(test)]
mod tests;
