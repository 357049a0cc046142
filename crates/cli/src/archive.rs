//! Zip and xz archives and Parquet files: text in them for a reader that unpacks gzip and zstd alone.

use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek};

use bytes::Bytes;
use lzma_rust2::XzReader;
use zip::ZipArchive;

use crate::table::Table;

/// The packings that text can be in, by the first bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Zip,
    Xz,
    Parquet,
}

const KINDS: [(&[u8], Packing); 3] =
    [(b"PK\x03\x04", Packing::Zip), (b"\xfd7zXZ\0", Packing::Xz), (b"PAR1", Packing::Parquet)];

/// The unpacked text of one file in a zip archive is kept in memory, up to 1 GiB.
const MOST: u64 = 1 << 30;

/// The memory that an xz archive may ask for, in KiB: three times as much as `xz -9` makes it.
const DICTIONARY: u32 = 200 << 10;

impl Packing {
    /// The packing of a file, which is then rewound; `None` for text, and for the archives that the
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

/// The first bytes of a stream, up to the byte that decides whether it is an archive.
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

/// Unpacks a stream if it is a zip or an xz archive or a Parquet file, and hands on any other as it
/// is. Nothing is read before the first read, and text is not read ahead. A zip archive and a
/// Parquet file have their directories at the end, so that all of them is read into memory.
pub(crate) enum Archive<R: Read> {
    Unread(Option<R>),
    Plain(Looked<R>),
    Zip(Members),
    Xz(Box<XzReader<BufReader<Looked<R>>>>),
    Parquet(Box<Table>),
}

/// A stream with its first bytes before it, which were read to find the packing.
type Looked<R> = io::Chain<Cursor<Vec<u8>>, R>;

impl<R: Read> Archive<R> {
    pub(crate) const fn new(source: R) -> Self {
        Self::Unread(Some(source))
    }

    fn opened(mut source: R) -> io::Result<Self> {
        let first = first_bytes(&mut source)?;
        let packing = Packing::begins(&first);
        let mut source = Cursor::new(first).chain(source);
        let mut whole = || {
            let mut packed = Vec::new();
            source.read_to_end(&mut packed).map(|_| packed)
        };
        Ok(match packing {
            Some(Packing::Zip) => Self::Zip(Members::of(whole()?)?),
            Some(Packing::Parquet) => Self::Parquet(Box::new(Table::of(Bytes::from(whole()?))?)),
            Some(Packing::Xz) => {
                let source = BufReader::new(source);
                Self::Xz(Box::new(XzReader::new_mem_limit(source, true, DICTIONARY)))
            }
            None => Self::Plain(source),
        })
    }
}

impl<R: Read> Read for Archive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Self::Unread(source) = self {
            *self = Self::opened(source.take().ok_or(ErrorKind::Other)?)?;
        }
        match self {
            Self::Unread(_) => Ok(0),
            Self::Plain(source) => source.read(buffer),
            Self::Zip(members) => members.read(buffer),
            Self::Xz(text) => text.read(buffer),
            Self::Parquet(rows) => rows.read(buffer),
        }
    }
}

/// The files in a zip archive, one after the other.
pub(crate) struct Members {
    archive: ZipArchive<Cursor<Vec<u8>>>,
    next: usize,
    text: Cursor<Vec<u8>>,
    /// The error that ended the text of this member before its end.
    damage: Option<io::Error>,
}

impl Members {
    fn of(packed: Vec<u8>) -> io::Result<Self> {
        let archive = ZipArchive::new(Cursor::new(packed))?;
        Ok(Self { archive, next: 0, text: Cursor::default(), damage: None })
    }

    /// The text of the next file, up to its damage; false when there is none. Folders are passed over,
    /// and so are files that a system hides.
    fn advance(&mut self) -> io::Result<bool> {
        while self.next < self.archive.len() {
            let mut member = self.archive.by_index(self.next)?;
            self.next += 1;
            let name = member.name()?.into_owned();
            let hidden = name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
            if !member.is_file() || hidden {
                continue;
            }
            let mut text = Vec::new();
            self.damage = member.by_ref().take(MOST).read_to_end(&mut text).err();
            if self.damage.is_none() && member.read(&mut [0])? > 0 {
                let what = format!("{name} has more than 1 GiB of text: unpack it first");
                self.damage = Some(io::Error::new(ErrorKind::InvalidData, what));
            }
            if !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            self.text = Cursor::new(text);
            return Ok(true);
        }
        Ok(false)
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if let Some(damage) = self.damage.take() {
                return Err(damage);
            }
            if !self.advance()? {
                return Ok(0);
            }
        }
    }
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
