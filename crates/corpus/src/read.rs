//! [`Reader`]: puzzles from a file, one after the other.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, Read};

use sudoku_core::{Grid, ParseGridError, Problem, is_blank};

/// A line longer than this many bytes is refused unread, so that no file can fill the memory.
const LONGEST_LINE: usize = 1 << 16;

/// Reads puzzles from a text of any length, as they come; it never reads past the line that
/// completes a puzzle.
///
/// - One puzzle a line: 81 cells, as [`Grid`] reads them. More text may follow after a space, a
///   comma or any other sign that is neither a letter nor a digit nor a cell; it is kept as
///   [`Record::rest`].
/// - Nine lines of nine cells, with or without box borders. Such a block ends with its ninth row,
///   and before that at a blank line, a comment, a puzzle on one line, or the end of the text.
/// - A table with commas between its columns, if its first line names them and one is called
///   `puzzle`, `quiz`, `question` or `sudoku`; the columns after that one are the rest.
/// - A line that begins with `#` is a comment.
///
/// An error does not end the reading: the next line, or the line after a damaged block, is read
/// as if nothing had happened. Bytes that are not UTF-8, a byte order mark and the line ends of
/// Windows do no harm.
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
    input: R,
    line: u64,
    bytes: u64,
    /// Set by the first line that is neither blank nor a comment.
    begun: bool,
    /// Of a table, the column that holds the puzzle.
    column: usize,
    ended: bool,
    block: Block,
    /// One line can end a damaged block and hold a puzzle: two results.
    ready: VecDeque<Result<Record, ReadError>>,
}

/// A puzzle of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The puzzle. Its clues may contradict each other.
    pub grid: Grid,
    /// What follows the puzzle on its line, without the separator.
    pub rest: String,
}

/// What goes wrong while reading. Displays as one line, `NAME:LINE:COLUMN: ...`.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is not a puzzle there. The reading goes on.
    #[error("{name}:{line}:{column}: {fault}")]
    Text {
        /// What the text was called.
        name: String,
        /// The line in the text, from 1.
        line: u64,
        /// The character in the line, from 1; one past the end where something is missing.
        column: usize,
        /// What was found there, and what was expected.
        fault: Fault,
    },
    /// The text could not be read. The reading ends.
    #[error("{name}:{line}: cannot read on: {cause}")]
    Io {
        /// What the text was called.
        name: String,
        /// The line that could not be read, from 1.
        line: u64,
        /// Why.
        cause: io::Error,
    },
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It is not a puzzle, nor a row of one.
    Grid(Problem),
    /// A byte that is not UTF-8.
    Byte(u8),
    /// The puzzle is complete, and goes on without a separator.
    NoSeparator(char),
    /// Only cells, but not as many as a row or a puzzle has.
    Cells(usize),
    /// More than 65,536 bytes.
    TooLong,
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
                write!(f, "found {found} cell{s}, expected 81, or 9 on each of nine lines")
            }
            Self::TooLong => {
                write!(f, "found a line of more than {LONGEST_LINE} bytes, expected a puzzle")
            }
        }
    }
}

/// Rows on their way to become a puzzle.
#[derive(Debug, Default)]
struct Block {
    first_line: u64,
    text: String,
    rows: usize,
    /// Where the last row ends.
    line: u64,
    column: usize,
    /// Set after an error: its other rows are passed over.
    damaged: bool,
}

/// What a line is.
enum Line {
    /// The rest begins at this byte.
    Puzzle(Grid, usize),
    Row,
    Border,
    /// Column, fault, and whether the line is meant to be one of nine rows.
    Bad(usize, Fault, bool),
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`; `name` is what its errors call it: a path, `stdin`, ...
    ///
    /// A `&[u8]` is an input, and so is a `BufReader` around a file.
    pub fn new(name: impl Into<String>, input: R) -> Self {
        Self {
            name: name.into(),
            input,
            line: 0,
            bytes: 0,
            begun: false,
            column: 0,
            ended: false,
            block: Block::default(),
            ready: VecDeque::new(),
        }
    }

    /// What the text is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many bytes have been taken in so far, up to the end of a line.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads one line and puts what it completes into `ready`.
    fn step(&mut self) {
        let mut bytes = Vec::new();
        let taken = take_line(&mut self.input, &mut bytes);
        self.line += 1;
        match taken {
            Ok(0) => {
                self.ended = true;
                return self.end_block();
            }
            Ok(taken) => self.bytes += taken,
            Err(cause) => {
                self.ended = true;
                let (name, line) = (self.name.clone(), self.line);
                return self.ready.push_back(Err(ReadError::Io { name, line, cause }));
            }
        }
        if bytes.len() > LONGEST_LINE && !bytes.ends_with(b"\n") {
            self.end_block();
            return self.error(self.line, LONGEST_LINE + 1, Fault::TooLong);
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        let trimmed = text.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return self.end_block();
        }
        if !self.begun {
            self.begun = true;
            if let Some(column) = puzzle_column(text) {
                self.column = column;
                return;
            }
        }
        let (before, text) = text.split_at(start_of_column(text, self.column));
        let before = before.chars().count();
        match classify(text) {
            Line::Border => {}
            Line::Puzzle(grid, rest) => {
                self.end_block();
                let rest = rest_of(&text[rest..]).to_owned();
                self.ready.push_back(Ok(Record { line: self.line, grid, rest }));
            }
            Line::Row => self.row(text),
            Line::Bad(column, mut fault, row) => {
                let column = before + column;
                if fault == Fault::Grid(Problem::Character(char::REPLACEMENT_CHARACTER)) {
                    fault = invalid_byte(&bytes).map_or(fault, Fault::Byte);
                }
                if row {
                    self.error(self.line, column, fault);
                    self.block.damaged = true;
                    self.row(text);
                } else {
                    self.end_block();
                    self.error(self.line, column, fault);
                }
            }
        }
    }

    /// Takes a row into the block, and the block as a puzzle when it is the ninth.
    fn row(&mut self, text: &str) {
        let block = &mut self.block;
        if block.rows == 0 {
            block.first_line = self.line;
        }
        block.rows += 1;
        (block.line, block.column) = (self.line, text.chars().count() + 1);
        if !block.damaged {
            block.text.push_str(text);
            block.text.push('\n');
        }
        if block.rows == 9 {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        if block.rows == 0 || block.damaged {
            return;
        }
        match block.text.parse() {
            Ok(grid) => {
                let line = block.first_line;
                self.ready.push_back(Ok(Record { line, grid, rest: String::new() }));
            }
            Err(ParseGridError { problem, .. }) => {
                self.error(block.line, block.column, Fault::Grid(problem));
            }
        }
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

fn is_cell(symbol: char) -> bool {
    is_blank(symbol) || symbol.is_ascii_digit()
}

fn classify(text: &str) -> Line {
    let mut cells = text.char_indices().filter(|&(_, symbol)| is_cell(symbol));
    // A whole puzzle, and something else or nothing after it.
    if let Some((last, _)) = cells.nth(80) {
        let end = last + 1;
        let next = text[end..].chars().next();
        // A lone carriage return would make a whole file of them the rest of its first puzzle.
        let goes_on = |next| is_cell(next) || next.is_alphanumeric() || next == '\r';
        if !next.is_some_and(goes_on) {
            match text[..end].parse() {
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
    // The parser tells rows and borders: of the nine rows that it wants, they are one or none.
    match text.parse::<Grid>() {
        Ok(grid) => Line::Puzzle(grid, text.len()),
        Err(ParseGridError { problem: Problem::Rows(0), .. }) => Line::Border,
        Err(ParseGridError { problem: Problem::Rows(1), .. }) => Line::Row,
        Err(ParseGridError { column, problem, .. }) => {
            let cells = text.chars().filter(|&symbol| is_cell(symbol)).count();
            // Nine cells with some missing, too many or mistyped; anything else is no row.
            let row = (6..=12).contains(&cells) && text.chars().count() < 40;
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

/// Which column of a table holds the puzzle, if this is the line that names them.
fn puzzle_column(text: &str) -> Option<usize> {
    let names = ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku"];
    let is_puzzle = |name: &str| {
        let name = name.trim().trim_matches('"');
        names.iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    if text.contains(',') { text.split(',').position(is_puzzle) } else { None }
}

/// Where a column begins; the beginning of a line that has not so many.
fn start_of_column(text: &str, column: usize) -> usize {
    let commas = text.match_indices(',').map(|(at, _)| at + 1);
    std::iter::once(0).chain(commas).nth(column).unwrap_or(0)
}

/// The text after the cells of a puzzle, without what separates it from them.
fn rest_of(text: &str) -> &str {
    let separator = |c: char| c.is_whitespace() || ",;:#|\"'])}".contains(c);
    text.trim_start_matches(separator).trim_end()
}

/// Takes a line with its end from the input, and says how many bytes that were; 0 is the end. Of
/// a line that is too long, only the beginning is kept.
fn take_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    let mut taken = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    if taken > LONGEST_LINE && !line.ends_with(b"\n") {
        taken += input.skip_until(b'\n')?;
    }
    Ok(taken as u64)
}

fn invalid_byte(bytes: &[u8]) -> Option<u8> {
    std::str::from_utf8(bytes).err().map(|error| bytes[error.valid_up_to()])
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn rows(grid: &str) -> Vec<&str> {
        (0..9).map(|row| &grid[row * 9..][..9]).collect()
    }

    fn boxed(grid: &str) -> String {
        let mut drawing = String::from("+---+---+---+\n");
        for three in rows(grid).chunks(3) {
            for row in three {
                drawing.extend(["|", &row[..3], "|", &row[3..6], "|", &row[6..], "|\n"]);
            }
            drawing += "+---+---+---+\n";
        }
        drawing
    }

    /// `line rest` of every puzzle, which must be the example, and every error as it is shown.
    fn read(text: impl AsRef<[u8]>) -> Vec<String> {
        let grid: Grid = LINE.parse().unwrap();
        let show = |item| match item {
            Ok(Record { line, grid: read, rest }) => {
                assert_eq!(read, grid);
                format!("{line} {rest}").trim_end().to_owned()
            }
            Err(error) => ReadError::to_string(&error),
        };
        Reader::new("f", text.as_ref()).map(show).collect()
    }

    #[test]
    fn a_line_is_a_puzzle_and_keeps_what_follows() {
        for (after, rest) in [
            ("", ""),
            ("  \t", ""),
            (" 5.0 hard", "5.0 hard"),
            ("\t12", "12"),
            (",534678912,x", "534678912,x"),
            ("#easy # very", "easy # very"),
            (" # easy", "easy"),
            ("; naïve", "naïve"),
            ("\"]]", ""),
            (" 1 - 4208", "1 - 4208"),
        ] {
            let read: Vec<_> = Reader::new("f", format!("{LINE}{after}").as_bytes()).collect();
            assert_eq!(read.len(), 1, "{after}");
            assert_eq!(read[0].as_ref().unwrap().rest, rest, "{after}");
        }
        assert_eq!(read(format!("  {LINE} a\n\n# {LINE}\n{LINE}\n")), ["1 a", "4"]);
    }

    #[test]
    fn blocks_need_no_blank_line_between_them() {
        let nine = rows(LINE).join("\n") + "\n";
        assert_eq!(read(format!("{nine}{nine}{LINE}\n{nine}")), ["1", "10", "19", "20"]);
        let drawn = boxed(LINE);
        assert_eq!(read(format!("{drawn}{drawn}\n\n# x\n{drawn}")), ["2", "15", "31"]);
        assert_eq!(read(format!("{}\n", rows(LINE).join(" \n"))), ["1"]);
        assert_eq!(read(format!("{:#}", LINE.parse::<Grid>().unwrap())), ["1"]);
    }

    #[test]
    fn tables_say_which_column_holds_the_puzzle() {
        assert_eq!(read(format!("quizzes,solutions\n{LINE},5346\n")), ["2 5346"]);
        assert_eq!(read(format!("# x\n\nPuzzle,Rating\n{LINE},5.0\n")), ["4 5.0"]);
        assert_eq!(read(format!("\"id\",\"Puzzle\"\n\"7\",\"{LINE}\"\n")), ["2"]);
        assert_eq!(
            read(format!(
                "source,question,answer,rating\né12,{LINE},5346,7\né12,{},5346,7\n{LINE}\n",
                LINE.replacen('.', "a", 1)
            )),
            [
                "2 5346,7",
                "f:3:7: found 'a', expected a digit from 1 to 9 or a blank (one of . 0 _ * - x ?)",
                "4",
            ]
        );
        // Only the first line can name columns.
        assert!(read(format!("{LINE}\npuzzle,solution\n"))[1].starts_with("f:2:1: found 'p'"));
        assert!(read("puzzle\n")[0].starts_with("f:1:1: found 'p'"));
    }

    #[test]
    fn line_ends_and_byte_order_marks_do_no_harm() {
        let nine = rows(LINE).join("\r\n");
        assert_eq!(read(format!("\u{feff}{LINE}\r\n\r\n{nine}\r\n")), ["1", "3"]);
        assert_eq!(
            read(format!("{LINE}\r{LINE}\r")),
            [
                "f:1:82: found '\\r' right after 81 cells, expected the end of the line or a separator"
            ]
        );
        assert_eq!(read(""), [""; 0]);
        assert_eq!(read("\n# nothing\n\n"), [""; 0]);
    }

    #[test]
    fn errors_say_where_and_the_reading_goes_on() {
        let wrong = LINE.replacen("95", "a5", 1);
        assert_eq!(
            read(format!("# x\n{LINE}\n{wrong}\n{LINE}")),
            [
                "2",
                "f:3:14: found 'a', expected a digit from 1 to 9 or a blank (one of . 0 _ * - x ?)",
                "4",
            ]
        );
        let short = &LINE[..80];
        assert_eq!(
            read(format!("{short}\n{LINE}9\n{LINE}abc\n{LINE}\n53..7....6..\n53...\n")),
            [
                "f:1:81: found 80 cells, expected 81, or 9 on each of nine lines",
                "f:2:83: found 82 cells, expected 81",
                "f:3:82: found 'a' right after 81 cells, expected the end of the line or a separator",
                "4",
                "f:5:10: found 12 cells, expected 9",
                "f:6:6: found 5 cells, expected 81, or 9 on each of nine lines",
            ]
        );
    }

    #[test]
    fn bytes_that_are_not_text_are_named() {
        let mut bytes = format!("{LINE} caf\n").into_bytes();
        bytes[85] = 0xe9;
        assert_eq!(read(&bytes), ["1 caf\u{fffd}"]);
        bytes[4] = 0xe9;
        assert_eq!(
            read(&bytes),
            ["f:1:5: found the byte 0xe9, which is not UTF-8, expected a digit from 1 to 9 or a \
              blank (one of . 0 _ * - x ?)"]
        );
    }

    #[test]
    fn a_damaged_block_costs_only_itself() {
        let nine = rows(LINE).join("\n") + "\n";
        // A row with a wrong character: its other rows are passed over, the next block is read.
        for row in [0, 4, 8] {
            let mut lines = rows(LINE);
            let wrong = lines[row].replacen('.', "z", 1);
            lines[row] = &wrong;
            let read = read(format!("{nine}{}\n{nine}", lines.join("\n")));
            assert_eq!([&read[0], &read[2]], ["1", "19"]);
            assert_eq!(read.len(), 3);
            assert!(read[1].starts_with(&format!("f:{}:", 10 + row)), "{}", read[1]);
        }
        // A row that is missing shows at the end of the block.
        let eight = rows(LINE)[..8].join("\n") + "\n";
        let missing = "found 8 rows of 9 cells, expected 9 rows";
        for end in ["\n", "# comment\n"] {
            let read = read(format!("{eight}{end}{nine}"));
            assert_eq!(read, [format!("f:8:10: {missing}"), "10".to_owned()]);
        }
        assert_eq!(read(format!("{eight}{LINE} x\n")), [&format!("f:8:10: {missing}"), "9 x"]);
        assert_eq!(read(&eight), [format!("f:8:10: {missing}")]);
        assert_eq!(
            read(format!("{}12345678\n{nine}", &eight[..10])),
            [
                "f:2:9: found 8 cells, expected 9",
                "f:11:10: found 2 rows of 9 cells, expected 9 rows"
            ]
        );
    }

    #[test]
    fn a_line_without_end_fills_no_memory() {
        let endless = io::repeat(b'.').take(1 << 28);
        let text = endless.chain("\n".as_bytes()).chain(LINE.as_bytes());
        let mut reader = Reader::new("f", BufReader::new(text));
        let read: Vec<_> = reader.by_ref().collect();
        assert_eq!(reader.bytes(), (1 << 28) + 1 + 81);
        assert_eq!(
            read[0].as_ref().unwrap_err().to_string(),
            "f:1:65537: found a line of more than 65536 bytes, expected a puzzle"
        );
        assert_eq!(read[1].as_ref().unwrap().line, 2);
        assert_eq!(read.len(), 2);
        let longest = format!("{LINE} {}\n{LINE}", "x".repeat(LONGEST_LINE - 82));
        assert!(Reader::new("f", longest.as_bytes()).all(|record| record.is_ok()));
    }

    /// A source that must not be read after its text has been.
    struct Eager<'a>(&'a [u8]);

    impl Read for Eager<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("read too far")),
                read => Ok(read),
            }
        }
    }

    #[test]
    fn nothing_is_read_past_a_complete_puzzle() {
        for text in [format!("{LINE}\n"), rows(LINE).join("\n") + "\n"] {
            let mut reader = Reader::new("f", BufReader::with_capacity(1, Eager(text.as_bytes())));
            assert!(reader.next().unwrap().is_ok());
            let error = reader.next().unwrap().unwrap_err();
            let line = text.lines().count() + 1;
            assert_eq!(error.to_string(), format!("f:{line}: cannot read on: read too far"));
            assert!(reader.next().is_none(), "an error of the source ends the reading");
        }
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        proptest::array::uniform32(0_u8..=9)
            .prop_map(|digits| Grid::try_from(std::array::from_fn(|at| digits[at % 32])).unwrap())
    }

    /// A puzzle written down in one of the layouts, and how many lines come before its first.
    fn written() -> impl Strategy<Value = (Grid, String)> {
        (any_grid(), 0..6).prop_map(|(grid, layout)| {
            let line = grid.to_string();
            let text = match layout {
                0 => line + "\n",
                1 => line.replace('.', "0") + ",rest\r\n",
                2 => rows(&line).join("\n") + "\n",
                3 => format!("# {line}\n{grid:#}\n"),
                4 => format!("\n{}\n", boxed(&line)),
                _ => rows(&line).join("\r\n") + "\r\n\r\n",
            };
            (grid, text)
        })
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            for item in Reader::new("f", bytes.as_slice()) {
                let ends = matches!(item, Err(ReadError::Io { .. }));
                prop_assert!(!ends);
            }
        }

        #[test]
        fn no_text_of_cells_panics(text in "([-.0-9|+=*#a\u{e9}\u{fffd} ]{0,90}\r?\n){0,12}") {
            let lines = text.lines().count() as u64;
            for item in Reader::new("f", text.as_bytes()) {
                match item {
                    Ok(record) => prop_assert!(record.line <= lines),
                    Err(ReadError::Text { line, column, .. }) => {
                        let text = text.lines().nth(line as usize - 1).unwrap();
                        prop_assert!((1..=text.chars().count() + 1).contains(&column));
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }

        #[test]
        fn what_is_written_is_read(puzzles in proptest::collection::vec(written(), 0..8)) {
            let text: String = puzzles.iter().map(|(_, text)| text.as_str()).collect();
            let read: Vec<Grid> =
                Reader::new("f", text.as_bytes()).map(|record| record.unwrap().grid).collect();
            let grids: Vec<Grid> = puzzles.iter().map(|(grid, _)| *grid).collect();
            prop_assert_eq!(read, grids);
        }

        #[test]
        fn no_good_line_is_lost(
            parts in proptest::collection::vec((any_grid(), "[-.0-9a|\u{fffd} ]{0,90}"), 1..20)
        ) {
            let mut text = String::new();
            let mut good = Vec::new();
            for (index, (grid, bad)) in parts.iter().enumerate() {
                text.extend([bad, "\n", &grid.to_string(), "\n"]);
                good.push((index as u64 * 2 + 2, *grid));
            }
            let read: Vec<_> = Reader::new("f", text.as_bytes())
                .flatten()
                .map(|record| (record.line, record.grid))
                .filter(|(line, _)| line % 2 == 0)
                .collect();
            prop_assert_eq!(read, good);
        }
    }
}
