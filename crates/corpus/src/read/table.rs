//! [`Table`]: the columns of a table, and the fields of its lines.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use sudoku_core::Grid;

use super::Fault;
use super::names::{Class, Decision, is_nothing};
use super::plain;
use super::records::Rules;

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Table {
    splitter: Splitter,
    pub names: Vec<String>,

    /// True if a column has a known name, so that each line should hold a puzzle.
    pub known: bool,
    /// True once a puzzle was found.
    pub found: bool,
    /// The only columns for the puzzle and the solution, by their names, and that of the rating.
    sure: Option<(usize, Option<usize>, Option<usize>)>,
}

/// True for what may be the name of a column.
fn is_name(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    name.is_empty() || name == "#" || begins && name.len() <= 40
}

impl Table {
    /// The table whose columns this line names; `None` if it names none. Without a known name among
    /// them, only the `first` line of a text names columns.
    pub(super) fn of(line: &str, first: bool, rules: &Rules) -> Option<Self> {
        let mut separators = line.bytes().filter(|byte| b",;\t|".contains(byte));
        let (separator, _) = (separators.next()?, separators.next_back());
        // Names have few digits, so most lines are ruled out before they are split.
        let digits = line.bytes().filter(u8::is_ascii_digit).take(17).count();
        if digits > 16 || line.len() > 4_096 {
            return None;
        }
        let mut splitter = Splitter::at(separator);
        let fields = splitter.split(line).into_iter();
        let names: Vec<String> =
            fields.map(|field| field.text.trim().trim_matches('"').to_owned()).collect();
        // A comment may hold any words, but the first column of a table may be called `#`.
        if names.len() < 2
            || !names.iter().all(|name| is_name(name))
            || line.starts_with('#') && names[0] != "#"
        {
            return None;
        }
        let classes: Vec<Class> = names.iter().map(|name| Class::of(name)).collect();
        let asked = rules.options.puzzle.as_ref().is_some_and(|asked| names.contains(asked));
        let known = asked || classes.iter().any(|class| *class >= Class::Grid);
        if !known && (!first || names.iter().any(String::is_empty)) {
            return None;
        }
        let only = |class| {
            let mut columns = (0..names.len()).filter(|at| classes[*at] == class);
            Some((columns.next()?, columns.next().is_none()))
        };
        let puzzle = only(Class::Puzzle).or_else(|| only(Class::Grid));
        let solution = only(Class::Solution);
        let plain = rules.options == super::ReadOptions::default();
        let sure = match (puzzle, solution) {
            (Some((puzzle, true)), None) if plain => Some((puzzle, None)),
            (Some((puzzle, true)), Some((solution, true))) if plain => {
                Some((puzzle, Some(solution)))
            }
            _ => None,
        };
        let sure = sure.map(|(puzzle, solution)| {
            (puzzle, solution, only(Class::Rating).map(|rating| rating.0))
        });
        Some(Self { splitter, names, known, found: false, sure })
    }

    /// The fields of a line; `None` when it is none of this table.
    pub(super) fn fields(&mut self, line: &str) -> Option<Vec<Field>> {
        let fields = self.splitter.split(line);
        (fields.len() > 1 && (fields.len() == self.names.len() || self.known)).then_some(fields)
    }

    /// True if a quote is open at the end of this text.
    pub(super) fn is_open(&self, text: &str) -> bool {
        text.matches('"').count() % 2 == 1
    }

    /// The puzzle of a line in which it is plain, and so is its solution.
    pub(super) fn plain(&self, fields: &[Field]) -> Option<Decision> {
        let (puzzle, solution, rating) = self.sure?;
        let name = |at: usize| self.names[at].clone();
        let text = |at: usize| fields.get(at).map(|field| field.text.trim());
        let grid = plain::grid(text(puzzle)?.as_bytes())
            .filter(|grid| grid.clues() > 0 && grid.blanks() > 0)?;
        let solution = match solution {
            None => None,
            Some(at) => {
                let full: Grid = plain::grid(text(at)?.as_bytes())?;
                (full.blanks() == 0 && full.extends(&grid)).then_some(())?;
                Some((name(at), Ok(full)))
            }
        };
        let long = fields.iter().filter(|field| field.text.len() >= 81).count();
        if long > 1 + usize::from(solution.is_some()) {
            return None;
        }
        let rating = rating
            .and_then(|at| Some((name(at), text(at)?.to_owned())))
            .filter(|(_, text)| !is_nothing(text));
        Some(Decision { puzzle: (name(puzzle), grid), solution, rating })
    }

    /// The fault of a table in which no puzzle was found.
    pub(super) fn no_puzzle(&self) -> Fault {
        let names: Vec<String> =
            self.names.iter().take(20).map(|name| format!("`{name}`")).collect();
        Fault::Refused(format!(
            "found no puzzle in the columns {}, expected 81 cells; name one (--puzzle)",
            names.join(", ")
        ))
    }
}

/// A field of a line.
#[derive(Default)]
pub(super) struct Field {
    /// The byte at which the field begins, after its quote.
    pub at: usize,
    /// The byte of the separator after the field, or of the end of the line.
    pub end: usize,
    pub text: String,
}

/// Splits lines into fields. Making a splitter costs more than using it.
#[derive(Debug)]
struct Splitter {
    quoted: Reader,
    /// For lines with a quote that is not closed: quotes are ordinary signs.
    plain: Reader,
}

impl Splitter {
    fn at(separator: u8) -> Self {
        let reader = |quoting| ReaderBuilder::new().delimiter(separator).quoting(quoting).build();
        Self { quoted: reader(true), plain: reader(false) }
    }

    fn split(&mut self, line: &str) -> Vec<Field> {
        let quoted = fields(&mut self.quoted, line);
        quoted.or_else(|| fields(&mut self.plain, line)).unwrap_or_default()
    }
}

/// The fields of a line; `None` when it ends within quotes.
fn fields(reader: &mut Reader, line: &str) -> Option<Vec<Field>> {
    reader.reset();
    let input = [line.as_bytes(), b"\n"].concat();
    let mut text = vec![0; input.len()];
    let mut fields = Vec::new();
    let mut begin = 0;
    loop {
        let (result, read, written) = reader.read_field(&input[begin..], &mut text);
        let ReadFieldResult::Field { record_end } = result else { return None };
        let (next, field) = (begin + read, String::from_utf8_lossy(&text[..written]));
        // A quote in the input that is missing in the text encloses the field: skip it.
        let at = begin + usize::from(input[begin] == b'"' && !field.starts_with('"'));
        fields.push(Field { at, end: next - 1, text: field.into_owned() });
        begin = next;
        if record_end {
            return Some(fields);
        }
    }
}
