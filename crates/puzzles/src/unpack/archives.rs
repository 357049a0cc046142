//! Xz and zip archives, and Parquet files.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use bytes::Bytes;
use lzma_rust2::{Action, Status, XzStream};
use parquet::file::reader::ChunkReader;
use parquet::record::{Field, Row};
use serde_json::Value;
use zip::ZipArchive;

use super::{Named, Packing, Unpack};
use crate::tables::Rows;

pub(super) fn packing(kind: &str) -> Option<Named> {
    match kind {
        "an xz archive" => Some(("xz", Box::new(XzStream::new_mem_limit(true, DICTIONARY)))),
        "a zip archive" => Some(("zip", Box::<Zip>::default())),
        "a Parquet file" => Some(("", Box::<Table>::default())),
        _ => None,
    }
}

impl Unpack<io::Empty> {
    /// Reads the rows of a Parquet file when they are needed.
    ///
    /// # Errors
    ///
    /// As [`Rows::of`].
    pub fn of_table(file: impl ChunkReader + 'static) -> io::Result<Self> {
        let table = Table(Some(Rows::of(file)?));
        Ok(Self { opened: true, packing: Some(("", Box::new(table))), ..Self::new(io::empty()) })
    }
}

/// The memory that an xz archive may ask for, in KiB: three times that of `xz -9`.
const DICTIONARY: u32 = 200 << 10;

/// The number of bytes of text that are unpacked at once.
const CHUNK: usize = 1 << 16;

impl Packing for XzStream {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let (packed, unpacked, begin) = (self.total_in(), self.total_out(), text.len());
        let input = source.fill_buf()?;
        text.resize(begin + CHUNK, 0);
        let action = if input.is_empty() { Action::Finish } else { Action::Run };
        let done = self.process(input, &mut text[begin..], action);
        source.consume((self.total_in() - packed) as usize);
        text.truncate(begin + (self.total_out() - unpacked) as usize);
        Ok(done?.status == Status::Ok)
    }
}

/// The text of the files in a zip archive, one after the other. A thread unpacks it in chunks, of
/// which few are kept, because a file borrows the archive while it is read.
#[derive(Default)]
struct Zip(Option<Receiver<io::Result<Vec<u8>>>>);

impl Packing for Zip {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let chunks = if let Some(chunks) = &self.0 {
            chunks
        } else {
            let mut archive = ZipArchive::new(Cursor::new(whole(source)?))?;
            let (sender, chunks) = sync_channel(2);
            thread::spawn(move || {
                // Without a receiver, the error is of no use.
                members(&mut archive, &sender).or_else(|error| sender.send(Err(error))).ok();
            });
            self.0.insert(chunks)
        };
        // The thread has ended when the channel is closed.
        let Ok(chunk) = chunks.recv() else { return Ok(false) };
        text.extend(chunk?);
        Ok(true)
    }
}

fn whole(source: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    source.read_to_end(&mut packed).map(|_| packed)
}

/// Sends the text of all files. Folders and hidden files are skipped.
fn members(
    archive: &mut ZipArchive<Cursor<Vec<u8>>>,
    chunks: &SyncSender<io::Result<Vec<u8>>>,
) -> io::Result<()> {
    for index in 0..archive.len() {
        let mut member = archive.by_index(index)?;
        let name = member.name()?.into_owned();
        let hidden = name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        if !member.is_file() || hidden {
            continue;
        }
        let (mut last, mut ends) = (false, false);
        while !last {
            let mut text = Vec::new();
            let read = member.by_ref().take(CHUNK as u64).read_to_end(&mut text);
            last = text.is_empty() || read.is_err();
            if last && !ends {
                text.push(b'\n');
            }
            ends = text.ends_with(b"\n");
            if chunks.send(Ok(text)).is_err() {
                return Ok(());
            }
            read?;
        }
    }
    Ok(())
}

/// The rows of a Parquet file as lines of JSON. Numbers, texts, lists and groups become those of
/// JSON, and anything else a text as the library prints it.
#[derive(Default)]
struct Table(Option<Rows>);

/// The number of rows that are turned into text at once.
const ROWS: usize = 1024;

impl Packing for Table {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let rows = match &mut self.0 {
            Some(rows) => rows,
            None => self.0.insert(Rows::of(Bytes::from(whole(source)?))?),
        };
        let begin = text.len();
        for row in rows.take(ROWS) {
            serde_json::to_writer(&mut *text, &object(&row?))?;
            text.push(b'\n');
        }
        Ok(text.len() > begin)
    }
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
