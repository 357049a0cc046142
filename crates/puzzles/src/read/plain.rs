//! [`PlainLines`]: consecutive lines of exactly 81 cells each.

use std::io::{self, BufRead};
use std::mem;

use sudoku_core::Grid;

use super::{Reader, Record};

const CELLS: usize = 81;

/// The ends of such a line. All lines of a run have the same.
const ENDS: [&[u8]; 2] = [b"\n", b"\r\n"];

/// Lines of a text, each of 81 digits and dots and a line end. To find them takes a small part of the
/// time that reading them takes, and another thread can read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainLines {
    first: u64,
    text: Vec<u8>,
    /// The length of each line in bytes, with its end.
    length: usize,
}

impl PlainLines {
    /// The number of puzzles, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "there are no empty ones")]
    pub fn len(&self) -> usize {
        self.text.len() / self.length
    }

    /// The puzzles, each with the number of its line, from 1.
    pub fn puzzles(&self) -> impl Iterator<Item = (u64, Grid)> {
        let lines = (self.first..).zip(self.text.chunks_exact(self.length));
        lines.filter_map(|(line, text)| Some((line, Grid::of_line(&text[..CELLS])?)))
    }
}

impl<R: BufRead> Reader<R> {
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
    pub(super) fn plain_line(&mut self) -> Option<Record> {
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
}

/// True for 81 digits and dots and this end. A line with both 0 and dots is none: it is refused.
fn is_plain(line: &[u8], end: &[u8]) -> bool {
    line.split_first_chunk::<CELLS>().is_some_and(|(cells, rest)| {
        // Checking all bytes is faster than stopping at the first wrong one: no step depends on
        // another.
        let seen = cells.iter().fold(0, |seen, &sign| {
            let other = !(sign.is_ascii_digit() || sign == b'.');
            seen | u8::from(sign == b'0') | u8::from(sign == b'.') << 1 | u8::from(other) << 2
        });
        rest == end && seen < 3
    })
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;
    use crate::ReadError;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    type Item = Result<Record, String>;

    fn one_by_one(text: &str) -> Vec<Item> {
        Reader::new("f", text.as_bytes())
            .map(|item| item.map_err(|error| error.to_string()))
            .collect()
    }

    /// Reads the text in runs of up to `most` plain lines, through a buffer of this size in bytes.
    fn in_runs(text: &str, most: usize, buffer: usize) -> Vec<Item> {
        let mut reader = Reader::new("f", BufReader::with_capacity(buffer, text.as_bytes()));
        let mut items = Vec::new();
        loop {
            if let Some(lines) = reader.plain_lines(most) {
                let before = items.len();
                items.extend(lines.puzzles().map(|(line, grid)| Ok(Record::bare(line, grid))));
                assert!(items.len() == before + lines.len() && (1..=most).contains(&lines.len()));
            } else if let Some(item) = reader.next() {
                items.push(item.map_err(|error| error.to_string()));
            } else {
                return items;
            }
        }
    }

    #[test]
    fn a_run_ends_where_a_line_is_not_plain() {
        let text = format!("{LINE}\n{LINE}\n{LINE} x\n{LINE}\n");
        let mut reader = Reader::new("f", text.as_bytes());
        assert_eq!(reader.plain_lines(9).map(|lines| lines.len()), Some(2));
        assert_eq!(reader.plain_lines(9), None);
        assert_eq!(reader.next().unwrap().unwrap().rest, "x");
        assert_eq!(reader.plain_lines(9).map(|lines| lines.first), Some(4));
        assert!(reader.plain_lines(9).is_none() && reader.next().is_none());
        assert_eq!(reader.bytes(), text.len() as u64);
    }

    #[test]
    fn lines_of_every_system_are_plain() {
        let text = format!("{LINE}\r\n{LINE}\r\n{LINE}\n{LINE} x\r\n{LINE}\r\n{LINE}\r\n");
        let mut reader = Reader::new("f", text.as_bytes());
        let mut length = || reader.plain_lines(9).map(|lines| lines.len());
        assert_eq!([length(), length(), length()], [Some(2), Some(1), None]);
        assert_eq!(reader.next().unwrap().unwrap().rest, "x");
        assert_eq!(reader.plain_lines(9).map(|lines| (lines.first, lines.len())), Some((5, 2)));
        assert!(reader.plain_lines(9).is_none() && reader.next().is_none());
        assert_eq!(reader.bytes(), text.len() as u64);
    }

    #[test]
    fn an_error_of_the_source_is_not_lost() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let source = io::Read::chain(LINE.as_bytes(), io::Read::chain("\n".as_bytes(), Broken));
        let mut reader = Reader::new("f", BufReader::new(source));
        assert!(reader.plain_lines(9).is_none() && reader.next().unwrap().is_ok());
        assert_eq!(reader.plain_lines(9), None);
        let error = reader.next().unwrap().unwrap_err();
        assert!(matches!(error, ReadError::Io { line: 2, .. }), "{error}");
        assert!(reader.next().is_none());
    }

    /// Pieces of a text that change the meaning of the lines after them.
    const PIECES: [&str; 15] = [
        "",
        "\r\n",
        "# comment\n",
        "53..7....\n6..195...\n",
        "Grid 1\n",
        "[Puzzle]\n",
        "[State]\n",
        "[Notes]\n",
        "id,puzzle,solution\n",
        "---------\n",
        "no puzzle\n",
        "[\n",
        "{\"puzzle\": \"53..7\n",
        "int grid[9][9] =\n",
        "1..\n",
    ];

    proptest! {
        #[test]
        fn runs_change_nothing(
            pieces in proptest::collection::vec((0..PIECES.len(), 0..4_usize, "\n|\r|\r\n| x\n"), 0..12),
            most in 1..5_usize,
            buffer in 1..400_usize,
        ) {
            let mut text = String::new();
            for (piece, lines, end) in pieces {
                text += PIECES[piece];
                text += &format!("{LINE}{end}").repeat(lines);
                text += LINE;
                text += &end;
            }
            prop_assert_eq!(in_runs(&text, most, buffer), one_by_one(&text));
        }
    }
}
