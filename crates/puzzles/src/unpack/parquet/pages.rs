//! [`Table`]: the pages of a Parquet file. The library would unpack zstd by a library in C; here
//! `ruzstd` does, and the library reads what it has unpacked.

use std::io::Read;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::Compression::{UNCOMPRESSED, ZSTD};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedPageReader};
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;
use ruzstd::decoding::StreamingDecoder;

/// The greatest number of bytes in a page; usual pages have one MiB.
const MOST: u64 = 1 << 28;

pub(super) struct Table<R> {
    file: Arc<R>,
    metadata: ParquetMetaData,
}

impl<R: ChunkReader> Table<R> {
    pub(super) fn new(file: R) -> Result<Self> {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file)?;
        Ok(Self { file: Arc::new(file), metadata })
    }
}

impl<R: ChunkReader + 'static> FileReader for Table<R> {
    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }

    fn num_row_groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    fn get_row_group(&self, index: usize) -> Result<Box<dyn RowGroupReader + '_>> {
        Ok(Box::new(Group { file: &self.file, metadata: self.metadata.row_group(index) }))
    }

    fn get_row_iter(&self, columns: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_file(columns, self)
    }
}

struct Group<'a, R> {
    file: &'a Arc<R>,
    metadata: &'a RowGroupMetaData,
}

impl<R: ChunkReader + 'static> RowGroupReader for Group<'_, R> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.metadata
    }

    fn num_columns(&self) -> usize {
        self.metadata.num_columns()
    }

    fn get_column_page_reader(&self, index: usize) -> Result<Box<dyn PageReader>> {
        let rows = usize::try_from(self.metadata.num_rows())?;
        let of = |column| SerializedPageReader::new(Arc::clone(self.file), column, rows, None);
        let column = self.metadata.column(index);
        Ok(match column.compression() {
            ZSTD(_) => {
                let raw = column.clone().into_builder().set_compression(UNCOMPRESSED).build()?;
                Box::new(Zstd(of(&raw)?))
            }
            _ => Box::new(of(column)?),
        })
    }

    fn get_column_bloom_filter(&self, _index: usize) -> Option<&Sbbf> {
        None
    }

    fn get_row_iter(&self, columns: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(columns, self)
    }
}

/// Unpacks the pages of a reader that took them for uncompressed ones.
struct Zstd<P>(P);

impl<P: PageReader> PageReader for Zstd<P> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.0.get_next_page()?.map(unpacked).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.0.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.0.skip_next_page()
    }
}

impl<P: PageReader> Iterator for Zstd<P> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

fn unpacked(mut page: Page) -> Result<Page> {
    let (packed, plain) = match &mut page {
        Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => (buf, 0),
        Page::DataPageV2 { is_compressed: false, .. } => return Ok(page),
        // The levels stand before the values, and are not packed.
        Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
            (buf, *def_levels_byte_len as usize + *rep_levels_byte_len as usize)
        }
    };
    let short = || ParquetError::General("the page ends in its levels".to_owned());
    let (levels, mut frames) = packed.split_at_checked(plain).ok_or_else(short)?;
    let mut text = levels.to_vec();
    while !frames.is_empty() {
        let frame = StreamingDecoder::new(&mut frames);
        frame.map_err(external)?.take(MOST).read_to_end(&mut text)?;
        if text.len() as u64 >= MOST {
            return Err(ParquetError::General(format!("a page has more than {MOST} bytes")));
        }
    }
    *packed = Bytes::from(text);
    Ok(page)
}

fn external(error: impl std::error::Error + Send + Sync + 'static) -> ParquetError {
    ParquetError::External(Box::new(error))
}
