//! Columns of answers, and the reasons why rows have none.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, StructArray, UInt8Array,
    UInt32Array, UInt64Array, new_null_array,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTimeoutError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString};
use pyo3_arrow::PyTable;
use sudoku_lab::{Counts, Grid, Limits, Stop, Sudoku, Work};

use crate::puzzles::{Bad, Puzzles, part};
use crate::rows::{Cancel, MOST, each};

/// The result of a function for Python.
pub(crate) type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// A column: its name and its values.
type Column = (&'static str, ArrayRef);

/// The answers to some puzzles; `None` for a puzzle without one.
pub(crate) type Values<Q> = Vec<Option<<Q as Question>::Value>>;

/// A part of an answer, by the function that reads it.
pub(crate) enum Part<V> {
    Grid(fn(&V) -> Option<Grid>),
    Text(fn(&V) -> Option<&str>),
    Flag(fn(&V) -> Option<bool>),
    Small(fn(&V) -> Option<u8>),
    Number(fn(&V) -> Option<u32>),
    Large(fn(&V) -> Option<u64>),
    Mean(fn(&V) -> Option<f64>),
    Work(Vec<Work>, fn(&V) -> Option<&Counts>),
}

/// The parts of an answer, by their names.
pub(crate) type Parts<V> = Vec<(&'static str, Part<V>)>;

impl<V> Part<V> {
    /// This part of all answers.
    fn column(&self, values: &[Option<V>]) -> ArrayRef {
        let values = || values.iter().map(Option::as_ref);
        match self {
            Self::Grid(of) => grids(values().map(|value| of(value?))),
            Self::Text(of) => Arc::new(values().map(|value| of(value?)).collect::<StringArray>()),
            Self::Flag(of) => Arc::new(values().map(|value| of(value?)).collect::<BooleanArray>()),
            Self::Small(of) => Arc::new(values().map(|value| of(value?)).collect::<UInt8Array>()),
            Self::Number(of) => Arc::new(values().map(|value| of(value?)).collect::<UInt32Array>()),
            Self::Large(of) => Arc::new(values().map(|value| of(value?)).collect::<UInt64Array>()),
            Self::Mean(of) => Arc::new(values().map(|value| of(value?)).collect::<Float64Array>()),
            Self::Work(all, of) => {
                let field = |what: &Work| Field::new(what.name(), DataType::UInt64, true);
                let column = |what: &Work| -> ArrayRef {
                    Arc::new(values().map(|value| of(value?)?.get(*what)).collect::<UInt64Array>())
                };
                let fields: Vec<_> = all.iter().map(field).collect();
                Arc::new(StructArray::new(fields.into(), all.iter().map(column).collect(), None))
            }
        }
    }

    /// This part of one answer.
    fn object<'py>(&self, py: Python<'py>, value: Option<&V>) -> Object<'py> {
        match self {
            Self::Grid(of) => value.and_then(of).map(|grid| grid.to_string()).into_bound_py_any(py),
            Self::Text(of) => value.and_then(of).into_bound_py_any(py),
            Self::Flag(of) => value.and_then(of).into_bound_py_any(py),
            Self::Small(of) => value.and_then(of).into_bound_py_any(py),
            Self::Number(of) => value.and_then(of).into_bound_py_any(py),
            Self::Large(of) => value.and_then(of).into_bound_py_any(py),
            Self::Mean(of) => value.and_then(of).into_bound_py_any(py),
            Self::Work(all, of) => {
                let counts = value.and_then(of);
                let pair = |what: &Work| (what.name(), counts.and_then(|counts| counts.get(*what)));
                all.iter().map(pair).into_py_dict(py).map(Bound::into_any)
            }
        }
    }
}

/// A column of grids as 81 characters.
fn grids(values: impl Iterator<Item = Option<Grid>>) -> ArrayRef {
    let rows = values.size_hint().0;
    let mut texts = BinaryBuilder::with_capacity(rows, 81 * rows);
    values.for_each(|grid| texts.append_option(grid.as_ref().map(Grid::line)));
    Arc::new(StringArray::try_from_binary(texts.finish()).expect("all symbols are ASCII"))
}

/// A function over puzzles.
pub(crate) trait Question: Send + Sync {
    /// The solvers of one thread.
    type State: 'static;
    type Value: Send;

    /// The number of puzzles that are answered together without limits; with limits it is one. Few of
    /// them keep the time short until the user can stop.
    fn at_once(&self) -> usize {
        8
    }

    /// `limits` are those of each call of `answer`, or of each of its searches; `cancel` stops them, too.
    fn start(&self, limits: Limits, cancel: Cancel) -> Self::State;

    /// Adds the answer to each puzzle, if there is one.
    fn answer(&self, state: &mut Self::State, of: &[Sudoku], values: &mut Values<Self>);

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

    fn parts(&self) -> Parts<Self::Value>;

    /// An answer that is a grid, as numbers.
    fn cells(_value: Option<Self::Value>) -> [i8; 81] {
        [0; 81]
    }

    /// Metadata of a column.
    fn metadata(&self, _column: &str) -> HashMap<String, String> {
        HashMap::new()
    }
}

/// [`Question::at_once`] for a solver that searches several puzzles side by side; so few that they
/// stay in the cache.
pub(crate) const SIDE_BY_SIDE: usize = 256;

/// The answers for a range of rows; fewer where the user has stopped.
struct Answers<T> {
    values: Vec<Option<T>>,
    /// The reasons of the rows that have no answer or only a part of one.
    why: Vec<Option<String>>,
}

/// A question and the limits of its searches.
pub(crate) struct Ready<Q: Question> {
    question: Q,
    limits: Limits,
    id: usize,
    parts: Parts<Q::Value>,
    /// The names of the parts, which dictionaries share.
    names: Vec<Py<PyString>>,
}

/// The number of calls after which a search moves to a thread of its own, so that the user can stop it:
/// some milliseconds at most.
const QUICK: u64 = 10_000;

/// The number of questions whose solvers a thread keeps.
const MOST_KEPT: usize = 8;

thread_local! {
    /// The solvers for quick searches, by the id of their question: to start them takes longer than to
    /// answer one text or a small column.
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
    pub(crate) fn new(py: Python<'_>, question: Q, limits: Limits) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let (id, parts) = (NEXT.fetch_add(1, Relaxed), question.parts());
        let names = parts.iter().map(|(name, _)| PyString::intern(py, name).unbind()).collect();
        Self { question, limits, id, parts, names }
    }

    /// The number of puzzles that are answered together: a limit is one for each.
    fn at_once(&self) -> usize {
        if self.limits == Limits::NONE { self.question.at_once() } else { 1 }
    }

    /// Answers blocks of rows until `go_on` is false for the values of the last one.
    fn answers(
        &self,
        state: &mut Q::State,
        puzzles: &Puzzles,
        range: Range<usize>,
        mut go_on: impl FnMut(&[Option<Q::Value>]) -> bool,
    ) -> Answers<Q::Value> {
        let (mut values, mut why) =
            (Vec::with_capacity(range.len()), Vec::with_capacity(range.len()));
        let (mut sudokus, mut bad) = (Vec::new(), Vec::new());
        let check = !self.question.finds_contradictions(state);
        for start in range.clone().step_by(self.at_once()) {
            let (done, end) = (values.len(), range.end.min(start + self.at_once()));
            puzzles.each(start..end, check, |row| match row {
                Ok(sudoku) => sudokus.push(sudoku),
                Err(reason) => bad.push((done + sudokus.len() + bad.len(), reason)),
            });
            self.question.answer(state, &sudokus, &mut values);
            let answered = sudokus.drain(..).zip(&values[done..]);
            why.extend(answered.map(|(sudoku, value)| self.question.why(&sudoku, value)));
            for (at, reason) in bad.drain(..) {
                why.insert(at, Some(reason.why()));
                let value = match reason {
                    Bad::Contradictory(grid, _) => self.question.contradictory(&grid),
                    Bad::Unreadable(_) => None,
                };
                values.insert(at, value);
            }
            if !go_on(&values[done..]) {
                break;
            }
        }
        Answers { values, why }
    }

    fn batch(&self, answers: Answers<Q::Value>) -> RecordBatch {
        let why: ArrayRef = match answers.why.iter().any(Option::is_some) {
            true => Arc::new(StringArray::from(answers.why)),
            false => new_null_array(&DataType::Utf8, answers.why.len()),
        };
        let columns = columns(&self.parts, &answers.values).chain([("why", why)]);
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
        let start =
            |cancel: &Cancel| (self.question.start(self.limits, cancel.clone()), cancel.clone());
        let work = |(state, cancel): &mut (Q::State, Cancel), range: Range<usize>| {
            let go_on = |_: &[_]| !cancel.load(Relaxed);
            make(self.answers(state, puzzles, range.clone(), go_on), range)
        };
        each(py, puzzles.len(), threads, start, work)
    }

    /// The answers by the solvers that this thread keeps; `None` if [`QUICK`] calls find not all of them.
    /// No signal stops it.
    fn quick(&self, puzzles: &Puzzles) -> Option<Answers<Q::Value>> {
        let calls = Some(self.limits.calls.map_or(QUICK, |calls| calls.min(QUICK)));
        let started = || self.question.start(Limits { calls, ..self.limits }, Cancel::default());
        let kept = KEPT.with_borrow_mut(|kept| kept.remove(&self.id));
        let kept = kept.and_then(|kept| kept.downcast().ok());
        let mut state = kept.unwrap_or_else(|| Box::new(started()));
        let mut slow = false;
        let answers = self.answers(&mut state, puzzles, 0..puzzles.len(), |values| {
            let mut stops = values.iter().flatten().filter_map(Q::stop);
            slow = self.limits.calls != Some(QUICK) && stops.any(|stop| stop == Stop::Calls(QUICK));
            !slow
        });
        KEPT.with_borrow_mut(|kept| {
            if kept.len() == MOST_KEPT {
                kept.clear();
            }
            kept.insert(self.id, state);
        });
        (!slow).then_some(answers)
    }
}

impl<Q: Question> Ask for Ready<Q> {
    fn one<'py>(&self, py: Python<'py>, grid: Grid) -> Object<'py> {
        let puzzle = Puzzles::One(grid);
        let mut answers = match self.quick(&puzzle) {
            Some(answers) => answers,
            None => self.each(py, &puzzle, 1, |answers, _| answers)?.remove(0),
        };
        let value = answers.values.remove(0);
        if let [(_, part)] = &self.parts[..] {
            let stopped = |stop: Stop| Err(PyTimeoutError::new_err(stop.to_string()));
            let stop = value.as_ref().and_then(Q::stop);
            return stop.map_or_else(|| part.object(py, value.as_ref()), stopped);
        }
        let row = PyDict::new(py);
        for (name, (_, part)) in self.names.iter().zip(&self.parts) {
            row.set_item(name, part.object(py, value.as_ref())?)?;
        }
        row.set_item(intern!(py, "why"), answers.why.remove(0))?;
        Ok(row.into_any())
    }

    fn table<'py>(&self, py: Python<'py>, puzzles: &Puzzles, threads: usize) -> Object<'py> {
        // Engines of SQL ask about some thousand rows at a time. Other questions take long.
        let small = threads == 1 && puzzles.len() <= MOST && self.at_once() == SIDE_BY_SIDE;
        let quick = || small.then(|| Some(self.batch(self.quick(puzzles)?))).flatten();
        if let Some(batch) = py.detach(quick) {
            return of_batches(py, vec![batch]);
        }
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

/// A table of these parts of values.
pub(crate) fn of_values<V>(py: Python<'_>, parts: Parts<V>, values: Vec<V>) -> Object<'_> {
    let values: Vec<_> = values.into_iter().map(Some).collect();
    of_batches(py, vec![batch(columns(&parts, &values), |_| HashMap::new())])
}

fn columns<V>(parts: &Parts<V>, values: &[Option<V>]) -> impl Iterator<Item = Column> {
    parts.iter().map(|(name, part)| (*name, part.column(values)))
}

fn of_batches(py: Python<'_>, batches: Vec<RecordBatch>) -> Object<'_> {
    let schema = batches[0].schema();
    PyTable::try_new(batches, schema)?.into_arro3(py)
}

fn batch(
    columns: impl Iterator<Item = Column>,
    metadata: impl Fn(&str) -> HashMap<String, String>,
) -> RecordBatch {
    let field = |(name, array): (&str, ArrayRef)| {
        (Field::new(name, array.data_type().clone(), true).with_metadata(metadata(name)), array)
    };
    let (fields, arrays): (Vec<_>, _) = columns.map(field).unzip();
    let schema = Arc::new(Schema::new(fields));
    RecordBatch::try_new(schema, arrays).expect("all columns are of one length")
}
