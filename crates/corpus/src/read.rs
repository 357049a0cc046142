//! [`Reader`]: reads the puzzles of a file one by one.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::mem;
use std::ops::Range;

use sudoku_core::{Grid, ParseGridError, Problem};

use self::block::{Block, Incomplete};
use self::json::{DEEPEST, Found, Json, Place};
use self::line::{
    Board, Line, behind_text, boards, cells, classify, invalid_byte, is_another, is_cell, is_long,
    is_title, rest_before, rest_of, solution_in,
};
use self::table::{Field, Fields, PUZZLES, Table};
use self::taken::Taken;
use crate::{Printable, Unpack};

mod block;
mod json;
mod line;
mod packed;
mod pencilmarks;
mod plain;
mod table;
mod taken;
mod xml;

pub use plain::PlainLines;

/// A line longer than this many bytes is refused, so that no file can fill the memory.
const LONGEST_LINE: usize = 1 << 16;

const BESIDE: &str = "text beside the puzzle";

/// Reads puzzles one by one from a text of any length, and never past the line that completes a
/// puzzle. A gzip or zstd archive of such a text is [unpacked](Unpack) while it is read.
///
/// - One puzzle per line (such as `.sdm`): 81 cells, as [`Grid`] reads them, or nine rows joined by
///   slashes. Text may stand before a puzzle that has a blank, if a sign that is neither a letter
///   nor a digit nor a cell separates the two. Text may follow; it is kept as [`Record::rest`], and
///   81 digits in it as [`Record::solution`]. A second 81 cells with blanks are another puzzle,
///   unless they are the first puzzle with more cells filled. A group of 40 or more cells that is
///   not 81 is reported as an error, and the puzzle is still read.
/// - Games of OpenSudoku and KSudoku in their XML files, each on one line.
/// - A line of HoDoKu's library, or a web address of SudokuWiki or Sudoku Exchange that holds a
///   puzzle.
/// - Nine lines of nine cells, with or without box borders (`.ss`) or a blank line between bands.
///   Such a block ends with its ninth row, or earlier at any other blank line, a comment, a puzzle
///   on one line, or the end of the text. A line of words above it, such as `Grid 01`, is a title
///   and is skipped. In a grid of candidates, a cell with one candidate is filled.
/// - Values in brackets: JSON, or a literal such as `board = [[5, 3, ...`, on one or many lines. A
///   board is 81 cells in brackets or quotes, in one piece or in pieces of 1, 3 or 9; `null` and an
///   empty text are blanks. The keys of an object are named as the columns of a table, below. A
///   board under any other key is a puzzle too, unless it is the first puzzle with more cells
///   filled. Commas and quotes may be missing.
/// - The sections of `.sdk`: a `[Puzzle]` is read. The nine rows of its `[State]` are skipped, and
///   so is any other section after it, up to the next section or a puzzle on one line. A `[State]`
///   without a `[Puzzle]` before it is read.
/// - A table, separated by commas, semicolons, tabs or bars, from the line that names its columns.
///   One column must be called `puzzle`, `quiz`, `question`, `sudoku`, `grid` or `board`; of
///   several, such as `puzzle_1` and `puzzle_2`, all are read. The columns `solution` or `answer`
///   and `rating` or `difficulty` are kept with the first puzzle of a line. Fields may be quoted;
///   no field goes beyond its line.
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
    line: u64,
    /// The buffer in which each line is assembled.
    bytes: Vec<u8>,
    /// The last line ended with a carriage return; a line feed that follows belongs to it.
    returned: bool,
    /// The column at which the current line goes on, if only a piece of it has been read.
    goes_on: Option<usize>,
    /// True after the first line that is neither blank nor a comment.
    begun: bool,
    table: Option<Table>,
    json: Json,
    taken: Taken,
    section: Section,
    ended: bool,
    /// The line, column and fault of a line that is an error unless a block of nine rows follows.
    title: Option<(u64, usize, Fault)>,
    block: Block,
    /// Results to hand out. One line can give two: it ends a damaged block and holds a puzzle.
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
    /// A character follows the 81 cells of a puzzle without a separator.
    NoSeparator(char),
    /// A number of cells that is not that of a row or a puzzle.
    Cells(usize),
    /// Names of columns, none of which the reader knows.
    Header,
    /// More than 65,536 bytes.
    TooLong,
    /// Brackets without a puzzle in them.
    NoPuzzle,
    /// A bracket where another one should stand.
    Bracket {
        /// The bracket that was found.
        found: char,
        /// The bracket that was expected.
        expected: char,
    },
    /// Brackets that are never closed.
    Open {
        /// The bracket that is missing.
        expected: char,
        /// The line of the opening bracket, from 1.
        line: u64,
    },
    /// A line that ends before this quote is closed.
    Unclosed(char),
    /// Brackets are nested too deep.
    TooDeep,
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
            Self::NoSeparator(found) => write!(
                f,
                "found {found:?} right after 81 cells, expected the end of the line or a separator"
            ),
            Self::Cells(found) => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "found {found} cell{s}")?;
                if let Some(other) = other_size(*found) {
                    write!(f, ", {other} (only 9 x 9 is read)")?;
                }
                f.write_str(", expected 81, or 9 on each of nine lines")
            }
            Self::Header => {
                let [first @ .., last] = PUZZLES;
                let names = first.join(", ");
                write!(f, "found the names of columns, expected one to be {names} or {last}")
            }
            Self::TooLong => {
                write!(f, "found a line of more than {LONGEST_LINE} bytes, expected a puzzle")
            }
            Self::NoPuzzle => {
                f.write_str("found no puzzle in these brackets, expected 81 cells, or nine times 9")
            }
            Self::Bracket { found, expected } => {
                write!(f, "found {found:?}, expected {expected:?}")
            }
            Self::Open { expected, line } => write!(
                f,
                "found the end of the text in brackets, expected {expected:?} for line {line}"
            ),
            Self::Unclosed(quote) => {
                write!(f, "found the end of the line in quotes, expected {quote:?}")
            }
            Self::TooDeep => {
                write!(f, "found brackets in more than {DEEPEST} others, expected fewer")
            }
        }
    }
}

/// The board of another size with this number of cells, in all or in a row; `None` if there is
/// none.
const fn other_size(cells: usize) -> Option<&'static str> {
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

impl<R: BufRead> Reader<R> {
    /// Reads `input`. Errors show `name` as its name: a path, `stdin`, ...
    ///
    /// A `&[u8]` is an input, and so is a `BufReader` around a file.
    pub fn new(name: impl Into<String>, input: R) -> Self {
        Self {
            name: name.into(),
            input: Unpack::new(input),
            line: 0,
            bytes: Vec::new(),
            returned: false,
            goes_on: None,
            begun: false,
            table: None,
            json: Json::default(),
            taken: Taken::default(),
            section: Section::None,
            ended: false,
            title: None,
            block: Block::default(),
            ready: VecDeque::new(),
        }
    }

    /// The number of bytes of the input that have been read so far. Text counts up to the end of a
    /// line; an archive counts in its packed form.
    pub fn bytes(&self) -> u64 {
        self.input.taken()
    }

    /// One line that names the columns and keys that were read, and the parts of the text that were
    /// skipped. `None` if the text holds only puzzles.
    pub fn taken(&self) -> Option<String> {
        let taken = self.taken.and(&self.json.taken);
        (!taken.is_empty()).then(|| taken.to_string())
    }

    /// Reads one line, and puts the puzzles and errors that it completes into `ready`.
    fn step(&mut self) {
        let mut bytes = mem::take(&mut self.bytes);
        bytes.clear();
        let column = self.goes_on.take();
        let taken = self.take_line(&mut bytes);
        self.line += u64::from(column.is_none());
        match taken {
            Ok(true) if column.is_some() => {
                self.in_brackets(&String::from_utf8_lossy(&bytes), column.unwrap_or(1), false);
            }
            Ok(true) => match Grid::of_line(&bytes) {
                Some(grid) => self.plain_line(grid),
                None => self.any_line(&bytes),
            },
            Ok(false) => {
                self.ended = true;
                self.between();
            }
            Err(cause) => self.fail(cause),
        }
        self.bytes = bytes;
    }

    /// Reports that a line cannot be read, and ends the reading.
    fn fail(&mut self, cause: io::Error) {
        self.ended = true;
        self.end_brackets();
        self.no_title();
        let (name, line) = (self.name.clone(), self.line);
        self.ready.push_back(Err(ReadError::Io { name, line, cause }));
    }

    /// Takes a line of 81 cells and nothing else, as nearly all lines of large files are. Such a
    /// line is a puzzle in any place; [`any_line`](Self::any_line) would give the same result.
    fn plain_line(&mut self, grid: Grid) {
        self.before_plain_line();
        self.ready.push_back(Ok(Record::bare(self.line, grid)));
    }

    fn before_plain_line(&mut self) {
        self.begun = true;
        if let Section::State | Section::Skipped { .. } = self.section {
            self.section = Section::None;
        }
        self.between();
    }

    fn any_line(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        // In files that were joined, a byte order mark may begin any line.
        let text = text.trim_start_matches('\u{feff}');
        let trimmed = text.trim();
        if trimmed.is_empty() && self.block.pause() {
            return;
        }
        if trimmed.is_empty() || trimmed.starts_with('#') && Table::of(trimmed).is_none() {
            return self.end_block();
        }
        if self.json.continues(trimmed) {
            if !trimmed.starts_with("//") {
                self.in_brackets(text, 1, false);
            }
            return;
        }
        let opened = json::opening(text);
        if self.json.is_open() && !matches!(opened, Some((_, Some(_)))) {
            self.end_brackets();
        }
        if let (Some((at, name)), Some(_)) = (&opened, self.goes_on) {
            return self.begin_brackets(text, *at, name.clone());
        }
        if bytes.len() > LONGEST_LINE {
            if !matches!(self.section, Section::Skipped { .. }) {
                self.between();
                self.error(self.line, LONGEST_LINE + 1, Fault::TooLong);
            }
            return;
        }
        let first = !mem::replace(&mut self.begun, true);
        if let Some(section) = self.section.next(trimmed) {
            self.section = section;
            return self.between();
        }
        if let Section::State | Section::Skipped { .. } = self.section {
            // A section has nine lines, each a row. A whole puzzle on a line ends it.
            let line = classify(text);
            if let Line::Puzzle(..) = line {
                self.section = Section::None;
            } else {
                self.taken.pass("sections other than the puzzle");
                if let (Line::Row | Line::Bad(_, _, true), Section::State) = (line, self.section) {
                    self.row(text, true);
                }
                return;
            }
        }
        if let Some((at, name)) = opened
            && (json::is_nested(text) || is_bad(text))
        {
            return self.begin_brackets(text, at, name);
        }
        let fields = self.table.as_mut().and_then(|table| table.fields(text));
        if let Some(fields) = &fields
            && fields.puzzles.iter().any(|field| matches!(classify(&field.text), Line::Puzzle(..)))
        {
            self.between();
            return self.row_of_table(fields, text, bytes);
        }
        let line = classify(text);
        // What looked like the names of columns was a title if rows of nine cells follow.
        if let Some(fields) = &fields
            && !matches!(line, Line::Row | Line::Border)
        {
            self.between();
            return self.no_puzzle_in_table(fields, text, bytes);
        }
        match line {
            Line::Border => {}
            Line::Puzzle(grid, end) => self.line_of_puzzles(grid, text, 0..end),
            Line::Row => self.row(text, false),
            Line::Bad(column, fault, row) => {
                if xml::is_markup(text) {
                    return self.markup(text);
                }
                if let Some((grid, at)) = behind_text(text) {
                    return self.line_of_puzzles(grid, text, at);
                }
                let fault = if first && table::is_header(text) { Fault::Header } else { fault };
                self.bad(text, column, name_byte(fault, bytes), row);
            }
        }
    }

    /// Takes a line of XML; only the puzzles in it are read.
    fn markup(&mut self, text: &str) {
        let at = match xml::puzzle(text) {
            Some((at, Ok(grid))) => return self.line_of_puzzles(grid, text, at),
            Some((at, Err(found))) => Some((at.end, found)),
            None => match behind_text(text) {
                Some((grid, at)) => return self.line_of_puzzles(grid, text, at),
                None => is_long(text).then(|| (text.len(), cells(text))),
            },
        };
        self.between();
        match at {
            Some((end, found)) => {
                self.error(self.line, text[..end].chars().count() + 1, Fault::Cells(found));
            }
            None => self.taken.pass("markup"),
        }
    }

    /// Takes a line in which a value in brackets begins at the byte `at`.
    fn begin_brackets(&mut self, text: &str, at: usize, name: Option<String>) {
        let waits = name.is_some();
        self.json.begin(name);
        let (errors, column) = (self.ready.len(), text[..at].chars().count() + 1);
        self.in_brackets(&text[at..], column, waits);
        let damaged = self.ready.range(errors..).any(Result::is_err);
        if damaged && self.block.has_begun() && !self.json.is_open() {
            self.row(text, true);
        }
    }

    /// Takes a line, or a piece of one, into the value in brackets that is open.
    fn in_brackets(&mut self, text: &str, column: usize, waits: bool) {
        let begin = Place { line: self.line, column };
        let column = self.json.feed(text.as_bytes(), begin);
        if self.goes_on.is_some() {
            self.goes_on = Some(column);
        } else {
            self.json.end_line(text, waits);
        }
        self.take_found();
    }

    /// Ends the value in brackets, complete or not.
    fn end_brackets(&mut self) {
        self.json.finish();
        self.take_found();
    }

    fn take_found(&mut self) {
        for found in mem::take(&mut self.json.ready) {
            match found {
                Found::Puzzle(record) => {
                    self.end_block();
                    self.title = None;
                    if !is_solution(&record.rest) {
                        self.taken.pass(BESIDE);
                    }
                    self.ready.push_back(Ok(record));
                }
                Found::Row(cells) => self.row(&cells, false),
                Found::Error(Place { line, column }, fault) => self.error(line, column, fault),
            }
        }
    }

    /// Takes a line that is neither a puzzle nor a row: a damaged row, the names of columns, a
    /// title, or an error.
    fn bad(&mut self, text: &str, column: usize, fault: Fault, row: bool) {
        let title = is_title(text.trim());
        let in_block = self.block.has_begun();
        let fault = match fault {
            Fault::Grid(Problem::Cells { found, .. })
                if !in_block && other_size(found).is_some() =>
            {
                Fault::Cells(found)
            }
            fault => fault,
        };
        if row && (in_block || !title) || in_block && !title && !is_long(text) {
            self.title = None;
            self.error(self.line, column, fault);
            return self.row(text, true);
        }
        self.between();
        if let Some(table) = Table::of(text) {
            self.begin_table(table);
        } else if title {
            self.title = Some((self.line, column, fault));
        } else {
            self.error(self.line, column, fault);
        }
    }

    /// Takes a line from the input, without its end; false at the end of the input. Of a line that
    /// is too long, only the beginning is kept.
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
            if room > 0 && kept == room && is_in_brackets(&self.json, line) {
                self.input.consume(kept);
                self.goes_on = Some(1);
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

    /// Takes a line with the puzzle `grid` at the bytes `at`, and perhaps more puzzles after it.
    fn line_of_puzzles(&mut self, grid: Grid, text: &str, at: Range<usize>) {
        self.between();
        let (begin, end, before) = (at.start, at.end, self.ready.len());
        let mut puzzles = vec![(grid, at)];
        let mut damaged = Vec::new();
        for Board { at, grid } in boards(&text[end..]) {
            let at = end + at.start..end + at.end;
            match grid {
                Ok(grid) => add(&mut puzzles, grid, at),
                Err(found) => damaged.push((at.end, found)),
            }
        }
        self.puzzles(&puzzles, text, None, None);
        let beside = |record: &Record| !is_solution(&record.rest);
        let beside = self.ready.range(before..).flatten().any(beside);
        if beside || !rest_of(&text[..begin]).is_empty() {
            self.taken.pass(BESIDE);
        }
        for (end, found) in damaged {
            self.error(self.line, text[..end].chars().count() + 1, Fault::Cells(found));
        }
    }

    /// Takes a line of a table that holds a puzzle.
    fn row_of_table(&mut self, fields: &Fields, text: &str, bytes: &[u8]) {
        let mut puzzles = Vec::new();
        let mut damaged = Vec::new();
        for field in &fields.puzzles {
            let Line::Puzzle(grid, end) = classify(&field.text) else {
                // A short text, such as a name or a number, is no error beside a puzzle.
                damaged.extend(is_long(&field.text).then_some(field));
                continue;
            };
            add(&mut puzzles, grid, field.at..field.end);
            for board in boards(&field.text[end..]) {
                match board.grid {
                    Ok(grid) => add(&mut puzzles, grid, field.end..field.end),
                    Err(_) => damaged.push(field),
                }
            }
        }
        let solution = fields.solution.as_deref().map(solution_of);
        self.puzzles(&puzzles, text, solution, fields.rating.clone());
        for field in damaged {
            self.no_puzzle_in_field(field, text, bytes);
        }
    }

    /// Hands out the puzzles of a line. The solution and the rating belong to the first of them.
    fn puzzles(
        &mut self,
        puzzles: &[(Grid, Range<usize>)],
        text: &str,
        mut solution: Option<Result<Grid, ParseGridError>>,
        mut rating: Option<String>,
    ) {
        for (index, (grid, at)) in puzzles.iter().enumerate() {
            let rest = match puzzles.get(index + 1) {
                Some((_, next)) => rest_before(&text[at.end..next.start]),
                None => rest_of(&text[at.end..]),
            };
            let solution = solution.take().or_else(|| solution_in(rest).map(Ok));
            let (line, rest, rating) = (self.line, rest.to_owned(), rating.take());
            self.ready.push_back(Ok(Record { line, grid: *grid, rest, solution, rating }));
        }
    }

    /// Takes a line of a table without a puzzle in its column: it names the columns of another
    /// table, or it is an error.
    fn no_puzzle_in_table(&mut self, fields: &Fields, text: &str, bytes: &[u8]) {
        if let Some(table) = Table::of(text) {
            return self.begin_table(table);
        }
        let puzzles = &fields.puzzles;
        let meant = puzzles.iter().find(|field| is_long(&field.text)).unwrap_or(&puzzles[0]);
        self.no_puzzle_in_field(meant, text, bytes);
    }

    fn begin_table(&mut self, table: Table) {
        table.note(&mut self.taken);
        self.table = Some(table);
    }

    fn no_puzzle_in_field(&mut self, field: &Field, text: &str, bytes: &[u8]) {
        let (column, fault) = match classify(&field.text) {
            Line::Bad(column, fault, _) => (column, name_byte(fault, bytes)),
            _ => (field.text.chars().count() + 1, Fault::Cells(cells(&field.text))),
        };
        self.error(self.line, text[..field.at].chars().count() + column, fault);
    }

    /// Adds a row to the block; the ninth row completes the puzzle.
    fn row(&mut self, text: &str, damaged: bool) {
        let marks = pencilmarks::row(text);
        if marks.is_some() {
            self.taken.pass("candidates of cells with several");
        }
        let text = marks.as_deref().unwrap_or(text);
        self.block.push(self.line, text, damaged);
        if let Some(fragment) = self.block.fragment() {
            self.finish(fragment);
        }
        if self.block.is_complete() {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let block = mem::take(&mut self.block);
        if self.section == Section::State && !block.is_empty() {
            self.section = Section::Done;
        }
        self.finish(block);
    }

    fn finish(&mut self, block: Block) {
        match block.finish() {
            Some(Ok((line, grid))) => {
                self.title = None;
                self.ready.push_back(Ok(Record::bare(line, grid)));
            }
            Some(Err(Incomplete { line, column, problem })) => {
                self.no_title();
                self.error(line, column, Fault::Grid(problem));
            }
            None => {}
        }
    }

    /// Reports the line that might have been a title as an error: no block followed it.
    fn no_title(&mut self) {
        if let Some((line, column, fault)) = self.title.take() {
            self.error(line, column, fault);
        }
    }

    /// Ends the value in brackets and the block that are open, and reports a title without a block.
    fn between(&mut self) {
        if self.json.is_open() {
            self.end_brackets();
        }
        self.end_block();
        self.no_title();
    }

    fn error(&mut self, line: u64, column: usize, fault: Fault) {
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

/// The section of a `.sdk` text that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Before any `[Puzzle]`.
    None,
    Puzzle,
    /// In the `[State]` of a `[Puzzle]`.
    State,
    /// After the `[State]`.
    Done,
    Skipped {
        /// The `[State]` has been read already.
        done: bool,
    },
}

impl Section {
    /// The section that this line begins; `None` if it begins none.
    fn next(self, line: &str) -> Option<Self> {
        let name = line.strip_prefix('[')?.strip_suffix(']')?;
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || " _-".contains(c))
            && !name.chars().all(is_cell);
        let begins = |word: &str| {
            name.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
        };
        let done = matches!(self, Self::State | Self::Done | Self::Skipped { done: true });
        match self {
            _ if !is_name => None,
            _ if begins("puzzle") => Some(Self::Puzzle),
            // Outside sections, `[Easy]` may be a headline above puzzles.
            Self::None => Some(Self::None),
            // A `[State]` of no puzzle that was read takes the place of the puzzle.
            _ if begins("state") && done => Some(Self::Done),
            _ if begins("state") => Some(Self::State),
            _ => Some(Self::Skipped { done }),
        }
    }
}

/// True for a long line that is part of a value in brackets, which can be read piece by piece.
fn is_in_brackets(json: &Json, line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    !text.starts_with(['#', '/']) && (json.continues(text) || json::opening(text).is_some())
}

/// True for a line that is neither a puzzle nor a row of one by itself.
fn is_bad(text: &str) -> bool {
    matches!(classify(text), Line::Bad(..))
}

/// Adds a puzzle of a line to those before it, if it is another one.
fn add(puzzles: &mut Vec<(Grid, Range<usize>)>, grid: Grid, at: Range<usize>) {
    if puzzles.last().is_none_or(|(last, _)| is_another(last, &grid)) {
        puzzles.push((grid, at));
    }
}

/// True if the rest of a line is empty or only a solution.
fn is_solution(rest: &str) -> bool {
    rest.is_empty() || rest.parse::<Grid>().is_ok()
}

/// Parses the solution in a field of a table. An error then says that 81 cells were expected.
fn solution_of(text: &str) -> Result<Grid, ParseGridError> {
    text.parse().map_err(|mut error: ParseGridError| {
        if let Problem::Cells { expected, .. } = &mut error.problem {
            *expected = 81;
        }
        error
    })
}

/// Turns an error about the replacement character into one that names the invalid byte.
fn name_byte(fault: Fault, bytes: &[u8]) -> Fault {
    if fault == Fault::Grid(Problem::Character(char::REPLACEMENT_CHARACTER)) {
        return invalid_byte(bytes).map_or(fault, Fault::Byte);
    }
    fault
}

#[cfg(test)]
mod tests;
