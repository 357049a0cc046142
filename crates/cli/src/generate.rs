//! `sudoku-lab generate`: new puzzles.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use sudoku_core::{Goal, Grid, Info, Puzzle, Random, Symmetry, Tree, Work};
use sudoku_puzzles::{Draft, Entry, Generator, Moves, Options, Pattern, PuzzleKind, guesses};
use sudoku_registry::{
    Entry as Solver, Known, Limits, Load, Outcome, Session, default_among, default_solver, find,
    find_among,
};

use crate::console::Console;
use crate::in_order::{Outlet, in_order};
use crate::input::named;
use crate::number;
use crate::trouble::Fault;
use crate::workers::Threads;

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

impl Generate {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let options = Options { kind: self.kind, clues: self.clues, pattern: self.symmetry };
        let generator = Generator::new(self.seed, options)?;
        let solvers = || console.solvers.iter().copied();
        let effort_of = match &self.effort_of {
            Some(id) => find_among(solvers(), id)?,
            None => find(IN_READING_ORDER)?,
        };
        self.check(effort_of)?;
        let prover = default_among(solvers(), Load::Many);
        let order = Order {
            options: &self,
            console,
            ruler: find(IN_READING_ORDER)?,
            effort_of: if self.guesses.is_some() { None } else { Some(counted_by(effort_of)?) },
            prover: prover.unwrap_or_else(|| default_solver(Load::Many)),
            start: Instant::now(),
            made: AtomicU64::new(0),
            attempts: AtomicU64::new(0),
        };
        // Separate random numbers, so that the puzzles are the same with and without `--arrange`.
        let mut arrangements = Random::seeded(self.seed);
        console.begin(Some(self.count));
        let sink = |entry| order.print(entry, &mut arrangements);
        let made = match self.range() {
            Some(range) if self.climb => order.climb(generator, range, sink),
            _ => order.attempt(generator, sink),
        };
        console.end();
        made
    }

    fn range(&self) -> Option<&Range<u64>> {
        self.effort.as_ref().or(self.guesses.as_ref())
    }

    /// Refuses options that contradict each other.
    fn check(&self, effort_of: &Solver) -> Result<()> {
        let (kind, symmetric) = (self.kind, self.symmetry != Pattern::Any);
        let effort = self.effort.clone().unwrap_or(0..u64::MAX);
        let is_effort = self.effort.is_some();
        let refused = [
            (
                is_effort && kind == PuzzleKind::Contradictory,
                "--effort needs a search, and contradictory puzzles are not searched",
            ),
            (
                self.guesses.is_some() && kind != PuzzleKind::Minimal,
                "--guesses is for minimal puzzles",
            ),
            (
                self.clues == Some(81) && effort.start > 0,
                "81 clues leave no digit to place: expected --effort to begin at 0",
            ),
            (
                self.arrange && (symmetric || kind == PuzzleKind::Multi),
                "--arrange keeps neither the pattern of --symmetry nor which of several solutions \
                 comes first",
            ),
            (
                self.climb && symmetric,
                "--climb cannot be used with --symmetry: a change does not keep the pattern",
            ),
            (
                self.climb && self.range().is_none(),
                "--climb needs a range to climb to: --effort or --guesses",
            ),
            (
                self.climb && is_effort && effort.end == u64::MAX,
                "--climb needs an upper end of --effort, so that every search ends",
            ),
            (
                self.climb && kind == PuzzleKind::Multi,
                "--climb works on puzzles with one solution or none",
            ),
        ];
        if let Some((_, why)) = refused.iter().find(|(is_so, _)| *is_so) {
            bail!("{why}");
        }
        let least = 81_u64.saturating_sub(self.clues.unwrap_or(81) as u64);
        ensure!(
            effort.end > least
                || effort_of.info.tree != Tree::ROW_MAJOR
                || kind == PuzzleKind::Unsolvable,
            "{} clues leave {least} digits to place: expected --effort to end above that",
            81 - least
        );
        Ok(())
    }
}

/// An order for puzzles, and how far it is.
struct Order<'a> {
    options: &'a Generate,
    console: &'a Console<'a>,
    /// The solver whose placements are to be in the range; `None` if it is one of guesses.
    effort_of: Option<&'static Solver>,
    /// The solver that counts the placements in a corpus file.
    ruler: &'static Solver,
    /// The solver that proves puzzles unique.
    prover: &'static Solver,
    start: Instant,
    made: AtomicU64,
    attempts: AtomicU64,
}

impl Order<'_> {
    fn is_done(&self) -> bool {
        self.made.load(Relaxed) >= self.options.count
    }

    fn tell(&self) {
        let [made, attempts] = [&self.made, &self.attempts].map(|number| number.load(Relaxed));
        let rate = made as f64 / self.start.elapsed().as_secs_f64();
        let state = format_args!("{made} puzzles in {attempts} attempts, {rate:.1} a second");
        self.console.tell(made, state);
    }

    /// Prints the puzzle of an attempt, unless there are enough.
    fn print(&self, entry: Option<Entry>, arrangements: &mut Random) -> Result<()> {
        self.attempts.fetch_add(1, Relaxed);
        self.tell();
        let Some(mut entry) = entry.filter(|_| !self.is_done()) else { return Ok(()) };
        self.made.fetch_add(1, Relaxed);
        if self.options.arrange {
            entry = entry.arranged(&Symmetry::random(arrangements.below(u64::MAX)));
        }
        if self.options.format == GenerateFormat::Line {
            return self.console.out.line(entry.grid);
        }
        if self.options.arrange {
            let mut ruler = Scale::new(Some(self.ruler));
            entry.placements = ruler.weigh(&entry, u64::MAX, self.console)?;
        }
        self.console.out.line(entry)
    }

    fn maker(&self) -> Maker<'_> {
        let [scale, ruler] = [self.effort_of, Some(self.ruler)].map(Scale::new);
        Maker { order: self, scale, ruler, prover: self.prover.start(), answers: Vec::new() }
    }

    /// Makes new puzzles on all threads.
    fn attempt(
        &self,
        mut generator: Generator,
        sink: impl FnMut(Option<Entry>) -> Result<()> + Send,
    ) -> Result<()> {
        let feed = |give: &mut dyn FnMut(Vec<Draft>) -> Result<()>| {
            while !self.is_done() {
                give(generator.drafts())?;
            }
            Ok(())
        };
        let worker = || {
            let mut maker = self.maker();
            move |drafts: Vec<Draft>, outlet: &mut Outlet<'_, Option<Entry>>| {
                if self.is_done() {
                    return Ok(());
                }
                let mut made = maker.finish(drafts)?.into_iter().take_while(|_| !self.is_done());
                made.try_for_each(|made| outlet.event(maker.wanted(made)?))
            }
        };
        in_order(self.options.threads.number(), &self.console.out, feed, worker, sink)
    }

    /// Changes puzzles until they are in the range, one after the other: each climb continues the
    /// random numbers of the one before.
    fn climb(
        &self,
        mut generator: Generator,
        range: &Range<u64>,
        mut sink: impl FnMut(Option<Entry>) -> Result<()>,
    ) -> Result<()> {
        let guesses = self.options.guesses.is_some();
        let moves = if guesses { Moves::Clues } else { Moves::Arrangement };
        let mut maker = self.maker();
        while !self.is_done() {
            let mut entry = generator.attempt();
            if let Some(start) = entry {
                entry = generator.climb(start, range, moves, |entry, limit| {
                    self.tell();
                    maker.scale.weigh(entry, limit, self.console)
                })?;
            }
            sink(entry.map(|entry| maker.complete(entry)).transpose()?)?;
        }
        Ok(())
    }
}

/// Finishes attempts on one thread.
struct Maker<'a> {
    order: &'a Order<'a>,
    scale: Scale,
    ruler: Scale,
    prover: Session,
    answers: Vec<Option<Grid>>,
}

impl Maker<'_> {
    /// The puzzles of attempts.
    fn finish(&mut self, drafts: Vec<Draft>) -> Result<Vec<Option<Entry>>> {
        let Self { order, prover, answers, .. } = self;
        let made = Draft::finish_all(drafts, |puzzles, proofs| {
            answers.resize(puzzles.len(), None);
            prover.solve_all(puzzles, Goal::Unique, answers, proofs);
        });
        made.context(order.prover.info.id)
    }

    /// The puzzle of an attempt, if it is in the range.
    fn wanted(&mut self, made: Option<Entry>) -> Result<Option<Entry>> {
        let Some(entry) = made else { return Ok(None) };
        if let Some(range) = self.order.options.range() {
            let cost = self.scale.weigh(&entry, range.end, self.order.console)?;
            if !cost.is_some_and(|cost| range.contains(&cost)) {
                return Ok(None);
            }
        }
        self.complete(entry).map(Some)
    }

    /// Adds the placements for a corpus file, unless the puzzle will be rearranged.
    fn complete(&mut self, mut entry: Entry) -> Result<Entry> {
        let Generate { format, arrange, .. } = *self.order.options;
        if format == GenerateFormat::Corpus && !arrange {
            entry.placements = self.ruler.weigh(&entry, u64::MAX, self.order.console)?;
        }
        Ok(entry)
    }
}

/// The fastest solver that places the digits which this one places.
///
/// # Errors
///
/// When this machine cannot run the solver, or it reports no placements.
fn counted_by(solver: &'static Solver) -> Result<&'static Solver> {
    let Info { id, tree, counters, .. } = solver.info;
    solver.demand()?;
    ensure!(
        counters.has(Work::Placements),
        "{id} does not report the digits that it places: expected another --effort-of"
    );
    Ok(if tree == Tree::ROW_MAJOR { find(IN_READING_ORDER)? } else { solver })
}

/// Weighs puzzles by the placements of a solver or, without one, by the guesses of a search with
/// singles.
struct Scale(Option<(&'static Solver, Session)>);

impl Scale {
    fn new(solver: Option<&'static Solver>) -> Self {
        Self(solver.map(|solver| (solver, solver.start())))
    }

    /// The cost of a puzzle; `None` when it reaches the limit, or the puzzle cannot be searched
    /// because its clues contradict each other.
    ///
    /// # Errors
    ///
    /// When the solver does not find the solution that the generator knows.
    fn weigh(&mut self, entry: &Entry, limit: u64, console: &Console<'_>) -> Result<Option<u64>> {
        /// Some seconds: far more than any minimal puzzle needs.
        const STEPS: u64 = 10_000_000;
        let Ok(puzzle) = Puzzle::try_from(entry.grid) else {
            return Ok(None);
        };
        let Some((solver, session)) = &mut self.0 else {
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
            let (id, grid) = (solver.info.id, entry.grid);
            let what =
                format_args!("solver {id}, puzzle {grid}: it does not find the known solution");
            console.report(Fault::Answer, what);
            bail!("{id} cannot be trusted to count placements");
        }
        Ok(Some(run.counts.placements))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn the_limit_is_one_of_placements() {
        let entry = sudoku_puzzles::find("leetcode-37").unwrap().entries()[0];
        let [out, err] = [(); 2].map(|()| Stream::plain(std::io::sink()));
        let console = Console::new(&[], out, err);
        // 4208 placements in 6428 calls.
        let solver = find("brute-scan/three-loops").unwrap();
        let mut scale = Scale::new(Some(solver));
        for (limit, expected) in
            [(1, None), (4208, None), (4209, Some(4208)), (u64::MAX, Some(4208))]
        {
            assert_eq!(scale.weigh(&entry, limit, &console).unwrap(), expected, "{limit}");
        }
        let lies = Entry { solution: None, ..entry };
        assert!(scale.weigh(&lies, u64::MAX, &console).is_err());
    }
}
