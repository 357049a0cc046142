//! [`Rows`]: the rows of a Parquet file. A damaged file is an error, not a panic.

use std::cell::Cell;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use parquet::basic::Compression::{GZIP, LZ4, LZ4_RAW, SNAPPY, UNCOMPRESSED, ZSTD};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::FileReader;
use parquet::record::reader::RowIter;

use self::pages::Table;

mod pages;

pub use parquet::file::reader::ChunkReader;
pub use parquet::record::{Field, Row};
pub use parquet::schema::types::TypePtr;

/// The rows of a file, each read when the iterator reaches it.
pub struct Rows {
    columns: Vec<TypePtr>,
    rows: RowIter<'static>,
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("columns", &self.columns).finish_non_exhaustive()
    }
}

impl Rows {
    /// # Errors
    ///
    /// When it is no Parquet file, or is compressed by a method that is not supported.
    pub fn of(file: impl ChunkReader + 'static) -> io::Result<Self> {
        guarded("Parquet", || {
            let reader = Table::new(file).map_err(invalid)?;
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
            let columns = reader.metadata().file_metadata().schema().get_fields().to_vec();
            Ok(Self { columns, rows: RowIter::from_file_into(Box::new(reader)) })
        })
    }

    /// The columns, in the order of the fields of a row.
    pub fn columns(&self) -> &[TypePtr] {
        &self.columns
    }
}

impl Iterator for Rows {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<Self::Item> {
        guarded("Parquet", || self.rows.next().transpose().map_err(invalid)).transpose()
    }
}

/// Runs code of the library that may panic on a damaged file: the panic becomes an error, and its
/// message is not printed.
pub(crate) fn guarded<T>(kind: &str, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
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

pub(crate) fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
