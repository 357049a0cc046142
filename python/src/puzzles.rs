//! [`Puzzles`]: a column of puzzles, in any of the forms that Python uses.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::BinaryViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, RecordBatch, StringViewArray, make_array, new_null_array,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, FieldRef, Fields};
use arrow_select::concat::concat;
use arrow_select::take::{TakeOptions, take};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString};
use pyo3_arrow::input::AnyArray;
use sudoku_lab::{Conflict, Grid, Sudoku};

use crate::errors::{mistyped, wrong};

/// The names of the column that holds puzzles, in upper or lower case.
const NAMES: [&str; 9] =
    ["puzzle", "puzzles", "question", "quiz", "quizzes", "sudoku", "sudokus", "grid", "board"];

/// The greatest number of rows of a call. Some columns of a few bytes claim to have more.
const MOST_ROWS: usize = u32::MAX as usize;

/// Rows that are meant to be puzzles.
pub(crate) enum Puzzles {
    /// Texts, with nulls. Whether a text is UTF-8 is found out when it is read.
    Texts(BinaryViewArray),
    /// 81 numbers for each puzzle.
    Cells(Vec<i8>),
    One(Grid),
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
            Self::One(_) => 1,
        }
    }

    /// Calls `take` with the puzzle of each row of a range. Without `check`, clues may contradict each
    /// other.
    pub(crate) fn each(
        &self,
        rows: Range<usize>,
        check: bool,
        mut take: impl FnMut(Result<Sudoku, Bad>),
    ) {
        let mut take = |grid: Result<Grid, String>| match grid {
            Ok(grid) if !check => take(Ok(Sudoku::unchecked(grid))),
            Ok(grid) => {
                let sudoku = Sudoku::try_from(grid);
                take(sudoku.map_err(|conflict| Bad::Contradictory(grid, conflict)));
            }
            Err(reason) => take(Err(Bad::Unreadable(reason))),
        };
        match self {
            Self::Texts(texts) => rows.for_each(|at| {
                let text = texts.is_valid(at).then(|| texts.value(at));
                take(text.map_or_else(|| Err("no puzzle: null".into()), of_text));
            }),
            Self::Cells(cells) => cells.as_chunks().0[rows].iter().map(of_cells).for_each(take),
            Self::One(grid) => take(Ok(*grid)),
        }
    }

    /// The puzzles of a column, or of the column of a table that holds puzzles.
    fn of_arrow(chunks: Vec<ArrayRef>, kind: &DataType) -> PyResult<Self> {
        let chunks = match kind {
            DataType::Struct(fields) => named(&chunks, fields).ok_or_else(|| {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                wrong(format!(
                    "found the columns {}, expected one to be {}",
                    names.join(", "),
                    NAMES.join(", ")
                ))
            })?,
            _ => chunks,
        };
        match chunks.first().map(|chunk| chunk.data_type()) {
            None => Ok(Self::Cells(Vec::new())),
            Some(kind) if leaf(kind).is_some_and(DataType::is_numeric) => {
                of_lists(&chunks).map(Self::Cells)
            }
            Some(_) => texts(&chunks).map(Self::Texts),
        }
    }
}

/// In place of the cells of a row that has not 81.
const NO_CELLS: i8 = i8::MIN;

/// The type in a list, or in lists of lists; `None` for any other.
fn leaf(kind: &DataType) -> Option<&DataType> {
    match kind {
        DataType::FixedSizeList(cell, _) | DataType::List(cell) | DataType::LargeList(cell) => {
            Some(leaf(cell.data_type()).unwrap_or(cell.data_type()))
        }
        _ => None,
    }
}

/// The values in a list of numbers, or in lists of lists, and where each list begins and ends in
/// them.
fn leaves(lists: &dyn Array) -> Result<(ArrayRef, Vec<usize>), ArrowError> {
    let (DataType::FixedSizeList(cell, _) | DataType::List(cell) | DataType::LargeList(cell)) =
        lists.data_type()
    else {
        return Ok((checked(lists, lists.data_type())?, (0..=lists.len()).collect()));
    };
    let lists = cast(lists, &DataType::LargeList(cell.clone()))?;
    let lists = lists.as_list::<i64>();
    let (values, inner) = leaves(&checked(lists.values(), cell.data_type())?)?;
    Ok((values, lists.value_offsets().iter().map(|at| inner[*at as usize]).collect()))
}

/// The cells of lists of 81 numbers, or of nine lists of nine. A null becomes -1, which is no digit.
fn of_lists(chunks: &[ArrayRef]) -> PyResult<Vec<i8>> {
    let (mut cells, mut rows) = (Vec::new(), 0);
    for chunk in chunks {
        let lists = checked(chunk, chunk.data_type()).map_err(wrong)?;
        let (values, bounds) = leaves(&lists).map_err(wrong)?;
        let values = cast(&values, &DataType::Float64).map_err(wrong)?;
        let values = values.as_primitive::<Float64Type>();
        if values.iter().flatten().any(|value| value.is_finite() && value.fract() != 0.0) {
            let kind = chunk.data_type();
            let what = "with cells that are not whole, expected text or lists of 81 whole numbers";
            return Err(mistyped(format!("found a column of {kind} {what}")));
        }
        // What does not fit is no digit either way.
        let cell = |at| match values.is_valid(at).then(|| values.value(at)) {
            Some(value) if value.is_finite() => value.clamp(-127.0, 127.0) as i8,
            _ => -1,
        };
        for (at, bounds) in bounds.windows(2).enumerate() {
            let range = bounds[0]..bounds[1];
            if lists.is_null(at) || range.len() != 81 {
                cells.extend([NO_CELLS; 81]);
            } else {
                rows += 1;
                cells.extend(range.map(cell));
            }
        }
    }
    let some = chunks.iter().any(|chunk| chunk.null_count() < chunk.len());
    if rows == 0 && some {
        return Err(wrong(
            "found lists of numbers, expected 81, or nine lists of nine, in each row",
        ));
    }
    Ok(cells)
}

/// The numbers in a range of rows of a numpy array.
pub(crate) fn part(array: &Bound<'_, PyAny>, rows: Range<usize>) -> PyResult<PyBuffer<i8>> {
    let slice = PySlice::new(array.py(), rows.start as isize, rows.end as isize, 1);
    PyBuffer::get(&array.get_item(slice)?)
}

/// The first column of a table with one of [`NAMES`].
fn named(chunks: &[ArrayRef], fields: &Fields) -> Option<Vec<ArrayRef>> {
    let is_named = |name: &str| NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    let at = fields.iter().position(|field| is_named(field.name()))?;
    Some(chunks.iter().map(|chunk| chunk.as_struct().column(at).clone()).collect())
}

/// The help for whole puzzles as numbers.
const AS_TEXT: &str = ": read puzzles as text, such as with pandas.read_csv(path, dtype=str)";

/// Converts chunks of text into one column of bytes.
fn texts(chunks: &[ArrayRef]) -> PyResult<BinaryViewArray> {
    let unlike = |kind: &DataType| {
        let help = if kind.is_numeric() { AS_TEXT } else { "" };
        mistyped(format!(
            "found a column of {kind}, expected text or lists of 81 whole numbers{help}"
        ))
    };
    let part = |chunk| bytes(chunk).unwrap_or_else(|| Err(unlike(chunk.data_type())));
    let parts = chunks.iter().map(part).collect::<PyResult<Vec<_>>>()?;
    let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
    Ok(concat(&parts).map_err(wrong)?.as_binary_view().clone())
}

/// A column of text as views of its bytes; `None` for other types.
fn bytes(column: &ArrayRef) -> Option<PyResult<ArrayRef>> {
    let raw = match column.data_type() {
        DataType::Null => return Some(Ok(new_null_array(&DataType::BinaryView, column.len()))),
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let values = bytes(dictionary.values())?;
            let keys = checked(dictionary.keys(), dictionary.keys().data_type()).map_err(wrong);
            let bounds = Some(TakeOptions { check_bounds: true });
            return Some(values.and_then(|values| take(&values, &keys?, bounds).map_err(wrong)));
        }
        DataType::Utf8 | DataType::Binary => DataType::Binary,
        DataType::LargeUtf8 | DataType::LargeBinary => DataType::LargeBinary,
        DataType::Utf8View | DataType::BinaryView => DataType::BinaryView,
        _ => return None,
    };
    let column = checked(column, &raw).and_then(|column| cast(&column, &DataType::BinaryView));
    Some(column.map_err(wrong))
}

/// A column of foreign memory as a type that has the same buffers, after a check that offsets, views
/// and the number of nulls agree with their lengths. Text as bytes needs not be UTF-8.
fn checked(column: &dyn Array, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    column.to_data().into_builder().data_type(kind.clone()).build().map(make_array)
}

/// A table, checked, in batches.
pub(crate) struct Table(pub(crate) Vec<RecordBatch>);

impl<'py> FromPyObject<'_, 'py> for Table {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (chunks, field) = chunks(&object)?;
        let batch = |chunk: &ArrayRef| {
            let columns = match field.data_type() {
                DataType::Struct(fields) => {
                    let names = fields.iter().map(|field| field.name().clone());
                    names.zip(chunk.as_struct().columns()).collect()
                }
                _ => vec![("puzzle".to_owned(), chunk)],
            };
            let sound = |(name, column)| Ok((name, sound(column)?, true));
            let columns = columns.into_iter().map(sound).collect::<PyResult<Vec<_>>>()?;
            RecordBatch::try_from_iter_with_nullable(columns).map_err(wrong)
        };
        chunks.iter().map(batch).collect::<PyResult<_>>().map(Self)
    }
}

/// A column of foreign memory whose parts fit each other, with a sign for each byte that is not UTF-8.
fn sound(column: &ArrayRef) -> PyResult<ArrayRef> {
    let Some(texts) = bytes(column) else {
        column.to_data().validate_full().map_err(wrong)?;
        return Ok(column.clone());
    };
    let texts = texts?;
    let texts = texts.as_binary_view().iter().map(|text| text.map(String::from_utf8_lossy));
    Ok(Arc::new(texts.collect::<StringViewArray>()))
}

fn has_arrow(object: &Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")?)
}

/// The chunks of a column or table with the Arrow interface, and its type.
///
/// The interface gives neither the length of a buffer nor whether its content fits the others. The
/// first is checked here, by pyarrow for its own objects, the second in [`checked`].
fn chunks(object: &Borrowed<'_, '_, PyAny>) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
    if object.get_type().module()?.to_cow()? == "pyarrow.lib" && object.hasattr("validate")? {
        object.call_method0("validate")?;
    }
    let array = object.extract::<AnyArray>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(object.py()) {
            return mistyped(format!("found numbers of more than 64 bits{AS_TEXT}"));
        }
        error
    })?;
    let (chunks, field) = array.into_chunked_array()?.into_inner();
    few(chunks.iter().map(|chunk| chunk.len()).sum())?;
    Ok((chunks, field))
}

/// Checks that a number of rows can be answered in one call.
fn few(rows: usize) -> PyResult<usize> {
    let many = || wrong(format!("found {rows} rows, expected at most {MOST_ROWS} in one call"));
    if rows <= MOST_ROWS { Ok(rows) } else { Err(many()) }
}

pub(crate) fn of_text(text: &[u8]) -> Result<Grid, String> {
    if let Some(grid) = Grid::of_line(text) {
        return Ok(grid);
    }
    let text = str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        format!("byte {}: found 0x{:02x}, expected UTF-8", at + 1, text[at])
    })?;
    text.parse::<Grid>().map_err(|error| error.to_string())
}

fn of_cells(values: &[i8; 81]) -> Result<Grid, String> {
    if values[0] == NO_CELLS {
        return Err("found no 81 numbers".to_owned());
    }
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
            let (chunks, field) = chunks(&object)?;
            return Self::of_arrow(chunks, field.data_type());
        }
        if let Ok(buffer) = PyBuffer::<i8>::get(&object) {
            let shape = buffer.shape();
            if shape.get(1..) != Some(&[81]) {
                return Err(wrong(format!("found numbers of shape {shape:?}, expected (N, 81)")));
            }
            few(shape[0])?;
            return buffer.to_vec(object.py()).map(Self::Cells);
        }
        let rows: Vec<Option<Bound<'_, PyString>>> = object.extract().map_err(|_| {
            mistyped(
                "expected texts, a column or table with the Arrow interface, or numbers of shape \
                 (N, 81)",
            )
        })?;
        let mut texts = BinaryViewBuilder::with_capacity(rows.len());
        for row in rows {
            // Half a surrogate pair becomes a character that is no cell.
            let text: Option<Cow<'_, str>> = row.as_ref().map(|row| row.to_string_lossy());
            texts.append_option(text.as_deref().map(str::as_bytes));
        }
        Ok(Self::Texts(texts.finish()))
    }
}
