//! [`Rules::records`]: the puzzles in a tree of named values.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem;

use sudoku_core::Grid;

use super::names::{Class, Decision, Named, ReadOptions, Value, decide};
use super::signs::{Sign, Signs};
use super::tree::{SIZES, Tree};
use super::{Fault, Reader};

/// Keys of rules that are not those of Sudoku, and of the shapes that they apply to.
const VARIANTS: [&str; 31] = [
    "cage",
    "killer",
    "killercage",
    "jigsaw",
    "region",
    "extraregion",
    "thermo",
    "thermometer",
    "arrow",
    "palindrome",
    "whisper",
    "germanwhisper",
    "renban",
    "kropki",
    "quadruple",
    "sandwich",
    "sandwichsum",
    "littlekiller",
    "littlekillersum",
    "betweenline",
    "lockout",
    "clone",
    "antiknight",
    "antiking",
    "nonconsecutive",
    "diagonal",
    "disjointgroup",
    "xv",
    "odd",
    "even",
    "inequality",
];

/// Keys whose value may name a variant, and what such a value contains then.
const KINDS: [&str; 7] =
    ["type", "variant", "kind", "specifictype", "variation", "gametype", "rules"];
const KIND_NAMES: [&str; 12] = [
    "jigsaw",
    "killer",
    "xsudoku",
    "sudoku x",
    "diagonal",
    "samurai",
    "hyper",
    "windoku",
    "thermo",
    "antiknight",
    "anti-knight",
    "irregular",
];

/// The most names whose meaning is kept.
const NAMES: usize = 1_000;

/// What a reader was asked for, and what it knows about names.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    pub options: ReadOptions,
    pub signs: Signs,
    known: RefCell<HashMap<String, Class>>,
}

impl Rules {
    pub(super) fn new(options: ReadOptions) -> Self {
        let signs = Signs { blank: options.blank.clone() };
        Self { options, signs, known: RefCell::default() }
    }

    pub(super) fn named(&self, name: &str, value: Value) -> Named {
        let mut known = self.known.borrow_mut();
        let class = known.get(name).copied().unwrap_or_else(|| {
            let class = Class::of(name);
            if known.len() < NAMES {
                known.insert(name.to_owned(), class);
            }
            class
        });
        Named { name: name.to_owned(), class, value }
    }

    pub(super) fn decide(&self, values: &[Named]) -> Result<Option<Decision>, Fault> {
        decide(values, &self.options)
    }

    /// The puzzles of a tree, in their order, and the faults.
    pub(super) fn records(&self, tree: &Tree) -> Vec<Result<Decision, Fault>> {
        match tree {
            Tree::Cells(cells) if cells.len() == 81 => vec![self.bare(cells)],
            Tree::Bad(fault) => vec![Err(fault.clone())],
            Tree::Text(text) => self.in_text(text),
            Tree::List(elements) => self.list(elements),
            Tree::Object(entries) => self.object(tree, entries),
            Tree::Null | Tree::Cells(_) => Vec::new(),
        }
    }

    fn bare(&self, cells: &[Sign]) -> Result<Decision, Fault> {
        let grid = self.signs.grid(cells)?;
        Ok(Decision { puzzle: (String::new(), grid), solution: None, rating: None })
    }

    fn in_text(&self, text: &str) -> Vec<Result<Decision, Fault>> {
        match self.text(text) {
            Value::Grid(grid) => {
                vec![Ok(Decision { puzzle: (String::new(), grid), solution: None, rating: None })]
            }
            Value::Bad(fault) => vec![Err(fault)],
            Value::Text(_) => Vec::new(),
        }
    }

    /// The records of a list. An element without a puzzle is an error where others have one.
    fn list(&self, elements: &[Tree]) -> Vec<Result<Decision, Fault>> {
        let found: Vec<_> = elements.iter().map(|element| self.records(element)).collect();
        let any = found.iter().flatten().any(Result::is_ok);
        let mut records = Vec::new();
        for (element, found) in elements.iter().zip(found) {
            match element {
                Tree::Object(entries) if any && found.is_empty() => {
                    records.push(Err(no_puzzle(entries)))
                }
                _ => records.extend(found),
            }
        }
        pair(records)
    }

    fn object(&self, tree: &Tree, entries: &[(String, Tree)]) -> Vec<Result<Decision, Fault>> {
        if let Some(fault) = variant(tree) {
            return vec![Err(fault)];
        }
        let (mut values, mut lists) = (Vec::new(), Vec::new());
        self.collect(tree, "", &mut values, &mut lists);
        let parts: Vec<&Tree> = entries.iter().map(|(_, value)| value).collect();
        if self.options.puzzle.is_none() && are_alike(&parts) {
            let found: Vec<_> = parts.iter().flat_map(|part| self.records(part)).collect();
            if found.iter().flatten().count() > 1 {
                return found;
            }
        }
        match self.decide(&values) {
            Ok(Some(decision)) => {
                let by_name = self.named(&decision.puzzle.0, Value::Text(String::new())).class
                    > Class::Solution;
                let others =
                    || lists.iter().any(|list| self.records(list).iter().any(Result::is_ok));
                if by_name || self.options.puzzle.is_some() || !others() {
                    return vec![Ok(decision)];
                }
                let what = format!(
                    "found a grid in `{}` and others in lists: name one (--puzzle)",
                    decision.puzzle.0
                );
                vec![Err(Fault::Refused(what))]
            }
            Err(fault) => vec![Err(fault)],
            Ok(None) => lists.into_iter().flat_map(|list| self.records(list)).collect(),
        }
    }

    /// Collects the values of one record, with their paths, and the lists that may hold others.
    fn collect<'a>(
        &self,
        tree: &'a Tree,
        name: &str,
        values: &mut Vec<Named>,
        lists: &mut Vec<&'a Tree>,
    ) {
        let value = match tree {
            Tree::Null => Value::Text(String::new()),
            Tree::Bad(fault) => Value::Bad(fault.clone()),
            Tree::Cells(cells) if cells.len() == 81 => {
                self.signs.grid(cells).map_or_else(Value::Bad, Value::Grid)
            }
            Tree::Cells(cells) => Value::Text(format!("{} cells", cells.len())),
            Tree::Text(text) => return self.collect_text(text, name, values),
            Tree::Object(entries) => {
                for (key, value) in entries {
                    let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    self.collect(value, &name, values, lists);
                }
                return;
            }
            Tree::List(elements) => {
                let chat: Option<Vec<(&str, &Tree)>> = elements.iter().map(message).collect();
                let is_solution =
                    self.named(name, Value::Text(String::new())).class == Class::Solution;
                match (chat, elements.first()) {
                    (Some(chat), Some(_)) => {
                        for (role, content) in chat {
                            self.collect(content, &format!("{name}.{role}"), values, lists);
                        }
                    }
                    (None, Some(first)) if is_solution => self.collect(first, name, values, lists),
                    _ => lists.push(tree),
                }
                return;
            }
        };
        values.push(self.named(name, value));
    }

    /// Collects a text, and the solution that stands in it behind a puzzle.
    pub(super) fn collect_text(&self, text: &str, name: &str, values: &mut Vec<Named>) {
        let value = self.text(text);
        if let Value::Grid(grid) = &value
            && let Some(solution) = self.solution_in(text, grid)
        {
            values.push(self.named(&format!("{name}.solution"), Value::Grid(solution)));
        }
        values.push(self.named(name, value));
    }

    fn solution_in(&self, text: &str, grid: &Grid) -> Option<Grid> {
        (self.signs.whole(text).is_none() && grid.blanks() > 0).then_some(())?;
        let record = Reader::new("", text.as_bytes()).with(self.options()).flatten().next()?;
        record.solution?.ok().filter(|solution| solution.extends(grid))
    }

    /// The options for a text in a value, which has no names of its own.
    fn options(&self) -> ReadOptions {
        ReadOptions { blank: self.options.blank.clone(), ..ReadOptions::default() }
    }

    /// The one grid of a text, which may be prose.
    fn text(&self, text: &str) -> Value {
        if let Some(cells) = self.signs.whole(text) {
            return self.signs.grid(&cells).map_or_else(Value::Bad, Value::Grid);
        }
        if text.bytes().filter(u8::is_ascii_digit).take(17).count() < 17
            && self.signs.cells(text) < 81
        {
            return Value::Text(text.to_owned());
        }
        let (mut grids, mut fault) = (Vec::new(), None);
        for item in Reader::new("", text.as_bytes()).with(self.options()) {
            match item {
                Ok(record) if grids.contains(&record.grid) => {}
                Ok(record) => grids.push(record.grid),
                Err(super::ReadError::Text { fault: found, .. }) => fault = fault.or(Some(found)),
                Err(super::ReadError::Io { .. }) => {}
            }
        }
        match (&grids[..], fault) {
            ([grid], _) => Value::Grid(*grid),
            ([puzzle, full], _) if full.extends(puzzle) && full.blanks() == 0 => {
                Value::Grid(*puzzle)
            }
            ([], None) => Value::Text(text.to_owned()),
            ([], Some(fault)) => Value::Bad(fault),
            _ => Value::Bad(Fault::Refused(format!(
                "found {} grids in this text, expected one",
                grids.len()
            ))),
        }
    }
}

/// The author of a message in a chat, and what it says.
fn message(tree: &Tree) -> Option<(&str, &Tree)> {
    let Tree::Object(entries) = tree else { return None };
    let value = |keys: &[&str]| {
        entries.iter().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, value)| value)
    };
    Some((value(&["role", "from"])?.text()?, value(&["content", "value", "text"])?))
}

/// True for two or more objects with the same keys.
fn are_alike(parts: &[&Tree]) -> bool {
    let keys = |tree: &&Tree| match tree {
        Tree::Object(entries) => {
            Some(entries.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>())
        }
        _ => None,
    };
    parts.len() > 1
        && parts.iter().all(|part| keys(part).is_some() && keys(part) == keys(&parts[0]))
}

/// Puts a full grid without a name beside the puzzle before or after it that it solves.
pub(super) fn pair(records: Vec<Result<Decision, Fault>>) -> Vec<Result<Decision, Fault>> {
    let mut paired: Vec<Result<Decision, Fault>> = Vec::with_capacity(records.len());
    for record in records {
        if let (Ok(next), Some(Ok(last))) = (&record, paired.last_mut())
            && next.is_bare()
            && last.is_bare()
        {
            if next.solves(last) {
                last.solution = Some((String::new(), Ok(next.puzzle.1)));
                continue;
            }
            if last.solves(next) {
                let full = mem::replace(&mut last.puzzle.1, next.puzzle.1);
                last.solution = Some((String::new(), Ok(full)));
                continue;
            }
        }
        paired.push(record);
    }
    paired
}

/// The fault of an object in which there is no puzzle.
pub(super) fn no_puzzle(entries: &[(String, Tree)]) -> Fault {
    let names: Vec<String> = entries.iter().take(20).map(|(key, _)| format!("`{key}`")).collect();
    Fault::Refused(format!("found no puzzle in {}, expected 81 cells", names.join(", ")))
}

/// The fault of a puzzle with other rules than those of Sudoku, or of another size.
fn variant(tree: &Tree) -> Option<Fault> {
    let Tree::Object(entries) = tree else { return None };
    entries.iter().find_map(|(key, value)| {
        let word: String = key
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        let stem = word.strip_suffix('s').unwrap_or(&word);
        let text = value.text().map(str::to_ascii_lowercase).unwrap_or_default();
        let is_kind = KINDS.contains(&word.as_str())
            && (text == "x" || KIND_NAMES.iter().any(|name| text.contains(name)));
        let is_variant = (VARIANTS.contains(&word.as_str()) || VARIANTS.contains(&stem))
            && value.is_set()
            && !is_boxes(value);
        if is_kind || is_variant {
            let of = if is_kind { format!(" {text}") } else { String::new() };
            return Some(Fault::Refused(format!(
                "found a variant of Sudoku (`{key}`{of}), expected the rules of 9 x 9 alone"
            )));
        }
        let size = text.parse().ok().filter(|size| SIZES.contains(size));
        match size.filter(|_| ["size", "order"].contains(&word.as_str())) {
            Some(size) => Some(Fault::size(size)),
            None => variant(value),
        }
    })
}

/// The fault of damaged JSON or XML in which words of a variant stand.
pub(super) fn damaged_variant(text: &str) -> Option<Fault> {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let is_variant = |word: &&str| {
        let stem = word.strip_suffix('s').unwrap_or(word);
        word.len() > 4
            && !["clone", "arrow"].contains(&stem)
            && (VARIANTS.contains(word) || VARIANTS.contains(&stem))
            || KIND_NAMES.contains(word)
    };
    let word = words.find(is_variant)?;
    Some(Fault::Refused(format!(
        "found a damaged value of a variant of Sudoku (`{word}`), expected the rules of 9 x 9 alone"
    )))
}

/// True for regions that are the nine boxes.
fn is_boxes(tree: &Tree) -> bool {
    let Tree::Cells(cells) = tree else { return false };
    let of_box = |at: usize| at / 27 * 3 + at % 9 / 3;
    let mut names = [None; 9];
    cells.len() == 81
        && cells
            .iter()
            .enumerate()
            .all(|(at, cell)| *names[of_box(at)].get_or_insert(*cell) == *cell)
        && (0..9).all(|at| !names[..at].contains(&names[at]))
}
