//! [`Archive`]: unpacks zip and xz archives and Parquet files for a reader that unpacks only gzip
//! and zstd.

use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use bytes::Bytes;
use lzma_rust2::XzReader;
use zip::ZipArchive;

use crate::table;

/// The kinds of files that are unpacked here, recognised by their first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Zip,
    Xz,
    Parquet,
}

const KINDS: [(&[u8], Packing); 3] =
    [(b"PK\x03\x04", Packing::Zip), (b"\xfd7zXZ\0", Packing::Xz), (b"PAR1", Packing::Parquet)];

/// The memory that an xz archive may ask for, in KiB: three times that of `xz -9`.
const DICTIONARY: u32 = 200 << 10;

impl Packing {
    /// The packing of a file, which is then rewound; `None` for text, and for archives that the
    /// reader of text unpacks.
    pub(crate) fn of(file: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        let first = first_bytes(file)?;
        file.rewind()?;
        Ok(Self::begins(&first))
    }

    fn begins(first: &[u8]) -> Option<Self> {
        KINDS.iter().find(|(magic, _)| first == *magic).map(|(_, packing)| *packing)
    }
}

/// The first bytes of a stream, as many as it takes to recognise an archive or rule one out.
fn first_bytes(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    let goes_on = |first: &[u8]| KINDS.iter().any(|(magic, _)| magic.starts_with(first));
    while goes_on(&first) && Packing::begins(&first).is_none() {
        if source.by_ref().take(1).read_to_end(&mut first)? == 0 {
            break;
        }
    }
    Ok(first)
}

/// Unpacks a stream if it is a zip or an xz archive or a Parquet file, and passes on any other
/// unchanged. Nothing is read before the first read from this type, and of text no byte is read
/// ahead. A zip archive and a Parquet file have their directories at the end, so they are read into
/// memory as a whole.
pub(crate) struct Archive<'a> {
    /// The stream before the first read.
    packed: Option<Box<dyn Read + 'a>>,
    packing: Option<Packing>,
    text: Box<dyn Read + 'a>,
}

impl<'a> Archive<'a> {
    pub(crate) fn new(packed: impl Read + 'a) -> Self {
        Self { packed: Some(Box::new(packed)), packing: None, text: Box::new(io::empty()) }
    }

    fn open(&mut self, mut packed: Box<dyn Read + 'a>) -> io::Result<()> {
        let first = first_bytes(&mut packed)?;
        self.packing = Packing::begins(&first);
        let mut packed = Cursor::new(first).chain(packed);
        let mut whole = || {
            let mut bytes = Vec::new();
            packed.read_to_end(&mut bytes).map(|_| bytes)
        };
        self.text = match self.packing {
            Some(Packing::Zip) => Box::new(members(whole()?)?),
            Some(Packing::Parquet) => Box::new(table::lines(Bytes::from(whole()?))?),
            Some(Packing::Xz) => {
                Box::new(XzReader::new_mem_limit(BufReader::new(packed), true, DICTIONARY))
            }
            None => Box::new(packed),
        };
        Ok(())
    }
}

impl Read for Archive<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let opened = self.packed.take().map_or(Ok(()), |packed| self.open(packed));
        opened.and_then(|()| self.text.read(buffer)).map_err(|error| match self.packing {
            Some(Packing::Zip) => damaged("zip", error),
            Some(Packing::Xz) => damaged("xz", error),
            _ => error,
        })
    }
}

/// The number of bytes of text that are unpacked at once.
const CHUNK: u64 = 1 << 16;

/// The text of the files in a zip archive, one after the other. A thread unpacks it in chunks, of
/// which few are kept, because a file borrows the archive while it is read.
fn members(packed: Vec<u8>) -> io::Result<impl Read> {
    let mut archive = ZipArchive::new(Cursor::new(packed))?;
    let (sender, chunks) = sync_channel(2);
    thread::spawn(move || {
        let unpacked = unpack(&mut archive, &sender);
        // Without a receiver, the error is of no use.
        unpacked.or_else(|error| sender.send(Err(error))).ok();
    });
    // The thread has ended when the channel is closed.
    Ok(Chunks { chunks: chunks.into_iter(), text: Cursor::default() })
}

/// Sends the text of all files. Folders and hidden files are skipped.
fn unpack(
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
        let mut ends = false;
        loop {
            let mut text = Vec::new();
            let read = member.by_ref().take(CHUNK).read_to_end(&mut text);
            let last = text.is_empty() || read.is_err();
            if last && !ends {
                text.push(b'\n');
            }
            ends = text.ends_with(b"\n");
            if chunks.send(Ok(text)).is_err() {
                return Ok(());
            }
            read?;
            if last {
                break;
            }
        }
    }
    Ok(())
}

/// A text that comes in chunks.
pub(crate) struct Chunks<I> {
    pub(crate) chunks: I,
    pub(crate) text: Cursor<Vec<u8>>,
}

impl<I: Iterator<Item = io::Result<Vec<u8>>>> Read for Chunks<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(chunk) = self.chunks.next() else { return Ok(0) };
            self.text = Cursor::new(chunk?);
        }
    }
}

/// Says that an archive is damaged. An error of the system stays as it is.
fn damaged(kind: &str, error: io::Error) -> io::Error {
    let what = match error.kind() {
        _ if error.raw_os_error().is_some() => return error,
        ErrorKind::Interrupted => return error,
        ErrorKind::UnexpectedEof => "ends too early",
        ErrorKind::OutOfMemory => "needs more than 200 MiB of memory",
        ErrorKind::Unsupported => "is packed by a method that is not read",
        _ => "is damaged",
    };
    io::Error::new(error.kind(), format!("the {kind} archive {what}"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lzma_rust2::{XzOptions, XzWriter};
    use sudoku_core::Random;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zipped(members: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in members {
            if name.ends_with('/') {
                archive.add_directory(*name, SimpleFileOptions::default()).unwrap();
            } else {
                archive.start_file(*name, SimpleFileOptions::default()).unwrap();
                archive.write_all(text.as_bytes()).unwrap();
            }
        }
        archive.finish().unwrap().into_inner()
    }

    fn xz(text: &str) -> Vec<u8> {
        let mut archive = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
        archive.finish().unwrap()
    }

    fn numbers(count: usize) -> String {
        let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
        numbers.join("\n") + "\n"
    }

    /// The text up to an error, and the error.
    fn text(packed: &[u8]) -> (String, Option<String>) {
        let mut text = Vec::new();
        let error = Archive::new(packed).read_to_end(&mut text).err();
        (String::from_utf8(text).unwrap(), error.map(|error| error.to_string()))
    }

    #[test]
    fn archives_are_unpacked_and_the_rest_is_left_alone() {
        for plain in ["", "P", "PK", "PK\u{3}", "PKzip", "Puzzle", "53..7"] {
            assert_eq!(text(plain.as_bytes()), (plain.to_owned(), None));
            assert_eq!(Packing::of(&mut Cursor::new(plain)).unwrap(), None);
        }
        let long = "53..7\n".repeat(100_000);
        let two = [xz("a\n"), xz("b\n")].concat();
        let members = [
            ("a/", ""),
            ("a/first.txt", "a"),
            ("a/.hidden", "x"),
            ("__MACOSX/a", "x"),
            ("b.txt", "b\n"),
        ];
        for (packed, unpacked) in [
            (xz(&long), &*long),
            (two, "a\nb\n"),
            (zipped(&members), "a\nb\n"),
            (zipped(&[("long", &long)]), &long),
            (zipped(&[("empty", "")]), "\n"),
        ] {
            assert_eq!(text(&packed), (unpacked.to_owned(), None));
            assert!(Packing::of(&mut Cursor::new(&packed)).unwrap().is_some());
        }
    }

    #[test]
    fn damage_is_an_error_behind_the_text_before_it() {
        let lines = numbers(200_000);
        let mut damaged = zipped(&[("a", "first\n"), ("b", &lines), ("c", "last\n")]);
        let middle = damaged.len() / 2;
        damaged[middle..middle + 40].fill(0xff);
        let (unpacked, error) = text(&damaged);
        assert!(unpacked.starts_with("first\n0\n1\n2\n") && error.is_some(), "{error:?}");
        let packed = xz(&lines);
        let (unpacked, error) = text(&packed[..packed.len() - 100]);
        assert!(unpacked.len() <= lines.len() && error.is_some(), "{error:?}");
        let packed = zipped(&[("a", &lines)]);
        let (unpacked, error) = text(&packed[..packed.len() - 30]);
        assert!(unpacked.is_empty() && error.is_some(), "the directory is at the end");
    }

    #[test]
    fn no_damage_is_more_than_an_error() {
        let lines = numbers(300);
        let mut random = Random::seeded(1);
        let mut whole = 0;
        for packed in [xz(&lines), zipped(&[("a", &lines), ("b", "b\n")])] {
            for _ in 0..5_000 {
                let mut damaged = packed.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(damaged.len() as u64) as usize;
                    damaged[at] = random.below(256) as u8;
                }
                damaged.truncate(random.below(damaged.len() as u64 * 2) as usize);
                let mut text = Vec::new();
                let end = Archive::new(&*damaged).read_to_end(&mut text);
                whole += usize::from(end.is_ok());
            }
        }
        assert!((10..9_990).contains(&whole), "{whole}");
    }
}
