//! [`Audit::read`]: examines the puzzles of a reader on several threads.

use std::cell::Cell;
use std::io::{self, BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sudoku_puzzles::{NO_PUZZLE, ReadError, Reader, Record};

use super::{Audit, Finding, SAMPLE};
use crate::{Rater, Rating, in_order};

/// The number of rows that a thread takes at once.
const BLOCK: usize = 256;

/// A puzzle as its file has it, its rating, and what is wrong with it.
type Examined = (Record, Rating, Vec<(Finding, String)>);

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
                        let row = self.row(line);
                        self.files[row.0].rows += 1;
                        self.find(Finding::Unreadable, row, &why, None)?;
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

    /// Adds an examined puzzle.
    fn take(&mut self, (record, rating, findings): Examined) -> io::Result<()> {
        let Record { line, rating: given, .. } = record;
        let row = self.row(line);
        let file = &mut self.files[row.0];
        file.rows += 1;
        let number = given.as_ref().and_then(|text| text.parse().ok());
        let number = number.filter(|number: &f64| number.is_finite());
        if let (Some(mean), Some(sd)) = (rating.guesses_mean, rating.guesses_sd) {
            file.unique += u64::from(rating.solutions == Some(1));
            file.minimal += u64::from(rating.minimal == Some(true));
            file.singles += u64::from(rating.singles == Some(true));
            file.locked += u64::from(rating.locked == Some(true));
            file.rated += u64::from(number.is_some());
            let rated = (number, mean, sd);
            let (sample, seen, random) = &mut self.samples[row.0];
            *seen += 1;
            if sample.len() < SAMPLE {
                sample.push(rated);
            } else if let Some(place) = sample.get_mut(random.below(*seen) as usize) {
                *place = rated;
            }
        }
        let Rating { puzzle, canonical, solution, .. } = rating;
        if let Some(solution) = solution
            && self.options.clean.is_some()
            && findings.is_empty()
        {
            let texts = vec![puzzle.to_string(), solution.to_string(), given.unwrap_or_default()];
            self.note(row, &(None, None, texts))?;
        }
        for (finding, message) in findings {
            self.find(finding, row, &message, None)?;
        }
        self.repeats.push(&canonical, &puzzle, row.0 as u8, row.1)
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
        Ok(record) => Ok(examine(rater, record)),
        Err(ReadError::Text { line, fault, .. }) => Err((line, fault.to_string())),
        Err(error @ ReadError::Io { line, .. }) => Err((line, error.to_string())),
    }
}

/// Examines a puzzle and what its file says about it: some hundred microseconds for most puzzles.
fn examine(rater: &mut Rater, record: Record) -> Examined {
    let rating = rater.rate(&record.grid);
    let findings = match (record.grid.conflict(), rating.stop) {
        (Some(conflict), _) => vec![(Finding::Contradictory, conflict.to_string())],
        (None, stop) => {
            let undecided = stop.map(|stop| (Finding::Undecided, stop.to_string()));
            let number = || rating.solutions.and_then(Finding::of_number);
            let findings = undecided.or_else(number).into_iter();
            findings.chain(Finding::of_solution(&record)).collect()
        }
    };
    (record, rating, findings)
}
