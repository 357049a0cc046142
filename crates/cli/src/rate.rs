//! `sudoku-lab rate`: how hard puzzles are.

use anyhow::Result;
use clap::{Args, ValueEnum};
use sudoku_lab::Rater;
use sudoku_puzzles::Record;

use crate::console::Console;
use crate::in_order::Outlet;
use crate::input::Source;
use crate::output::{csv, json};
use crate::workers::{Notice, Share, one_by_one};
use crate::wrap::{glossary, help_columns};

/// Rate puzzles
///
/// Prints one row per puzzle. A rating is exact, and the same for equivalent puzzles and on every
/// machine. Puzzles are read as by `sudoku-lab solve`.
#[derive(Debug, Args)]
#[command(after_long_help = rate_columns())]
pub(crate) struct Rate {
    #[command(flatten)]
    arrangements: Arrangements,

    #[command(flatten)]
    source: Source,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: RateFormat,
}

/// Where guesses are counted.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Arrangements {
    /// Count guesses in N arrangements of each puzzle
    #[arg(long, value_name = "N", default_value_t = Rater::ARRANGEMENTS as u16,
          value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) arrangements: u16,

    /// Draw other arrangements
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl Arrangements {
    pub(crate) fn rater(self) -> Rater {
        Rater::new(self.arrangements.into(), self.seed)
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum RateFormat {
    /// Values separated by commas, below a line of column names
    #[default]
    Csv,
    /// One JSON object per puzzle, each on a line of its own; what is empty in CSV is null
    Json,
}

const RATE_COLUMNS: [(&str, &str); 10] = [
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

fn rate_columns() -> String {
    format!(
        "Columns, in this order:\n{}Searches are given up after {} nodes, which only puzzles without a \
         solution come near to: all columns but puzzle, clues and canonical are empty then.",
        glossary(&RATE_COLUMNS, help_columns()),
        Rater::MOST_NODES
    )
}

impl Rate {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let input = self.source.open(console)?;
        let name = input.name.clone();
        if matches!(self.format, RateFormat::Csv) {
            console.out.raw(csv(&RATE_COLUMNS.map(|(name, _)| name))?)?;
        }
        let worker = || {
            let mut rater = self.arrangements.rater();
            let (format, name) = (self.format, &name);
            move |share: Share, outlet: &mut Outlet<'_, Notice>| {
                share.each_puzzle(outlet, |_, Record { line, grid, .. }, outlet| {
                    let rating = rater.rate(&grid);
                    if let Some(stop) = rating.stop {
                        outlet.event(Notice::GivenUp(format!("{name}:{line}: {stop}")))?;
                    }
                    outlet.text(match format {
                        RateFormat::Csv => csv(&rating)?,
                        RateFormat::Json => json(&rating)?,
                    })
                })
            }
        };
        one_by_one(console, input, (self.source.reading.threads, 1), worker)?.end
    }
}
