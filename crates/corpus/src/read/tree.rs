//! [`Tree`]: the values of a text in JSON or XML, with its grids put together.

use std::fmt;

use roxmltree::{Document, Node, ParsingOptions};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::Fault;
use super::line::Line;
use super::signs::{BLANK, GIVEN, PLACED, Sign, Signs};

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Tree {
    Null,
    Text(String),
    /// Cells of a grid in their order: one, a box's or a grid's row, or all 81.
    Cells(Vec<Sign>),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
    /// A list that was meant to be a grid.
    Bad(Fault),
}

type Entries = Vec<(String, Tree)>;

/// Keys of the digit in an object for one cell.
const DIGITS: [&str; 6] = ["value", "v", "digit", "number", "num", "n"];
/// Keys that say whether the digit in a cell is given.
const FIXED: [&str; 8] =
    ["given", "isgiven", "fixed", "isfixed", "locked", "readonly", "clue", "isclue"];
const ROWS: [&str; 4] = ["row", "r", "y", "rowindex"];
const COLUMNS: [&str; 6] = ["col", "c", "x", "column", "colindex", "columnindex"];

/// Sizes of boards other than 9 x 9.
pub(super) const SIZES: [usize; 7] = [4, 6, 8, 10, 12, 16, 25];

impl Tree {
    /// # Errors
    ///
    /// When the text is not JSON.
    pub(super) fn of_json(text: &str, signs: &Signs) -> Result<Self, serde_json::Error> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let tree = Builder(signs).deserialize(&mut reader)?;
        reader.end().map(|()| tree)
    }

    /// `None` if the text is not XML.
    pub(super) fn of_xml(text: &str, signs: &Signs) -> Option<Self> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).ok()?;
        let root = document.root_element();
        Some(Self::Object(vec![(root.tag_name().name().to_owned(), signs.element(root))]))
    }

    /// The text of a number, a word or a text.
    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// False for what a program writes for "no".
    pub(super) fn is_set(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Text(text) => {
                !["", "0", "false", "none", "no"].contains(&text.to_ascii_lowercase().as_str())
            }
            Self::List(elements) => !elements.is_empty(),
            Self::Object(entries) => !entries.is_empty(),
            Self::Cells(_) | Self::Bad(_) => true,
        }
    }
}

/// Builds a [`Tree`] from any format that serde reads.
struct Builder<'a>(&'a Signs);

impl<'de> DeserializeSeed<'de> for Builder<'_> {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Tree, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Builder<'_> {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_string()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Tree, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = values.next_element_seed(Builder(self.0))? {
            elements.push(element);
        }
        Ok(self.0.list(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<Tree, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = values.next_key()? {
            entries.push((key, values.next_value_seed(Builder(self.0))?));
        }
        Ok(self.0.object(entries))
    }
}

fn is_key(key: &str, known: &[&str]) -> bool {
    known.contains(&key.to_ascii_lowercase().replace('_', "").as_str())
}

fn find<'a>(entries: &'a Entries, known: &[&str]) -> Option<&'a Tree> {
    entries.iter().find(|(key, _)| is_key(key, known)).map(|(_, value)| value)
}

impl Signs {
    /// A list: a grid or a part of one if its elements are cells or parts.
    fn list(&self, elements: Vec<Tree>) -> Tree {
        if let Some(cells) = self.scattered(&elements) {
            return Tree::Cells(cells);
        }
        let pieces: Option<Vec<Vec<Sign>>> =
            elements.iter().map(|element| self.piece(element)).collect();
        if let Some(pieces) = pieces.filter(|pieces| !pieces.is_empty()) {
            let (each, total) = (pieces[0].len(), pieces.iter().map(Vec::len).sum::<usize>());
            let alike = pieces.iter().all(|piece| piece.len() == each);
            let whole = [1, 3, 9, 27, 81].contains(&total) && each * pieces.len() == total;
            if alike && whole {
                return Tree::Cells(pieces.concat());
            }
            let single = pieces.iter().filter(|piece| piece.len() == 1).count();
            if (70..93).contains(&total) && single == total {
                return Tree::Bad(Fault::Cells(total));
            }
            if [9, 81].contains(&pieces.len())
                && single > 0
                && pieces.iter().all(|piece| piece.is_sorted_by(|a, b| a < b))
            {
                return Tree::Bad(Fault::refused(
                    "found sets of candidates, from which the givens cannot be told",
                ));
            }
        }
        damage(&elements).map_or(Tree::List(elements), Tree::Bad)
    }

    /// An object: rows or cells by key, or named values.
    pub(super) fn object(&self, entries: Entries) -> Tree {
        let pieces: Option<Vec<Vec<Sign>>> =
            entries.iter().map(|(_, value)| self.piece(value)).collect();
        let Some(pieces) = pieces.filter(|_| entries.len() >= 9) else {
            return Tree::Object(entries);
        };
        let numbers: Option<Vec<usize>> = entries.iter().map(|(key, _)| number(key)).collect();
        if let Some(numbers) = numbers.filter(|_| entries.len() == 9)
            && [1, 9].contains(&pieces[0].len())
            && pieces.iter().all(|piece| piece.len() == pieces[0].len())
        {
            let first = numbers.iter().min().copied().unwrap_or(0);
            let mut rows: Vec<(usize, Vec<Sign>)> = numbers.into_iter().zip(pieces).collect();
            rows.sort_by_key(|(number, _)| *number);
            if rows.iter().enumerate().all(|(at, (number, _))| *number == first + at) {
                return Tree::Cells(rows.into_iter().flat_map(|(_, row)| row).collect());
            }
            return Tree::Object(entries);
        }
        let places: Option<Vec<(usize, usize)>> =
            entries.iter().map(|(key, _)| place(key)).collect();
        let cells = places.filter(|places| places.len() >= 17).and_then(|places| {
            let digits = pieces.iter().map(|piece| <[Sign; 1]>::try_from(piece.as_slice()).ok());
            at_places(
                places
                    .into_iter()
                    .zip(digits)
                    .map(|(place, digit)| Some((place, digit?[0])))
                    .collect::<Option<Vec<_>>>()?,
            )
        });
        cells.map_or(Tree::Object(entries), Tree::Cells)
    }

    /// The cells that an element of a list stands for.
    fn piece(&self, tree: &Tree) -> Option<Vec<Sign>> {
        match tree {
            Tree::Null => Some(vec![BLANK]),
            Tree::Cells(cells) => Some(cells.clone()),
            Tree::Text(text) => self.piece_of_text(text),
            Tree::Object(entries) => self.cell(entries),
            Tree::List(_) | Tree::Bad(_) => None,
        }
    }

    fn piece_of_text(&self, text: &str) -> Option<Vec<Sign>> {
        let text = text.trim();
        if text.is_empty() && self.blank.is_none() {
            return Some(vec![BLANK]);
        }
        let sized = |cells: &Vec<Sign>| [1, 3, 9, 81].contains(&cells.len());
        self.word(text).filter(sized).or_else(|| {
            let row = || {
                self.row(text).filter(|row| !row.beside && row.odd.is_none()).map(|row| row.cells)
            };
            (text.len() > 9).then(row)?.filter(sized)
        })
    }

    /// The cell of an object with a digit, or of one with nothing but marks.
    fn cell(&self, entries: &Entries) -> Option<Vec<Sign>> {
        let Some(value) = find(entries, &DIGITS) else {
            let is_mark = |key: &String| {
                let key = key.to_ascii_lowercase();
                is_key(&key, &FIXED)
                    || key == "c"
                    || ["mark", "note", "candidate", "color"].iter().any(|mark| key.contains(mark))
            };
            return entries.iter().all(|(key, _)| is_mark(key)).then(|| vec![BLANK]);
        };
        let cells = match value {
            Tree::Null => vec![BLANK],
            value => self.piece(value).filter(|cells| cells.len() < 10)?,
        };
        let kind = match find(entries, &FIXED).map(Tree::is_set) {
            _ if cells.len() != 1 || !(1..10).contains(&cells[0]) => return Some(cells),
            None => 0,
            Some(true) => GIVEN,
            Some(false) => PLACED,
        };
        Some(vec![kind + cells[0]])
    }

    /// The grid of a list of cells that say where they stand.
    fn scattered(&self, elements: &[Tree]) -> Option<Vec<Sign>> {
        if !(17..=81).contains(&elements.len()) {
            return None;
        }
        let cell = |element: &Tree| {
            let Tree::Object(entries) = element else { return None };
            let number = |known| find(entries, known)?.text()?.trim().parse::<usize>().ok();
            let [cell] = self.cell(entries)?[..] else { return None };
            Some(((number(&ROWS)?, number(&COLUMNS)?), cell))
        };
        at_places(elements.iter().map(cell).collect::<Option<_>>()?)
    }

    fn element(&self, node: Node<'_, '_>) -> Tree {
        let mut entries: Entries = Vec::new();
        for attribute in node.attributes() {
            let value = open_sudoku(attribute.name(), attribute.value());
            entries.push((
                attribute.name().to_owned(),
                value.unwrap_or_else(|| Tree::Text(attribute.value().to_owned())),
            ));
        }
        let mut children: Vec<(String, Vec<Tree>)> = Vec::new();
        for child in node.children().filter(Node::is_element) {
            let (name, value) = (child.tag_name().name(), self.element(child));
            match children.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value),
                None => children.push((name.to_owned(), vec![value])),
            }
        }
        let text = node.text().unwrap_or_default().trim();
        if children.is_empty() && entries.is_empty() {
            return k_sudoku(node.tag_name().name(), text)
                .unwrap_or_else(|| Tree::Text(text.to_owned()));
        }
        if !text.is_empty() {
            entries.push(("value".to_owned(), Tree::Text(text.to_owned())));
        }
        for (name, mut values) in children {
            let value = if values.len() == 1 { values.remove(0) } else { self.list(values) };
            entries.push((name, value));
        }
        // An element around nine rows is the grid; an element around nine cells is a row.
        match &entries[..] {
            [(_, Tree::Cells(cells))] if [9, 81].contains(&cells.len()) => {
                Tree::Cells(cells.clone())
            }
            _ => self.object(entries),
        }
    }

    /// The grid of a text that is nothing else.
    pub(super) fn whole(&self, text: &str) -> Option<Vec<Sign>> {
        let text = text.trim();
        let cells = if text.len() < 81 { None } else { self.word(text) };
        cells.filter(|cells| cells.len() == 81 && !matches!(self.line(text), Line::Border))
    }
}

/// The number at the end of a key, or the place of its last letter in the alphabet.
fn number(key: &str) -> Option<usize> {
    let digits = key.trim_start_matches(|symbol: char| !symbol.is_ascii_digit());
    if digits.is_empty() {
        let letter = key.chars().next_back().filter(char::is_ascii_alphabetic)?;
        return (key.len() == 1).then_some(letter as usize);
    }
    digits.parse().ok()
}

/// The row and the column in a key such as `r1c1`, `A1` or `0,0`.
fn place(key: &str) -> Option<(usize, usize)> {
    let digits: Vec<usize> =
        key.chars().filter_map(|symbol| Some(symbol.to_digit(10)? as usize)).collect();
    match (&digits[..], key.as_bytes()) {
        ([column], [letter @ (b'A'..=b'I' | b'a'..=b'i'), _]) => {
            Some(((letter.to_ascii_uppercase() - b'A' + 1).into(), *column))
        }
        ([row, column], _) if key.len() <= 6 => Some((*row, *column)),
        _ => None,
    }
}

/// The grid of cells at these places, which count from 0 or from 1.
fn at_places(cells: Vec<((usize, usize), Sign)>) -> Option<Vec<Sign>> {
    let places = || cells.iter().flat_map(|((row, column), _)| [*row, *column]);
    let from = usize::from(!places().any(|place| place == 0) && places().any(|place| place == 9));
    let mut grid = vec![BLANK; 81];
    for ((row, column), cell) in cells {
        let (row, column) = (row.checked_sub(from)?, column.checked_sub(from)?);
        (row < 9 && column < 9).then_some(())?;
        grid[row * 9 + column] = cell;
    }
    Some(grid)
}

/// The fault of a list that nearly is a grid, or is one of another size.
fn damage(elements: &[Tree]) -> Option<Fault> {
    let length = |element: &Tree| match element {
        Tree::List(elements) => Some(elements.len()),
        Tree::Cells(cells) => Some(cells.len()),
        Tree::Bad(Fault::Cells(cells)) => Some(*cells),
        _ => None,
    };
    let count = elements.len();
    if SIZES.contains(&count) && elements.iter().all(|element| length(element) == Some(count)) {
        return Some(Fault::size(count));
    }
    let is_row = |element: &Tree| matches!(element, Tree::Cells(cells) if cells.len() == 9);
    let rows = elements.iter().filter(|element| is_row(element)).count();
    if (7..12).contains(&count) && rows >= 5 {
        let other = elements.iter().position(|element| !is_row(element));
        return Some(match other {
            Some(at) => {
                let found = length(&elements[at]).unwrap_or(1);
                Fault::Refused(format!("row {}: found {found} cells, expected 9", at + 1))
            }
            None => Fault::Grid(sudoku_core::Problem::Rows(count)),
        });
    }
    None
}

/// The game in an attribute of `OpenSudoku`, version 1 and later: three or four fields for each
/// cell, the digit first, and last 0 for a given and 1 for another cell.
fn open_sudoku(name: &str, value: &str) -> Option<Tree> {
    let cells = value.strip_prefix("version:").filter(|_| name == "data")?;
    let cells = cells.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
    let fields: Vec<&str> = cells.trim_end_matches('|').split('|').collect();
    let each = if fields.len() == 4 * 81 { 4 } else { 3 };
    let digit = |cell: &[&str]| {
        let digit = cell[0].trim().parse().ok().filter(|digit: &u8| *digit <= 9)?;
        match cell[cell.len() - 1] {
            "0" if digit > 0 => Some(digit),
            "0" | "1" => Some(BLANK),
            _ => None,
        }
    };
    let digits: Vec<Sign> = fields.chunks_exact(each).map_while(digit).collect();
    Some(if digits.len() == 81 {
        Tree::Cells(digits)
    } else {
        Tree::Bad(Fault::Cells(digits.len()))
    })
}

/// The values of `KSudoku`: 81 symbols, column by column; `_` for a blank, `b` for 1, `c` for 2.
fn k_sudoku(name: &str, text: &str) -> Option<Tree> {
    let letters = text.contains(|symbol: char| symbol.is_ascii_lowercase());
    if name != "values" || !letters {
        return None;
    }
    let digit = |symbol: u8| match symbol {
        b'_' => Some(BLANK),
        b'b'..=b'j' => Some(symbol - b'a'),
        _ => None,
    };
    let digits: Vec<Sign> = text.bytes().map_while(digit).collect();
    if digits.len() != 81 || text.len() != 81 {
        return Some(Tree::Bad(Fault::Cells(digits.len())));
    }
    Some(Tree::Cells((0..81).map(|at| digits[at % 9 * 9 + at / 9]).collect()))
}
