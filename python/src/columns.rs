//! Columns of answers, and the reasons why rows have none.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, StructArray};
use arrow_schema::{DataType, Field, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PyTable;
use sudoku_lab::{Grid, Limits, Stop, Sudoku};

use crate::puzzles::{Bad, Puzzles, part};
use crate::rows::{Cancel, each};

/// The result of a function for Python.
pub(crate) type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// A column: its name and its values.
pub(crate) type Column = (&'static str, ArrayRef);

/// A function over puzzles.
pub(crate) trait Question: Send + Sync {
    /// The solvers of one thread.
    type State: 'static;
    type Value: Send;

    /// The number of puzzles that are answered together. Few of them keep the time short until the
    /// user can stop.
    const AT_ONCE: usize = 8;

    /// `limits` are those of every single search; `cancel` stops it, too.
    fn start(&self, limits: Limits, cancel: &Cancel) -> Self::State;

    /// The answer to each puzzle, if there is one.
    fn answer(&self, state: &mut Self::State, of: &[Sudoku]) -> Vec<Option<Self::Value>>;

    /// The answer to clues that contradict each other.
    fn contradictory(&self, _grid: &Grid) -> Option<Self::Value> {
        None
    }

    /// The stop that a search has come to instead of an answer.
    fn stop(_value: &Self::Value) -> Option<Stop> {
        None
    }

    /// The reason why an answer is missing or lacks something.
    fn why(&self, _sudoku: &Sudoku, answer: &Option<Self::Value>) -> Option<String> {
        Some(Self::stop(answer.as_ref()?)?.to_string())
    }

    /// True if puzzles may have clues that contradict each other, because `answer` then has no answer,
    /// and `why` finds the reason.
    fn finds_contradictions(&self, _state: &Self::State) -> bool {
        false
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column>;

    /// An answer that is a grid, as numbers.
    fn cells(_value: Option<Self::Value>) -> [i8; 81] {
        [0; 81]
    }

    /// Metadata of a column.
    fn metadata(&self, _column: &str) -> HashMap<String, String> {
        HashMap::new()
    }
}

/// [`Question::AT_ONCE`] for a solver that searches several puzzles side by side; so few that they
/// stay in the cache.
pub(crate) const SIDE_BY_SIDE: usize = 256;

/// The solvers of one thread, and the flag that stops them.
type Asked<S> = (S, Cancel);

/// The answers for a range of rows; fewer where the user has stopped.
struct Answers<T> {
    values: Vec<Option<T>>,
    /// The reasons of the rows that have no answer or only a part of one.
    why: Vec<Option<String>>,
}

/// A question and the limits of its searches.
pub(crate) struct Ready<Q> {
    question: Q,
    limits: Limits,
    id: usize,
}

/// The number of calls after which the search for one text moves to a thread of its own, so that the
/// user can stop it: some milliseconds at most.
const QUICK: u64 = 10_000;

/// The number of questions whose solvers a thread keeps.
const MOST_KEPT: usize = 8;

thread_local! {
    /// The solvers for one text, by the id of their question.
    static KEPT: RefCell<HashMap<usize, Box<dyn Any>>> = RefCell::default();
}

/// A [`Question`] of any kind.
pub(crate) trait Ask: Send + Sync {
    /// The answer about one puzzle: a value, or a dictionary of all columns if they are several.
    fn one<'py>(&self, py: Python<'py>, grid: Grid) -> Object<'py>;

    /// The table of the answers for all rows; its last column is `why`.
    fn table<'py>(&self, py: Python<'py>, puzzles: &Puzzles, threads: usize) -> Object<'py>;

    /// Fills the numpy array `out` with the cells of all answers.
    fn fill(&self, out: &Bound<'_, PyAny>, puzzles: &Puzzles, threads: usize) -> PyResult<()>;
}

impl<Q: Question> Ready<Q> {
    pub(crate) fn new(question: Q, limits: Limits) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Self { question, limits, id: NEXT.fetch_add(1, Relaxed) }
    }

    fn start(&self, limits: Limits, cancel: &Cancel) -> Asked<Q::State> {
        (self.question.start(limits, cancel), cancel.clone())
    }

    fn answers(
        &self,
        (state, cancel): &mut Asked<Q::State>,
        puzzles: &Puzzles,
        range: Range<usize>,
    ) -> Answers<Q::Value> {
        let (mut values, mut why) =
            (Vec::with_capacity(range.len()), Vec::with_capacity(range.len()));
        let check = !self.question.finds_contradictions(state);
        for start in range.clone().step_by(Q::AT_ONCE) {
            if cancel.load(Relaxed) {
                break;
            }
            let block = start..range.end.min(start + Q::AT_ONCE);
            let mut rows = Vec::with_capacity(block.len());
            puzzles.each(block, check, |row| rows.push(row));
            let sudokus: Vec<Sudoku> = rows.iter().flatten().copied().collect();
            let mut found = self.question.answer(state, &sudokus).into_iter();
            for row in rows {
                let (value, reason) = match row {
                    Ok(sudoku) => {
                        let value = found.next().expect("an answer for each");
                        let reason = self.question.why(&sudoku, &value);
                        (value, reason)
                    }
                    Err(Bad::Contradictory(grid, conflict)) => {
                        (self.question.contradictory(&grid), Some(conflict.to_string()))
                    }
                    Err(Bad::Unreadable(reason)) => (None, Some(reason)),
                };
                values.push(value);
                why.push(reason);
            }
        }
        Answers { values, why }
    }

    fn batch(&self, answers: Answers<Q::Value>) -> RecordBatch {
        let mut columns = self.question.columns(answers.values);
        columns.push(("why", Arc::new(StringArray::from(answers.why))));
        batch(columns, |column| self.question.metadata(column))
    }

    /// Calls `make` with the answers for parts of the rows.
    fn each<T: Send>(
        &self,
        py: Python<'_>,
        puzzles: &Puzzles,
        threads: usize,
        make: impl Fn(Answers<Q::Value>, Range<usize>) -> T + Sync,
    ) -> PyResult<Vec<T>> {
        let start = |cancel: &Cancel| self.start(self.limits, cancel);
        let work = |asked: &mut Asked<Q::State>, range: Range<usize>| {
            make(self.answers(asked, puzzles, range.clone()), range)
        };
        each(py, puzzles.len(), threads, start, work)
    }

    /// The answer about one puzzle if a search of [`QUICK`] calls finds it. It starts no thread, and
    /// Python waits.
    fn quick(&self, puzzle: &Puzzles) -> Answers<Q::Value> {
        let calls = Some(self.limits.calls.map_or(QUICK, |calls| calls.min(QUICK)));
        let started = || self.start(Limits { calls, ..self.limits }, &Cancel::default());
        let kept = KEPT.with_borrow_mut(|kept| kept.remove(&self.id));
        let kept = kept.and_then(|kept| kept.downcast().ok());
        let mut asked = kept.unwrap_or_else(|| Box::new(started()));
        let answers = self.answers(&mut asked, puzzle, 0..1);
        KEPT.with_borrow_mut(|kept| {
            if kept.len() == MOST_KEPT {
                kept.clear();
            }
            kept.insert(self.id, asked);
        });
        answers
    }
}

impl<Q: Question> Ask for Ready<Q> {
    fn one<'py>(&self, py: Python<'py>, grid: Grid) -> Object<'py> {
        let puzzle = Puzzles::One(grid);
        let stop = |answers: &Answers<Q::Value>| Q::stop(answers.values[0].as_ref()?);
        let mut answers = self.quick(&puzzle);
        if stop(&answers) == Some(Stop::Calls(QUICK)) && self.limits.calls != Some(QUICK) {
            answers = self.each(py, &puzzle, 1, |answers, _| answers)?.remove(0);
        }
        let stop = stop(&answers);
        let columns = self.question.columns(answers.values);
        if let [(_, column)] = &columns[..] {
            let stopped = |stop: Stop| Err(PyTimeoutError::new_err(stop.to_string()));
            return stop.map_or_else(|| first(py, column), stopped);
        }
        let row = first(py, &StructArray::from(batch(columns, |_| HashMap::new())))?;
        row.set_item("why", answers.why.pop().flatten())?;
        Ok(row)
    }

    fn table<'py>(&self, py: Python<'py>, puzzles: &Puzzles, threads: usize) -> Object<'py> {
        let mut batches = self.each(py, puzzles, threads, |answers, _| self.batch(answers))?;
        if batches.is_empty() {
            batches.push(self.batch(Answers { values: Vec::new(), why: Vec::new() }));
        }
        of_batches(py, batches)
    }

    fn fill(&self, out: &Bound<'_, PyAny>, puzzles: &Puzzles, threads: usize) -> PyResult<()> {
        let (py, out) = (out.py(), out.clone().unbind());
        let fill = |answers: Answers<Q::Value>, range: Range<usize>| {
            let cells: Vec<_> = answers.values.into_iter().map(Q::cells).collect();
            Python::attach(|py| {
                part(out.bind(py), range)?.copy_from_slice(py, cells.as_flattened())
            })
        };
        self.each(py, puzzles, threads, fill)?.into_iter().collect()
    }
}

/// The value in the first row of a column.
fn first<'py>(py: Python<'py>, column: &dyn Array) -> Object<'py> {
    if column.is_null(0) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(0).into_bound_py_any(py),
        DataType::Boolean => column.as_boolean().value(0).into_bound_py_any(py),
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(0).into_bound_py_any(py),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(0).into_bound_py_any(py),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(0).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(0).into_bound_py_any(py),
        DataType::Struct(fields) => {
            let row = PyDict::new(py);
            for (field, column) in fields.iter().zip(column.as_struct().columns()) {
                row.set_item(field.name(), first(py, column)?)?;
            }
            Ok(row.into_any())
        }
        other => unreachable!("no column is of {other}"),
    }
}

/// A table of these columns, all of one length.
pub(crate) fn of_columns(py: Python<'_>, columns: Vec<Column>) -> Object<'_> {
    of_batches(py, vec![batch(columns, |_| HashMap::new())])
}

fn of_batches(py: Python<'_>, batches: Vec<RecordBatch>) -> Object<'_> {
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
