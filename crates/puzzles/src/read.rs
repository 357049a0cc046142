//! [`Reader`]: reads the puzzles of a file one by one.

use std::fmt;
use std::io::{self, BufRead};
use std::mem;

use sudoku_core::{Grid, ParseGridError, Problem};

use self::chunk::{Broken, Chunk, Part, TOO_LONG};
use self::line::{is_debris, row_of};
use self::names::{Class, Decision, Named};
use self::table::Table;
use self::taken::USES;
use self::text::{Text, rest_of, section};
use self::tree::Tree;
use crate::{Printable, Unpack};

mod block;
mod chunk;
mod line;
mod names;
mod packed;
mod plain;
mod table;
mod taken;
mod text;
mod tree;

pub use names::ReadOptions;
pub use plain::PlainLines;

/// A line longer than this many bytes is refused, so that no file can fill the memory.
const LONGEST_LINE: usize = 1 << 16;

/// Reads puzzles one by one from a text of any length, and never past the line that completes a
/// puzzle. A gzip or zstd archive of such a text is [unpacked](Unpack) while it is read.
///
/// Text is searched for grids:
///
/// - a run of exactly 81 cells on a line (such as `.sdm`), or 81 cells with separators between,
///   alone or in pieces of 3 or 9. Other text may stand beside it; what follows is kept as
///   [`Record::rest`].
/// - nine lines of nine cells (such as `.ss`), drawn in any way: with frames, spaces or empty fields
///   for blanks, titles, labels, numbers of rows and columns, or in the brackets of a literal. Such a
///   block ends with its ninth row, or earlier at any other blank line, a comment, a title or a
///   puzzle on one line. In a grid of candidates, a cell with one candidate is filled.
///
/// A blank is one of `. 0 _ * - x ?`, a word such as `null`, or any other sign that a run uses
/// throughout. A line that begins with `#` is a comment. The sections of `.sdk`, HoDoKu's library
/// and addresses of SudokuWiki and Sudoku Exchange are read too.
///
/// Structure gives named values: the keys of JSON, the elements and attributes of XML, and the
/// columns of a table, separated by commas, semicolons, tabs or bars, below the line that names them.
/// Of the values of a record,
///
/// - one under the name of a puzzle (puzzle, quiz, givens, prompt, ...) comes before one named
///   grid, board or sudoku, and that before any other, of which only one may have blanks;
/// - a full grid that extends the puzzle, or one named solution, answer or the like, is its
///   [`solution`](Record::solution); `rating` or `difficulty` is its [`rating`](Record::rating);
/// - two different grids that could be the puzzle are an error that names both, and so are variants
///   of Sudoku, boards of other sizes, sets of candidates, and digits that count from 0.
///   [`ReadOptions`] say what to read.
///
/// Reading goes on after an error, with the next line or the line after a damaged block. Bytes that
/// are not UTF-8, byte order marks and the line ends of Windows and of old Macs are accepted.
///
/// ```
/// use sudoku_puzzles::Reader;
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
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Reader<R> {
    name: String,
    input: Unpack<R>,
    line: u64,
    /// The buffer in which each line is assembled.
    bytes: Vec<u8>,
    /// The last line ended with a carriage return; a line feed that follows belongs to it.
    returned: bool,
    /// Only a piece of the current line has been read.
    goes_on: bool,
    /// True after the first line that is neither blank nor a comment.
    begun: bool,
    /// The last line was a puzzle and nothing else.
    plain: bool,
    table: Option<Table>,
    chunk: Chunk,
    /// Elements of a list that are pieces of a grid, and the line of the first.
    pieces: Vec<serde_json::Value>,
    pieces_at: (u64, usize),
    text: Text,
    tree: Tree,
    ended: bool,
    /// The error after all that was found.
    failed: Option<ReadError>,
}

/// Beginnings of lines of files that hold no puzzles.
const FOREIGN: [(&str, &str); 2] = [
    ("p cnf ", "DIMACS, clauses for a SAT solver"),
    (
        "version https://git-lfs",
        "a pointer of Git LFS in place of the file: fetch it with `git lfs pull`",
    ),
];

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
    /// Something else that is no puzzle: what was found, and what was expected.
    Refused(String),
}

impl Fault {
    fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }

    /// The fault of the value with this name.
    fn of(self, name: &str) -> Self {
        if name.is_empty() { self } else { Self::Refused(format!("`{}`: {self}", Printable(name))) }
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
                }
                f.write_str(", expected 81, or 9 on each of nine lines")
            }
            Self::Refused(what) => Printable(what).fmt(f),
        }
    }
}

fn too_long() -> Fault {
    Fault::refused(format!("found a line of more than {LONGEST_LINE} bytes, expected a puzzle"))
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
        729 => "the candidates of a Sukaku",
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
            goes_on: false,
            begun: false,
            plain: false,
            table: None,
            chunk: Chunk::default(),
            pieces: Vec::new(),
            pieces_at: (1, 1),
            text: Text::default(),
            tree: Tree::default(),
            ended: false,
            failed: None,
        }
    }

    /// Reads with these options.
    #[must_use]
    pub fn with(mut self, options: ReadOptions) -> Self {
        self.tree.options = options;
        self
    }

    /// The number of bytes of the input that have been read so far. Text counts up to the end of a
    /// line; an archive counts in its packed form.
    pub fn bytes(&self) -> u64 {
        self.input.taken()
    }

    /// One line that names the columns and keys that were read, and the parts of the text that were
    /// skipped. `None` if the text holds only puzzles.
    pub fn taken(&self) -> Option<String> {
        let taken = &self.text.taken;
        (!taken.is_empty()).then(|| taken.to_string())
    }

    /// Reads one line, and finds the puzzles and errors that it completes.
    fn step(&mut self) {
        let mut bytes = mem::take(&mut self.bytes);
        bytes.clear();
        let piece = mem::take(&mut self.goes_on);
        let taken = self.take_line(&mut bytes);
        self.line += u64::from(!piece);
        match taken {
            Ok(true) => match plain(&bytes).filter(|_| !piece && self.tree.options.blank.is_none())
            {
                Some(grid) => {
                    self.before_plain_line();
                    self.text.found.push_back(Ok(Record::bare(self.line, grid)));
                }
                None => self.any_line(&bytes, piece),
            },
            Ok(false) => {
                self.ended = true;
                self.close();
                self.text.end();
            }
            Err(cause) => self.fail(cause),
        }
        self.bytes = bytes;
    }

    /// Reports that a line cannot be read, and ends the reading.
    fn fail(&mut self, cause: io::Error) {
        self.ended = true;
        self.close();
        self.text.end();
        let (name, line) = (self.name.clone(), self.line);
        self.failed = Some(ReadError::Io { name, line, cause });
    }

    /// Ends what a line of 81 cells and nothing else ends. Such a line is a puzzle in any place.
    fn before_plain_line(&mut self) {
        if mem::replace(&mut self.plain, true) {
            return;
        }
        self.begun = true;
        self.close();
        self.text.plain();
    }

    fn any_line(&mut self, bytes: &[u8], piece: bool) {
        self.plain = false;
        let text = String::from_utf8_lossy(bytes);
        // In files that were joined, a byte order mark may begin any line.
        let text = text.trim_start_matches('\u{feff}');
        let line = text.trim();
        let first = !self.begun;
        let open = self.chunk.is_open();
        if open || piece || chunk::begins(line) && section(line).is_none() {
            self.begun = true;
            return self.feed(bytes);
        }
        if bytes.len() > LONGEST_LINE {
            if !line.starts_with('#') {
                self.text.end();
                self.text.error(self.line, (LONGEST_LINE + 1, too_long()));
            }
            return;
        }
        if let Some((_, what)) = FOREIGN.into_iter().find(|(begin, _)| line.starts_with(begin)) {
            let what = Fault::refused(format!("found {what}, expected puzzles"));
            self.text.error(self.line, (1, what));
            self.ended = true;
            return;
        }
        self.begun |= !line.is_empty() && !line.starts_with('#');
        if let Some(table) = Table::of(text, first).filter(|_| row_of(text).is_none()) {
            self.text.end();
            self.table = Some(table);
        } else if is_debris(text) || !self.row_of_table(text) {
            self.text_line(self.line, text);
            if let Some(Err((line, _, fault))) = self.text.found.back_mut()
                && *line == self.line
            {
                *fault = name_byte(fault.clone(), bytes);
            }
        }
    }

    /// Takes a line of a table; false if it is none.
    fn row_of_table(&mut self, line: &str) -> bool {
        let Some(table) = self.table.as_mut().filter(|_| !line.starts_with('#')) else {
            return false;
        };
        // Nine or ten fields may be a row of a grid.
        let columns = table.names.len();
        let is_row = |fields: &Vec<String>| {
            (fields.len() > 8 || fields.len() < columns) && row_of(line).is_some()
        };
        let Some(fields) = table.fields(line).filter(|fields| !is_row(fields)) else {
            return false;
        };
        let (tree, all) = (&mut self.tree, table.names.iter().zip(&fields));
        let values: Vec<Named> = all.map(|(name, field)| tree.named(name, field)).collect();
        tree.close(&values);
        let mut column = 1;
        if tree.found.iter().any(Result::is_err) {
            let filled = values.iter().zip(&fields).filter(|(_, field)| !field.is_empty()).rev();
            let likely = filled.max_by_key(|(value, _)| value.class);
            let begin = likely.and_then(|(_, field)| line.find(field.as_str()));
            column += begin.map_or(0, |begin| line[..begin].chars().count());
        }
        if let Some(Ok(Decision { record, names: [Some(name), ..] })) = tree.found.last_mut()
            && let Some(at) = table.names.iter().position(|other| other == name)
            && let Some(begin) = line.rfind(&fields[at])
        {
            rest_of(&line[begin + fields[at].len()..]).clone_into(&mut record.rest);
        }
        self.text.end();
        self.records((self.line, column));
        self.text.flush();
        true
    }

    /// Takes a line, or a piece of one, into the value that is open.
    fn feed(&mut self, bytes: &[u8]) {
        let mut bytes = bytes.to_vec();
        if !self.goes_on {
            bytes.push(b'\n');
        }
        match self.chunk.feed(&bytes, self.line) {
            Ok(parts) => {
                let mut pieces = false;
                for part in parts {
                    pieces |= self.part(part);
                }
                if pieces {
                    // A row of a literal, or words in brackets.
                    let text = String::from_utf8_lossy(&bytes);
                    self.text.line(self.line, &text, &self.tree.options);
                }
                if !self.chunk.is_open() {
                    self.text.flush();
                }
            }
            Err(Broken::Other) => self.close(),
            // As lines, it would be one error after another.
            Err(Broken::Long) => {
                let line = mem::take(&mut self.chunk).line;
                self.text.end();
                self.text.error(line, (1, Fault::refused(TOO_LONG)));
                self.ended = true;
            }
        }
    }

    /// Ends the value that is open: it is damaged, or none.
    fn close(&mut self) {
        let chunk = mem::take(&mut self.chunk);
        if chunk.is_open() {
            self.as_lines(chunk.line, &String::from_utf8_lossy(&chunk.raw));
        }
    }

    /// Takes a part; true for a list that is no more than pieces of a grid.
    fn part(&mut self, part: Part) -> bool {
        let place = match part {
            Part::Value(line, column, value) => {
                if self.tree.whole(&value) {
                    if self.pieces.is_empty() {
                        self.pieces_at = (line, column);
                    }
                    // So many are no grid, and must not fill the memory.
                    self.pieces.extend((self.pieces.len() < LONGEST_LINE).then_some(value));
                    return false;
                }
                (line, column)
            }
            Part::End if self.pieces.is_empty() => {
                self.text.end();
                return false;
            }
            Part::End => {
                if self.tree.whole(&mem::take(&mut self.pieces).into()) {
                    return true;
                }
                self.pieces_at
            }
            Part::Xml(line, text) => {
                self.markup(line, &text);
                return false;
            }
        };
        self.records(place);
        false
    }

    /// Hands on the records that the tree found in a value at this place.
    fn records(&mut self, (line, column): (u64, usize)) {
        self.text.end_block();
        for name in self.tree.names.drain(..) {
            self.text.taken.add(None, &name);
        }
        for found in self.tree.found.drain(..) {
            match found {
                Ok(Decision { mut record, names }) => {
                    let used = USES.into_iter().zip(&names);
                    for (of, name) in used.filter_map(|(of, name)| Some((of, name.as_ref()?))) {
                        self.text.taken.add(Some(of), name);
                    }
                    record.line = line;
                    // Neighbours in a list have no names.
                    if names[0].as_ref().is_some_and(String::is_empty) {
                        self.text.take(record, Class::Grid);
                    } else {
                        self.text.whole(record);
                    }
                }
                Err(fault) => self.text.error(line, (column, fault)),
            }
        }
    }

    /// Takes a document of XML: each element in the outermost that holds a puzzle is a record.
    fn markup(&mut self, line: u64, text: &str) {
        let parsing = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let Ok(document) = roxmltree::Document::parse_with_options(text, parsing) else {
            return self.as_lines(line, text);
        };
        let root = document.root_element();
        let whole = tree::element(root);
        if let Some(rule) = whole.as_object().and_then(tree::rule) {
            return self.text.error(line, (1, tree::refused(&rule)));
        }
        let mut any = false;
        for child in root.children().filter(roxmltree::Node::is_element) {
            self.tree.element(child);
            any |= !self.tree.found.is_empty();
            let at = document.text_pos_at(child.range().start).row;
            self.records((line + u64::from(at) - 1, 1));
        }
        if !any {
            self.tree.whole(&whole);
            self.records((line, 1));
        }
        self.text.end();
    }

    /// Reads what is no whole value after all as text.
    fn as_lines(&mut self, first: u64, raw: &str) {
        self.text.broken = is_debris(raw) && raw.trim_end().contains('\n');
        for (number, line) in (first..).zip(raw.lines()) {
            let value = line.trim().trim_end_matches(',');
            if line.len() > LONGEST_LINE {
                self.text.error(number, (LONGEST_LINE + 1, too_long()));
            } else if value.starts_with('{')
                && let Ok(value) = serde_json::from_str(value)
            {
                self.tree.whole(&value);
                self.records((number, 1));
            } else {
                self.text_line(number, line);
            }
        }
        self.text.broken = false;
    }

    /// Takes a line of text; in an object that is not JSON as a whole it may name other rules.
    fn text_line(&mut self, number: u64, line: &str) {
        let mut keys = line.split('"').filter(|_| is_debris(line));
        match keys.find_map(|key| tree::variant(key, &true.into())) {
            None => self.text.line(number, line, &self.tree.options),
            Some(rule) => {
                self.text.end_block();
                self.text.error(number, (line.chars().count() + 1, tree::refused(&rule)));
            }
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
            if room > 0
                && kept == room
                && (self.chunk.is_open()
                    || chunk::begins(
                        String::from_utf8_lossy(line).trim_start_matches('\u{feff}').trim(),
                    ))
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
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.text.found.is_empty() && !self.ended {
            match self.plain_line() {
                Some(record) => return Some(Ok(record)),
                None if self.text.found.is_empty() && !self.ended => self.step(),
                None => {}
            }
        }
        let Some(found) = self.text.found.pop_front() else { return self.failed.take().map(Err) };
        Some(found.map_err(|(line, column, fault)| {
            let name = self.name.clone();
            ReadError::Text { name, line, column, fault }
        }))
    }
}

/// The grid of a line of exactly 81 digits and dots; `None` if both 0 and dots are in it.
fn plain(line: &[u8]) -> Option<Grid> {
    Grid::of_line(line).filter(|_| !line.contains(&b'0') || !line.contains(&b'.'))
}

/// Turns an error about the replacement character into one that names the invalid byte.
fn name_byte(fault: Fault, bytes: &[u8]) -> Fault {
    if fault == Fault::Grid(Problem::Character(char::REPLACEMENT_CHARACTER)) {
        return std::str::from_utf8(bytes)
            .err()
            .map_or(fault, |error| Fault::Byte(bytes[error.valid_up_to()]));
    }
    fault
}

#[cfg(test)]
mod tests;
