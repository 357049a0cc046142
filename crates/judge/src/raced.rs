//! [`Raced`]: the turns of the race on a corpus, and the times of each solver in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::Estimate;
use crate::fit::Sums;
use crate::work::Work;
use sudoku_core::stats::smaller_half;
use sudoku_record::PairedRow;

/// The race on one corpus.
#[derive(Debug, Clone)]
pub(crate) struct Raced {
    pub(crate) corpus: String,
    /// The solvers and their times.
    pub(crate) solvers: Vec<(String, Times)>,
    /// The second copies of solvers that ran twice.
    pub(crate) twins: Vec<(String, Times)>,
    /// As in [`SelfCheck::rested`](crate::SelfCheck::rested).
    pub(crate) rested: bool,
}

impl Raced {
    /// The races of a run, corpus by corpus.
    pub(crate) fn all<'a>(rows: &'a [PairedRow]) -> Vec<Self> {
        let key = |row: &&'a PairedRow| (&*row.corpus, &*row.solver, row.twin);
        let turns = || rows.iter().filter(|row| row.puzzles > 0);
        let mut by_racer: BTreeMap<_, Vec<&PairedRow>> = BTreeMap::new();
        turns().for_each(|row| by_racer.entry(key(&row)).or_default().push(row));
        let mut races: Vec<Self> = Vec::new();
        for racer @ (corpus, solver, twin) in distinct(turns().map(|row| key(&row))) {
            let turns = &by_racer[&racer];
            if races.iter().all(|race| race.corpus != corpus) {
                let (corpus, rested) = (corpus.to_owned(), turns[0].round.is_some());
                races.push(Self { corpus, solvers: Vec::new(), twins: Vec::new(), rested });
            }
            for race in races.iter_mut().filter(|race| race.corpus == corpus) {
                let all = if twin { &mut race.twins } else { &mut race.solvers };
                all.push((solver.to_owned(), Times::of(solver, turns)));
            }
        }
        races
    }

    /// The times of a solver.
    pub(crate) fn times(&self, solver: &str) -> Option<&Times> {
        self.solvers.iter().find(|(id, _)| id == solver).map(|(_, times)| times)
    }

    /// The solver with a second copy that is nearest to these times in speed.
    pub(crate) fn twin_near(&self, times: &Times) -> Option<&str> {
        let far = |twin: &Times| (twin.mean() / times.mean()).ln().abs();
        let near = self.twins.iter().min_by(|a, b| far(&a.1).total_cmp(&far(&b.1)));
        near.map(|(solver, _)| solver.as_str())
    }
}

/// Each value once, in the order in which they first appear.
pub(crate) fn distinct<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    values.filter(|value| seen.insert(*value)).collect()
}

/// The times of a solver on one block.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) puzzles: usize,
    /// The digits placed in a pass, and its nodes, as far as these are known.
    pub(crate) placements: u64,
    pub(crate) nodes: Option<u64>,
    /// Nanoseconds for a pass, visit by visit.
    pub(crate) visits: Vec<f64>,
    /// Nanoseconds for a pass: the mean of the faster half of the visits, because an interruption
    /// can only make a visit longer.
    pub(crate) ns: f64,
    /// The sums for a fit in which counts explain the time; `None` if nodes are not counted.
    pub(crate) counted: Option<Sums>,
    /// The sums for a fit in which every puzzle counts 1.
    pub(crate) uncounted: Sums,
}

impl Block {
    /// `solver` is the one whose counts these are.
    pub(crate) fn of(
        solver: &str,
        puzzles: usize,
        [placements, nodes]: [Option<u64>; 2],
        visits: Vec<f64>,
    ) -> Self {
        let (placements, ns) = (placements.unwrap_or_default(), smaller_half(&visits));
        let n = puzzles as f64;
        let count = nodes.map(|nodes| Work { placements, nodes }.count(solver));
        let counted = count.map(|count| Sums::of(n, count, ns));
        Self { puzzles, placements, nodes, visits, ns, counted, uncounted: Sums::of(n, n, ns) }
    }
}

/// The times of a solver on one corpus, by build and by the place of the block's first puzzle.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times(pub(crate) BTreeMap<(u64, usize), Arc<Block>>);

impl Times {
    /// The turns of a solver in the race.
    fn of(solver: &str, turns: &[&PairedRow]) -> Self {
        let mut blocks: BTreeMap<_, Vec<&PairedRow>> = BTreeMap::new();
        for row in turns {
            blocks.entry((row.build, row.first)).or_default().push(row);
        }
        let block = |visits: Vec<&PairedRow>| {
            let &PairedRow { puzzles, placements, nodes, .. } = visits[0];
            let visits = visits.iter().map(|row| row.cpu_ns as f64).collect();
            Arc::new(Block::of(solver, puzzles, [Some(placements), nodes], visits))
        };
        Self(blocks.into_iter().map(|(key, visits)| (key, block(visits))).collect())
    }

    /// The sums of all blocks for a fit in which counts explain the time.
    pub(crate) fn sums(&self) -> impl Iterator<Item = Sums> {
        self.0.values().filter_map(|block| block.counted)
    }

    /// The work of a pass over all blocks; `None` if nodes are not counted.
    pub(crate) fn work(&self) -> Option<Work> {
        let placements = self.0.values().map(|block| block.placements).sum();
        Some(Work { placements, nodes: self.nodes()? })
    }

    /// The number of puzzles of all blocks.
    pub(crate) fn puzzles_of_blocks(&self) -> usize {
        self.0.values().map(|block| block.puzzles).sum()
    }

    /// The number of different puzzles that were timed.
    pub(crate) fn puzzles(&self) -> usize {
        let mut blocks: Vec<(usize, usize)> =
            self.0.iter().map(|((_, first), block)| (*first, first + block.puzzles)).collect();
        blocks.sort_unstable();
        let (mut puzzles, mut end) = (0, 0);
        for (from, to) in blocks {
            puzzles += to.max(end) - from.max(end);
            end = to.max(end);
        }
        puzzles
    }

    /// The mean time for a puzzle, in nanoseconds.
    pub(crate) fn mean(&self) -> f64 {
        self.0.values().map(|block| block.ns).sum::<f64>() / self.puzzles_of_blocks() as f64
    }

    /// The digits that are placed on a puzzle, on average.
    pub(crate) fn placements(&self) -> f64 {
        let all: u64 = self.0.values().map(|block| block.placements).sum();
        all as f64 / self.puzzles_of_blocks() as f64
    }

    /// The nodes of a pass over all blocks; `None` if a block has no count of nodes.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.0.values().map(|block| block.nodes).sum()
    }

    /// The place of the one puzzle that every build went over; `None` if there are several.
    fn one_puzzle(&self) -> Option<usize> {
        let mut blocks = self.0.iter().map(|((_, first), block)| (*first, block.puzzles));
        let (first, puzzles) = blocks.next()?;
        (puzzles == 1 && blocks.all(|block| block == (first, 1))).then_some(first)
    }

    /// True for the times of a single puzzle, to which counts add nothing.
    pub(crate) fn is_of_one_puzzle(&self) -> bool {
        self.one_puzzle().is_some()
    }

    /// This time divided by the other, where both are of one and the same puzzle: the trimmed mean
    /// over builds or, of a single build, over its visits. A build that is far off does not count.
    pub(crate) fn over_on_one_puzzle(&self, other: &Self) -> Option<Estimate> {
        self.one_puzzle().filter(|puzzle| other.one_puzzle() == Some(*puzzle))?;
        let times: Vec<(f64, f64)> = match (self.0.len(), other.0.len()) {
            (1, 1) => {
                let visits =
                    |of: &Self| of.0.values().flat_map(|block| &block.visits).copied().collect();
                let (above, below): (Vec<f64>, Vec<f64>) = (visits(self), visits(other));
                above.into_iter().zip(below).collect()
            }
            _ => self.builds_against(other),
        };
        Estimate::trimmed_mean(&times)
    }

    /// Both times, each cut down to the blocks that both have.
    pub(crate) fn shared(&self, other: &Self) -> [Self; 2] {
        [self.only(|key| other.0.contains_key(key)), other.only(|key| self.0.contains_key(key))]
    }

    /// The times of both, build by build.
    pub(crate) fn builds_against(&self, other: &Self) -> Vec<(f64, f64)> {
        let below = other.by_build();
        let above = self.by_build().into_iter();
        above.filter_map(|(build, above)| Some((above, *below.get(&build)?))).collect()
    }

    /// For each build, the sum of the times of its blocks.
    fn by_build(&self) -> BTreeMap<u64, f64> {
        let mut sums = BTreeMap::new();
        for ((build, _), block) in &self.0 {
            *sums.entry(*build).or_default() += block.ns;
        }
        sums
    }

    /// Returns the blocks for which `is_kept` is true, by build and first puzzle.
    #[must_use]
    pub(crate) fn only(&self, is_kept: impl Fn(&(u64, usize)) -> bool) -> Self {
        let kept = self.0.iter().filter(|(key, _)| is_kept(key));
        Self(kept.map(|(key, block)| (*key, Arc::clone(block))).collect())
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;

    use crate::self_check::checks;
    use crate::{Interval, NoiseFloor, Order, Paired, Ratios, Rows};
    use sudoku_record::PairedRow;

    const BUILDS: u64 = 10;
    const BLOCKS: u32 = 20;

    /// A solver or its copy, and milliseconds for a block.
    type Racer = (&'static str, bool, f64);

    /// The rows of a race in which every racer goes over all blocks, with noise.
    fn race(racers: &[Racer], random: &mut Random) -> Vec<PairedRow> {
        let mut rows = Vec::new();
        for &(solver, twin, ns) in racers {
            for (build, block) in
                (0..BUILDS).flat_map(|build| (0..BLOCKS).map(move |at| (build, at)))
            {
                // The noise is uniform between 0.9 and 1.1.
                let noise = 0.9 + random.below(1 << 20) as f64 / f64::from(1 << 20) * 0.2;
                let cpu_ns = (ns * noise * 1e6) as u64;
                rows.push(PairedRow {
                    build,
                    corpus: "set".to_owned(),
                    round: Some(block),
                    first: (build as usize * 20 + block as usize) * 5,
                    puzzles: 5,
                    solver: solver.to_owned(),
                    twin,
                    cpu_ns,
                    wall_ns: cpu_ns,
                    ..PairedRow::default()
                });
            }
        }
        rows
    }

    const RACERS: [Racer; 6] = [
        ("slow", false, 4000.0),
        ("slow", true, 4000.0),
        ("middle", false, 40.0),
        ("middle", true, 44.0),
        ("fast", false, 0.1),
        ("fast", true, 0.12),
    ];

    fn all_of(seed: u64) -> Vec<PairedRow> {
        race(&RACERS, &mut Random::seeded(seed))
    }

    #[test]
    fn the_ratio_of_two_solvers_is_the_true_one_within_its_interval() {
        let (mut covered, runs) = (0, 200);
        for seed in 0..runs {
            let paired = Paired::of(&all_of(seed));
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
        let mut rows = all_of(1);
        // Only half of the builds have times of the fast solver.
        rows.retain(|row| row.solver != "fast" || row.build < BUILDS / 2);
        let paired = Paired::of(&rows);
        let behind = |above, below| {
            let ratio = paired.ratio("set", above, below).unwrap();
            (ratio.puzzles, ratio.builds)
        };
        assert_eq!(behind("middle", "slow"), (1000, 10));
        assert_eq!(behind("fast", "slow"), (500, 5));
        assert!(paired.ratio("set", "fast", "absent").is_none());
    }

    #[test]
    fn a_verdict_is_held_to_the_greater_floor_of_the_two_solvers() {
        let mut rows = all_of(1);
        let others = [("walk", false, 3000.0), ("trot", false, 20.0)];
        rows.extend(race(&others, &mut Random::seeded(2)));
        let paired = Paired::of(&rows);
        let [slow, middle, fast] = paired.noise_floors() else { panic!("three copies") };
        assert_eq!([&slow.solver, &middle.solver, &fast.solver], ["slow", "middle", "fast"]);
        assert!(slow.share < 0.02 && (0.05..0.15).contains(&middle.share));
        assert!((0.15..0.25).contains(&fast.share));
        let held_to = |above, below, floor: &NoiseFloor| {
            let held = paired.ratio("set", above, below).unwrap().noise_floor;
            (held - floor.share).abs() < 1e-12
        };
        assert!(held_to("walk", "slow", slow) && held_to("trot", "walk", middle));
        assert!(held_to("trot", "slow", middle) && held_to("fast", "trot", fast));
        assert!(held_to("fast", "slow", fast) && held_to("slow", "fast", fast));

        let ratios = Ratios::of(&rows).unwrap();
        assert_eq!((ratios.reference.as_str(), ratios.noise_floors.len()), ("slow", 3));
        assert_eq!((ratios.twins.len(), ratios.rows.len()), (3, 4));
        assert!(ratios.rows.iter().all(|row| row.verdict == Order::Faster));
        let [check] = checks(&rows).try_into().unwrap();
        assert_eq!((check.reference.as_str(), check.fewest, check.most), ("slow", 1000, 1000));
    }

    #[test]
    fn another_solver_stands_in_for_a_reference_that_did_not_race() {
        let mut rows = all_of(1);
        let elsewhere = all_of(2).into_iter().filter(|row| row.solver != "slow");
        rows.extend(elsewhere.map(|row| PairedRow { corpus: "other".to_owned(), ..row }));
        let ratios = Ratios::of(&rows).unwrap();
        assert_eq!(ratios.reference_on("set"), Some("slow"));
        assert_eq!(ratios.reference_on("other"), Some("middle"));
        assert_eq!(ratios.rows.of("fast", "other").unwrap().reference, "middle");
        assert_eq!(ratios.reference_on("none"), None);
    }
}
