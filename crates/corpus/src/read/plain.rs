//! [`PlainLines`]: a run of lines that are 81 cells each and nothing else.

use std::io::{self, BufRead};

use sudoku_core::Grid;

use super::Reader;

/// Bytes of such a line, with its end.
const LENGTH: usize = 82;

/// Lines of a text that are a puzzle each: 81 digits and dots, and a line feed. To find them takes
/// a small part of the time that reading them takes, which another thread can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainLines {
    first: u64,
    text: Vec<u8>,
}

impl PlainLines {
    /// The number of puzzles: one at least.
    #[allow(clippy::len_without_is_empty, reason = "there are no empty ones")]
    pub fn len(&self) -> usize {
        self.text.len() / LENGTH
    }

    /// The puzzles, each with the number of its line, from 1.
    pub fn puzzles(&self) -> impl Iterator<Item = (u64, Grid)> {
        let lines = (self.first..).zip(self.text.chunks_exact(LENGTH));
        lines.filter_map(|(line, text)| Some((line, Grid::of_line(&text[..LENGTH - 1])?)))
    }
}

impl<R: BufRead> Reader<R> {
    /// Takes the next lines, up to this number of them, if each is a puzzle and nothing else; what
    /// [`next`](Iterator::next) would return for them is `PlainLines::puzzles`. `None` if another
    /// item comes first. Only text that is in the buffer of the input already is looked at, so that
    /// a run may end before the plain lines do.
    ///
    /// ```
    /// use sudoku_corpus::Reader;
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
        // The line feed of a carriage return is no line, and neither is the rest of a long one.
        if self.ended || self.returned || self.goes_on.is_some() || !self.ready.is_empty() {
            return None;
        }
        let lines = match self.input.fill_buf() {
            Ok(buffer) => buffer.as_chunks().0.iter().take(most).take_while(|line| is_plain(line)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return None,
            Err(cause) => {
                self.line += 1;
                self.fail(cause);
                return None;
            }
        };
        let length = lines.count() * LENGTH;
        if length == 0 {
            return None;
        }
        self.before_plain_line();
        if !self.ready.is_empty() {
            return None;
        }
        let first = self.line + 1;
        let text = self.input.fill_buf().ok()?[..length].to_vec();
        self.input.consume(length);
        self.line += (length / LENGTH) as u64;
        Some(PlainLines { first, text })
    }
}

/// True for 81 digits and dots and a line feed.
fn is_plain(line: &[u8; LENGTH]) -> bool {
    // Testing all bytes takes less time than stopping at the first other one: there is no branch.
    let other = |&symbol: &u8| u8::from(!symbol.is_ascii_digit()) & u8::from(symbol != b'.');
    let others = line[..LENGTH - 1].iter().map(other).fold(0, |any, other| any | other);
    line[LENGTH - 1] == b'\n' && others == 0
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;
    use crate::{ReadError, Record};

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    type Item = Result<Record, String>;

    fn one_by_one(text: &str) -> Vec<Item> {
        Reader::new("f", text.as_bytes())
            .map(|item| item.map_err(|error| error.to_string()))
            .collect()
    }

    /// In runs of up to this number of lines, from a buffer of this size.
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
                text += &format!("{LINE}\n").repeat(lines);
                text += LINE;
                text += &end;
            }
            prop_assert_eq!(in_runs(&text, most, buffer), one_by_one(&text));
        }
    }
}
