//! The paired runner: everybody runs in turn, in short rounds, in a random order.
//!
//! A machine that others use too changes its speed from second to second. Whoever is measured in
//! one block is measured at the speed of that block. Here every round measures everybody within a
//! fraction of a second, and only times of the same round are compared with each other: a slow
//! moment slows the whole round and leaves the ratios alone.

use std::hint::black_box;
use std::time::Duration;

use sudoku_core::Random;

use crate::Elapsed;
use crate::stats::bootstrap_median;

/// How long to go on.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Decides the order within the rounds.
    pub seed: u64,
    /// A lane makes as many passes in a round as fill this time, and at least one.
    pub batch: Duration,
    /// No round is begun after this much CPU time.
    pub time: Duration,
    /// At least so many rounds, whatever they take.
    pub min_rounds: u32,
    /// At most so many rounds.
    pub max_rounds: u32,
    /// Enough is known when every ratio is known to within this share on either side.
    pub narrow: f64,
}

/// One lane in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lap {
    /// The round, from 0.
    pub round: u32,
    /// When in the round it was the lane's turn, from 0.
    pub turn: u32,
    /// The lane, from 0.
    pub lane: usize,
    /// How many passes were made.
    pub passes: u64,
    /// How long they took together.
    pub elapsed: Elapsed,
}

/// Runs lanes against each other. `run(lane, passes)` makes so many passes and says how long they
/// took. Ratios are taken to lane `reference`; the race ends early when all of them are narrow.
pub fn race(
    lanes: usize,
    reference: usize,
    rules: &Rules,
    mut run: impl FnMut(usize, u64) -> Elapsed,
) -> Vec<Lap> {
    let mut random = Random::seeded(rules.seed);
    let mut spent = Duration::ZERO;
    let passes: Vec<u64> = (0..lanes)
        .map(|lane| {
            // The first pass is slow: nothing is in a cache yet. So the batch grows to its size.
            let mut passes = 1;
            loop {
                let took = run(lane, passes).cpu.max(Duration::from_nanos(1));
                spent += took;
                let wanted = rules.batch.as_nanos() * u128::from(passes);
                let wanted = wanted.div_ceil(took.as_nanos()).max(1) as u64;
                if wanted <= passes + passes / 4 {
                    break wanted;
                }
                passes = wanted;
            }
        })
        .collect();

    let mut laps = Vec::new();
    let mut order: Vec<usize> = (0..lanes).collect();
    for round in 0..rules.max_rounds {
        if round >= rules.min_rounds
            && (spent >= rules.time || narrow(&laps, lanes, reference, rules))
        {
            break;
        }
        random.shuffle(&mut order);
        for (turn, &lane) in order.iter().enumerate() {
            let levels = random.below(STACK_LEVELS);
            let elapsed = deeper(levels, &mut || run(lane, passes[lane]));
            spent += elapsed.cpu;
            laps.push(Lap { round, turn: turn as u32, lane, passes: passes[lane], elapsed });
        }
    }
    laps
}

/// How far down the stack a lap may begin, in steps of a hundred bytes or so: over a page.
const STACK_LEVELS: u64 = 64;

/// Runs something further down the stack. Where the stack of a process begins is decided by
/// chance, once; a solver whose frames then lie badly to each other would be slow throughout. Here
/// every lap draws anew.
fn deeper<T>(levels: u64, run: &mut dyn FnMut() -> T) -> T {
    let room = black_box([0_u8; 48]);
    let result = if levels == 0 { run() } else { deeper(levels - 1, run) };
    black_box(&room);
    result
}

/// True when every ratio is known well enough. Asked at every eighth round: the answer costs time
/// and must not be sought so often that it is found by luck.
fn narrow(laps: &[Lap], lanes: usize, reference: usize, rules: &Rules) -> bool {
    let rounds = laps.len() / lanes;
    let asked = rounds >= 8 && rounds.is_multiple_of(8);
    asked
        && (0..lanes).filter(|&lane| lane != reference).all(|lane| {
            let ratio = bootstrap_median(&lap_ratios(laps, lane, reference), 0.95, 200, rules.seed);
            ratio.high - ratio.low < 2.0 * rules.narrow * ratio.point
        })
}

/// The ratios of two lanes, round by round.
fn lap_ratios(laps: &[Lap], lane: usize, reference: usize) -> Vec<f64> {
    let per_pass = |lap: &Lap| lap.elapsed.cpu.as_nanos() as f64 / lap.passes as f64;
    let of = |wanted: usize| laps.iter().filter(move |lap| lap.lane == wanted).map(per_pass);
    of(lane).zip(of(reference)).map(|(ours, theirs)| ours / theirs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules {
        seed: 1,
        batch: Duration::from_micros(100),
        time: Duration::from_secs(1),
        min_rounds: 8,
        max_rounds: 40,
        narrow: 0.0,
    };

    fn took(cpu_ns: u64) -> Elapsed {
        let cpu = Duration::from_nanos(cpu_ns);
        Elapsed { cpu, wall: cpu }
    }

    #[test]
    fn every_round_has_every_lane_once_and_batches_are_filled() {
        let laps = race(3, 0, &RULES, |lane, passes| took(passes * [1_000, 30_000, 500_000][lane]));
        assert_eq!(laps.len(), 3 * 40);
        for (round, in_round) in laps.chunks(3).enumerate() {
            let mut lanes: Vec<usize> = in_round.iter().map(|lap| lap.lane).collect();
            lanes.sort_unstable();
            assert_eq!(lanes, [0, 1, 2]);
            assert!(in_round.iter().all(|lap| lap.round as usize == round));
        }
        let passes = |lane| laps.iter().find(|lap| lap.lane == lane).unwrap().passes;
        assert_eq!([passes(0), passes(1), passes(2)], [100, 4, 1]);
    }

    #[test]
    fn a_slow_first_pass_makes_no_short_batches() {
        let mut first = true;
        let laps = race(1, 0, &RULES, |_, passes| {
            let cold = if std::mem::take(&mut first) { 50_000 } else { 0 };
            took(cold + passes * 100)
        });
        assert!(laps.iter().all(|lap| lap.passes == 1000), "{:?}", laps[0]);
    }

    #[test]
    fn orders_differ_from_round_to_round_and_repeat_with_the_seed() {
        let order = |seed| -> Vec<usize> {
            let rules = Rules { seed, ..RULES };
            race(5, 0, &rules, |_, passes| took(passes * 1000)).iter().map(|lap| lap.lane).collect()
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
        race(2, 0, &RULES, |_, passes| {
            let here = 0_u8;
            places.insert(std::ptr::from_ref(black_box(&here)).addr());
            took(passes * 1000)
        });
        assert!(places.len() > 30, "{places:?}");
        assert!(places.last().unwrap() - places.first().unwrap() > 2048);
    }

    #[test]
    fn it_ends_when_ratios_are_narrow_or_time_is_up() {
        let rules = Rules { narrow: 0.01, ..RULES };
        let steady = race(2, 0, &rules, |_, passes| took(passes * 1000));
        assert_eq!(steady.len(), 2 * 8, "steady lanes are settled at the first look");

        let mut random = Random::seeded(3);
        let wild = race(2, 0, &rules, |_, passes| took(passes * (1000 + random.below(1000))));
        assert_eq!(wild.len(), 2 * 40, "wild lanes use all rounds");

        let rules = Rules { time: Duration::from_micros(1), ..RULES };
        let hurried = race(2, 0, &rules, |_, passes| took(passes * 1000));
        assert_eq!(hurried.len(), 2 * 8, "the least number of rounds is made all the same");
    }
}
