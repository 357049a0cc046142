//! [`Ratio`]: the time of one solver divided by that of another, and the verdict on it.

use serde::{Deserialize, Serialize};

use crate::estimate::holm;
use crate::indexed::keyed;
use crate::raced::Times;
use crate::{CountedOn, Estimate, Interval};

/// How much the time of a solver differs from that of its second copy, at another address in the
/// program, on the corpus where they differ most. A smaller difference between two solvers means
/// nothing. A corpus of one puzzle counts for itself alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoiseFloor {
    /// The solver that ran twice.
    pub solver: String,
    /// The difference as a share of the solver's time.
    pub share: f64,
}

impl NoiseFloor {
    /// The noise floors of a run in words, with each share written by `written`: the floor or, if
    /// there are several, the least and the greatest.
    pub fn in_words(floors: &[Self], written: impl Fn(f64) -> String) -> String {
        let shares = || floors.iter().map(|floor| floor.share);
        let [least, most] = [shares().min_by(f64::total_cmp), shares().max_by(f64::total_cmp)]
            .map(|share| written(share.unwrap_or(0.0)));
        if floors.len() > 1 { format!("{least} to {most}, by speed") } else { most }
    }
}

/// The time of one solver divided by that of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The name of the corpus.
    pub corpus: String,
    /// The solver whose time is the numerator.
    pub solver: String,
    /// The solver whose time is the denominator.
    pub reference: String,
    /// The ratio with its 95 % interval; below 1 where the solver is faster than the reference.
    pub ratio: Interval,
    /// The standard error of the ratio's logarithm.
    pub error: f64,
    /// Degrees of freedom of that error.
    #[serde(rename = "freedom")]
    pub df: u32,
    /// The puzzles for which exact counts give the ratio; `None` for a ratio of mean times, which is
    /// for the puzzles that were timed.
    pub counted_on: Option<CountedOn>,
    /// The ratio for fresh puzzles of the kind of the set; `None` where the counts of one of the two
    /// on these are not known.
    #[serde(default)]
    pub kind: Option<OnKind>,
    /// The nodes of the solver divided by those of the reference, on the puzzles that the ratio is
    /// for: exact. `None` where one of the two does not count nodes.
    pub work: Option<f64>,
    /// The number of different puzzles that were timed: of the two solvers, the smaller number.
    pub puzzles: usize,
    /// How many builds, each with different addresses, timed both.
    pub builds: usize,
    /// The noise floor that the verdict takes into account: the greater of those of the two solvers.
    pub noise_floor: f64,
    /// The verdict, corrected for the number of ratios of the run.
    pub verdict: Order,
}

/// A ratio for fresh puzzles of the kind of a set, by the mean counts of many of these.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OnKind {
    /// The number of puzzles that were counted; of the two solvers, the smaller number.
    pub puzzles: u64,
    /// The ratio with its 95 % interval, which covers that these puzzles are a sample.
    pub ratio: Interval,
}

/// The verdict on a ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Less time than the reference, beyond chance and the noise floor.
    Faster,
    /// More time than the reference, beyond chance and the noise floor.
    Slower,
    /// Neither: the run could not tell the two solvers apart.
    Undecided,
}

keyed!(Ratio);

impl Ratio {
    /// A ratio without counts, a noise floor and a verdict.
    pub(crate) fn of(corpus: &str, solver: &str, reference: &str, estimate: Estimate) -> Self {
        Self {
            corpus: corpus.to_owned(),
            solver: solver.to_owned(),
            reference: reference.to_owned(),
            ratio: estimate.interval(0.95),
            error: estimate.error,
            df: estimate.df,
            counted_on: None,
            kind: None,
            work: None,
            puzzles: 0,
            builds: 1,
            noise_floor: 0.0,
            verdict: Order::Undecided,
        }
    }

    /// The ratio of the times of a node, which were timed, with its 95 % interval; `None` without
    /// [`work`](Self::work).
    pub fn cost(&self) -> Option<Interval> {
        Some(self.ratio.scaled(1.0 / self.work?))
    }

    /// The ratio with the numbers of puzzles and of builds of these times.
    pub(crate) fn timed(self, [above, below]: [&Times; 2]) -> Self {
        let puzzles = above.puzzles().min(below.puzzles());
        Self { puzzles, builds: above.builds_against(below).len(), ..self }
    }

    /// How far the ratio is from 1.
    pub(crate) fn distance(&self) -> f64 {
        (self.ratio.point - 1.0).abs()
    }

    /// The ratio with its standard error, as estimated.
    pub fn estimate(&self) -> Estimate {
        Estimate { point: self.ratio.point, error: self.error, df: self.df }
    }
}

/// Sets the verdict of every ratio, corrected for their number.
pub(crate) fn give_verdicts(ratios: &mut [Ratio]) {
    let found: Vec<_> = ratios.iter().map(|row| (row.estimate(), row.noise_floor)).collect();
    for (row, verdict) in ratios.iter_mut().zip(Order::of_all(&found)) {
        row.verdict = verdict;
    }
}

impl Order {
    /// The verdicts on many ratios, each given with its noise floor. They are corrected so that at
    /// most one page in twenty calls any pair of equal solvers different (Holm 1979).
    pub fn of_all(ratios: &[(Estimate, f64)]) -> Vec<Self> {
        let p_values: Vec<f64> = ratios.iter().map(|(ratio, _)| ratio.p_value()).collect();
        let apart = holm(&p_values);
        let verdict = |((ratio, noise_floor), apart): (&(Estimate, f64), bool)| match ratio.point {
            _ if !apart => Self::Undecided,
            point if point < 1.0 - noise_floor => Self::Faster,
            point if point > 1.0 + noise_floor => Self::Slower,
            _ => Self::Undecided,
        };
        ratios.iter().zip(apart).map(verdict).collect()
    }
}
