//! [`Tree`]: the records in a value of JSON or XML.

use std::collections::HashMap;
use std::mem;
use std::sync::LazyLock;

use roxmltree::Node;
use serde_json::{Map, Value as Json};

use super::cells::{SETS, cells, count, is_nothing, marked};
use super::line::{is_long, is_meant, row_of};
use super::names::{Class, Decision, Encoding, Named, ReadOptions, Value, decide, names};
use super::plain::plain;
use super::record::{Fault, LONGEST_LINE, Record, too_long};
use super::text::Text;

/// Keys of the digit in an object for one cell, of its marks, of what says whether it is given, and
/// of its place.
const DIGITS: &[&str] = &["value", "v", "digit", "number", "num", "n"];
const MARKS: &[&str] = &["mark", "note", "candidate", "color", "pencil"];
const FIXED: &[&str] =
    &["given", "isgiven", "fixed", "isfixed", "locked", "readonly", "clue", "isclue"];
const ROWS: &[&str] = &["row", "r", "y", "rowindex"];
const COLUMNS: &[&str] = &["col", "c", "x", "column", "colindex", "columnindex"];

/// Keys of the author of a message and of its text, and of what says which rules a puzzle has.
const ROLES: &[&str] = &["role", "from"];
const TEXTS: &[&str] = &["content", "value", "text"];
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

/// A longer list is no grid, however its cells are written.
const MOST: usize = 200;

/// Collects the records of values.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub options: ReadOptions,
    pub found: Vec<Result<Decision, Fault>>,
    pub names: Vec<String>,
    /// The lists in the record: the class of the clearest name in each, and its records.
    lists: Vec<(Option<Class>, Vec<Vec<Named>>)>,
    /// A rule beside those of Sudoku that the record has.
    rule: Option<String>,
    /// The classes of names that were met, since most records have the same names.
    classes: HashMap<String, Class>,
}

/// The number of names whose classes are kept.
const CLASSES: usize = 1000;

fn find<'a>(object: &'a Map<String, Json>, known: &[&str]) -> Option<&'a Json> {
    object.iter().find(|(key, _)| is_key(key, known)).map(|(_, value)| value)
}

fn is_key(key: &str, known: &[&str]) -> bool {
    let letters = || key.bytes().filter(|byte| !b"_-".contains(byte));
    known.iter().any(|known| letters().map(|byte| byte.to_ascii_lowercase()).eq(known.bytes()))
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
        if let Some(grid) = plain(text.as_bytes()) {
            return Value::Grid(grid);
        }
        if text.len() < 81 && !is_long(text) {
            return Value::Text(text.to_owned());
        }
        let mut inner = Text::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.len() > LONGEST_LINE {
                return Value::Bad(too_long());
            }
            inner.line(number, line, &self.options);
        }
        inner.end();
        let (records, faults): (Vec<_>, Vec<_>) = inner.found.into_iter().partition(Result::is_ok);
        // An answer may repeat its puzzle.
        let grid = |record: Record| match record.solution {
            Some(Ok(solution)) if class == Class::Solution => solution,
            _ => record.grid,
        };
        let mut grids: Vec<_> = records.into_iter().flatten().map(grid).collect();
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

    /// Draws a value as the text of a grid, or of a part of one. Of anything else, an error: with a
    /// fault if it was meant to be a grid.
    fn draw(&self, value: &Json) -> Result<String, Option<Fault>> {
        let drawn = match value {
            Json::Object(object) => return self.draw_object(object),
            Json::Array(elements) if elements.len() > MOST => return Err(None),
            Json::Array(elements) => return self.draw_list(&elements.iter().collect::<Vec<_>>()),
            Json::String(text) => self.draw_text(text),
            Json::Number(number) if self.options.encoding == Some(Encoding::Hrm) => {
                let digit = number.as_u64().and_then(|number| number.checked_sub(1));
                digit.filter(|digit| *digit < 10).map(|digit| digit.to_string())
            }
            // A number with more digits is none of a row.
            _ => self.draw_text(&value.to_string()).filter(|drawn| drawn.chars().count() == 1),
        };
        drawn.ok_or(None)
    }

    fn draw_text(&self, text: &str) -> Option<String> {
        match (&self.options.blank, cells(text)) {
            (Some(blank), _) if text == blank => Some(".".to_owned()),
            (None, _) if text.is_empty() => Some(".".to_owned()),
            (_, Some(cells)) if [1, 3, 9, 81].contains(&cells.len()) => {
                Some(cells.into_iter().collect())
            }
            _ if text.chars().nth(1).is_none() => Some(text.to_owned()),
            _ if !(10..81).contains(&text.len()) => None,
            _ => row_of(text).filter(|row| row.len() == 9).map(|row| row.into_iter().collect()),
        }
    }

    /// Lists of cells are lines, and so are longer texts.
    fn draw_list(&self, elements: &[&Json]) -> Result<String, Option<Fault>> {
        let (size, length) = (elements.len(), |one: &Json| one.as_array().map(Vec::len));
        if [9, 81].contains(&size)
            && elements.iter().any(|set| length(set) > Some(1))
            && elements.iter().all(|set| is_set(set))
        {
            return Err(Some(Fault::refused(SETS)));
        }
        if [4, 6, 16, 25].contains(&size) && elements.iter().all(|one| length(one) == Some(size)) {
            return Err(Some(Fault::Cells(size * size)));
        }
        if (17..=81).contains(&size)
            && let Some(cells) = elements.iter().map(|one| self.placed(one)).collect()
        {
            return scattered(cells);
        }
        let drawn: Vec<_> = elements.iter().map(|one| self.draw(one)).collect();
        let cells = drawn.iter().flatten().filter(|drawn| count(drawn) > 0).count();
        // A list with `true` is a mask.
        let mask = || elements.iter().any(|one| one.to_string().contains("true"));
        if [9, 81].contains(&size) && cells < size && cells * 2 > size && !mask() {
            let fault = drawn.into_iter().find_map(Result::err).flatten();
            let other = || {
                let hrm = elements.iter().any(|one| one.as_u64() == Some(10));
                let help = if hrm { ": see --encoding" } else { "" };
                let what = "found a cell that is no digit, expected 1 to 9 or a blank";
                Fault::refused(format!("{what}{help}"))
            };
            return Err(Some(fault.unwrap_or_else(other)));
        }
        let drawn = drawn.into_iter().collect::<Result<Vec<_>, _>>()?;
        let each: Vec<usize> = drawn.iter().map(|one| one.chars().count()).collect();
        let (least, most) = (each.iter().min().copied(), each.iter().max().copied());
        match most {
            // Cells, or boxes, in a row.
            Some(1..=3) if size > 2 && (least == most || most == Some(1)) => Ok(drawn.concat()),
            // None of nine rows has the numbers of columns.
            Some(9) if size == 9 && least == most => Ok(drawn.concat()),
            Some(4..) if size > 2 => Ok(drawn.join("\n")),
            _ => Err(None),
        }
    }

    /// An object for one cell, or with rows by key; any other holds named values.
    fn draw_object(&self, object: &Map<String, Json>) -> Result<String, Option<Fault>> {
        if let Some(cell) = self.cell(object) {
            return Ok(cell);
        }
        let numbers: Option<Vec<u32>> = object.keys().map(|key| number(key)).collect();
        let counts = |numbers: Vec<u32>| numbers.windows(2).all(|two| two[0] + 1 == two[1]);
        let values: Vec<&Json> = object.values().collect();
        let drawn = match &values[..] {
            [row] => self.draw(row).ok().filter(|row| row.chars().count() == 9),
            _ if values.len() == 9 && numbers.is_some_and(counts) => self.draw_list(&values).ok(),
            _ => None,
        };
        drawn.ok_or(None)
    }

    /// The cell of an object with a digit, or of one with nothing but marks; of XML, a row.
    fn cell(&self, object: &Map<String, Json>) -> Option<String> {
        let is_mark = |key: &String| {
            let lower = key.to_ascii_lowercase();
            is_key(key, FIXED) || MARKS.iter().any(|mark| lower.contains(mark))
        };
        if find(object, &["region", "cage"]).is_some() {
            return None;
        }
        let Some(value) = find(object, DIGITS) else {
            return object.keys().all(is_mark).then(|| ".".to_owned());
        };
        if value.is_array() || value.is_object() {
            return None;
        }
        let drawn = self.draw(value).ok().filter(|cells| cells.chars().count() < 10)?;
        match (find(object, FIXED), drawn.chars().next()) {
            (Some(fixed), Some(digit @ '1'..='9')) if drawn.len() == 1 => {
                let given = !matches!(fixed, Json::Null | Json::Bool(false))
                    && scalar(fixed).is_none_or(|text| !is_nothing(&text) && text != "0");
                Some(marked(digit, given).to_string())
            }
            _ => Some(drawn),
        }
    }

    /// A cell that says where it stands: its row and column, and its sign.
    fn placed(&self, element: &Json) -> Option<(usize, usize, char)> {
        let object = element.as_object()?;
        let at = |known| scalar(find(object, known)?)?.trim().parse::<usize>().ok();
        let cell = self.cell(object)?;
        let sign = cell.chars().next().filter(|_| cell.chars().count() == 1)?;
        Some((at(ROWS)?, at(COLUMNS)?, sign))
    }

    /// Collects the named values of a value. A list of objects holds a record for each.
    fn walk(&mut self, value: &Json, path: &str, values: &mut Vec<Named>) {
        if let Json::String(text) = value {
            return values.push(self.named(path, text));
        }
        let class = self.class(path);
        let value = match (self.draw(value), value) {
            (Ok(drawn), Json::Array(_) | Json::Object(_)) if count(&drawn) < 122 => {
                self.value(&drawn, class)
            }
            (Err(Some(fault)), _) => Value::Bad(fault),
            (_, Json::Array(elements)) => return self.elements(elements, path, values),
            (_, Json::Object(object)) => return self.entries(object, path, values),
            (_, value) => Value::Text(value.to_string()),
        };
        values.push(Named { name: path.to_owned(), class, value });
    }

    fn entries(&mut self, object: &Map<String, Json>, path: &str, values: &mut Vec<Named>) {
        self.rule = self.rule.take().or_else(|| rule(object));
        if self.rule.is_some() {
            return;
        }
        // A message: its name is the role of its author.
        if let (Some(Json::String(role)), Some(Json::String(text))) =
            (find(object, ROLES), find(object, TEXTS))
        {
            return values.push(self.named(role, text));
        }
        for (key, value) in object {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            self.walk(value, &path, values);
        }
    }

    fn elements(&mut self, elements: &[Json], path: &str, values: &mut Vec<Named>) {
        let (mut grids, mut records) = (Vec::new(), Vec::new());
        for element in elements {
            let outer = mem::take(&mut self.lists);
            let mut inner = Vec::new();
            self.walk(element, path, &mut inner);
            let open = self.rule.is_some()
                || !self.lists.is_empty()
                || inner.iter().any(|named| match &named.value {
                    Value::Grid(grid) => grid.blanks() > 0,
                    value => named.class >= Class::Grid && matches!(value, Value::Bad(_)),
                });
            let message = element.as_object().is_some_and(|object| find(object, ROLES).is_some());
            let pair = inner.iter().filter(|value| value.is_meant()).count() == 2;
            if open && !message && (element.is_object() || pair) {
                records.extend(self.records(inner));
            } else if element.is_object() {
                values.extend(inner);
            } else {
                grids.extend(inner);
            }
            self.lists.splice(..0, outer);
        }
        let pair = grids.len() < 3 && matches!(decide(&grids, &self.options)[..], [Ok(_)]);
        for grid in grids {
            if pair || grid.class == Class::Solution || matches!(grid.value, Value::Text(_)) {
                values.push(grid);
            } else {
                records.push(vec![grid]);
            }
        }
        if let Some(class) = records.iter().map(|record| best(record)).max() {
            self.lists.push((class, records));
        }
    }

    /// The records that these values and the lists among them make: those with the clearest names.
    fn records(&mut self, mut values: Vec<Named>) -> Vec<Vec<Named>> {
        let lists = mem::take(&mut self.lists);
        self.names.extend(values.iter().map(|value| value.name.clone()));
        if let Some(rule) = self.rule.take() {
            self.found.push(Err(refused(&rule)));
            return Vec::new();
        }
        let (class, all) = (best(&values), lists.iter().map(|list| list.0).max());
        if all.is_none_or(|all| class > all) {
            return vec![values];
        }
        let lists = lists.into_iter().filter(|list| Some(list.0) == all);
        let mut records: Vec<_> = lists.flat_map(|list| list.1).collect();
        if Some(class) == all {
            // A list of games in progress, or of puzzles.
            if class < Some(Class::Puzzle) && records.iter().all(|record| record.len() == 1) {
                values.extend(records.drain(..).flatten());
            }
            records.push(values);
        }
        records
    }

    /// Decides about the values of a record.
    fn decide(&mut self, values: &[Named]) {
        if self.lists.is_empty() && self.rule.is_none() {
            self.names.extend(values.iter().map(|value| value.name.clone()));
            return self.found.extend(decide(values, &self.options));
        }
        for record in self.records(values.to_vec()) {
            self.names.extend(record.iter().map(|value| value.name.clone()));
            self.found.extend(decide(&record, &self.options));
        }
    }

    /// True if something was meant to be a puzzle that is not decided about.
    fn is_pending(&self, values: &[Named]) -> bool {
        self.rule.is_some() || !self.lists.is_empty() || values.iter().any(Named::is_meant)
    }

    /// Takes an element of XML that may be a record.
    pub(super) fn element(&mut self, node: Node<'_, '_>) {
        let mut values = Vec::new();
        let name = node.tag_name().name().to_owned();
        self.walk(&Json::Object([(name, element(node))].into_iter().collect()), "", &mut values);
        if self.is_pending(&values) {
            self.decide(&values);
        }
    }

    /// Takes a whole value; true if it is no more than a piece of a grid.
    pub(super) fn whole(&mut self, value: &Json) -> bool {
        let is_small =
            |value: &Json| !value.is_object() && scalar(value).is_none_or(|text| text.len() < 40);
        let piece = match (self.draw(value), value) {
            (Ok(drawn), _) => !is_long(&drawn) && count(&drawn) < 40,
            (Err(Some(_)), _) => false,
            (_, Json::Array(elements)) => {
                elements.iter().all(|one| !one.is_array() && is_small(one))
            }
            (_, value) => is_small(value),
        };
        if piece {
            return true;
        }
        let mut values = Vec::new();
        self.walk(value, "", &mut values);
        self.close(&values);
        false
    }

    /// Decides about the values of a whole record, in which there must be a puzzle.
    pub(super) fn close(&mut self, values: &[Named]) {
        if self.found.is_empty() || self.is_pending(values) {
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

/// The class of the clearest name of what may be the puzzle.
fn best(values: &[Named]) -> Option<Class> {
    let may_be = |value: &&Named| value.is_meant() && value.class != Class::Solution;
    values.iter().filter(may_be).map(|value| value.class).max()
}

/// The grid of cells that say where they stand.
fn scattered(cells: Vec<(usize, usize, char)>) -> Result<String, Option<Fault>> {
    let has = |number| cells.iter().any(|(row, column, _)| [*row, *column].contains(&number));
    let (first, both) = (usize::from(!has(0)), has(0) == has(9));
    let mut signs = ['\0'; 81];
    for (row, column, sign) in cells {
        let (row, column) = (row.wrapping_sub(first), column.wrapping_sub(first));
        if both || row > 8 || column > 8 || signs[row * 9 + column] != '\0' {
            let what = "found cells whose places cannot be told, expected rows and columns from \
                        0 to 8, or from 1 to 9";
            return Err(Some(Fault::refused(what)));
        }
        signs[row * 9 + column] = sign;
    }
    Ok(signs.into_iter().map(|sign| if sign == '\0' { '.' } else { sign }).collect())
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
