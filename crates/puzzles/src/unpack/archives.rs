//! Xz and zip archives.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use bytes::Bytes;
use lzma_rust2::{Action, Status, XzStream};
use zip::ZipArchive;

use super::arrays::{CHUNK, Columns, Npy};
use super::arrow::Arrow;
use super::packing::{Named, Packing};
use super::parquet::{Table, invalid, whole};

pub(super) fn packing(kind: &str) -> Option<Named> {
    match kind {
        "an xz archive" => Some(("xz", Box::new(XzStream::new_mem_limit(true, DICTIONARY)))),
        "a zip archive" => Some(("zip", Box::<Zip>::default())),
        "a Parquet file" => Some(("", Box::<Table>::default())),
        "an Arrow file" | "an Arrow stream" => Some(("", Box::<Arrow>::default())),
        "an array of numpy" => Some(("", Box::<Npy>::default())),
        _ => None,
    }
}

/// The memory that an xz archive may ask for, in KiB: three times that of `xz -9`.
const DICTIONARY: u32 = 200 << 10;

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

/// The text of the files in a zip archive, one after the other, or its arrays beside each other.
#[derive(Default)]
struct Zip(Option<Box<dyn Packing>>);

impl Packing for Zip {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        let content = match &mut self.0 {
            Some(content) => content,
            None => self.0.insert(content(Bytes::from(whole(source)?))?),
        };
        content.unpack(source, text)
    }
}

fn content(packed: Bytes) -> io::Result<Box<dyn Packing>> {
    let mut archive = ZipArchive::new(Cursor::new(packed))?;
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index(index)?;
        let name = member.name()?.into_owned();
        let hidden = name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        if member.is_file() && !hidden {
            members.push((index, name));
        }
    }
    let array =
        |(index, name): &(usize, String)| Some((*index, name.strip_suffix(".npy")?.to_owned()));
    let arrays: Vec<(usize, String)> = members.iter().filter_map(array).collect();
    if arrays.is_empty() {
        let all = members.into_iter().map(|(index, _)| index).collect();
        return Ok(Box::new(Members::of(&archive, all)));
    }
    if arrays.len() > MOST_ARRAYS {
        let found = arrays.len();
        return Err(invalid(format!("found {found} arrays, expected at most {MOST_ARRAYS}")));
    }
    // A description in JSON may stand beside them.
    let belongs = |name: &str| [".npy", ".json"].iter().any(|end| name.ends_with(end));
    if let Some((_, other)) = members.iter().find(|(_, name)| !belongs(name)) {
        return Err(invalid(format!("found {other} beside arrays, expected arrays alone")));
    }
    let arrays = arrays.into_iter().map(|(at, name)| Ok((name, Members::of(&archive, vec![at]))));
    Ok(Box::new(Columns::new(arrays)?))
}

/// The most arrays of an archive, each of which a thread unpacks.
const MOST_ARRAYS: usize = 64;

/// The text of members of an archive. A thread unpacks it in chunks, of which few are kept, because
/// a member borrows the archive while it is read.
struct Members {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
}

impl Members {
    fn of(archive: &ZipArchive<Cursor<Bytes>>, members: Vec<usize>) -> Self {
        let (mut archive, (sender, chunks)) = (archive.clone(), sync_channel(2));
        thread::spawn(move || {
            let mut each = members.into_iter();
            // Without a receiver, the error is of no use.
            each.try_for_each(|index| send(&mut archive, index, &sender))
                .or_else(|error| sender.send(Err(error)))
                .ok();
        });
        Self { chunks, chunk: Cursor::default() }
    }
}

impl Packing for Members {
    fn unpack(&mut self, _source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        // The thread has ended when the channel is closed.
        let Ok(chunk) = self.chunks.recv() else { return Ok(false) };
        text.extend(chunk?);
        Ok(true)
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.position() == self.chunk.get_ref().len() as u64 {
            let Ok(chunk) = self.chunks.recv() else { return Ok(0) };
            self.chunk = Cursor::new(chunk?);
        }
        self.chunk.read(buffer)
    }
}

/// Sends the text of a member, and the end of its last line.
fn send(
    archive: &mut ZipArchive<Cursor<Bytes>>,
    index: usize,
    chunks: &SyncSender<io::Result<Vec<u8>>>,
) -> io::Result<()> {
    let mut member = archive.by_index(index)?;
    let (mut last, mut ends) = (false, false);
    while !last {
        let mut text = Vec::new();
        let read = member.by_ref().take(CHUNK as u64).read_to_end(&mut text);
        last = text.is_empty() || read.is_err();
        if last && !ends {
            text.push(b'\n');
        }
        ends = text.ends_with(b"\n");
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        chunks.send(Ok(text)).map_err(gone)?;
        read?;
    }
    Ok(())
}
