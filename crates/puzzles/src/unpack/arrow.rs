//! Rows of Arrow as lines of JSON. A file is a stream between a mark and a directory, so both are read
//! from front to back.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Read};

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Float16Type, Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray, downcast_integer_array};
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::read_record_batch;
use arrow_ipc::{CompressionType, RecordBatch as Packed, Schema as Columns, root_as_message};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde_json::{Map, Value};

use super::packing::Packing;
use super::parquet::{ROWS, guarded, invalid, short};

/// The rows of a file or stream, or of tables in memory.
#[derive(Default)]
pub(super) struct Arrow {
    /// The columns of a batch; those of dictionaries have keys, and the number of the dictionary.
    schema: Option<SchemaRef>,
    numbers: Vec<Option<i64>>,
    /// The type of the values of a dictionary, and the values.
    dictionaries: HashMap<i64, (SchemaRef, Vec<Value>)>,
    /// Tables that have been read, the next one last, and its next row.
    tables: Vec<StructArray>,
    row: usize,
    is_file: bool,
}

impl Arrow {
    pub(super) fn of(batches: Vec<RecordBatch>) -> Self {
        let tables = batches.into_iter().rev().map(StructArray::from).collect();
        Self { tables, ..Self::default() }
    }
}

impl Packing for Arrow {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let Some(table) = self.tables.last() else {
            return guarded("Arrow", || self.message(source))
                .map_err(|error| short("the Arrow file", error));
        };
        let end = table.len().min(self.row + ROWS);
        for row in self.row..end {
            serde_json::to_writer(&mut *text, &self.object(table, row)?)?;
            text.push(b'\n');
        }
        self.row = end;
        if end == table.len() {
            self.tables.pop();
            self.row = 0;
        }
        Ok(true)
    }
}

impl Arrow {
    /// Reads the next message; false after the last.
    fn message(&mut self, source: &mut dyn BufRead) -> io::Result<bool> {
        let is_end = !self.is_file && source.fill_buf()?.is_empty();
        let mut size = if is_end { 0 } else { word(source)? };
        let begins = size.to_le_bytes() == *b"ARRO";
        if begins {
            self.is_file = true;
            word(source)?;
            size = 0;
            // Zeros fill up the mark.
            while size == 0 {
                size = word(source)?;
            }
        }
        if size == u32::MAX {
            size = word(source)?;
        } else if begins {
            size = self.columns_without_size(size, source)?;
        }
        if size == 0 {
            return self.end(source);
        }
        let head = bytes(source, size.into())?;
        let message = root_as_message(&head).map_err(|error| damaged(&error))?;
        let body = bytes(source, message.bodyLength() as u64)?;
        let version = message.version();
        if let Some(schema) = message.header_as_schema() {
            self.begin(schema);
            return Ok(true);
        }
        let read = move |batch: Option<_>, schema: Option<&SchemaRef>| {
            let batch = batch.ok_or_else(|| damaged(&"a message has no rows"))?;
            let schema = schema.ok_or_else(|| damaged(&"it does not begin with its columns"))?;
            unpackable(batch, &body)?;
            let (schema, none) = (schema.clone(), HashMap::new());
            read_record_batch(&body.into(), batch, schema, &none, None, &version)
                .map_err(|error| damaged(&error))
        };
        if let Some(dictionary) = message.header_as_dictionary_batch() {
            let known = self.dictionaries.get_mut(&dictionary.id());
            let batch = read(dictionary.data(), known.as_ref().map(|(schema, _)| schema))?;
            if let Some((_, values)) = known {
                if !dictionary.isDelta() {
                    values.clear();
                }
                values.extend(elements(batch.column(0)));
            }
        } else {
            self.tables.push(read(message.header_as_record_batch(), self.schema.as_ref())?.into());
        }
        Ok(true)
    }

    /// Polars writes the columns of a file without their size: they end where the next message begins.
    /// Returns its size.
    fn columns_without_size(&mut self, begin: u32, source: &mut dyn BufRead) -> io::Result<u32> {
        let mut head = [begin, word(source)?].map(u32::to_le_bytes).concat();
        loop {
            let next = [word(source)?, word(source)?];
            if next[0] == u32::MAX {
                let message = root_as_message(&head).map_err(|error| damaged(&error))?;
                message.header_as_schema().into_iter().for_each(|columns| self.begin(columns));
                return Ok(next[1]);
            }
            head.extend(next.map(u32::to_le_bytes).concat());
        }
    }

    fn begin(&mut self, described: Columns<'_>) {
        let (schema, mut fields) = (fb_to_schema(described), Vec::new());
        self.numbers.clear();
        for (field, described) in schema.fields().iter().zip(described.fields().iter().flatten()) {
            let mut field = field.as_ref().clone();
            let number = described.dictionary().map(|encoding| encoding.id());
            if let (Some(number), DataType::Dictionary(keys, values)) = (number, field.data_type())
            {
                let values = Field::new("", values.as_ref().clone(), true);
                self.dictionaries.insert(number, (Schema::new(vec![values]).into(), Vec::new()));
                field = Field::new(field.name(), keys.as_ref().clone(), true);
            }
            fields.push(field);
            self.numbers.push(number);
        }
        self.schema = Some(Schema::new(fields).into());
    }

    /// A row of a table.
    fn object(&self, table: &StructArray, at: usize) -> io::Result<Value> {
        let columns = table.column_names().into_iter().zip(table.columns()).enumerate();
        let cells = columns.map(|(index, (name, column))| {
            let mut cell = value(column, at);
            let number = self.numbers.get(index).copied().flatten();
            if let Some(number) = number.filter(|_| !cell.is_null()) {
                let known = self.dictionaries.get(&number).zip(cell.as_u64());
                let found = known.and_then(|((_, values), key)| values.get(key as usize));
                cell = found.ok_or_else(|| damaged(&"a key has no value"))?.clone();
            }
            Ok((name.to_owned(), cell))
        });
        cells.collect::<io::Result<Map<_, _>>>().map(Value::Object)
    }

    /// Checks that nothing follows a stream, and the directory a file.
    fn end(&mut self, source: &mut dyn BufRead) -> io::Result<bool> {
        let mut rest = Vec::new();
        source.read_to_end(&mut rest)?;
        let is_whole = match rest.last_chunk::<10>() {
            Some([a, b, c, d, mark @ ..]) if self.is_file => {
                mark == b"ARROW1"
                    && u32::from_le_bytes([*a, *b, *c, *d]) as usize == rest.len() - 10
            }
            _ => rest.is_empty() && !self.is_file,
        };
        self.is_file = false;
        if is_whole { Ok(false) } else { Err(damaged(&"it does not end behind its rows")) }
    }
}

/// Checks that the library can unpack a batch: it asks for as much memory as the batch claims to need.
fn unpackable(batch: Packed<'_>, body: &[u8]) -> io::Result<()> {
    // A row has a bit or more, and no byte of lz4 makes more than 255.
    if batch.length() as u64 > 8 * 255 * body.len() as u64 {
        return Err(damaged(&"a length is wrong"));
    }
    let Some(compression) = batch.compression() else { return Ok(()) };
    if compression.codec() != CompressionType::LZ4_FRAME {
        return Err(invalid("found Arrow that is compressed with zstd, expected lz4 or none"));
    }
    let claims = batch.buffers().into_iter().flatten().any(|buffer| {
        let (begin, length) = (buffer.offset() as usize, buffer.length() as usize);
        let packed = body.get(begin..).and_then(|rest| rest.get(..length)?.first_chunk());
        packed.is_some_and(|claimed| i64::from_le_bytes(*claimed) / 255 > buffer.length())
    });
    if claims { Err(damaged(&"a length is wrong")) } else { Ok(()) }
}

fn word(source: &mut dyn BufRead) -> io::Result<u32> {
    let mut word = [0; 4];
    source.read_exact(&mut word).map(|()| u32::from_le_bytes(word))
}

fn bytes(source: &mut dyn BufRead, number: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = source.take(number).read_to_end(&mut bytes)?;
    if read as u64 == number { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

fn damaged(what: &dyn Display) -> io::Error {
    invalid(format!("the Arrow file is damaged: {what}"))
}

/// A value as one of JSON; of a type that JSON has not, the name of the type.
fn value(column: &dyn Array, at: usize) -> Value {
    if column.is_null(at) {
        return Value::Null;
    }
    let lossy = |bytes| String::from_utf8_lossy(bytes).into();
    downcast_integer_array!(
        column => column.value(at).into(),
        DataType::Null => Value::Null,
        DataType::Boolean => column.as_boolean().value(at).into(),
        DataType::Float16 => f64::from(column.as_primitive::<Float16Type>().value(at)).into(),
        DataType::Float32 => column.as_primitive::<Float32Type>().value(at).into(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(at).into(),
        DataType::Decimal128(..) => {
            let text = column.as_primitive::<Decimal128Type>().value_as_string(at);
            serde_json::from_str(&text).unwrap_or(text.into())
        }
        DataType::Utf8 => column.as_string::<i32>().value(at).into(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(at).into(),
        DataType::Utf8View => column.as_string_view().value(at).into(),
        DataType::Binary => lossy(column.as_binary::<i32>().value(at)),
        DataType::LargeBinary => lossy(column.as_binary::<i64>().value(at)),
        DataType::BinaryView => lossy(column.as_binary_view().value(at)),
        DataType::List(_) => elements(&column.as_list::<i32>().value(at)).collect(),
        DataType::LargeList(_) => elements(&column.as_list::<i64>().value(at)).collect(),
        DataType::FixedSizeList(..) => elements(&column.as_fixed_size_list().value(at)).collect(),
        DataType::Struct(fields) => {
            let columns = fields.iter().zip(column.as_struct().columns());
            columns.map(|(field, column)| (field.name().clone(), value(column, at))).collect()
        }
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let key = value(dictionary.keys(), at).as_u64();
            key.map_or(Value::Null, |key| value(dictionary.values(), key as usize))
        }
        kind => kind.to_string().into(),
    )
}

fn elements(column: &ArrayRef) -> impl Iterator<Item = Value> {
    (0..column.len()).map(|at| value(column, at))
}
