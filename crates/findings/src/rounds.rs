//! [`Rounds`]: the paired rounds of a corpus, league by league, and the ratio of two solvers from
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::Estimate;
use sudoku_measure::PairedRow;
use sudoku_stats::smaller_half;

/// The rounds of one corpus, league by league, the slowest first.
#[derive(Debug, Clone)]
pub(crate) struct Rounds {
    pub(crate) corpus: String,
    pub(crate) leagues: Vec<LeagueRounds>,
    /// Direct races, in which solvers of different leagues share rounds.
    pub(crate) direct: Vec<LeagueRounds>,
}

/// The rounds of one league on one corpus.
#[derive(Debug, Clone)]
pub(crate) struct LeagueRounds {
    pub(crate) number: u32,
    /// The league's reference, which runs twice, and the times of its second copy.
    pub(crate) twin: Option<(String, Times)>,
    /// The solvers and their times.
    pub(crate) lanes: Vec<(String, Times)>,
}

/// The ratio of two solvers on a corpus, with its estimate.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) estimate: Estimate,
    /// The nodes of the first solver divided by those of the second, on the puzzles that were
    /// timed.
    pub(crate) work: Option<f64>,
    /// The number of puzzles and of builds; over several leagues, the smallest of each.
    pub(crate) puzzles: usize,
    pub(crate) builds: usize,
    /// The places in [`Rounds::leagues`] from one solver's league to the other's; in a direct race
    /// too.
    pub(crate) leagues: RangeInclusive<usize>,
    /// The bridges over which the ratio is a product; empty for solvers that ran in the same
    /// rounds.
    pub(crate) over: Vec<String>,
}

/// Two solvers of one league; `league` is the league's place in [`Rounds::leagues`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leg<'a> {
    pub(crate) league: usize,
    pub(crate) above: &'a str,
    pub(crate) below: &'a str,
}

impl Rounds {
    /// The rounds of a run, corpus by corpus.
    pub(crate) fn all(rows: &[PairedRow]) -> Vec<Self> {
        let corpora = distinct(rows.iter().map(|row| row.corpus.as_str())).into_iter();
        corpora
            .map(|corpus| {
                let ours: Vec<&PairedRow> =
                    rows.iter().filter(|row| row.corpus == corpus).collect();
                let mut numbers = distinct(ours.iter().map(|row| row.league));
                numbers.sort_unstable();
                let league = |&number: &u32| LeagueRounds::of(number, &ours);
                let races: Vec<LeagueRounds> = numbers.iter().map(league).collect();
                // Only leagues, not direct races, have a second copy of their reference.
                let copied = races.iter().any(|race| race.twin.is_some());
                let (leagues, direct) =
                    races.into_iter().partition(|race| race.twin.is_some() || !copied);
                Self { corpus: corpus.to_owned(), leagues, direct }
            })
            .collect()
    }

    /// Every solver that raced, once.
    pub(crate) fn solvers(&self) -> Vec<&str> {
        distinct(self.leagues.iter().flat_map(LeagueRounds::solvers))
    }

    /// The times of a solver in its own league: the slower of its two leagues if it is a bridge.
    pub(crate) fn lane(&self, solver: &str) -> Option<&Times> {
        self.leagues.iter().find_map(|league| league.lane(solver))
    }

    /// The time of one solver divided by that of another, on the puzzles that both finished.
    /// Solvers of one league or of a direct race are compared in the same rounds. For any others
    /// the ratio is the product of the ratios from bridge to bridge, and its variance the sum of
    /// their variances and of the [gap](Self::gap) of every bridge. `None` if there is no such
    /// ratio.
    pub(crate) fn between(&self, above: &str, below: &str) -> Option<Link> {
        let way = self.way(above, below)?;
        let raced = |race: &LeagueRounds| Some(race.lane(above)?.shared(race.lane(below)?));
        if let ([first, .., last], Some((above, below))) =
            (way.as_slice(), self.direct.iter().find_map(raced))
        {
            let estimate = above.against_same(&below)?;
            let leagues = first.league.min(last.league)..=first.league.max(last.league);
            return Some(Link { leagues, ..Link::of(&above, &below, 0, estimate) });
        }
        let gaps = way.windows(2).map(|legs| self.gap(&legs[0], &legs[1]));
        let open = gaps.sum::<Option<f64>>()?;
        let links = way.iter().map(|Leg { league, above, below }| {
            let lanes = &self.leagues[*league];
            let (above, below) = lanes.lane(above)?.shared(lanes.lane(below)?);
            Some(Link::of(&above, &below, *league, above.against_same(&below)?))
        });
        let mut link = links.reduce(|one, other| Some(one?.and(&other?)))??;
        link.estimate = link.estimate.widened(open);
        link.over = way.iter().skip(1).map(|leg| leg.above.to_owned()).collect();
        Some(link)
    }

    /// The numbers of the races that a ratio comes from, each with the two solvers that it
    /// compares.
    pub(crate) fn races<'a>(
        &'a self,
        above: &'a str,
        below: &'a str,
    ) -> Option<Vec<(u32, [&'a str; 2])>> {
        let way = self.way(above, below)?;
        let both = |race: &&LeagueRounds| [above, below].iter().all(|id| race.lane(id).is_some());
        let direct = self.direct.iter().find(both).filter(|_| way.len() > 1);
        if let Some(race) = direct {
            return Some(vec![(race.number, [above, below])]);
        }
        let leg = |leg: &Leg<'a>| (self.leagues[leg.league].number, [leg.above, leg.below]);
        Some(way.iter().map(leg).collect())
    }

    /// The uncertainty that a bridge adds, as a variance. The two leagues of a bridge have
    /// different puzzles and different neighbours, so its mean time for a puzzle differs between
    /// them. If the other solvers are affected in the same way, the product over the bridge is
    /// right; if they are not, it is wrong by that factor. Anything in between is as likely: the
    /// variance is that of a uniform distribution.
    fn gap(&self, one: &Leg<'_>, next: &Leg<'_>) -> Option<f64> {
        let mean = |league: usize| Some(self.leagues[league].lane(next.above)?.mean());
        let longer = (mean(one.league)? / mean(next.league)?).ln();
        longer.is_finite().then_some(longer.powi(2) / 3.0)
    }

    /// The legs from one solver to another, from bridge to bridge, through as few leagues as
    /// possible.
    pub(crate) fn way<'a>(&'a self, above: &'a str, below: &'a str) -> Option<Vec<Leg<'a>>> {
        let seats = |solver| {
            let leagues = self.leagues.iter().enumerate();
            leagues.filter(move |(_, league)| league.lane(solver).is_some()).map(|(at, _)| at)
        };
        let pairs = seats(above).flat_map(|from| seats(below).map(move |to| (from, to)));
        let (from, to) = pairs.min_by_key(|(from, to)| from.abs_diff(*to))?;
        let way: Vec<usize> =
            if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
        let mut stops = vec![above];
        for leagues in way.windows(2) {
            let here = &self.leagues[leagues[0]];
            stops.push(here.solvers().find(|id| self.leagues[leagues[1]].lane(id).is_some())?);
        }
        stops.push(below);
        let legs = way.iter().zip(stops.windows(2));
        Some(legs.map(|(&league, ends)| Leg { league, above: ends[0], below: ends[1] }).collect())
    }
}

impl LeagueRounds {
    fn of(number: u32, rows: &[&PairedRow]) -> Self {
        let ours = || rows.iter().copied().filter(|row| row.league == number);
        let twin = ours().find(|row| row.twin).map(|row| row.solver.as_str());
        let lanes = distinct(ours().map(|row| row.solver.as_str())).into_iter();
        Self {
            number,
            twin: twin.map(|solver| (solver.to_owned(), Times::of(ours(), solver, true))),
            lanes: lanes.map(|id| (id.to_owned(), Times::of(ours(), id, false))).collect(),
        }
    }

    fn solvers(&self) -> impl Iterator<Item = &str> {
        self.lanes.iter().map(|(solver, _)| solver.as_str())
    }

    pub(crate) fn lane(&self, solver: &str) -> Option<&Times> {
        self.lanes.iter().find(|(id, _)| id == solver).map(|(_, times)| times)
    }

    /// The solver that runs twice, by which the noise is measured.
    pub(crate) fn reference(&self) -> Option<&str> {
        self.twin.as_ref().map(|(solver, _)| solver.as_str())
    }
}

impl Link {
    /// The ratio of two lanes that have the same blocks, in one league.
    pub(crate) fn of(above: &Times, below: &Times, league: usize, estimate: Estimate) -> Self {
        let both = above.nodes().zip(below.nodes());
        Self {
            estimate,
            work: both.map(|(above, below)| above as f64 / below as f64),
            puzzles: above.puzzles(),
            builds: above.builds(),
            leagues: league..=league,
            over: Vec::new(),
        }
    }

    fn and(&self, next: &Self) -> Self {
        let first = *self.leagues.start().min(next.leagues.start());
        let last = *self.leagues.end().max(next.leagues.end());
        Self {
            estimate: self.estimate.times(next.estimate),
            work: self.work.zip(next.work).map(|(one, other)| one * other),
            puzzles: self.puzzles.min(next.puzzles),
            builds: self.builds.min(next.builds),
            leagues: first..=last,
            over: Vec::new(),
        }
    }
}

/// Each value once, in the order in which they first appear.
pub(crate) fn distinct<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    values.filter(|value| seen.insert(*value)).collect()
}

/// The times of one lane on one block: nanoseconds for a pass over the block, visit by visit.
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
    /// Nanoseconds for a pass: the mean of the faster half of the visits, because an interruption
    /// can only make a visit longer.
    pub(crate) fn time(&self) -> f64 {
        smaller_half(&self.visits)
    }
}

/// The times of one lane of a league on one corpus, by build and block.
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

    /// The number of builds.
    pub(crate) fn builds(&self) -> usize {
        distinct(self.0.keys().map(|(build, _)| *build)).len()
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

    /// The nodes of a pass over all blocks; `None` if a block has no count of nodes.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.0.values().map(|block| block.nodes).sum()
    }

    /// This lane's time divided by the other's, on the blocks that both have. The standard error
    /// depends on how builds and puzzles are related:
    ///
    /// - Builds with their own puzzles: the ratio of all times together. The error comes from
    ///   leaving out a build at a time, or a block at a time if that gives the greater error,
    ///   because a few builds may by chance differ less than their blocks.
    /// - Builds that also time each other's shares of the puzzles: the variance of leaving out a
    ///   share at a time is added to that of leaving out a build.
    /// - Builds that all have the same puzzles: they repeat each other, so the ratio is a trimmed
    ///   mean over builds, and a build that is far off does not count.
    /// - A single build: its blocks are left out one at a time. A single block: a trimmed mean over
    ///   its visits. The interval then excludes what the blocks, or the visits, have in common.
    pub(crate) fn against(&self, other: &Self) -> Option<Estimate> {
        let (above, below) = self.shared(other);
        above.against_same(&below)
    }

    /// Like [`against`](Self::against), for a lane with exactly the same blocks.
    pub(crate) fn against_same(&self, other: &Self) -> Option<Estimate> {
        let (above, below) = (self, other);
        let pairs = || above.0.values().zip(below.0.values());
        let by_build = || {
            let times = above.builds_against(below).into_iter();
            times.map(|(_, times)| times).collect::<Vec<_>>()
        };
        let by_share = || {
            let (above, below) = (above.by_share(Block::time), below.by_share(Block::time));
            above.into_values().zip(below.into_values()).collect::<Vec<_>>()
        };
        match (above.builds(), above.0.len()) {
            (1, 1) => {
                let visits = |(a, b): (&Block, &Block)| {
                    a.visits.iter().copied().zip(b.visits.iter().copied()).collect::<Vec<_>>()
                };
                Estimate::trimmed_mean(&pairs().flat_map(visits).collect::<Vec<_>>())
            }
            (1, _) => {
                let times = pairs().map(|(above, below)| (above.time(), below.time()));
                Estimate::jackknife(&times.collect::<Vec<_>>())
            }
            _ if above.crossed() => {
                let builds = Estimate::jackknife(&by_build());
                let shares = Estimate::jackknife(&by_share());
                builds.zip(shares).map(|(builds, shares)| builds.and_error_of(shares))
            }
            _ if above.own() => {
                let blocks: Vec<_> = pairs().map(|(a, b)| (a.time(), b.time())).collect();
                let by_block = Estimate::jackknife(&blocks);
                let by_build = Estimate::jackknife(&by_build());
                by_build.zip(by_block).map(|(builds, blocks)| builds.or_wider(blocks))
            }
            _ => Estimate::trimmed_mean(&by_build()),
        }
    }

    /// Both lanes, each cut down to the blocks that both have.
    pub(crate) fn shared(&self, other: &Self) -> (Self, Self) {
        let blocks = |key: &&(u64, u32)| other.0.contains_key(key);
        let blocks: Vec<_> = self.0.keys().filter(blocks).copied().collect();
        (self.only(&blocks), other.only(&blocks))
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

    /// For each share of the puzzles, the sum of `of` over its blocks.
    pub(crate) fn by_share(&self, of: impl Fn(&Block) -> f64) -> BTreeMap<u64, f64> {
        let mut sums = BTreeMap::new();
        for block in self.0.values() {
            *sums.entry(block.share).or_default() += of(block);
        }
        sums
    }

    /// Returns a lane with only these blocks.
    pub(crate) fn only(&self, blocks: &[(u64, u32)]) -> Self {
        Self(blocks.iter().filter_map(|key| Some((*key, self.0.get(key)?.clone()))).collect())
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;

    use crate::{Interval, NoiseFloor, Order, Paired, Ratios, SelfCheck};
    use sudoku_measure::PairedRow;

    const BUILDS: u64 = 10;
    const BLOCKS: u32 = 20;

    /// The rows of a league: in each build, every lane goes over every block that it finished.
    /// Times are `ns` milliseconds, with noise.
    fn race(
        league: u32,
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
                    league,
                    block,
                    puzzles: 5,
                    visit: 0,
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

    /// Three leagues. `bridge` is the fastest solver of the slow league, `middle` of the next one.
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
    fn a_ratio_across_leagues_is_the_true_one_within_its_interval() {
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
    fn widths_add_up_along_the_bridges_and_the_fewest_puzzles_are_reported() {
        let mut rows = three(1);
        // Only half of the builds have times of the fast league.
        rows.retain(|row| row.league < 2 || row.build < BUILDS / 2);
        let paired = Paired::of(&rows);
        let of = |above, below| paired.ratio("set", above, below).unwrap();
        let legs = [of("fast", "middle"), of("middle", "bridge"), of("bridge", "slow")];
        let whole = of("fast", "slow");
        let squares: f64 = legs.iter().map(|leg| leg.error.powi(2)).sum();
        assert!(whole.error >= squares.sqrt(), "{whole:?}");
        assert!(whole.error < 1.1 * squares.sqrt(), "bridges differ by noise alone: {whole:?}");
        let product: f64 = legs.iter().map(|leg| leg.ratio.point).product();
        assert!((whole.ratio.point - product).abs() < 1e-12);
        assert_eq!((legs[1].puzzles, legs[1].builds), (1000, 10));
        assert_eq!((whole.puzzles, whole.builds), (500, 5));
        assert_eq!(of("guest", "fast").puzzles, 500, "from any member of a league");
        assert!(paired.ratio("set", "fast", "absent").is_none());

        rows.retain(|row| (row.league, row.solver.as_str()) != (1, "bridge"));
        assert!(Paired::of(&rows).ratio("set", "fast", "slow").is_none(), "no bridge, no way");
    }

    #[test]
    fn a_direct_race_takes_the_place_of_a_product() {
        let mut rows = three(1);
        let of =
            |rows: &[PairedRow], above, below| Paired::of(rows).ratio("set", above, below).unwrap();
        let product = of(&rows, "fast", "slow");
        assert_eq!(product.over, ["middle", "bridge"]);
        let lanes = [("slow", false, 4000.0), ("fast", false, 0.2)];
        rows.extend(race(3, &lanes, |_, _| true, &mut Random::seeded(2)));
        let direct = of(&rows, "fast", "slow");
        assert!(direct.over.is_empty() && direct.error < product.error);
        assert!((direct.ratio.point * 4000.0 / 0.2 - 1.0).abs() < 0.02, "{direct:?}");
        let floors = [direct.noise_floor, product.noise_floor].map(f64::to_bits);
        assert_eq!(floors[0], floors[1], "that of their leagues");
        assert_eq!(of(&rows, "fast", "middle"), of(&three(1), "fast", "middle"));
        let mean = |rows: &[PairedRow]| Paired::of(rows).mean_ns("set", "fast");
        assert_eq!(mean(&rows), mean(&three(1)), "its own league gives its time");
    }

    #[test]
    fn a_bridge_that_takes_longer_in_one_league_widens_what_leads_over_it() {
        let rows = three(1);
        let slower = |mut row: PairedRow| {
            // In the middle league, the bridge alone takes half the time.
            if (row.league, row.solver.as_str()) == (1, "bridge") {
                row.cpu_ns /= 2;
            }
            row
        };
        let [before, after] =
            [rows.clone(), rows.into_iter().map(slower).collect()].map(|rows| Paired::of(&rows));
        let of = |paired: &Paired, above, below| paired.ratio("set", above, below).unwrap();
        let found = of(&after, "fast", "slow");
        assert!((found.ratio.point * 4000.0 / 0.1 - 2.0).abs() < 0.1, "twice the true one");
        assert!(found.ratio.low < 0.1 / 4000.0, "{found:?}");
        for (above, below) in [("fast", "guest"), ("bridge", "slow"), ("middle", "bridge")] {
            let errors = [&before, &after].map(|paired| of(paired, above, below).error);
            assert!(
                (errors[0] / errors[1] - 1.0).abs() < 1e-6,
                "{above} leads over no such bridge"
            );
        }
    }

    #[test]
    fn a_bridge_is_as_fast_where_its_league_has_other_blocks() {
        let half = BLOCKS / 2;
        // The first half of the puzzles takes three times as long.
        let mut rows = three(1);
        rows.iter_mut().filter(|row| row.block < half).for_each(|row| row.cpu_ns *= 3);
        // In the middle league, this first half of the puzzles is a single block.
        let in_one = |row: &PairedRow| row.league == 1 && row.block < half;
        let mut other = rows.clone();
        other.retain(|row| !(in_one(row) && row.block > 0));
        for row in other.iter_mut().filter(|row| in_one(row)) {
            let same = |part: &&PairedRow| {
                let key = |row: &PairedRow| (row.build, row.solver.clone(), row.twin);
                in_one(part) && key(part) == key(row)
            };
            row.cpu_ns = rows.iter().filter(same).map(|part| part.cpu_ns).sum();
            row.puzzles *= half as usize;
        }
        let errors =
            [rows, other].map(|rows| Paired::of(&rows).ratio("set", "fast", "slow").unwrap().error);
        assert!((errors[0] / errors[1] - 1.0).abs() < 0.2, "no more is left open: {errors:?}");
    }

    #[test]
    fn a_verdict_is_held_to_the_greatest_floor_on_its_way() {
        let rows = three(1);
        let paired = Paired::of(&rows);
        let [slow, middle, fast] = paired.noise_floors() else { panic!("three leagues") };
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
        let floors: Vec<_> = SelfCheck::of(&rows)
            .into_iter()
            .map(|check| (check.league, check.reference, check.puzzles))
            .collect();
        let check = |number, id: &str| (number, id.to_owned(), 1000);
        assert_eq!(floors, [check(0, "slow"), check(1, "guest"), check(2, "fast")]);
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
        let elsewhere = three(2).into_iter().filter(|row| row.league > 0);
        rows.extend(elsewhere.map(|row| PairedRow { corpus: "other".to_owned(), ..row }));
        let ratios = Ratios::of(&rows).unwrap();
        assert_eq!(ratios.reference_on("set"), Some("slow"));
        assert_eq!(ratios.reference_on("other"), Some("guest"));
        assert_eq!(ratios.rows.of("fast", "other").unwrap().reference, "guest");
        assert_eq!(ratios.reference_on("none"), None);
    }
}
