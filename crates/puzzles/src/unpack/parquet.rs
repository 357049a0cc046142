//! Parquet files: rows as lines of JSON. A damaged file is an error, not a panic.

use std::cell::Cell;
use std::io::{self, BufRead};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use bytes::Bytes;
use parquet::basic::Compression::{GZIP, LZ4, LZ4_RAW, SNAPPY, UNCOMPRESSED, ZSTD};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, FileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use serde_json::Value;

use super::packing::Packing;

mod pages;

/// The rows of a file. Numbers, texts, lists and groups become those of JSON, and anything else a text
/// as the library prints it.
#[derive(Default)]
pub(super) struct Table(pub Option<RowIter<'static>>);

/// The number of rows that are turned into text at once.
pub(super) const ROWS: usize = 1024;

impl Packing for Table {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let rows = match &mut self.0 {
            Some(rows) => rows,
            None => self.0.insert(rows(Bytes::from(whole(source)?))?),
        };
        let begin = text.len();
        for _ in 0..ROWS {
            let next = guarded("Parquet", || rows.next().transpose().map_err(invalid))?;
            let Some(row) = next else { break };
            serde_json::to_writer(&mut *text, &object(&row))?;
            text.push(b'\n');
        }
        Ok(text.len() > begin)
    }
}

/// The rows of a file, read when they are needed.
pub(super) fn rows(file: impl ChunkReader + 'static) -> io::Result<RowIter<'static>> {
    guarded("Parquet", || {
        let reader = pages::Table::new(file).map_err(invalid)?;
        if reader.metadata().file_metadata().schema_descr().num_columns() == 0 {
            return Err(invalid("found Parquet without columns, expected puzzles"));
        }
        let groups = reader.metadata().row_groups();
        let chunks = groups.iter().flat_map(RowGroupMetaData::columns);
        let mut kinds = chunks.map(ColumnChunkMetaData::compression);
        // The compression methods that are implemented in pure Rust.
        let is_read =
            |kind| matches!(kind, UNCOMPRESSED | SNAPPY | GZIP(_) | LZ4 | LZ4_RAW | ZSTD(_));
        if let Some(kind) = kinds.find(|kind| !is_read(*kind)) {
            let kind = kind.to_string();
            let kind = kind.split('(').next().unwrap_or_default();
            let what = "is not read: expected zstd, snappy, gzip, lz4 or none";
            return Err(invalid(format!("Parquet that is compressed with {kind} {what}")));
        }
        Ok(RowIter::from_file_into(Box::new(reader)))
    })
}

fn object(row: &Row) -> Value {
    row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect()
}

fn value(field: &Field) -> Value {
    match field {
        Field::Str(text) => text.clone().into(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into(),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::Group(row) => object(row),
        _ => {
            let text = field.to_string();
            serde_json::from_str(&text).unwrap_or(text.into())
        }
    }
}

/// Runs code of the library that may panic on a damaged file: the panic becomes an error, and its
/// message is not printed.
pub(super) fn guarded<T>(kind: &str, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    thread_local! { static GUARDED: Cell<bool> = const { Cell::new(false) } }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            if !GUARDED.get() {
                before(panicked);
            }
        }));
    });
    GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    done.unwrap_or_else(|_| Err(invalid(format!("the {kind} file is damaged"))))
}

/// All bytes of a source.
pub(super) fn whole(source: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    source.read_to_end(&mut packed).map(|_| packed)
}

/// Says of a source that ends too early what it is.
pub(super) fn short(what: &str, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            io::Error::new(error.kind(), format!("{what} ends too early"))
        }
        _ => error,
    }
}

pub(super) fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
