//! [`Unpack`]: text as it is, or out of a gzip or zstd archive.

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

/// Opens a file of puzzles: text, gzip or zstd, whatever its name ends with.
///
/// # Errors
///
/// When the file cannot be opened. That it cannot be read, or is damaged, the reader says.
pub fn open(path: impl AsRef<Path>) -> io::Result<Reader<BufReader<File>>> {
    let path = path.as_ref();
    Ok(Reader::new(path.display().to_string(), BufReader::new(File::open(path)?)))
}

/// Unpacks a source that begins as a gzip or zstd archive does, and hands any other on as it is.
///
/// Archives may consist of several parts, as `cat` makes them; the checksums are compared; zeros
/// after a gzip archive are passed over. Of one that is cut off or damaged, all the text before the
/// damage comes, and then the error; a zstd archive is packed in blocks of up to 128 KiB of text,
/// each of them whole or lost. Memory does not grow with the archive: gzip needs about
/// 128 KiB, zstd as much as the archive asks for, which is usually 8 MiB and is refused above
/// 128 MiB. Other archives, archives in archives and UTF-16 text are refused by name. Nothing is
/// read before the first read from it, and of plain text not a byte more than is asked for, but
/// for the few that look like the beginning of something else.
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
    /// `None` only while one layer makes place for another.
    layer: Option<Layer<R>>,
    known: bool,
}

enum Layer<R> {
    Plain(Source<R>),
    Gzip(Box<Source<BufReader<Gzip<Source<R>>>>>),
    Zstd(Box<Source<BufReader<Zstd<Source<R>>>>>),
}

/// What the first bytes tell.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Gzip,
    Zstd,
    /// An archive that is not unpacked here.
    Foreign(&'static str),
    Utf16,
}

impl Kind {
    /// The kind whose first bytes these are, or, with fewer bytes, may become.
    fn of(bytes: &[u8]) -> Option<(Self, usize)> {
        const KINDS: [(&[u8], Kind); 8] = [
            (b"\x1f\x8b", Kind::Gzip),
            (b"\x28\xb5\x2f\xfd", Kind::Zstd),
            (b"\xfd7zXZ\0", Kind::Foreign("an xz")),
            (b"PK\x03\x04", Kind::Foreign("a zip")),
            (b"7z\xbc\xaf", Kind::Foreign("a 7z")),
            (b"BZh", Kind::Foreign("a bzip2")),
            (b"\xff\xfe", Kind::Utf16),
            (b"\xfe\xff", Kind::Utf16),
        ];
        // Some programs begin a zstd archive with a frame to be skipped, marked 0x184D2A50 to 5F.
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

    /// How many bytes were taken from the source, packed as they are.
    pub fn taken(&self) -> u64 {
        match &self.layer {
            Some(Layer::Plain(source)) => source.taken - source.begin[source.begun..].len() as u64,
            Some(Layer::Gzip(text)) => text.inner.get_ref().taken(),
            Some(Layer::Zstd(text)) => text.inner.get_ref().source.taken,
            None => 0,
        }
    }

    /// Looks at the first bytes, and at the first ones of the text in an archive, once.
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
                Some(Kind::Utf16) => return refuse("UTF-16 text in an archive, expected UTF-8"),
                Some(_) => return refuse("an archive in an archive, expected text"),
            }
        }
        self.layer.as_mut().ok_or_else(|| io::Error::other("no source"))
    }

    /// Puts the layer in place that the first bytes ask for.
    fn open(&mut self) -> io::Result<()> {
        let kind = match &mut self.layer {
            Some(Layer::Plain(source)) => source.look()?,
            _ => None,
        };
        match kind {
            Some(Kind::Utf16) => return refuse("UTF-16 text, expected UTF-8 text, gzip or zstd"),
            Some(Kind::Foreign(what)) => {
                return refuse(&format!("{what} archive, expected text, gzip or zstd"));
            }
            _ => {}
        }
        self.layer = match (kind, self.layer.take()) {
            (Some(Kind::Gzip), Some(Layer::Plain(source))) => {
                Some(Layer::Gzip(Box::new(Source::new(BufReader::new(Gzip::new(source))))))
            }
            (Some(Kind::Zstd), Some(Layer::Plain(source))) => {
                Some(Layer::Zstd(Box::new(Source::new(BufReader::new(Zstd::new(source))))))
            }
            (_, layer) => layer,
        };
        Ok(())
    }
}

fn refuse<T>(what: &str) -> io::Result<T> {
    Err(io::Error::new(ErrorKind::InvalidData, what))
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

/// Says of an archive what is wrong with it. An error of the source itself stays as it is.
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

/// A source of which the first bytes were looked at, and the bytes are counted.
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
    fn look(&mut self) -> io::Result<Option<Kind>> {
        loop {
            if let Some((kind, length)) = Kind::of(&self.begin)
                && self.begin.len() == length
            {
                return Ok(Some(kind));
            }
            let Some(&next) = self.inner.fill_buf()?.first() else {
                return Ok(None);
            };
            self.begin.push(next);
            if Kind::of(&self.begin).is_none() {
                self.begin.pop();
                return Ok(None);
            }
            self.inner.consume(1);
            self.taken += 1;
        }
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
    /// How much of the text has been handed out.
    given: usize,
    /// What is wrong, while the text before it is still handed out.
    damage: Option<io::Error>,
}

/// How many bytes the decoder unpacks before it copies them out. Those for which there is no room
/// then are lost when it meets damage.
const WINDOW: usize = 1 << 15;

/// How many packed bytes it gets at once: they make less than a window of text, because one makes
/// 1032 at most.
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

    /// Unpacks some text, which may be none; false at the end of the archive.
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
        // Tapes and disks fill up their last block; the gzip program ignores that, too.
        while self.source.fill_buf()?.first() == Some(&0) {
            self.source.consume(1);
        }
        if self.source.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let mut member = GzDecoder::new(&mut self.source);
        if member.header().is_none() {
            // What is wrong with the header, the first read says.
            member.read_exact(&mut [0])?;
        }
        self.inflate.reset(false);
        self.checksum.reset();
        self.in_member = true;
        Ok(true)
    }

    /// Compares the text of a member with what its end says of it.
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

/// The same error once more.
fn again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// All frames of a zstd archive, one after the other.
struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// What is wrong, while the text before it is still handed out.
    damage: Option<io::Error>,
}

/// An empty block that is the last of its frame, and room for a checksum: after it, the decoder
/// hands out its window, which it keeps as long as a block may refer to it.
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

/// Finds out whether the source or the archive is to blame.
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
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        // A buffer of one byte shows what is only right by luck.
        let source = BufReader::with_capacity(1, bytes);
        Unpack::new(source).read_to_end(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }

    /// Text that does not pack too well.
    fn long() -> Vec<u8> {
        let mut random = sudoku_core::Random::seeded(1);
        (0..200_000).map(|_| b'0' + random.below(10) as u8).collect()
    }

    #[test]
    fn archives_are_recognised_by_their_first_bytes() {
        let near = [&b""[..], b"x", b"(\xb5/", b"P*M", b"_*M\n", b"\x1f", b"PKzip", b"7z", b"BZ"];
        for text in near.into_iter().chain([&b"\xff"[..], &long()]) {
            assert_eq!(unpack(text).as_deref(), Ok(text));
            for packed in [gzip(text), zstd(text)] {
                assert_eq!(unpack(&packed).as_deref(), Ok(text));
            }
        }
    }

    #[test]
    fn archives_may_have_parts() {
        let skipped = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
        let [one, two] = [&b"one\n"[..], b"two\n"];
        assert_eq!(unpack(&[gzip(one), gzip(two)].concat()).unwrap(), b"one\ntwo\n");
        assert_eq!(unpack(&[zstd(one), zstd(b""), zstd(two)].concat()).unwrap(), b"one\ntwo\n");
        let parts = [&skipped[..], &zstd(one), skipped, &zstd(two), skipped].concat();
        assert_eq!(unpack(&parts).unwrap(), b"one\ntwo\n");
        assert_eq!(unpack(&skipped[..9]).unwrap_err(), "the zstd archive ends too early");
    }

    #[test]
    fn zeros_may_follow_a_gzip_archive() {
        let [one, two, zeros] = [&gzip(b"one\n")[..], &gzip(b"two\n"), &[0; 1000]];
        assert_eq!(unpack(&[one, zeros].concat()).unwrap(), b"one\n");
        assert_eq!(unpack(&[one, two, &zeros[..1]].concat()).unwrap(), b"one\ntwo\n");
        let more = [one, zeros, b"more than a header has"].concat();
        assert!(unpack(&more).unwrap_err().starts_with("the gzip archive is damaged: "));
        let mut unpack = Unpack::new(zeros.chain(one));
        assert_eq!(unpack.fill_buf().unwrap()[0], 0, "before it, they are text");
    }

    #[test]
    fn a_zstd_archive_that_wants_too_much_memory_is_not_called_damaged() {
        // What `zstd --long=31` begins with: no checksum, 2 GiB, one empty block.
        let begin = b"\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00";
        assert_eq!(
            unpack(begin).unwrap_err(),
            "the zstd archive needs a window of 2048 MiB, expected at most 128 MiB: \
             unpack it with `zstd -d --long=31` first"
        );
        let allowed = b"\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00";
        assert_eq!(unpack(allowed).unwrap(), b"");
    }

    #[test]
    fn damage_is_named() {
        let text = long();
        for (kind, packed) in [("gzip", gzip(&text)), ("zstd", zstd(&text))] {
            for length in (4..packed.len()).step_by(packed.len() / 100).chain([packed.len() - 1]) {
                let error = unpack(&packed[..length]).unwrap_err();
                assert_eq!(error, format!("the {kind} archive ends too early"), "{length}");
            }
            let error = unpack(&[&packed[..], b"more than a header has"].concat()).unwrap_err();
            assert!(error.starts_with(&format!("the {kind} archive is damaged: ")), "{error}");
        }
        let mut packed = gzip(b"text");
        let at = packed.len() - 8;
        packed[at] ^= 1;
        assert!(unpack(&packed).unwrap_err().contains("checksum"));
        let mut packed = zstd(b"text");
        *packed.last_mut().unwrap() ^= 1;
        assert_eq!(
            unpack(&packed).unwrap_err(),
            "the zstd archive is damaged: the checksum differs"
        );
    }

    #[test]
    fn the_text_before_the_damage_is_not_lost() {
        let text = long();
        // The whole of the first block in a zstd archive, nearly all in a gzip archive.
        for (packed, least) in [(gzip(&text), 199_900), (zstd(&text), 1 << 17)] {
            for damage in [0, 1] {
                let mut packed = packed.clone();
                match damage {
                    0 => packed.truncate(packed.len() - 10),
                    _ => packed.extend(b"more than a header has"),
                }
                let mut unpack = Unpack::new(packed.as_slice());
                let mut read = Vec::new();
                assert!(unpack.read_to_end(&mut read).is_err());
                assert!(read.len() >= least && text.starts_with(&read), "{}", read.len());
                assert!(unpack.read_to_end(&mut read).is_err(), "it does not heal");
            }
        }
    }

    #[test]
    fn all_that_comes_before_the_damage_is_unpacked() {
        let line =
            |index: usize| format!("{}{index}\n", &sudoku_core::Grid::BLANK.to_string()[4..]);
        let text: Vec<u8> = (0..2000).flat_map(|index| line(index).into_bytes()).collect();
        for text in [text, vec![b'.'; 1 << 17], long()[..5000].to_vec()] {
            let packed = gzip(&text);
            for at in (10..packed.len() - 8).step_by(packed.len() / 40) {
                // An archive that is cut off there has nothing to stumble over.
                let mut before = Vec::new();
                GzDecoder::new(&packed[..at]).read_to_end(&mut before).unwrap_err();
                let mut damaged = packed.clone();
                damaged[at] = !damaged[at];
                for packed in [&packed[..at], &damaged] {
                    let mut read = Vec::new();
                    Unpack::new(packed).read_to_end(&mut read).unwrap_err();
                    let lost = before.len().saturating_sub(read.len());
                    assert!(read.starts_with(&before), "{lost} bytes before {at} are lost");
                }
            }
        }
    }

    #[test]
    fn the_lines_before_the_damage_are_read() {
        let line = sudoku_core::Grid::BLANK.to_string() + "\n";
        let packed = zstd(line.repeat(3000).as_bytes());
        let reader = Reader::new("cut", &packed[..packed.len() - 5]);
        let (good, bad): (Vec<_>, Vec<_>) = reader.partition(Result::is_ok);
        assert_eq!(good.len(), (1 << 17) / 82);
        let [Err(error)] = &bad[..] else { panic!("one error, at the end: {bad:?}") };
        assert_eq!(error.to_string(), "cut:1599: cannot read on: the zstd archive ends too early");
    }

    #[test]
    fn other_archives_are_refused() {
        for (bytes, what) in [
            (&b"PK\x03\x04..."[..], "a zip"),
            (b"\xfd7zXZ\0..", "an xz"),
            (b"7z\xbc\xaf", "a 7z"),
            (b"BZh91AY&SY", "a bzip2"),
        ] {
            assert_eq!(
                unpack(bytes).unwrap_err(),
                format!("{what} archive, expected text, gzip or zstd")
            );
        }
    }

    #[test]
    fn what_is_not_text_in_an_archive_is_refused() {
        let inside = "an archive in an archive, expected text";
        for pack in [gzip, zstd] {
            for bytes in [gzip(b"text"), zstd(b"text"), b"PK\x03\x04".to_vec(), b"BZh9".to_vec()] {
                assert_eq!(unpack(&pack(&bytes)).unwrap_err(), inside);
            }
            let packed = pack(b"\xff\xfe1\0");
            let error = unpack(&packed).unwrap_err();
            assert_eq!(error, "UTF-16 text in an archive, expected UTF-8");
            let mut unpack = Unpack::new(packed.as_slice());
            for _ in 0..2 {
                assert_eq!(unpack.fill_buf().unwrap_err().to_string(), error, "it stays");
            }
        }
    }

    #[test]
    fn utf_16_is_one_error() {
        let line = sudoku_core::Grid::BLANK.to_string() + "\n";
        let little = |unit: u16| unit.to_le_bytes();
        let big = |unit: u16| unit.to_be_bytes();
        for bytes in [little, big] {
            let units = format!("\u{feff}{}", line.repeat(5));
            let bytes: Vec<u8> = units.encode_utf16().flat_map(bytes).collect();
            let errors: Vec<String> = Reader::new("f", bytes.as_slice())
                .map(|read| read.map_or_else(|error| error.to_string(), |_| "a puzzle".to_owned()))
                .collect();
            let expected = "f:1: cannot read on: UTF-16 text, expected UTF-8 text, gzip or zstd";
            assert_eq!(errors, [expected]);
        }
    }

    #[test]
    fn a_source_that_fails_is_not_called_an_archive() {
        struct Fails;
        impl Read for Fails {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::new(ErrorKind::ConnectionReset, "the wire is cut"))
            }
        }
        for packed in [gzip(&long()), zstd(&long())] {
            let source = BufReader::new(packed[..1000].chain(Fails));
            let error = Unpack::new(source).read_to_end(&mut Vec::new()).unwrap_err();
            assert_eq!(error.to_string(), "the wire is cut");
        }
    }

    #[test]
    fn bytes_are_counted_where_they_come_from() {
        for (bytes, counted) in [(long(), 200_000), (gzip(&long()), 0), (zstd(&long()), 0)] {
            let mut unpack = Unpack::new(bytes.as_slice());
            assert_eq!(unpack.taken(), 0);
            unpack.fill_buf().unwrap();
            assert_eq!(unpack.taken() == 0, counted != 0, "plain text is not taken in advance");
            unpack.read_to_end(&mut Vec::new()).unwrap();
            assert_eq!(unpack.taken(), bytes.len() as u64);
        }
    }

    proptest! {
        #[test]
        fn no_damage_panics(
            text in proptest::collection::vec(b'.'..=b'9', 0..2000),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            which: bool,
        ) {
            let mut packed = if which { gzip(&text) } else { zstd(&text) };
            for (at, byte) in changes {
                let at = at.index(packed.len());
                packed[at] = byte;
            }
            let _ = unpack(&packed);
        }

        #[test]
        fn no_bytes_in_an_archive_panic(
            which in 0..3_usize,
            bytes in proptest::collection::vec(any::<u8>(), 0..400),
        ) {
            let magic = [&b"\x1f\x8b\x08"[..], b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18"][which];
            let _ = unpack(&[magic, &bytes].concat());
        }
    }
}
