//! [`Table`]: the columns of a table, and the fields of its lines.

use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::line::{groups, row_of, spots};
use super::names::Class;

/// The text of a field, and its place in the line.
type Field = (Range<usize>, String);

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Table {
    pub names: Vec<String>,
    quoted: Reader,
    /// For lines with a quote that is not closed: quotes are ordinary signs.
    plain: Reader,
}

impl Table {
    /// The table whose columns this line names. The `first` line of a text may hold names of any
    /// kind, any other at least one that the reader knows.
    pub(super) fn of(line: &str, first: bool) -> Option<Self> {
        // A quick check that rules out most lines.
        let is_other = |c: char| !(c.is_ascii_digit() || c == '.');
        if line.split(is_other).any(|cells| cells.len() > 60) {
            return None;
        }
        let separator = line.bytes().find(|byte| b",;\t|".contains(byte))?;
        let reader = |quoting| ReaderBuilder::new().delimiter(separator).quoting(quoting).build();
        let mut table = Self { names: Vec::new(), quoted: reader(true), plain: reader(false) };
        let fields = table.split(line);
        let names = || fields.iter().map(|(_, name)| name.trim().trim_matches('"'));
        let is_words =
            |name: &str| name.len() < 40 && !name.contains(|c: char| ":=()[]{}/<>!.".contains(c));
        let is_word = |name: &str| name.starts_with(char::is_alphabetic) && !name.contains(' ');
        let known =
            names().any(|name| Class::of(name) > Class::Other) || first && names().all(is_word);
        // A comment may hold any words, but the first column of a table may be called `#`.
        let comment = line.starts_with('#') && names().next() != Some("#");
        let table_of_names = names().count() > 1 && known && names().all(is_words) && !comment;
        table.names = names().map(str::to_owned).collect();
        (table_of_names && spots(line, &groups(line)).is_empty()).then_some(table)
    }

    /// The fields of a line; `None` when it is no line of this table. Nine or ten may be a row of a
    /// grid.
    pub(super) fn fields(&mut self, line: &str) -> Option<Vec<Field>> {
        let (fields, columns) = (self.split(line), self.names.len());
        let may_be_row = fields.len() > 8 || fields.len() < columns;
        let is_line = (2..=columns).contains(&fields.len());
        (is_line && !(may_be_row && row_of(line).is_some())).then_some(fields)
    }

    fn split(&mut self, line: &str) -> Vec<Field> {
        let fields = split(&mut self.quoted, line);
        fields.or_else(|| split(&mut self.plain, line)).unwrap_or_default()
    }
}

/// The fields of a line; `None` when it ends within quotes.
fn split(reader: &mut Reader, line: &str) -> Option<Vec<Field>> {
    reader.reset();
    let input = [line.as_bytes(), b"\n"].concat();
    let (mut text, mut fields, mut begin) = (vec![0; input.len()], Vec::new(), 0);
    loop {
        let (result, read, written) = reader.read_field(&input[begin..], &mut text);
        let ReadFieldResult::Field { record_end } = result else { return None };
        // What ends the field has been read, too.
        let end = (begin + read).min(input.len()) - 1;
        let quote = usize::from(input[begin] == b'"');
        fields.push((begin + quote..end, String::from_utf8_lossy(&text[..written]).into_owned()));
        begin += read;
        if record_end {
            return Some(fields);
        }
    }
}
