//! [`Puzzles`]: a column of puzzles, in any of the forms that Python uses.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_schema::{DataType, Fields};
use arrow_select::concat::concat;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use pyo3_arrow::input::AnyArray;
use sudoku_lab::{Conflict, Grid, Puzzle, Record, Sudoku};

/// The names of the column that holds puzzles, in upper or lower case.
const NAMES: [&str; 9] =
    ["puzzle", "puzzles", "question", "quiz", "quizzes", "sudoku", "sudokus", "grid", "board"];
const SOLUTIONS: [&str; 4] = ["solution", "solutions", "answer", "answers"];
const RATINGS: [&str; 4] = ["rating", "ratings", "difficulty", "difficulties"];

/// Rows that are meant to be puzzles.
pub(crate) enum Puzzles {
    /// Texts, with nulls.
    Texts(ArrayRef),
    /// 81 numbers for each puzzle.
    Cells(Vec<i8>),
    /// A numpy array of 81 numbers for each puzzle, and its length.
    Array(Py<PyAny>, usize),
}

/// The reason why a row cannot be searched.
pub(crate) enum Bad {
    /// The row is no puzzle.
    Unreadable(String),
    /// Two clues contradict each other.
    Contradictory(Grid, Conflict),
}

impl Bad {
    pub(crate) fn why(&self) -> String {
        match self {
            Self::Unreadable(why) => why.clone(),
            Self::Contradictory(_, conflict) => conflict.to_string(),
        }
    }
}

impl Puzzles {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Texts(texts) => texts.len(),
            Self::Cells(cells) => cells.len() / 81,
            Self::Array(_, rows) => *rows,
        }
    }

    pub(crate) fn row(&self, at: usize) -> Result<Sudoku, Bad> {
        let mut found = None;
        self.each(at..at + 1, true, |_, row| found = Some(row));
        found.expect("there is a row")
    }

    /// Calls `take` with the number of each row of a range and its puzzle. Without `check`, clues may
    /// contradict each other.
    pub(crate) fn each(
        &self,
        rows: Range<usize>,
        check: bool,
        mut take: impl FnMut(usize, Result<Sudoku, Bad>),
    ) {
        let mut take = |at, grid: Result<Grid, String>| match grid {
            Ok(grid) if !check => take(at, Ok(Puzzle::unchecked(grid).into())),
            Ok(grid) => {
                let sudoku = Sudoku::try_from(grid);
                take(at, sudoku.map_err(|conflict| Bad::Contradictory(grid, conflict)));
            }
            Err(reason) => take(at, Err(Bad::Unreadable(reason))),
        };
        match self {
            Self::Texts(texts) => {
                for at in rows {
                    let read = |text: &str| text.parse::<Grid>().map_err(|error| error.to_string());
                    let text = texts.is_valid(at).then(|| texts.as_string_view().value(at));
                    take(at, text.map_or_else(|| Err("no puzzle: null".into()), read));
                }
            }
            Self::Cells(cells) => {
                for at in rows {
                    take(at, of_cells(&cells.as_chunks().0[at]));
                }
            }
            Self::Array(array, _) => {
                let cells = Python::attach(|py| part(array.bind(py), rows.clone())?.to_vec(py));
                let cells = cells.expect("a part of an array is an array");
                for (at, cells) in rows.zip(cells.as_chunks().0) {
                    take(at, of_cells(cells));
                }
            }
        }
    }

    /// The puzzles of a column, or of the column of a table that holds puzzles.
    fn of_arrow(chunks: Vec<ArrayRef>, kind: &DataType) -> PyResult<Self> {
        let chunks = match kind {
            DataType::Struct(fields) => named(&chunks, fields, &NAMES).ok_or_else(|| {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                PyValueError::new_err(format!(
                    "found the columns {}, expected one to be {}",
                    names.join(", "),
                    NAMES.join(", ")
                ))
            })?,
            _ => chunks,
        };
        match chunks.first().map(|chunk| chunk.data_type()) {
            None => Ok(Self::Cells(Vec::new())),
            Some(DataType::FixedSizeList(_, 81)) => Self::of_lists(&chunks),
            Some(_) => texts(&chunks).map(Self::Texts),
        }
    }

    /// The puzzles of lists of 81 numbers. A null cell, or each cell of a null list, becomes -1,
    /// which is no digit.
    fn of_lists(chunks: &[ArrayRef]) -> PyResult<Self> {
        let mut cells = Vec::new();
        for chunk in chunks {
            let lists = chunk.as_fixed_size_list();
            let values = cast(
                &lists.values().slice(lists.value_offset(0) as usize, 81 * lists.len()),
                &DataType::Int8,
            )
            .map_err(|error| PyTypeError::new_err(error.to_string()))?;
            let values = values.as_primitive::<Int8Type>();
            cells.extend((0..values.len()).map(|at| {
                if values.is_null(at) || lists.is_null(at / 81) { -1 } else { values.value(at) }
            }));
        }
        Ok(Self::Cells(cells))
    }
}

/// The numbers in a range of rows of a numpy array.
pub(crate) fn part(array: &Bound<'_, PyAny>, rows: Range<usize>) -> PyResult<PyBuffer<i8>> {
    let slice = PySlice::new(array.py(), rows.start as isize, rows.end as isize, 1);
    PyBuffer::get(&array.get_item(slice)?)
}

/// The first column of a table with one of these names.
fn named(chunks: &[ArrayRef], fields: &Fields, names: &[&str]) -> Option<Vec<ArrayRef>> {
    let is_named = |name: &str| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let at = fields.iter().position(|field| is_named(field.name()))?;
    Some(chunks.iter().map(|chunk| chunk.as_struct().column(at).clone()).collect())
}

/// Converts chunks into one column of text.
fn texts(chunks: &[ArrayRef]) -> PyResult<ArrayRef> {
    let text = |chunk: &ArrayRef| match chunk.data_type() {
        DataType::FixedSizeList(..) | DataType::List(_) | DataType::LargeList(_) => None,
        _ => cast(chunk, &DataType::Utf8View).ok(),
    };
    let parts: Vec<ArrayRef> = chunks
        .iter()
        .map(|chunk| {
            text(chunk).ok_or_else(|| {
                PyTypeError::new_err(format!(
                    "found a column of {}, expected text or fixed-size lists of 81 whole numbers",
                    chunk.data_type()
                ))
            })
        })
        .collect::<PyResult<_>>()?;
    let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
    concat(&parts).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Puzzles, and the solutions and ratings in their table.
pub(crate) struct Table {
    pub(crate) puzzles: Puzzles,
    solutions: Option<ArrayRef>,
    ratings: Option<ArrayRef>,
}

impl Table {
    /// A row as a record of a file, whose line is the number of the row, from 1.
    pub(crate) fn record(&self, at: usize) -> Result<Record, (u64, String)> {
        let line = at as u64 + 1;
        let field = |column: &Option<ArrayRef>| {
            let column = column.as_ref().filter(|column| column.is_valid(at))?;
            Some(column.as_string_view().value(at).to_owned()).filter(|text| !text.is_empty())
        };
        let grid = match self.puzzles.row(at) {
            Ok(sudoku) => *sudoku.grid(),
            Err(Bad::Contradictory(grid, _)) => grid,
            Err(Bad::Unreadable(why)) => return Err((line, why)),
        };
        let solution = field(&self.solutions).map(|text| text.parse());
        Ok(Record { solution, rating: field(&self.ratings), ..Record::bare(line, grid) })
    }
}

impl<'py> FromPyObject<'_, 'py> for Table {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !has_arrow(&object)? {
            return Ok(Self { puzzles: object.extract()?, solutions: None, ratings: None });
        }
        let (chunks, field) = object.extract::<AnyArray>()?.into_chunked_array()?.into_inner();
        let column = |names: &[&str]| match field.data_type() {
            DataType::Struct(fields) => {
                named(&chunks, fields, names).filter(|chunks| !chunks.is_empty())
            }
            _ => None,
        };
        // A column `solutions` may hold the number of solutions.
        let is_number = |chunks: &Vec<ArrayRef>| chunks[0].data_type().is_numeric();
        let solutions = column(&SOLUTIONS).filter(|chunks| !is_number(chunks));
        let solutions = solutions.map(|chunks| texts(&chunks)).transpose()?;
        let ratings = column(&RATINGS).map(|chunks| texts(&chunks)).transpose()?;
        Ok(Self { puzzles: Puzzles::of_arrow(chunks, field.data_type())?, solutions, ratings })
    }
}

fn has_arrow(object: &Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")?)
}

fn of_cells(values: &[i8; 81]) -> Result<Grid, String> {
    // A negative number becomes one above 9.
    Grid::try_from(values.map(|value| value as u8)).map_err(|error| {
        let (at, value) = (error.at, values[error.at]);
        format!("cell {at} holds {value}, expected 0 to 9")
    })
}

impl<'py> FromPyObject<'_, 'py> for Puzzles {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if has_arrow(&object)? {
            let column = object.extract::<AnyArray>()?.into_chunked_array()?;
            let (chunks, field) = column.into_inner();
            return Self::of_arrow(chunks, field.data_type());
        }
        if let Ok(buffer) = PyBuffer::<i8>::get(&object) {
            if buffer.shape().get(1..) != Some(&[81]) {
                return Err(PyValueError::new_err(format!(
                    "found numbers of shape {:?}, expected (N, 81)",
                    buffer.shape()
                )));
            }
            if object.hasattr("__array_interface__")? {
                return Ok(Self::Array(object.to_owned().unbind(), buffer.shape()[0]));
            }
            return buffer.to_vec(object.py()).map(Self::Cells);
        }
        let texts: Vec<Option<String>> = object.extract().map_err(|_| {
            PyTypeError::new_err(
                "expected texts, a column or table with the Arrow interface, or numbers of shape \
                 (N, 81)",
            )
        })?;
        let texts: arrow_array::StringViewArray = texts.into_iter().collect();
        Ok(Self::Texts(std::sync::Arc::new(texts)))
    }
}
