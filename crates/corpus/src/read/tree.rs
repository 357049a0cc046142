//! [`Tree`]: the records in a value of JSON or XML.

use std::collections::HashMap;
use std::sync::LazyLock;

use roxmltree::Node;
use serde_json::{Map, Value as Json};
use sudoku_core::Problem;

use super::line::{cells, grid, is_long, is_meant, marked, row_of};
use super::names::{Class, Decision, Named, ReadOptions, Value, decide, is_nothing, names};
use super::text::Text;
use super::{Fault, too_long};

/// Keys of the digit in an object for one cell, of what says whether it is given, and of its place.
const DIGITS: &[&str] = &["value", "v", "digit", "number", "num", "n"];
const FIXED: &[&str] =
    &["given", "isgiven", "fixed", "isfixed", "locked", "readonly", "clue", "isclue"];
const ROWS: &[&str] = &["row", "r", "y", "rowindex"];
const COLUMNS: &[&str] = &["col", "c", "x", "column", "colindex", "columnindex"];

/// Keys of the author of a message, and of what says which rules a puzzle has.
const ROLES: &[&str] = &["role", "from"];
const TYPES: &[&str] =
    &["type", "specifictype", "variant", "variants", "mode", "ruleset", "rules", "kind", "genre"];

/// Words for rules beside those of Sudoku.
static VARIANTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "cage killer jigsaw samurai windoku thermo thermometer arrow kropki \
    sandwich antiknight antiking nonconsecutive diagonal xsudoku sudokux \
    whisper renban palindrome region irregular hyper argyle inequality \
    littlekiller xv clone quadruple disjointgroup"
        .split(' ')
        .collect()
});

/// The contents of a value.
enum Shape {
    /// Cells of a grid in their order.
    Cells(Vec<char>),
    /// Something that was meant to be a grid.
    Bad(Fault),
    Other,
}

/// Collects the records of values.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub options: ReadOptions,
    pub found: Vec<Result<Decision, Fault>>,
    pub names: Vec<String>,
    /// A rule beside those of Sudoku that the record has.
    rule: Option<String>,
    /// The classes of names that were met, since most records have the same names.
    classes: HashMap<String, Class>,
}

/// The number of names whose classes are kept.
const CLASSES: usize = 1000;

fn is_key(key: &str, known: &[&str]) -> bool {
    let letters = || key.bytes().filter(|byte| !b"_-".contains(byte));
    known.iter().any(|known| letters().map(|byte| byte.to_ascii_lowercase()).eq(known.bytes()))
}

fn find<'a>(object: &'a Map<String, Json>, known: &[&str]) -> Option<&'a Json> {
    object.iter().find(|(key, _)| is_key(key, known)).map(|(_, value)| value)
}

fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The rule beside those of Sudoku that a key or its value names.
pub(super) fn variant(key: &str, value: &Json) -> Option<String> {
    let is_variant = |word: &str| {
        let word = word.to_ascii_lowercase().replace(['_', '-', ' '], "");
        let word = word.trim_end_matches('s');
        VARIANTS.iter().any(|known| word.ends_with(known))
    };
    let set = match value {
        Json::Null | Json::Bool(false) => false,
        // The name of a part of the world.
        Json::String(text) => !is_nothing(text) && !is_key(key, &["region"]),
        Json::Array(values) => !values.is_empty(),
        Json::Object(values) => !values.is_empty(),
        Json::Bool(true) | Json::Number(_) => true,
    };
    if set && is_variant(key) {
        return Some(key.to_owned());
    }
    let text = value.as_str().filter(|_| is_key(key, TYPES))?;
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').chain([text]);
    words.filter(|word| is_variant(word) || *word == "X").map(str::to_owned).next()
}

/// The rule beside those of Sudoku that an object has.
pub(super) fn rule(object: &Map<String, Json>) -> Option<String> {
    object.iter().find_map(|(key, value)| variant(key, value))
}

/// The refusal of a puzzle with other rules.
pub(super) fn refused(rule: &str) -> Fault {
    Fault::refused(format!("found `{rule}`, a variant of Sudoku; only plain Sudoku is read"))
}

impl Tree {
    fn class(&mut self, name: &str) -> Class {
        if let Some(class) = self.classes.get(name) {
            return *class;
        }
        if self.classes.len() == CLASSES {
            self.classes.clear();
        }
        *self.classes.entry(name.to_owned()).or_insert_with(|| Class::of(name))
    }

    /// A text under a name.
    pub(super) fn named(&mut self, name: &str, text: &str) -> Named {
        let class = self.class(name);
        Named { name: name.to_owned(), class, value: self.value(text, class) }
    }

    /// The value of a text under a name.
    fn value(&self, text: &str, class: Class) -> Value {
        if let Some(grid) = super::plain(text.as_bytes()) {
            return Value::Grid(grid);
        }
        if text.len() < 81 && !is_long(text) {
            return Value::Text(text.to_owned());
        }
        if text.trim_start().starts_with('[')
            && let Ok(value) = serde_json::from_str(text)
        {
            match self.shape(&value) {
                Shape::Cells(cells) if cells.len() == 81 => return of(&cells),
                Shape::Bad(fault) => return Value::Bad(fault),
                _ => {}
            }
        }
        let mut inner = Text::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.len() > super::LONGEST_LINE {
                return Value::Bad(too_long());
            }
            inner.line(number, line, &self.options);
        }
        inner.end();
        let (records, faults): (Vec<_>, Vec<_>) = inner.found.into_iter().partition(Result::is_ok);
        let mut grids: Vec<_> = records.into_iter().flatten().map(|record| record.grid).collect();
        if class == Class::Solution && grids.iter().any(|grid| grid.blanks() == 0) {
            grids.retain(|grid| grid.blanks() == 0);
        }
        grids.sort();
        grids.dedup();
        match (&grids[..], faults.into_iter().find_map(Result::err)) {
            ([grid], _) => Value::Grid(*grid),
            ([], Some((.., fault))) if text.lines().any(is_meant) => Value::Bad(fault),
            ([], _) => Value::Text(text.to_owned()),
            (several, _) => {
                Value::Bad(Fault::refused(format!("found {} grids, expected one", several.len())))
            }
        }
    }

    fn shape(&self, value: &Json) -> Shape {
        let cells = match value {
            Json::Null | Json::Bool(_) => {
                let word = value.to_string();
                let blank = self.options.blank.as_ref();
                blank.map_or(word != "true", |blank| *blank == word).then(|| vec!['.'])
            }
            Json::Number(number) => match number.as_f64() {
                Some(-1.0) => Some(vec!['.']),
                Some(number) if number.fract() == 0.0 && (0.0..10.0).contains(&number) => {
                    char::from_digit(number as u32, 10).map(|digit| vec![digit])
                }
                _ => None,
            },
            Json::String(text) => self.word(text.trim()),
            Json::Array(elements) => return self.list(elements),
            Json::Object(object) => return self.object(object),
        };
        cells.map_or(Shape::Other, Shape::Cells)
    }

    fn word(&self, text: &str) -> Option<Vec<char>> {
        match &self.options.blank {
            Some(blank) if text == blank => return Some(vec!['.']),
            None if text.is_empty() => return Some(vec!['.']),
            _ => {}
        }
        let found = cells(text).filter(|cells| [1, 3, 9, 81].contains(&cells.len()));
        found.or_else(|| {
            row_of(text).filter(|row| text.len() > 9 && text.len() < 81 && row.len() == 9)
        })
    }

    fn list(&self, elements: &[Json]) -> Shape {
        if let Some(shape) = self.scattered(elements) {
            return shape;
        }
        let (size, length) = (elements.len(), |one: &Json| one.as_array().map(Vec::len));
        let several = elements.iter().any(|set| length(set) > Some(1));
        if [9, 81].contains(&size) && several && elements.iter().all(is_set) {
            let what = "found sets of candidates, from which the givens cannot be told";
            return Shape::Bad(Fault::refused(what));
        }
        if [4, 6, 16, 25].contains(&size) && elements.iter().all(|one| length(one) == Some(size)) {
            return Shape::Bad(Fault::Cells(size * size));
        }
        let (mut pieces, mut others) = (Vec::new(), Vec::new());
        for element in elements {
            match self.shape(element) {
                Shape::Cells(cells) => pieces.push(cells),
                Shape::Bad(fault) => return Shape::Bad(fault),
                Shape::Other => others.push(element),
            }
        }
        let mut lengths: Vec<usize> = pieces.iter().map(Vec::len).collect();
        let (each, total) = (lengths.first().copied().unwrap_or(0), lengths.iter().sum::<usize>());
        let (alike, whole) = (lengths.iter().all(|length| *length == each), others.is_empty());
        let nines = lengths.iter().filter(|length| **length == 9).count();
        lengths.extend(others.iter().filter_map(|other| length(other)));
        let odd = lengths.into_iter().find(|length| *length != 9);
        let problem = match (odd, &others[..]) {
            _ if whole && alike && each < 81 && [3, 9, 27, 81].contains(&total) => {
                return Shape::Cells(pieces.concat());
            }
            (Some(found), _) if size == 9 && nines > 4 => Problem::Cells { found, expected: 9 },
            _ if whole && (40..163).contains(&total) && each < 10 => {
                return Shape::Bad(Fault::Cells(total));
            }
            (_, [other]) if [9, 81].contains(&size) && alike && each == 1 => match scalar(other) {
                Some(text) if cells(&text).is_some() => {
                    Problem::Cells { found: text.len(), expected: 1 }
                }
                text => {
                    Problem::Character(text.and_then(|text| text.chars().next()).unwrap_or('['))
                }
            },
            _ => return Shape::Other,
        };
        Shape::Bad(Fault::Grid(problem))
    }

    /// An object for one cell, or with rows by key; any other holds named values.
    fn object(&self, object: &Map<String, Json>) -> Shape {
        if let Some(cell) = self.cell(object) {
            return Shape::Cells(cell);
        }
        let numbers: Option<Vec<u32>> = object.keys().map(|key| number(key)).collect();
        let counts = |numbers: Vec<u32>| numbers.windows(2).all(|two| two[0] + 1 == two[1]);
        let (shape, wanted) = match object.len() {
            1 => (object.values().next().map_or(Shape::Other, |row| self.shape(row)), 9),
            9 if numbers.is_some_and(counts) => {
                (self.list(&object.values().cloned().collect::<Vec<_>>()), 81)
            }
            _ => return Shape::Other,
        };
        match shape {
            Shape::Cells(cells) if cells.len() == wanted => Shape::Cells(cells),
            _ => Shape::Other,
        }
    }

    /// The cell of an object with a digit, or of one with nothing but marks; of XML, a row.
    fn cell(&self, object: &Map<String, Json>) -> Option<Vec<char>> {
        const MARKS: [&str; 5] = ["mark", "note", "candidate", "color", "pencil"];
        let is_mark = |key: &String| {
            let lower = key.to_ascii_lowercase();
            is_key(key, FIXED) || MARKS.iter().any(|mark| lower.contains(mark))
        };
        if find(object, &["region", "cage"]).is_some() {
            return None;
        }
        let Some(value) = find(object, DIGITS) else {
            return object.keys().all(is_mark).then(|| vec!['.']);
        };
        if value.is_array() || value.is_object() {
            return None;
        }
        let Shape::Cells(cells) = self.shape(value) else { return None };
        match (find(object, FIXED), &cells[..]) {
            (_, cells) if cells.len() > 9 => None,
            (Some(fixed), [digit @ '1'..='9']) => {
                let given = !matches!(fixed, Json::Null | Json::Bool(false))
                    && scalar(fixed).is_none_or(|text| !is_nothing(&text) && text != "0");
                Some(vec![marked(*digit, given)])
            }
            _ => Some(cells),
        }
    }

    /// The grid of a list of cells that say where they stand.
    fn scattered(&self, elements: &[Json]) -> Option<Shape> {
        if !(17..=81).contains(&elements.len()) {
            return None;
        }
        let cell = |element: &Json| {
            let object = element.as_object()?;
            let at = |known| scalar(find(object, known)?)?.trim().parse::<usize>().ok();
            let [cell] = self.cell(object)?[..] else { return None };
            Some((at(ROWS)?, at(COLUMNS)?, cell))
        };
        let found: Vec<(usize, usize, char)> = elements.iter().map(cell).collect::<Option<_>>()?;
        let has = |number| found.iter().any(|(row, column, _)| [*row, *column].contains(&number));
        let (mut cells, first) = (vec!['.'; 81], usize::from(!has(0)));
        let mut places: Vec<usize> = Vec::new();
        for (row, column, cell) in &found {
            let place =
                row.wrapping_sub(first).wrapping_mul(9).wrapping_add(column.wrapping_sub(first));
            if has(0) == has(9) || place > 80 || *row > 9 || *column > 9 || places.contains(&place)
            {
                let what = "found cells whose places cannot be told, expected rows and columns from \
                            0 to 8, or from 1 to 9";
                return Some(Shape::Bad(Fault::refused(what)));
            }
            places.push(place);
            cells[place] = *cell;
        }
        Some(Shape::Cells(cells))
    }

    /// Collects the named values of a value. A list of objects holds a record for each.
    fn walk(&mut self, value: &Json, path: &str, values: &mut Vec<Named>) {
        // A long text may be a drawing.
        if let Json::String(text) = value
            && text.len() >= 81
        {
            return values.push(self.named(path, text));
        }
        let read = match (self.shape(value), value) {
            (Shape::Cells(cells), _) if cells.len() == 81 => of(&cells),
            (Shape::Bad(fault), _) => Value::Bad(fault),
            (_, Json::Array(elements)) => return self.elements(elements, path, values),
            (Shape::Other, Json::Object(object)) => return self.entries(object, path, values),
            (_, Json::String(text)) => return values.push(self.named(path, text)),
            (_, value) => Value::Text(value.to_string()),
        };
        let class = self.class(path);
        values.push(Named { name: path.to_owned(), class, value: read });
    }

    fn entries(&mut self, object: &Map<String, Json>, path: &str, values: &mut Vec<Named>) {
        self.rule = self.rule.take().or_else(|| rule(object));
        if self.rule.is_some() {
            return;
        }
        // A message: its name is the role of its author.
        if let (Some(Json::String(role)), Some(Json::String(text))) =
            (find(object, ROLES), find(object, &["content", "value", "text"]))
        {
            return values.push(self.named(role, text));
        }
        for (key, value) in object {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            self.walk(value, &path, values);
        }
    }

    fn elements(&mut self, elements: &[Json], path: &str, values: &mut Vec<Named>) {
        let mut grids = Vec::new();
        for element in elements {
            let mut inner = Vec::new();
            self.walk(element, path, &mut inner);
            let open = self.rule.is_some()
                || inner.iter().any(|named| match &named.value {
                    Value::Grid(grid) => grid.blanks() > 0,
                    value => matches!(value, Value::Bad(_)),
                });
            let message = element.as_object().is_some_and(|object| find(object, ROLES).is_some());
            if !element.is_object() {
                grids.extend(inner);
            } else if open && !message {
                self.decide(&inner);
            } else {
                values.extend(inner);
            }
        }
        let pair = grids.len() < 3 && matches!(decide(&grids, &self.options)[..], [Ok(_)]);
        if pair {
            return values.extend(grids);
        }
        for grid in grids {
            if grid.class == Class::Solution || matches!(grid.value, Value::Text(_)) {
                values.push(grid);
            } else {
                self.decide(&[grid]);
            }
        }
    }

    /// Decides about the values of a record.
    fn decide(&mut self, values: &[Named]) {
        self.names.extend(values.iter().map(|value| value.name.clone()));
        if let Some(rule) = self.rule.take() {
            return self.found.push(Err(refused(&rule)));
        }
        self.found.extend(decide(values, &self.options));
    }

    /// Takes an element of XML that may be a record.
    pub(super) fn element(&mut self, node: Node<'_, '_>) {
        let mut values = Vec::new();
        let name = node.tag_name().name().to_owned();
        self.walk(&Json::Object([(name, element(node))].into_iter().collect()), "", &mut values);
        if self.rule.is_some() || values.iter().any(Named::is_meant) {
            self.decide(&values);
        }
    }

    /// Takes a whole value; true if it is no more than a piece of a grid.
    pub(super) fn whole(&mut self, value: &Json) -> bool {
        let small = |value: &Json| {
            !value.is_array()
                && !value.is_object()
                && scalar(value).is_none_or(|text| text.len() < 40)
        };
        match (self.shape(value), value) {
            (Shape::Cells(cells), _) if cells.len() < 81 => return true,
            (Shape::Other, Json::Array(elements)) if elements.iter().all(small) => return true,
            (Shape::Other, value) if small(value) => return true,
            _ => {}
        }
        let mut values = Vec::new();
        self.walk(value, "", &mut values);
        self.close(&values);
        false
    }

    /// Decides about the values of a whole record, in which there must be a puzzle.
    pub(super) fn close(&mut self, values: &[Named]) {
        if self.found.is_empty() || values.iter().any(Named::is_meant) {
            self.decide(values);
        }
        // A rule is that of this record.
        self.rule = None;
        if self.found.is_empty() {
            let names = names(values);
            let among = if names.is_empty() { names } else { format!(" in {names}") };
            let what = format!("found no puzzle{among}, expected 81 cells");
            self.found.push(Err(Fault::refused(what)));
        }
    }
}

fn of(cells: &[char]) -> Value {
    grid(cells).map_or_else(Value::Bad, Value::Grid)
}

/// True for a cell, or for digits in ascending order, as candidates are written.
fn is_set(value: &Json) -> bool {
    match value {
        Json::Array(set) => {
            let digits: Option<Vec<u64>> = set.iter().map(Json::as_u64).collect();
            digits.is_some_and(|digits| {
                digits.is_sorted_by(|a, b| a < b)
                    && digits.iter().all(|digit| (1..10).contains(digit))
            })
        }
        value => !value.is_object(),
    }
}

/// The number at the end of a key, or the place of its only letter in the alphabet.
fn number(key: &str) -> Option<u32> {
    let digits = key.trim_start_matches(|symbol: char| !symbol.is_ascii_digit());
    match key.chars().collect::<Vec<_>>()[..] {
        [letter] if letter.is_ascii_alphabetic() => Some(letter as u32),
        _ => digits.parse().ok(),
    }
}

/// An element of XML as a value: its attributes, elements and text by name.
pub(super) fn element(node: Node<'_, '_>) -> Json {
    let mut object = Map::new();
    for attribute in node.attributes() {
        let value = open_sudoku(attribute.value()).unwrap_or_else(|| attribute.value().to_owned());
        object.insert(attribute.name().to_owned(), value.into());
    }
    for child in node.children().filter(Node::is_element) {
        let (name, value) = (child.tag_name().name().to_owned(), element(child));
        match object.get_mut(&name) {
            Some(Json::Array(values)) => values.push(value),
            Some(one) => *one = Json::Array(vec![one.take(), value]),
            None => drop(object.insert(name, value)),
        }
    }
    let text = node.text().unwrap_or_default().trim();
    if object.is_empty() {
        return k_sudoku(text)
            .filter(|_| node.has_tag_name("values"))
            .unwrap_or_else(|| text.to_owned())
            .into();
    }
    if !text.is_empty() {
        object.insert("value".to_owned(), text.into());
    }
    Json::Object(object)
}

/// The cells of a game of OpenSudoku: after `version: 1` and a line end, it has three or four
/// fields for each cell, each followed by a bar: the digit, notes, and 0 for a given.
fn open_sudoku(data: &str) -> Option<String> {
    let (_, cells) = data.strip_prefix("version:")?.split_once('\n')?;
    let fields: Vec<&str> = cells.trim().trim_end_matches('|').split('|').collect();
    let each = if fields.len() == 4 * 81 { 4 } else { 3 };
    let cells = fields.chunks_exact(each).map(|cell| match (cell[0], cell[each - 1]) {
        (digit, "0") if digit.len() == 1 => digit,
        ("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9", "1") => ".",
        _ => "!",
    });
    Some(cells.collect())
}

/// The cells of a game of KSudoku, column by column: `_` for a blank, `b` for 1, `c` for 2 and so
/// on.
fn k_sudoku(values: &str) -> Option<String> {
    let cell = |symbol: u8| match symbol {
        b'_' => '.',
        b'b'..=b'j' => char::from(symbol - b'a' + b'0'),
        _ => '!',
    };
    let cells: Vec<char> = values.bytes().map(cell).collect();
    (cells.len() == 81).then(|| (0..81).map(|at| cells[at % 9 * 9 + at / 9]).collect())
}
