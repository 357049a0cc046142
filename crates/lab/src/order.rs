//! [`PuzzleOrder`]: puzzles of a kind and a cost, made on several threads.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sudoku_core::{Goal, Grid, Info, Puzzle, Random, Stop, Symmetry, Tree, Work};
use sudoku_puzzles::{
    Draft, Generator, Impossible, KnownPuzzle, Moves, Options, Pattern, PuzzleKind, WrongProof,
    guesses,
};
use sudoku_registry::{Entry, Known, Limits, Load, Outcome, SOLVERS, Session, default_solver};

use crate::generate::Prover;
use crate::{NoSolver, in_order};

/// Wanted puzzles. The same order makes the same puzzles on every machine and on any number of threads.
#[derive(Debug, Clone)]
pub struct PuzzleOrder {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The kind of puzzle.
    pub options: Options,
    /// The range in which the cost must be, if there is one.
    pub range: Option<(Cost, Range<u64>)>,
    /// Change a puzzle stepwise until its cost is in the range ([`Generator::climb`]), instead of
    /// making new ones.
    pub climb: bool,
    /// Rearrange each puzzle at random at the end; the cost is that of the puzzle before.
    pub arrange: bool,
    /// Count [`KnownPuzzle::placements`].
    pub placements: bool,
    /// The solver that proves puzzles unique. It need not be trusted.
    pub prover: &'static Entry,
}

/// The measure of the cost of a puzzle.
#[derive(Debug, Clone, Copy)]
pub enum Cost {
    /// The digits that a solver places until it finds the first solution or, if there is none, until
    /// its end.
    Placements(&'static Entry),
    /// As [`guesses`] counts them, of minimal puzzles.
    Guesses,
}

/// The reason why an order is not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unmade {
    /// No puzzle meets the options.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// The parts of the order contradict each other.
    #[error("{0}")]
    Refused(String),
    /// The solver that measures the cost cannot be had.
    #[error(transparent)]
    NoSolver(#[from] NoSolver),
    /// The solver with this id does not find the known solution.
    #[error("solver {0}, puzzle {1}: it does not find the known solution")]
    WrongAnswer(&'static str, Grid),
    /// The solver with this id is wrong about the number of solutions.
    #[error("{0}: {1}")]
    WrongProof(&'static str, WrongProof),
}

impl Cost {
    /// The fastest solver that searches in reading order.
    const IN_READING_ORDER: &str = "bitmask/blank-list";

    /// The digits that a search in reading order places.
    ///
    /// # Panics
    ///
    /// Never: its solver is in the list.
    pub fn in_reading_order() -> Self {
        Self::Placements(listed(Self::IN_READING_ORDER).expect("it is in the list"))
    }

    /// The digits that the solver with this id places.
    ///
    /// # Errors
    ///
    /// As [`placements_of`](Self::placements_of), and when there is none.
    pub fn placements_by(id: &str) -> Result<Self, Unmade> {
        let unknown = || NoSolver::Unknown(id.to_owned());
        Self::placements_of(listed(id).ok_or_else(unknown)?)
    }

    /// The digits that this solver places.
    ///
    /// # Errors
    ///
    /// When this machine cannot run the solver, or it reports no placements.
    pub fn placements_of(solver: &'static Entry) -> Result<Self, Unmade> {
        let Info { id, tree, counters, .. } = solver.info;
        solver.demand().map_err(NoSolver::from)?;
        if !counters.has(Work::Placements) {
            let lack = "does not report the digits that it places: expected another solver";
            return Err(Unmade::Refused(format!("{id} {lack}")));
        }
        // All searches in reading order place the same digits.
        let in_reading_order = tree == Tree::ROW_MAJOR;
        Ok(if in_reading_order { Self::in_reading_order() } else { Self::Placements(solver) })
    }

    const fn moves(self) -> Moves {
        match self {
            Self::Placements(_) => Moves::Arrangement,
            Self::Guesses => Moves::Clues,
        }
    }
}

fn listed(id: &str) -> Option<&'static Entry> {
    SOLVERS.iter().find(|solver| solver.info.id == id)
}

/// The puzzles of some attempts; `None` for one that has failed.
type Made = Result<Vec<Option<KnownPuzzle>>, Unmade>;

/// The end of the work before its time.
enum End<E> {
    Enough,
    Failed(E),
}

impl<E: From<io::Error>> From<io::Error> for End<E> {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl PuzzleOrder {
    /// An order for puzzles of any cost.
    pub fn new(seed: u64, options: Options) -> Self {
        Self {
            seed,
            options,
            range: None,
            climb: false,
            arrange: false,
            placements: false,
            prover: default_solver(Load::Many),
        }
    }

    /// Makes puzzles on this many threads, and calls `take` with the result of each attempt, in order,
    /// until it returns false. `tick` is called about every 50 ms; when it or `take` ends the work,
    /// `cancel` becomes true. Kinds that are made one after the other, and climbs, take one thread:
    /// each goes on with the random numbers that the one before has left.
    ///
    /// A number of clues or a cost that is merely rare is no error, and the search for such a puzzle
    /// may take for ever.
    ///
    /// # Errors
    ///
    /// Those of `take` and `tick`; [`Unmade`]; and when no thread can be started.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sudoku_lab::{Cost, Options, PuzzleOrder};
    ///
    /// let (mut made, range) = (Vec::new(), Some((Cost::in_reading_order(), 1000..2000)));
    /// let order = PuzzleOrder { range, placements: true, ..PuzzleOrder::new(1, Options::default()) };
    /// let take = |entry| {
    ///     made.extend(entry);
    ///     Ok::<_, Box<dyn std::error::Error>>(made.len() < 3)
    /// };
    /// order.make((2, &Arc::default()), take, || Ok(()))?;
    /// assert!(made.iter().all(|made| (1000..2000).contains(&made.placements.unwrap())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make<E: From<io::Error> + From<Unmade>>(
        &self,
        (threads, cancel): (usize, &Arc<AtomicBool>),
        mut take: impl FnMut(Option<KnownPuzzle>) -> Result<bool, E>,
        mut tick: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        self.check()?;
        let mut generator = Generator::new(self.seed, self.options).map_err(Unmade::from)?;
        let start = || Maker::new(self, cancel);
        // Separate random numbers, so that the puzzles are the same with and without arrangement.
        let mut arranged = self.arrange.then(|| (Random::seeded(self.seed), start()));
        let failed = |error: Unmade| End::<E>::Failed(error.into());
        let take = |made: Made| {
            for mut made in made.map_err(failed)? {
                if let (Some(entry), Some((random, maker))) = (&mut made, &mut arranged) {
                    *entry = entry.arranged(&Symmetry::random(random.below(u64::MAX)));
                    maker.measure(entry).map_err(failed)?;
                }
                if !take(made).map_err(End::Failed)? {
                    return Err(End::Enough);
                }
            }
            Ok(())
        };
        let tick = || tick().map_err(End::Failed);
        let kind = self.options.kind;
        let drafted = [PuzzleKind::Minimal, PuzzleKind::Unique, PuzzleKind::Easy].contains(&kind);
        let end = if drafted && !self.climb {
            let next = || Some(generator.drafts());
            in_order((threads, &**cancel), next, start, Maker::finished, take, tick)
        } else {
            let start = || (start(), generator.clone());
            let work = |(maker, generator): &mut (Maker<'_>, _), ()| maker.attempted(generator);
            in_order((1, &**cancel), || Some(()), start, work, take, tick)
        };
        match end {
            Err(End::Failed(error)) => Err(error),
            Ok(()) | Err(End::Enough) => Ok(()),
        }
    }

    /// Refuses parts that contradict each other.
    fn check(&self) -> Result<(), Unmade> {
        let (kind, symmetric) = (self.options.kind, self.options.pattern != Pattern::Any);
        let any = 0..u64::MAX;
        let (cost, range) =
            self.range.as_ref().map_or((None, &any), |(cost, range)| (Some(cost), range));
        let (tree, is_effort) = match cost {
            Some(Cost::Placements(solver)) => (Some(solver.info.tree), true),
            _ => (None, false),
        };
        let clues = self.options.clues.unwrap_or(81);
        let least = 81_u64.saturating_sub(clues as u64);
        let refused = [
            (range.is_empty(), format!("{range:?} is empty, expected LOW below HIGH")),
            (
                is_effort && kind == PuzzleKind::Contradictory,
                "the effort is that of a search, and contradictory puzzles are not searched".into(),
            ),
            (
                matches!(cost, Some(Cost::Guesses)) && kind != PuzzleKind::Minimal,
                "guesses are for minimal puzzles".into(),
            ),
            (
                is_effort && self.options.clues == Some(81) && range.start > 0,
                "81 clues leave no digit to place: expected the effort to begin at 0".into(),
            ),
            (
                self.arrange && (symmetric || kind == PuzzleKind::Multi),
                "an arrangement keeps neither a symmetry nor which of several solutions comes first"
                    .into(),
            ),
            (
                self.climb && symmetric,
                "a climb keeps no symmetry: a change does not keep the pattern".into(),
            ),
            (
                self.climb && cost.is_none(),
                "a climb needs a range to climb to: of the effort or of guesses".into(),
            ),
            (
                self.climb && is_effort && range.end == u64::MAX,
                "a climb needs an upper end of the effort, so that every search ends".into(),
            ),
            (
                self.climb && kind == PuzzleKind::Multi,
                "a climb is for puzzles with one solution or none".into(),
            ),
            (
                tree == Some(Tree::ROW_MAJOR)
                    && kind != PuzzleKind::Unsolvable
                    && range.end <= least,
                format!(
                    "{clues} clues leave {least} digits to place: expected the effort to end above that"
                ),
            ),
        ];
        match refused.into_iter().find(|(is_so, _)| *is_so) {
            Some((_, why)) => Err(Unmade::Refused(why)),
            None => Ok(()),
        }
    }
}

/// Makes puzzles of an order on one thread.
struct Maker<'a> {
    order: &'a PuzzleOrder,
    prover: Prover,
    /// Weighs puzzles by their cost, and by the placements that are to be counted.
    scales: [Option<Scale>; 2],
}

impl<'a> Maker<'a> {
    fn new(order: &'a PuzzleOrder, cancel: &Arc<AtomicBool>) -> Self {
        let cost = order.range.as_ref().map(|(cost, _)| *cost);
        let placements = order.placements.then(Cost::in_reading_order);
        let scales = [cost, placements].map(|cost| Some(Scale::new(cost?, cancel)));
        Self { order, prover: Prover::new(order.prover), scales }
    }

    /// The puzzles of attempts that have drawn their random numbers.
    fn finished(&mut self, drafts: Vec<Draft>) -> Made {
        let id = self.order.prover.info.id;
        let made = self.prover.finish(drafts).map_err(|wrong| Unmade::WrongProof(id, wrong))?;
        made.into_iter().map(|made| self.wanted(made)).collect()
    }

    /// The puzzle of the next attempt.
    fn attempted(&mut self, generator: &mut Generator) -> Made {
        let mut made = generator.attempt();
        if let (true, Some((cost, range)), Some(start), [Some(scale), _]) =
            (self.order.climb, &self.order.range, made, &mut self.scales)
        {
            made = generator
                .climb(start, range, cost.moves(), |entry, most| scale.weigh(entry, most))?;
        }
        Ok(vec![self.wanted(made)?])
    }

    /// A puzzle, if its cost is in the range.
    fn wanted(&mut self, made: Option<KnownPuzzle>) -> Result<Option<KnownPuzzle>, Unmade> {
        let Some(mut entry) = made else { return Ok(None) };
        if let (Some((_, range)), [Some(scale), _]) = (&self.order.range, &mut self.scales) {
            let cost = scale.weigh(&entry, range.end)?;
            if !cost.is_some_and(|cost| range.contains(&cost)) {
                return Ok(None);
            }
        }
        if !self.order.arrange {
            self.measure(&mut entry)?;
        }
        Ok(Some(entry))
    }

    /// Counts the placements, if they are wanted.
    fn measure(&mut self, entry: &mut KnownPuzzle) -> Result<(), Unmade> {
        if let [_, Some(scale)] = &mut self.scales {
            entry.placements = scale.weigh(entry, u64::MAX)?;
        }
        Ok(())
    }
}

/// Weighs puzzles, until it is cancelled.
struct Scale {
    /// The solver that counts placements; `None` for guesses.
    by: Option<(&'static Entry, Session)>,
    cancel: Arc<AtomicBool>,
}

impl Scale {
    fn new(cost: Cost, cancel: &Arc<AtomicBool>) -> Self {
        let by = match cost {
            Cost::Placements(solver) => Some((solver, solver.start())),
            Cost::Guesses => None,
        };
        let cancelled = |(solver, mut session): (_, Session)| {
            session.cancelled_by(cancel.clone());
            (solver, session)
        };
        Self { by: by.map(cancelled), cancel: cancel.clone() }
    }

    /// The cost of a puzzle; `None` when it reaches the limit, or the puzzle cannot be searched
    /// because its clues contradict each other.
    ///
    /// # Errors
    ///
    /// When the solver does not find the solution that the generator knows.
    fn weigh(&mut self, entry: &KnownPuzzle, limit: u64) -> Result<Option<u64>, Unmade> {
        /// Some seconds: far more than any minimal puzzle needs.
        const STEPS: u64 = 10_000_000;
        let puzzle = match Puzzle::try_from(entry.grid) {
            Ok(puzzle) if !self.cancel.load(Relaxed) => puzzle,
            _ => return Ok(None),
        };
        let Some((solver, session)) = &mut self.by else {
            return Ok(guesses(&entry.grid, STEPS).filter(|guesses| *guesses < limit));
        };
        let mut calls = limit;
        let run = loop {
            let run = session.tally(&puzzle, Goal::First, Limits::calls(calls));
            if run.counts.placements >= limit {
                return Ok(None);
            }
            match run.outcome {
                Outcome::Stopped(Stop::Cancelled) => return Ok(None),
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
            return Err(Unmade::WrongAnswer(solver.info.id, entry.grid));
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
        // 4208 placements in 6428 calls.
        let solver = listed("brute-scan/three-loops").unwrap();
        let mut scale = Scale::new(Cost::Placements(solver), &Arc::default());
        for (limit, expected) in
            [(1, None), (4208, None), (4209, Some(4208)), (u64::MAX, Some(4208))]
        {
            assert_eq!(scale.weigh(&entry, limit), Ok(expected), "{limit}");
        }
        let lies = KnownPuzzle { solution: None, ..entry };
        let wrong = Unmade::WrongAnswer(solver.info.id, entry.grid);
        assert_eq!(scale.weigh(&lies, u64::MAX), Err(wrong));
        scale.cancel.store(true, Relaxed);
        assert_eq!(scale.weigh(&entry, u64::MAX), Ok(None));
    }
}
