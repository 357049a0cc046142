//! [`TallyRow`]: the work of a solver on a puzzle, and what its columns mean.

use anyhow::Result;
use serde::{Serialize, Serializer};
use sudoku_core::{Counts, Grid, Work};
use sudoku_puzzles::Printable;

use crate::output::csv;
use crate::wrap::{glossary, help_columns};

const BEFORE: [(&str, &str); 4] = [
    ("index", "position in the input, from 0; an unreadable puzzle has a position, but no row"),
    ("puzzle", "81 characters, . for a blank"),
    ("solver", "its id"),
    (
        "outcome",
        "solved, no-solution, stopped (by --max-calls or --max-time), invalid (the clues contradict \
         each other: no solver was run, and all counters are 0), or wrong (the solver gave a wrong \
         answer, and the exit code will be 1)",
    ),
];

const AFTER: [(&str, &str); 1] =
    [("solution", "81 digits when the outcome is solved, otherwise empty")];

const DIFFICULTY: [(&str, &str); 3] = [
    ("clues", "the number of cells that are not blank"),
    (
        "effort",
        "the digits that a search in reading order places, as the corpus records them or counted \
         now; empty when --max-calls or --max-time stops the count, and for contradictory clues",
    ),
    (
        "rating",
        "what the column `rating` or `difficulty` of the input says, otherwise empty; in CSV, a text \
         that a spreadsheet would take for a formula begins with a '",
    ),
];

/// The help text about the columns; that of a counter is its definition.
pub(super) fn columns() -> String {
    let meanings =
        Work::ALL.map(|what| what.meaning().split_whitespace().collect::<Vec<_>>().join(" "));
    let counters = Work::ALL.iter().zip(&meanings).map(|(what, text)| (what.name(), text.as_str()));
    let all: Vec<_> = BEFORE.into_iter().chain(counters).chain(AFTER).collect();
    let [all, difficulty] = [&all, &DIFFICULTY[..]].map(|terms| glossary(terms, help_columns()));
    format!(
        "Columns, in this order:\n{all}A counter that the solver does not report is empty.\n\n\
         Columns with --difficulty, before the solution:\n{difficulty}"
    )
}

/// A row, with the fields in the order of the columns.
#[derive(Serialize)]
pub(super) struct TallyRow<'a> {
    pub index: u64,
    pub puzzle: Grid,
    pub solver: &'a str,
    pub outcome: &'a str,
    #[serde(flatten, serialize_with = "by_name")]
    pub counts: Counts,
    #[serde(flatten)]
    pub difficulty: Option<&'a Difficulty>,
    pub solution: Option<Grid>,
}

/// How hard a puzzle is, apart from the solver.
#[derive(Serialize)]
pub(super) struct Difficulty {
    pub clues: usize,
    pub effort: Option<u64>,
    pub rating: Option<String>,
}

/// All counters; one that is not reported is null.
fn by_name<S: Serializer>(counts: &Counts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Work::ALL.map(|what| (what.name(), counts.get(what))))
}

impl TallyRow<'_> {
    pub(super) fn header(difficulty: bool) -> Result<String> {
        let names =
            |columns: &[(&'static str, &str)]| columns.iter().map(|(name, _)| *name).collect();
        let difficulty: Vec<_> = if difficulty { names(&DIFFICULTY) } else { Vec::new() };
        csv(&(names(&BEFORE), Work::ALL.map(Work::name).to_vec(), difficulty, names(&AFTER)))
    }

    pub(super) fn csv(&self) -> Result<String> {
        let Self { index, puzzle, solver, outcome, counts, difficulty, solution } = self;
        let difficulty: Vec<_> = (difficulty.iter())
            .map(|Difficulty { clues, effort, rating }| {
                (clues, effort, rating.as_deref().map(harmless))
            })
            .collect();
        csv(&(index, puzzle, solver, outcome, counts.values(), difficulty, solution))
    }
}

/// A text of the input as a field: characters that are not printable are escaped, and a spreadsheet
/// takes it as text, not as a formula.
fn harmless(text: &str) -> String {
    let signs = ['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
    let number = text.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    let number = number && text.parse::<f64>().is_ok();
    let mark = if text.starts_with(signs) && !number { "'" } else { "" };
    format!("{mark}{}", Printable(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_runs_nothing() {
        for (text, written) in [
            ("5.0", "5.0"),
            ("-1.5", "-1.5"),
            ("+2e3", "+2e3"),
            ("very hard", "very hard"),
            ("1,5 \"x\"", "\"1,5 \"\"x\"\"\""),
            ("=1+2", "'=1+2"),
            ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
            ("-1+1", "'-1+1"),
            ("-inf", "'-inf"),
            ("+cmd|' /C x'!A0", "'+cmd|' /C x'!A0"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("\t=1", "'\\t=1"),
            ("\r=1", "'\\r=1"),
            ("a\u{1b}[2J\u{202e}", "a\\u{1b}[2J\\u{202e}"),
        ] {
            assert_eq!(csv(&[harmless(text)]).unwrap().trim_end_matches('\n'), written, "{text:?}");
        }
    }
}
