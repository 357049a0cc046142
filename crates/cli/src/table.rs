//! [`lines`]: the rows of a Parquet file, as JSON for the reader of puzzles.

use std::io::{self, Cursor, Read};
use std::iter;

use serde_json::{Map, Value};
use sudoku_puzzles::tables::{ChunkReader, Field, Row, Rows};

use crate::archive::Chunks;

/// The number of rows that are turned into text at once.
const ROWS: usize = 1024;

/// The rows of a Parquet file as text, read when it is needed: a line for each row, an object whose
/// keys are the names of the columns. Numbers, texts, lists and groups become those of JSON, and
/// anything else a text as the library prints it.
///
/// # Errors
///
/// As [`Rows::of`].
pub(crate) fn lines(file: impl ChunkReader + 'static) -> io::Result<impl Read> {
    let (mut rows, mut damage) = (Rows::of(file)?, None);
    let chunk = move || {
        let mut text = Vec::new();
        let mut add = |row: io::Result<Row>| {
            serde_json::to_writer(&mut text, &object(&row?))?;
            text.push(b'\n');
            io::Result::Ok(())
        };
        // The text before the damage comes first.
        if damage.is_none() {
            damage = rows.by_ref().take(ROWS).try_for_each(&mut add).err();
        }
        if text.is_empty() { damage.take().map(Err) } else { Some(Ok(text)) }
    };
    Ok(Chunks { chunks: iter::from_fn(chunk), text: Cursor::default() })
}

fn object(row: &Row) -> Value {
    let entries = row.get_column_iter().map(|(name, field)| (name.clone(), value(field)));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => (*value).into(),
        Field::Byte(number) => (*number).into(),
        Field::Short(number) => (*number).into(),
        Field::Int(number) => (*number).into(),
        Field::Long(number) => (*number).into(),
        Field::UByte(number) => (*number).into(),
        Field::UShort(number) => (*number).into(),
        Field::UInt(number) => (*number).into(),
        Field::ULong(number) => (*number).into(),
        Field::Float(number) => number.to_string().parse::<f64>().unwrap_or_default().into(),
        Field::Double(number) => (*number).into(),
        Field::Str(text) => text.clone().into(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into(),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::Group(row) => object(row),
        _ => field.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use parquet::basic::Compression;
    use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    use sudoku_core::Random;

    use super::*;

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
        let mut writer =
            SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
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
        lines(file)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn rows_become_lines() {
        let first: &[_] = &[(Some("53..7"), 1.5, &[5, 3, 0][..]), (Some("a,\"b\""), 2.0, &[10, 2])];
        let second: &[_] = &[(None, -0.25, &[][..])];
        let expected = "{\"cells\":[5,3,0],\"puzzle\":\"53..7\",\"rating\":1.5}\n\
                        {\"cells\":[10,2],\"puzzle\":\"a,\\\"b\\\"\",\"rating\":2.0}\n\
                        {\"cells\":[],\"puzzle\":null,\"rating\":-0.25}\n";
        for kind in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::LZ4_RAW] {
            assert_eq!(read(written(kind, &[first, second])).unwrap(), expected, "{kind}");
        }
        let many = vec![(Some("x"), 0.0, &[1][..]); 3 * ROWS + 7];
        let text = read(written(Compression::SNAPPY, &[&many, first])).unwrap();
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
        let error = lines(Bytes::from(damaged)).unwrap().read_to_end(&mut text).unwrap_err();
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
}
