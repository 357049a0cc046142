//! [`Repeats`]: finds the puzzles that occur more than once.

use std::io;

use sudoku_core::Grid;

use super::finding::Finding;
use super::runs::Runs;

/// The size of a grid in bytes, two cells in each byte.
const PACKED: usize = 41;

/// A grid that equivalent puzzles share, the puzzle itself, the number of its file and its line. Keys
/// are ordered by these, in this order.
type Key = [u8; 2 * PACKED + 1 + 8];

/// The number of a file, and a line.
pub type Row = (usize, u64);

fn packed(grid: &Grid) -> [u8; PACKED] {
    let mut bytes = [0; PACKED];
    for (at, digit) in grid.cells().iter().enumerate() {
        bytes[at / 2] |= digit << (4 * (1 - at % 2));
    }
    bytes
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The part of a key that is equal for equal puzzles.
fn puzzle(key: &Key) -> &[u8] {
    &key[PACKED..2 * PACKED]
}

fn row(key: &Key) -> Row {
    (key[2 * PACKED].into(), number(&key[2 * PACKED + 1..]))
}

/// A puzzle that occurs more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// How it repeats the other.
    pub finding: Finding,
    /// The puzzle.
    pub puzzle: Grid,
    /// Its file and line.
    pub row: Row,
    /// The first row with the same puzzle, or with an equivalent one.
    pub first: Row,
}

impl Repeat {
    fn of(finding: Finding, key: &Key, first: Row) -> Self {
        let cell = |at: usize| puzzle(key)[at / 2] >> (4 * (1 - at % 2)) & 15;
        let puzzle = Grid::try_from(std::array::from_fn(cell)).expect("a grid was packed");
        Self { finding, puzzle, row: row(key), first }
    }
}

/// Finds the puzzles that occur more than once among any number. Memory holds as many of them as
/// wanted, and the largest class of equivalent puzzles; the rest is on disk.
#[derive(Debug)]
pub struct Repeats {
    keys: Runs<{ size_of::<Key>() }>,
}

impl Repeats {
    /// Keeps up to `most` puzzles in memory, 91 bytes each.
    pub const fn new(most: usize) -> Self {
        Self { keys: Runs::new(most) }
    }

    /// Adds a puzzle of a file and a line. `class` is a grid that equivalent puzzles share.
    ///
    /// # Errors
    ///
    /// When the disk is full or fails.
    pub fn push(&mut self, class: &Grid, puzzle: &Grid, file: u8, line: u64) -> io::Result<()> {
        let mut key = [file; size_of::<Key>()];
        key[..PACKED].copy_from_slice(&packed(class));
        key[PACKED..2 * PACKED].copy_from_slice(&packed(puzzle));
        key[2 * PACKED + 1..].copy_from_slice(&line.to_be_bytes());
        self.keys.push(key)
    }

    /// Calls `found` with every repetition in this number of files. Classes of equivalent puzzles
    /// come one after the other.
    ///
    /// # Errors
    ///
    /// Those of `found`, and when the disk is full or fails.
    pub fn each<E: From<io::Error>>(
        self,
        files: usize,
        mut found: impl FnMut(Repeat) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut class = Class { same: vec![None; files], ..Class::default() };
        let mut found = |finding, key: &Key, first| found(Repeat::of(finding, key, first));
        self.keys.each(|key| class.take(key, &mut found))?;
        class.end(&mut found)
    }
}

/// Takes a repetition, and the first place of the puzzle or of an equivalent one.
type Found<'a, E> = dyn FnMut(Finding, &Key, Row) -> Result<(), E> + 'a;

/// A class of equivalent puzzles. The keys of each class come one after the other, in ascending
/// order.
#[derive(Default)]
struct Class {
    last: Option<Key>,
    /// The first line of the last puzzle in each file.
    same: Vec<Option<u64>>,
    /// The first row of each puzzle in each file.
    firsts: Vec<Key>,
    /// Rows of the other files whose puzzle is not itself in the first file.
    others: Vec<Key>,
}

impl Class {
    fn take<E>(&mut self, key: Key, found: &mut Found<'_, E>) -> Result<(), E> {
        match self.last.replace(key) {
            Some(last) if last[..PACKED] != key[..PACKED] => self.end(found)?,
            Some(last) if puzzle(&last) != puzzle(&key) => self.same.fill(None),
            _ => {}
        }
        let (file, line) = row(&key);
        match self.same[file] {
            Some(first) => found(Finding::Duplicate, &key, (file, first))?,
            None => self.firsts.push(key),
        }
        self.same[file].get_or_insert(line);
        match self.same[0] {
            _ if file == 0 => {}
            Some(first) => found(Finding::Leak, &key, (0, first))?,
            None => self.others.push(key),
        }
        Ok(())
    }

    /// Ends the class; the next key begins another one.
    fn end<E>(&mut self, found: &mut Found<'_, E>) -> Result<(), E> {
        self.firsts.sort_unstable_by_key(row);
        for in_file in self.firsts.chunk_by(|one, other| row(one).0 == row(other).0) {
            let first = row(&in_file[0]);
            for key in &in_file[1..] {
                found(Finding::Equivalent, key, first)?;
            }
            if first.0 == 0 {
                for key in &self.others {
                    found(Finding::EquivalentLeak, key, first)?;
                }
            }
        }
        self.firsts.clear();
        self.others.clear();
        self.same.fill(None);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Symmetry;

    use super::*;

    #[test]
    fn a_repetition_names_the_first_line_whatever_fits_into_memory() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle: Grid = text.parse().unwrap();
        let other = puzzle.with(0, 0);
        let turned = |seed| Symmetry::random(seed).apply(&puzzle);
        let of_other = Symmetry::random(3).apply(&other);
        let same = |earlier| Some((Finding::Duplicate, earlier));
        let like = |earlier| Some((Finding::Equivalent, earlier));
        let rows = [
            (puzzle, puzzle, None),
            (other, other, None),
            (puzzle, turned(1), like(0)),
            (puzzle, turned(2), like(0)),
            (puzzle, turned(1), same(2)),
            (puzzle, puzzle, same(0)),
            (puzzle, turned(2), same(3)),
            (other, of_other, like(1)),
        ];
        for most in [1, 3, 100] {
            let mut repeats = Repeats::new(most);
            // Rows may come in any order.
            for line in (0..rows.len()).rev() {
                let (class, puzzle, _) = &rows[line];
                repeats.push(class, puzzle, 0, line as u64).unwrap();
            }
            let mut found = Vec::new();
            let taken = repeats.each(1, |repeat| {
                found.push(repeat);
                Ok::<_, io::Error>(())
            });
            taken.unwrap();
            found.sort_by_key(|repeat| repeat.row);
            let expected = (0..).zip(rows).filter_map(|(line, (_, puzzle, repeats))| {
                let (finding, first) = repeats?;
                Some(Repeat { finding, puzzle, row: (0, line), first: (0, first) })
            });
            assert!(expected.eq(found), "{most}");
        }
    }
}
