//! Columns of answers, and the reasons of rows without an answer.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{Field, Schema};
use pyo3::prelude::*;
use pyo3_arrow::PyTable;
use sudoku_lab::{Grid, Sudoku};

use crate::puzzles::{Bad, Puzzles};
use crate::rows::each;

/// A column to be: its name and its values.
pub(crate) type Column = (&'static str, ArrayRef);

/// The answer for a row: a value or none, and the reason if there is one.
pub(crate) type Answer<T> = (Option<T>, Option<String>);

/// A function over puzzles.
pub(crate) trait Question: Sync {
    /// The solvers of one thread.
    type State;
    type Value: Send;

    fn start(&self) -> Self::State;

    fn answer(&self, state: &mut Self::State, sudokus: &[Sudoku]) -> Vec<Answer<Self::Value>>;

    /// The answer to clues that contradict each other.
    fn contradictory(&self, grid: &Grid) -> Option<Self::Value>;

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column>;

    /// Metadata of a column.
    fn metadata(&self, _column: &str) -> HashMap<String, String> {
        HashMap::new()
    }
}

/// The answers to rows, one for each.
pub(crate) fn answers<Q: Question>(
    question: &Q,
    state: &mut Q::State,
    puzzles: &Puzzles,
    range: Range<usize>,
) -> Vec<Answer<Q::Value>> {
    let rows: Vec<Result<Sudoku, Bad>> = range.map(|at| puzzles.row(at)).collect();
    let good: Vec<Sudoku> = rows.iter().filter_map(|row| row.as_ref().ok().copied()).collect();
    let mut found = question.answer(state, &good).into_iter();
    let answer = |row: Result<Sudoku, Bad>| match row {
        Ok(_) => found.next().expect("an answer for each"),
        Err(bad) => {
            let value = match &bad {
                Bad::Contradictory(grid, _) => question.contradictory(grid),
                Bad::Unreadable(_) => None,
            };
            (value, Some(bad.why()))
        }
    };
    rows.into_iter().map(answer).collect()
}

/// The table of the answers to all rows, with the column `why` as its last one.
pub(crate) fn table<'py, Q: Question>(
    py: Python<'py>,
    question: &Q,
    puzzles: &Puzzles,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = |state: &mut Q::State, range: Range<usize>| {
        let answers = answers(question, state, puzzles, range);
        let (values, why): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
        let mut columns = question.columns(values);
        columns.push(("why", Arc::new(StringArray::from(why))));
        batch(columns, |column| question.metadata(column))
    };
    let mut batches = each(py, puzzles.len(), threads, || question.start(), batch)?;
    if batches.is_empty() {
        batches.push(batch(&mut question.start(), 0..0));
    }
    of_batches(py, batches)
}

/// A table of these columns, all of one length.
pub(crate) fn of_columns(py: Python<'_>, columns: Vec<Column>) -> PyResult<Bound<'_, PyAny>> {
    of_batches(py, vec![batch(columns, |_| HashMap::new())])
}

fn of_batches(py: Python<'_>, batches: Vec<RecordBatch>) -> PyResult<Bound<'_, PyAny>> {
    let schema = batches[0].schema();
    PyTable::try_new(batches, schema)?.into_arro3(py)
}

fn batch(columns: Vec<Column>, metadata: impl Fn(&str) -> HashMap<String, String>) -> RecordBatch {
    let field = |(name, array): &Column| {
        Field::new(*name, array.data_type().clone(), true).with_metadata(metadata(name))
    };
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(schema), arrays).expect("all columns are of one length")
}
