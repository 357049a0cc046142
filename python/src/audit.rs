//! Checks and rates sets of puzzles, and compares them with each other.

use std::io::{BufReader, Cursor, Read};
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use sudoku_lab::audit::{Audit, Options, Report};
use sudoku_lab::{ReadOptions, Reader, Unpack, open};

use crate::errors::{Failed, wrong};
use crate::puzzles::Table;
use crate::questions::arrangements;
use crate::rows::threads;

/// The path of a file, and what stands for its content: bytes, or a table.
type Source = (Option<PathBuf>, Option<PyBackedBytes>, Option<Table>);

/// The report about named sources, as JSON or in Markdown. The options are JSON.
#[pyfunction]
pub(crate) fn audit(
    py: Python<'_>,
    sources: Vec<(String, Source)>,
    options: &str,
    markdown: bool,
    number: usize,
) -> PyResult<String> {
    let options: Options = serde_json::from_str(options).map_err(wrong)?;
    arrangements(options.arrangements)?;
    options.reading.blank.as_deref().map(ReadOptions::sign).transpose().map_err(wrong)?;
    let (threads, reading) = (threads(number), options.reading.clone());
    let report = || {
        let mut audit = Audit::new(options)?;
        for (name, (path, bytes, table)) in sources {
            audit.file(&name);
            path.as_deref().map_or(Ok(()), |path| audit.sum(path))?;
            let text: Option<Box<dyn Read + Send>> = match (bytes, table) {
                (Some(bytes), _) => Some(Box::new(Cursor::new(bytes))),
                (_, table) => table.map(|table| Box::new(Unpack::of_batches(table.0)) as _),
            };
            let mut reader = match text {
                Some(text) => Reader::new(name, BufReader::new(text)).with(reading.clone()),
                None => open(path.unwrap_or_default(), reading.clone())?,
            };
            let signals = |_, _| Python::attach(|py| py.check_signals()).map_err(Failed);
            audit.read(&mut reader, threads, signals)?;
        }
        Ok(audit.finish()?)
    };
    let report: Report = py.detach(report).map_err(|Failed(error)| error)?;
    if markdown { Ok(report.markdown()) } else { serde_json::to_string(&report).map_err(wrong) }
}
