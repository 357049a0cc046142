//! [`Audit::read`]: examines the puzzles of a reader on several threads.

use std::cell::Cell;
use std::io::{self, BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sudoku_puzzles::{NO_PUZZLE, ReadError, Reader, Record};

use super::Audit;
use super::examine::{Examined, examine};
use crate::{Rater, in_order};

/// The number of rows that a thread takes at once.
const BLOCK: usize = 256;

/// A row that was examined, or its line and the reason why it is no puzzle.
type Row = Result<Examined, (u64, String)>;

impl Audit {
    /// Adds all that a reader finds to the file that has begun. It is examined on this many threads,
    /// which changes no result. `tick` gets the numbers of bytes and rows so far, about every 50 ms;
    /// its error ends the work, even within a search.
    ///
    /// # Errors
    ///
    /// Those of `tick` and of the reader, when the disk is full or fails, and when no row is a puzzle.
    ///
    /// # Panics
    ///
    /// When no [`file`](Self::file) has begun, and when a solver is found to be wrong.
    pub fn read<E: From<io::Error>>(
        &mut self,
        reader: &mut Reader<impl BufRead>,
        threads: usize,
        tick: impl Fn(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (cancel, mut failure, mut fault) = (Arc::<AtomicBool>::default(), None, None);
        let (arrangements, seed) = (self.options.arrangements, self.options.seed);
        let (bytes, rows) = (Cell::new(0), Cell::new(0));
        let next = || {
            let mut block: Vec<_> = reader.take(BLOCK).collect();
            if let Some(Err(ReadError::Io { .. })) = block.last() {
                failure = block.pop().and_then(Result::err);
            }
            bytes.set(reader.bytes());
            Some(block).filter(|block| !block.is_empty())
        };
        let start = || Rater::new(arrangements, seed).cancelled_by(&cancel);
        let work = |rater: &mut Rater, block: Vec<_>| {
            let rows = block.into_iter().take_while(|_| !cancel.load(Relaxed));
            rows.map(|row| examined(rater, row)).collect::<Vec<_>>()
        };
        let take = |block: Vec<Row>| {
            for row in block {
                rows.set(rows.get() + 1);
                match row {
                    Ok(examined) => self.take(examined)?,
                    Err((line, why)) => {
                        self.unreadable(line, &why)?;
                        fault.get_or_insert_with(|| format!("line {line}: {why}"));
                    }
                }
            }
            Ok(())
        };
        let tick = || tick(bytes.get(), rows.get());
        in_order((threads, &cancel), next, start, work, take, tick)?;
        Ok(self.end(failure.as_ref(), fault)?)
    }

    /// The end of a file: an error if it could not be read, or has no puzzle.
    fn end(&self, failure: Option<&ReadError>, fault: Option<String>) -> io::Result<()> {
        let file = self.files.last().expect("a file has begun");
        let what = match (failure, fault) {
            (Some(error @ ReadError::Io { cause, .. }), _) => {
                return Err(io::Error::new(cause.kind(), error.to_string()));
            }
            (_, Some(fault)) if file.found[0] == file.rows => {
                format!("none of {} rows could be read; {fault}", file.rows)
            }
            (_, None) if file.rows == 0 => NO_PUZZLE.to_owned(),
            _ => return Ok(()),
        };
        Err(io::Error::new(ErrorKind::InvalidData, format!("{}: {what}", file.name)))
    }
}

fn examined(rater: &mut Rater, row: Result<Record, ReadError>) -> Row {
    match row {
        Ok(record) => Ok(examine(rater, &record)),
        Err(ReadError::Text { line, fault, .. }) => Err((line, fault.to_string())),
        Err(error @ ReadError::Io { line, .. }) => Err((line, error.to_string())),
    }
}
