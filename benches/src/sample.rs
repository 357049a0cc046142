//! [`Sample`]: evenly spaced items of a stream.

use std::mem;

/// Up to this many times the wanted number of items are kept meanwhile, so that the final choice is
/// evenly spaced.
const FINER: usize = 16;

/// Keeps a few evenly spaced items of a stream of any length, in bounded memory. Of a stream with
/// no more items than are wanted, all are kept.
#[derive(Debug)]
pub(crate) struct Sample<T> {
    wanted: usize,
    seen: usize,
    /// The distance between two items that are kept, in items of the stream.
    step: usize,
    kept: Vec<T>,
}

impl<T: Copy> Sample<T> {
    pub(crate) fn new(wanted: usize) -> Self {
        Self { wanted, seen: 0, step: 1, kept: Vec::new() }
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.seen.is_multiple_of(self.step) {
            if self.kept.len() == FINER * self.wanted {
                self.step *= 2;
                self.kept = mem::take(&mut self.kept).into_iter().step_by(2).collect();
            }
            self.kept.push(item);
        }
        self.seen += 1;
    }

    /// How long the stream was.
    pub(crate) fn seen(&self) -> usize {
        self.seen
    }

    /// The chosen ones, in their order.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = T> {
        let count = self.seen.min(self.wanted);
        (0..count).map(move |i| self.kept[i * self.seen / count / self.step])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(length: usize) -> Vec<usize> {
        let mut sample = Sample::new(20);
        for item in 0..length {
            sample.push(item);
            assert!(sample.kept.len() <= 20 * FINER, "it grows");
        }
        assert_eq!(sample.seen(), length);
        sample.chosen().collect()
    }

    #[test]
    fn a_short_stream_is_taken_whole() {
        for length in 0..=20 {
            assert!(sample(length).into_iter().eq(0..length), "{length}");
        }
    }

    #[test]
    fn a_long_stream_is_taken_evenly() {
        assert!(sample(40).into_iter().eq((0..40).step_by(2)));
        for length in (21..5000).chain([123_456]) {
            let chosen = sample(length);
            assert_eq!((chosen.len(), chosen[0]), (20, 0), "{length}");
            let even = length as f64 / 20.0;
            let ends = chosen.iter().copied().chain([length]);
            for (here, next) in chosen.iter().zip(ends.skip(1)) {
                let gap = (next - here) as f64;
                assert!((gap - even).abs() <= (even / 4.0).max(1.0), "{gap} of {length}");
            }
        }
    }
}
