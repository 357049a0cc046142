//! Medians, quantiles, ranks, and an exponent with its interval: arithmetic on numbers of any kind.

use crate::Random;
use serde::{Deserialize, Serialize};

/// An estimate and its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate itself.
    pub point: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Multiplies all three numbers by a factor, to change the unit.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { point: self.point * factor, low: self.low * factor, high: self.high * factor }
    }
}

/// Returns the value below which a share `q` (0 to 1) of the sorted values lies, interpolated
/// between neighbours.
///
/// # Panics
///
/// When there are no values, or `q` is not within 0 to 1.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    assert!((0.0..=1.0).contains(&q), "{q} is not a share");
    let place = q * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

/// Returns the arithmetic mean.
///
/// # Panics
///
/// When there are no values.
pub fn mean(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "a mean of nothing");
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the middle value, or the mean of the two middle ones.
///
/// # Panics
///
/// When there are no values.
pub fn median(values: &[f64]) -> f64 {
    quantile(&sorted(values), 0.5)
}

/// Returns the mean of the smaller half of the values, the middle one included. It suits repeated
/// times of the same work, because an interruption can only make a time longer.
///
/// # Panics
///
/// When there are no values.
pub fn smaller_half(values: &[f64]) -> f64 {
    mean(&sorted(values)[..values.len().div_ceil(2)])
}

/// Returns a copy in ascending order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// Returns the mean time of a solver over puzzles, where a puzzle that was not solved within the
/// limit counts as twice the limit (PAR-2, the score of solver competitions). `None` in `times` is
/// an unsolved puzzle; a time above the limit counts as one.
///
/// # Panics
///
/// When there are no puzzles.
pub fn par2(times: &[Option<f64>], limit: f64) -> f64 {
    let penalised = |time: &Option<f64>| time.filter(|time| *time <= limit).unwrap_or(2.0 * limit);
    mean(&times.iter().map(penalised).collect::<Vec<_>>())
}

/// Returns how alike two orders are: 1 if they are the same, -1 if opposite, 0 if unrelated
/// (Spearman's coefficient, 1904; equal values share their mean rank). `None` with fewer than three
/// pairs, or when all values of one side are equal.
///
/// # Panics
///
/// When the two sides differ in length.
pub fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    assert_eq!(a.len(), b.len(), "values come in pairs");
    let (a, b) = (ranks(a), ranks(b));
    let middle = f64::midpoint(a.len() as f64, 1.0);
    // The deviations from the middle sum up to 0, so it is enough to subtract the middle in one
    // factor.
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * (b - middle)).sum() };
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (a.len() >= 3 && spread > 0.0).then(|| product(&a, &b) / spread)
}

/// Returns the rank of each value in ascending order, from 1; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for alike in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let last = first + alike.len() - 1;
        for &at in alike {
            ranks[at] = (first + last) as f64 / 2.0 + 1.0;
        }
        first = last + 1;
    }
    ranks
}

/// Returns the exponent `b` of `y = a * x^b`, the slope of the least-squares line through the
/// logarithms of the points `(x, y)`, with its interval. The interval is a percentile bootstrap
/// (Efron 1979): as many points are drawn with replacement, `resamples` times, and the middle share
/// `confidence` of the slopes lies in the interval. Samples in which all `x` are equal have no
/// slope and are left out. The same seed gives the same interval.
///
/// `None` when there are no points, when a coordinate is not above 0, or when all `x` are equal.
///
/// # Panics
///
/// When `confidence` is not within 0 to 1.
pub fn bootstrap_exponent(
    points: &[(f64, f64)],
    confidence: f64,
    resamples: usize,
    seed: u64,
) -> Option<Interval> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    if !points.iter().all(|&(x, y)| positive(x) && positive(y)) {
        return None;
    }
    // Relative to the first point, so that equal figures have exactly the exponent 0, and
    // proportional ones exactly the exponent 1.
    let (first_x, first_y) = *points.first()?;
    let log = |(x, y): &(f64, f64)| ((x / first_x).ln(), (y / first_y).ln());
    let logs: Vec<(f64, f64)> = points.iter().map(log).collect();
    let point = slope(&logs)?;
    let mut random = Random::seeded(seed);
    let mut drawn = logs.clone();
    let slopes: Vec<f64> = (0..resamples.max(1))
        .filter_map(|_| {
            drawn.fill_with(|| logs[random.below(logs.len() as u64) as usize]);
            slope(&drawn)
        })
        .collect();
    let slopes = if slopes.is_empty() { vec![point] } else { sorted(&slopes) };
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval { point, low: quantile(&slopes, tail), high: quantile(&slopes, 1.0 - tail) })
}

/// The slope of the least-squares line; `None` if all `x` are equal or there are no points.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / n;
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    // Subtracting one mean would be enough; with both, equal `x` and `y` give exactly the slope 1.
    let common: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    // Rounding alone gives equal `x` a spread of some 1e-30.
    (spread > 1e-20).then(|| common / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn figures_worked_out_by_hand() {
        let values = [9.0, 1.0, 4.0, 2.0];
        assert!(close(median(&values), 3.0));
        assert!(
            close(smaller_half(&[9.0, 2.0, 4.0]), 3.0) && close(smaller_half(&[9.0, 2.0]), 2.0)
        );
        assert!(close(quantile(&sorted(&values), 0.25), 1.75));
        assert!(close(quantile(&sorted(&values), 1.0), 9.0));
        assert!(close(par2(&[Some(1.0), Some(3.0), None, Some(11.0)], 10.0), 11.0));
    }

    #[test]
    fn orders_are_compared_by_rank() {
        let of = |a: &[f64], b: &[f64]| spearman(a, b);
        assert_eq!(of(&[1.0, 2.0, 30.0], &[4.0, 5.0, 6.0]), Some(1.0));
        assert_eq!(of(&[1.0, 2.0, 30.0], &[6.0, 5.0, 4.0]), Some(-1.0));
        // Ranks 1 2 3 4 and 2 1 4 3: 1 - 6 * 4 / (4 * 15).
        assert!(close(of(&[1.0, 2.0, 3.0, 4.0], &[20.0, 10.0, 40.0, 30.0]).unwrap(), 0.6));
        // Ranks 1 2.5 2.5 and 1 2 3: 1.5 / sqrt(1.5 * 2).
        assert!(close(of(&[1.0, 2.0, 2.0], &[1.0, 2.0, 3.0]).unwrap(), 0.75_f64.sqrt()));
        assert_eq!(of(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(of(&[1.0, 2.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn exponents_worked_out_by_hand() {
        let exponent = |points: &[(f64, f64)]| bootstrap_exponent(points, 0.95, 500, 1);
        let exact = exponent(&[(1.0, 3.0), (2.0, 12.0), (10.0, 300.0)]).unwrap();
        assert!(close(exact.point, 2.0) && close(exact.low, 2.0) && close(exact.high, 2.0));
        let flat = exponent(&[(1.0, 82.0), (50.0, 82.0), (7.0, 82.0)]).unwrap();
        assert_eq!((flat.point, flat.low, flat.high), (0.0, 0.0, 0.0));
        let proportional: Vec<(f64, f64)> =
            (1..40).map(|x| (f64::from(x * x + 2), f64::from(8 * (x * x + 2)))).collect();
        let linear = exponent(&proportional).unwrap();
        assert_eq!((linear.point, linear.low, linear.high), (1.0, 1.0, 1.0));
        // Logarithms to base 10: (0, 0), (1, 2), (2, 1). Deviations of x: -1, 0, 1; so (1 - 0) / 2.
        let bent = exponent(&[(1.0, 1.0), (10.0, 100.0), (100.0, 10.0)]).unwrap();
        assert!(close(bent.point, 0.5));
        assert!(bent.low < 0.0 && bent.high > 1.0, "three points say little: {bent:?}");
        assert_eq!(exponent(&[(5.0, 1.0), (5.0, 2.0)]), None, "one x has no slope");
        assert_eq!(exponent(&[(1.0, 0.0), (2.0, 1.0)]), None, "0 has no logarithm");
        assert_eq!(exponent(&[]), None);
    }

    #[test]
    fn the_interval_of_an_exponent_covers_the_truth() {
        let mut random = Random::seeded(11);
        let mut uniform = || random.below(1 << 30) as f64 / (1_u64 << 30) as f64;
        let covered = (0..300)
            .filter(|&seed| {
                let point = |_| {
                    let x = 10_f64.powf(4.0 * uniform());
                    (x, x.powf(1.5) * (uniform() + uniform() + 0.5))
                };
                let points: Vec<(f64, f64)> = (0..40).map(point).collect();
                let found = bootstrap_exponent(&points, 0.95, 300, seed).unwrap();
                found.low <= 1.5 && 1.5 <= found.high
            })
            .count();
        assert!((270..=297).contains(&covered), "{covered} of 300 intervals cover the exponent");
    }
}
