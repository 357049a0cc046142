//! [`PlainLines`]: consecutive lines of exactly 81 cells each.

use sudoku_core::Grid;

pub(super) const CELLS: usize = 81;

/// The ends of such a line. All lines of a run have the same.
pub(super) const ENDS: [&[u8]; 2] = [b"\n", b"\r\n"];

/// Lines of a text, each of 81 digits and dots and a line end. To find them takes a small part of the
/// time that reading them takes, and another thread can read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainLines {
    pub(super) first: u64,
    pub(super) text: Vec<u8>,
    /// The length of each line in bytes, with its end.
    pub(super) length: usize,
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

/// The grid of a line of exactly 81 digits and dots; `None` if both 0 and dots are in it.
pub(super) fn plain(line: &[u8]) -> Option<Grid> {
    Grid::of_line(line).filter(|_| !line.contains(&b'0') || !line.contains(&b'.'))
}

/// True for 81 digits and dots and this end. A line with both 0 and dots is none: it is refused.
pub(super) fn is_plain(line: &[u8], end: &[u8]) -> bool {
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
