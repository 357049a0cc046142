//! The lines of a table, and the one that names its columns.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::taken::{Part, Taken};

/// The names that the column of the puzzles may have.
pub(super) const PUZZLES: [&str; 6] = ["puzzle", "quiz", "question", "sudoku", "grid", "board"];
pub(super) const SOLUTIONS: [&str; 2] = ["solution", "answer"];
pub(super) const RATINGS: [&str; 2] = ["rating", "difficulty"];

/// The contents of a field without a value.
pub(super) const NOTHING: [&str; 6] = ["", "-", "none", "null", "nan", "n/a"];

/// Which columns of a table are of interest.
#[derive(Debug)]
pub(super) struct Table {
    splitter: Splitter,
    /// One at least.
    puzzles: Vec<usize>,
    solution: Option<usize>,
    rating: Option<usize>,
    names: Vec<String>,
}

/// A line of a table.
pub(super) struct Fields {
    /// The fields in which puzzles should stand: one at least.
    pub puzzles: Vec<Field>,
    pub solution: Option<String>,
    pub rating: Option<String>,
}

impl Table {
    /// The table whose columns this line names, if it does.
    pub(super) fn of(line: &str) -> Option<Self> {
        // Most lines are not, which this test finds quickly.
        let lower = line.to_ascii_lowercase();
        if !PUZZLES.iter().any(|name| lower.contains(name)) {
            return None;
        }
        let (splitter, names) = names(line);
        // A comment may hold any words; the column of the numbers is often called `#`.
        if line.starts_with('#') && names.first().is_none_or(|name| name != "#") {
            return None;
        }
        let columns = |known: &[&str]| -> Vec<usize> {
            (0..names.len()).filter(|&at| is_one_of(&names[at], known)).collect()
        };
        let column = |known| columns(known).first().copied();
        let (solution, rating) = (column(&SOLUTIONS), column(&RATINGS));
        let mut puzzles = columns(&PUZZLES);
        if puzzles.is_empty() {
            puzzles = (0..names.len()).filter(|&at| is_numbered(&names[at])).collect();
            // `Grid 1` alone is a title.
            puzzles = if puzzles.len() > 1 { puzzles } else { return None };
        }
        Some(Self { splitter, puzzles, solution, rating, names })
    }

    /// Notes which columns are read, and which are not.
    pub(super) fn note(&self, taken: &mut Taken) {
        for (at, name) in self.names.iter().enumerate() {
            let part = match Some(at) {
                at if at == self.solution => Part::Solution,
                at if at == self.rating => Part::Rating,
                _ if self.puzzles.contains(&at) => Part::Puzzle,
                _ => Part::Dropped,
            };
            taken.add(part, name);
        }
    }

    /// The fields of a line; `None` when it has no place for a puzzle.
    pub(super) fn fields(&mut self, line: &str) -> Option<Fields> {
        let mut fields = self.splitter.split(line);
        if fields.len() < 2 || fields.len() <= self.puzzles[0] {
            return None;
        }
        let field = |column: Option<usize>| {
            let text = fields.get(column?)?.text.trim();
            let nothing = NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(text));
            (!nothing).then(|| text.to_owned())
        };
        let (solution, rating) = (field(self.solution), field(self.rating));
        let puzzles = self.puzzles.iter().filter_map(|&at| fields.get_mut(at).map(std::mem::take));
        Some(Fields { puzzles: puzzles.collect(), solution, rating })
    }
}

/// True for these names in any case, and for more than one: `Quizzes` is `quiz`.
pub(super) fn is_one_of(name: &str, known: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    let mut ends = known.iter().filter_map(|known| name.strip_prefix(known));
    ends.any(|end| ["", "s", "zes"].contains(&end))
}

/// True for the name of one of several columns of puzzles, such as `puzzle_2`.
pub(super) fn is_numbered(name: &str) -> bool {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() < name.len() && is_one_of(word.trim_end_matches([' ', '_', '-', '#']), &PUZZLES)
}

/// True for a line of names between separators.
pub(super) fn is_header(line: &str) -> bool {
    let (_, names) = names(line);
    names.len() > 1 && names.iter().all(|name| name.starts_with(char::is_alphabetic))
}

/// The texts of the fields of a line, and the splitter for it.
fn names(line: &str) -> (Splitter, Vec<String>) {
    let separator = line.bytes().find(|byte| b",;\t|".contains(byte)).unwrap_or(b',');
    let mut splitter = Splitter::at(separator);
    let fields = splitter.split(line).into_iter();
    let names = fields.map(|field| field.text.trim().trim_matches('"').to_owned()).collect();
    (splitter, names)
}

/// A field of a line.
#[derive(Default)]
pub(super) struct Field {
    /// Where it begins, after its quote.
    pub at: usize,
    /// Where the separator after it stands, or the line ends.
    pub end: usize,
    pub text: String,
}

/// Splits lines into fields. Making one takes longer than using it.
#[derive(Debug)]
struct Splitter {
    quoted: Reader,
    /// For lines in which a quote is not closed: there, quotes are like any other sign.
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

/// None when the line ends within quotes.
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
        // A quote in the input that the text does not have encloses the field: skip it.
        let at = begin + usize::from(input[begin] == b'"' && !field.starts_with('"'));
        fields.push(Field { at, end: next - 1, text: field.into_owned() });
        begin = next;
        if record_end {
            return Some(fields);
        }
    }
}
