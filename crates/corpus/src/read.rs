//! [`Reader`]: reads the puzzles of a file one by one.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::mem;
use std::ops::Range;

use sudoku_core::{Grid, ParseGridError, Problem};

use self::block::Block;
use self::line::{Line, Row, Run, column, other_size};
use self::names::{Class, Decision, Named, Value};
use self::passage::{Passage, Step};
use self::records::Rules;
use self::signs::Signs;
use self::table::{Field, Table};
use self::taken::{Part, Taken};
use self::tree::Tree;
use crate::{Printable, Unpack};

mod block;
mod line;
mod names;
mod packed;
mod passage;
mod plain;
mod records;
mod signs;
mod table;
mod taken;
mod tree;

pub use names::ReadOptions;
pub use plain::PlainLines;

/// A line longer than this many bytes is refused unless it is JSON, so that no file can fill the
/// memory.
const LONGEST_LINE: usize = 1 << 16;

const BESIDE: &str = "text beside the puzzle";
const TEXT: &str = "text";

/// Reads puzzles one by one from a text of any length, and never past the line that completes a
/// puzzle. A gzip or zstd archive of such a text is [unpacked](Unpack) while it is read.
///
/// Two rules decide what is read, and no file is read in two ways:
///
/// - **Text** is searched for runs of exactly 81 cells, and for nine lines of nine. A blank is one
///   of `. 0 _ * - x ?`, a word such as `null`, an empty field, a space in a drawing, or any other
///   sign if the whole text uses that one. Names, numbers, borders and words beside the cells are
///   passed over. So literals of programming languages and drawings are read. A cell with several
///   candidates is blank; of digits that are marked, as `<5>` or `+5`, only givens count.
/// - **Structure** is read into named values: JSON (an object, a list or one of them on each line),
///   XML, and tables separated by commas, semicolons, tabs or bars below a line that names their
///   columns. A value under the name of a puzzle (`puzzle`, `quiz`, `givens`, `prompt`, ...) comes
///   before one under the name of a grid (`grid`, `board`, `sudoku`), and that before any other. A
///   text may be prose with one grid in it.
///
/// In both, a full grid beside one that it extends is its solution; a lone full grid is a finished
/// puzzle. Two grids that could both be the puzzle are refused by their names, and so are variants
/// of Sudoku, boards of other sizes, sets of candidates without givens, digits that may count from
/// 0, files that are no puzzles, and addresses of programs with other rules. [`ReadOptions`] names
/// the puzzle, the solution or the blank where a text does not say which.
///
/// - HoDoKu's library, the addresses of SudokuWiki and Sudoku Exchange, and the games of OpenSudoku
///   and KSudoku are read, without the digits that were placed.
/// - Of `.sdk`, the `[Puzzle]` is read; the `[State]` and other sections after it are skipped.
/// - A line that begins with `#` is a comment.
///
/// Reading goes on after an error, with the next line or the line after a damaged block. Bytes that
/// are not UTF-8, byte order marks and the line ends of Windows and of old Macs are accepted.
///
/// ```
/// use sudoku_corpus::Reader;
///
/// let text = "\
/// ## two puzzles and a mistake
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy
/// 53..7....6..195...
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// ";
/// let read: Vec<_> = Reader::new("my.txt", text.as_bytes()).collect();
/// assert_eq!(read[0].as_ref().unwrap().rest, "easy");
/// assert_eq!(
///     read[1].as_ref().unwrap_err().to_string(),
///     "my.txt:3:19: found 18 cells, expected 81, or 9 on each of nine lines",
/// );
/// assert_eq!(read[2].as_ref().unwrap().line, 4);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    name: String,
    input: Unpack<R>,
    rules: Rules,
    line: u64,
    /// The first byte of the last line that is not UTF-8.
    invalid: Option<u8>,
    /// The buffer in which each line is assembled.
    bytes: Vec<u8>,
    /// The last line ended with a carriage return; a line feed that follows belongs to it.
    returned: bool,
    /// True if only a piece of the current line has been read.
    goes_on: bool,
    /// True for the rest of a line that is too long.
    skips: bool,
    /// True after the first line that is neither blank nor a comment.
    begun: bool,
    table: Option<Table>,
    passage: Option<Passage>,
    taken: Taken,
    sections: Sections,
    ended: bool,
    /// What the last line of words says about the grid below it.
    title: Option<Class>,
    block: Block,
    /// The last line that began with a puzzle.
    last: Option<u64>,
    /// A line after such a puzzle that is an error unless nine rows follow it.
    doubt: Option<(u64, usize, Fault)>,
    /// The sign for a blank that this text uses, if it is none of the usual ones.
    odd: Option<char>,
    /// A puzzle whose solution may follow.
    held: Option<Record>,
    /// Results to hand out. One line can give several.
    ready: VecDeque<Result<Record, ReadError>>,
}

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
    /// More than 65,536 bytes.
    TooLong,
    /// A text that is no single puzzle of Sudoku: what was found there, and what was expected or
    /// which option decides.
    Refused(String),
}

impl Fault {
    fn refused(what: &str) -> Self {
        Self::Refused(what.to_owned())
    }

    fn size(size: usize) -> Self {
        Self::Refused(format!("found a board of {size} x {size}, expected 9 x 9"))
    }

    /// The fault in the value of this name.
    fn at(self, name: &str) -> Self {
        if name.is_empty() { self } else { Self::Refused(format!("`{name}`: {self}")) }
    }

    fn problem(self) -> Problem {
        match self {
            Self::Grid(problem) => problem,
            Self::Cells(found) => Problem::Cells { found, expected: 81 },
            Self::Byte(_) | Self::TooLong | Self::Refused(_) => {
                Problem::Cells { found: 0, expected: 81 }
            }
        }
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
                } else if *found == 729 {
                    f.write_str(", nine candidates for each of 81 (a Sukaku)")?;
                }
                f.write_str(", expected 81, or 9 on each of nine lines")
            }
            Self::TooLong => {
                write!(f, "found a line of more than {LONGEST_LINE} bytes, expected a puzzle")
            }
            Self::Refused(what) => Printable(what).fmt(f),
        }
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`. Errors show `name` as its name: a path, `stdin`, ...
    ///
    /// A `&[u8]` is an input, and so is a `BufReader` around a file.
    pub fn new(name: impl Into<String>, input: R) -> Self {
        Self {
            name: name.into(),
            input: Unpack::new(input),
            rules: Rules::default(),
            line: 0,
            invalid: None,
            bytes: Vec::new(),
            returned: false,
            goes_on: false,
            skips: false,
            begun: false,
            table: None,
            passage: None,
            taken: Taken::default(),
            sections: Sections::default(),
            ended: false,
            title: None,
            block: Block::default(),
            last: None,
            doubt: None,
            odd: None,
            held: None,
            ready: VecDeque::new(),
        }
    }

    /// Reads with these options from here on.
    #[must_use]
    pub fn with(self, options: ReadOptions) -> Self {
        Self { rules: Rules::new(options), ..self }
    }

    /// The number of bytes of the input that have been read so far. Text counts up to the end of a
    /// line; an archive counts in its packed form.
    pub fn bytes(&self) -> u64 {
        self.input.taken()
    }

    /// One line that names the columns and keys that were read, and the parts of the text that were
    /// skipped. `None` if the text holds only puzzles.
    pub fn taken(&self) -> Option<String> {
        (!self.taken.is_empty()).then(|| self.taken.to_string())
    }

    /// Reads one line, and puts the puzzles and errors that it completes into `ready`.
    fn step(&mut self) {
        let mut bytes = mem::take(&mut self.bytes);
        bytes.clear();
        let piece = mem::take(&mut self.goes_on);
        let taken = self.take_line(&mut bytes);
        self.line += u64::from(!piece);
        match taken {
            Ok(true) if self.skips => self.skips = self.goes_on,
            Ok(true) if piece || self.goes_on => self.in_piece(&bytes, !piece),
            Ok(true) => match plain::grid(&bytes).filter(|_| self.rules.signs.blank.is_none()) {
                Some(grid) => self.plain_line(grid),
                None => self.any_line(&bytes),
            },
            Ok(false) => {
                self.ended = true;
                self.between();
                self.release();
            }
            Err(cause) => self.fail(cause),
        }
        self.bytes = bytes;
    }

    /// Reports that a line cannot be read, and ends the reading.
    fn fail(&mut self, cause: io::Error) {
        self.ended = true;
        self.between();
        self.release();
        let (name, line) = (self.name.clone(), self.line);
        self.ready.push_back(Err(ReadError::Io { name, line, cause }));
    }

    /// Takes a line of 81 cells and nothing else, as nearly all lines of large files are. Such a
    /// line is a puzzle in any place.
    fn plain_line(&mut self, grid: Grid) {
        self.before_plain_line();
        self.ready.push_back(Ok(Record::bare(self.line, grid)));
    }

    fn before_plain_line(&mut self) {
        self.begun = true;
        self.last = Some(self.line);
        self.sections.skipped = None;
        self.title = None;
        self.between();
    }

    fn any_line(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let invalid = std::str::from_utf8(bytes).err();
        self.invalid = invalid.map(|error| bytes[error.valid_up_to()]);
        // In files that were joined, a byte order mark may begin any line.
        let text = text.trim_start_matches('\u{feff}');
        if self.passage.is_some() {
            return self.in_passage(text.as_bytes(), true);
        }
        if bytes.len() > LONGEST_LINE {
            self.between();
            if is_comment(text) {
                return;
            }
            return self.error(self.line, LONGEST_LINE + 1, Fault::TooLong);
        }
        self.text_line(text, self.line, true);
    }

    /// Takes a line outside JSON, XML and fields that go on. Unless it `may` begin such a value
    /// itself, it is read as text.
    fn text_line(&mut self, text: &str, line: u64, may: bool) {
        let trimmed = text.trim();
        if trimmed.is_empty() && self.block.pause() {
            return;
        }
        let first = !self.begun;
        let table =
            (!self.block.has_begun()).then(|| Table::of(trimmed, first, &self.rules)).flatten();
        if trimmed.is_empty() || is_comment(trimmed) && table.is_none() && !self.is_hashed(trimmed)
        {
            self.sections.pause();
            return self.end_block();
        }
        self.begun = true;
        if let Some(fault) = no_text(trimmed) {
            return self.fail(io::Error::new(io::ErrorKind::InvalidData, fault));
        }
        if self.sections.begins(trimmed) {
            self.title = None;
            return self.between();
        }
        if may
            && let Some(passage) =
                Passage::of(trimmed, line, column(text, text.len() - text.trim_start().len()) + 1)
        {
            self.passage = Some(passage);
            return self.in_passage(trimmed.as_bytes(), true);
        }
        if let Some(table) =
            table.filter(|_| !matches!(self.rules.signs.line(text), Line::Grids(..)))
        {
            self.between();
            self.table = Some(table);
            return;
        }
        if self.table.is_some() && self.row_of_table(text, line, may) {
            return;
        }
        self.untabled(text, line);
    }

    /// True for a row that begins with the sign for comments.
    fn is_hashed(&self, trimmed: &str) -> bool {
        let alone = trimmed.contains(|symbol: char| symbol.is_ascii_digit());
        let signs = trimmed.matches('#').count();
        let row = trimmed.len() == 9 && signs > 1 || self.block.odd() == Some('#');
        let drawn = trimmed.len() > 2 && trimmed.ends_with('#');
        self.rules.signs.blank.is_none()
            && (alone && (row || trimmed.len() == 81 || drawn))
            && match self.rules.signs.line(trimmed) {
                Line::Grids(runs, _) => runs.iter().all(|run| run.at == (0..trimmed.len())),
                Line::Row(row) => !row.beside,
                _ => false,
            }
    }

    /// Takes a line that is no part of a table.
    fn untabled(&mut self, text: &str, line: u64) {
        if let Some((grid, at)) = packed::puzzle(text).filter(|_| self.rules.signs.blank.is_none())
        {
            self.between();
            return self.grids(vec![Run { at, grid: Ok(grid) }], Vec::new(), text, line);
        }
        let meaning = self.rules.signs.line(text);
        if let Some(left) = self.sections.skipped {
            self.taken.pass("sections other than the puzzle");
            match meaning {
                Line::Grids(..) => self.sections.skipped = None,
                Line::Row(_) | Line::Rows(_) | Line::Bad(..) => {
                    return self.sections.skipped = left.checked_sub(1).filter(|left| *left > 0);
                }
                Line::Text if self.rules.signs.is_near_row(text, true) => {
                    return self.sections.skipped = left.checked_sub(1).filter(|left| *left > 0);
                }
                Line::Border | Line::Text => return,
            }
        }
        let foreign = packed::foreign(text);
        if packed::is_meant(text.trim()) && !matches!(meaning, Line::Grids(..)) && foreign.is_none()
        {
            self.between();
            let what = "found a word of HoDoKu, SudokuWiki or Sudoku Exchange without 81 cells";
            return self.error(line, 1, Fault::refused(what));
        }
        if let (Line::Text | Line::Bad(..), Some(what)) = (&meaning, foreign) {
            self.between();
            let what = format!("found {what}, which is not read: expected the puzzle as 81 cells");
            return self.error(line, 1, Fault::Refused(what));
        }
        match meaning {
            Line::Border if self.block.is_head_of_markdown(text.trim()) => {
                self.block = Block::default()
            }
            Line::Border => {}
            Line::Grids(..) if text.contains("\":") && records::damaged_variant(text).is_some() => {
                self.between();
                let fault = records::damaged_variant(text);
                fault.into_iter().for_each(|fault| self.error(line, 1, fault));
            }
            Line::Grids(runs, faults) => {
                let before = runs.first().map_or("", |run| &text[..run.at.start]);
                if !before.contains(char::is_alphabetic) {
                    self.last = Some(line);
                }
                if Class::of(label(before)) == Class::Solution {
                    self.title = Some(Class::Solution);
                }
                self.between();
                self.grids(runs, faults, text, line);
            }
            Line::Row(row) => self.row(row, text, line),
            Line::Rows(rows) => rows.into_iter().for_each(|row| self.row(row, text, line)),
            Line::Bad(at, fault) => self.bad(text, line, at, fault),
            Line::Text => {
                if self.rules.signs.is_near_row(text, self.block.has_begun()) {
                    return self.damaged_row(text, line);
                }
                self.end_block();
                if self.last.is_some_and(|last| last + 1 == line) {
                    return self.beside_lines(text, line);
                }
                self.taken.pass(TEXT);
                self.title = Some(title_of(text));
            }
        }
    }

    /// Takes a line without words right after a puzzle on one line: where each line is a puzzle, it
    /// stands in the place of one.
    fn beside_lines(&mut self, text: &str, line: u64) {
        self.between();
        self.last = Some(line);
        let wrong =
            text.char_indices().find(|(_, c)| c.is_alphabetic() && !self.rules.signs.is_cell(*c));
        self.doubt = Some(match wrong {
            Some((at, symbol)) => {
                let fault = Fault::Grid(Problem::Character(symbol));
                (line, column(text, at) + 1, name_byte(fault, text, self.invalid))
            }
            None => {
                let end = text.trim_end().chars().count() + 1;
                (line, end, Fault::Cells(self.rules.signs.cells(text)))
            }
        });
        self.title = Some(title_of(text));
    }

    fn damaged_row(&mut self, text: &str, line: u64) {
        let wrong = text
            .chars()
            .position(|symbol| !self.rules.signs.is_cell(symbol) && symbol.is_alphanumeric());
        let fault = match wrong.and_then(|at| text.chars().nth(at)) {
            Some(symbol) => name_byte(Fault::Grid(Problem::Character(symbol)), text, self.invalid),
            None => {
                Fault::Grid(Problem::Cells { found: self.rules.signs.cells(text), expected: 9 })
            }
        };
        let column = wrong.unwrap_or_else(|| text.trim_end().chars().count()) + 1;
        self.error(line, column, fault);
        self.spoil(line);
    }

    fn spoil(&mut self, line: u64) {
        self.block.spoil(line);
        self.complete_block();
    }

    /// Takes a line that was meant to be a grid.
    fn bad(&mut self, text: &str, line: u64, at: usize, fault: Fault) {
        let near = self.block.has_begun() && self.rules.signs.is_near_row(text, true);
        if !near {
            self.between();
        }
        let fault = match fault {
            Fault::Cells(found) if near => Fault::Grid(Problem::Cells { found, expected: 9 }),
            fault => name_byte(fault, text, self.invalid),
        };
        self.error(line, at + 1, fault);
        if near {
            self.spoil(line);
        }
    }

    /// Takes the next part of a line that is too long for one.
    fn in_piece(&mut self, bytes: &[u8], first: bool) {
        let ends = !self.goes_on;
        let text = String::from_utf8_lossy(bytes);
        let begins = text.trim_start_matches('\u{feff}').trim_start();
        if first && self.passage.is_none() {
            self.between();
            self.passage = Passage::of(begins, self.line, 1);
            return self.in_passage(begins.as_bytes(), ends);
        }
        self.in_passage(bytes, ends);
        if self.passage.is_none() {
            self.skips = self.goes_on;
        }
    }

    fn in_passage(&mut self, bytes: &[u8], ends: bool) {
        let Some(mut passage) = self.passage.take() else { return };
        let mut step = passage.push(bytes, ends);
        loop {
            match step {
                Step::Goes => {
                    passage.shrink();
                    self.passage = Some(passage);
                    return;
                }
                Step::Fails => return self.fall_back(&passage),
                Step::Ends(end) => return self.end_passage(&passage, end),
                Step::Element(begin, end) => {
                    if !passage.knows_list() {
                        let text = String::from_utf8_lossy(&passage.text[begin..end]);
                        let tree = Tree::of_json(&text, &self.rules.signs);
                        let is_puzzle = tree
                            .is_ok_and(|tree| self.rules.records(&tree).iter().any(Result::is_ok));
                        passage.set_list(is_puzzle);
                    }
                    if passage.is_list() {
                        self.element(&passage, begin, end);
                    }
                    step = passage.step();
                }
            }
        }
    }

    /// Takes an element of a list of puzzles.
    fn element(&mut self, passage: &Passage, begin: usize, end: usize) {
        let text = String::from_utf8_lossy(&passage.text[begin..end]);
        if text.trim().is_empty() {
            return;
        }
        let (line, column) = passage.place(begin + text.len() - text.trim_start().len());
        match Tree::of_json(&text, &self.rules.signs) {
            Ok(tree) => self.tree(&tree, line, column, true),
            Err(_) => {
                let before = self.found();
                self.as_text(&text, passage.place(begin).0);
                self.damaged_json(before, &text, (line, column));
            }
        }
    }

    fn end_passage(&mut self, passage: &Passage, end: usize) {
        if passage.is_list() {
            self.element(passage, passage.element(), end - 1);
            return self.after(passage, end);
        }
        let text = String::from_utf8_lossy(&passage.text[..end]);
        if passage.is_json() {
            let tree = Tree::of_json(&text, &self.rules.signs);
            let rest = String::from_utf8_lossy(&passage.text[end..]).trim().to_owned();
            let is_puzzle = |tree: &Tree| {
                !self.rules.records(tree).is_empty()
                    || matches!(tree, Tree::Object(_)) && rest.is_empty()
            };
            let Some(tree) = tree.ok().filter(is_puzzle) else { return self.fall_back(passage) };
            self.between();
            self.tree(&tree, passage.line, passage.column, false);
            self.after(passage, end);
        } else if passage.is_xml() {
            let records = Tree::of_xml(&text, &self.rules.signs)
                .filter(|tree| !self.rules.records(tree).is_empty());
            let Some(tree) = records else { return self.fall_back(passage) };
            self.between();
            self.tree(&tree, passage.line, passage.column, false);
        } else if !self.row_of_table(&text, passage.line, false) {
            self.as_text(&text, passage.line);
        }
    }

    /// Takes what follows a value on its line.
    fn after(&mut self, passage: &Passage, end: usize) {
        let rest = String::from_utf8_lossy(&passage.text[end..]);
        let rest =
            rest.trim_matches(|symbol: char| symbol.is_whitespace() || ",;)".contains(symbol));
        if rest.starts_with(['{', '[']) {
            self.text_line(rest, passage.place(end).0, true);
        } else if !rest.is_empty() {
            self.taken.pass(BESIDE);
        }
    }

    /// Reads the lines of a passage, which is not what it seemed to be, as text.
    fn fall_back(&mut self, passage: &Passage) {
        let begin = if passage.is_list() { passage.element() } else { 0 };
        let text = String::from_utf8_lossy(&passage.text[begin..]);
        let line = passage.place(begin).0;
        if let Some(fault) = records::damaged_variant(&text) {
            return self.error(line, 1, fault);
        }
        if text.len() > LONGEST_LINE && !text.trim_end().contains('\n') {
            return self.error(line, LONGEST_LINE + 1, Fault::TooLong);
        }
        if passage.is_json() {
            let before = self.found();
            let (first, others) = text.split_once('\n').unwrap_or((&text, ""));
            self.text_line(first, line, false);
            for (line, text) in (line + 1..).zip(others.lines()) {
                if self.passage.is_some() {
                    self.in_passage(text.as_bytes(), true);
                } else {
                    self.text_line(text, line, true);
                }
            }
            self.damaged_json(before, &text, (line, passage.column));
        } else {
            self.as_text(&text, line);
        }
    }

    /// The number of puzzles and errors that wait to be handed out.
    fn found(&self) -> usize {
        self.ready.len() + usize::from(self.held.is_some()) + usize::from(self.doubt.is_some())
    }

    /// Reports damaged JSON that was meant to hold a puzzle, if nothing was found in its text.
    fn damaged_json(&mut self, before: usize, text: &str, (line, column): (u64, usize)) {
        let open = self.passage.is_some() || !self.block.is_empty();
        let meant = text.contains('"') && self.rules.signs.cells(text) >= 40;
        if meant && !open && self.found() == before {
            let what = "found damaged JSON without a puzzle, expected 81 cells";
            self.error(line, column, Fault::refused(what));
        }
    }

    fn as_text(&mut self, text: &str, line: u64) {
        for (line, text) in (line..).zip(text.lines()) {
            self.text_line(text, line, false);
        }
    }

    /// Takes a value in JSON or XML.
    fn tree(&mut self, tree: &Tree, line: u64, column: usize, in_list: bool) {
        let records = self.rules.records(tree);
        if let (true, Tree::Object(entries)) = (records.is_empty(), tree) {
            return self.error(line, column, records::no_puzzle(entries));
        }
        self.note(tree, &records);
        for record in records {
            match record {
                Ok(decision) => self.decided(decision, line, "", in_list),
                Err(fault) => self.error(line, column, fault),
            }
        }
    }

    /// Notes which keys were read, and which were not.
    fn note(&mut self, tree: &Tree, records: &[Result<Decision, Fault>]) {
        for decision in records.iter().flatten() {
            self.note_decision(decision);
        }
        if let Tree::Object(entries) = tree {
            for (key, _) in entries {
                let is_read = |decision: &Decision| {
                    let of = |name: &str| name == key || name.split('.').next() == Some(key);
                    of(&decision.puzzle.0)
                        || decision.solution.as_ref().is_some_and(|(name, _)| of(name))
                };
                if !records.iter().flatten().any(is_read) {
                    self.taken.add(Part::Dropped, key);
                }
            }
        }
    }

    fn note_decision(&mut self, decision: &Decision) {
        self.taken.add(Part::Puzzle, &decision.puzzle.0);
        if let Some((name, _)) = &decision.solution {
            self.taken.add(Part::Solution, name);
        }
        if let Some((name, _)) = &decision.rating {
            self.taken.add(Part::Rating, name);
        }
    }

    /// Hands out a puzzle, or takes a full grid as the solution of the puzzle before it.
    fn decided(&mut self, decision: Decision, line: u64, rest: &str, in_list: bool) {
        let Decision { puzzle: (name, grid), solution, rating } = decision;
        let is_bare = name.is_empty() && solution.is_none();
        if let Some(held) =
            self.held.as_mut().filter(|held| in_list && is_bare && held.solution.is_none())
        {
            let (full, puzzle) =
                if grid.blanks() == 0 { (grid, held.grid) } else { (held.grid, grid) };
            if full.blanks() == 0 && puzzle.blanks() > 0 && full.extends(&puzzle) {
                (held.grid, held.solution) = (puzzle, Some(Ok(full)));
                return;
            }
        }
        let given = solution.map(|(_, solution)| {
            solution.map_err(|fault| ParseGridError {
                line: 1,
                column: 1,
                problem: fault.problem(),
            })
        });
        let record = Record {
            line,
            grid,
            rest: rest.to_owned(),
            solution: given,
            rating: rating.map(|(_, text)| text),
        };
        self.release();
        if in_list && is_bare {
            self.held = Some(record);
        } else {
            self.ready.push_back(Ok(record));
        }
    }

    /// Hands out the puzzle that was kept.
    fn release(&mut self) {
        self.ready.extend(self.held.take().map(Ok));
    }

    /// Takes a line from the input, without its end; false at the end of the input. Of a line that
    /// is too long, only the beginning is kept, unless it is JSON, which is taken in pieces.
    fn take_line(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        let mut begun = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if mem::take(&mut self.returned) && buffer.first() == Some(&b'\n') {
                self.input.consume(1);
                continue;
            }
            if buffer.is_empty() {
                return Ok(begun);
            }
            begun = true;
            let end = buffer.iter().position(|byte| [b'\n', b'\r'].contains(byte));
            let room = LONGEST_LINE + 1 - line.len();
            let kept = end.unwrap_or(buffer.len()).min(room);
            line.extend_from_slice(&buffer[..kept]);
            if room > 0
                && kept == room
                && (self.skips
                    || self.passage.as_ref().is_some_and(Passage::is_json)
                    || begins_json(line))
            {
                self.input.consume(kept);
                self.goes_on = true;
                return Ok(true);
            }
            self.returned = end.is_some_and(|end| buffer[end] == b'\r');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Takes the grids of a line, and the faults of what was meant to be others.
    fn grids(&mut self, runs: Vec<Run>, faults: Vec<(usize, Fault)>, text: &str, line: u64) {
        let title = self.title.take();
        let damaged = !faults.is_empty();
        let mut values: Vec<(Named, Range<usize>)> = Vec::new();
        let mut end = 0;
        for Run { at, grid } in runs {
            match grid {
                Ok(grid) => {
                    let name = label(&text[end..at.start]);
                    values.push((self.rules.named(name, Value::Grid(grid)), at.clone()));
                }
                Err(fault) => self.error(line, column(text, at.start) + 1, fault),
            }
            end = at.end;
        }
        if let [(value, _)] = &mut values[..]
            && value.class == Class::Other
        {
            value.class = title.unwrap_or(Class::Other);
        }
        if damaged {
            // A grid without a blank may be the solution of the damaged puzzle.
            values.retain(|(value, _)| grid_of(value).blanks() > 0);
        }
        let first = values.first().map_or(0, |(_, at)| at.start);
        let beside = values.iter().any(|(_, at)| !is_solution(rest_of(&text[at.end..])));
        if beside || text[..first].contains(char::is_alphanumeric) {
            self.taken.pass(BESIDE);
        }
        self.decide_line(values, text, line);
        for (at, fault) in faults {
            self.error(line, at + 1, fault);
        }
    }

    /// Decides about the grids of a line: by their names, or they are a list of puzzles.
    fn decide_line(&mut self, mut values: Vec<(Named, Range<usize>)>, text: &str, line: u64) {
        let is_named = values.iter().any(|(value, _)| value.class > Class::Rating);
        if values.len() > 1 && (is_named || self.rules.options.puzzle.is_some()) {
            for (index, (value, _)) in values.iter_mut().enumerate() {
                if value.name.is_empty() {
                    value.name = (index + 1).to_string();
                }
            }
            let named: Vec<Named> = values.iter().map(|(value, _)| value.clone()).collect();
            return match self.rules.decide(&named) {
                Ok(Some(decision)) => self.decided(decision, line, "", false),
                Ok(None) => {}
                Err(fault) => self.error(line, 1, fault),
            };
        }
        if let [(value, at)] = &values[..] {
            return self.lone(grid_of(value), value.class, rest_of(&text[at.end..]), line);
        }
        let clear = |grid: &Grid| grid.clues() > 0 && grid.conflict().is_none();
        if values.iter().any(|(value, _)| clear(&grid_of(value)) && grid_of(value).blanks() > 0) {
            values.retain(|(value, _)| clear(&grid_of(value)) || grid_of(value).blanks() == 0);
        }
        let grids: Vec<(Grid, Range<usize>)> =
            values.into_iter().map(|(value, at)| (grid_of(&value), at)).collect();
        let open = grids.iter().map(|(grid, _)| *grid).filter(|grid| grid.blanks() > 0);
        let open: Vec<Grid> = open.collect();
        if open.iter().any(|a| open.iter().any(|b| a != b && a.extends(b))) {
            let clues: Vec<String> = open.iter().map(|grid| grid.clues().to_string()).collect();
            let (count, clues) = (open.len(), clues.join(" and "));
            let what = format!(
                "{count} grids could be the puzzle, with {clues} clues; name one (--puzzle)"
            );
            return self.error(line, 1, Fault::Refused(what));
        }
        for (decision, begin, end) in paired(&grids, text.len()) {
            self.decided(decision, line, rest_of(&text[begin..end]), false);
        }
    }

    /// Takes the only grid of a line or of nine lines. Behind the name of a solution, it belongs to
    /// the puzzle before it.
    fn lone(&mut self, grid: Grid, class: Class, rest: &str, line: u64) {
        if class == Class::Solution && grid.blanks() == 0 {
            return match self.held.as_mut().filter(|held| held.solution.is_none()) {
                Some(held) => held.solution = Some(Ok(grid)),
                None => {
                    let what = "found a solution, expected its puzzle before it";
                    self.error(line, 1, Fault::refused(what));
                }
            };
        }
        let record = Record { rest: rest.to_owned(), ..Record::bare(line, grid) };
        self.release();
        if class > Class::Solution {
            self.held = Some(record);
        } else {
            self.ready.push_back(Ok(record));
        }
    }

    /// Takes a line of a table; false if it is none.
    fn row_of_table(&mut self, text: &str, line: u64, may: bool) -> bool {
        let Some(mut table) = self.table.take() else { return false };
        let done = self.fields(&mut table, text, line, may);
        self.table = Some(table);
        done
    }

    fn fields(&mut self, table: &mut Table, text: &str, line: u64, may: bool) -> bool {
        if may && table.is_open(text) {
            let mut passage = Passage::quoted(line);
            if let Step::Goes = passage.push(text.as_bytes(), true) {
                self.between();
                self.passage = Some(passage);
                return true;
            }
        }
        let Some(fields) = table.fields(text.trim_end_matches(['\n', '\r'])) else { return false };
        if let Some(decision) = table.plain(&fields) {
            self.between();
            table.found = true;
            self.of_table(table, decision, &fields, text, line);
            return true;
        }
        // What looked like the names of columns was a title if rows of nine cells follow.
        let meaning = self.rules.signs.line(text);
        let other = fields.len() != table.names.len();
        if matches!(&meaning, Line::Row(row) if other || !row.beside)
            || matches!(meaning, Line::Border)
        {
            return false;
        }
        let mut values = Vec::new();
        for (at, Field { text, .. }) in fields.iter().enumerate() {
            let name = table.names.get(at).map_or("", String::as_str);
            self.rules.collect_text(text.trim(), name, &mut values);
        }
        let numbered: Vec<Named> =
            values.iter().filter(|value| Class::is_numbered(&value.name)).cloned().collect();
        let several = numbered.len() > 1 && self.rules.options.puzzle.is_none();
        let decided = if several { Ok(None) } else { self.rules.decide(&values) };
        if !table.known && !table.found && matches!(decided, Ok(None)) {
            return false;
        }
        self.between();
        match decided {
            Ok(Some(decision)) => {
                table.found = true;
                self.of_table(table, decision, &fields, text, line);
            }
            Ok(None) if several => self.several(&numbered, line),
            decided => {
                let at = fields.iter().position(|field| self.rules.signs.cells(&field.text) >= 40);
                let named = || {
                    (0..table.names.len()).find(|at| Class::of(&table.names[*at]) >= Class::Grid)
                };
                let at = named().or(at).unwrap_or(0);
                let field = fields.get(at);
                let found = self.rules.signs.cells(field.map_or("", |field| &field.text));
                let name = table.names.get(at).map_or("", String::as_str);
                let fault = match decided {
                    Err(fault) => fault,
                    _ if Class::of(name) >= Class::Grid => Fault::Cells(found).at(name),
                    _ => table.no_puzzle(),
                };
                let begin = field.map_or(0, |field| field.at);
                self.error(line, column(text, begin) + 1, fault);
            }
        }
        true
    }

    /// Takes a line with several columns of puzzles, such as `puzzle_1` and `puzzle_2`.
    fn several(&mut self, values: &[Named], line: u64) {
        for value in values {
            self.taken.add(Part::Puzzle, &value.name);
            match &value.value {
                Value::Grid(grid) => self.ready.push_back(Ok(Record::bare(line, *grid))),
                Value::Bad(fault) => self.error(line, 1, fault.clone().at(&value.name)),
                Value::Text(_) => {}
            }
        }
    }

    fn of_table(
        &mut self,
        table: &Table,
        decision: Decision,
        fields: &[Field],
        text: &str,
        line: u64,
    ) {
        if self.taken.is_empty() || !table.found {
            self.note_decision(&decision);
        }
        self.note_decision(&decision);
        for name in &table.names {
            self.taken.add(Part::Dropped, name);
        }
        let at = table.names.iter().position(|name| *name == decision.puzzle.0);
        let end = at.and_then(|at| fields.get(at)).map_or(text.len(), |field| field.end);
        self.decided(decision, line, rest_of(&text[end.min(text.len())..]), false);
    }

    /// Adds a row to the block; the ninth row completes the puzzle.
    fn row(&mut self, row: Row, text: &str, line: u64) {
        self.doubt = None;
        if self.held.is_some() && self.block.is_empty() && self.title.is_none() {
            self.release();
        }
        if row.candidates {
            self.taken.pass("candidates of cells with several");
        } else if row.beside {
            self.taken.pass(BESIDE);
        }
        if !self.block.push(line, row) {
            return self.damaged_row(text, line);
        }
        if let Some(fragment) = self.block.fragment() {
            self.finish(fragment);
        }
        self.complete_block();
    }

    fn complete_block(&mut self) {
        if let Some(block) = self.block.complete(&self.rules.signs) {
            self.finish(block);
        }
    }

    fn end_block(&mut self) {
        let block = mem::take(&mut self.block);
        self.finish(block);
    }

    fn finish(&mut self, block: Block) {
        let odd = block.odd();
        match block.finish(&self.rules.signs) {
            Some(Ok(_)) if odd.is_some() && self.odd.is_some_and(|sign| odd != Some(sign)) => {
                self.error(
                    self.line,
                    1,
                    Fault::refused("found another sign for a blank than before (--blank)"),
                );
            }
            Some(Ok((line, grid))) => {
                self.odd = self.odd.or(odd);
                let class = self.title.take().unwrap_or(Class::Other);
                self.lone(grid, class, "", line);
            }
            Some(Err((line, column, fault))) => self.error(line, column, fault),
            None => {}
        }
    }

    /// Ends the passage and the block that are open.
    fn between(&mut self) {
        if let Some((line, column, fault)) = self.doubt.take() {
            self.error(line, column, fault);
        }
        if let Some(passage) = self.passage.take() {
            self.fall_back(&passage);
            // A line of it may have begun another.
            self.between();
        }
        self.end_block();
        if !self.title.is_some_and(|class| class == Class::Solution) {
            self.release();
        }
    }

    fn error(&mut self, line: u64, column: usize, fault: Fault) {
        self.release();
        let name = self.name.clone();
        self.ready.push_back(Err(ReadError::Text { name, line, column, fault }));
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.ended {
            self.step();
        }
        self.ready.pop_front()
    }
}

/// The sections of a `.sdk` text.
#[derive(Debug, Default)]
struct Sections {
    /// True after the first `[Puzzle]`.
    any: bool,
    /// True after a `[Puzzle]` until its `[State]`.
    puzzle: bool,
    /// The number of rows to skip, if the present section is none of a puzzle.
    skipped: Option<usize>,
}

impl Sections {
    /// True if this line begins a section.
    fn begins(&mut self, line: &str) -> bool {
        let Some(name) = line.strip_prefix('[').and_then(|name| name.strip_suffix(']')) else {
            return false;
        };
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || " _-".contains(c))
            && !name.chars().all(|symbol| symbol.is_ascii_digit() || sudoku_core::is_blank(symbol));
        let begins = |word: &str| {
            name.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
        };
        if !is_name {
            return false;
        }
        let state = begins("state");
        match () {
            () if begins("puzzle") => (self.any, self.puzzle, self.skipped) = (true, true, None),
            () if state && self.puzzle => (self.puzzle, self.skipped) = (false, Some(9)),
            // Outside the sections of a puzzle, `[Easy]` may be a headline above puzzles.
            () if state || !self.any => self.skipped = None,
            () => self.skipped = Some(usize::MAX),
        }
        true
    }

    /// Notes a blank line, with which a state that is cut short ends.
    fn pause(&mut self) {
        self.skipped = self.skipped.filter(|left| left % 3 == 0 || *left > 9);
    }
}

/// True for a line that begins with `#`, unless it consists of them, as a border may.
fn is_comment(line: &str) -> bool {
    line.starts_with('#') && (line.len() < 9 || line.contains(|symbol| symbol != '#'))
}

/// The puzzles among the grids of a line, each with its solution, if one follows it or precedes the
/// first, and the part of the line that belongs to it.
fn paired(grids: &[(Grid, Range<usize>)], end: usize) -> Vec<(Decision, usize, usize)> {
    let any_open = grids.iter().any(|(grid, _)| grid.blanks() > 0);
    let mut records: Vec<(Decision, usize, usize)> = Vec::new();
    let mut full = None;
    for (grid, at) in grids {
        match records.last_mut() {
            Some((last, ..)) if grid.blanks() == 0 && last.solution.is_none() => {
                last.solution = Some((String::new(), Ok(*grid)));
            }
            _ if grid.blanks() == 0 && any_open => full = Some(*grid),
            _ => {
                if let Some((.., end)) = records.last_mut() {
                    *end = at.start;
                }
                let solution = full.take().map(|full| (String::new(), Ok(full)));
                let decision = Decision { puzzle: (String::new(), *grid), solution, rating: None };
                records.push((decision, at.end, end));
            }
        }
    }
    records
}

const fn grid_of(value: &Named) -> Grid {
    if let Value::Grid(grid) = value.value { grid } else { Grid::BLANK }
}

/// What a line of words says about the grid below it.
fn title_of(text: &str) -> Class {
    Class::of(text.trim().rsplit('.').next_back().unwrap_or_default())
}

/// What a file is whose first line is this, if it holds no puzzles.
fn no_text(line: &str) -> Option<&'static str> {
    match () {
        () if line.starts_with("version https://git-lfs") => {
            Some("a pointer of Git LFS, expected the file itself: run `git lfs pull`")
        }
        () if line.starts_with("p cnf ") => {
            Some("clauses of a SAT problem (DIMACS CNF), expected puzzles")
        }
        () => None,
    }
}

/// The word right before a grid on its line.
fn label(before: &str) -> &str {
    let end = before.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let gap = &before[end.len()..];
    let begin = end.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    let word = end.get(begin..).unwrap_or_default();
    let named = gap.contains([':', '=']) && word.starts_with(|c: char| c.is_alphabetic());
    if named { word } else { "" }
}

/// True for a line that begins as a value in JSON does.
fn begins_json(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&line[..line.len().min(100)]);
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
}

/// The text after the cells of a puzzle, without what separates it from them.
fn rest_of(text: &str) -> &str {
    let separator = |c: char| c.is_whitespace() || ",;:#|\"'])}".contains(c);
    text.trim_start_matches(separator).trim_end()
}

/// True if the rest of a line is empty or only a solution.
fn is_solution(rest: &str) -> bool {
    rest.is_empty() || rest.parse::<Grid>().is_ok()
}

/// Turns an error about the replacement character into one that names the invalid byte.
fn name_byte(fault: Fault, text: &str, invalid: Option<u8>) -> Fault {
    if fault == Fault::Grid(Problem::Character(char::REPLACEMENT_CHARACTER))
        && text.contains(char::REPLACEMENT_CHARACTER)
    {
        return invalid.map_or(fault, Fault::Byte);
    }
    fault
}

#[cfg(test)]
mod tests;
