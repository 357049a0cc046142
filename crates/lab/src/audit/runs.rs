//! [`Runs`]: sorts more keys than fit into memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::mem;

use sudoku_core::Grid;

/// The size of a grid in bytes, two cells in each byte.
const PACKED: usize = 41;

/// The size of a [`Key`] in bytes.
const BYTES: usize = 2 * PACKED + 1 + 8;

/// The canonical form of a puzzle, the puzzle itself, the number of its file and its line. Keys are
/// ordered by these, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key([u8; BYTES]);

impl Key {
    pub(crate) fn new(canonical: &Grid, puzzle: &Grid, file: u8, line: u64) -> Self {
        let mut key = [0; BYTES];
        for (part, grid) in [canonical, puzzle].into_iter().enumerate() {
            for (at, digit) in grid.cells().iter().enumerate() {
                key[part * PACKED + at / 2] |= digit << (4 * (1 - at % 2));
            }
        }
        key[2 * PACKED] = file;
        key[2 * PACKED + 1..].copy_from_slice(&line.to_be_bytes());
        Self(key)
    }

    /// The part that is equal for equivalent puzzles.
    pub(crate) fn class(&self) -> &[u8] {
        &self.0[..PACKED]
    }

    /// The part that is equal for equal puzzles.
    pub(crate) fn puzzle(&self) -> &[u8] {
        &self.0[PACKED..2 * PACKED]
    }

    pub(crate) fn file(&self) -> usize {
        self.0[2 * PACKED].into()
    }

    pub(crate) fn line(&self) -> u64 {
        self.0[2 * PACKED + 1..].iter().fold(0, |line, byte| line << 8 | u64::from(*byte))
    }
}

/// Takes keys in any order. Some are kept in memory, the rest in sorted runs on disk, in unnamed
/// temporary files that vanish with the process.
#[derive(Debug)]
pub(crate) struct Runs {
    keys: Vec<Key>,
    most: usize,
    spilled: Vec<File>,
}

impl Runs {
    /// Keeps up to `most` keys in memory.
    pub(crate) const fn new(most: usize) -> Self {
        Self { keys: Vec::new(), most, spilled: Vec::new() }
    }

    pub(crate) fn push(&mut self, key: Key) -> io::Result<()> {
        if self.keys.len() >= self.most {
            self.spill()?;
        }
        self.keys.push(key);
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut keys = mem::take(&mut self.keys);
        keys.sort_unstable();
        let mut run = BufWriter::new(tempfile::tempfile()?);
        keys.iter().try_for_each(|key| run.write_all(&key.0))?;
        let mut run = run.into_inner().map_err(io::IntoInnerError::into_error)?;
        run.rewind()?;
        self.spilled.push(run);
        keys.clear();
        self.keys = keys;
        Ok(())
    }

    /// Calls `show` with all keys in ascending order.
    pub(crate) fn each(mut self, mut show: impl FnMut(Key)) -> io::Result<()> {
        self.keys.sort_unstable();
        let mut last = self.keys.into_iter();
        let mut runs: Vec<_> = self.spilled.into_iter().map(BufReader::new).collect();
        let end = runs.len();
        let mut next = |run: usize| if run == end { Ok(last.next()) } else { read(&mut runs[run]) };
        let mut heads = BinaryHeap::new();
        for run in 0..=end {
            heads.extend(next(run)?.map(|key| Reverse((key, run))));
        }
        while let Some(Reverse((key, run))) = heads.pop() {
            show(key);
            heads.extend(next(run)?.map(|key| Reverse((key, run))));
        }
        Ok(())
    }
}

fn read(run: &mut impl Read) -> io::Result<Option<Key>> {
    let mut key = [0; BYTES];
    match run.read_exact(&mut key) {
        Ok(()) => Ok(Some(Key(key))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;

    use super::*;

    #[test]
    fn keys_come_in_order_from_memory_and_from_disk() {
        let mut random = Random::seeded(1);
        let mut grid = || {
            let cells = (0..81).map(|_| random.below(10) as u8).collect::<Vec<_>>();
            Grid::try_from(<[u8; 81]>::try_from(cells).unwrap()).unwrap()
        };
        let keys: Vec<Key> = (0..100)
            .map(|line| Key::new(&grid(), &grid(), (line % 2) as u8, line << 33 | line))
            .collect();
        for (line, key) in keys.iter().enumerate() {
            let line = line as u64;
            assert_eq!((key.file(), key.line()), ((line % 2) as usize, line << 33 | line));
        }
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        for most in [1, 7, 50, 99, 100, 1000] {
            let mut runs = Runs::new(most);
            keys.iter().try_for_each(|key| runs.push(*key)).unwrap();
            let mut shown = Vec::new();
            runs.each(|key| shown.push(key)).unwrap();
            assert_eq!(shown, sorted, "{most}");
        }
    }
}
