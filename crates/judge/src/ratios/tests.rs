//! Ratios measured on a simulated machine, and some worked out by hand.

use std::collections::VecDeque;
use std::time::Duration;

use sudoku_core::{Counts, Ending, Grid, Random};
use sudoku_record::{CountRow, KindCounts};

use super::*;
use crate::self_check::checks;
use crate::{CountedOn, Estimate, OnKind, Order};

/// A simulated machine: its speed drifts, bursts of other work slow it down for a while, single
/// turns are interrupted, every build favours some racers at random, and a racer takes half the time
/// on puzzles that it has met a short while ago.
struct Machine {
    random: Random,
    drift: f64,
    burst: u32,
}

impl Machine {
    fn new(seed: u64) -> Self {
        Self { random: Random::seeded(seed), drift: 0.0, burst: 0 }
    }

    fn uniform(&mut self) -> f64 {
        (self.random.below(1 << 40) + 1) as f64 / (1_u64 << 40) as f64
    }

    fn normal(&mut self) -> f64 {
        let (a, b) = (self.uniform(), self.uniform());
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }

    /// A random number around 1 whose logarithm has this deviation.
    fn around_one(&mut self, deviation: f64) -> f64 {
        (deviation * self.normal()).exp()
    }

    /// The time of a turn that would take `ns` nanoseconds on a quiet machine.
    fn turn(&mut self, ns: f64) -> f64 {
        self.drift = self.drift * 0.999 + self.normal() * 0.005;
        if self.burst == 0 && self.uniform() < 0.002 {
            self.burst = 200;
        }
        self.burst = self.burst.saturating_sub(1);
        let slow = if self.burst > 0 { 1.4 } else { 1.0 };
        let noise = 1.0 + 0.01 * self.normal().abs();
        let hit = if self.uniform() < 0.01 { 1.0 / self.uniform().max(0.2) } else { 1.0 };
        ns * self.drift.exp() * slow * noise * hit
    }
}

/// The parameters of a simulation.
#[derive(Clone, Copy)]
struct World {
    builds: u64,
    /// Puzzles of each build.
    puzzles: usize,
    /// How much addresses change the speed of a racer.
    addresses: f64,
    /// How much the puzzles differ in effort.
    effort: f64,
    /// How much the puzzles differ in which racers they suit.
    taste: f64,
    /// How many puzzles a racer remembers.
    memory: usize,
    /// CPU time of a build.
    time: Duration,
}

const ORDINARY: World = World {
    builds: 14,
    puzzles: 36,
    addresses: 0.01,
    effort: 0.3,
    taste: 0.1,
    memory: 0,
    time: Duration::ZERO,
};

/// Racers: the reference, its copy, a solver that takes 0.8 times as long, and one that takes as
/// long. The factor for taste has a mean of 1, so the sums over all possible puzzles have these
/// ratios.
const RACERS: [(&str, bool, f64); 4] = [
    ("reference", false, 1.0),
    ("reference", true, 1.0),
    ("solver", false, TRUE_RATIO),
    ("equal", false, 1.0),
];

const TRUE_RATIO: f64 = 0.8;

const BLOCK: usize = 5;

fn run_on(corpora: &[&str], seed: u64, world: World) -> Vec<PairedRow> {
    let mut machine = Machine::new(seed);
    let mut rows = Vec::new();
    for (build, corpus) in
        (0..world.builds).flat_map(|build| corpora.iter().map(move |c| (build, c)))
    {
        // The time of every racer on every puzzle; the median is 0.1 ms.
        let luck = RACERS.map(|_| machine.around_one(world.addresses));
        let mut puzzle = |_| {
            let effort = 100_000.0 * machine.around_one(world.effort);
            let even = (-0.5 * world.taste.powi(2)).exp();
            let common = machine.around_one(world.taste) * even;
            let taste = RACERS.map(|(name, ..)| if name == "reference" { 1.0 } else { common });
            std::array::from_fn::<f64, 4, _>(|racer| {
                effort * RACERS[racer].2 * luck[racer] * taste[racer]
            })
        };
        let puzzles: Vec<[f64; 4]> = (0..world.puzzles).map(&mut puzzle).collect();
        let mut met: [VecDeque<usize>; 4] = Default::default();
        let mut once = |racer: usize, at: usize| {
            let known = met[racer].iter().rev().take(world.memory).any(|&seen| seen == at);
            met[racer].push_back(at);
            // A faster racer saves more on puzzles that it remembers.
            puzzles[at][racer] * if known { 0.5 * RACERS[racer].2 } else { 1.0 }
        };
        // A turn is a block of five puzzles, half a millisecond.
        let (mut spent, mut order) = (0, [0, 1, 2, 3]);
        let all: Vec<usize> = (0..world.puzzles).collect();
        for visit in 0.. {
            let before = spent;
            for (block, puzzles) in (0..).zip(all.chunks(BLOCK)) {
                machine.random.shuffle(&mut order);
                for (turn, racer) in (0..).zip(order) {
                    let quiet = puzzles.iter().map(|&at| once(racer, at)).sum();
                    let cpu_ns = machine.turn(quiet) as u64;
                    spent += cpu_ns;
                    let (solver, twin, _) = RACERS[racer];
                    rows.push(PairedRow {
                        corpus: (*corpus).to_owned(),
                        puzzles: puzzles.len(),
                        turn,
                        ..row((build, block), visit, solver, twin, cpu_ns)
                    });
                }
            }
            if u128::from(2 * spent - before) > world.time.as_nanos() {
                break;
            }
        }
    }
    rows
}

fn run(seed: u64, world: World) -> Ratios {
    Ratios::of(&run_on(&["any"], seed, world)).unwrap()
}

fn ratio(seed: u64, world: World) -> Interval {
    run(seed, world).rows.of("solver", "any").unwrap().ratio
}

/// The share of this many runs for which `holds` is true.
fn share(runs: u64, holds: impl Fn(u64) -> bool) -> f64 {
    (0..runs).filter(|&seed| holds(seed)).count() as f64 / runs as f64
}

fn covered(runs: u64, world: World) -> f64 {
    share(runs, |seed| {
        let Interval { low, high, .. } = ratio(seed, world);
        low <= TRUE_RATIO && TRUE_RATIO <= high
    })
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_claim() {
    let worlds = [
        ORDINARY,
        World { builds: 6, ..ORDINARY },
        World { builds: 3, ..ORDINARY },
        World { addresses: 0.0, ..ORDINARY },
        World { addresses: 0.03, taste: 0.0, ..ORDINARY },
        World { puzzles: 3, ..ORDINARY },
        World { time: Duration::from_millis(100), ..ORDINARY },
    ];
    for (number, world) in worlds.into_iter().enumerate() {
        let covered = covered(400, world);
        assert!((0.92..=0.99).contains(&covered), "world {number}: {covered}");
    }
}

#[test]
fn heavy_tails_are_in_the_interval() {
    // A few puzzles take most of the time, and each suits one solver more than the others.
    let heavy = World { effort: 1.8, taste: 0.3, ..ORDINARY };
    let covered = covered(400, heavy);
    assert!((0.90..=0.99).contains(&covered), "{covered}");
}

#[test]
fn one_build_would_claim_too_much() {
    let one = World { builds: 1, puzzles: 500, addresses: 0.03, ..ORDINARY };
    let covered = covered(200, one);
    assert!(covered < 0.6, "addresses would not matter: {covered}");
}

#[test]
fn what_is_remembered_for_a_while_is_forgotten_when_it_comes_back() {
    let longer = Duration::from_millis(100);
    let ratio_of = |puzzles, memory| {
        let world = World { puzzles, memory, time: longer, ..ORDINARY };
        (0..20).map(|seed| ratio(seed, world).point).sum::<f64>() / 20.0
    };
    assert!((ratio_of(36, 20) - TRUE_RATIO).abs() < 0.01);
    let by_heart = ratio_of(36, 50);
    assert!(by_heart < 0.75, "a small share would be learnt by heart: {by_heart}");
    let world = World { memory: 50, time: longer, ..ORDINARY };
    let second = checks(&run_on(&["any"], 1, world))[0].second_visit.clone().unwrap();
    assert!(second.value < 0.7, "and the run says so: {second:?}");
}

#[test]
fn halves_of_the_puzzles_agree() {
    let heavy = World { effort: 1.0, taste: 0.3, ..ORDINARY };
    for world in [ORDINARY, heavy] {
        let agree = |seed| checks(&run_on(&["any"], seed, world))[0].halves.unwrap();
        let mean = (0..20).map(agree).sum::<f64>() / 20.0;
        assert!((0.92..=0.99).contains(&mean), "{mean}");
    }
}

#[test]
fn at_most_one_page_in_twenty_calls_equal_solvers_different() {
    let corpora = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let wrong = share(200, |seed| {
        let ratios = Ratios::of(&run_on(&corpora, seed, ORDINARY)).unwrap();
        let equals = ratios.rows.iter().filter(|row| row.solver == "equal");
        equals.into_iter().any(|row| row.verdict != Order::Undecided)
    });
    assert!(wrong <= 0.05, "{wrong}");
}

#[test]
fn a_real_difference_is_called_by_its_name() {
    let called = share(100, |seed| {
        let world = World { time: Duration::from_millis(100), ..ORDINARY };
        run(seed, world).rows.of("solver", "any").unwrap().verdict == Order::Faster
    });
    assert!(called > 0.99, "{called}");
}

#[test]
fn verdicts_need_more_than_chance_and_more_than_the_floor() {
    use Order::{Faster, Slower, Undecided};
    let of = |ratios: &[(f64, f64)]| {
        let estimate = |&(point, error)| (Estimate { point, error, df: 10 }, 0.02);
        Order::of_all(&ratios.iter().map(estimate).collect::<Vec<_>>())
    };
    assert_eq!(of(&[(0.8, 0.001), (1.2, 0.001)]), [Faster, Slower]);
    assert_eq!(of(&[(0.8, 0.15)]), [Undecided], "by chance");
    assert_eq!(of(&[(0.99, 0.0001), (1.01, 0.0001)]), [Undecided; 2], "inside the floor");
    let at = |point, floor| (Estimate { point, error: 1e-4, df: 10 }, floor);
    assert_eq!(Order::of_all(&[at(0.75, 0.25), at(1.25, 0.25)]), [Undecided; 2], "on it");
    assert_eq!(Order::of_all(&[at(0.75, 0.25), at(0.75, 0.2)]), [Undecided, Faster], "each");
    // The logarithm of 0.8 is 2.3 and 2.4 standard errors from 0: p-values of 0.045 and 0.038.
    assert_eq!(of(&[(0.8, 0.097)]), [Faster], "alone");
    assert_eq!(of(&[(0.8, 0.097), (0.8, 0.093)]), [Undecided; 2], "one of several");
}

fn row((build, block): (u64, u32), visit: u32, solver: &str, twin: bool, cpu_ns: u64) -> PairedRow {
    PairedRow {
        build,
        corpus: "c".to_owned(),
        first: 1000 * build as usize + 5 * block as usize,
        puzzles: 5,
        visit,
        round: Some(0),
        turn: 0,
        solver: solver.to_owned(),
        twin,
        placements: 0,
        nodes: None,
        cpu_ns,
        wall_ns: cpu_ns,
    }
}

#[test]
fn a_ratio_worked_out_by_hand() {
    let mut rows = Vec::new();
    // The mean of the faster two of three visits: 200 in build 0; 1600 in build 1, whose puzzles
    // take twice as long.
    for (build, below, times) in [(0, 100, [900, 200, 200]), (1, 200, [1700, 8000, 1500])] {
        for (visit, time) in (0..).zip(times) {
            rows.push(row((build, 0), visit, "ref", false, below));
            rows.push(row((build, 0), visit, "ref", true, below + 1));
            rows.push(row((build, 0), visit, "other", false, time));
        }
    }
    rows.push(PairedRow { puzzles: 0, ..row((0, 0), 0, "ref", false, 2) });
    let ratios = Ratios::of(&rows).unwrap();
    let other = ratios.rows.of("other", "c").unwrap();
    assert!((other.ratio.point - 6.0).abs() < 1e-9, "200 + 1600 by 100 + 200");
    assert_eq!((other.puzzles, other.builds), (10, 2));
    assert!((ratios.noise_floor - 2.0 / 300.0).abs() < 1e-9);
    // The reference and its copy have twelve turns, 1806 ns together; an empty turn takes 2 ns.
    assert!((ratios.overhead.unwrap() - 24.0 / 1806.0).abs() < 1e-9, "{:?}", ratios.overhead);
    let between = |above, below| Paired::of(&rows).ratio("c", above, below).unwrap();
    let estimate = between("other", "ref").estimate();
    // Without one build the ratio is 8 or 2, whose logarithms lie ln 2 on either side of ln 4.
    assert!((estimate.error - 2.0_f64.ln()).abs() < 1e-9);
    let back = between("ref", "other");
    assert!((back.ratio.point - 1.0 / 6.0).abs() < 1e-9);
}

#[test]
fn one_wild_build_does_not_count_where_all_have_the_same_puzzle() {
    let ratio = |is_same: bool| {
        let mut rows = Vec::new();
        for build in 0..10 {
            let time = if build == 3 { 5000 } else { 500 };
            for (solver, twin, ns) in
                [("ref", false, 1000), ("ref", true, 1000), ("x", false, time)]
            {
                let row = row((build, 0), 0, solver, twin, ns);
                let first = if is_same { 0 } else { row.first };
                rows.push(PairedRow { first, puzzles: 1, ..row });
            }
        }
        Ratios::of(&rows).unwrap().rows.of("x", "c").unwrap().ratio.point
    };
    assert!((ratio(true) - 0.5).abs() < 1e-9, "{}", ratio(true));
    assert!((ratio(false) - 0.95).abs() < 1e-9, "all times together: {}", ratio(false));
}

#[test]
fn builds_that_agree_by_chance_do_not_hide_that_their_blocks_differ() {
    let mut rows = Vec::new();
    for (build, block) in (0..4).flat_map(|build| [(build, 0), (build, 1)]) {
        rows.push(row((build, block), 0, "ref", false, 100));
        rows.push(row((build, block), 0, "ref", true, 100));
        rows.push(row((build, block), 0, "x", false, if block == 0 { 40 } else { 60 }));
    }
    let found = Paired::of(&rows).ratio("c", "x", "ref").unwrap();
    // Without one of the eight blocks, it is 360/700 or 340/700.
    let by_block = 7_f64.sqrt() / 2.0 * (18.0_f64 / 17.0).ln();
    assert!((found.ratio.point - 0.5).abs() < 1e-9);
    assert!((found.error / by_block - 1.0).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_single_puzzle_is_known_by_its_visits() {
    let mut rows = Vec::new();
    let row = |visit, solver, twin, time| PairedRow {
        puzzles: 1,
        ..row((0, 0), visit, solver, twin, time)
    };
    for (visit, time) in (0..).zip([48, 50, 52]) {
        rows.push(row(visit, "ref", false, 100));
        rows.push(row(visit, "ref", true, 100));
        rows.push(row(visit, "x", false, time));
    }
    let ratio = Ratios::of(&rows).unwrap().rows.of("x", "c").unwrap().ratio;
    assert!((ratio.point - 0.5).abs() < 1e-3 && ratio.low < 0.48 && ratio.high > 0.52, "{ratio:?}");
}

#[test]
fn blocks_count_as_much_as_they_take() {
    let mut rows = Vec::new();
    // On the first block, `ref` takes 100 and `other` 200; on the second 900 and 450.
    for (block, below, above) in [(0, 100, 200), (1, 900, 450)] {
        for visit in 0..5 {
            let burst = if visit == 3 { 7 } else { 1 };
            rows.push(row((1, block), visit, "ref", false, below));
            rows.push(row((1, block), visit, "ref", true, below));
            rows.push(row((1, block), visit, "other", false, above * burst));
        }
    }
    let ratio = Ratios::of(&rows).unwrap().rows.of("other", "c").unwrap().clone();
    assert!((ratio.ratio.point - 0.65).abs() < 1e-9, "{ratio:?}");
    assert_eq!((ratio.puzzles, ratio.builds), (10, 1));

    // Another program that cuts the puzzles into one block can still be compared, by counts.
    let builds = |blocks: &[(u32, u64)], factor: u64| -> Vec<PairedRow> {
        let all = (0..3).flat_map(|build| blocks.iter().map(move |block| (build, *block)));
        all.map(|(build, (block, time))| {
            let row = row((build, block), 0, "x", false, time * (10 + build) * factor);
            PairedRow { puzzles: 10 / blocks.len(), nodes: Some(time), placements: time, ..row }
        })
        .collect()
    };
    let [changed] =
        ratios_between_programs(&builds(&[(0, 30), (1, 70)], 2), &builds(&[(0, 100)], 1))
            .try_into()
            .unwrap();
    assert!((changed.ratio.point - 0.5).abs() < 1e-9);
    assert_eq!((changed.builds, changed.verdict), (3, Order::Faster));
}

#[test]
fn puzzles_that_all_builds_share_are_counted_once() {
    let mut rows = Vec::new();
    for build in 0..3 {
        for visit in 0..2 {
            for (solver, twin, time) in [("ref", false, 100), ("ref", true, 100), ("x", false, 50)]
            {
                let row = row((build, 0), visit, solver, twin, time);
                rows.push(PairedRow { first: 0, ..row });
            }
        }
    }
    assert_eq!(Ratios::of(&rows).unwrap().rows.of("x", "c").unwrap().puzzles, 5);
}

const PEER: &str = "peers/sudoku-solver";
const STANDS_IN: &str = "fewest-candidates/buckets";
const OTHER: &str = "bands/any";

/// The nodes of the solver that a peer is counted as, puzzle by puzzle; each takes 5 ns.
const NODES: [u64; 4] = [10, 20, 30, 1000];

/// Three builds time a puzzle each, and none the longest; the other solver takes 100 ns for a puzzle.
fn with_a_peer(of_peer: Ending) -> Paired {
    let turn = |build, solver, nodes, cpu_ns| PairedRow {
        puzzles: 1,
        nodes: Some(nodes),
        ..row((build, 0), 0, solver, false, cpu_ns)
    };
    let both = |(build, nodes)| [turn(build, PEER, nodes, 5 * nodes), turn(build, OTHER, 1, 100)];
    let rows: Vec<PairedRow> = (0..3).zip(NODES).flat_map(both).collect();
    let count = |index: usize, solver: &str, outcome, nodes: Option<u64>| CountRow {
        corpus: "c".to_owned(),
        index,
        puzzle: Grid::BLANK,
        solver: solver.to_owned(),
        outcome,
        counts: Counts::from_values(nodes.map(|nodes| (sudoku_core::Work::Nodes, nodes))),
    };
    let counts: Vec<CountRow> = (0..NODES.len())
        .flat_map(|at| {
            [
                count(at, STANDS_IN, Ending::Solved, Some(NODES[at])),
                count(at, OTHER, Ending::Solved, Some(1)),
                count(at, PEER, of_peer, None),
            ]
        })
        .collect();
    let kind = |solver: &str, mean| KindCounts {
        set: "c".to_owned(),
        solver: solver.to_owned(),
        source: String::new(),
        puzzles: 100,
        mean,
        deviation: if mean > 1.0 { mean } else { 0.0 },
    };
    Paired::of(&rows)
        .with_counts(&counts, &[])
        .with_kinds(&[kind(STANDS_IN, 40.0), kind(OTHER, 1.0)])
}

#[test]
fn a_peer_is_timed_by_the_counts_of_another_solver_and_has_none_of_its_own() {
    let found = with_a_peer(Ending::Solved).ratio("c", PEER, OTHER).unwrap();
    let mean = NODES.iter().sum::<u64>() as f64 / 4.0;
    assert!((found.ratio.point / (5.0 * mean / 100.0) - 1.0).abs() < 1e-9, "{found:?}");
    assert_eq!(found.counted_on, Some(CountedOn { puzzles: 4, whole_set: false }));
    assert_eq!(found.work, None, "its nodes are not known");
    let paired = with_a_peer(Ending::Solved);
    assert!(paired.time("c", PEER).unwrap().placements.abs() < 1e-9, "nor what it places");
    let stopped = with_a_peer(Ending::Stopped);
    assert!(stopped.ratio("c", PEER, OTHER).is_none(), "its longest searches have no time");
}

#[test]
fn a_ratio_for_a_kind_covers_that_its_puzzles_are_a_sample() {
    let found = with_a_peer(Ending::Solved).ratio("c", PEER, OTHER).unwrap();
    let OnKind { puzzles, ratio: Interval { point, low, high } } = found.kind.unwrap();
    assert!(puzzles == 100 && (point - 2.0).abs() < 1e-9, "5 ns for each of 40 nodes: {point}");
    // The mean of 100 counts is known to a tenth, and the times exactly.
    assert!((high / low).ln() / 2.0 > 1.96 * 0.1, "{low} {high}");
}
