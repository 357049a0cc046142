//! The inputs that are unpacked, and those that are refused.

use std::io::{BufReader, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::*;
use crate::Reader;

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
    // A buffer of one byte splits every sequence of bytes.
    let source = BufReader::with_capacity(1, bytes);
    Unpack::new(source).read_to_end(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Text that does not compress very well.
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
    let more = [one, zeros, b"more"].concat();
    assert_eq!(unpack(&more).unwrap_err(), "4 bytes follow the end of the gzip data");
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
    }
    let more = [&zstd(&text)[..], b"more than a header has"].concat();
    assert!(unpack(&more).unwrap_err().starts_with("the zstd archive is damaged: "));
    let mut packed = gzip(b"text");
    let at = packed.len() - 8;
    packed[at] ^= 1;
    assert!(unpack(&packed).unwrap_err().contains("checksum"));
    let mut packed = zstd(b"text");
    *packed.last_mut().unwrap() ^= 1;
    assert_eq!(unpack(&packed).unwrap_err(), "the zstd archive is damaged: the checksum differs");
}

#[test]
fn bytes_after_a_gzip_archive_are_counted() {
    let [text, packed] = [long(), gzip(&long())];
    for (more, said) in [
        (&b"\n"[..], "1 byte follows"),
        (b"x\x1f\x8b", "3 bytes follow"),
        (b"\x1f\x1f\x8b\x08", "4 bytes follow"),
        (&[b'1'; 9000], "9000 bytes follow"),
    ] {
        let mut unpack = Unpack::new(packed.chain(more));
        let mut read = Vec::new();
        let error = unpack.read_to_end(&mut read).unwrap_err().to_string();
        assert_eq!(error, format!("{said} the end of the gzip data"));
        assert!(read == text, "all of the text comes first");
        assert!(unpack.read_to_end(&mut read).is_err(), "it does not heal");
    }
    // Bytes that begin like another part of the archive are taken for one.
    for (part, said) in [
        (&b"\x1f"[..], "the gzip archive ends too early"),
        (b"\x1f\x8b\x07", "the gzip archive ends too early"),
        (b"\x1f\x8b\x07 is another method", "the gzip archive is damaged: "),
    ] {
        let error = unpack(&[&packed[..], part].concat()).unwrap_err();
        assert!(error.starts_with(said), "{error}");
    }
    let line = sudoku_core::Grid::BLANK.to_string() + "\n";
    let packed = [&gzip(line.repeat(2).as_bytes())[..], b"junk"].concat();
    let (good, bad): (Vec<_>, Vec<_>) =
        Reader::new("f", packed.as_slice()).partition(Result::is_ok);
    assert_eq!(good.len(), 2);
    let said: Vec<String> = bad.into_iter().map(|bad| bad.unwrap_err().to_string()).collect();
    assert_eq!(said, ["f:3: cannot read further: 4 bytes follow the end of the gzip data"]);
}

#[test]
fn text_in_other_encodings_is_named() {
    let encoded = |text: &str, bytes: usize, big: bool| -> Vec<u8> {
        let unit = |symbol: char| {
            let unit = u32::from(symbol);
            if big {
                unit.to_be_bytes()[4 - bytes..].to_vec()
            } else {
                unit.to_le_bytes()[..bytes].to_vec()
            }
        };
        text.chars().flat_map(unit).collect()
    };
    for (bytes, name) in [(2, "UTF-16"), (4, "UTF-32")] {
        // The second text has U+0100, whose first byte in little-endian order is 0.
        for (text, big) in ["\u{feff}53..7", "\u{feff}\u{100}", "\u{feff}"]
            .into_iter()
            .flat_map(|text| [(text, false), (text, true)])
        {
            let text = encoded(text, bytes, big);
            let error = unpack(&text).unwrap_err();
            assert_eq!(error, format!("found {name} text, expected UTF-8 text, gzip or zstd"));
            for packed in [gzip(&text), zstd(&text)] {
                let error = unpack(&packed).unwrap_err();
                assert_eq!(error, format!("found {name} text in an archive, expected UTF-8 text"));
            }
        }
    }
    // Too short for a mark, or other zeros: plain text.
    for text in [&b"\0"[..], b"\0\0", b"\0\0\xfe", b"\0\0\xfex", b"\xfe", b"\xff\xfd"] {
        assert_eq!(unpack(text).as_deref(), Ok(text));
    }
}

#[test]
fn the_text_before_the_damage_is_not_lost() {
    let text = long();
    // Before the damage, zstd returns at least its first block, and gzip nearly all text.
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
    let line = |index: usize| format!("{}{index}\n", &sudoku_core::Grid::BLANK.to_string()[4..]);
    let text: Vec<u8> = (0..2000).flat_map(|index| line(index).into_bytes()).collect();
    for text in [text, vec![b'.'; 1 << 17], long()[..5000].to_vec()] {
        let packed = gzip(&text);
        for at in (10..packed.len() - 8).step_by(packed.len() / 40) {
            // For comparison: the text of the archive if it is cut off before the damage.
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
    assert_eq!(error.to_string(), "cut:1599: cannot read further: the zstd archive ends too early");
}

#[test]
fn other_archives_are_refused() {
    let others = [(&b"7z\xbc\xaf"[..], "a 7z"), (b"BZh91AY&SY", "a bzip2")];
    // The feature reads these.
    let archives = [(&b"PK\x03\x04..."[..], "a zip"), (b"\xfd7zXZ\0..", "an xz")];
    let archives = archives.into_iter().filter(|_| cfg!(not(feature = "archives")));
    for (bytes, what) in others.into_iter().chain(archives) {
        let error = unpack(bytes).unwrap_err();
        assert!(error.starts_with(&format!("found {what} archive, expected text, ")), "{error}");
    }
}

#[test]
fn what_is_not_text_in_an_archive_is_refused() {
    for pack in [gzip, zstd] {
        for (bytes, what) in [
            (gzip(b"text"), "an archive"),
            (zstd(b"text"), "an archive"),
            (b"PK\x03\x04".to_vec(), "a zip archive"),
            (b"%PDF-1.7".to_vec(), "a PDF document"),
        ] {
            let error = format!("found {what} in an archive, expected text");
            assert_eq!(unpack(&pack(&bytes)).unwrap_err(), error);
        }
        let packed = pack(b"\xff\xfe1\0");
        let error = unpack(&packed).unwrap_err();
        assert_eq!(error, "found UTF-16 text in an archive, expected UTF-8 text");
        let mut unpack = Unpack::new(packed.as_slice());
        for _ in 0..2 {
            assert_eq!(unpack.fill_buf().unwrap_err().to_string(), error, "it stays");
        }
    }
}

#[test]
fn utf_16_and_utf_32_are_one_error() {
    let text = format!("\u{feff}{}", (sudoku_core::Grid::BLANK.to_string() + "\n").repeat(5));
    let bytes = |unit: fn(u32) -> Vec<u8>| text.chars().flat_map(|c| unit(c.into())).collect();
    let encodings: [(&str, Vec<u8>); 4] = [
        ("UTF-16", bytes(|unit| (unit as u16).to_le_bytes().to_vec())),
        ("UTF-16", bytes(|unit| (unit as u16).to_be_bytes().to_vec())),
        ("UTF-32", bytes(|unit| unit.to_le_bytes().to_vec())),
        ("UTF-32", bytes(|unit| unit.to_be_bytes().to_vec())),
    ];
    for (name, bytes) in encodings {
        let errors: Vec<String> = Reader::new("f", bytes.as_slice())
            .map(|read| read.map_or_else(|error| error.to_string(), |_| "a puzzle".to_owned()))
            .collect();
        let expected = format!(
            "f:1: cannot read further: found {name} text, expected UTF-8 text, gzip or zstd"
        );
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
