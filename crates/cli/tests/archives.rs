//! Zip and xz archives, files of Parquet and Arrow, and arrays of numpy: their text, and what is left of it after
//! damage.

use std::io::{self, Cursor, Read, Write};
use std::sync::Arc;

use arrow_array::{Float64Array, ListArray, NullArray, RecordBatch, StringArray};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use bytes::Bytes;
use lzma_rust2::{XzOptions, XzWriter};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use sudoku_core::Random;
use sudoku_puzzles::Unpack;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) fn zipped(members: &[(&str, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        if name.ends_with('/') {
            archive.add_directory(*name, SimpleFileOptions::default()).unwrap();
        } else {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_ref()).unwrap();
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
    let error = Unpack::new(packed).read_to_end(&mut text).err();
    (String::from_utf8(text).unwrap(), error.map(|error| error.to_string()))
}

#[test]
fn archives_are_unpacked_and_the_rest_is_left_alone() {
    for plain in ["", "P", "PK", "PK\u{3}", "PKzip", "Puzzle", "53..7"] {
        assert_eq!(text(plain.as_bytes()), (plain.to_owned(), None));
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
        (zipped(&[("long", &*long)]), &long),
        (zipped(&[("empty", "")]), "\n"),
    ] {
        assert_eq!(text(&packed), (unpacked.to_owned(), None));
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
    let array = npy("<i4", "100, 81", &vec![0; 100 * 81 * 4]);
    let arrays = zipped(&[("a.npy", &array), ("b.npy", &array)]);
    let archives = [xz(&lines), zipped(&[("a", &*lines), ("b", "b\n")]), array, arrays];
    for packed in archives.into_iter().chain(arrows(40)) {
        for _ in 0..5_000 {
            let mut damaged = packed.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len() as u64) as usize;
                damaged[at] = random.below(256) as u8;
            }
            damaged.truncate(random.below(damaged.len() as u64 * 2) as usize);
            let mut text = Vec::new();
            let end = Unpack::new(&*damaged).read_to_end(&mut text);
            whole += usize::from(end.is_ok());
        }
    }
    assert!((10..39_990).contains(&whole), "{whole}");
}

const SCHEMA: &str = "message rows {
    optional binary puzzle (UTF8);
    required double rating;
    optional group cells (LIST) { repeated group list { required int32 element; } }
}";

/// A text, a number and a list.
type Cells<'a> = (Option<&'a str>, f64, &'a [i32]);

/// A Parquet file with these groups of rows.
fn written(compression: Compression, groups: &[&[Cells<'_>]]) -> Bytes {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    for rows in groups {
        let mut group = writer.next_row_group().unwrap();
        let texts: Vec<_> = rows.iter().filter_map(|row| row.0.map(ByteArray::from)).collect();
        let levels: Vec<i16> = rows.iter().map(|row| i16::from(row.0.is_some())).collect();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None).unwrap();
        column.close().unwrap();
        let ratings: Vec<f64> = rows.iter().map(|row| row.1).collect();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<DoubleType>().write_batch(&ratings, None, None).unwrap();
        column.close().unwrap();
        let (mut numbers, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
        for (.., list) in *rows {
            numbers.extend(*list);
            defined.extend(if list.is_empty() { vec![1] } else { vec![2; list.len()] });
            repeated.extend((0..list.len().max(1)).map(|at| i16::from(at > 0)));
        }
        let mut column = group.next_column().unwrap().unwrap();
        let numbers = (&numbers, Some(&*defined), Some(&*repeated));
        column.typed::<Int32Type>().write_batch(numbers.0, numbers.1, numbers.2).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    writer.into_inner().unwrap().into()
}

fn read(file: Bytes) -> io::Result<String> {
    let mut text = String::new();
    Unpack::of_table(file)?.read_to_string(&mut text)?;
    Ok(text)
}

/// These [`ROWS`], each batch this many times, as a stream and as a file of Arrow, unpacked and packed.
fn arrows(times: usize) -> Vec<Vec<u8>> {
    let batch = |texts: &[Option<&str>], ratings: &[f64], cells: &[&[i32]]| {
        let cells =
            cells.repeat(times).into_iter().map(|list| Some(list.iter().map(|cell| Some(*cell))));
        let columns: [(_, arrow_array::ArrayRef); 3] = [
            (
                "cells",
                Arc::new(ListArray::from_iter_primitive::<arrow_array::types::Int32Type, _, _>(
                    cells,
                )),
            ),
            ("puzzle", Arc::new(StringArray::from(texts.repeat(times)))),
            ("rating", Arc::new(Float64Array::from(ratings.repeat(times)))),
        ];
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, of)| (name, of, true)))
            .unwrap()
    };
    let first = batch(&[Some("53..7"), Some("a,\"b\"")], &[1.5, 2.0], &[&[5, 3, 0], &[10, 2]]);
    let second = batch(&[None], &[-0.25], &[&[]]);
    let mut files = Vec::new();
    for compression in [None, Some(CompressionType::LZ4_FRAME)] {
        let options = || IpcWriteOptions::default().try_with_compression(compression).unwrap();
        let schema = first.schema();
        let mut stream = StreamWriter::try_new_with_options(vec![], &schema, options()).unwrap();
        let mut file = FileWriter::try_new_with_options(vec![], &schema, options()).unwrap();
        for batch in [&first, &second] {
            stream.write(batch).unwrap();
            file.write(batch).unwrap();
        }
        files.extend([stream.into_inner().unwrap(), file.into_inner().unwrap()]);
    }
    files
}

#[test]
fn rows_of_arrow_become_lines() {
    for whole in arrows(1) {
        let (lines, error) = text(&whole);
        assert_eq!((&*lines, error), (ROWS, None));
        for length in 16..whole.len() {
            let (lines, error) = text(&whole[..length]);
            assert!(ROWS.starts_with(&lines));
            // A stream may end behind any message.
            let is_file = whole.starts_with(b"ARROW1");
            assert!(error.is_some() || !is_file && (lines.is_empty() || lines.ends_with('\n')));
        }
        let (lines, error) = text(&[&*whole, &whole].concat());
        let end = "the Arrow file is damaged: it does not end behind its rows";
        assert_eq!((&*lines, error.as_deref()), (ROWS, Some(end)));
    }
}

const ROWS: &str = "{\"cells\":[5,3,0],\"puzzle\":\"53..7\",\"rating\":1.5}\n\
                    {\"cells\":[10,2],\"puzzle\":\"a,\\\"b\\\"\",\"rating\":2.0}\n\
                    {\"cells\":[],\"puzzle\":null,\"rating\":-0.25}\n";

#[test]
fn rows_that_take_no_bytes_are_refused() {
    let nothing: arrow_array::ArrayRef = Arc::new(NullArray::new(1 << 40));
    let batch = RecordBatch::try_from_iter([("puzzle", nothing)]).unwrap();
    let mut stream = StreamWriter::try_new(vec![], &batch.schema()).unwrap();
    stream.write(&batch).unwrap();
    let (lines, error) = text(&stream.into_inner().unwrap());
    let wrong = "the Arrow file is damaged: a length is wrong";
    assert_eq!((&*lines, error.as_deref()), ("", Some(wrong)));
}

#[test]
fn rows_become_lines() {
    let first: &[_] = &[(Some("53..7"), 1.5, &[5, 3, 0][..]), (Some("a,\"b\""), 2.0, &[10, 2])];
    let second: &[_] = &[(None, -0.25, &[][..])];
    for kind in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::LZ4_RAW] {
        assert_eq!(read(written(kind, &[first, second])).unwrap(), ROWS, "{kind}");
    }
    let many = vec![(Some("x"), 0.0, &[1][..]); 3 * 1024 + 7];
    let file = written(Compression::SNAPPY, &[&many, first]);
    let mut streamed = String::new();
    Unpack::new(&*file).read_to_string(&mut streamed).unwrap();
    let text = read(file).unwrap();
    assert_eq!(text, streamed);
    assert_eq!(text.lines().count(), many.len() + 2);
}

#[test]
fn rows_before_the_damage_are_read() {
    let rows = vec![(Some("53..7"), 1.5, &[5, 3][..]); 100];
    let whole = written(Compression::UNCOMPRESSED, &[&rows, &rows]);
    let reader = SerializedFileReader::new(whole.clone()).unwrap();
    let (start, length) = reader.metadata().row_group(1).column(0).byte_range();
    let mut damaged = whole.to_vec();
    damaged[start as usize..][..length as usize].fill(0xff);
    let mut text = Vec::new();
    let error = Unpack::new(&*damaged).read_to_end(&mut text).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    assert_eq!(String::from_utf8(text).unwrap().lines().count(), rows.len());
}

#[test]
fn damage_is_an_error_and_no_panic() {
    let rows: &[_] = &[(Some("53..7"), 1.5, &[5, 3, 0][..]), (None, 2.0, &[1, 2])];
    let whole = written(Compression::SNAPPY, &[rows, rows]).to_vec();
    assert!(read(Bytes::from(whole[..whole.len() - 1].to_vec())).is_err());
    let mut random = Random::seeded(1);
    let mut errors = 0;
    for _ in 0..20_000 {
        let mut damaged = whole.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(damaged.len() as u64) as usize;
            damaged[at] = random.below(256) as u8;
        }
        errors += usize::from(read(damaged.into()).is_err());
    }
    assert!((100..20_000).contains(&errors), "{errors}");
}

#[test]
fn pages_of_zstd_are_unpacked() {
    let files = [
        include_bytes!("data/zstd-1.parquet").to_vec(),
        include_bytes!("data/zstd-2.parquet").to_vec(),
    ];
    let mut random = Random::seeded(1);
    for file in files {
        assert_eq!(read(file.clone().into()).unwrap(), ROWS.repeat(40));
        for _ in 0..5_000 {
            let mut damaged = file.clone();
            damaged[random.below(file.len() as u64) as usize] = random.below(256) as u8;
            let _ = read(damaged.into());
        }
    }
}

/// A file of numpy with this type, this shape and these values.
pub(crate) fn npy(descr: &str, shape: &str, values: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}\n");
    let length = (text.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\0", &length[..], text.as_bytes(), values].concat()
}

#[test]
fn arrays_become_lines() {
    let cells: Vec<u8> = (0..162).map(|at| at % 10).collect();
    let numbers = |cells: &[u8]| {
        format!("[{}]", cells.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
    };
    let lines = [&cells[..81], &cells[81..]].map(numbers);
    let lines = lines.map(|cells| format!("{{\"puzzle\":{cells}}}\n")).concat();
    let of = |bytes: &dyn Fn(u8) -> Vec<u8>| {
        cells.iter().flat_map(|cell| bytes(*cell)).collect::<Vec<u8>>()
    };
    for (descr, values) in [
        ("|u1", cells.clone()),
        ("|i1", cells.clone()),
        ("<i8", of(&|cell| i64::from(cell).to_le_bytes().to_vec())),
        (">i4", of(&|cell| i32::from(cell).to_be_bytes().to_vec())),
        ("<f4", of(&|cell| f32::from(cell).to_le_bytes().to_vec())),
        (">f8", of(&|cell| f64::from(cell).to_be_bytes().to_vec())),
    ] {
        for shape in ["2, 81", "2, 9, 9"] {
            assert_eq!(text(&npy(descr, shape, &values)), (lines.clone(), None), "{descr}");
        }
    }
    let one = lines.lines().next().unwrap().to_owned() + "\n";
    assert_eq!(text(&npy("|i1", "9, 9", &cells[..81])), (one, None));
    let texts = (String::from("{\"puzzle\":\"53..7\"}\n{\"puzzle\":\"x\"}\n"), None);
    assert_eq!(text(&npy("|S5", "2,", b"53..7x\0\0\0\0")), texts);
    let wide: Vec<u8> =
        "53..7x\0\0\0\0".chars().flat_map(|sign| u32::from(sign).to_be_bytes()).collect();
    assert_eq!(text(&npy(">U5", "2,", &wide)), texts);
    let negative = npy("<i2", "1, 81", &[0xff; 162]);
    assert!(text(&negative).0.contains("[-1,-1,"));
}

#[test]
fn what_is_no_array_of_puzzles_is_refused() {
    for (descr, shape, what) in [
        ("|u1", "2, 80", "shape (2, 80)"),
        ("|u1", "2, 81, 10", "shape (2, 81, 10)"),
        ("|O", "2,", "type |O"),
        ("<c16", "2, 81", "type <c16"),
    ] {
        let error = text(&npy(descr, shape, &[0; 9000])).1.unwrap();
        assert!(
            error.starts_with(&format!("found an array of {what}, expected (N, 81)")),
            "{error}"
        );
    }
    let (lines, error) = text(&npy("|u1", "3, 81", &[0; 200]));
    assert_eq!((lines.lines().count(), error.unwrap().as_str()), (2, "the array ends too early"));
    let [two, three] = ["2", "3"].map(|rows| npy("|u1", &format!("{rows}, 81"), &[1; 243]));
    let both = zipped(&[("x.npy", &two), ("y.npy", &three)]);
    let error = text(&both).1.unwrap();
    assert_eq!(error, "found 2 rows in `x` and 3 in `y`, expected arrays of one length");
    let beside = zipped(&[("x.npy", &two), ("puzzles.csv", &Vec::new())]);
    let error = text(&beside).1.unwrap();
    assert_eq!(error, "found puzzles.csv beside arrays, expected arrays alone");
    let names: Vec<String> = (0..65).map(|at| format!("{at}.npy")).collect();
    let many: Vec<(&str, &Vec<u8>)> = names.iter().map(|name| (&**name, &two)).collect();
    assert_eq!(text(&zipped(&many)).1.unwrap(), "found 65 arrays, expected at most 64");
    let endless = [b"\x93NUMPY\x02\0", &u32::MAX.to_le_bytes()[..], &b" ".repeat(1 << 17)].concat();
    let error = text(&endless).1.unwrap();
    assert!(error.starts_with("found an array of a description that is not read"), "{error}");
    let beside = zipped(&[
        ("x.npy", &two),
        ("dataset.json", &b"{}".to_vec()),
        ("n.npy", &npy("<i8", "2,", &[7, 0, 0, 0, 0, 0, 0, 0].repeat(2))),
        ("meta.npy", &npy("<i8", "", &[0; 8])),
    ]);
    let (lines, error) = text(&beside);
    assert!(error.is_none() && lines.starts_with("{\"n\":7,\"x\":[1,1,"), "{lines}{error:?}");
}
