//! Checks and rates sets of puzzles, and compares them with each other.

use std::io::{BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use sudoku_lab::audit::{Audit, Examiner, Options};
use sudoku_lab::{Encoding, Rater, ReadError, ReadOptions, Reader, Record, open};

use crate::puzzles::Lines;
use crate::rows::{Cancel, each};
use crate::{arrangements, named, wrong};

/// The number of records that are read from a file before they are examined.
const BLOCK: usize = 1 << 16;

/// A row, or its line and the reason why it is no puzzle.
type Row = Result<Record, (u64, String)>;

/// Where puzzles are read.
#[derive(FromPyObject)]
pub(crate) enum Source {
    /// What a file would hold.
    Bytes(PyBackedBytes),
    Path(PathBuf),
    Table(Lines),
}

/// The options of an audit, by the names of the program.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    puzzle: Option<String>,
    solution: Option<String>,
    rating: Option<String>,
    blank: Option<String>,
    encoding: Option<String>,
    arrangements: usize,
    seed: u64,
    examples: u64,
    findings: Option<PathBuf>,
    clean: Option<PathBuf>,
}

impl Asked {
    fn options(self) -> PyResult<Options> {
        let Self { puzzle, solution, rating, examples, seed, findings, clean, .. } = self;
        let encoding = self.encoding.map(|name| named("encoding", &name, &Encoding::ALL));
        let blank = self.blank.map(|sign| ReadOptions::sign(&sign));
        let (encoding, blank) = (encoding.transpose()?, blank.transpose().map_err(wrong)?);
        let arrangements = arrangements(self.arrangements)?;
        let reading = ReadOptions { puzzle, solution, rating, blank, encoding };
        Ok(Options { reading, arrangements, seed, examples, findings, clean })
    }
}

/// The report about named sources, as JSON or in Markdown.
#[pyfunction]
pub(crate) fn audit(
    py: Python<'_>,
    sources: Vec<(String, Source)>,
    options: Asked,
    markdown: bool,
    threads: usize,
) -> PyResult<String> {
    let options = options.options()?;
    let (audit, read, fault) = (Audit::new(options.clone())?, 0, None);
    let mut auditor = Auditor { py, threads, options, audit, read, fault };
    for (name, source) in sources {
        auditor.source(&name, source)?;
    }
    let report = py.detach(|| auditor.audit.finish())?;
    if markdown { Ok(report.markdown()) } else { serde_json::to_string(&report).map_err(wrong) }
}

struct Auditor<'py> {
    py: Python<'py>,
    threads: usize,
    options: Options,
    audit: Audit,
    /// The number of puzzles in this source.
    read: u64,
    /// The fault of the first row in this source that is no puzzle.
    fault: Option<String>,
}

impl Auditor<'_> {
    fn source(&mut self, name: &str, source: Source) -> PyResult<()> {
        self.audit.file(name);
        (self.read, self.fault) = (0, None);
        let reading = self.options.reading.clone();
        let text: Box<dyn Read + Send> = match source {
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            Source::Table(lines) => Box::new(lines),
            Source::Path(path) => {
                self.py.detach(|| self.audit.sum(&path))?;
                return self.text(name, open(path, reading).map_err(|e| refused(name, e))?);
            }
        };
        self.text(name, Reader::new(name, BufReader::new(text)).with(reading))
    }

    fn text(&mut self, name: &str, mut reader: Reader<impl BufRead + Send>) -> PyResult<()> {
        loop {
            let block = self.py.detach(|| block(name, &mut reader))?;
            if block.is_empty() {
                break;
            }
            self.rows(&block)?;
        }
        match &self.fault {
            _ if self.read > 0 => Ok(()),
            Some(fault) => Err(wrong(format!("{name}: no row is a puzzle; {fault}"))),
            None => Err(wrong(format!("{name}: found no row, expected puzzles"))),
        }
    }

    /// Examines the next rows of a source.
    fn rows(&mut self, block: &[Row]) -> PyResult<()> {
        let start = |cancel: &Cancel| {
            let rater = Rater::new(self.options.arrangements, self.options.seed);
            (Examiner::new(rater.cancelled_by(cancel)), cancel.clone())
        };
        let parts =
            each(self.py, block.len(), self.threads, start, |(examiner, cancel), range| {
                let rows = block[range].iter().take_while(|_| !cancel.load(Relaxed));
                let examined = rows.map(|row| row.as_ref().map(|record| examiner.examine(record)));
                examined.collect::<Vec<_>>()
            })?;
        for row in parts.into_iter().flatten() {
            match row {
                Ok(examined) => {
                    self.read += 1;
                    self.audit.take(examined)?;
                }
                Err((line, why)) => {
                    self.fault.get_or_insert_with(|| format!("line {line}: {why}"));
                    self.audit.unreadable(*line, why)?;
                }
            }
        }
        Ok(())
    }
}

/// The next records of a source.
fn block(name: &str, reader: &mut Reader<impl BufRead>) -> PyResult<Vec<Row>> {
    let rows = reader.take(BLOCK).map(|row| match row {
        Ok(record) => Ok(Ok(record)),
        Err(ReadError::Text { line, fault, .. }) => Ok(Err((line, fault.to_string()))),
        Err(ReadError::Io { cause, .. }) if cause.kind() == ErrorKind::InvalidData => {
            Err(refused(name, cause))
        }
        Err(error) => Err(PyOSError::new_err(error.to_string())),
    });
    rows.collect()
}

/// The error for a source that cannot be opened, or holds no text.
fn refused(name: &str, error: std::io::Error) -> PyErr {
    match error.kind() {
        ErrorKind::InvalidData => wrong(format!("{name}: {error}")),
        _ => error.into(),
    }
}
