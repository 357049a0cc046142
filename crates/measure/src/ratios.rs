//! [`Ratios`]: who is faster than whom, by how much, and whether that can be said at all.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::Random;

use crate::stats::{draw_again, median, middle, sorted};
use crate::{Interval, PairedRow};

/// The ratios of a run, from its paired rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// The solver that all others are compared with.
    pub reference: String,
    /// The noise floor: by how much the reference differs from a second copy of itself, at
    /// another address in the program, on the corpus where it differs most. No smaller difference
    /// between two solvers is worth a word.
    pub noise_floor: f64,
    /// The reference's second copy against the reference, corpus by corpus.
    pub twins: Vec<Ratio>,
    /// Every other solver against the reference, corpus by corpus.
    pub rows: Vec<Ratio>,
    /// What the runner itself takes; none for runs in which it was not measured.
    #[serde(default)]
    pub overhead: Option<Overhead>,
}

/// What the paired runner itself takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Overhead {
    /// CPU time of a batch without a pass, in nanoseconds: the greatest over builds and corpora.
    pub empty_ns: f64,
    /// CPU time of the shortest batch that was timed, in nanoseconds.
    pub shortest_ns: f64,
}

impl Overhead {
    /// The share of the shortest batch that is not the solver's.
    pub fn share(self) -> f64 {
        self.empty_ns / self.shortest_ns
    }

    fn of(rows: &[PairedRow]) -> Option<Self> {
        let (empty, timed): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.passes == 0);
        let empty_ns = empty.iter().map(|row| row.cpu_ns).max()? as f64;
        let shortest_ns = timed.iter().map(|row| row.cpu_ns).min()? as f64;
        Some(Self { empty_ns, shortest_ns })
    }
}

/// The time of one solver divided by that of another on the same puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The name of the corpus.
    pub corpus: String,
    /// The solver whose time is above the line.
    pub solver: String,
    /// The solver whose time is below the line.
    pub reference: String,
    /// The ratio with its 95 % interval: below 1, the solver is faster than the reference.
    pub ratio: Interval,
    /// How many rounds it rests on.
    pub rounds: usize,
    /// How many builds with different addresses these rounds come from.
    pub layouts: usize,
    /// What may be said.
    pub verdict: Verdict,
}

/// What may be said of a ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval lies below 1, and the ratio beyond the noise floor.
    Faster,
    /// The interval lies above 1, and the ratio beyond the noise floor.
    Slower,
    /// Neither: the run could not tell the two apart.
    Undecided,
}

impl Verdict {
    /// What may be said of this ratio above this noise floor.
    pub fn of(ratio: Interval, noise_floor: f64) -> Self {
        if ratio.high < 1.0 && ratio.point < 1.0 - noise_floor {
            Self::Faster
        } else if ratio.low > 1.0 && ratio.point > 1.0 + noise_floor {
            Self::Slower
        } else {
            Self::Undecided
        }
    }
}

/// Nanoseconds per pass over a slice, by layout, slice and round.
type Times = BTreeMap<(u64, u32, u32), f64>;

impl Ratios {
    /// Works the ratios out. `None` when nothing was run in pairs.
    pub fn of(rows: &[PairedRow]) -> Option<Self> {
        let reference = rows.iter().find(|row| row.twin)?.solver.clone();
        let mut corpora: Vec<&str> = rows.iter().map(|row| row.corpus.as_str()).collect();
        corpora.dedup();
        let mut seen = std::collections::BTreeSet::new();
        corpora.retain(|corpus| seen.insert(*corpus));

        let mut twins = Vec::new();
        let mut others = Vec::new();
        for corpus in corpora {
            let ours = rows.iter().filter(|row| row.corpus == corpus);
            let below = times(ours.clone().filter(|row| row.solver == reference && !row.twin));
            let mut solvers: Vec<&str> = Vec::new();
            for row in ours.clone() {
                if !solvers.contains(&row.solver.as_str()) {
                    solvers.push(&row.solver);
                }
            }
            solvers.sort_unstable();
            for solver in solvers {
                let twin = solver == reference;
                let above =
                    times(ours.clone().filter(|row| row.solver == solver && row.twin == twin));
                let Some((ratio, rounds, layouts)) = pooled(&above, &below) else { continue };
                let list = if twin { &mut twins } else { &mut others };
                list.push(Ratio {
                    corpus: corpus.to_owned(),
                    solver: solver.to_owned(),
                    reference: reference.clone(),
                    ratio,
                    rounds,
                    layouts,
                    verdict: Verdict::Undecided,
                });
            }
        }
        let noise_floor =
            twins.iter().map(|twin| (twin.ratio.point - 1.0).abs()).fold(0.0, f64::max);
        for row in twins.iter_mut().chain(&mut others) {
            row.verdict = Verdict::of(row.ratio, noise_floor);
        }
        Some(Self { reference, noise_floor, twins, rows: others, overhead: Overhead::of(rows) })
    }

    /// The ratio of a solver to the reference on a corpus.
    pub fn row(&self, solver: &str, corpus: &str) -> Option<&Ratio> {
        self.rows.iter().find(|row| row.solver == solver && row.corpus == corpus)
    }
}

/// The ratio of any two solvers on a corpus, from the same rounds.
pub fn ratio_between(
    rows: &[PairedRow],
    corpus: &str,
    above: &str,
    below: &str,
) -> Option<Interval> {
    let of = |solver: &str| {
        times(rows.iter().filter(|row| row.corpus == corpus && row.solver == solver && !row.twin))
    };
    pooled(&of(above), &of(below)).map(|(ratio, ..)| ratio)
}

/// Two programs that were run in turn, build by build: for every solver and corpus that both have,
/// the time in the second divided by the time in the first.
pub fn ratios_between_programs(first: &[PairedRow], second: &[PairedRow]) -> Vec<Ratio> {
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for row in second.iter().filter(|row| !row.twin) {
        if !seen.insert((&row.corpus, &row.solver)) {
            continue;
        }
        // Rounds of two programs are not the same moments: only their medians can be divided.
        let medians = |rows: &[PairedRow]| -> Times {
            let ours = rows.iter().filter(|other| {
                other.corpus == row.corpus && other.solver == row.solver && !other.twin
            });
            let mut by_slice: BTreeMap<(u64, u32), Vec<f64>> = BTreeMap::new();
            for ((layout, slice, _), time) in times(ours) {
                by_slice.entry((layout, slice)).or_default().push(time);
            }
            let medians = by_slice.iter();
            medians.map(|(&(layout, slice), times)| ((layout, slice, 0), median(times))).collect()
        };
        if let Some((ratio, rounds, layouts)) = pooled(&medians(second), &medians(first)) {
            found.push(Ratio {
                corpus: row.corpus.clone(),
                solver: row.solver.clone(),
                reference: row.solver.clone(),
                ratio,
                rounds,
                layouts,
                verdict: Verdict::of(ratio, 0.0),
            });
        }
    }
    found
}

fn times<'a>(rows: impl Iterator<Item = &'a PairedRow>) -> Times {
    rows.filter(|row| row.passes > 0)
        .map(|row| ((row.layout, row.slice, row.round), row.cpu_ns as f64 / row.passes as f64))
        .collect()
}

/// The ratios of two lanes on one slice, round by round, and the share of the time that it takes.
struct Slice {
    ratios: Vec<f64>,
    weight: f64,
}

/// The ratio of two lanes over all rounds, slices and layouts.
///
/// Within a layout the median over the rounds of each slice is taken; a slice counts as much as
/// the lane below the line spends on it, so that the whole is the ratio of the times on the
/// corpus. Between layouts the same code runs at other addresses, which shifts ratios by some
/// percent however many rounds are run, and now and then by half; so the interval comes from the
/// spread of the layouts (a trimmed mean of the logarithms), and contains whatever noise the rounds
/// left as well. With one layout only, it is a bootstrap over its rounds, and knows nothing of
/// addresses.
fn pooled(above: &Times, below: &Times) -> Option<(Interval, usize, usize)> {
    let mut pairs: BTreeMap<u64, BTreeMap<u32, Vec<(f64, f64)>>> = BTreeMap::new();
    for (key, time) in above {
        if let Some(reference) = below.get(key) {
            let slices = pairs.entry(key.0).or_default();
            slices.entry(key.1).or_default().push((*time, *reference));
        }
    }
    let slice = |pairs: &Vec<(f64, f64)>| Slice {
        ratios: pairs.iter().map(|(above, below)| above / below).collect(),
        weight: median(&pairs.iter().map(|(_, below)| *below).collect::<Vec<_>>()),
    };
    let layouts: Vec<Vec<Slice>> =
        pairs.values().map(|slices| slices.values().map(slice).collect()).collect();
    let rounds = layouts.iter().flatten().map(|slice| slice.ratios.len()).sum();
    let interval = match layouts.as_slice() {
        [] => return None,
        [only] => bootstrap(only),
        many => {
            let logs: Vec<f64> = many.iter().map(|slices| weighed(slices, median).ln()).collect();
            let Interval { point, low, high } = trimmed_mean(&logs);
            Interval { point: point.exp(), low: low.exp(), high: high.exp() }
        }
    };
    Some((interval, rounds, layouts.len()))
}

/// The mean of the middle three fifths with its 95 % interval (Tukey and `McLaughlin` 1963: what is
/// cut off on either side counts as much as the value next to it for the spread). Of two to four
/// values none is cut off, and the interval is Student's.
fn trimmed_mean(values: &[f64]) -> Interval {
    let (all, values) = (values.len(), sorted(values));
    let cut = all / 5;
    let kept = &values[cut..all - cut];
    let point = kept.iter().sum::<f64>() / kept.len() as f64;
    let held: Vec<f64> =
        values.iter().map(|value| value.clamp(kept[0], kept[kept.len() - 1])).collect();
    let middle = held.iter().sum::<f64>() / all as f64;
    let squares: f64 = held.iter().map(|value| (value - middle).powi(2)).sum();
    let deviation = (squares / (all - 1) as f64).sqrt();
    let share = kept.len() as f64 / all as f64;
    let half = student_t(kept.len() - 1) * deviation / (share * (all as f64).sqrt());
    Interval { point, low: point - half, high: point + half }
}

/// A figure of each slice, weighed by the time that the slice takes.
fn weighed(slices: &[Slice], mut figure: impl FnMut(&[f64]) -> f64) -> f64 {
    let whole: f64 = slices.iter().map(|slice| slice.weight).sum();
    slices.iter().map(|slice| figure(&slice.ratios) * slice.weight).sum::<f64>() / whole
}

/// The median ratio of one layout with its interval, as
/// [`bootstrap_median`](crate::stats::bootstrap_median) finds it, each slice drawn again by itself.
fn bootstrap(slices: &[Slice]) -> Interval {
    let mut random = Random::seeded(1);
    let mut again = |ratios: &[f64]| {
        let mut drawn = ratios.to_vec();
        draw_again(ratios, &mut drawn, &mut random);
        median(&drawn)
    };
    let found: Vec<f64> = (0..RESAMPLES).map(|_| weighed(slices, &mut again)).collect();
    middle(weighed(slices, median), &found, 0.95)
}

/// How often rounds are drawn again for an interval.
const RESAMPLES: usize = 2000;

/// The 97.5 % point of Student's distribution for so many degrees of freedom, from the usual
/// tables; beyond 30 it hardly differs from the normal distribution's.
fn student_t(freedom: usize) -> f64 {
    const T: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    T.get(freedom - 1).copied().unwrap_or(2.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Elapsed, Rules, race};

    /// A machine as one meets them: its speed drifts, bursts of other work slow it down for a
    /// while, single batches are hit hard, and every layout favours somebody.
    struct Machine {
        random: Random,
        drift: f64,
        burst: u32,
    }

    impl Machine {
        fn uniform(&mut self) -> f64 {
            (self.random.below(1 << 40) + 1) as f64 / (1_u64 << 40) as f64
        }

        fn normal(&mut self) -> f64 {
            let (a, b) = (self.uniform(), self.uniform());
            (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
        }

        /// How long a batch takes that would take `ns` on a quiet machine.
        fn batch(&mut self, ns: f64) -> f64 {
            self.drift = self.drift * 0.999 + self.normal() * 0.005;
            if self.burst == 0 && self.uniform() < 0.002 {
                self.burst = 200;
            }
            self.burst = self.burst.saturating_sub(1);
            let slow = if self.burst > 0 { 1.4 } else { 1.0 };
            let noise = 1.0 + 0.01 * self.normal().abs();
            let hit = if self.uniform() < 0.03 { 1.0 / self.uniform().max(0.05) } else { 1.0 };
            ns * self.drift.exp() * slow * noise * hit
        }
    }

    const TRUE_RATIO: f64 = 0.8;

    /// Per layout: about as many as there is time for on a long corpus.
    const ROUNDS: u32 = 30;

    /// A run with a reference, its twin, a solver that takes 0.8 times as long, and one that takes
    /// exactly as long.
    fn run(seed: u64, layouts: u64, layout_effect: f64) -> Ratios {
        run_on(&["any"], seed, layouts, layout_effect)
    }

    /// The same on several corpora, on each of which addresses matter in another way.
    fn run_on(corpora: &[&str], seed: u64, layouts: u64, layout_effect: f64) -> Ratios {
        let mut machine = Machine { random: Random::seeded(seed), drift: 0.0, burst: 0 };
        let lanes = [
            ("reference", false, 1.0),
            ("reference", true, 1.0),
            ("solver", false, TRUE_RATIO),
            ("equal", false, 1.0),
        ];
        let mut rows = Vec::new();
        for (layout, corpus) in
            (0..layouts).flat_map(|layout| corpora.iter().map(move |c| (layout, c)))
        {
            let luck: Vec<f64> =
                lanes.iter().map(|_| (layout_effect * machine.normal()).exp()).collect();
            let rules = Rules {
                seed: layout,
                batch: Duration::from_millis(1),
                time: Duration::from_secs(1),
                min_rounds: ROUNDS,
                max_rounds: ROUNDS,
                narrow: 0.0,
            };
            let laps = race(lanes.len(), 0, &rules, |lane, passes| {
                let quiet = passes as f64 * 500_000.0 * lanes[lane].2 * luck[lane];
                let cpu = Duration::from_nanos(machine.batch(quiet) as u64);
                Elapsed { cpu, wall: cpu }
            });
            rows.extend(laps.iter().map(|lap| PairedRow {
                layout,
                corpus: (*corpus).to_owned(),
                slice: 0,
                round: lap.round,
                turn: lap.turn,
                solver: lanes[lap.lane].0.to_owned(),
                twin: lanes[lap.lane].1,
                passes: lap.passes,
                cpu_ns: lap.elapsed.cpu.as_nanos() as u64,
                wall_ns: lap.elapsed.wall.as_nanos() as u64,
            }));
        }
        Ratios::of(&rows).unwrap()
    }

    /// Of so many runs, the share of which something holds.
    fn share(runs: u64, holds: impl Fn(u64) -> bool) -> f64 {
        (0..runs).filter(|&seed| holds(seed)).count() as f64 / runs as f64
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_claim() {
        for (layouts, effect) in [(1, 0.0), (3, 0.02), (6, 0.02), (6, 0.0), (14, 0.02)] {
            let covered = share(500, |seed| {
                let ratio = run(seed, layouts, effect).row("solver", "any").unwrap().ratio;
                ratio.low <= TRUE_RATIO && TRUE_RATIO <= ratio.high
            });
            assert!((0.92..=0.99).contains(&covered), "{layouts} layouts: {covered}");
        }
    }

    #[test]
    fn one_layout_would_claim_too_much() {
        let covered = share(300, |seed| {
            let ratio = run(seed, 1, 0.02).row("solver", "any").unwrap().ratio;
            ratio.low <= TRUE_RATIO && TRUE_RATIO <= ratio.high
        });
        assert!(covered < 0.6, "addresses would not matter: {covered}");
    }

    #[test]
    fn what_is_equal_is_called_different_in_at_most_one_run_of_twenty() {
        let corpora = ["a", "b", "c"];
        let runs = 300;
        let mut different = 0;
        for seed in 0..runs {
            let ratios = run_on(&corpora, seed, 6, 0.02);
            let copies = ratios.twins.iter();
            assert!(copies.map(|copy| copy.verdict).all(|verdict| verdict == Verdict::Undecided));
            let equals = ratios.rows.iter().filter(|row| row.solver == "equal");
            different += equals.filter(|row| row.verdict != Verdict::Undecided).count();
        }
        let different = different as f64 / (runs as usize * corpora.len()) as f64;
        assert!(different <= 0.05, "{different}");
    }

    #[test]
    fn a_real_difference_is_called_by_its_name() {
        let called = share(100, |seed| {
            run(seed, 6, 0.02).row("solver", "any").unwrap().verdict == Verdict::Faster
        });
        assert!(called > 0.99, "{called}");
    }

    #[test]
    fn verdicts_need_the_interval_and_the_floor() {
        let ratio = |low, point, high| Interval { point, low, high };
        assert_eq!(Verdict::of(ratio(0.7, 0.8, 0.9), 0.02), Verdict::Faster);
        assert_eq!(Verdict::of(ratio(0.7, 0.8, 1.1), 0.02), Verdict::Undecided);
        assert_eq!(Verdict::of(ratio(0.985, 0.99, 0.995), 0.02), Verdict::Undecided);
        assert_eq!(Verdict::of(ratio(1.1, 1.2, 1.3), 0.02), Verdict::Slower);
        assert_eq!(Verdict::of(ratio(1.005, 1.01, 1.02), 0.02), Verdict::Undecided);
    }

    fn row(
        (layout, slice): (u64, u32),
        round: u32,
        solver: &str,
        twin: bool,
        cpu_ns: u64,
    ) -> PairedRow {
        PairedRow {
            layout,
            corpus: "c".to_owned(),
            slice,
            round,
            turn: 0,
            solver: solver.to_owned(),
            twin,
            passes: 2,
            cpu_ns,
            wall_ns: cpu_ns,
        }
    }

    #[test]
    fn a_ratio_worked_out_by_hand() {
        let mut rows = Vec::new();
        // Medians over rounds: 2 in layout 0, 8 in layout 1; together the geometric mean, 4.
        for (layout, times) in [(0, [200, 200, 900]), (1, [800, 800, 100])] {
            for (round, time) in (0..).zip(times) {
                rows.push(row((layout, 0), round, "ref", false, 100));
                rows.push(row((layout, 0), round, "ref", true, 101));
                rows.push(row((layout, 0), round, "other", false, time));
            }
        }
        let ratios = Ratios::of(&rows).unwrap();
        let other = ratios.row("other", "c").unwrap();
        assert!((other.ratio.point - 4.0).abs() < 1e-9);
        assert_eq!((other.rounds, other.layouts), (6, 2));
        assert!((ratios.noise_floor - 0.01).abs() < 1e-9);
        // ln 2 and ln 8: mean ln 4, standard error ln 2; t for one degree of freedom.
        let high = (4.0_f64.ln() + 12.706 * 2.0_f64.ln()).exp();
        assert!((other.ratio.high / high - 1.0).abs() < 1e-9);
        let back = ratio_between(&rows, "c", "ref", "other").unwrap();
        assert!((back.point - 0.25).abs() < 1e-9);
    }

    #[test]
    fn a_trimmed_mean_worked_out_by_hand() {
        // Cut off: 0 and 90. Kept: 1, 2, 3, mean 2. Held: 1 1 2 3 3, variance 1, deviation 1;
        // t for two degrees of freedom; three fifths are kept.
        let Interval { point, low, high } = trimmed_mean(&[3.0, 0.0, 2.0, 90.0, 1.0]);
        let half = 4.303 / (0.6 * 5.0_f64.sqrt());
        assert!((point - 2.0).abs() < 1e-9);
        assert!((high - 2.0 - half).abs() < 1e-9 && (2.0 - half - low).abs() < 1e-9);
        let few = trimmed_mean(&[1.0, 3.0]);
        assert!((few.high - (2.0 + 12.706)).abs() < 1e-9, "{few:?}");
    }

    #[test]
    fn slices_count_as_much_as_they_take() {
        let mut rows = Vec::new();
        // 100 against 200 on the first slice, 900 against 450 on the second: 1000 against 650.
        for (slice, below, above) in [(0, 100, 200), (1, 900, 450)] {
            for round in 0..5 {
                let burst = if round == 3 { 7 } else { 1 };
                rows.push(row((1, slice), round, "ref", false, below));
                rows.push(row((1, slice), round, "ref", true, below));
                rows.push(row((1, slice), round, "other", false, above * burst));
            }
        }
        let ratio = Ratios::of(&rows).unwrap().row("other", "c").unwrap().clone();
        assert!((ratio.ratio.point - 0.65).abs() < 1e-9, "{ratio:?}");
        assert!(ratio.ratio.low <= 0.65 && ratio.ratio.high < 7.0 * 0.65, "{ratio:?}");
        assert_eq!((ratio.rounds, ratio.layouts), (10, 1));
    }
}
