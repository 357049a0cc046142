//! [`Rounds`]: the paired rounds of a corpus, and the times of each solver in them.

use std::collections::{BTreeMap, BTreeSet};

use crate::Estimate;
use crate::cost::Work;
use sudoku_measure::PairedRow;
use sudoku_stats::smaller_half;

/// The rounds of one corpus.
#[derive(Debug, Clone)]
pub(crate) struct Rounds {
    pub(crate) corpus: String,
    /// The solvers and their lanes.
    pub(crate) lanes: Vec<(String, Lane)>,
    /// The second copies of solvers that ran twice.
    pub(crate) twins: Vec<(String, Lane)>,
}

/// The times of one solver.
#[derive(Debug, Clone)]
pub(crate) struct Lane {
    /// The solvers whose rounds the solver shared: those with the same number.
    pub(crate) group: u32,
    pub(crate) times: Times,
}

impl Rounds {
    /// The rounds of a run, corpus by corpus.
    pub(crate) fn all(rows: &[PairedRow]) -> Vec<Self> {
        let corpora = distinct(rows.iter().map(|row| row.corpus.as_str())).into_iter();
        let rounds = corpora.map(|corpus| {
            let ours: Vec<&PairedRow> =
                rows.iter().filter(|row| row.corpus == corpus && row.passes > 0).collect();
            let mut groups = BTreeMap::<(bool, &str), u32>::new();
            for row in &ours {
                let group = groups.entry((row.twin, &row.solver)).or_insert(row.group);
                *group = row.group.min(*group);
            }
            // Some solvers also ran in the rounds of faster ones. Their own rounds come first.
            let lane = |twin: bool, solver: &str| {
                let group = groups[&(twin, solver)];
                let rows = ours.iter().copied().filter(|row| row.group == group);
                (solver.to_owned(), Lane { group, times: Times::of(rows, solver, twin) })
            };
            let lanes = |twin: bool| {
                let ours = ours.iter().filter(|row| row.twin == twin);
                let solvers = distinct(ours.map(|row| row.solver.as_str())).into_iter();
                let mut lanes: Vec<_> = solvers.map(|solver| lane(twin, solver)).collect();
                lanes.sort_by_key(|(_, lane)| lane.group);
                lanes
            };
            Self { corpus: corpus.to_owned(), lanes: lanes(false), twins: lanes(true) }
        });
        rounds.collect()
    }

    /// The times of a solver.
    pub(crate) fn lane(&self, solver: &str) -> Option<&Lane> {
        self.lanes.iter().find(|(id, _)| id == solver).map(|(_, lane)| lane)
    }

    /// The ids of the solvers.
    pub(crate) fn solvers(&self) -> impl Iterator<Item = &str> {
        self.lanes.iter().map(|(solver, _)| solver.as_str())
    }
}

impl Lane {
    /// Returns what these builds timed.
    #[must_use]
    pub(crate) fn only(&self, is_kept: impl Fn(u64) -> bool) -> Self {
        Self { group: self.group, times: self.times.only(|(build, _)| is_kept(*build)) }
    }
}

/// Each value once, in the order in which they first appear.
pub(crate) fn distinct<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    values.filter(|value| seen.insert(*value)).collect()
}

/// The times of a solver on one block: nanoseconds for a pass over the block, visit by visit.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Block {
    pub(crate) own: bool,
    /// The build that the puzzles were dealt to; 0 where no puzzles were dealt out.
    pub(crate) share: u64,
    pub(crate) puzzles: usize,
    pub(crate) placements: u64,
    pub(crate) nodes: Option<u64>,
    pub(crate) visits: Vec<f64>,
}

impl Block {
    /// The work of a pass; `None` if nodes are not counted.
    pub(crate) fn work(&self) -> Option<Work> {
        Some(Work { placements: self.placements, nodes: self.nodes? })
    }

    /// Nanoseconds for a pass: the mean of the faster half of the visits, because an interruption
    /// can only make a visit longer.
    pub(crate) fn time(&self) -> f64 {
        smaller_half(&self.visits)
    }
}

/// The times of a solver on one corpus, by build and block.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times(pub(crate) BTreeMap<(u64, u32), Block>);

impl Times {
    /// Collects the times of a solver, or of its second copy, from the rows of a corpus.
    pub(crate) fn of<'a>(
        rows: impl Iterator<Item = &'a PairedRow>,
        solver: &str,
        twin: bool,
    ) -> Self {
        let mut times = Self::default();
        let ours = rows.filter(|row| row.solver == solver && row.twin == twin && row.passes > 0);
        for row in ours {
            let block = times.0.entry((row.build, row.block)).or_default();
            (block.own, block.puzzles) = (row.own, row.puzzles);
            // In runs that do not record a share, each build timed only the puzzles dealt to it.
            block.share = if row.own && row.share == 0 { row.build } else { row.share };
            (block.placements, block.nodes) = (row.placements, row.nodes);
            block.visits.push(row.cpu_ns as f64 / row.passes as f64);
        }
        times
    }

    /// How many different puzzles were timed.
    pub(crate) fn puzzles(&self) -> usize {
        let mut shares = BTreeMap::<_, BTreeMap<_, usize>>::new();
        for ((build, _), block) in &self.0 {
            *shares.entry(block.share).or_default().entry(build).or_default() += block.puzzles;
        }
        shares.values().filter_map(|builds| builds.values().max()).sum()
    }

    /// The mean time for a puzzle, in nanoseconds.
    pub(crate) fn mean(&self) -> f64 {
        let puzzles: usize = self.0.values().map(|block| block.puzzles).sum();
        self.0.values().map(Block::time).sum::<f64>() / puzzles as f64
    }

    /// How many digits are placed on a puzzle, on average.
    pub(crate) fn placements(&self) -> f64 {
        let blocks = || self.0.values();
        let puzzles: usize = blocks().map(|block| block.puzzles).sum();
        blocks().map(|block| block.placements).sum::<u64>() as f64 / puzzles as f64
    }

    /// The nodes of a pass over all blocks; `None` if a block has no count of nodes.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.0.values().map(|block| block.nodes).sum()
    }

    /// This time divided by the other, where all builds time the same puzzles and so repeat each
    /// other: the trimmed mean over builds or, of a single block, over its visits. A build that is
    /// far off does not count.
    pub(crate) fn repeated(&self, other: &Self) -> Option<Estimate> {
        let times = || self.0.values().zip(other.0.values());
        if let (1, 1) = (self.0.len(), other.0.len()) {
            let visits =
                |(a, b): (&Block, &Block)| a.visits.clone().into_iter().zip(b.visits.clone());
            return Estimate::trimmed_mean(&times().flat_map(visits).collect::<Vec<_>>());
        }
        let builds = self.builds_against(other).into_iter();
        Estimate::trimmed_mean(&builds.map(|(_, times)| times).collect::<Vec<_>>())
    }

    /// Both times, each cut down to the blocks that both have.
    pub(crate) fn shared(&self, other: &Self) -> [Self; 2] {
        [self.only(|key| other.0.contains_key(key)), other.only(|key| self.0.contains_key(key))]
    }

    /// True when the puzzles were dealt out to the builds.
    pub(crate) fn own(&self) -> bool {
        self.0.values().all(|block| block.own)
    }

    /// True when builds also timed the puzzles dealt to other builds.
    pub(crate) fn crossed(&self) -> bool {
        self.own() && self.0.iter().any(|((build, _), block)| block.share != *build)
    }

    /// The times of both lanes, build by build.
    pub(crate) fn builds_against(&self, other: &Self) -> Vec<(u64, (f64, f64))> {
        let below = other.by_build(Block::time);
        let above = self.by_build(Block::time).into_iter();
        above.filter_map(|(build, above)| Some((build, (above, *below.get(&build)?)))).collect()
    }

    /// For each build, the sum of `of` over its blocks.
    pub(crate) fn by_build(&self, of: impl Fn(&Block) -> f64) -> BTreeMap<u64, f64> {
        let mut sums = BTreeMap::new();
        for ((build, _), block) in &self.0 {
            *sums.entry(*build).or_default() += of(block);
        }
        sums
    }

    /// Returns the blocks for which `is_kept` is true, by build and number.
    #[must_use]
    pub(crate) fn only(&self, is_kept: impl Fn(&(u64, u32)) -> bool) -> Self {
        let kept = self.0.iter().filter(|(key, _)| is_kept(key));
        Self(kept.map(|(key, block)| (*key, block.clone())).collect())
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;

    use crate::self_check::checks;
    use crate::{Interval, NoiseFloor, Order, Paired, Ratios};
    use sudoku_measure::PairedRow;

    const BUILDS: u64 = 10;
    const BLOCKS: u32 = 20;

    /// The rows of solvers that share rounds: in each build, every lane goes over every block that it finished.
    /// Times are `ns` milliseconds, with noise.
    fn race(
        group: u32,
        lanes: &[(&str, bool, f64)],
        finished: impl Fn(&str, u32) -> bool,
        random: &mut Random,
    ) -> Vec<PairedRow> {
        let mut rows = Vec::new();
        for (build, block) in (0..BUILDS).flat_map(|build| (0..BLOCKS).map(move |at| (build, at))) {
            for &(solver, twin, ns) in lanes.iter().filter(|lane| finished(lane.0, block)) {
                // The noise is uniform between 0.9 and 1.1.
                let noise = 0.9 + random.below(1 << 20) as f64 / f64::from(1 << 20) * 0.2;
                let cpu_ns = (ns * noise * 1e6) as u64;
                rows.push(PairedRow {
                    build,
                    corpus: "set".to_owned(),
                    own: true,
                    share: 0,
                    group,
                    block,
                    puzzles: 5,
                    visit: 0,
                    round: 0,
                    turn: 0,
                    solver: solver.to_owned(),
                    twin,
                    passes: 1,
                    placements: 0,
                    nodes: None,
                    cpu_ns,
                    wall_ns: cpu_ns,
                });
            }
        }
        rows
    }

    /// Three groups that share rounds. `bridge` and `middle` also ran in the rounds of the next group.
    fn three(seed: u64) -> Vec<PairedRow> {
        let mut random = Random::seeded(seed);
        let all = |_: &str, _: u32| true;
        let slow = [("slow", false, 4000.0), ("slow", true, 4000.0), ("bridge", false, 3000.0)];
        let middle = [
            ("guest", false, 40.0),
            ("guest", true, 44.0),
            ("middle", false, 20.0),
            ("bridge", false, 3000.0),
        ];
        let fast = [("fast", false, 0.1), ("fast", true, 0.12), ("middle", false, 20.0)];
        let mut rows = race(0, &slow, all, &mut random);
        rows.extend(race(1, &middle, all, &mut random));
        rows.extend(race(2, &fast, all, &mut random));
        rows
    }

    #[test]
    fn the_ratio_of_solvers_in_different_rounds_is_the_true_one_within_its_interval() {
        let (mut covered, runs) = (0, 200);
        for seed in 0..runs {
            let paired = Paired::of(&three(seed));
            let found = paired.ratio("set", "fast", "slow").unwrap();
            let Interval { low, high, point } = found.ratio;
            assert!((point * 4000.0 / 0.1 - 1.0).abs() < 0.05, "{found:?}");
            covered += u32::from(low <= 0.1 / 4000.0 && 0.1 / 4000.0 <= high);
            let back = paired.ratio("set", "slow", "fast").unwrap();
            assert!((back.ratio.point * point - 1.0).abs() < 1e-9);
            assert!((back.error - found.error).abs() < 1e-9);
        }
        let covered = f64::from(covered) / runs as f64;
        assert!((0.92..=1.0).contains(&covered), "{covered}");
    }

    #[test]
    fn the_fewest_puzzles_and_the_common_builds_of_both_are_reported() {
        let mut rows = three(1);
        // Only half of the builds have times of the fast solvers.
        rows.retain(|row| row.group < 2 || row.build < BUILDS / 2);
        let paired = Paired::of(&rows);
        let of = |above, below| paired.ratio("set", above, below).unwrap();
        let behind = |ratio: crate::Ratio| (ratio.puzzles, ratio.builds);
        assert_eq!(behind(of("middle", "bridge")), (1000, 10));
        assert_eq!(behind(of("fast", "slow")), (500, 5));
        assert_eq!(of("guest", "fast").puzzles, 500);
        assert!(paired.ratio("set", "fast", "absent").is_none());
    }

    #[test]
    fn a_solver_has_the_times_of_its_own_rounds_alone() {
        let rows = three(1);
        let mut more = rows.clone();
        let lanes = [("slow", false, 40_000.0), ("fast", false, 2.0)];
        more.extend(race(3, &lanes, |_, _| true, &mut Random::seeded(2)));
        let [rows, more] = [rows, more].map(|rows| Paired::of(&rows));
        for (above, below) in [("fast", "slow"), ("fast", "middle"), ("bridge", "slow")] {
            let of = |paired: &Paired| paired.ratio("set", above, below).unwrap();
            assert_eq!(of(&more), of(&rows), "{above} by {below}");
        }
        let mean = |paired: &Paired| paired.mean_ns("set", "fast");
        assert_eq!(mean(&more), mean(&rows));
    }

    #[test]
    fn a_verdict_is_held_to_the_greater_floor_of_the_two_solvers() {
        let rows = three(1);
        let paired = Paired::of(&rows);
        let [slow, middle, fast] = paired.noise_floors() else { panic!("three copies") };
        assert_eq!([&slow.solver, &middle.solver, &fast.solver], ["slow", "guest", "fast"]);
        assert!(slow.share < 0.02 && (0.05..0.15).contains(&middle.share));
        assert!((0.15..0.25).contains(&fast.share));
        let held_to = |above, below, floor: &NoiseFloor| {
            let held = paired.ratio("set", above, below).unwrap().noise_floor;
            (held - floor.share).abs() < 1e-12
        };
        assert!(held_to("bridge", "slow", slow) && held_to("middle", "bridge", middle));
        assert!(held_to("middle", "slow", middle) && held_to("fast", "middle", fast));
        assert!(held_to("fast", "slow", fast) && held_to("slow", "fast", fast));

        let ratios = Ratios::of(&rows).unwrap();
        assert_eq!((ratios.reference.as_str(), ratios.noise_floors.len()), ("slow", 3));
        assert_eq!((ratios.twins.len(), ratios.rows.len()), (3, 4));
        assert!(ratios.rows.iter().all(|row| row.verdict == Order::Faster));
        let [check] = checks(&rows).try_into().unwrap();
        assert_eq!((check.reference.as_str(), check.fewest, check.most), ("slow", 1000, 1000));
    }

    #[test]
    fn a_ratio_stands_on_the_puzzles_that_both_finished() {
        let mut random = Random::seeded(1);
        let lanes = [
            ("c", false, 10.0),
            ("c", true, 10.0),
            ("d", false, 20.0),
            ("a", false, 30.0),
            ("b", false, 40.0),
        ];
        // `a` and `b` each leave out one of twenty blocks.
        let finished = |id: &str, block| !(id == "a" && block == 3 || id == "b" && block == 7);
        let rows = race(0, &lanes, finished, &mut random);
        let paired = Paired::of(&rows);
        let puzzles = |above, below| paired.ratio("set", above, below).unwrap().puzzles;
        let all = (BUILDS * 5) as usize * BLOCKS as usize;
        assert_eq!(puzzles("a", "b"), all * 9 / 10);
        assert_eq!([puzzles("a", "c"), puzzles("d", "b")], [all * 19 / 20; 2]);
        assert_eq!(puzzles("c", "d"), all);
        let ratio = paired.ratio("set", "a", "b").unwrap().ratio.point;
        assert!((ratio - 0.75).abs() < 0.02, "sums over other blocks would be off: {ratio}");

        // The same rows without `a` and `b`.
        let without: Vec<_> =
            rows.iter().filter(|row| ["c", "d"].contains(&row.solver.as_str())).cloned().collect();
        assert_eq!(paired.ratio("set", "d", "c"), Paired::of(&without).ratio("set", "d", "c"));
    }

    #[test]
    fn another_solver_stands_in_for_a_reference_that_did_not_race() {
        let mut rows = three(1);
        let elsewhere = three(2).into_iter().filter(|row| row.group > 0);
        rows.extend(elsewhere.map(|row| PairedRow { corpus: "other".to_owned(), ..row }));
        let ratios = Ratios::of(&rows).unwrap();
        assert_eq!(ratios.reference_on("set"), Some("slow"));
        assert_eq!(ratios.reference_on("other"), Some("guest"));
        assert_eq!(ratios.rows.of("fast", "other").unwrap().reference, "guest");
        assert_eq!(ratios.reference_on("none"), None);
    }
}
