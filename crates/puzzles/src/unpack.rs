//! [`Unpack`]: reads text, or unpacks it from a gzip or zstd archive.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use flate2::{Crc, Decompress, FlushDecompress, Status};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::Reader;

/// Opens a file of puzzles: text, gzip or zstd, recognised by its content and not by its name.
///
/// # Errors
///
/// When the file cannot be opened. A file that cannot be read or is damaged fails later, while it
/// is read.
pub fn open(path: impl AsRef<Path>) -> io::Result<Reader<BufReader<File>>> {
    let path = path.as_ref();
    Ok(Reader::new(path.display().to_string(), BufReader::new(File::open(path)?)))
}

/// Unpacks a source that begins like a gzip or zstd archive, and passes any other on unchanged.
///
/// Archives may consist of several parts, as `cat` makes them, and their checksums are compared.
/// After a gzip archive, zeros are ignored and other bytes are an error. From an archive that is
/// cut off or damaged, all text before the damage is returned, and then the error; zstd packs
/// blocks of up to 128 KiB of text, and a damaged block is lost as a whole. Memory does not grow
/// with the archive: gzip needs about 128 KiB, zstd as much as the archive asks for, which is
/// usually 8 MiB and is refused above 128 MiB. Other archives, archives in archives, UTF-16 and
/// UTF-32 text are refused by name. Nothing is read from the source before the first read from this
/// type. Of plain text, no byte is read ahead, except the first few if they might begin an archive
/// or another encoding.
///
/// ```
/// use std::io::Read;
/// use sudoku_puzzles::Unpack;
///
/// let mut text = String::new();
/// Unpack::new("plain text".as_bytes()).read_to_string(&mut text)?;
/// assert_eq!(text, "plain text");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Unpack<R> {
    source: Source<R>,
    /// `None` before the first read.
    packing: Option<Packing>,
    /// Unpacked text, of which this many bytes have been handed out.
    text: Vec<u8>,
    given: usize,
    /// The error after this text.
    damage: Option<io::Error>,
}

enum Packing {
    None,
    Gzip(Box<Gzip>),
    Zstd(Box<Zstd>),
}

/// The first bytes of files that are not plain text, and what such a file is.
const MARKS: [(&[u8], &str); 24] = [
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (SKIPPED, "zstd"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"BZh", "a bzip2 archive"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
    (b"\xff\xff\xff\xff", "an Arrow stream"),
    (b"FEA1", "a Feather file"),
    (b"\x93NUMPY", "an array of numpy"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"GIF8", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"RIFF", "a picture"),
    (b"\x7fELF", "a program"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"\xff\xfe\0\0", "UTF-32 text"),
    (b"\0\0\xfe\xff", "UTF-32 text"),
];

/// Some programs begin a zstd archive with a frame to be skipped, whose first byte ends in any
/// digit.
const SKIPPED: &[u8] = b"\x50\x2a\x4d\x18";

/// The bytes of the longest mark.
const LONGEST: usize = 16;

/// The marks that these bytes begin, or that begin these bytes.
fn marks(bytes: &[u8]) -> impl Iterator<Item = (usize, &'static str)> {
    let is_same = |at: usize, byte: u8, mark: &[u8]| {
        let byte = if at == 0 && mark == SKIPPED { byte & 0xf0 } else { byte };
        byte == mark[at]
    };
    let begins = move |mark: &[u8]| {
        bytes.iter().take(mark.len()).enumerate().all(|(at, &byte)| is_same(at, byte, mark))
    };
    MARKS.into_iter().filter(move |(mark, _)| begins(mark)).map(|(mark, what)| (mark.len(), what))
}

/// Names the kind of a file with these first bytes; `None` for plain text.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    marks(bytes).filter(|(length, _)| *length <= bytes.len()).max().map(|(_, what)| what)
}

impl<R: BufRead> Unpack<R> {
    /// Unpacks `source`, if that is necessary.
    pub const fn new(source: R) -> Self {
        let source = Source { inner: source, begin: Vec::new(), begun: 0, taken: 0 };
        Self { source, packing: None, text: Vec::new(), given: 0, damage: None }
    }

    /// The number of bytes that were read from the source, in packed form.
    pub fn taken(&self) -> u64 {
        self.source.taken - self.source.begin[self.source.begun..].len() as u64
    }

    /// Examines the first bytes of the source, and of the text in an archive.
    fn open(&mut self) -> io::Result<()> {
        let kind_of_file = self.source.look()?;
        self.packing = Some(match kind_of_file {
            Some("gzip") => Packing::Gzip(Box::default()),
            Some("zstd") => Packing::Zstd(Box::default()),
            _ => Packing::None,
        });
        self.fill(LONGEST);
        let (what, place) = match (kind_of_file, kind(&self.text)) {
            (Some("gzip" | "zstd"), Some("gzip" | "zstd")) => ("an archive", " in an archive"),
            (Some("gzip" | "zstd"), Some(what)) => (what, " in an archive"),
            (None | Some("gzip" | "zstd"), _) => return Ok(()),
            (Some(what), _) => (what, ""),
        };
        let text = if what.starts_with("UTF") { "UTF-8 text" } else { "text" };
        let unpacked = if place.is_empty() { ", gzip or zstd" } else { "" };
        let told = format!("found {what}{place}, expected {text}{unpacked}");
        self.text.clear();
        self.damage = Some(io::Error::new(ErrorKind::InvalidData, told));
        Ok(())
    }

    /// Unpacks until this many bytes are ready, unless the archive ends before.
    fn fill(&mut self, least: usize) {
        if self.given == self.text.len() {
            self.text.clear();
            self.given = 0;
        }
        while self.text.len() < least && self.damage.is_none() {
            let (source, text) = (&mut self.source, &mut self.text);
            let (unpacked, name) = match &mut self.packing {
                Some(Packing::Gzip(gzip)) => (gzip.unpack(source, text), "gzip"),
                Some(Packing::Zstd(zstd)) => (zstd.unpack(source, text), "zstd"),
                _ => return,
            };
            match unpacked {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.damage = Some(damaged(name, error)),
            }
        }
    }
}

impl<R: BufRead> BufRead for Unpack<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.packing.is_none() {
            self.open()?;
        }
        self.fill(1);
        match (&self.packing, &self.damage) {
            (_, Some(damage)) if self.given == self.text.len() => Err(again(damage)),
            (Some(Packing::None), _) => self.source.fill_buf(),
            _ => Ok(&self.text[self.given..]),
        }
    }

    fn consume(&mut self, amount: usize) {
        match self.packing {
            Some(Packing::None) => self.source.consume(amount),
            _ => self.given += amount,
        }
    }
}

impl<R: BufRead> Read for Unpack<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R> fmt::Debug for Unpack<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpack").field("taken", &self.source.taken).finish_non_exhaustive()
    }
}

/// Says that an archive is damaged. An error of the source itself stays unchanged.
fn damaged(kind: &str, error: io::Error) -> io::Error {
    let what = match error.kind() {
        ErrorKind::UnexpectedEof => format!("the {kind} archive ends too early"),
        ErrorKind::InvalidData | ErrorKind::InvalidInput => {
            format!("the {kind} archive is damaged: {error}")
        }
        _ => return error,
    };
    io::Error::new(error.kind(), what)
}

/// A copy of an error.
fn again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// A source that counts its bytes and keeps the first ones that were examined.
struct Source<R> {
    inner: R,
    begin: Vec<u8>,
    begun: usize,
    taken: u64,
}

impl<R: BufRead> Source<R> {
    /// Takes bytes as long as they may begin a mark, and says which one they make.
    fn look(&mut self) -> io::Result<Option<&'static str>> {
        while let Some(&next) = self.inner.fill_buf()?.first() {
            self.begin.push(next);
            if !marks(&self.begin).any(|(length, _)| length >= self.begin.len()) {
                self.begin.pop();
                break;
            }
            self.inner.consume(1);
            self.taken += 1;
        }
        Ok(kind(&self.begin))
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.begun < self.begin.len() {
            return Ok(&self.begin[self.begun..]);
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if self.begun < self.begin.len() {
            self.begun += amount;
        } else {
            self.inner.consume(amount);
            self.taken += amount as u64;
        }
    }
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// Unpacks all members of a gzip archive, one after the other.
struct Gzip {
    inflate: Decompress,
    checksum: Crc,
    in_member: bool,
}

impl Default for Gzip {
    fn default() -> Self {
        Self { inflate: Decompress::new(false), checksum: Crc::new(), in_member: false }
    }
}

/// The number of bytes that the decoder unpacks before it copies them out. Bytes that do not fit in
/// are lost when it meets damage.
const WINDOW: usize = 1 << 15;

/// The number of packed bytes that the decoder gets at once. One packed byte makes at most 1032
/// bytes of text, so these make less than a window.
const AT_ONCE: usize = WINDOW / 1032 - 1;

impl Gzip {
    /// Adds some text, perhaps none; false at the end of the archive.
    fn unpack(&mut self, source: &mut impl BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        if !self.in_member {
            return self.begin(source);
        }
        let (before, begin) = (self.inflate.total_in(), text.len());
        text.reserve(2 * WINDOW);
        let packed = source.fill_buf()?;
        let (packed, cut_off) = (&packed[..packed.len().min(AT_ONCE)], packed.is_empty());
        let unpacked = self.inflate.decompress_vec(packed, text, FlushDecompress::None);
        source.consume((self.inflate.total_in() - before) as usize);
        self.checksum.update(&text[begin..]);
        let status = unpacked.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        if status == Status::StreamEnd {
            self.in_member = false;
            let mut end = [0; 8];
            source.read_exact(&mut end)?;
            let (sum, length) = (self.checksum.sum(), self.checksum.amount());
            same_sums(end[..] == [sum.to_le_bytes(), length.to_le_bytes()].concat())?;
        } else if cut_off {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(true)
    }

    /// Begins the next member; false at the end of the archive.
    fn begin(&mut self, source: &mut impl BufRead) -> io::Result<bool> {
        // Tapes and disks fill their last block with zeros, which the gzip program ignores, too.
        while source.fill_buf()?.first() == Some(&0) {
            source.consume(1);
        }
        if source.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let mut magic = Vec::new();
        source.by_ref().take(2).read_to_end(&mut magic)?;
        if !b"\x1f\x8b".starts_with(&magic) {
            let bytes = magic.len() as u64 + io::copy(source, &mut io::sink())?;
            let follow = if bytes == 1 { "byte follows" } else { "bytes follow" };
            return Err(io::Error::other(format!("{bytes} {follow} the end of the gzip data")));
        }
        let mut member = GzDecoder::new(magic.as_slice().chain(source));
        if member.header().is_none() {
            // The first read reports an error in the header.
            member.read_exact(&mut [0])?;
        }
        self.inflate.reset(false);
        self.checksum.reset();
        self.in_member = true;
        Ok(true)
    }
}

fn same_sums(same: bool) -> io::Result<()> {
    let differs = || io::Error::new(ErrorKind::InvalidData, "the checksum differs");
    same.then_some(()).ok_or_else(differs)
}

/// Unpacks all frames of a zstd archive, one after the other.
#[derive(Default)]
struct Zstd {
    decoder: FrameDecoder,
    in_frame: bool,
}

/// An empty last block of a frame, and space for a checksum. After it, the decoder hands out its
/// window, which it keeps while a later block may refer to it.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// The text that is taken from the decoder at once.
const BLOCK: u64 = 1 << 17;

impl Zstd {
    /// Adds some text, perhaps none; false at the end of the archive.
    fn unpack(&mut self, mut source: &mut impl BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
        if self.decoder.can_collect() > 0 {
            self.decoder.by_ref().take(BLOCK).read_to_end(text)?;
        } else if !self.in_frame {
            return self.begin(source);
        } else if self.decoder.is_finished() {
            self.in_frame = false;
            let (given, found) =
                (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
            same_sums(given.is_none() || found.is_none() || given == found)?;
        } else {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            if let Err(error) = self.decoder.decode_blocks(&mut source, one) {
                let all = BlockDecodingStrategy::All;
                let last = self.decoder.decode_blocks(LAST_BLOCK.as_slice(), all);
                last.map_err(|error| zstd_error(&error))?;
                self.decoder.read_to_end(text)?;
                return Err(zstd_error(&error));
            }
        }
        Ok(true)
    }

    /// Begins the next frame; false at the end of the archive.
    fn begin(&mut self, mut source: &mut impl BufRead) -> io::Result<bool> {
        if source.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut source) {
            Ok(()) => self.in_frame = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                if io::copy(&mut source.take(length), &mut io::sink())? < length {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(zstd_error(&error)),
        }
        Ok(true)
    }
}

/// The error for a zstd archive: that of the source, if it failed, otherwise of the archive.
fn zstd_error(error: &FrameDecoderError) -> io::Error {
    if let FrameDecoderError::WindowSizeTooBig { requested, max } = error {
        let [requested, max] = [requested, max].map(|bytes| bytes.div_ceil(1 << 20));
        return io::Error::other(format!(
            "the zstd archive needs a window of {requested} MiB, expected at most {max} MiB: \
             unpack it with `zstd -d --long=31` first"
        ));
    }
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>() {
            return again(io);
        }
        cause = inner.source();
    }
    io::Error::new(ErrorKind::InvalidData, error.to_string())
}

#[cfg(test)]
mod tests;
