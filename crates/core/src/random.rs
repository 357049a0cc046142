//! [`Random`]: random numbers that depend only on the seed, in every version.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random numbers that are the same for a seed on every machine and in every version: xoshiro256++
/// (Blackman and Vigna), seeded through `SplitMix64`. The draws and the shuffle are written out
/// here because libraries change theirs between versions.
#[derive(Debug, Clone)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The sequence for this seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number drawn uniformly from `0..bound`.
    ///
    /// # Panics
    ///
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let drawn = self.0.next_u64();
            let number = drawn % bound;
            // The numbers of the last, incomplete range would favour small results; they are drawn
            // again.
            if drawn - number <= u64::MAX - bound {
                return number;
            }
        }
    }

    /// Shuffles items into an order drawn uniformly from all orders (Fisher and Yates, from the
    /// end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut random = Random::seeded(37);
        assert_eq!([0; 6].map(|_| random.below(1000)), [997, 52, 681, 359, 597, 785]);
        let mut order = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut order);
        assert_eq!(order, [4, 2, 8, 9, 6, 3, 7, 5, 1]);
    }

    #[test]
    fn draws_and_orders_are_even() {
        let mut random = Random::seeded(1);
        let mut draws = [0_u32; 6];
        let mut first = [0_u32; 6];
        for _ in 0..60_000 {
            draws[random.below(6) as usize] += 1;
            let mut order = [0_usize, 1, 2, 3, 4, 5];
            random.shuffle(&mut order);
            first[order[0]] += 1;
        }
        // Five standard deviations of a binomial with n = 60,000 and p = 1/6.
        assert!(draws.into_iter().chain(first).all(|n| n.abs_diff(10_000) < 457));
    }
}
