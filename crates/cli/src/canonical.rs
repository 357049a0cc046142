//! `sudoku-lab canonical`: canonical forms.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::Grid;
use sudoku_puzzles::{ReadError, Record, canonical};

use crate::in_order::Outlet;
use crate::input::{Input, Reading};
use crate::output::{Output, json, line_of};
use crate::trouble::Trouble;
use crate::workers::{self, Report, Threads, one_by_one};

/// Print the canonical forms of puzzles
///
/// Two puzzles have the same canonical form exactly if they are equivalent: one becomes the other
/// when digits are relabelled, bands, stacks, rows and columns reordered, or the grid transposed.
/// The form is the smallest of all equivalent grids, read as 81 digits with 0 for a blank. Clues may
/// contradict each other. Puzzles are read as by `sudoku-lab solve`.
#[derive(Debug, Args)]
pub(crate) struct Canonical {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    threads: Threads,

    /// A puzzle, a file of puzzles, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE")]
    input: Option<OsString>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// One line per puzzle: 81 characters, . for a blank; `invalid` if the text is not a puzzle
    #[default]
    Line,
    /// One JSON object per puzzle, each on a line of its own
    Json,
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Row {
    index: u64,
    line: u64,
    puzzle: Option<Grid>,
    canonical: Option<Grid>,
    error: Option<String>,
}

impl Canonical {
    pub(crate) fn run(self, out: &Output, trouble: &Trouble) -> anyhow::Result<()> {
        let input = Input::of(self.input.as_deref(), &self.reading, trouble)?;
        one_by_one(input, self.threads, out, trouble, || Worker { format: self.format })
    }
}

struct Worker {
    format: Format,
}

impl workers::Worker for Worker {
    type Event = Report;

    fn take(
        &mut self,
        index: u64,
        item: Result<Record, ReadError>,
        outlet: &dyn Outlet<Report>,
    ) -> anyhow::Result<()> {
        let row = match item {
            Ok(Record { line, grid, .. }) => {
                let (puzzle, canonical) = (Some(grid), Some(canonical(&grid)));
                Row { index, line, puzzle, canonical, error: None }
            }
            Err(error) => {
                let ReadError::Text { line, .. } = error else { return Err(error.into()) };
                let error = error.to_string();
                outlet.event(Report::Unreadable(error.clone()))?;
                Row { index, line, puzzle: None, canonical: None, error: Some(error) }
            }
        };
        match (self.format, row.canonical) {
            (Format::Json, _) => outlet.text(json(&row)?.as_bytes()),
            (Format::Line, Some(form)) => outlet.text(&line_of(&form)),
            (Format::Line, None) => outlet.text(b"invalid\n"),
        }
    }
}
