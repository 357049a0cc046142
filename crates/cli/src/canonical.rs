//! `sudoku-lab canonical`: canonical forms.

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::Grid;
use sudoku_puzzles::{ReadError, Record, canonical};

use crate::console::Console;
use crate::in_order::Outlet;
use crate::input::Source;
use crate::output::{json, line_of};
use crate::trouble::Fault;
use crate::workers::{Notice, Share, one_by_one};

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
    format: CanonicalFormat,

    #[command(flatten)]
    source: Source,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum CanonicalFormat {
    /// One line per puzzle: 81 characters, . for a blank; `invalid` if the text is not a puzzle
    #[default]
    Line,
    /// One JSON object per puzzle, each on a line of its own
    Json,
}

/// A line of `--format json`.
#[derive(Serialize)]
struct CanonicalRow {
    index: u64,
    line: u64,
    puzzle: Option<Grid>,
    canonical: Option<Grid>,
    error: Option<String>,
}

impl Canonical {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let input = self.source.open(console)?;
        let worker = || {
            |share: Share, outlet: &mut Outlet<'_, Notice>| {
                share.each(|index, item| self.print(index, item, outlet))
            }
        };
        one_by_one(console, input, (self.source.reading.threads, 1), worker)?.end
    }

    fn print(
        &self,
        index: u64,
        item: Result<Record, ReadError>,
        outlet: &mut Outlet<'_, Notice>,
    ) -> Result<()> {
        let row = match item {
            Ok(Record { line, grid, .. }) => {
                let (puzzle, canonical) = (Some(grid), Some(canonical(&grid)));
                CanonicalRow { index, line, puzzle, canonical, error: None }
            }
            Err(error) => {
                let (ReadError::Text { line, .. } | ReadError::Io { line, .. }) = error;
                let error = Some(error.to_string());
                CanonicalRow { index, line, puzzle: None, canonical: None, error }
            }
        };
        if let Some(error) = &row.error {
            outlet.event(Notice::Trouble(Fault::Unreadable, error.clone()))?;
        }
        match (self.format, row.canonical) {
            (CanonicalFormat::Json, _) => outlet.text(json(&row)?),
            (CanonicalFormat::Line, Some(form)) => outlet.text(line_of(&form)),
            (CanonicalFormat::Line, None) => outlet.text("invalid\n"),
        }
    }
}
