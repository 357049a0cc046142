//! [`race`]: all solvers take turns on the puzzles of a set, in one build of the program.
//!
//! A shared machine changes its speed from second to second, and a solver that is measured in one
//! stretch is measured at the speed of that stretch. So every round gives each solver one short
//! turn, in a random order. The set is one shuffled list, and each solver goes on where it stopped:
//! a fast solver goes over it many times, a slow one over a part that differs from build to build.
//! Counts relate the two (`sudoku_judge`).
//!
//! The turn before changes the time of a fast solver. After the turn of another solver its code and
//! its tables are no longer at hand, so a turn begins with other puzzles, untimed. And a processor
//! that meets the same few puzzles again soon has learnt their branches, so where a set is short,
//! enough other puzzles come in between.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use sudoku_core::{Goal, Random};
use sudoku_record::{Elapsed, PairedRow};
use sudoku_registry::Entry;

use crate::{Case, TimedSolver, Workload};

/// A turn lasts about this long, or for one puzzle.
const TURN: Duration = Duration::from_millis(1);

/// The untimed beginning of a turn.
const WARM_UP: Duration = Duration::from_micros(50);

/// After this much other work, a processor has forgotten the branches of a puzzle
/// (docs/METHODOLOGY.md, "What ran before").
const FORGOTTEN: Duration = Duration::from_millis(2);

/// The least number of puzzles that a build times, where these take at most [`LONG`].
const LEAST: usize = 8;
const LONG: Duration = Duration::from_millis(160);

/// The least number of turns of a build, or of visits to a set that does not fill a turn: the slower half
/// of the visits does not count.
const VISITS: u32 = 4;

/// The seed of the order of the puzzles, the same in all builds.
const ORDER: u64 = 1;

/// One of several builds of the same program, whose functions lie at other addresses in each.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// The number of the build, from 1.
    pub number: usize,
    /// How many builds there are.
    pub of: usize,
}

/// Lets the solvers of a workload take turns on its puzzles until each has run for the same CPU time,
/// and with them the twin of the first, its second copy among `copies`. All together they take `time`
/// for each. A slow solver still times 8 puzzles, or as many as it solves in 160 ms, or one, and the
/// others get less; a fast one still has four turns, or visits each puzzle four times. At the end, a
/// row without puzzles shows what an empty turn takes; this is taken off the time of every turn.
///
/// # Panics
///
/// When an answer is wrong, or differs from an earlier one; when a solver does other work than in a
/// fresh session; when the workload has no solver or no puzzle.
pub fn race<'a>(
    workload: &Workload,
    copies: impl IntoIterator<Item = &'a Entry>,
    time: Duration,
    build: Build,
) -> Vec<PairedRow> {
    let workload = &workload.clone().shuffled();
    let first = workload.solvers[0];
    let mut contestants: Vec<(usize, &Entry, bool)> =
        workload.solvers.iter().enumerate().map(|(at, entry)| (at, *entry, false)).collect();
    let twin = copies.into_iter().find(|entry| entry.info.id == first.info.id);
    contestants.extend(twin.map(|entry| (0, entry, true)));
    let courses: Vec<Workload> = contestants.iter().map(|(at, ..)| workload.of(&[*at])).collect();
    let others = Workload::in_between(&workload.corpus, workload.goal);
    let mut runners: Vec<Runner<'_>> = Vec::new();
    for (course, &(_, entry, is_twin)) in courses.iter().zip(&contestants) {
        let blocks = is_twin.then(|| runners[0].blocks.clone());
        runners.push(Runner::new(course, &others, entry, blocks, build));
    }

    let least = runners.iter().map(|runner| runner.pace * runner.least() as u32).collect();
    let time = fair(time * runners.len() as u32, least);
    let empty = runners[0].empty();
    let mut random = Random::seeded(build.number as u64);
    let mut order: Vec<usize> = (0..runners.len()).collect();
    for round in 0.. {
        order.retain(|&at| runners[at].goes_on(time));
        if order.is_empty() {
            break;
        }
        random.shuffle(&mut order);
        for (turn, &at) in (0..).zip(&order) {
            let levels = random.below(STACK_LEVELS);
            let row = deeper(levels, &mut || runners[at].turn(empty));
            runners[at].rows.push(PairedRow { round: Some(round), turn, ..row });
        }
    }
    let row = PairedRow { build: build.number as u64, ..PairedRow::default() };
    let row = PairedRow { corpus: workload.corpus.clone(), ..row };
    let mut rows = Vec::new();
    for (runner, (_, entry, twin)) in runners.iter_mut().zip(&contestants) {
        // Every build and twin has the same code, so one of them shows whether it remembers.
        if build.number == 1 && !twin {
            runner.timed.check_work(entry);
        }
        let of_race = |turn| PairedRow {
            build: row.build,
            corpus: row.corpus.clone(),
            solver: entry.info.id.to_owned(),
            twin: *twin,
            ..turn
        };
        rows.extend(runner.rows.drain(..).map(of_race));
    }
    let ns = empty.as_nanos() as u64;
    rows.push(PairedRow { solver: first.info.id.to_owned(), cpu_ns: ns, wall_ns: ns, ..row });
    rows
}

/// A solver on its way through the list.
struct Runner<'a> {
    course: &'a Workload,
    timed: TimedSolver<'a>,
    others: TimedSolver<'a>,
    blocks: Vec<Range<usize>>,
    /// The block at which this build begins.
    first: usize,
    turns: usize,
    puzzles: usize,
    /// CPU time for a puzzle, and for all turns with their untimed parts.
    pace: Duration,
    spent: Duration,
    /// CPU time since the first block was begun the last time; before the first turn, that of all
    /// blocks, so that first turns begin as later ones do.
    pass: Duration,
    /// The time of the first block, if it was run to find out the pace.
    known: Option<Elapsed>,
    /// The turns so far.
    rows: Vec<PairedRow>,
}

impl<'a> Runner<'a> {
    /// Finds out how many puzzles fill a turn, and cuts the list into blocks of that number; a twin
    /// gets those of its solver.
    fn new(
        course: &'a Workload,
        others: &'a Workload,
        entry: &Entry,
        blocks: Option<Vec<Range<usize>>>,
        build: Build,
    ) -> Self {
        let all = course.puzzles.len();
        let mut timed = TimedSolver::new(course, entry);
        let start =
            if all < build.of { build.number % all } else { (build.number - 1) * all / build.of };
        let (mut size, mut took) = (1, timed.over(start..start + 1, 1));
        while took.cpu < TURN / 4 && start + size < all {
            size = (4 * size).min(all - start);
            took = timed.over(start..start + size, 1);
        }
        let pace = took.cpu / size as u32;
        let fits = (TURN.as_nanos() / pace.as_nanos().max(1)).max(1) as usize;
        let blocks = blocks.unwrap_or_else(|| cut(all, fits, build.of));
        let first = blocks.iter().position(|block| block.contains(&start)).unwrap_or(0);
        // The probe is a turn only if one puzzle fills it: a shorter one began cold.
        let fills = size == 1 && took.cpu >= TURN / 4;
        let known = (fills && blocks[first] == (start..start + size)).then_some(took);
        Self {
            course,
            timed,
            others: TimedSolver::new(others, entry),
            blocks,
            first,
            turns: 0,
            puzzles: 0,
            pace,
            spent: Duration::ZERO,
            pass: pace * all as u32,
            known,
            rows: Vec::new(),
        }
    }

    /// The number of puzzles that a build times in any case.
    fn least(&self) -> usize {
        let within = |time: Duration| (time.as_nanos() / self.pace.as_nanos().max(1)) as usize;
        let visits = within(VISITS * TURN).min(VISITS as usize * self.course.puzzles.len());
        within(LONG).min(LEAST).max(visits).max(1)
    }

    /// True if there is time for a turn, or too little was timed.
    fn goes_on(&self, time: Duration) -> bool {
        self.spent < time && self.spent + self.pace <= time.max(LONG) || self.puzzles < self.least()
    }

    /// Takes a turn. `empty` is the time of a turn without puzzles.
    fn turn(&mut self, empty: Duration) -> PairedRow {
        let (visit, number) = (self.turns / self.blocks.len(), self.turns % self.blocks.len());
        let number = (self.first + number) % self.blocks.len();
        let puzzles = self.blocks[number].clone();
        let elapsed = self.known.take().unwrap_or_else(|| {
            let warm_up = if self.pace < WARM_UP { WARM_UP } else { Duration::ZERO };
            let begins = self.turns.is_multiple_of(self.blocks.len());
            let forget = FORGOTTEN.saturating_sub(if begins { self.pass } else { FORGOTTEN });
            self.go_over_others(warm_up.max(forget));
            if begins {
                self.pass = Duration::ZERO;
            }
            self.timed.over(puzzles.clone(), 1)
        });
        self.turns += 1;
        self.puzzles += puzzles.len();
        self.spent += elapsed.cpu;
        self.pass += elapsed.cpu;
        let block = &self.course.puzzles[puzzles.clone()];
        let counts = || block.iter().filter_map(|case| case.counts[0]);
        let ns = |time: Duration| time.saturating_sub(empty).as_nanos().max(1) as u64;
        PairedRow {
            visit: visit as u32,
            first: puzzles.start,
            puzzles: block.len(),
            placements: counts().map(|counts| counts.placements).sum(),
            nodes: counts().map(|counts| counts.entered()).sum(),
            cpu_ns: ns(elapsed.cpu),
            wall_ns: ns(elapsed.wall),
            ..PairedRow::default()
        }
    }

    fn go_over_others(&mut self, time: Duration) {
        let mut took = Duration::ZERO;
        while took < time {
            let some = time.saturating_sub(took).as_nanos() / self.pace.as_nanos().max(1);
            took += self.others.on((some as u64).clamp(1, 100)).cpu;
        }
        self.spent += took;
        self.pass += took;
    }

    /// The median time of turns without a puzzle, which is that of reading the clock.
    fn empty(&mut self) -> Duration {
        let mut turns: Vec<Duration> = (0..101).map(|_| self.timed.over(0..1, 0).cpu).collect();
        turns.sort_unstable();
        turns[turns.len() / 2]
    }
}

/// The time of each solver, where all together have this time and some need more than an equal share.
fn fair(all: Duration, mut least: Vec<Duration>) -> Duration {
    least.sort_unstable();
    let (mut left, mut solvers) = (all, least.len() as u32);
    for needed in least.into_iter().rev() {
        if needed <= left / solvers {
            break;
        }
        (left, solvers) = (left.saturating_sub(needed), solvers - 1);
    }
    left / solvers.max(1)
}

/// Cuts a list into blocks of about this size, none much smaller than the others. A build begins at
/// the part of the list that has its number; blocks that are shorter than such a part lie within one.
fn cut(all: usize, size: usize, builds: usize) -> Vec<Range<usize>> {
    let parts = if size * builds <= all { builds } else { 1 };
    let evenly = |Range { start, end }: Range<usize>, number: usize| {
        let at = move |which: usize| start + which * (end - start) / number;
        (0..number).map(move |which| at(which)..at(which + 1))
    };
    let blocks = |part: Range<usize>| {
        let number = (part.len() / size).max(1);
        evenly(part, number)
    };
    evenly(0..all, parts).flat_map(blocks).collect()
}

impl Workload {
    /// The puzzles in the order in which all builds take them.
    fn shuffled(mut self) -> Self {
        Random::seeded(ORDER).shuffle(&mut self.puzzles);
        self
    }

    /// Puzzles that come between those of a set, untimed: quick ones that still need a search.
    fn in_between(corpus: &str, goal: Goal) -> Self {
        let name = if corpus.starts_with("effort-1e3") { "effort-1e2" } else { "effort-1e3" };
        let entries = sudoku_puzzles::find(name).expect("a corpus of the laboratory").entries();
        let case = |entry| {
            let (puzzle, answer) = crate::puzzle_set::asked(entry)?;
            Some(Case { puzzle, answer, counts: Vec::new() })
        };
        let puzzles = entries.iter().filter_map(case).collect();
        Self { corpus: name.to_owned(), goal, solvers: Vec::new(), puzzles }
    }
}

/// The number of stack frames below which a turn may begin, chosen at random. A frame takes a
/// hundred bytes or so, so the range is more than a page.
const STACK_LEVELS: u64 = 64;

/// Calls a function this many frames further down the stack. The address at which the stack of a
/// process begins is random and fixed for its lifetime; a solver whose frames happen to lie badly
/// would be slow throughout the run. So every turn uses another random depth.
fn deeper<T>(levels: u64, run: &mut dyn FnMut() -> T) -> T {
    let room = black_box([0_u8; 48]);
    let result = if levels == 0 { run() } else { deeper(levels - 1, run) };
    black_box(&room);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_slow_solvers_need_is_taken_from_the_others() {
        let fair = |all, least: &[u64]| {
            let least = least.iter().copied().map(Duration::from_millis).collect();
            fair(Duration::from_millis(all), least).as_millis()
        };
        assert_eq!(fair(90, &[1, 2, 30]), 30);
        assert_eq!(fair(90, &[1, 50, 2]), 20);
        assert_eq!(
            fair(90, &[50, 25, 1]),
            15,
            "what the slowest leaves is too little for the next"
        );
        assert_eq!(fair(90, &[80, 80]), 0);
    }

    /// Otherwise a processor still knows the branches of the puzzles, and the solver seems fast.
    #[test]
    fn other_puzzles_come_before_those_that_come_back() {
        let solver = sudoku_registry::find("bitmask-singles/prefill").unwrap();
        let mut course = Workload::in_between("easy", Goal::First);
        course.puzzles.truncate(3);
        course.puzzles.iter_mut().for_each(|case| case.counts = vec![None]);
        let others = Workload::in_between("easy", Goal::First);
        let mut runner = Runner::new(&course, &others, solver, None, Build { number: 1, of: 1 });
        let mut pass = runner.pass;
        for visit in 0..3 {
            let before = runner.spent;
            let row = runner.turn(Duration::ZERO);
            let took = Duration::from_nanos(row.cpu_ns);
            let untimed = runner.spent.saturating_sub(before + took);
            assert_eq!((row.puzzles, row.visit), (3, visit));
            assert!(untimed + pass >= FORGOTTEN, "visit {visit}: {untimed:?}");
            pass = took;
        }
    }

    #[test]
    fn slow_solvers_time_few_puzzles_and_fast_ones_visit_each_several_times() {
        let solver = sudoku_registry::find("bitmask-singles/prefill").unwrap();
        let mut course = Workload::in_between("easy", Goal::First);
        course.puzzles.truncate(30);
        let others = Workload::in_between("easy", Goal::First);
        let mut runner = Runner::new(&course, &others, solver, None, Build { number: 1, of: 1 });
        let least = [1, 100, 400, 2_000, 40_000, 200_000].map(|micros| {
            runner.pace = Duration::from_micros(micros);
            runner.least()
        });
        assert_eq!(least, [4 * 30, 40, 10, 8, 4, 1], "four turns of 1 ms, 8 puzzles, 160 ms");
    }

    #[test]
    fn blocks_are_even_and_those_shorter_than_a_part_lie_within_one() {
        let shape = |all, size, builds| {
            let blocks = cut(all, size, builds);
            assert!(blocks.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((blocks[0].start, blocks[blocks.len() - 1].end), (0, all));
            blocks.iter().map(Range::len).collect::<Vec<_>>()
        };
        assert_eq!(shape(10, 2, 3), [3, 3, 2, 2], "parts of 3, 3 and 4 puzzles");
        assert_eq!(shape(10, 4, 3), [5, 5], "each build has all of it");
        assert_eq!(shape(10, 99, 3), [10]);
        assert_eq!(shape(4, 1, 2), [1; 4]);
        assert_eq!(shape(1, 1, 24), [1], "the smallest set there is");
    }
}
