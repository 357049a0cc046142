//! `sudoku-lab rate`: how hard puzzles are.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::{Grid, Stop};
use sudoku_lab::{Rater, Sudoku};
use sudoku_puzzles::{ReadError, Record, canonical};

use crate::in_order::Outlet;
use crate::input::{Input, Reading};
use crate::output::{Output, json};
use crate::tally::record;
use crate::text::{glossary, help_columns};
use crate::trouble::Trouble;
use crate::workers::{self, Report, Threads, one_by_one};

/// Rate puzzles
///
/// Prints one row per puzzle. A rating is exact, and the same for equivalent puzzles and on every
/// machine. Puzzles are read as by `sudoku-lab solve`.
#[derive(Debug, Args)]
#[command(after_long_help = columns())]
pub(crate) struct Rate {
    #[command(flatten)]
    arrangements: Arrangements,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    threads: Threads,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// A puzzle, a file of puzzles, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE")]
    input: Option<OsString>,
}

/// Where guesses are counted.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Arrangements {
    /// Count guesses in N arrangements of each puzzle
    #[arg(long, value_name = "N", default_value_t = Rater::ARRANGEMENTS as u16,
          value_parser = clap::value_parser!(u16).range(1..))]
    arrangements: u16,

    /// Draw other arrangements
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl Arrangements {
    pub(crate) fn rater(self) -> Rater {
        Rater::new(self.arrangements.into(), self.seed)
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// Values separated by commas, below a line of column names
    #[default]
    Csv,
    /// One JSON object per puzzle, each on a line of its own; what is empty in CSV is null
    Json,
}

const COLUMNS: [(&str, &str); 10] = [
    ("puzzle", "81 characters, . for a blank; an unreadable puzzle has no row"),
    ("solution", "81 digits: a solution, if there is one"),
    ("solutions", "0, 1, or 2 for two and more"),
    ("clues", "the number of cells that are not blank"),
    ("minimal", "true if there is one solution, and removing any clue gives more"),
    ("canonical", "as by `sudoku-lab canonical`"),
    (
        "guesses_mean",
        "guesses of the tree `whole-grid` up to a first solution, or in the whole search where there is \
         none: the mean over --arrangements of the canonical form; empty for contradictory clues",
    ),
    ("guesses_sd", "the standard deviation of these numbers of guesses, with N - 1"),
    ("singles", "true if naked and hidden singles solve the puzzle"),
    ("locked", "true if singles and locked candidates do"),
];

fn columns() -> String {
    format!(
        "Columns, in this order:\n{}Searches are given up after {} nodes, which only puzzles without a \
         solution come near to: all columns but puzzle, clues and canonical are empty then.",
        glossary(&COLUMNS, help_columns()),
        Rater::MOST_NODES
    )
}

/// A row, with the fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    puzzle: Grid,
    solution: Option<Grid>,
    solutions: Option<u8>,
    clues: u8,
    minimal: Option<bool>,
    canonical: Grid,
    guesses_mean: Option<f64>,
    guesses_sd: Option<f64>,
    singles: Option<bool>,
    locked: Option<bool>,
}

impl Row {
    /// The row of a puzzle with contradictory clues.
    fn contradictory(puzzle: Grid) -> Self {
        let no = Some(false);
        Self { solutions: Some(0), minimal: no, singles: no, locked: no, ..Self::empty(puzzle) }
    }

    /// The row of a puzzle without the results of searches.
    fn empty(puzzle: Grid) -> Self {
        Self {
            puzzle,
            solution: None,
            solutions: None,
            clues: puzzle.clues() as u8,
            minimal: None,
            canonical: canonical(&puzzle),
            guesses_mean: None,
            guesses_sd: None,
            singles: None,
            locked: None,
        }
    }

    fn of(rater: &mut Rater, sudoku: &Sudoku) -> Result<Self, Stop> {
        let rating = rater.rate(sudoku)?;
        Ok(Self {
            puzzle: *sudoku.grid(),
            solution: rating.solution,
            solutions: Some(rating.solutions),
            clues: rating.clues,
            minimal: Some(rating.minimal),
            canonical: rating.canonical,
            guesses_mean: Some(rating.guesses_mean),
            guesses_sd: Some(rating.guesses_sd),
            singles: Some(rating.singles),
            locked: Some(rating.locked),
        })
    }

    fn csv(&self) -> anyhow::Result<String> {
        let mut line = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        line.serialize(self)?;
        Ok(String::from_utf8(line.into_inner()?)?)
    }
}

impl Rate {
    pub(crate) fn run(self, out: &Output, trouble: &Trouble) -> anyhow::Result<()> {
        let input = Input::of(self.input.as_deref(), &self.reading, trouble)?;
        let name = input.name.clone();
        if matches!(self.format, Format::Csv) {
            out.raw(record(COLUMNS.map(|(name, _)| name))?)?;
        }
        let worker =
            || Worker { format: self.format, rater: self.arrangements.rater(), name: name.clone() };
        one_by_one(input, self.threads, out, trouble, worker)
    }
}

struct Worker {
    format: Format,
    rater: Rater,
    name: String,
}

impl workers::Worker for Worker {
    type Event = Report;

    fn take(
        &mut self,
        _: u64,
        item: Result<Record, ReadError>,
        outlet: &dyn Outlet<Report>,
    ) -> anyhow::Result<()> {
        let Record { line, grid, .. } = match item {
            Ok(record) => record,
            Err(error @ ReadError::Text { .. }) => {
                return outlet.event(Report::Unreadable(error.to_string()));
            }
            Err(error) => return Err(error.into()),
        };
        let row = match Sudoku::try_from(grid) {
            Err(_) => Row::contradictory(grid),
            Ok(sudoku) => match Row::of(&mut self.rater, &sudoku) {
                Ok(row) => row,
                Err(stop) => {
                    outlet.event(Report::GivenUp(format!("{}:{line}: {stop}", self.name)))?;
                    Row::empty(grid)
                }
            },
        };
        match self.format {
            Format::Csv => outlet.text(row.csv()?.as_bytes()),
            Format::Json => outlet.text(json(&row)?.as_bytes()),
        }
    }
}
