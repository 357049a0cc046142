//! [`Reader`]: reads the puzzles of a file one by one.

use std::io::{self, BufRead};
use std::mem;

use sudoku_core::{Grid, Problem};

use super::line::{is_debris, row_of};
use super::names::{Decision, Named, ReadOptions};
use super::plain::{CELLS, ENDS, PlainLines, is_plain, plain};
use super::record::{Fault, LONGEST_LINE, ReadError, Record, too_long};
use super::structure::{Structure, begins};
use super::table::Table;
use super::text::{Text, rest_of, section};
use crate::Unpack;

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
///   puzzle on one line. In a grid of candidates, marks such as `<5>` must say which cells are
///   given.
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
/// - a list holds puzzles, unless a value beside it has a clearer name: then it is a history;
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
    /// The last line ended with a carriage return; a line feed that follows belongs to it.
    returned: bool,
    /// Only a piece of the current line has been read.
    goes_on: bool,
    /// True after the first line that is neither blank nor a comment.
    begun: bool,
    /// The last line was a puzzle and nothing else.
    plain: bool,
    table: Option<Table>,
    structure: Structure,
    text: Text,
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

impl<R: BufRead> Reader<R> {
    /// Reads `input`. Errors show `name` as its name: a path, `stdin`, ...
    ///
    /// A `&[u8]` is an input, and so is a `BufReader` around a file.
    pub fn new(name: impl Into<String>, input: R) -> Self {
        Self {
            name: name.into(),
            input: Unpack::new(input),
            line: 0,
            returned: false,
            goes_on: false,
            begun: false,
            plain: false,
            table: None,
            structure: Structure::default(),
            text: Text::default(),
            ended: false,
            failed: None,
        }
    }

    /// Reads with these options.
    #[must_use]
    pub fn with(mut self, options: ReadOptions) -> Self {
        self.structure.tree.options = options;
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
        self.text.taken.told()
    }

    /// Reads one line, and finds the puzzles and errors that it completes.
    fn step(&mut self) {
        let mut bytes = Vec::new();
        let piece = self.goes_on;
        let taken = self.take_line(&mut bytes);
        self.line += u64::from(!piece);
        match taken {
            Ok(true) => match plain(&bytes)
                .filter(|_| !piece && self.structure.tree.options.blank.is_none())
            {
                Some(grid) => {
                    self.before_plain_line();
                    self.text.found.push_back(Ok(Record::bare(self.line, grid)));
                }
                None => self.any_line(&bytes, piece),
            },
            Ok(false) => self.end(),
            Err(cause) => self.fail(cause),
        }
    }

    fn end(&mut self) {
        self.ended = true;
        self.structure.close(&mut self.text);
        self.text.end();
    }

    /// Reports that a line cannot be read, and ends the reading.
    fn fail(&mut self, cause: io::Error) {
        self.end();
        let (name, line) = (self.name.clone(), self.line);
        self.failed = Some(ReadError::Io { name, line, cause });
    }

    /// Takes up to `most` next lines, if each is a puzzle and nothing else. [`PlainLines::puzzles`]
    /// then gives what [`next`](Iterator::next) would return for them. `None` if the next item is
    /// anything else. Only text that is already in the buffer of the input is examined, so more
    /// plain lines may follow.
    ///
    /// ```
    /// use sudoku_puzzles::Reader;
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let text = format!("{line}\n{line}\n# the end\n");
    /// let mut reader = Reader::new("my.txt", text.as_bytes());
    /// let lines = reader.plain_lines(100).unwrap();
    /// assert!(lines.puzzles().eq([(1, line.parse()?), (2, line.parse()?)]));
    /// assert!(reader.plain_lines(100).is_none() && reader.next().is_none());
    /// # Ok::<(), sudoku_core::ParseGridError>(())
    /// ```
    pub fn plain_lines(&mut self, most: usize) -> Option<PlainLines> {
        let (length, lines) = self.plain_run(most)?;
        let text = self.input.fill_buf().ok()?[..length * lines].to_vec();
        let first = self.line + 1;
        self.input.consume(length * lines);
        self.line += lines as u64;
        Some(PlainLines { first, text, length })
    }

    /// Takes the next line, if it is plain and in the buffer as a whole.
    fn plain_line(&mut self) -> Option<Record> {
        let (length, _) = self.plain_run(1)?;
        let grid = Grid::of_line(&self.input.fill_buf().ok()?[..CELLS])?;
        self.input.consume(length);
        self.line += 1;
        Some(Record::bare(self.line, grid))
    }

    /// The length of each of the next lines and their number, at least 1, if they are plain.
    fn plain_run(&mut self, most: usize) -> Option<(usize, usize)> {
        // The rest of an overlong line is no line.
        let whole = !self.ended && !self.goes_on && self.text.found.is_empty();
        if !whole || self.structure.tree.options.blank.is_some() {
            return None;
        }
        // Nor does a line feed right after a carriage return begin one.
        if mem::take(&mut self.returned) {
            match self.input.fill_buf() {
                Ok([b'\n', ..]) => self.input.consume(1),
                Ok(_) => {}
                Err(_) => self.returned = true,
            }
        }
        let (length, lines) = match self.input.fill_buf() {
            Ok(buffer) => {
                let rest = buffer.get(CELLS..)?;
                let end = ENDS.into_iter().find(|end| rest.starts_with(end))?;
                let lines = buffer.chunks_exact(CELLS + end.len()).take(most);
                (CELLS + end.len(), lines.take_while(|line| is_plain(line, end)).count())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return None,
            Err(cause) => {
                self.line += 1;
                self.fail(cause);
                return None;
            }
        };
        if lines > 0 {
            self.before_plain_line();
        }
        (lines > 0 && self.text.found.is_empty()).then_some((length, lines))
    }
    /// Ends what a line of 81 cells and nothing else ends. Such a line is a puzzle in any place.
    fn before_plain_line(&mut self) {
        if mem::replace(&mut self.plain, true) {
            return;
        }
        self.begun = true;
        self.structure.close(&mut self.text);
        self.text.plain();
    }

    fn any_line(&mut self, bytes: &[u8], piece: bool) {
        self.plain = false;
        let text = String::from_utf8_lossy(bytes);
        // In files that were joined, a byte order mark may begin any line.
        let text = text.trim_start_matches('\u{feff}');
        let line = text.trim();
        let first = !self.begun;
        let open = self.structure.is_open();
        if open || piece || begins(line) && section(line).is_none() {
            self.begun = true;
            let end: &[u8] = if self.goes_on { b"" } else { b"\n" };
            let bytes = [bytes, end].concat();
            self.ended |= !self.structure.feed(&bytes, self.line, &mut self.text);
            return;
        }
        if bytes.len() > LONGEST_LINE {
            if !line.starts_with('#') {
                self.text.end();
                self.text.error(self.line, (LONGEST_LINE + 1, too_long()));
            }
            return self.skip_line();
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
            self.structure.line(self.line, text, &mut self.text);
            if let Some(Err((line, _, fault))) = self.text.found.back_mut()
                && *line == self.line
            {
                *fault = name_byte(fault.clone(), bytes);
            }
        }
    }

    /// Takes a line of a table; false if it is none.
    fn row_of_table(&mut self, line: &str) -> bool {
        let Some(table) = &mut self.table else { return false };
        let fields = table.fields(line).filter(|_| !line.starts_with('#'));
        let Some(fields) = fields else { return false };
        let (tree, all) = (&mut self.structure.tree, table.names.iter().zip(&fields));
        let values: Vec<Named> = all.map(|(name, (_, field))| tree.named(name, field)).collect();
        tree.close(&values);
        let mut column = 1;
        if tree.found.iter().any(Result::is_err) {
            let filled = values.iter().zip(&fields).filter(|(_, (_, field))| !field.is_empty());
            let likely = filled.rev().max_by_key(|(value, _)| value.class);
            column += likely.map_or(0, |(_, (at, _))| line[..at.start].chars().count());
        }
        if let Some(Ok(Decision { record, names: [Some(name), ..] })) = tree.found.last_mut()
            && let Some(at) = table.names.iter().position(|other| other == name)
        {
            rest_of(&line[fields[at].0.end..]).clone_into(&mut record.rest);
        }
        self.text.end();
        self.structure.records((self.line, column), &mut self.text);
        self.text.flush();
        true
    }

    /// Takes a line from the input without its end, or a piece of one that is too long; false at the
    /// end of the input.
    fn take_line(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        self.goes_on = false;
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
                return Ok(!line.is_empty());
            }
            let piece = &buffer[..buffer.len().min(LONGEST_LINE + 1 - line.len())];
            let end = piece.iter().position(|byte| [b'\n', b'\r'].contains(byte));
            self.returned = end.is_some_and(|end| piece[end] == b'\r');
            line.extend_from_slice(&piece[..end.unwrap_or(piece.len())]);
            let taken = end.map_or(piece.len(), |end| end + 1);
            self.input.consume(taken);
            self.goes_on = end.is_none() && line.len() > LONGEST_LINE;
            if end.is_some() || self.goes_on {
                return Ok(true);
            }
        }
    }

    /// Passes over the rest of a line that is too long.
    fn skip_line(&mut self) {
        while self.goes_on {
            if let Err(cause) = self.take_line(&mut Vec::new()) {
                return self.fail(cause);
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

/// Turns an error about the replacement character into one that names the invalid byte.
fn name_byte(fault: Fault, bytes: &[u8]) -> Fault {
    let is_replaced = fault == Fault::Grid(Problem::Character(char::REPLACEMENT_CHARACTER));
    let error = is_replaced.then(|| std::str::from_utf8(bytes).err()).flatten();
    error.map_or(fault, |error| Fault::Byte(bytes[error.valid_up_to()]))
}
