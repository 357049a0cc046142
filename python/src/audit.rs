//! Checks and rates sets of puzzles, and compares them with each other.

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use sudoku_audit::{Audit, Examiner};
use sudoku_lab::{Rater, ReadError, Reader, Record, open};

use crate::puzzles::Table;
use crate::rows::each;
use crate::wrong;

/// The number of records that are read from a file before they are examined.
const BLOCK: usize = 1 << 16;

/// A row, or its line and the reason why it is no puzzle.
type Row = Result<Record, (u64, String)>;

#[derive(FromPyObject)]
pub(crate) enum Source {
    File(PathBuf),
    Table(Table),
}

/// The report about named sources as JSON.
#[pyfunction]
pub(crate) fn audit(
    py: Python<'_>,
    sources: Vec<(String, Source)>,
    examples: u64,
    arrangements: usize,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    if arrangements == 0 {
        return Err(wrong("found 0 arrangements, expected 1 or more"));
    }
    let mut audit = Audit::new(examples);
    let start = || Examiner::new(Rater::new(arrangements, seed));
    let take = |audit: &mut Audit, rows: &(dyn Fn(usize) -> Row + Sync), number: usize| {
        let parts = each(py, number, threads, start, |examiner, range| {
            let examine = |row: Row| row.map(|record| examiner.examine(&record));
            range.map(rows).map(examine).collect::<Vec<_>>()
        })?;
        for row in parts.into_iter().flatten() {
            match row {
                Ok(examined) => audit.take(examined)?,
                Err((line, why)) => audit.unreadable(line, why),
            }
        }
        Ok::<(), PyErr>(())
    };
    for (name, source) in sources {
        audit.file(&name);
        match source {
            Source::Table(table) => take(&mut audit, &|at| table.record(at), table.puzzles.len())?,
            Source::File(path) => {
                let mut reader =
                    open(&path).map_err(|error| PyOSError::new_err(error.to_string()))?;
                loop {
                    let block = py.detach(|| block(&mut reader))?;
                    if block.is_empty() {
                        break;
                    }
                    take(&mut audit, &|at| block[at].clone(), block.len())?;
                }
            }
        }
    }
    let report = py.detach(|| audit.finish())?;
    serde_json::to_string(&report).map_err(wrong)
}

/// The next records of a file.
fn block(reader: &mut Reader<impl std::io::BufRead>) -> PyResult<Vec<Row>> {
    let mut rows = Vec::new();
    for row in reader.take(BLOCK) {
        rows.push(match row {
            Ok(record) => Ok(record),
            Err(ReadError::Text { line, fault, .. }) => Err((line, fault.to_string())),
            Err(error) => return Err(PyOSError::new_err(error.to_string())),
        });
    }
    Ok(rows)
}
