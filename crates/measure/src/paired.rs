//! The paired runner: all solvers go over the same few puzzles in turn, in a random order.
//!
//! A shared machine changes its speed from second to second, and a solver that is measured in one
//! stretch is measured at the speed of that stretch. Here the puzzles are cut into short blocks.
//! All lanes (solvers, and second copies of a solver) go over a block one after the other, within a
//! fraction of a second, before the next block begins. So a slow moment slows all lanes on a block
//! and hardly changes their ratios.
//!
//! A block is repeated only after all other blocks. A processor that runs the same few puzzles
//! again and again learns to predict their branches, and its times then say nothing about puzzles
//! that it has not seen.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use sudoku_core::Random;

use crate::Elapsed;

/// How long a turn lasts, and when a race ends. A turn is one lane's run over one block.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Seeds the random order of the lanes in a round.
    pub seed: u64,
    /// The length of a turn of the fastest lane: a block has as many puzzles as it solves in this
    /// time, and at least one; fewer where the slowest lane would take more than `span` times as
    /// long, as a bridge between leagues may.
    pub turn: Duration,
    /// The slowest lane may take at most this many times `turn` on a block of several puzzles.
    pub span: f64,
    /// True if the lanes may go over their puzzles more than once within a turn where all puzzles
    /// together do not fill it. The processor then learns the branches of these puzzles.
    pub again: bool,
    /// CPU time of a race. Every block is visited once however long that takes; a further visit
    /// that would exceed this time is not begun.
    pub time: Duration,
}

/// Puzzles that are run by the same lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleGroup {
    /// The numbers of the lanes, from 0.
    pub lanes: Vec<usize>,
    /// The numbers of the puzzles, from 0.
    pub puzzles: Range<usize>,
}

/// The time of one turn: one lane on one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How often the block had been visited before this round.
    pub visit: u32,
    /// The number of the block, from 0.
    pub block: u32,
    /// The place of this turn in the round, from 0.
    pub turn: u32,
    /// The number of the lane, from 0.
    pub lane: usize,
    /// The puzzles of the block.
    pub puzzles: Range<usize>,
    /// How often the lane went over the block: once, unless all puzzles together do not fill a
    /// turn. Then all lanes go over it equally often, and a lane that still does not fill a turn
    /// goes over it more often.
    pub passes: u64,
    /// The time of all these passes together.
    pub elapsed: Elapsed,
}

/// The greatest number of visits to a block, and [`FEWEST`], the least where all puzzles are one
/// block: the spread of these visits is then all that is known of the noise.
const MOST: u32 = 50;
const FEWEST: u32 = 3;

/// Runs lanes over puzzles, block by block, and returns the readings in the order in which they
/// were taken. A block has puzzles of one group and is run by the lanes of that group. `run(lane,
/// puzzles, passes)` makes a lane go over these puzzles `passes` times and returns the time.
///
/// Unless there is a single group and `rules.again` is true, a group that does not fill a turn is a
/// short block with one pass per visit: with more, the processor would learn its branches.
///
/// # Panics
///
/// When there is no group, or one without lanes or puzzles.
pub fn race(
    groups: &[PuzzleGroup],
    rules: &Rules,
    run: impl FnMut(usize, Range<usize>, u64) -> Elapsed,
) -> Vec<Reading> {
    assert!(!groups.is_empty(), "without a group there is no race");
    let mut track = Track { random: Random::seeded(rules.seed), spent: Duration::ZERO, run };
    let again = rules.again && groups.len() == 1;
    let mut blocks: Vec<Block> = Vec::new();
    for group in groups {
        blocks.extend(track.measure_out(group, rules, again));
    }
    let alone = blocks.len() == 1;

    let mut readings = Vec::new();
    for visit in 0..MOST {
        let before = readings.len();
        for (number, block) in (0..).zip(&mut blocks) {
            if let Some(mut first) = block.first.take() {
                for reading in &mut first {
                    reading.block = number;
                }
                readings.extend(first);
            } else {
                readings.extend(track.round(visit, number, block));
            }
        }
        let visit_took: Duration =
            readings[before..].iter().map(|reading| reading.elapsed.cpu).sum();
        let over = track.spent + visit_took > rules.time;
        if over && (!alone || visit + 1 >= FEWEST) {
            break;
        }
    }
    readings
}

/// Puzzles that a lane goes over in one turn.
struct Block {
    puzzles: Range<usize>,
    /// The lanes, in the order of the last round, each with its number of passes over the puzzles.
    order: Vec<(usize, u64)>,
    /// The readings of the first visit, if the block was run already when its size was determined.
    first: Option<Vec<Reading>>,
}

/// The state of a race: its random numbers, the CPU time spent so far, and the function that runs a
/// lane.
struct Track<R> {
    random: Random,
    spent: Duration,
    run: R,
}

impl<R: FnMut(usize, Range<usize>, u64) -> Elapsed> Track<R> {
    /// Runs every lane once over a block, in random order.
    fn round(&mut self, visit: u32, number: u32, block: &mut Block) -> Vec<Reading> {
        let Block { puzzles, order, .. } = block;
        self.random.shuffle(order);
        let mut readings = Vec::with_capacity(order.len());
        for (turn, &(lane, passes)) in (0..).zip(&*order) {
            let levels = self.random.below(STACK_LEVELS);
            let elapsed = deeper(levels, &mut || (self.run)(lane, puzzles.clone(), passes));
            self.spent += elapsed.cpu;
            let (block, puzzles) = (number, puzzles.clone());
            readings.push(Reading { visit, block, turn, lane, puzzles, passes, elapsed });
        }
        readings
    }

    /// Cuts a group into blocks: each has as many puzzles, and gets as many passes, as the fastest
    /// lane needs to fill a turn. There are several passes only if `again` is true and all puzzles
    /// together are too few. `span` limits both; a lane that then does not fill its turn makes
    /// further passes, so that its caches are as warm, and reading the clock weighs as little, as
    /// beside faster lanes.
    fn measure_out(&mut self, group: &PuzzleGroup, rules: &Rules, again: bool) -> Vec<Block> {
        let PuzzleGroup { lanes, puzzles: Range { start, end } } = group;
        assert!(!lanes.is_empty() && start < end, "{group:?} is no race");
        let turn = rules.turn;
        let all = end - start;
        let turns = |took: Duration| turn.as_nanos().div_ceil(took.as_nanos().max(1)) as u64;
        let (mut size, mut passes) = (1, 1);
        let first = loop {
            let puzzles = *start..start + size;
            let order = lanes.iter().map(|&lane| (lane, passes)).collect();
            let mut block = Block { puzzles, order, first: None };
            let readings = self.round(0, 0, &mut block);
            let shortest =
                readings.iter().map(|reading| reading.elapsed.cpu).min().unwrap_or_default();
            let longest =
                readings.iter().map(|reading| reading.elapsed.cpu).max().unwrap_or_default();
            let room = turn.mul_f64(rules.span).as_nanos() / longest.as_nanos().max(1);
            let lacking = turns(shortest).min(room as u64);
            if lacking <= 1 {
                break readings;
            }
            if size < all {
                size = size.saturating_mul(lacking as usize).min(all);
            } else if again {
                // The first passes are slow, because nothing is in a cache yet. So the number of
                // passes is approached in steps.
                passes *= lacking;
            } else {
                break readings;
            }
        };
        let goes_on = again && size == all;
        let more = |reading: &Reading| if goes_on { turns(reading.elapsed.cpu) } else { 1 };
        let order: Vec<(usize, u64)> =
            first.iter().map(|reading| (reading.lane, passes * more(reading))).collect();
        let block = |part: Range<usize>| {
            let puzzles = start + part.start..start + part.end;
            Block { puzzles, order: order.clone(), first: None }
        };
        let mut blocks: Vec<Block> = evenly(all, size).into_iter().map(block).collect();
        // A block of one puzzle that was run once with one pass has had its first visit.
        let once = size == 1 && order.iter().all(|&(_, passes)| passes == 1);
        blocks[0].first = once.then_some(first);
        blocks
    }
}

/// Splits the puzzles into blocks of about this size, none much smaller than the others.
fn evenly(puzzles: usize, size: usize) -> Vec<Range<usize>> {
    let blocks = (puzzles / size).max(1);
    (0..blocks).map(|at| at * puzzles / blocks..(at + 1) * puzzles / blocks).collect()
}

/// The number of stack frames below which a reading may begin, chosen at random. A frame takes a
/// hundred bytes or so, so the range is more than a page.
const STACK_LEVELS: u64 = 64;

/// Calls a function this many frames further down the stack. The address at which the stack of a
/// process begins is random and fixed for its lifetime; a solver whose frames happen to lie badly
/// would be slow throughout the run. So every reading uses another random depth.
fn deeper<T>(levels: u64, run: &mut dyn FnMut() -> T) -> T {
    let room = black_box([0_u8; 48]);
    let result = if levels == 0 { run() } else { deeper(levels - 1, run) };
    black_box(&room);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules {
        seed: 1,
        turn: Duration::from_micros(100),
        span: 100.0,
        again: true,
        time: Duration::from_millis(100),
    };

    /// One group: all lanes over all puzzles.
    fn all(lanes: usize, puzzles: usize) -> [PuzzleGroup; 1] {
        [PuzzleGroup { lanes: (0..lanes).collect(), puzzles: 0..puzzles }]
    }

    fn took(cpu_ns: u64) -> Elapsed {
        let cpu = Duration::from_nanos(cpu_ns);
        Elapsed { cpu, wall: cpu }
    }

    /// The time of a lane that takes `ns` nanoseconds for every puzzle.
    fn steady(ns: u64) -> impl Fn(&Range<usize>, u64) -> Elapsed {
        move |puzzles, passes| took(puzzles.len() as u64 * passes * ns)
    }

    #[test]
    fn every_visit_takes_every_lane_over_every_puzzle_once() {
        let readings = race(&all(3, 1000), &RULES, |lane, puzzles, passes| {
            steady([10_000, 300, 5000][lane])(&puzzles, passes)
        });
        let visits = readings.last().unwrap().visit + 1;
        assert!(visits > 2, "there was time for more than {visits}");
        for visit in 0..visits {
            for lane in 0..3 {
                let ours = readings
                    .iter()
                    .filter(|reading| reading.visit == visit && reading.lane == lane);
                assert!(ours.flat_map(|reading| reading.puzzles.clone()).eq(0..1000));
            }
        }
        for round in readings.chunks(3) {
            let mut lanes: Vec<usize> = round.iter().map(|reading| reading.lane).collect();
            lanes.sort_unstable();
            assert_eq!(lanes, [0, 1, 2]);
            let same = |reading: &Reading| {
                (reading.visit, reading.block, reading.puzzles.clone(), reading.passes)
            };
            assert!(round.iter().all(|reading| same(reading) == same(&round[0])));
        }
        assert!(
            readings.iter().all(|reading| reading.passes == 1 && reading.elapsed.cpu >= RULES.turn)
        );
    }

    #[test]
    fn a_block_comes_back_when_all_others_have_passed() {
        let readings =
            race(&all(2, 1000), &RULES, |_, puzzles, passes| steady(1000)(&puzzles, passes));
        let blocks: Vec<u32> = readings.iter().step_by(2).map(|reading| reading.block).collect();
        let all = blocks.iter().max().unwrap() + 1;
        assert_eq!(all, 10, "a turn takes a hundred puzzles");
        assert!(blocks.into_iter().eq((0..all).cycle().take(readings.len() / 2)));
    }

    #[test]
    fn long_searches_are_blocks_of_their_own_and_none_is_run_twice() {
        let mut runs = 0;
        let readings = race(&all(2, 7), &RULES, |_, puzzles, passes| {
            runs += 1;
            steady(60_000_000)(&puzzles, passes)
        });
        assert_eq!((readings.len(), runs), (2 * 7, 2 * 7), "one visit, and nothing thrown away");
        assert!(readings.iter().all(|reading| reading.puzzles.len() == 1));
    }

    #[test]
    fn no_visit_is_begun_that_would_end_too_late() {
        // A visit takes 14 ms; determining the size of a block takes no time.
        let visits = |ms| {
            let rules = Rules { time: Duration::from_millis(ms), ..RULES };
            let readings =
                race(&all(2, 7), &rules, |_, puzzles, passes| steady(1_000_000)(&puzzles, passes));
            readings.last().unwrap().visit + 1
        };
        assert_eq!([0, 14, 27, 28, 41, 42].map(visits), [1, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn too_few_puzzles_for_a_turn_are_gone_over_again_and_again() {
        let mut first = true;
        let readings = race(&all(2, 3), &RULES, |_, puzzles, passes| {
            let cold = if std::mem::take(&mut first) { 50_000 } else { 0 };
            took(cold + puzzles.len() as u64 * passes * 100)
        });
        assert!(
            readings.iter().all(|reading| (reading.puzzles.clone(), reading.block) == (0..3, 0))
        );
        assert!(readings.iter().all(|reading| reading.passes == 334), "{:?}", readings[0]);
        assert!(readings.len() as u32 > 2 * FEWEST);

        let rules = Rules { time: Duration::ZERO, ..RULES };
        let hurried = race(&all(2, 3), &rules, |_, puzzles, passes| steady(100)(&puzzles, passes));
        assert_eq!(hurried.len() as u32, 2 * FEWEST);
    }

    #[test]
    fn fast_lanes_repeat_until_their_turn_is_full() {
        let readings = race(&all(3, 1), &RULES, |lane, puzzles, passes| {
            steady([100, 20_000, 1_000_000][lane])(&puzzles, passes)
        });
        let passes = readings.iter().map(|reading| (reading.lane, reading.passes));
        let passes: std::collections::BTreeSet<_> = passes.collect();
        assert!(passes.into_iter().eq([(0, 1000), (1, 10), (2, 10)]));
    }

    #[test]
    fn orders_differ_from_round_to_round_and_repeat_with_the_seed() {
        let order = |seed| -> Vec<usize> {
            let rules = Rules { seed, ..RULES };
            let readings =
                race(&all(5, 40), &rules, |_, puzzles, passes| steady(100_000)(&puzzles, passes));
            readings.iter().map(|reading| reading.lane).collect()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let first_turns: std::collections::BTreeSet<usize> =
            order(1).chunks(5).map(|round| round[0]).collect();
        assert_eq!(first_turns.len(), 5, "everybody comes first at some time");
    }

    #[test]
    fn passes_start_at_varied_stack_offsets() {
        let mut places = std::collections::BTreeSet::new();
        race(&all(2, 1000), &RULES, |_, puzzles, passes| {
            let here = 0_u8;
            places.insert(std::ptr::from_ref(black_box(&here)).addr());
            steady(1000)(&puzzles, passes)
        });
        assert!(places.len() > 30, "{places:?}");
        assert!(places.last().unwrap() - places.first().unwrap() > 2048);
    }

    #[test]
    fn only_lanes_of_a_group_run_its_block() {
        let groups = [
            PuzzleGroup { lanes: vec![0, 1, 2], puzzles: 0..500 },
            PuzzleGroup { lanes: vec![0, 2], puzzles: 500..503 },
            PuzzleGroup { lanes: vec![1], puzzles: 503..504 },
        ];
        let readings = race(&groups, &RULES, |lane, puzzles, passes| {
            steady([1000, 2000, 3000][lane])(&puzzles, passes)
        });
        let visits = readings.last().unwrap().visit + 1;
        assert!(visits > 1);
        for (visit, lane) in (0..visits).flat_map(|visit| (0..3).map(move |lane| (visit, lane))) {
            let ours =
                readings.iter().filter(|reading| reading.visit == visit && reading.lane == lane);
            let theirs = groups.iter().filter(|group| group.lanes.contains(&lane));
            let theirs = theirs.flat_map(|group| group.puzzles.clone());
            assert!(ours.flat_map(|reading| reading.puzzles.clone()).eq(theirs), "{visit} {lane}");
        }
        assert!(
            readings.iter().all(|reading| reading.passes == 1),
            "a short block is not learnt by heart"
        );
        let block = |at: usize| {
            readings.iter().find(|reading| reading.puzzles.contains(&at)).unwrap().block
        };
        assert_eq!([block(0), block(499), block(500), block(503)], [0, 4, 5, 6]);
    }

    #[test]
    fn blocks_are_even() {
        assert_eq!(evenly(10, 3), [0..3, 3..6, 6..10]);
        assert_eq!(evenly(5, 3), std::slice::from_ref(&(0..5)));
        assert_eq!(evenly(2, 3), std::slice::from_ref(&(0..2)));
    }
}
