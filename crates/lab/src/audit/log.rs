//! [`Log`]: puts lines in order that come in any.

use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

use tempfile::SpooledTempFile;

use super::runs::Runs;

/// The length in bytes from which lines are kept on disk.
const HELD: usize = 1 << 20;

/// The number of keys in memory, 24 bytes each.
const KEYS: usize = 1 << 18;

/// Takes lines in any order. A few are kept in memory, the rest on disk, in unnamed temporary files
/// that vanish with the process.
#[derive(Debug)]
pub struct Log {
    lines: BufWriter<SpooledTempFile>,
    length: u64,
    /// The key of each line, and where the line begins.
    order: Runs<24>,
}

impl Default for Log {
    fn default() -> Self {
        let lines = BufWriter::new(SpooledTempFile::new(HELD));
        Self { lines, length: 0, order: Runs::new(KEYS) }
    }
}

impl Log {
    /// Adds a line, with its end.
    ///
    /// # Errors
    ///
    /// When the disk is full or fails.
    pub fn push(&mut self, key: u128, line: &str) -> io::Result<()> {
        let mut place = [0; 24];
        place[..16].copy_from_slice(&key.to_be_bytes());
        place[16..].copy_from_slice(&self.length.to_be_bytes());
        self.order.push(place)?;
        self.length += line.len() as u64;
        self.lines.write_all(line.as_bytes())
    }

    /// Calls `show` with the lines in the order of their keys, and those of one key as they came.
    ///
    /// # Errors
    ///
    /// Those of `show`, and when the disk is full or fails.
    pub fn each<E: From<io::Error>>(
        self,
        mut show: impl FnMut(u128, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let lines = self.lines.into_inner().map_err(io::Error::from)?;
        // A line may stand anywhere among the others.
        let (mut lines, mut at) = (BufReader::with_capacity(1 << 9, lines), 0_u64);
        lines.rewind()?;
        self.order.each(|place| {
            let number =
                |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all << 8 | u128::from(*byte));
            let (key, begin) = (number(&place[..16]), number(&place[16..]) as u64);
            lines.seek_relative(begin.wrapping_sub(at).cast_signed())?;
            let mut line = String::new();
            at = begin + lines.read_line(&mut line)? as u64;
            show(key, &line)
        })
    }
}
