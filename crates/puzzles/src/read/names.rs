//! [`decide`]: which of several named values is the puzzle, which its solution and its rating.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sudoku_core::{Grid, ParseGridError, Problem};

use super::cells::{cells, count, is_nothing};
use super::record::{Fault, Record};

/// The options that say what a file cannot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadOptions {
    /// The name of the column or key of the puzzles; a path such as `game.board` names a key in
    /// another.
    pub puzzle: Option<String>,
    /// The name of the column or key of the solutions.
    pub solution: Option<String>,
    /// The name of the column or key of the ratings.
    pub rating: Option<String>,
    /// The sign or word for a blank. Other signs, and a 0, are none then.
    pub blank: Option<String>,
    /// The meaning of the numbers in lists and arrays mean.
    pub encoding: Option<Encoding>,
}

impl ReadOptions {
    /// A sign or word for a blank.
    ///
    /// # Errors
    ///
    /// When it is a digit, or nothing.
    pub fn sign(text: &str) -> Result<String, String> {
        match text.parse::<u64>() {
            Ok(1..) => Err("expected a sign or a word, not a digit from 1 to 9".to_owned()),
            _ if text.trim().is_empty() => Err("expected a sign or a word".to_owned()),
            _ => Ok(text.to_owned()),
        }
    }
}

/// The meaning of the number of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// The digit, and 0 a blank.
    Digits,
    /// One more than the digit, and 1 a blank: that of HRM and its followers.
    Hrm,
}

impl Encoding {
    /// All encodings, with their names and meanings.
    pub const ALL: [(Self, &'static str, &'static str); 2] = [
        (Self::Digits, "digits", "1 to 9, and 0 for a blank"),
        (Self::Hrm, "hrm", "2 to 10 for the digits 1 to 9, and 1 for a blank"),
    ];
}

/// A value, and the path of names under which it stands.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub name: String,
    /// The class of the name.
    pub class: Class,
    pub value: Value,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    Grid(Grid),
    /// Something that was meant to be a grid.
    Bad(Fault),
    Text(String),
}

/// The meaning of a name for its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Other,
    Rating,
    Solution,
    /// A name of any grid.
    Grid,
    Puzzle,
}

const PUZZLES: &str = "puzzle quiz question given clue initial unsolved start starting input \
    problem prompt query instruction human original task";
const GRIDS: &str = "sudoku grid board user";
const SOLUTIONS: &str = "solution solved answer output expected result target label completion \
    response assistant gpt model final complete completed truth reference \
    chosen";
const RATINGS: &str = "rating difficulty";

/// Words in the names of values that belong to a puzzle but are none.
const ASIDE: &str = "note mark pencil candidate mask order id count name type size state \
    current progress entry entries history index color time user player \
    source number";

/// True for one of these words, in lower case, or its plural.
fn is_one_of(word: &str, known: &str) -> bool {
    let word = word.trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let mut ends = known.split(' ').filter_map(|known| word.strip_prefix(known));
    ends.any(|end| ["", "s", "es", "zes"].contains(&end))
}

/// The words of a name in lower case: `initialBoard_2` has three.
fn words(name: &str) -> Vec<String> {
    let (mut words, mut before) = (vec![String::new()], ' ');
    for symbol in name.chars() {
        if before.is_lowercase() && symbol.is_uppercase() || !symbol.is_alphanumeric() {
            words.push(String::new());
        }
        before = symbol;
        if let (true, Some(word)) = (symbol.is_alphanumeric(), words.last_mut()) {
            word.extend(symbol.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

impl Class {
    /// The class of a path of names: that of the last one that says something.
    pub(super) fn of(path: &str) -> Self {
        let class = |name| {
            let words = words(name);
            let has = |known| words.iter().any(|word| is_one_of(word, known));
            match () {
                () if has(RATINGS) => Self::Rating,
                () if has(SOLUTIONS) => Self::Solution,
                () if words.len() > 1 && has(ASIDE) => Self::Other,
                () if has(PUZZLES) => Self::Puzzle,
                () if has(GRIDS) => Self::Grid,
                () => Self::Other,
            }
        };
        let mut classes = path.rsplit('.').map(class);
        let last = classes.next().unwrap_or(Self::Other);
        if last > Self::Other || path.rsplit('.').next().is_some_and(|name| is_one_of(name, ASIDE))
        {
            return last;
        }
        classes.find(|class| *class > Self::Rating).unwrap_or(last)
    }
}

/// True for the key of a value that belongs to a puzzle but is none, such as `notes:`.
pub(super) fn is_aside(text: &str) -> bool {
    let quotes = ['"', '\''];
    let open = |c: char| c.is_whitespace() || "[({\"'|>".contains(c);
    let Some(text) = text.trim().trim_end_matches(open).strip_suffix([':', '=']) else {
        return false;
    };
    let text = text.trim_end().trim_end_matches(quotes);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.trim_end_matches(is_part);
    let key = &text[before.len()..];
    (before.is_empty() || before.trim_end().ends_with(['"', '\'', ',', '{', '(']))
        && Class::of(key) == Class::Other
        && words(key).iter().any(|word| is_one_of(word, ASIDE))
}

impl Named {
    const fn grid(&self) -> Option<Grid> {
        if let Value::Grid(grid) = self.value { Some(grid) } else { None }
    }

    fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The value as the solution of this puzzle, or why it is none. It may leave out all clues.
    fn solution(&self, puzzle: &Grid) -> Result<Grid, ParseGridError> {
        let short = |found| Problem::Cells { found, expected: 81 };
        let problem = match &self.value {
            Value::Grid(grid) => return Ok(joined(grid, puzzle).unwrap_or(*grid)),
            Value::Bad(Fault::Grid(problem)) => problem.clone(),
            Value::Bad(Fault::Cells(found)) => short(*found),
            Value::Bad(_) => short(0),
            Value::Text(text) => short(count(text)),
        };
        Err(ParseGridError { line: 1, column: 1, problem })
    }

    /// True for a grid, or something that was meant to be one.
    pub(super) const fn is_meant(&self) -> bool {
        !matches!(self.value, Value::Text(_))
    }

    /// True for a grid that may be a puzzle beside others: it is neither blank nor, as the numbers
    /// of a mask are, contradictory.
    fn is_clear(&self) -> bool {
        self.grid().is_some_and(|grid| grid.clues() > 0 && grid.conflict().is_none())
    }

    fn is_full(&self) -> bool {
        self.grid().is_some_and(|grid| grid.blanks() == 0)
    }

    fn solves(&self, puzzle: &Grid) -> bool {
        self.is_full() && self.grid().is_some_and(|grid| grid.extends(puzzle))
    }

    /// True if the path is this one, or ends with it.
    fn is_called(&self, asked: &str) -> bool {
        let mut names = self.name.rsplit('.');
        asked.rsplit('.').all(|one| names.next().is_some_and(|name| name.eq_ignore_ascii_case(one)))
    }

    /// True if only a number at the end differs: `puzzle_1` and `puzzle_2`.
    fn is_numbered_as(&self, other: &Self) -> bool {
        let stem = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        self.name != other.name && stem(&self.name) == stem(&other.name)
    }
}

/// Two grids as one; `None` if a cell is filled in both.
fn joined(one: &Grid, other: &Grid) -> Option<Grid> {
    let cells = one.cells().iter().zip(other.cells());
    let cells: Option<Vec<u8>> = cells.map(|(a, b)| (a * b == 0).then_some(a + b)).collect();
    Grid::try_from(<[u8; 81]>::try_from(cells?).ok()?).ok()
}

/// A puzzle with what belongs to it, and the names of the puzzle, its solution and its rating.
#[derive(Debug)]
pub(super) struct Decision {
    pub record: Record,
    pub names: [Option<String>; 3],
}

/// Decides about the values of one record: the puzzle, or each of several with numbered names. None
/// if the record holds no grid, nor anything that was meant to be one.
///
/// Two different grids that could be the puzzle are a fault, and so is one that is no puzzle.
pub(super) fn decide(values: &[Named], options: &ReadOptions) -> Vec<Result<Decision, Fault>> {
    match puzzles(values, options) {
        Ok(puzzles) => puzzles.iter().map(|puzzle| decision(values, puzzle, options)).collect(),
        Err(fault) => vec![Err(fault)],
    }
}

/// The values under the name that was asked for.
fn called<'a>(values: &'a [Named], asked: &str) -> Result<Vec<&'a Named>, Fault> {
    let called: Vec<&Named> = values.iter().filter(|value| value.is_called(asked)).collect();
    let none = || Fault::refused(format!("found no `{asked}`, expected one of {}", names(values)));
    if called.is_empty() { Err(none()) } else { Ok(called) }
}

/// The values that may be the puzzle: those under the names that say so most clearly; among them,
/// grids with blanks before full ones, and these before blank ones and what is no grid.
fn candidates(values: &[Named]) -> Vec<&Named> {
    let aside = |value: &Named| match value.value {
        Value::Bad(_) => true,
        _ => value.class == Class::Solution && value.is_full(),
    };
    let aside = values.iter().any(aside);
    let rank = |value: &Named| {
        let open = match value.grid() {
            Some(_) => value.is_clear() && !value.is_full(),
            None => value.name.ends_with(|c: char| c.is_ascii_digit()),
        };
        let clarity = if open { 2 } else { u8::from(value.is_clear()) };
        let may_be = match value.class {
            Class::Rating | Class::Solution => false,
            // A blank grid is no puzzle beside a damaged one, nor a mask beside a solution.
            Class::Other => value.grid().is_some() && (clarity > 0 || !aside),
            Class::Grid | Class::Puzzle => value.is_meant(),
        };
        may_be.then_some((value.class, clarity))
    };
    let ranks: Vec<_> = values.iter().map(rank).collect();
    if let Some(best) = ranks.iter().max().filter(|best| best.is_some()) {
        let best = values.iter().zip(&ranks).filter(|(_, rank)| *rank == best);
        return best.map(|(value, _)| value).collect();
    }
    // A number of cells that is none of a grid.
    let is_short = |value: &&Named| {
        let text = value.text().filter(|text| value.class >= Class::Grid && !is_nothing(text));
        text.is_some_and(|text| cells(text.trim()).is_some())
    };
    let short = values.iter().find(is_short);
    short.filter(|_| !values.iter().any(Named::is_meant)).into_iter().collect()
}

fn puzzles<'a>(values: &'a [Named], options: &ReadOptions) -> Result<Vec<&'a Named>, Fault> {
    let mut puzzles = match &options.puzzle {
        Some(asked) => called(values, asked)?,
        None => candidates(values),
    };
    let meant = values.iter().find(|value| value.is_meant());
    let is_question = |value: &&Named| {
        !value.is_meant() && value.class == Class::Puzzle && words(&value.name).len() < 3
    };
    if options.puzzle.is_none()
        && meant.is_some()
        && puzzles.iter().all(|value| value.class < Class::Grid && value.is_full())
        && let Some(Named { name, .. }) = values.iter().find(is_question)
    {
        return Err(Fault::refused(format!("found no puzzle in `{name}`, expected 81 cells")));
    }
    let Some(first) = puzzles.first().copied() else {
        return match meant {
            None => Ok(Vec::new()),
            Some(Named { name, value: Value::Bad(fault), .. }) => Err(fault.clone().of(name)),
            Some(Named { name, .. }) => Err(Fault::refused(format!(
                "found no puzzle beside `{name}`, expected one in {}: name it (--puzzle)",
                names(values)
            ))),
        };
    };
    if puzzles[1..].iter().all(|one| one.is_numbered_as(first)) {
        return Ok(puzzles);
    }
    let mut seen = BTreeSet::new();
    puzzles.retain(|one| seen.insert(one.grid()));
    if puzzles.len() == 1 {
        return Ok(puzzles);
    }
    let clues = |one: &&Named| {
        format!("`{}` ({} clues)", one.name, one.grid().map_or(0, |grid| grid.clues()))
    };
    let shown = puzzles.iter().take(4).map(clues).collect::<Vec<_>>().join(", ");
    let count = if puzzles.len() == 2 { "two".to_owned() } else { puzzles.len().to_string() };
    Err(Fault::refused(format!("{count} grids could be the puzzle: {shown}; name one (--puzzle)")))
}

fn decision(values: &[Named], puzzle: &Named, options: &ReadOptions) -> Result<Decision, Fault> {
    let grid = match &puzzle.value {
        Value::Grid(grid) => *grid,
        Value::Bad(fault) => return Err(fault.clone().of(&puzzle.name)),
        Value::Text(text) => return Err(Fault::Cells(count(text)).of(&puzzle.name)),
    };
    let is_rating = |value: &&Named| {
        value.class == Class::Rating && value.text().is_some_and(|text| !is_nothing(text))
    };
    let rating = match &options.rating {
        Some(asked) => called(values, asked)?.first().copied(),
        None => values.iter().find(is_rating),
    };
    let others = || values.iter().filter(|value| !std::ptr::eq(*value, puzzle));
    let answers = || others().filter(|value| value.class == Class::Solution);
    let solution = match &options.solution {
        Some(asked) => called(values, asked)?.first().copied(),
        None => (answers().find(|value| value.solves(&grid)))
            .or_else(|| answers().find(|value| value.is_full()))
            .or_else(|| others().find(|value| value.solves(&grid) && grid.blanks() > 0))
            .or_else(|| answers().find(|value| value.is_meant())),
    };
    // Arrays have a place for a solution where there is none.
    let solution = solution.filter(|value| value.grid().is_none_or(|grid| grid.clues() > 0));
    let names = [Some(puzzle), solution, rating];
    let record = Record {
        solution: solution.map(|value| value.solution(&grid)),
        rating: rating
            .and_then(Named::text)
            .map(|text| text.trim().to_owned())
            .filter(|text| !is_nothing(text)),
        ..Record::bare(0, grid)
    };
    Ok(Decision { record, names: names.map(|value| value.map(|value| value.name.clone())) })
}

/// The first names of values, for an error.
pub(super) fn names(values: &[Named]) -> String {
    let names = values.iter().map(|value| &value.name).filter(|name| !name.is_empty());
    names.take(20).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
