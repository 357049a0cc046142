//! Estimates for all minimal puzzles from random ones, weighted by the number of clues.
//!
//! A controlled-bias generator removes clues from a random solution grid, one after another in
//! random order. It keeps the first puzzle that would have several solutions without any one of its
//! clues, and starts again with another grid if the puzzle has several solutions before that. The
//! chance of a given minimal puzzle of `n + 1` clues is `(n + 1) / (81 - n)` times that of one of
//! `n` clues (Denis Berthier, "Unbiased statistics of a CSP: a controlled-bias generator", 2009).
//! Weighted by the inverse of their chance, the generated puzzles represent all minimal puzzles.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use sudoku_core::Random;
use sudoku_core::stats::Interval;

/// The quantile of the normal distribution for a 95 % interval.
const NORMAL: f64 = 1.96;

/// The number of clues of a puzzle that weighs 1.
const MIDDLE: u64 = 26;

/// Returns the weight of a controlled-bias puzzle of `clues` clues: how many minimal puzzles it
/// represents, relative to a puzzle of 26 clues.
///
/// # Panics
///
/// Above 81 clues.
pub fn weight(clues: u64) -> f64 {
    assert!(clues <= 81, "a grid has 81 cells");
    let step = |n: u64| (81 - n) as f64 / (n + 1) as f64;
    let more: f64 = (MIDDLE..clues).map(step).product();
    let less: f64 = (clues..MIDDLE).map(step).product();
    more / less
}

/// Estimates the mean of a quantity over all minimal puzzles, with its 95 % interval, from `(clues,
/// value, puzzles)`: how many controlled-bias puzzles have these clues and this value. `None` without
/// puzzles.
pub fn weighted(values: &[(u64, f64, u64)]) -> Option<Interval> {
    let sum = |of: &dyn Fn(f64, f64, f64) -> f64| -> f64 {
        let values = values.iter();
        values.map(|&(clues, value, puzzles)| of(weight(clues), value, puzzles as f64)).sum()
    };
    let all = sum(&|weight, _, puzzles| weight * puzzles);
    let mean = sum(&|weight, value, puzzles| weight * puzzles * value) / all;
    let square = sum(&|weight, value, puzzles| (weight * (value - mean)).powi(2) * puzzles);
    (all > 0.0).then(|| around(mean, square.sqrt() / all))
}

/// Estimates a mean with its 95 % interval from single values of equal weight; `None` for fewer than
/// two.
pub fn mean(values: &[f64]) -> Option<Interval> {
    let puzzles = values.len() as f64;
    let mean = values.iter().sum::<f64>() / puzzles;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| around(mean, (square / (puzzles - 1.0) / puzzles).sqrt()))
}

fn around(point: f64, error: f64) -> Interval {
    Interval { point, low: point - NORMAL * error, high: point + NORMAL * error }
}

/// Estimates, for all minimal puzzles, the mean number of clues, the share that singles solve, and
/// the share that locked candidates and singles solve, from
/// [`Compared::by_clues`](crate::Compared::by_clues). `None` if there are no puzzles.
pub fn shares(by_clues: &BTreeMap<u64, [u64; 3]>) -> Option<[Interval; 3]> {
    let clues = by_clues.iter().map(|(&clues, row)| (clues, clues as f64, row[0]));
    let share = |which: usize| -> Vec<_> {
        let both = |(&clues, row): (&u64, &[u64; 3])| {
            [(clues, 1.0, row[which]), (clues, 0.0, row[0] - row[which])]
        };
        by_clues.iter().flat_map(both).collect()
    };
    Some([weighted(&clues.collect::<Vec<_>>())?, weighted(&share(1))?, weighted(&share(2))?])
}

/// Draws `number` puzzles, all different, from a list with these numbers of clues, and returns
/// their places. Each puzzle of the list, in random order, is kept with a probability in proportion
/// to its weight. So the kept ones are as good as independent draws from all minimal puzzles, and
/// the usual intervals apply. Equal seeds draw equal puzzles.
///
/// # Errors
///
/// When fewer are kept. Of the puzzles of a controlled-bias generator about one in forty is kept,
/// because the heaviest weigh forty times as much as the mean.
pub fn draw(clues: &[u64], number: usize, seed: u64) -> Result<Vec<usize>> {
    let mut random = Random::seeded(seed);
    let mut places: Vec<usize> = (0..clues.len()).collect();
    random.shuffle(&mut places);
    let heaviest = clues.iter().copied().max().map_or(1.0, weight);
    let fine = 1_u64 << 53;
    places.retain(|&at| (random.below(fine) as f64) < weight(clues[at]) / heaviest * fine as f64);
    let kept = places.len();
    ensure!(kept >= number, "{kept} puzzles can be drawn from {}, not {number}", clues.len());
    places.truncate(number);
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzles of the collection, and `PUBLISHED`, the shares of all minimal puzzles in per
    /// cent, both as published, by the number of clues from 20 on.
    const COLLECTION: [f64; 13] = [
        2.0,
        164.0,
        6651.0,
        110_103.0,
        704_089.0,
        1_814_413.0,
        2_002_349.0,
        1_007_700.0,
        247_259.0,
        31_449.0,
        2_088.0,
        74.0,
        2.0,
    ];
    const PUBLISHED: [f64; 13] = [
        1.32e-7, 3.4e-5, 0.003_48, 0.148, 2.28, 13.42, 31.91, 32.71, 15.48, 3.598, 0.41, 0.0241,
        0.001_02,
    ];

    #[test]
    fn the_weights_give_the_published_shares() {
        let weighted: Vec<f64> = (20..).zip(COLLECTION).map(|(n, all)| weight(n) * all).collect();
        let total: f64 = weighted.iter().sum();
        for (at, published) in PUBLISHED.into_iter().enumerate().skip(2).take(8) {
            let share = 100.0 * weighted[at] / total;
            assert!((share / published - 1.0).abs() < 0.02, "{}: {share}, {published}", at + 20);
        }
        for (clues, expected) in [(26, 1.0), (27, 55.0 / 27.0), (25, 26.0 / 56.0)] {
            assert!((weight(clues) - expected).abs() < 1e-12, "{clues}");
        }
    }

    #[test]
    fn an_estimate_is_that_of_the_weights() {
        let by_clues = BTreeMap::from([(26, [3, 1, 3]), (27, [1, 1, 1])]);
        let [clues, singles, locked] = shares(&by_clues).unwrap();
        let heavy = 55.0 / 27.0;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let mean = (1.0 + heavy) / (3.0 + heavy);
        assert!(near(clues.point, (3.0 * 26.0 + heavy * 27.0) / (3.0 + heavy)));
        assert!(near(singles.point, mean));
        assert_eq!(locked, Interval { point: 1.0, low: 1.0, high: 1.0 });
        let square = 2.0 * mean * mean + (1.0 - mean).powi(2) * (1.0 + heavy * heavy);
        assert!(near(singles.high - mean, NORMAL * square.sqrt() / (3.0 + heavy)));
        assert_eq!(shares(&BTreeMap::new()), None);
    }

    #[test]
    fn a_mean_has_the_interval_of_its_values() {
        let Interval { point, low, high } = mean(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((point - 2.5).abs() < 1e-12);
        let half = NORMAL * (5.0_f64 / 12.0).sqrt();
        assert!((high - 2.5 - half).abs() < 1e-12 && (2.5 - low - half).abs() < 1e-12);
        assert_eq!(mean(&[1.0]), None);
    }

    #[test]
    fn puzzles_are_drawn_by_their_weights_and_none_twice() {
        let clues = [25, 26, 27].map(|clues| vec![clues; 30_000]).concat();
        let drawn = draw(&clues, 20_000, 7).unwrap();
        assert_eq!(drawn, draw(&clues, 20_000, 7).unwrap());
        assert_ne!(drawn, draw(&clues, 20_000, 8).unwrap());
        let all: f64 = [25, 26, 27].map(weight).iter().sum();
        for n in [25, 26, 27] {
            let share = drawn.iter().filter(|&&at| clues[at] == n).count() as f64 / 20_000.0;
            assert!((share - weight(n) / all).abs() < 0.01, "{n}: {share}");
        }
        let mut places = drawn.clone();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), drawn.len());
        // About (weight(25) + weight(26) + weight(27)) / weight(27) times 30,000 can be drawn.
        let kept = draw(&clues, 60_000, 7).unwrap_err().to_string();
        assert!(
            kept.starts_with("51") && kept.ends_with("can be drawn from 90000, not 60000"),
            "{kept}"
        );
        assert!(draw(&[], 1, 7).is_err());
    }
}
