//! [`Runs`]: sorts more keys than fit into memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, Write};

/// Takes keys in any order. Some are kept in memory, the rest in sorted runs on disk, in unnamed
/// temporary files that vanish with the process.
#[derive(Debug)]
pub(super) struct Runs<const BYTES: usize> {
    keys: Vec<[u8; BYTES]>,
    most: usize,
    spilled: Vec<File>,
}

impl<const BYTES: usize> Runs<BYTES> {
    /// Keeps up to `most` keys in memory.
    pub(super) const fn new(most: usize) -> Self {
        Self { keys: Vec::new(), most, spilled: Vec::new() }
    }

    /// Adds a key.
    ///
    /// # Errors
    ///
    /// When the disk is full or fails.
    pub(super) fn push(&mut self, key: [u8; BYTES]) -> io::Result<()> {
        if self.keys.len() >= self.most {
            self.spill()?;
        }
        self.keys.push(key);
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.keys.sort_unstable();
        let mut run = tempfile::tempfile()?;
        run.write_all(self.keys.as_flattened())?;
        run.rewind()?;
        self.spilled.push(run);
        self.keys.clear();
        Ok(())
    }

    /// Calls `show` with all keys in ascending order.
    ///
    /// # Errors
    ///
    /// Those of `show`, and when the disk fails.
    pub(super) fn each<E: From<io::Error>>(
        mut self,
        mut show: impl FnMut([u8; BYTES]) -> Result<(), E>,
    ) -> Result<(), E> {
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
            show(key)?;
            heads.extend(next(run)?.map(|key| Reverse((key, run))));
        }
        Ok(())
    }
}

fn read<const BYTES: usize>(run: &mut impl Read) -> io::Result<Option<[u8; BYTES]>> {
    let mut key = [0; BYTES];
    match run.read_exact(&mut key) {
        Ok(()) => Ok(Some(key)),
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
        let mut key = || [(); 3].map(|()| random.below(5) as u8);
        let keys: Vec<[u8; 3]> = (0..100).map(|_| key()).collect();
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        for most in [1, 7, 50, 99, 100, 1000] {
            let mut runs = Runs::new(most);
            keys.iter().try_for_each(|key| runs.push(*key)).unwrap();
            let mut shown = Vec::new();
            let taken = runs.each(|key| {
                shown.push(key);
                Ok::<_, io::Error>(())
            });
            taken.unwrap();
            assert_eq!(shown, sorted, "{most}");
        }
    }
}
