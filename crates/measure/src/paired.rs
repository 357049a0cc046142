//! The paired runner: all solvers go over the same few puzzles in turn, in a random order.
//!
//! A machine that others use too changes its speed from second to second. A solver that is measured
//! in one stretch is measured at the speed of that stretch. Here the puzzles are cut into short
//! blocks; all lanes go over a block one after the other, within a fraction of a second, and only
//! then comes the next block. A slow moment slows all lanes on a block, and leaves the ratios
//! alone.
//!
//! A block comes back only after all other blocks have passed. A processor that meets the same few
//! puzzles again and again learns their branches by heart; its times then say nothing about puzzles
//! that it has not seen.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use sudoku_core::Random;

use crate::Elapsed;

/// How long a turn is, and how long to go on.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Decides the order within the rounds.
    pub seed: u64,
    /// A block has as many puzzles as take the fastest lane this long, and at least one; fewer where
    /// the slowest lane would take more than `span` times as long, as a bridge between leagues may.
    pub turn: Duration,
    /// The slowest lane may take at most this many turns' length over a block of several puzzles.
    pub span: f64,
    /// True where the lanes may go over their puzzles more than once within a turn, if all of them
    /// together do not fill it; the processor then learns the branches of these puzzles.
    pub again: bool,
    /// Every puzzle is visited once, whatever that takes; no further visit is begun that would end
    /// after this much CPU time.
    pub time: Duration,
}

/// Puzzles that the same lanes go over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleGroup {
    /// The lanes, from 0.
    pub lanes: Vec<usize>,
    /// The puzzles, from 0.
    pub puzzles: Range<usize>,
}

/// One lane on one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How often the block had been visited before.
    pub visit: u32,
    /// The block, from 0.
    pub block: u32,
    /// When in the round it was the lane's turn, from 0.
    pub turn: u32,
    /// The lane, from 0.
    pub lane: usize,
    /// The puzzles of the block.
    pub puzzles: Range<usize>,
    /// How often the lane went over them: once, unless all puzzles together do not fill a turn. Then
    /// as often as every other lane, or more where that does not fill a turn either.
    pub passes: u64,
    /// How long that took.
    pub elapsed: Elapsed,
}

/// At most this many visits, and where all puzzles are one block at least [`FEWEST`]: their
/// spread is then all that is known of the noise.
const MOST: u32 = 50;
const FEWEST: u32 = 3;

/// Runs lanes over puzzles, block by block, and returns the readings in the order in which they were
/// run. A block has puzzles of one group and is run by the lanes of that group. `run(lane, puzzles,
/// passes)` lets a lane go over these puzzles that often and says how long it took.
///
/// A group that is too short for a turn is a short block, run once like the others: if it were
/// repeated, the processor would learn its branches.
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

/// Puzzles that are gone over in one turn.
struct Block {
    puzzles: Range<usize>,
    /// The lanes, in the order of the last round, and how often each goes over the puzzles.
    order: Vec<(usize, u64)>,
    /// The first round, if it has been run already, to find the size of the blocks.
    first: Option<Vec<Reading>>,
}

/// How long the lanes have run so far.
struct Track<R> {
    random: Random,
    spent: Duration,
    run: R,
}

impl<R: FnMut(usize, Range<usize>, u64) -> Elapsed> Track<R> {
    /// Every lane once over a block.
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

    /// The blocks of a group: each of as many puzzles, and with as many passes over them, as fill a
    /// turn of the fastest lane. There is more than one pass only if all puzzles together are too
    /// few, and if that is wanted. A slow lane ends their growth early (`span`). A lane that then
    /// does not fill a turn makes further passes alone, so that its caches are as warm and its
    /// clock readings as few as beside faster lanes.
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
                // The first passes are slow: nothing is in a cache yet. So passes grow to their
                // number.
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
        // If a block is a single puzzle, the round that found the size was the first visit to the
        // first block.
        let once = size == 1 && order.iter().all(|&(_, passes)| passes == 1);
        blocks[0].first = once.then_some(first);
        blocks
    }
}

/// The puzzles in blocks of about this size, none much smaller than the others.
fn evenly(puzzles: usize, size: usize) -> Vec<Range<usize>> {
    let blocks = (puzzles / size).max(1);
    (0..blocks).map(|at| at * puzzles / blocks..(at + 1) * puzzles / blocks).collect()
}

/// How far down the stack a reading may begin, in steps of a hundred bytes or so: over a page.
const STACK_LEVELS: u64 = 64;

/// Runs something further down the stack. Where the stack of a process begins is decided by chance,
/// once; a solver whose frames then lie badly to each other would be slow throughout. Here every
/// reading begins at a random place.
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

    /// All lanes over all puzzles.
    fn all(lanes: usize, puzzles: usize) -> [PuzzleGroup; 1] {
        [PuzzleGroup { lanes: (0..lanes).collect(), puzzles: 0..puzzles }]
    }

    fn took(cpu_ns: u64) -> Elapsed {
        let cpu = Duration::from_nanos(cpu_ns);
        Elapsed { cpu, wall: cpu }
    }

    /// A lane that takes this long for every puzzle.
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
        // A visit takes 14 ms, and finding the size of a block takes no time.
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
    fn who_does_not_fill_a_turn_beside_a_slow_lane_goes_on_alone() {
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
    fn laps_begin_at_many_places_of_the_stack() {
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
    fn a_block_is_run_by_the_lanes_of_its_heat_and_by_no_other() {
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
