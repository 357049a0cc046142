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
/// use sudoku_corpus::Unpack;
///
/// let mut text = String::new();
/// Unpack::new("plain text".as_bytes()).read_to_string(&mut text)?;
/// assert_eq!(text, "plain text");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Unpack<R> {
    /// `None` only while one layer is replaced by another.
    layer: Option<Layer<R>>,
    known: bool,
}

enum Layer<R> {
    Plain(Source<R>),
    Gzip(Box<Source<BufReader<Gzip<Source<R>>>>>),
    Zstd(Box<Source<BufReader<Zstd<Source<R>>>>>),
}

/// The kind of a file, as its first bytes show it.
#[derive(Debug, Clone, Copy)]
enum FileKind {
    Gzip,
    Zstd,
    /// An archive that is not unpacked here.
    Foreign(&'static str),
    /// Text in another encoding.
    Encoded(&'static str),
}

impl FileKind {
    /// The kind whose first bytes these are, or, with fewer bytes, may become.
    fn of(bytes: &[u8]) -> Option<(Self, usize)> {
        const KINDS: [(&[u8], FileKind); 23] = [
            (b"\x1f\x8b", FileKind::Gzip),
            (b"\x28\xb5\x2f\xfd", FileKind::Zstd),
            (b"\xfd7zXZ\0", FileKind::Foreign("an xz archive")),
            (b"PK\x03\x04", FileKind::Foreign("a zip archive")),
            (b"7z\xbc\xaf", FileKind::Foreign("a 7z archive")),
            (b"BZh", FileKind::Foreign("a bzip2 archive")),
            (b"PAR1", FileKind::Foreign("a Parquet file")),
            (b"ARROW1", FileKind::Foreign("an Arrow file")),
            (b"\xff\xff\xff\xff", FileKind::Foreign("an Arrow stream")),
            (b"FEA1", FileKind::Foreign("a Feather file")),
            (b"\x93NUMPY", FileKind::Foreign("an array of numpy")),
            (b"\x89HDF\r\n\x1a\n", FileKind::Foreign("an HDF5 file")),
            (b"SQLite format 3\0", FileKind::Foreign("an SQLite database")),
            (b"%PDF", FileKind::Foreign("a PDF document")),
            (b"\x89PNG", FileKind::Foreign("a picture")),
            (b"GIF8", FileKind::Foreign("a picture")),
            (b"\xff\xd8\xff", FileKind::Foreign("a picture")),
            (b"RIFF", FileKind::Foreign("a picture")),
            (b"\x7fELF", FileKind::Foreign("a program")),
            (b"\xff\xfe", FileKind::Encoded("UTF-16")),
            (b"\xfe\xff", FileKind::Encoded("UTF-16")),
            (b"\xff\xfe\0\0", FileKind::Encoded("UTF-32")),
            (b"\0\0\xfe\xff", FileKind::Encoded("UTF-32")),
        ];
        // Some programs begin a zstd archive with a skippable frame, marked 0x184D2A50 to 5F.
        if let Some(0x50..=0x5f) = bytes.first()
            && b"\x2a\x4d\x18".starts_with(&bytes[1..])
        {
            return Some((Self::Zstd, 4));
        }
        let (magic, kind) = KINDS.into_iter().find(|(magic, _)| magic.starts_with(bytes))?;
        Some((kind, magic.len()))
    }
}

impl<R: BufRead> Unpack<R> {
    /// Unpacks `source`, if that is necessary.
    pub fn new(source: R) -> Self {
        Self { layer: Some(Layer::Plain(Source::new(source))), known: false }
    }

    /// The number of bytes that were read from the source, in packed form.
    pub fn taken(&self) -> u64 {
        match &self.layer {
            Some(Layer::Plain(source)) => source.taken - source.begin[source.begun..].len() as u64,
            Some(Layer::Gzip(text)) => text.inner.get_ref().taken(),
            Some(Layer::Zstd(text)) => text.inner.get_ref().source.taken,
            None => 0,
        }
    }

    /// On the first call, examines the first bytes of the source and of the text in an archive.
    fn look(&mut self) -> io::Result<&mut Layer<R>> {
        if !self.known {
            self.open()?;
            let inside = match &mut self.layer {
                Some(Layer::Gzip(text)) => text.look()?,
                Some(Layer::Zstd(text)) => text.look()?,
                _ => None,
            };
            match inside {
                None => self.known = true,
                Some(FileKind::Encoded(what)) => {
                    return refuse(&format!("{what} text in an archive, expected UTF-8"));
                }
                Some(FileKind::Foreign(what)) => {
                    return refuse(&format!("{what} in an archive, expected text"));
                }
                Some(_) => return refuse("an archive in an archive, expected text"),
            }
        }
        self.layer.as_mut().ok_or_else(|| io::Error::other("no source"))
    }

    /// Sets the layer for the kind that the first bytes show.
    fn open(&mut self) -> io::Result<()> {
        let kind = match &mut self.layer {
            Some(Layer::Plain(source)) => source.look()?,
            _ => None,
        };
        match kind {
            Some(FileKind::Encoded(what)) => {
                return refuse(&format!("{what} text, expected UTF-8 text, gzip or zstd"));
            }
            Some(FileKind::Foreign(what)) => {
                return refuse(&format!("{what}, expected text, gzip or zstd"));
            }
            _ => {}
        }
        self.layer = match (kind, self.layer.take()) {
            (Some(FileKind::Gzip), Some(Layer::Plain(source))) => {
                Some(Layer::Gzip(Box::new(Source::new(BufReader::new(Gzip::new(source))))))
            }
            (Some(FileKind::Zstd), Some(Layer::Plain(source))) => {
                Some(Layer::Zstd(Box::new(Source::new(BufReader::new(Zstd::new(source))))))
            }
            (_, layer) => layer,
        };
        Ok(())
    }
}

fn refuse<T>(what: &str) -> io::Result<T> {
    Err(io::Error::new(ErrorKind::InvalidData, format!("found {what}")))
}

impl<R: BufRead> BufRead for Unpack<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.look()? {
            Layer::Plain(source) => source.fill_buf(),
            Layer::Gzip(text) => text.fill_buf(),
            Layer::Zstd(text) => text.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match &mut self.layer {
            Some(Layer::Plain(source)) => source.consume(amount),
            Some(Layer::Gzip(text)) => text.consume(amount),
            Some(Layer::Zstd(text)) => text.consume(amount),
            None => {}
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
        let kind = match &self.layer {
            Some(Layer::Plain(_)) | None => "plain",
            Some(Layer::Gzip(_)) => "gzip",
            Some(Layer::Zstd(_)) => "zstd",
        };
        f.debug_tuple("Unpack").field(&kind).finish()
    }
}

/// Adds to an error that the archive is damaged. An error of the source itself stays unchanged.
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

/// A source that counts its bytes and keeps the first ones that were examined.
struct Source<R> {
    inner: R,
    begin: Vec<u8>,
    begun: usize,
    taken: u64,
}

impl<R: BufRead> Source<R> {
    fn new(inner: R) -> Self {
        Self { inner, begin: Vec::new(), begun: 0, taken: 0 }
    }

    /// Takes bytes as long as they may be the first of an archive.
    fn look(&mut self) -> io::Result<Option<FileKind>> {
        while let Some(&next) = self.inner.fill_buf()?.first() {
            self.begin.push(next);
            if FileKind::of(&self.begin).is_none() {
                self.begin.pop();
                break;
            }
            self.inner.consume(1);
            self.taken += 1;
        }
        // Bytes that might have become one kind may be the whole mark of another.
        let begins = |length| {
            let (kind, whole) = FileKind::of(&self.begin[..length])?;
            (whole == length).then_some(kind)
        };
        Ok((1..=self.begin.len()).rev().find_map(begins))
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

/// All members of a gzip archive, one after the other.
struct Gzip<R> {
    source: R,
    inflate: Decompress,
    checksum: Crc,
    in_member: bool,
    text: Vec<u8>,
    /// The number of bytes of `text` that have been handed out.
    given: usize,
    /// The error that the archive met, kept until the text before it has been handed out.
    damage: Option<io::Error>,
}

/// The number of bytes that the decoder unpacks before it copies them out. Bytes that do not fit in
/// are lost when it meets damage.
const WINDOW: usize = 1 << 15;

/// The number of packed bytes that the decoder gets at once. One packed byte makes at most 1032
/// bytes of text, so these make less than a window.
const AT_ONCE: usize = WINDOW / 1032 - 1;

impl<R: BufRead> Gzip<R> {
    fn new(source: R) -> Self {
        Self {
            source,
            inflate: Decompress::new(false),
            checksum: Crc::new(),
            in_member: false,
            text: Vec::with_capacity(2 * WINDOW),
            given: 0,
            damage: None,
        }
    }

    /// Unpacks some text, perhaps none; false at the end of the archive.
    fn unpack(&mut self) -> io::Result<bool> {
        if !self.in_member {
            return self.begin();
        }
        self.text.clear();
        self.given = 0;
        let packed = self.source.fill_buf()?;
        let (packed, cut_off) = (&packed[..packed.len().min(AT_ONCE)], packed.is_empty());
        let before = self.inflate.total_in();
        let unpacked = self.inflate.decompress_vec(packed, &mut self.text, FlushDecompress::None);
        self.source.consume((self.inflate.total_in() - before) as usize);
        self.checksum.update(&self.text);
        let status = unpacked.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        if status == Status::StreamEnd {
            self.in_member = false;
            self.compare()?;
        } else if cut_off {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(true)
    }

    /// Begins the next member; false at the end of the archive.
    fn begin(&mut self) -> io::Result<bool> {
        // Tapes and disks fill their last block with zeros, which the gzip program ignores, too.
        while self.source.fill_buf()?.first() == Some(&0) {
            self.source.consume(1);
        }
        if self.source.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let mut magic = Vec::new();
        self.source.by_ref().take(2).read_to_end(&mut magic)?;
        if !b"\x1f\x8b".starts_with(&magic) {
            let rest = io::copy(&mut self.source, &mut io::sink())?;
            let bytes = magic.len() as u64 + rest;
            let follow = if bytes == 1 { "byte follows" } else { "bytes follow" };
            return Err(io::Error::other(format!("{bytes} {follow} the end of the gzip data")));
        }
        let mut member = GzDecoder::new(magic.as_slice().chain(&mut self.source));
        if member.header().is_none() {
            // The first read reports an error in the header.
            member.read_exact(&mut [0])?;
        }
        self.inflate.reset(false);
        self.checksum.reset();
        self.in_member = true;
        Ok(true)
    }

    /// Compares the text of a member with the checksum and length at its end.
    fn compare(&mut self) -> io::Result<()> {
        let mut end = [0; 8];
        self.source.read_exact(&mut end)?;
        let (sum, length) = (self.checksum.sum(), self.checksum.amount());
        if end == [sum.to_le_bytes(), length.to_le_bytes()].concat()[..] {
            return Ok(());
        }
        Err(io::Error::new(ErrorKind::InvalidData, "the checksum differs"))
    }
}

impl<R> Gzip<Source<R>> {
    const fn taken(&self) -> u64 {
        self.source.taken
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = (&self.text[self.given..]).read(buffer)?;
            self.given += read;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if let Some(damage) = &self.damage {
                return Err(again(damage));
            }
            match self.unpack() {
                Ok(true) => {}
                Ok(false) => return Ok(0),
                Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error),
                Err(error) => self.damage = Some(damaged("gzip", error)),
            }
        }
    }
}

/// A copy of an error.
fn again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// All frames of a zstd archive, one after the other.
struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// The error that the archive met, kept until the text before it has been handed out.
    damage: Option<io::Error>,
}

/// An empty last block of a frame, and space for a checksum. After it, the decoder hands out its
/// window, which it keeps while a later block may refer to it.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Zstd<R> {
    fn new(source: R) -> Self {
        Self { source, decoder: FrameDecoder::new(), in_frame: false, damage: None }
    }

    /// Begins the next frame; false at the end of the archive.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let mut frame = self.source.by_ref().take(length);
                    if io::copy(&mut frame, &mut io::sink())? < length {
                        return Err(damaged("zstd", ErrorKind::UnexpectedEof.into()));
                    }
                }
                Err(error) => return Err(zstd_error(&error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if let Some(damage) = &self.damage {
                return Err(again(damage));
            }
            if self.in_frame && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                if let Err(error) = self.decoder.decode_blocks(&mut self.source, one) {
                    self.damage = Some(zstd_error(&error));
                    let all = BlockDecodingStrategy::All;
                    let last = self.decoder.decode_blocks(LAST_BLOCK.as_slice(), all);
                    last.map_err(|error| zstd_error(&error))?;
                }
                continue;
            }
            if self.in_frame {
                self.in_frame = false;
                let sums =
                    (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
                if let (Some(given), Some(found)) = sums
                    && given != found
                {
                    let error = io::Error::new(ErrorKind::InvalidData, "the checksum differs");
                    return Err(damaged("zstd", error));
                }
            }
            if !self.begin()? {
                return Ok(0);
            }
        }
    }
}

/// The error for a zstd archive: that of the source, if it failed, otherwise of the archive.
fn zstd_error(error: &FrameDecoderError) -> io::Error {
    if let FrameDecoderError::WindowSizeTooBig { requested, max } = error {
        let [requested, max] = [requested, max].map(|bytes| bytes.div_ceil(1 << 20));
        let what = format!(
            "the zstd archive needs a window of {requested} MiB, expected at most {max} MiB: \
             unpack it with `zstd -d --long=31` first"
        );
        return io::Error::new(ErrorKind::InvalidData, what);
    }
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>() {
            return damaged("zstd", again(io));
        }
        cause = inner.source();
    }
    damaged("zstd", io::Error::new(ErrorKind::InvalidData, error.to_string()))
}

#[cfg(test)]
mod tests;
