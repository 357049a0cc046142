//! [`Cost`]: the mean time of a solver for the puzzles of a set, from the time of what it counts and
//! its exact counts. The clock need not have met every puzzle of the set.
//!
//! Over the blocks of a solver, of `n` puzzles with the count `x`, the time `t = a n + c x` is fitted
//! by least squares with weights `1 / x`; a puzzle of the set then takes `a + c X`, where `X` is the
//! mean count of the set (a generalised regression estimator: Särndal, Swensson and Wretman 1992).
//! Where the blocks of a set hardly differ in their counts, all blocks of the solver in the run say how
//! its time divides into the two parts.

use crate::Estimate;
use crate::estimate::squares;
use crate::fit::{Line, Sums};
use crate::raced::Times;
use crate::work::Work;

/// The build of a block, its first puzzle, and its puzzles.
type Unit = (u64, usize, usize);

/// The times of a solver, and its mean count on the puzzles of a figure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost<'a> {
    times: &'a Times,
    is_counted: bool,
    count: f64,
    /// The line of the solver elsewhere.
    otherwise: Line,
}

impl<'a> Cost<'a> {
    /// For puzzles on which the solver has this work. `None` if the counts of a block are not known.
    pub(crate) fn counted(
        solver: &str,
        times: &'a Times,
        (work, puzzles): (Work, usize),
        otherwise: Line,
    ) -> Option<Self> {
        let count = work.count(solver) / puzzles as f64;
        let is_counted = times.0.values().all(|block| block.counted.is_some());
        is_counted.then_some(Self { times, is_counted, count, otherwise })
    }

    /// For the puzzles that were timed: every puzzle counts 1.
    pub(crate) fn uncounted(times: &'a Times) -> Self {
        Self { times, is_counted: false, count: 1.0, otherwise: Line::COUNTS }
    }

    fn blocks(self) -> impl Iterator<Item = (Unit, Sums)> {
        self.times.0.iter().map(move |(&(build, first), block)| {
            let counted = block.counted.filter(|_| self.is_counted);
            ((build, first, block.puzzles), counted.unwrap_or(block.uncounted))
        })
    }

    /// This cost for puzzles with another mean count.
    #[must_use]
    pub(crate) fn at(self, count: f64) -> Self {
        Self { count, ..self }
    }

    /// The mean time for a puzzle, in nanoseconds.
    pub(crate) fn time(self) -> Option<Estimate> {
        estimate([(self, 1.0)])
    }

    /// This mean time divided by another.
    pub(crate) fn divided_by(self, other: Self) -> Option<Estimate> {
        estimate([(self, 1.0), (other, -1.0)])
    }
}

/// For each group of blocks, the sums of each cost over it; `None` if it has no block there.
fn groups<const N: usize, G: Ord + Copy>(
    costs: [Cost<'_>; N],
    group: impl Fn(Unit) -> G,
) -> Vec<[Option<Sums>; N]> {
    let mut blocks = Vec::new();
    for (at, cost) in costs.iter().enumerate() {
        blocks.extend(cost.blocks().map(|(unit, sums)| (group(unit), at, sums)));
    }
    blocks.sort_by_key(|(group, ..)| *group);
    let sums = |group: &[(G, usize, Sums)]| {
        let mut found = [None; N];
        for &(_, at, sums) in group {
            found[at] = Some(found[at].unwrap_or_else(Sums::default).plus(sums, 1.0));
        }
        found
    };
    blocks.chunk_by(|one, other| one.0 == other.0).map(sums).collect()
}

/// A product of powers of times. Its error comes from leaving out one build of all of them at a time
/// or, if that is wider, one block (the jackknife, Tukey 1958).
///
/// `None` with fewer than two builds and two blocks of each, or if a time is not above 0 once
/// something is left out.
fn estimate<const N: usize>(powers: [(Cost<'_>, f64); N]) -> Option<Estimate> {
    let costs = powers.map(|(cost, _)| cost);
    let all = groups(costs, |_| ()).pop()?;
    let ln = |left_out: &[Option<Sums>; N]| -> f64 {
        let each = powers.iter().zip(&all).zip(left_out).map(|(((cost, power), all), out)| {
            let rest = all.unwrap_or_default().plus(out.unwrap_or_default(), -1.0);
            power * rest.ln_time(cost.count, cost.otherwise)
        });
        each.sum()
    };
    let whole = ln(&[None; N]);
    let jackknife = |left_out: &[[Option<Sums>; N]], most: usize, fewest: usize| {
        let logs: Vec<f64> = left_out.iter().map(ln).collect();
        (fewest > 1).then(|| {
            let variance = (most - 1) as f64 / most as f64 * squares(&logs);
            Estimate { point: whole.exp(), error: variance.sqrt(), df: fewest as u32 - 1 }
        })
    };

    let mut builds = groups(costs, |(build, ..)| build);
    builds.retain(|sums| sums.iter().all(Option::is_some));
    let by_build = jackknife(&builds, builds.len().max(1), builds.len());
    let units = groups(costs, |unit| unit);
    let number = |at: usize| units.iter().filter(|sums| sums[at].is_some()).count();
    let numbers = || (0..N).map(number);
    let by_unit = jackknife(&units, numbers().max()?, numbers().min()?);
    let estimate = match (by_build, by_unit) {
        (Some(builds), Some(blocks)) => builds.or_wider(blocks),
        (builds, blocks) => builds.or(blocks)?,
    };
    (whole.is_finite() && estimate.error.is_finite()).then_some(estimate)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sudoku_core::Random;

    use super::*;
    use crate::Interval;
    use crate::raced::Block;

    const SCAN: &str = "brute-scan/any";
    const TREE: &str = "bands/any";

    /// Build, block, puzzles, count and nanoseconds.
    type Row = (u64, u32, usize, u64, f64);

    /// The times of a solver whose placements and nodes are equal.
    fn times(rows: &[Row]) -> Times {
        times_of(TREE, rows)
    }

    fn times_of(solver: &str, rows: &[Row]) -> Times {
        let block = |&(build, block, puzzles, count, ns): &Row| {
            let of = Block::of(solver, puzzles, [Some(count); 2], vec![ns]);
            ((build, 100 * block as usize), Arc::new(of))
        };
        Times(rows.iter().map(block).collect())
    }

    /// The cost of a solver for a puzzle with this count.
    fn cost(times: &Times, count: u64) -> Cost<'_> {
        let work = (Work { placements: count, nodes: count }, 1);
        Cost::counted(TREE, times, work, Line::COUNTS).unwrap()
    }

    fn close(found: f64, due: f64) -> bool {
        (found / due - 1.0).abs() < 1e-9
    }

    fn time(rows: &[Row], count: u64) -> f64 {
        cost(&times(rows), count).time().unwrap().point
    }

    #[test]
    fn times_on_a_line_give_the_time_of_any_count_without_an_error() {
        let [few, more] =
            [[(0, 1, 10, 30.0), (1, 2, 40, 100.0)], [(0, 1, 40, 90.0), (1, 3, 90, 210.0)]];
        let build = |number, blocks: [(u32, usize, u64, f64); 2]| {
            blocks.map(|(block, puzzles, count, ns)| (number, block, puzzles, count, ns))
        };
        let rows = [build(1, few), build(2, more)].concat();
        let found = cost(&times(&rows), 1000).time().unwrap();
        assert!(close(found.point, 10.0 + 2.0 * 1000.0) && found.error < 1e-9, "{found:?}");
    }

    #[test]
    fn neither_a_puzzle_nor_a_count_costs_less_than_nothing() {
        // The line through these leads below 0 at a count of 0: 50 ns for 30 counts.
        assert!(close(time(&[(1, 0, 1, 10, 10.0), (2, 0, 1, 20, 40.0)], 300), 500.0));
        // The line through these falls: the mean, of which a puzzle with more counts weighs less.
        let falling = (40.0 / 10.0 + 10.0 / 20.0) / (1.0 / 10.0 + 1.0 / 20.0);
        assert!(close(time(&[(1, 0, 1, 10, 40.0), (2, 0, 1, 20, 10.0)], 300), falling));
    }

    #[test]
    fn where_the_blocks_of_a_set_do_not_differ_those_of_all_sets_give_the_slope() {
        let alike = times(&[(1, 0, 2, 20, 30.0), (2, 0, 4, 40, 70.0), (2, 1, 1, 10, 20.0)]);
        let elsewhere = times(&[(1, 0, 1, 10, 40.0), (1, 1, 1, 100, 130.0)]);
        let line = Line::through(elsewhere.sums());
        assert_eq!(line, Line { puzzle: 30.0, each: 1.0 });
        let work = Work { placements: 0, nodes: 35 };
        let time =
            |line| Cost::counted(TREE, &alike, (work, 1), line).unwrap().time().unwrap().point;
        let mean = 120.0 / 7.0;
        assert!(close(time(line), mean * (30.0 + 35.0) / (30.0 + 10.0)));
        let alone = Line::through(alike.sums());
        assert!(close(time(alone), mean * 35.0 / 10.0), "else it is proportional to the count");
        let none = [(1, 0, 2, 0, 30.0), (2, 0, 4, 0, 90.0)];
        assert!(close(self::time(&none, 0), 20.0), "and without any count, the mean counts");
    }

    #[test]
    fn searches_that_try_digit_after_digit_are_known_by_their_placements() {
        let work = Work { placements: 40, nodes: 80 };
        let time = |solver| {
            let times = times_of(solver, &[(1, 0, 1, 10, 30.0), (2, 0, 1, 20, 60.0)]);
            let cost = Cost::counted(solver, &times, (work, 2), Line::COUNTS).unwrap();
            cost.time().unwrap().point
        };
        assert!(close(time(SCAN), 60.0) && close(time(TREE), 120.0));
    }

    #[test]
    fn leaving_out_a_build_worked_out_by_hand() {
        // Without one of the builds, a count takes 4 or 1 ns, whose logarithms lie ln 2 on either
        // side of their mean.
        let times = times(&[(1, 0, 1, 10, 10.0), (2, 0, 1, 10, 40.0)]);
        let found = cost(&times, 10).time().unwrap();
        assert!(close(found.point, 25.0) && close(found.error, 2_f64.ln()) && found.df == 1);
        let same = cost(&times, 10).divided_by(cost(&times, 10)).unwrap();
        assert!(same.error < 1e-9, "builds of both are left out together: {same:?}");
        let alone = super::tests::times(&[(1, 0, 1, 10, 10.0)]);
        assert!(cost(&alone, 10).time().is_none(), "one block says nothing of the error");
    }

    #[test]
    fn ratios_are_those_of_an_implementation_in_another_language() {
        let slow = times(&[
            (1, 0, 1, 40, 95.0),
            (1, 1, 1, 900, 2010.0),
            (2, 0, 1, 130, 300.0),
            (2, 1, 1, 260, 610.0),
            (3, 0, 1, 75, 190.0),
            (3, 1, 1, 5000, 9900.0),
        ]);
        let fast = times(&[
            (1, 0, 6, 18, 61.0),
            (1, 1, 5, 60, 130.0),
            (2, 0, 6, 20, 66.0),
            (2, 1, 7, 33, 95.0),
            (3, 0, 5, 16, 52.0),
            (3, 1, 6, 44, 110.0),
        ]);
        let beside = times(&[
            (1, 0, 1, 40, 50.0),
            (1, 1, 1, 900, 1000.0),
            (2, 0, 1, 130, 160.0),
            (2, 1, 1, 260, 290.0),
            (3, 0, 1, 75, 99.0),
            (3, 2, 1, 410, 470.0),
        ]);
        let slow = cost(&slow, 1000);
        assert!(close(slow.time().unwrap().point, 2_048.138_326_506_012_6));
        for (other, count, point, error, df) in [
            (&fast, 6, 130.796_695_490_931_5, 0.086_864_692_657_473_17, 5),
            (&beside, 1000, 1.833_573_705_792_567_6, 0.086_453_668_533_080_48, 5),
        ] {
            let found = slow.divided_by(cost(other, count)).unwrap();
            assert!(close(found.point, point) && found.df == df, "{found:?}");
            assert!(close(found.error, error), "{found:?}");
        }
    }

    #[test]
    fn a_solver_is_timed_on_few_puzzles_and_known_on_all() {
        let (mut covered, mut narrower, runs) = (0, 0, 300);
        for seed in 0..runs {
            let mut random = Random::seeded(seed);
            let mut uniform = || random.below(1 << 30) as f64 / (1_u64 << 30) as f64;
            // Counts of 20 to 2,000, most of them small, and puzzles that differ by a tenth in the
            // time of a count.
            let counts: Vec<u64> = (0..500).map(|_| (20.0 / (0.01 + uniform())) as u64).collect();
            let took: Vec<f64> = counts
                .iter()
                .map(|of| 100.0 + 5.0 * *of as f64 * (0.83 + 0.34 * uniform()))
                .collect();
            let rows: Vec<Row> =
                (0..64).map(|at| (at as u64 % 8, at as u32 / 8, 1, counts[at], took[at])).collect();
            let nodes = counts.iter().sum();
            let work = Work { placements: 0, nodes };
            let times = times(&rows);
            let cost = Cost::counted(TREE, &times, (work, 500), Line::COUNTS).unwrap();
            let truth = took.iter().sum::<f64>() / 500.0;
            let interval = |cost: Cost<'_>| cost.time().unwrap().interval(0.95);
            let Interval { low, high, .. } = interval(cost);
            covered += u32::from(low <= truth && truth <= high);
            let mean = interval(Cost::uncounted(&times));
            narrower += u32::from(mean.high / mean.low > (high / low).powi(2));
        }
        let covered = f64::from(covered) / runs as f64;
        assert!((0.92..=0.99).contains(&covered), "{covered}");
        assert!(narrower > 290, "half of the width of the mean of what was timed: {narrower}");
    }
}
