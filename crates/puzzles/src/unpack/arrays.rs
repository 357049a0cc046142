//! Arrays of numpy as lines of JSON, one for each row: a file `.npy`, the members of a `.npz`, and
//! the arrays in a folder as HRM and its followers make it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::packing::Packing;
use super::parquet::{invalid, short};

/// The arrays in such a folder: digits from 1 to 10, where 1 is a blank.
const OF_FOLDER: [(&str, &str); 2] =
    [("puzzle", "all__inputs.npy"), ("solution", "all__labels.npy")];

/// The most bytes that describe an array; usual descriptions have 118.
const LONGEST: u32 = 1 << 16;

/// The number of bytes of text that are unpacked at once.
pub(super) const CHUNK: usize = 1 << 16;

/// True for a folder in the layout of HRM.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.join(OF_FOLDER[0].1).is_file()
}

/// The files of such a folder that are read.
pub(crate) fn of_folder(path: &Path) -> impl Iterator<Item = PathBuf> {
    OF_FOLDER.into_iter().map(|(_, file)| path.join(file)).filter(|file| file.exists())
}

/// An array whose rows are read one after the other.
#[derive(Default)]
pub(super) struct Array {
    name: String,
    /// The letter of the type of a value, and its size in bytes.
    kind: u8,
    size: usize,
    big_endian: bool,
    /// The number of values in a row; `None` for rows that are a value.
    values: Option<usize>,
    rows: usize,
}

impl Array {
    /// Reads what stands before the values.
    pub(super) fn new(name: &str, source: &mut dyn Read) -> io::Result<Self> {
        let mut mark = [0; 8];
        source.read_exact(&mut mark).map_err(|error| short("the array", error))?;
        // Version 1 has two bytes for the length of the description.
        let mut length = [0; 4];
        source
            .read_exact(&mut length[..if mark[6] == 1 { 2 } else { 4 }])
            .map_err(|error| short("the array", error))?;
        let (length, mut text) = (u32::from_le_bytes(length), String::new());
        source.take(length.min(LONGEST).into()).read_to_string(&mut text)?;
        let refused = |what: &str| {
            let expected = "expected (N, 81) or (N, 9, 9) whole numbers, or N texts";
            let array = if name.is_empty() { "" } else { " called " };
            invalid(format!("found an array{array}{name} of {what}, {expected}"))
        };
        let described = |begin: &str, end: char| text.split_once(begin)?.1.split_once(end);
        let unread = || refused("a description that is not read");
        if length > LONGEST {
            return Err(unread());
        }
        let (descr, _) = described("'descr': '", '\'').ok_or_else(|| refused("several types"))?;
        let (shape, _) = described("'shape': (", ')').ok_or_else(unread)?;
        let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
        let sizes = sizes.map(str::parse).collect::<Result<Vec<usize>, _>>();
        let (sizes, kind) = (sizes.map_err(|_| unread())?, descr.get(1..2).ok_or_else(unread)?);
        let width: usize = descr[2..].parse().map_err(|_| refused(&format!("type {descr}")))?;
        let kind = kind.as_bytes()[0];
        let size = if kind == b'U' { width.saturating_mul(4) } else { width };
        let is_read = match kind {
            b'i' | b'u' => [1, 2, 4, 8].contains(&size),
            b'f' => [4, 8].contains(&size),
            b'b' | b'S' | b'U' => (1..=1 << 16).contains(&size),
            _ => false,
        };
        if !is_read {
            return Err(refused(&format!("type {descr}")));
        }
        let (rows, values) = match &sizes[..] {
            [rows] if *rows != 81 || b"SU".contains(&kind) => (*rows, None),
            [81] | [9, 9] => (1, Some(81)),
            [rows, 81] | [rows, 9, 9] => (*rows, Some(81)),
            _ => return Err(refused(&format!("shape ({shape})"))),
        };
        if values.is_some() && text.contains("'fortran_order': True") {
            return Err(refused("columns behind each other, as Fortran has them"));
        }
        let big_endian = descr.starts_with('>');
        Ok(Self { name: name.to_owned(), kind, size, big_endian, values, rows })
    }

    /// The next row.
    fn row(&mut self, source: &mut dyn Read) -> io::Result<Value> {
        let mut bytes = vec![0; self.size * self.values.unwrap_or(1)];
        source.read_exact(&mut bytes).map_err(|error| short("the array", error))?;
        self.rows -= 1;
        let mut values = bytes.chunks_exact(self.size).map(|value| self.value(value));
        Ok(match self.values {
            None => values.next().expect("a row has a value"),
            Some(_) => values.collect(),
        })
    }

    fn value(&self, bytes: &[u8]) -> Value {
        let mut number = [0; 8];
        if let Some(low) = number.get_mut(..bytes.len()) {
            low.copy_from_slice(bytes);
            if self.big_endian {
                low.reverse();
            }
        }
        match self.kind {
            b'S' => String::from_utf8_lossy(bytes).trim_end_matches('\0').into(),
            b'U' => {
                let of = if self.big_endian { u32::from_be_bytes } else { u32::from_le_bytes };
                let code = |unit: &[u8; 4]| char::from_u32(of(*unit)).unwrap_or('\u{fffd}');
                let text: String = bytes.as_chunks().0.iter().map(code).collect();
                text.trim_end_matches('\0').into()
            }
            b'f' => {
                let value = match self.size {
                    4 => f32::from_le_bytes(*number.first_chunk().expect("eight bytes")).into(),
                    _ => f64::from_le_bytes(number),
                };
                if value.fract() == 0.0 { (value as i64).into() } else { value.into() }
            }
            b'i' => {
                let unused = 64 - 8 * self.size;
                (i64::from_le_bytes(number) << unused >> unused).into()
            }
            _ => u64::from_le_bytes(number).into(),
        }
    }
}

/// Adds the next rows of arrays that stand beside each other; false at their end.
fn rows(arrays: &mut [(&mut Array, &mut dyn Read)], text: &mut Vec<u8>) -> io::Result<bool> {
    let begin = text.len();
    while text.len() < begin + CHUNK && arrays.iter().all(|(array, _)| array.rows > 0) {
        let mut row = Map::new();
        for (array, source) in &mut *arrays {
            row.insert(array.name.clone(), array.row(source)?);
        }
        serde_json::to_writer(&mut *text, &row)?;
        text.push(b'\n');
    }
    Ok(text.len() > begin)
}

/// The array of a source.
#[derive(Default)]
pub(super) struct Npy(Option<Array>);

impl Packing for Npy {
    fn unpack(&mut self, mut source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let array = if let Some(array) = &mut self.0 {
            array
        } else {
            let array = Array::new("", &mut source)?;
            self.0.insert(Array { name: "puzzle".to_owned(), ..array })
        };
        rows(&mut [(array, &mut source)], text)
    }
}

/// Arrays that stand beside each other, and their sources.
pub(super) struct Columns(Vec<(Array, Box<dyn Read + Send>)>);

impl Columns {
    /// Takes those with one row for each puzzle, and leaves the others alone.
    pub(super) fn new<S: Read + Send + 'static>(
        sources: impl IntoIterator<Item = io::Result<(String, S)>>,
    ) -> io::Result<Self> {
        let (mut arrays, mut fault) = (Vec::new(), None);
        for source in sources {
            let (name, mut source) = source?;
            match Array::new(&name, &mut source) {
                Ok(array) => arrays.push((array, Box::new(source) as Box<dyn Read + Send>)),
                Err(error) if error.kind() == ErrorKind::InvalidData => fault = Some(error),
                Err(error) => return Err(error),
            }
        }
        let is_grid = |array: &&Array| array.values.is_some() || b"SU".contains(&array.kind);
        let mut grids = arrays.iter().map(|(array, _)| array).filter(is_grid);
        let Some(first) = grids.next() else {
            let none = || invalid("found no array of puzzles, expected one of shape (N, 81)");
            return Err(fault.unwrap_or_else(none));
        };
        if let Some(other) = grids.find(|other| other.rows != first.rows) {
            return Err(invalid(format!(
                "found {} rows in `{}` and {} in `{}`, expected arrays of one length",
                first.rows, first.name, other.rows, other.name
            )));
        }
        let rows = first.rows;
        arrays.retain(|(array, _)| array.rows == rows);
        Ok(Self(arrays))
    }

    /// The arrays of a folder in the layout of HRM.
    pub(super) fn of_folder(path: &Path) -> io::Result<Self> {
        let files = OF_FOLDER.into_iter().map(|(name, file)| (name, path.join(file)));
        let files = files.filter(|(_, file)| file.exists());
        Self::new(
            files.map(|(name, file)| Ok((name.to_owned(), BufReader::new(File::open(file)?)))),
        )
    }
}

impl Packing for Columns {
    fn unpack(&mut self, _source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let arrays = self.0.iter_mut();
        rows(
            &mut arrays.map(|(array, source)| (array, source as &mut dyn Read)).collect::<Vec<_>>(),
            text,
        )
    }
}
