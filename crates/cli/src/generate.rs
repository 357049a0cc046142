//! `sudoku-lab generate`: new puzzles.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Error, Result, anyhow};
use clap::{Args, ValueEnum};
use sudoku_lab::{Cost, PuzzleOrder, Unmade};
use sudoku_puzzles::{KnownPuzzle, Options, Pattern, PuzzleKind};
use sudoku_registry::{Load, default_among, default_solver, find_among};

use crate::console::Console;
use crate::input::{Threads, named};
use crate::number;
use crate::trouble::Fault;

/// Make puzzles
///
/// On every machine, the same options make the same puzzles. Rare puzzles take long to find, and
/// the search for impossible ones never ends: most minimal puzzles have 22 to 27 clues.
#[derive(Debug, Args)]
#[command(after_long_help = CORPUS)]
pub(crate) struct Generate {
    /// The kind of puzzle
    #[arg(long, value_parser = named(&PuzzleKind::ALL), default_value = "minimal")]
    kind: PuzzleKind,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole)]
    seed: u64,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole)]
    count: u64,

    /// The exact number of clues
    #[arg(long, value_name = "N", value_parser = number::size)]
    clues: Option<usize>,

    /// The symmetry of the clues
    ///
    /// For minimal, unique and easy puzzles; minimal then means that no clue can be removed together
    /// with its mirror images.
    #[arg(long, value_parser = named(&Pattern::ALL), default_value = "none")]
    symmetry: Pattern,

    /// Keep only puzzles of this effort, as 7e3..1.4e4
    ///
    /// The effort is the number of digits that a search in reading order places. HIGH is excluded, and
    /// either end may be left out.
    #[arg(long, value_name = "LOW..HIGH", value_parser = number::range)]
    effort: Option<Range<u64>>,

    /// The effort is the digits that this solver places
    #[arg(long, value_name = "ID", requires = "effort")]
    effort_of: Option<String>,

    /// Keep minimal puzzles with guesses in this range
    ///
    /// A search with naked and hidden singles makes them before it has shown that there is no second
    /// solution.
    #[arg(long, value_name = "LOW..HIGH", value_parser = number::range, conflicts_with = "effort")]
    guesses: Option<Range<u64>>,

    /// Change a puzzle stepwise until it is in the range
    ///
    /// Otherwise new ones are made. A step swaps rows, columns, digits and so on for --effort, or clues
    /// for --guesses.
    #[arg(long)]
    climb: bool,

    /// Rearrange each puzzle at random at the end
    ///
    /// It exchanges rows, columns, digits and so on; the range is that of the puzzle before.
    #[arg(long)]
    arrange: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: GenerateFormat,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum GenerateFormat {
    /// 81 characters, . for a blank
    #[default]
    Line,
    /// A line of a corpus file: PUZZLE SOLUTIONS SOLUTION PLACEMENTS
    Corpus,
}

const CORPUS: &str = "\
A line of a corpus file holds the puzzle; its number of solutions; its solution, or of several the \
one that a search in reading order finds first; and the number of digits that this search places \
until it has found that solution, or has shown that there is none. A missing value is written as -.

A search with naked and hidden singles fills cells that have one candidate, and digits that have \
one place in a row, column or box, as long as there are any. Then it guesses: it tries every \
candidate of a cell that has the fewest.

--climb changes a puzzle at random and keeps each change that does not lead away from the range. \
After 100 changes without progress (300 for --guesses) it starts again with another puzzle.

Puzzles of the kinds multi, unsolvable and contradictory are made one after the other, and so are \
climbs: each goes on with the random numbers that the one before has left.";

impl Generate {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let (order, start) = (self.order(console)?, Instant::now());
        let (made, attempts) = (Cell::new(0), Cell::new(0_u64));
        let print = |entry: Option<KnownPuzzle>| {
            attempts.set(attempts.get() + 1);
            if let Some(entry) = entry.filter(|_| made.get() < self.count) {
                made.set(made.get() + 1);
                match self.format {
                    GenerateFormat::Line => console.out.line(entry.grid)?,
                    GenerateFormat::Corpus => console.out.line(entry)?,
                }
            }
            Ok(made.get() < self.count)
        };
        let tell = || {
            let (made, attempts) = (made.get(), attempts.get());
            let rate = made as f64 / start.elapsed().as_secs_f64();
            let state = format_args!("{made} puzzles in {attempts} attempts, {rate:.1} a second");
            console.tell(made, state);
            console.out.hand_on();
            Ok::<_, Error>(())
        };
        console.begin(Some(self.count));
        let end = order.make((self.threads.number(), &Arc::default()), print, tell);
        console.end();
        end.map_err(|error| match error.downcast_ref() {
            Some(Unmade::WrongAnswer(id, _)) => {
                console.report(Fault::Answer, &error);
                anyhow!("{id} cannot be trusted to count placements")
            }
            _ => error,
        })
    }

    fn order(&self, console: &Console<'_>) -> Result<PuzzleOrder> {
        let solvers = || console.solvers.iter().copied();
        let effort = match &self.effort_of {
            Some(id) => Cost::placements_of(find_among(solvers(), id)?)?,
            None => Cost::in_reading_order(),
        };
        let effort = self.effort.clone().map(|range| (effort, range));
        let guesses = self.guesses.clone().map(|range| (Cost::Guesses, range));
        let prover = default_among(solvers(), Load::Many);
        Ok(PuzzleOrder {
            seed: self.seed,
            options: Options { kind: self.kind, clues: self.clues, pattern: self.symmetry },
            range: effort.or(guesses),
            climb: self.climb,
            arrange: self.arrange,
            placements: self.format == GenerateFormat::Corpus,
            prover: prover.unwrap_or_else(|| default_solver(Load::Many)),
        })
    }
}
