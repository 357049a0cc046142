//! [`Puzzles`]: a column of puzzles, in any of the forms that Python has.

use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_schema::{DataType, Fields};
use arrow_select::concat::concat;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use sudoku_lab::{Conflict, Grid, NotASudoku, Record, Sudoku};

/// The columns of a table that hold puzzles, in any case.
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
}

/// Why a row cannot be searched.
pub(crate) enum Bad {
    /// There is no puzzle.
    Unreadable(String),
    /// Two of its clues contradict each other.
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
        }
    }

    pub(crate) fn row(&self, at: usize) -> Result<Sudoku, Bad> {
        match self {
            Self::Texts(texts) if texts.is_null(at) => {
                Err(Bad::Unreadable("no puzzle: null".into()))
            }
            Self::Texts(texts) => of_text(texts.as_string_view().value(at)),
            Self::Cells(cells) => of_cells(&cells[at * 81..][..81]),
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

    /// A null, in a list or for a whole one, is a cell that is no digit.
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

/// The first column of a table with one of these names.
fn named(chunks: &[ArrayRef], fields: &Fields, names: &[&str]) -> Option<Vec<ArrayRef>> {
    let is_named = |name: &str| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let at = fields.iter().position(|field| is_named(field.name()))?;
    Some(chunks.iter().map(|chunk| chunk.as_struct().column(at).clone()).collect())
}

/// One column of text.
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

/// Puzzles with the other columns of their table.
pub(crate) struct Table {
    pub(crate) puzzles: Puzzles,
    solutions: Option<ArrayRef>,
    ratings: Option<ArrayRef>,
}

impl Table {
    /// A row as a file would have it; the line is that of the row, from 1.
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
        // `solutions` may be their number.
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

fn of_text(text: &str) -> Result<Sudoku, Bad> {
    text.parse::<Sudoku>().map_err(|error| match error {
        NotASudoku::Conflict(conflict) => {
            Bad::Contradictory(text.parse().unwrap_or(Grid::BLANK), conflict)
        }
        NotASudoku::Text(error) => Bad::Unreadable(error.to_string()),
    })
}

fn of_cells(values: &[i8]) -> Result<Sudoku, Bad> {
    if let Some(at) = values.iter().position(|value| !(0..=9).contains(value)) {
        let value = values[at];
        return Err(Bad::Unreadable(format!("cell {at} holds {value}, expected 0 to 9")));
    }
    let grid = Grid::try_from(std::array::from_fn(|at| values[at] as u8));
    let grid = grid.map_err(|error| Bad::Unreadable(error.to_string()))?;
    Sudoku::try_from(grid).map_err(|conflict| Bad::Contradictory(grid, conflict))
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
