//! Checks and rates sets of puzzles, and compares them with each other.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use sudoku_lab::audit::{Audit, Examiner};
use sudoku_lab::{Rater, ReadError, Reader, Record};

use crate::puzzles::Table;
use crate::rows::{Cancel, each};
use crate::{arrangements, wrong};

/// The number of records that are read from a file before they are examined.
const BLOCK: usize = 1 << 16;

/// A row, or its line and the reason why it is no puzzle.
type Row = Result<Record, (u64, String)>;

/// The path of a file, or a table.
type Source = (Option<PathBuf>, Option<Table>);

/// The report about named sources as JSON.
#[pyfunction]
pub(crate) fn audit(
    py: Python<'_>,
    sources: Vec<(String, Source)>,
    examples: u64,
    number: usize,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    let (arrangements, audit) = (arrangements(number)?, Audit::new(examples));
    let (read, fault) = (0, None);
    let mut auditor = Auditor { py, threads, arrangements, seed, audit, read, fault };
    for (name, source) in sources {
        auditor.source(&name, &source)?;
    }
    let report = py.detach(|| auditor.audit.finish())?;
    serde_json::to_string(&report).map_err(wrong)
}

struct Auditor<'py> {
    py: Python<'py>,
    threads: usize,
    arrangements: usize,
    seed: u64,
    audit: Audit,
    /// The number of puzzles in this source.
    read: u64,
    /// The fault of the first row in this source that is no puzzle.
    fault: Option<String>,
}

impl Auditor<'_> {
    fn source(&mut self, name: &str, source: &Source) -> PyResult<()> {
        self.audit.file(name);
        (self.read, self.fault) = (0, None);
        if let (_, Some(table)) = source {
            self.rows(table.puzzles.len(), |at| table.record(at))?;
        }
        if let (Some(path), _) = source {
            let file = BufReader::new(File::open(path)?);
            let mut reader = Reader::new(path.display().to_string(), file);
            loop {
                let block = self.py.detach(|| block(path, &mut reader))?;
                if block.is_empty() {
                    break;
                }
                self.rows(block.len(), |at| block[at].clone())?;
            }
        }
        match &self.fault {
            _ if self.read > 0 => Ok(()),
            Some(fault) => Err(wrong(format!("{name}: no row is a puzzle; {fault}"))),
            None => Err(wrong(format!("{name}: found no row, expected puzzles"))),
        }
    }

    /// Examines the next rows of a source.
    fn rows(&mut self, number: usize, row: impl Fn(usize) -> Row + Sync) -> PyResult<()> {
        let start = |cancel: &Cancel| {
            let rater = Rater::new(self.arrangements, self.seed).cancelled_by(cancel);
            (Examiner::new(rater), cancel.clone())
        };
        let parts = each(self.py, number, self.threads, start, |(examiner, cancel), range| {
            let rows = range.take_while(|_| !cancel.load(Relaxed)).map(&row);
            rows.map(|row| row.map(|record| examiner.examine(&record))).collect::<Vec<_>>()
        })?;
        for row in parts.into_iter().flatten() {
            match row {
                Ok(examined) => {
                    self.read += 1;
                    self.audit.take(examined)?;
                }
                Err((line, why)) => {
                    self.fault.get_or_insert_with(|| format!("line {line}: {why}"));
                    self.audit.unreadable(line, why);
                }
            }
        }
        Ok(())
    }
}

/// The next records of a file.
fn block(path: &Path, reader: &mut Reader<impl BufRead>) -> PyResult<Vec<Row>> {
    let mut rows = Vec::new();
    for row in reader.take(BLOCK) {
        rows.push(match row {
            Ok(record) => Ok(record),
            Err(ReadError::Text { line, fault, .. }) => Err((line, fault.to_string())),
            Err(ReadError::Io { cause, .. }) if cause.to_string().starts_with("found ") => {
                return Err(wrong(format!(
                    "{}: {cause}; read the file with pandas or Polars and pass the table",
                    path.display()
                )));
            }
            Err(error) => return Err(PyOSError::new_err(error.to_string())),
        });
    }
    Ok(rows)
}
