//! [`decide`]: which of several named values is the puzzle, which its solution and its rating.

use sudoku_core::Grid;

use super::Fault;

/// The words, wherever they stand, by which a program says what it wants to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The name of the column or key that holds the puzzles; a path such as `game.board` names a
    /// key in another.
    pub puzzle: Option<String>,
    /// The name of the column or key that holds the solutions.
    pub solution: Option<String>,
    /// The sign or word for a blank. Other signs, and a 0, are none then.
    pub blank: Option<String>,
}

/// A value, and the name under which it stands.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub name: String,
    pub class: Class,
    pub value: Value,
}

impl Named {
    /// True for a grid, or something that was meant to be one.
    const fn is_meant(&self) -> bool {
        !matches!(self.value, Value::Text(_))
    }

    /// True for a grid that is the puzzle if its name says so.
    fn is_clear(&self) -> bool {
        self.value.grid().is_some_and(|grid| !is_aside(&grid))
    }

    fn is_full(&self) -> bool {
        self.value.grid().is_some_and(|grid| grid.blanks() == 0)
    }

    fn extends(&self, puzzle: &Grid) -> bool {
        self.is_full() && self.value.grid().is_some_and(|full| full.extends(puzzle))
    }
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    Grid(Grid),
    /// Something that was meant to be a grid.
    Bad(Fault),
    Text(String),
}

impl Value {
    const fn grid(&self) -> Option<Grid> {
        if let Self::Grid(grid) = self { Some(*grid) } else { None }
    }
}

/// What a name says about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Other,
    Rating,
    Solution,
    /// A name of any grid.
    Grid,
    Puzzle,
}

const PUZZLES: [&str; 17] = [
    "puzzle",
    "quiz",
    "question",
    "given",
    "clue",
    "initial",
    "unsolved",
    "start",
    "starting",
    "input",
    "problem",
    "prompt",
    "query",
    "instruction",
    "human",
    "original",
    "task",
];
const GRIDS: [&str; 4] = ["sudoku", "grid", "board", "user"];
const SOLUTIONS: [&str; 19] = [
    "solution",
    "solved",
    "answer",
    "output",
    "expected",
    "result",
    "target",
    "label",
    "completion",
    "response",
    "assistant",
    "gpt",
    "model",
    "final",
    "complete",
    "completed",
    "truth",
    "reference",
    "chosen",
];
const RATINGS: [&str; 2] = ["rating", "difficulty"];

/// Words in the names of values that belong to a puzzle but are none.
const ASIDE: [&str; 24] = [
    "note",
    "mark",
    "pencil",
    "candidate",
    "mask",
    "order",
    "id",
    "count",
    "name",
    "type",
    "size",
    "state",
    "current",
    "progress",
    "entry",
    "entries",
    "history",
    "index",
    "color",
    "time",
    "user",
    "player",
    "source",
    "number",
];

/// The contents of a field without a value.
pub(super) const NOTHING: [&str; 6] = ["", "-", "none", "null", "nan", "n/a"];

/// The words of a name in lower case: `initialBoard_2` has three.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
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

/// True for a word of the list, or its plural.
fn is_one_of(word: &str, known: &[&str]) -> bool {
    let word = word.trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let ends = |known: &&str| {
        word.strip_prefix(known).is_some_and(|end| ["", "s", "es", "zes"].contains(&end))
    };
    known.iter().any(|known| ends(&known))
}

impl Class {
    pub(super) fn of(name: &str) -> Self {
        let has =
            |words: &[String], known: &[&str]| words.iter().any(|word| is_one_of(word, known));
        let parts = name.rsplit('.').map(words);
        let class = |words: Vec<String>| match () {
            () if has(&words, &RATINGS) => Self::Rating,
            () if has(&words, &SOLUTIONS) => Self::Solution,
            () if words.len() > 1 && has(&words, &ASIDE) => Self::Other,
            () if has(&words, &PUZZLES) => Self::Puzzle,
            () if has(&words, &GRIDS) => Self::Grid,
            () => Self::Other,
        };
        let mut classes = parts.map(class);
        let last = classes.next().unwrap_or(Self::Other);
        if last == Self::Other {
            classes.find(|class| *class > Self::Rating).unwrap_or(last)
        } else {
            last
        }
    }

    /// True for the name of one of several puzzles, such as `puzzle_2`.
    pub(super) fn is_numbered(name: &str) -> bool {
        name.ends_with(|symbol: char| symbol.is_ascii_digit()) && Self::of(name) >= Self::Grid
    }
}

/// A puzzle, and what belongs to it. The names are those of their values.
#[derive(Debug)]
pub(super) struct Decision {
    pub puzzle: (String, Grid),
    pub solution: Option<(String, Result<Grid, Fault>)>,
    pub rating: Option<(String, String)>,
}

impl Decision {
    /// True for a grid without a name and anything beside it.
    pub(super) fn is_bare(&self) -> bool {
        self.puzzle.0.is_empty() && self.solution.is_none() && self.rating.is_none()
    }

    /// True if this grid is full and the other one, which it extends, is not.
    pub(super) fn solves(&self, puzzle: &Self) -> bool {
        let (full, puzzle) = (self.puzzle.1, puzzle.puzzle.1);
        full.blanks() == 0 && puzzle.blanks() > 0 && full.extends(&puzzle)
    }
}

/// True if a name is this one, or ends with this path.
fn is_named(name: &str, asked: &str) -> bool {
    name.eq_ignore_ascii_case(asked)
        || name.len() > asked.len()
            && name.is_char_boundary(name.len() - asked.len())
            && name[name.len() - asked.len()..].eq_ignore_ascii_case(asked)
            && name[..name.len() - asked.len()].ends_with('.')
}

/// True for a grid that nobody takes for a puzzle beside another: it is blank, or its clues
/// contradict each other, as the numbers in a mask do.
fn is_aside(grid: &Grid) -> bool {
    grid.clues() == 0 || grid.conflict().is_some()
}

/// The values that may be the puzzle: those under the names that say so most clearly.
fn candidates<'a>(values: &'a [Named], options: &ReadOptions) -> Vec<&'a Named> {
    if let Some(asked) = &options.puzzle {
        return values.iter().filter(|value| is_named(&value.name, asked)).collect();
    }
    for class in [Class::Puzzle, Class::Grid] {
        let named: Vec<&Named> =
            values.iter().filter(|value| value.class == class && value.is_meant()).collect();
        let clear: Vec<&Named> = named.iter().copied().filter(|value| value.is_clear()).collect();
        if !clear.is_empty() {
            return clear;
        }
        if !named.is_empty() {
            return named;
        }
    }
    let other = |value: &&Named| value.class == Class::Other && value.value.grid().is_some();
    let rest: Vec<&Named> = values.iter().filter(other).collect();
    let is_open = |value: &&Named| value.is_clear() && !value.is_full();
    let blank: Vec<&Named> = rest.iter().copied().filter(is_open).collect();
    if blank.is_empty() { rest } else { blank }
}

/// Decides about the values of one record. `None` if it holds no grid, nor anything that was meant
/// to be one.
///
/// # Errors
///
/// When two different grids could be the puzzle, or the only one is no puzzle.
pub(super) fn decide(values: &[Named], options: &ReadOptions) -> Result<Option<Decision>, Fault> {
    let mut puzzles = candidates(values, options);
    if let (Some(asked), true) = (&options.puzzle, puzzles.is_empty()) {
        return Err(Fault::Refused(format!(
            "found no value named `{asked}`, expected one of {}",
            names(values)
        )));
    }
    if let Some(asks) = asked_in_vain(values, &puzzles) {
        let what = format!("found no puzzle in `{}`, expected 81 cells", asks.name);
        return Err(Fault::Refused(what));
    }
    let mut seen = Vec::new();
    puzzles.retain(|one| {
        let grid = one.value.grid();
        let again = grid.is_some() && seen.contains(&grid);
        seen.push(grid);
        !again
    });
    let [puzzle] = puzzles[..] else {
        let given =
            values.iter().find(|value| matches!(value.value, Value::Grid(_) | Value::Bad(_)));
        return match (puzzles.is_empty(), given) {
            (true, None) => Ok(None),
            (true, Some(Named { name, value: Value::Bad(fault), .. })) => {
                Err(fault.clone().at(name))
            }
            (true, Some(given)) => Err(Fault::Refused(format!(
                "found no puzzle beside `{}`: name its column or key (--puzzle)",
                given.name
            ))),
            (false, _) => Err(ambiguous(&puzzles)),
        };
    };
    let grid = match &puzzle.value {
        Value::Grid(grid) => *grid,
        Value::Bad(fault) => return Err(fault.clone().at(&puzzle.name)),
        Value::Text(text) => {
            let found = super::Signs { blank: options.blank.clone() }.cells(text);
            return Err(Fault::Cells(found).at(&puzzle.name));
        }
    };
    let rating = values.iter().find_map(|value| match &value.value {
        Value::Text(text) if value.class == Class::Rating && !is_nothing(text) => {
            Some((value.name.clone(), text.trim().to_owned()))
        }
        _ => None,
    });
    let solution = solution(values, puzzle, &grid, options)?;
    Ok(Some(Decision { puzzle: (puzzle.name.clone(), grid), solution, rating }))
}

/// The text under the name of a puzzle without a grid, if all grids beside it are full and have no
/// such name: they are answers.
fn asked_in_vain<'a>(values: &'a [Named], puzzles: &[&Named]) -> Option<&'a Named> {
    let is_answer = |one: &&Named| one.class < Class::Grid && one.is_full();
    let is_text = |value: &&Named| !value.is_meant() && value.class == Class::Puzzle;
    let asks = values.iter().find(|value| is_text(value) && words(&value.name).len() == 1)?;
    (puzzles.iter().all(is_answer) && values.iter().any(Named::is_meant)).then_some(asks)
}

pub(super) fn is_nothing(text: &str) -> bool {
    NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(text.trim()))
}

/// The solution of a puzzle: the value under the name of one, or the full grid that extends it.
fn solution(
    values: &[Named],
    puzzle: &Named,
    grid: &Grid,
    options: &ReadOptions,
) -> Result<Option<(String, Result<Grid, Fault>)>, Fault> {
    let found = |value: &Named| {
        let found = match &value.value {
            Value::Grid(grid) => Ok(*grid),
            Value::Bad(fault) => Err(fault.clone()),
            Value::Text(text) => {
                Err(Fault::Cells(text.chars().filter(char::is_ascii_digit).count()))
            }
        };
        (value.name.clone(), found)
    };
    if let Some(asked) = &options.solution {
        let Some(value) = values.iter().find(|value| is_named(&value.name, asked)) else {
            return Err(Fault::Refused(format!(
                "found no value named `{asked}`, expected one of {}",
                names(values)
            )));
        };
        return Ok(Some(found(value)));
    }
    let others = values.iter().filter(|value| value.name != puzzle.name);
    let named = others.clone().filter(|value| value.class == Class::Solution);
    let value = (named.clone().find(|value| value.extends(grid)))
        .or_else(|| named.clone().find(|value| value.is_full()))
        .or_else(|| others.clone().find(|value| value.extends(grid) && grid.blanks() > 0))
        .or_else(|| named.clone().find(|value| value.is_meant()));
    Ok(value.map(found))
}

fn names(values: &[Named]) -> String {
    const SHOWN: usize = 20;
    let names: Vec<String> =
        values.iter().take(SHOWN).map(|value| format!("`{}`", value.name)).collect();
    names.join(", ")
}

fn ambiguous(puzzles: &[&Named]) -> Fault {
    let shown = puzzles.iter().take(4).map(|puzzle| match puzzle.value.grid() {
        Some(grid) => format!("`{}` ({} clues)", puzzle.name, grid.clues()),
        None => format!("`{}`", puzzle.name),
    });
    let count = if puzzles.len() == 2 { "two".to_owned() } else { puzzles.len().to_string() };
    let shown: Vec<String> = shown.collect();
    Fault::Refused(format!(
        "{count} grids could be the puzzle: {}; name one (--puzzle)",
        shown.join(", ")
    ))
}
