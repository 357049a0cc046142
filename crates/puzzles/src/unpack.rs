//! [`Unpack`]: reads text, or unpacks it from an archive.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Cursor, ErrorKind, Read};

use flate2::bufread::GzDecoder;
use flate2::{Crc, Decompress, FlushDecompress, Status};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

#[cfg(feature = "archives")]
mod archives;
#[cfg(feature = "archives")]
mod arrays;
#[cfg(feature = "archives")]
mod arrow;
mod packing;
#[cfg(feature = "archives")]
mod parquet;

#[cfg(feature = "archives")]
pub(crate) use self::arrays::{is_folder, of_folder};
use self::packing::{Named, Packing};

/// Unpacks a source that begins like a gzip or zstd archive and, with the feature `archives`, an xz
/// or zip archive, a file of Parquet or Arrow, an Arrow stream or an array of numpy. Any other is
/// passed on unchanged.
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
/// The members of a zip archive make one text, without folders and hidden files. A row of Parquet, of
/// Arrow or of arrays becomes a line of JSON with the names of the columns as keys; a `.npz` has
/// several arrays, those of the same length beside each other. Zip and Parquet have their directory at
/// the end, so their packed bytes are kept in memory; [`of_table`](Self::of_table) reads a Parquet
/// file in parts. Of Arrow, one batch of rows is in memory; its buffers may be packed with lz4.
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
    /// The first bytes have been examined.
    opened: bool,
    /// The unpacker of the source, with its name; `None` of plain text.
    packing: Option<Named>,
    /// Unpacked text, of which this many bytes have been handed out.
    text: Vec<u8>,
    given: usize,
    /// The error after this text.
    damage: Option<io::Error>,
}

/// Returns the unpacker for files of this [`kind`].
fn packing(kind: &str) -> Option<Named> {
    match kind {
        "gzip" => Some(("gzip", Box::<Gzip>::default())),
        "zstd" => Some(("zstd", Box::<Zstd>::default())),
        #[cfg(feature = "archives")]
        _ => archives::packing(kind),
        #[cfg(not(feature = "archives"))]
        _ => None,
    }
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
    (b"FEA1", "an old Arrow file"),
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

/// The marks that these bytes begin, or that begin these bytes, and their lengths.
fn marks(bytes: &[u8]) -> impl Iterator<Item = (usize, &'static str)> {
    let begins = move |mark: &[u8]| {
        let mask = |at| if at == 0 && mark == SKIPPED { 0xf0 } else { 0xff };
        bytes.iter().zip(mark).enumerate().all(|(at, (byte, sign))| byte & mask(at) == *sign)
    };
    MARKS.into_iter().filter(move |(mark, _)| begins(mark)).map(|(mark, what)| (mark.len(), what))
}

/// Names the kind of a file with these first bytes; `None` for plain text.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    marks(bytes).filter(|(length, _)| *length <= bytes.len()).max().map(|(_, what)| what)
}

impl<R: BufRead> Unpack<R> {
    /// Unpacks `source`, if that is necessary.
    pub fn new(source: R) -> Self {
        let source = Cursor::default().chain(source.take(u64::MAX));
        Self { source, opened: false, packing: None, text: Vec::new(), given: 0, damage: None }
    }

    /// The number of bytes that were read from the source, in packed form.
    pub fn taken(&self) -> u64 {
        let (begin, source) = self.source.get_ref();
        u64::MAX - source.limit() - (begin.get_ref().len() as u64 - begin.position())
    }

    /// Examines the first bytes of the source, and of the text in an archive.
    fn open(&mut self) -> io::Result<()> {
        let Some(kind_of_file) = look(&mut self.source)? else {
            self.opened = true;
            return Ok(());
        };
        self.opened = true;
        self.packing = packing(kind_of_file);
        self.fill(LONGEST);
        let packed = self.packing.is_some();
        let what = match kind(&self.text) {
            None if packed => return Ok(()),
            Some("gzip" | "zstd") => "an archive",
            Some(what) => what,
            None => kind_of_file,
        };
        let text = if what.starts_with("UTF") { "UTF-8 text" } else { "text" };
        let told = if packed {
            format!("found {what} in an archive, expected {text}")
        } else {
            let help = if what.contains("Arrow") { ": write it as Parquet" } else { "" };
            format!("found {what}, expected {text}, gzip or zstd{help}")
        };
        self.text.clear();
        self.damage = Some(io::Error::new(ErrorKind::InvalidData, told));
        Ok(())
    }

    /// Unpacks until this many bytes are ready, unless the archive ends before.
    fn fill(&mut self, least: usize) {
        let Some((name, packing)) = &mut self.packing else { return };
        if self.given == self.text.len() {
            self.text.clear();
            self.given = 0;
        }
        while self.text.len() < least && self.damage.is_none() {
            match packing.unpack(&mut self.source, &mut self.text) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.damage = Some(damaged(name, error)),
            }
        }
    }
}

#[cfg(feature = "archives")]
impl Unpack<io::Empty> {
    /// Reads the rows of a Parquet file when they are needed.
    ///
    /// # Errors
    ///
    /// When it is no Parquet file, or is compressed by a method that is not supported.
    pub fn of_table(file: impl ::parquet::file::reader::ChunkReader + 'static) -> io::Result<Self> {
        Ok(Self::of(parquet::Table(Some(parquet::rows(file)?))))
    }

    /// Reads the rows of tables in memory.
    pub fn of_batches(batches: Vec<arrow_array::RecordBatch>) -> Self {
        Self::of(arrow::Arrow::of(batches))
    }

    /// Reads the arrays of a folder in the layout of HRM.
    ///
    /// # Errors
    ///
    /// When a file cannot be opened, or is no array of puzzles.
    pub(crate) fn of_folder(path: &std::path::Path) -> io::Result<Self> {
        Ok(Self::of(arrays::Columns::of_folder(path)?))
    }

    fn of(rows: impl Packing + 'static) -> Self {
        Self { opened: true, packing: Some(("", Box::new(rows))), ..Self::new(io::empty()) }
    }
}

impl<R: BufRead> BufRead for Unpack<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.opened {
            self.open()?;
        }
        self.fill(1);
        match &self.damage {
            Some(damage) if self.given == self.text.len() => Err(again(damage)),
            None if self.packing.is_none() => self.source.fill_buf(),
            _ => Ok(&self.text[self.given..]),
        }
    }

    fn consume(&mut self, amount: usize) {
        match self.packing {
            None => self.source.consume(amount),
            Some(_) => self.given += amount,
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
        f.debug_struct("Unpack").finish_non_exhaustive()
    }
}

/// Says what is wrong with an archive of this name, if it has one. An error of the source itself
/// stays unchanged.
fn damaged(name: &str, error: io::Error) -> io::Error {
    let refused = error.to_string().starts_with("found ");
    let what = match error.kind() {
        _ if name.is_empty() || refused || error.raw_os_error().is_some() => return error,
        ErrorKind::UnexpectedEof => "ends too early".to_owned(),
        ErrorKind::OutOfMemory => "needs more than 200 MiB of memory".to_owned(),
        ErrorKind::Unsupported => "is packed by a method that is not read".to_owned(),
        ErrorKind::InvalidData | ErrorKind::InvalidInput => format!("is damaged: {error}"),
        _ => return error,
    };
    io::Error::new(error.kind(), format!("the {name} archive {what}"))
}

/// A copy of an error.
fn again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// A source behind its first bytes, which were examined. Its limit, which nothing reaches, counts its
/// bytes.
type Source<R> = io::Chain<Cursor<Vec<u8>>, io::Take<R>>;

/// Takes bytes as long as they may begin a mark, and says which one they make.
fn look<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<&'static str>> {
    let (begin, rest) = source.get_mut();
    let begin = begin.get_mut();
    while let Some(&next) = rest.fill_buf()?.first() {
        begin.push(next);
        if !marks(begin).any(|(length, _)| length >= begin.len()) {
            begin.pop();
            break;
        }
        rest.consume(1);
    }
    Ok(kind(begin))
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

impl Packing for Gzip {
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
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
}

impl Gzip {
    /// Begins the next member; false at the end of the archive.
    fn begin(&mut self, mut source: &mut dyn BufRead) -> io::Result<bool> {
        // Tapes and disks fill their last block with zeros, which the gzip program ignores, too.
        while source.fill_buf()?.first() == Some(&0) {
            source.consume(1);
        }
        if source.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let mut magic = Vec::new();
        (&mut source).take(2).read_to_end(&mut magic)?;
        if !b"\x1f\x8b".starts_with(&magic) {
            let bytes = magic.len() as u64 + io::copy(&mut source, &mut io::sink())?;
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

impl Packing for Zstd {
    fn unpack(&mut self, mut source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
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
}

impl Zstd {
    /// Begins the next frame; false at the end of the archive.
    fn begin(&mut self, mut source: &mut dyn BufRead) -> io::Result<bool> {
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
