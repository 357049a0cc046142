//! `sudoku-lab generate`: new puzzles.

use std::ops::Range;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use sudoku_core::Puzzle;
use sudoku_corpus::{Entry, Generator, Options};
use sudoku_registry::{Limits, Outcome, Session, find};

use crate::number;
use crate::output::Output;
use crate::progress::Progress;
use crate::trouble::Trouble;

/// Make puzzles
///
/// The same options make the same puzzles, on every machine. A wish that few puzzles fulfil takes
/// long, and one that none fulfils takes for ever: minimal puzzles mostly have 22 to 27 clues.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = CORPUS)]
pub(crate) struct Generate {
    /// What sort of puzzle
    #[arg(long, value_enum, default_value_t)]
    kind: Kind,

    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// Exactly so many clues
    #[arg(long, value_name = "N")]
    clues: Option<usize>,

    /// Only puzzles for which a search in reading order places so many digits, such as
    /// 7e3..1.4e4; the upper end is outside, and either may be left out
    #[arg(long, value_name = "LOW..HIGH", value_parser = number::range, verbatim_doc_comment)]
    effort: Option<Range<u64>>,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// One solution, and no clue can be taken away
    #[default]
    Minimal,
    /// One solution, and as many clues as --clues says
    Unique,
    /// Filling cells that have one candidate is enough
    Easy,
    /// 2 to 1000 solutions
    Several,
    /// No solution, though no clue contradicts another
    Unsolvable,
    /// Two equal clues in a row, a column or a box, in turn
    Contradictory,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 characters, . for a blank
    #[default]
    Line,
    /// A line of a puzzle set: PUZZLE SOLUTIONS SOLUTION PLACEMENTS
    Corpus,
}

const CORPUS: &str = "\
The line of a puzzle set: the puzzle; how many solutions it has; the solution, of several the
first that a search in reading order finds; how many digits such a search places until then, or
until it knows that there is none. What there is not is written as -.";

impl From<Kind> for sudoku_corpus::Kind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Minimal => Self::Minimal,
            Kind::Unique => Self::Unique,
            Kind::Easy => Self::Easy,
            Kind::Several => Self::Several,
            Kind::Unsolvable => Self::Unsolvable,
            Kind::Contradictory => Self::Contradictory,
        }
    }
}

impl Generate {
    pub(crate) fn run(self, out: &Output, trouble: &Trouble) -> anyhow::Result<()> {
        if self.effort.is_some() && self.kind == Kind::Contradictory {
            bail!("--effort asks for a search, and contradictory puzzles are not searched");
        }
        let options = Options { kind: self.kind.into(), clues: self.clues };
        let mut generator = Generator::new(self.seed, options)?;
        let mut scale = Scale::new(self.effort.clone().unwrap_or(0..u64::MAX))?;
        let weighed = self.effort.is_some() || self.format == Format::Corpus;

        let progress = Progress::new(Some(self.count), out);
        let (mut made, mut attempts) = (0, 0);
        while made < self.count {
            attempts += 1;
            progress.tell(made, format_args!("{made} puzzles in {attempts} attempts"));
            let Some(mut entry) = generator.attempt() else { continue };
            if weighed && !scale.weigh(&mut entry, trouble)? {
                continue;
            }
            match self.format {
                Format::Line => out.line(entry.grid)?,
                Format::Corpus => out.line(entry)?,
            }
            made += 1;
        }
        Ok(())
    }
}

/// Counts the placements of a search in reading order.
struct Scale {
    solver: Session,
    effort: Range<u64>,
}

impl Scale {
    /// The solver that counts; the other searches in reading order would count the same.
    const SOLVER: &str = "bitmask/blank-list";

    fn new(effort: Range<u64>) -> anyhow::Result<Self> {
        let solver = find(Self::SOLVER).context("no search in reading order")?.start();
        Ok(Self { solver, effort })
    }

    /// Writes the placements into the entry; false when they are outside of what is wanted.
    ///
    /// # Errors
    ///
    /// When the solver does not find the solution that the generator knows.
    fn weigh(&mut self, entry: &mut Entry, trouble: &Trouble) -> anyhow::Result<bool> {
        let Ok(puzzle) = Puzzle::try_from(entry.grid) else {
            return Ok(true);
        };
        // There is one call more than placements: whoever needs more has left the range.
        let run = self.solver.run(&puzzle, Limits::calls(self.effort.end));
        let agrees = match run.outcome {
            Outcome::Stopped(_) => return Ok(false),
            Outcome::Solved(solution) => Some(solution) == entry.solution,
            Outcome::NoSolution => entry.solution.is_none(),
            Outcome::Wrong(_) => false,
        };
        if !agrees {
            let solver = Self::SOLVER;
            trouble.wrong(format_args!(
                "solver {solver}, puzzle {}: it does not find the solution that is known",
                entry.grid
            ));
            bail!("{solver} cannot be trusted to count placements");
        }
        entry.placements = Some(run.counts.placements);
        Ok(self.effort.contains(&run.counts.placements))
    }
}
