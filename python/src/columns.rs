//! Columns of answers, and the reasons why rows have none.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{Field, Schema};
use pyo3::prelude::*;
use pyo3_arrow::PyTable;
use sudoku_lab::{Grid, Sudoku};

use crate::puzzles::{Bad, Puzzles};
use crate::rows::{Cancel, each};

/// A column: its name and its values.
pub(crate) type Column = (&'static str, ArrayRef);

/// A function over puzzles.
pub(crate) trait Question: Sync {
    /// The solvers of one thread.
    type State;
    type Value: Send;

    /// The number of puzzles that are answered together. Few of them keep the time short until the
    /// user can stop.
    const AT_ONCE: usize = 8;

    /// `cancel` stops every search.
    fn start(&self, cancel: &Cancel) -> Self::State;

    /// The answer to each puzzle, if there is one.
    fn answer(&self, state: &mut Self::State, sudokus: &[Sudoku]) -> Vec<Option<Self::Value>>;

    /// The answer to clues that contradict each other.
    fn contradictory(&self, grid: &Grid) -> Option<Self::Value>;

    /// The reason why an answer is missing or lacks something.
    fn why(&self, _sudoku: &Sudoku, _answer: &Option<Self::Value>) -> Option<String> {
        None
    }

    /// True if puzzles may have clues that contradict each other, because `answer` then has no answer,
    /// and `why` finds the reason.
    fn finds_contradictions(&self, _state: &Self::State) -> bool {
        false
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column>;

    /// Metadata of a column.
    fn metadata(&self, _column: &str) -> HashMap<String, String> {
        HashMap::new()
    }
}

/// [`Question::AT_ONCE`] for a solver that searches several puzzles side by side; so few that they
/// stay in the cache.
pub(crate) const SIDE_BY_SIDE: usize = 256;

/// The solvers of one thread, and the flag that stops them.
pub(crate) type Asked<S> = (S, Cancel);

pub(crate) fn start<Q: Question>(question: &Q, cancel: &Cancel) -> Asked<Q::State> {
    (question.start(cancel), cancel.clone())
}

/// The answers for a range of rows.
pub(crate) struct Answers<T> {
    /// One for each row; fewer where the user has stopped.
    pub(crate) values: Vec<Option<T>>,
    /// The rows that have no answer or only a part of one, counted from the first of the range, and the
    /// reasons.
    why: Vec<(usize, String)>,
}

pub(crate) fn answers<Q: Question>(
    question: &Q,
    (state, cancel): &mut Asked<Q::State>,
    puzzles: &Puzzles,
    range: Range<usize>,
) -> Answers<Q::Value> {
    let (mut values, mut why) = (Vec::with_capacity(range.len()), Vec::new());
    let check = !question.finds_contradictions(state);
    for start in range.clone().step_by(Q::AT_ONCE) {
        if cancel.load(Relaxed) {
            break;
        }
        let block = start..range.end.min(start + Q::AT_ONCE);
        let (mut sudokus, mut bad) = (Vec::with_capacity(block.len()), Vec::new());
        puzzles.each(block.clone(), check, |at, row| match row {
            Ok(sudoku) => sudokus.push(sudoku),
            Err(reason) => bad.push((at, reason)),
        });
        let mut bad = bad.into_iter().peekable();
        let mut found = question.answer(state, &sudokus).into_iter().zip(&sudokus);
        for at in block {
            let (value, reason) = match bad.next_if(|(other, _)| *other == at) {
                Some((_, bad)) => {
                    let value = match &bad {
                        Bad::Contradictory(grid, _) => question.contradictory(grid),
                        Bad::Unreadable(_) => None,
                    };
                    (value, Some(bad.why()))
                }
                None => {
                    let (value, sudoku) = found.next().expect("an answer for each");
                    let reason = question.why(sudoku, &value);
                    (value, reason)
                }
            };
            values.push(value);
            why.extend(reason.map(|reason| (at - range.start, reason)));
        }
    }
    Answers { values, why }
}

impl<T> Answers<T> {
    /// The column of the reasons.
    fn why(&self) -> ArrayRef {
        let mut why = self.why.iter().peekable();
        let reason = |row| why.next_if(|(other, _)| *other == row).map(|(_, reason)| reason);
        Arc::new((0..self.values.len()).map(reason).collect::<StringArray>())
    }
}

/// The table of the answers for all rows; its last column is `why`.
pub(crate) fn table<'py, Q: Question>(
    py: Python<'py>,
    question: &Q,
    puzzles: &Puzzles,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = |asked: &mut Asked<Q::State>, range: Range<usize>| {
        let answers = answers(question, asked, puzzles, range);
        let why = answers.why();
        let mut columns = question.columns(answers.values);
        columns.push(("why", why));
        batch(columns, |column| question.metadata(column))
    };
    let mut batches = each(py, puzzles.len(), threads, |cancel| start(question, cancel), batch)?;
    if batches.is_empty() {
        batches.push(batch(&mut start(question, &Cancel::default()), 0..0));
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
