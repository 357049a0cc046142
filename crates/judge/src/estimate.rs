//! [`Estimate`]: a ratio with its standard error, and what follows from them.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

use sudoku_core::stats::{Interval, mean, sorted};

/// A ratio, and the spread that it would show if everything were measured again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The ratio.
    pub point: f64,
    /// The standard error of the ratio's logarithm.
    pub error: f64,
    /// Degrees of freedom of that error: the groups it was taken from, less one.
    pub df: u32,
}

impl Estimate {
    /// The 20 % trimmed mean of the logarithms of the pairs' ratios, each of the same weight, with
    /// its error from the Winsorised logarithms (Tukey and `McLaughlin` 1963). It is for pairs that
    /// repeat one measurement, of which one is far off now and then. Of two to four pairs, all
    /// are kept.
    ///
    /// `None` with fewer than two pairs, or when a ratio is not above 0.
    pub fn trimmed_mean(pairs: &[(f64, f64)]) -> Option<Self> {
        let logs = sorted(&logarithms(pairs.iter().map(|(a, b)| (a / b).ln()))?);
        let cut = logs.len() / 5;
        let kept = &logs[cut..logs.len() - cut];
        let winsorised: Vec<f64> =
            logs.iter().map(|log| log.clamp(kept[0], kept[kept.len() - 1])).collect();
        let all = logs.len() as f64;
        let deviation = (squares(&winsorised) / (all - 1.0)).sqrt();
        Some(Self {
            point: mean(kept).exp(),
            error: deviation * all.sqrt() / kept.len() as f64,
            df: kept.len() as u32 - 1,
        })
    }

    /// The geometric mean of these ratios, each of the same weight: the ratio on a typical puzzle.
    /// The error comes from the spread of their logarithms.
    ///
    /// `None` with fewer than two ratios, or when a ratio is not above 0.
    pub fn geometric_mean(ratios: &[f64]) -> Option<Self> {
        let logs = logarithms(ratios.iter().map(|ratio| ratio.ln()))?;
        let count = logs.len() as f64;
        Some(Self {
            point: mean(&logs).exp(),
            error: (squares(&logs) / (count - 1.0) / count).sqrt(),
            df: logs.len() as u32 - 1,
        })
    }

    /// The interval that contains the true ratio with this probability (0 to 1, both excluded), by
    /// Student's distribution.
    pub fn interval(self, confidence: f64) -> Interval {
        let factor = (self.error * student_t(confidence, self.df)).exp();
        Interval { point: self.point, low: self.point / factor, high: self.point * factor }
    }

    /// The two-sided p-value of the hypothesis that the ratio is 1, by Student's distribution.
    pub fn p_value(self) -> f64 {
        let distance = self.point.ln().abs();
        if distance == 0.0 { 1.0 } else { 1.0 - student_within(distance / self.error, self.df) }
    }

    /// Of two estimates of the same ratio, returns the one with the greater error.
    #[must_use]
    pub(crate) fn or_wider(self, other: Self) -> Self {
        if other.error > self.error { other } else { self }
    }

    /// This estimate divided by an independent one. The degrees of freedom are Welch's.
    #[must_use]
    pub fn divided_by(self, other: Self) -> Self {
        let [ours, theirs] = [self, other].map(|of| of.error.powi(2));
        let welch = (ours + theirs).powi(2)
            / (ours.powi(2) / f64::from(self.df) + theirs.powi(2) / f64::from(other.df));
        Self {
            point: self.point / other.point,
            error: (ours + theirs).sqrt(),
            df: if welch.is_finite() { (welch as u32).max(1) } else { self.df },
        }
    }
}

/// The logarithms, if there are two or more and all are finite.
fn logarithms(all: impl Iterator<Item = f64>) -> Option<Vec<f64>> {
    let logs: Vec<f64> = all.collect();
    (logs.len() > 1 && logs.iter().all(|log| log.is_finite())).then_some(logs)
}

/// The sum of the squared distances to the mean.
pub(crate) fn squares(values: &[f64]) -> f64 {
    let middle = mean(values);
    values.iter().map(|value| (value - middle).powi(2)).sum()
}

/// The share of runs that may call any pair of equal solvers faster or slower: at most one in
/// twenty.
const PAGE_RATE: f64 = 0.05;

/// Returns which of many comparisons may be called different, if at most a share [`PAGE_RATE`] of
/// pages may call any equal pair different: Holm's procedure (1979) on the
/// [p-values](Estimate::p_value). It needs no assumption about how the comparisons depend on each other.
pub(crate) fn holm(p_values: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut apart = vec![false; p_values.len()];
    for (rank, &at) in order.iter().enumerate() {
        if p_values[at] > PAGE_RATE / (p_values.len() - rank) as f64 {
            break;
        }
        apart[at] = true;
    }
    apart
}

/// The share of Student's distribution within `t` on either side of 0: the finite sums for whole
/// degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn student_within(t: f64, df: u32) -> f64 {
    let angle = (t / f64::from(df).sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let odd = df % 2 == 1;
    let (mut term, mut sum) = if odd { (cos, 0.0) } else { (1.0, 0.0) };
    // The terms are cos, cos^3 * 2/3, ... for odd df, and 1, cos^2 * 1/2, ... for even df.
    let mut factor = if odd { 2.0 } else { 1.0 };
    for _ in 0..df / 2 {
        sum += term;
        term *= cos * cos * factor / (factor + 1.0);
        factor += 2.0;
    }
    let within = if odd { FRAC_2_PI * (angle + sin * sum) } else { sin * sum };
    within.clamp(0.0, 1.0)
}

/// The distance from 0 within which this share of Student's distribution lies.
fn student_t(share: f64, df: u32) -> f64 {
    let root = f64::from(df).sqrt();
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if student_within(middle.tan() * root, df) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.tan() * root
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;

    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3
    }

    #[test]
    fn students_distribution_is_that_of_the_tables() {
        let usual = [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (6, 2.447),
            (13, 2.160),
            (23, 2.069),
            (30, 2.042),
        ];
        for (df, t) in usual {
            assert!(close(student_t(0.95, df), t), "{df}: {}", student_t(0.95, df));
            assert!(close(student_within(t, df), 0.95), "{df}");
        }
        assert!(close(student_t(0.99, 5), 4.032));
        assert!(close(student_t(0.999, 13), 4.221));
        assert!(close(student_t(0.95, 100_000), 1.960));
        assert!((student_within(0.0, 4), student_within(f64::INFINITY, 4)) == (0.0, 1.0));
    }

    #[test]
    fn an_interval_worked_out_by_hand() {
        let interval = Estimate { point: 4.0, error: 0.3, df: 2 }.interval(0.95);
        assert!(close(interval.high / interval.point, (4.303 * 0.3_f64).exp()));
        assert!(close(interval.low * interval.high, 16.0));
    }

    #[test]
    fn a_trimmed_mean_worked_out_by_hand() {
        // Cut off: 0 and 90. Kept: 1, 2, 3, mean 2. Winsorised: 1 1 2 3 3, variance 1, deviation 1;
        // three fifths are kept.
        let pairs = [3.0, 0.0, 2.0, 90.0, 1.0].map(|log: f64| (log.exp(), 1.0));
        let found = Estimate::trimmed_mean(&pairs).unwrap();
        assert!(close(found.point.ln(), 2.0) && close(found.error, 1.0 / (0.6 * 5.0_f64.sqrt())));
        assert_eq!(found.df, 2);
        let few = Estimate::trimmed_mean(&[(2.0, 1.0), (16.0, 2.0)]).unwrap();
        assert!(close(few.point, 4.0) && close(few.error, 2.0_f64.ln()));
        assert_eq!(few.df, 1);
        assert_eq!(Estimate::trimmed_mean(&[(1.0, 1.0)]), None);
        assert_eq!(Estimate::trimmed_mean(&[(1.0, 1.0), (0.0, 1.0)]), None);
    }

    #[test]
    fn a_geometric_mean_worked_out_by_hand() {
        // Logarithms to base 2: -1, 1, 3; mean 1, variance 4, so the error is 2 / sqrt(3).
        let found = Estimate::geometric_mean(&[0.5, 2.0, 8.0]).unwrap();
        assert!(close(found.point, 2.0));
        assert!(close(found.error, 2.0 * 2.0_f64.ln() / 3.0_f64.sqrt()) && found.df == 2);
        for none in [&[][..], &[2.0], &[2.0, 0.0], &[2.0, f64::INFINITY]] {
            assert_eq!(Estimate::geometric_mean(none), None, "{none:?}");
        }
    }

    #[test]
    fn the_interval_of_a_geometric_mean_covers_the_truth() {
        let mut random = Random::seeded(7);
        let mut uniform = || random.below(1 << 30) as f64 / (1_u64 << 30) as f64;
        // Logarithms spread over ten octaves, with a mean of 0.
        let covered = (0..400)
            .filter(|_| {
                let ratios: Vec<f64> =
                    (0..50).map(|_| 2_f64.powf(10.0 * (uniform() - 0.5))).collect();
                let Interval { low, high, .. } =
                    Estimate::geometric_mean(&ratios).unwrap().interval(0.95);
                low <= 1.0 && 1.0 <= high
            })
            .count();
        assert!((368..=396).contains(&covered), "{covered} of 400 intervals");
    }

    #[test]
    fn the_p_value_is_small_where_the_interval_excludes_one() {
        for (point, error) in [(1.1, 0.03), (1.1, 0.06), (0.9, 0.05), (1.0, 0.1), (0.5, 0.01)] {
            let estimate = Estimate { point, error, df: 7 };
            let Interval { low, high, .. } = estimate.interval(0.95);
            let excluded = 1.0 < low || high < 1.0;
            assert_eq!(estimate.p_value() < 0.05, excluded, "{estimate:?}");
        }
        assert!(close(Estimate { point: 1.0, error: 0.1, df: 3 }.p_value(), 1.0));
        assert!(close(Estimate { point: 1.0, error: 0.0, df: 3 }.p_value(), 1.0));
        assert!(close(Estimate { point: 1.1, error: 0.0, df: 3 }.p_value(), 0.0));
    }

    #[test]
    fn a_quotient_of_two_estimates() {
        let estimate = |point, error| Estimate { point, error, df: 10 };
        let quotient = estimate(1.2, 0.03).divided_by(estimate(0.6, 0.04));
        assert!(close(quotient.point, 2.0) && close(quotient.error, 0.05));
        // (9 + 16)^2 / (81 / 10 + 256 / 10) = 18.5
        assert_eq!(quotient.df, 18);
        assert_eq!(estimate(1.0, 0.0).divided_by(estimate(1.0, 0.0)).df, 10);
    }

    #[test]
    fn the_wider_of_two_estimates() {
        let of = |point, error| Estimate { point, error, df: 9 };
        let (narrow, wide) = (of(0.9, 0.01), of(0.8, 0.02));
        assert_eq!((narrow.or_wider(wide), wide.or_wider(narrow)), (wide, wide));
        assert_eq!(wide.or_wider(of(0.7, 0.02)), wide, "of two that are as wide, the first");
    }

    #[test]
    fn a_p_value_at_the_limit_is_small_enough() {
        assert_eq!(holm(&[0.05]), [true]);
        assert_eq!(holm(&[0.05, 0.025]), [true, true]);
        assert_eq!(holm(&[0.051]), [false]);
    }

    #[test]
    fn holm_worked_out_by_hand() {
        // 0.05 / 4 = 0.0125, 0.05 / 3 = 0.0167, 0.05 / 2 = 0.025.
        assert_eq!(holm(&[0.03, 0.001, 0.016, 0.5]), [false, true, true, false]);
        assert_eq!(holm(&[0.02, 0.001, 0.02, 0.5]), [false, true, false, false]);
        assert_eq!(holm(&[0.04]), [true]);
        assert_eq!(holm(&[]), [false; 0]);
    }
}
