//! `sudoku-lab generate`: new puzzles.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use sudoku_core::{Goal, Grid, Puzzle, Random, Symmetry, Tree, Work};
use sudoku_puzzles::{Draft, Entry, Generator, Moves, Options, Pattern, guesses};
use sudoku_registry::{
    Entry as Solver, Known, Limits, Load, Outcome, Session, default_among, default_solver, find,
    find_among,
};

use crate::in_order::{Outlet, in_order};
use crate::number;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::trouble::Trouble;
use crate::workers::Threads;

/// Make puzzles
///
/// On every machine, the same options make the same puzzles. Rare puzzles take long to find, and
/// the search for impossible ones never ends: most minimal puzzles have 22 to 27 clues.
#[derive(Debug, Args)]
#[command(after_long_help = CORPUS)]
pub(crate) struct Generate {
    /// The kind of puzzle
    #[arg(long, value_enum, default_value_t)]
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

    /// The symmetry of the clues of a minimal, unique or easy puzzle; minimal then means that no
    /// clue can be removed together with its mirror images
    #[arg(long, value_enum, default_value_t)]
    symmetry: ClueSymmetry,

    /// Keep only puzzles on which a search in reading order places a number of digits in this
    /// range, such as 7e3..1.4e4; HIGH is excluded, and either end may be left out
    #[arg(long, value_name = "LOW..HIGH", value_parser = number::range)]
    effort: Option<Range<u64>>,

    /// Count the digits that this solver places instead, for --effort
    #[arg(long, value_name = "ID", requires = "effort")]
    effort_of: Option<String>,

    /// Keep only minimal puzzles on which a search with naked and hidden singles makes a number of
    /// guesses in this range before it has shown that there is no second solution
    #[arg(long, value_name = "LOW..HIGH", value_parser = number::range, conflicts_with = "effort")]
    guesses: Option<Range<u64>>,

    /// Change each puzzle step by step until it is in the range, instead of making new ones: swap
    /// rows, columns, digits and so on for --effort, or clues for --guesses
    #[arg(long)]
    climb: bool,

    /// Rearrange each puzzle at random at the end: exchange rows, columns, digits and so on; its
    /// range is that of the puzzle before
    #[arg(long)]
    arrange: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum PuzzleKind {
    /// One solution, and no clue can be removed
    #[default]
    Minimal,
    /// One solution, and the number of clues that --clues gives
    Unique,
    /// Solved by filling cells that have one candidate
    Easy,
    /// 2 to 3 solutions, 4 to 7, 8 to 15 and so on up to 100,000, in turn
    Multi,
    /// No solution, although no two clues contradict each other
    Unsolvable,
    /// Two equal clues: in a row, in a column, and in a box, in turn
    Contradictory,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ClueSymmetry {
    /// No symmetry
    #[default]
    None,
    /// Rotation by 180 degrees
    HalfTurn,
    /// Rotation by 90 degrees
    QuarterTurn,
    /// Reflection left to right
    Horizontal,
    /// Reflection top to bottom
    Vertical,
    /// Reflection in the diagonal from the top left
    Diagonal,
    /// Reflection in the diagonal from the top right
    AntiDiagonal,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 characters, . for a blank
    #[default]
    Line,
    /// A line of a corpus file: PUZZLE SOLUTIONS SOLUTION PLACEMENTS
    Corpus,
}

/// The number of attempts that a thread gets at once.
const DRAFTS: usize = 16;

/// An attempt, before or after its search.
enum Attempt {
    Draft(Draft),
    Made(Option<Entry>),
}

/// The scale of this thread, or the error with which it could not be made.
fn started(scale: &mut anyhow::Result<Scale>) -> anyhow::Result<&mut Scale> {
    scale.as_mut().map_err(|error| anyhow!("{error:#}"))
}

/// The fastest solver that searches in row-major order.
const IN_READING_ORDER: &str = "bitmask/blank-list";

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

impl From<PuzzleKind> for sudoku_puzzles::PuzzleKind {
    fn from(kind: PuzzleKind) -> Self {
        match kind {
            PuzzleKind::Minimal => Self::Minimal,
            PuzzleKind::Unique => Self::Unique,
            PuzzleKind::Easy => Self::Easy,
            PuzzleKind::Multi => Self::Multi,
            PuzzleKind::Unsolvable => Self::Unsolvable,
            PuzzleKind::Contradictory => Self::Contradictory,
        }
    }
}

impl From<ClueSymmetry> for Pattern {
    fn from(symmetry: ClueSymmetry) -> Self {
        match symmetry {
            ClueSymmetry::None => Self::Any,
            ClueSymmetry::HalfTurn => Self::HalfTurn,
            ClueSymmetry::QuarterTurn => Self::QuarterTurn,
            ClueSymmetry::Horizontal => Self::Horizontal,
            ClueSymmetry::Vertical => Self::Vertical,
            ClueSymmetry::Diagonal => Self::Diagonal,
            ClueSymmetry::AntiDiagonal => Self::AntiDiagonal,
        }
    }
}

impl Generate {
    pub(crate) fn run(
        self,
        solvers: &[&'static Solver],
        out: &Output,
        trouble: &Trouble,
    ) -> anyhow::Result<()> {
        let options =
            Options { kind: self.kind.into(), clues: self.clues, pattern: self.symmetry.into() };
        let mut generator = Generator::new(self.seed, options)?;
        let effort_of = match &self.effort_of {
            Some(id) => find_among(solvers.iter().copied(), id)?,
            None => find(IN_READING_ORDER)?,
        };
        self.check(effort_of)?;
        let scale = || match &self.guesses {
            Some(_) => Ok(Scale::Guesses),
            None => Scale::of(effort_of),
        };
        let fastest = default_among(solvers.iter().copied(), Load::One)
            .unwrap_or_else(|| default_solver(Load::One));
        // Fails before any work if the scale cannot be made.
        let mut climber = scale()?;
        let moves = if self.guesses.is_some() { Moves::Clues } else { Moves::Arrangement };
        let band = self.effort.as_ref().or(self.guesses.as_ref());
        let ruler = || Scale::of(find(IN_READING_ORDER)?);
        let corpus = self.format == Format::Corpus;
        // Separate random numbers, so that the puzzles are the same with and without `--arrange`.
        let mut arrangements = Random::seeded(self.seed);
        // Each climb continues the random numbers of the one before.
        let threads = if self.climb { 1 } else { self.threads.number() };
        let at_once = if threads == 1 { 1 } else { DRAFTS };

        let progress = ProgressLine::new(Some(self.count), out);
        let (start, enough) = (Instant::now(), AtomicBool::new(self.count == 0));
        let (made, attempts) = (AtomicU64::new(0), AtomicU64::new(0));
        let tell = || {
            let [made, attempts] = [&made, &attempts].map(|number| number.load(Relaxed));
            let rate = made as f64 / start.elapsed().as_secs_f64();
            progress.tell(
                made,
                format_args!("{made} puzzles in {attempts} attempts, {rate:.1} a second"),
            );
        };
        let feed = |give: &mut dyn FnMut(Vec<Attempt>) -> anyhow::Result<()>| {
            while !enough.load(Relaxed) {
                give(match band.filter(|_| self.climb) {
                    None => (0..at_once).map(|_| Attempt::Draft(generator.draft())).collect(),
                    Some(band) => vec![Attempt::Made(match generator.attempt() {
                        None => None,
                        Some(entry) => generator.climb(entry, band, moves, |entry, limit| {
                            tell();
                            climber.weigh(entry, limit, trouble)
                        })?,
                    })],
                })?;
            }
            Ok(())
        };
        let worker = || {
            let (mut scale, mut ruler, mut prover) = (scale(), ruler(), fastest.start());
            let mut is_unique = move |grid: &Grid| {
                // The grid is part of a solved one, so it has no conflict.
                let outcome = prover.solve(&Puzzle::unchecked(*grid), Goal::Unique);
                match outcome {
                    Outcome::Solved(_) => Ok(true),
                    Outcome::Several(_) => Ok(false),
                    _ => Err(anyhow!("{} answers {grid} with {outcome:?}", fastest.info.id)),
                }
            };
            let enough = &enough;
            move |attempts: Vec<Attempt>, outlet: &dyn Outlet<Option<Entry>>| {
                for attempt in attempts.into_iter().take_while(|_| !enough.load(Relaxed)) {
                    let mut entry = match attempt {
                        Attempt::Made(entry) => entry,
                        Attempt::Draft(draft) => match (draft.finish_by(&mut is_unique)?, band) {
                            (Some(entry), Some(band)) => {
                                let cost = started(&mut scale)?.weigh(&entry, band.end, trouble)?;
                                cost.is_some_and(|cost| band.contains(&cost)).then_some(entry)
                            }
                            (entry, _) => entry,
                        },
                    };
                    if let Some(entry) = entry.as_mut().filter(|_| corpus && !self.arrange) {
                        entry.placements = started(&mut ruler)?.weigh(entry, u64::MAX, trouble)?;
                    }
                    outlet.event(entry)?;
                }
                Ok(())
            }
        };
        in_order(threads, out, feed, worker, |entry: Option<Entry>| {
            attempts.fetch_add(1, Relaxed);
            tell();
            let wanted = |_: &Entry| made.load(Relaxed) < self.count;
            let Some(mut entry) = entry.filter(wanted) else { return Ok(()) };
            let all = made.fetch_add(1, Relaxed) + 1 == self.count;
            enough.store(all, Relaxed);
            if self.arrange {
                entry = entry.arranged(&Symmetry::random(arrangements.below(u64::MAX)));
                if corpus {
                    entry.placements = ruler()?.weigh(&entry, u64::MAX, trouble)?;
                }
            }
            if corpus { out.line(entry) } else { out.line(entry.grid) }
        })
    }

    /// Refuses options that contradict each other.
    fn check(&self, effort_of: &Solver) -> anyhow::Result<()> {
        if self.effort.is_some() && self.kind == PuzzleKind::Contradictory {
            bail!("--effort needs a search, and contradictory puzzles are not searched");
        }
        if self.guesses.is_some() && self.kind != PuzzleKind::Minimal {
            bail!("--guesses is for minimal puzzles");
        }
        if let (Some(81), Some(Range { start: 1.., .. })) = (self.clues, &self.effort) {
            bail!("81 clues leave no digit to place: expected --effort to begin at 0");
        }
        let unsolved = [PuzzleKind::Unsolvable, PuzzleKind::Contradictory].contains(&self.kind);
        if let (Some(clues), Some(effort), false) = (self.clues, &self.effort, unsolved)
            && effort_of.info.tree == Tree::ROW_MAJOR
            && let least = 81_u64.saturating_sub(clues as u64)
            && effort.end <= least
        {
            bail!(
                "{clues} clues leave {least} digits to place: expected --effort to end above that"
            );
        }
        if self.arrange && (self.symmetry != ClueSymmetry::None || self.kind == PuzzleKind::Multi) {
            bail!(
                "--arrange keeps neither the pattern of --symmetry nor which of several solutions \
                 comes first"
            );
        }
        if self.climb {
            if self.symmetry != ClueSymmetry::None {
                bail!("--climb cannot be used with --symmetry: a change does not keep the pattern");
            }
            match (&self.effort, &self.guesses) {
                (None, None) => bail!("--climb needs a range to climb to: --effort or --guesses"),
                (Some(band), _) if band.end == u64::MAX => {
                    bail!("--climb needs an upper end of --effort, so that every search ends");
                }
                _ => {}
            }
            if self.kind == PuzzleKind::Multi {
                bail!("--climb works on puzzles with one solution or none");
            }
        }
        Ok(())
    }
}

/// The measure of how hard a puzzle is.
enum Scale {
    /// The placements of a solver.
    Placements(&'static Solver, Session),
    /// The guesses of a search with singles.
    Guesses,
}

impl Scale {
    /// A scale of the placements of this solver, counted with the fastest solver of the same tree.
    ///
    /// # Errors
    ///
    /// When this machine cannot run the solver, or it reports no placements.
    fn of(mut entry: &'static Solver) -> anyhow::Result<Self> {
        entry.demand()?;
        if !entry.info.counters.has(Work::Placements) {
            bail!(
                "{} does not report the digits that it places: expected another --effort-of",
                entry.info.id
            );
        }
        if entry.info.tree == Tree::ROW_MAJOR {
            entry = find(IN_READING_ORDER)?;
        }
        Ok(Self::Placements(entry, entry.start()))
    }

    /// The cost of a puzzle; `None` when it reaches the limit, or the puzzle cannot be searched
    /// because its clues contradict each other.
    ///
    /// # Errors
    ///
    /// When the solver does not find the solution that the generator knows.
    fn weigh(
        &mut self,
        entry: &Entry,
        limit: u64,
        trouble: &Trouble,
    ) -> anyhow::Result<Option<u64>> {
        /// Some seconds: far more than any minimal puzzle needs.
        const STEPS: u64 = 10_000_000;
        let Ok(puzzle) = Puzzle::try_from(entry.grid) else {
            return Ok(None);
        };
        let Self::Placements(solver, session) = self else {
            return Ok(guesses(&entry.grid, STEPS).filter(|guesses| *guesses < limit));
        };
        let mut calls = limit;
        let run = loop {
            let run = session.tally(&puzzle, Goal::First, Limits::calls(calls));
            if run.counts.placements >= limit {
                return Ok(None);
            }
            match run.outcome {
                // A solver may make calls without placing a digit.
                Outcome::Stopped(_) => calls = calls.saturating_mul(2),
                _ => break run,
            }
        };
        let known = Known::of(entry.solutions, entry.solution);
        // Of several solutions, the known one is the first in row-major order.
        let first = match run.outcome {
            Outcome::Solved(solution) if solver.info.tree == Tree::ROW_MAJOR => {
                Some(solution) == entry.solution
            }
            _ => true,
        };
        if !first || known.agrees(Goal::First, run.outcome).is_err() {
            let id = solver.info.id;
            trouble.wrong(format_args!(
                "solver {id}, puzzle {}: it does not find the known solution",
                entry.grid
            ));
            bail!("{id} cannot be trusted to count placements");
        }
        Ok(Some(run.counts.placements))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_one_of_placements() {
        let entry = sudoku_puzzles::find("leetcode-37").unwrap().entries()[0];
        let trouble = Trouble::new(crate::Stream::plain(std::io::sink()));
        // 4208 placements in 6428 calls.
        let solver = find("brute-scan/three-loops").unwrap();
        let mut scale = Scale::Placements(solver, solver.start());
        for (limit, expected) in
            [(1, None), (4208, None), (4209, Some(4208)), (u64::MAX, Some(4208))]
        {
            assert_eq!(scale.weigh(&entry, limit, &trouble).unwrap(), expected, "{limit}");
        }
        let lies = Entry { solution: None, ..entry };
        assert!(scale.weigh(&lies, u64::MAX, &trouble).is_err());
    }
}
