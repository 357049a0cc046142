//! [`Line`]: the time of a puzzle and of a count, fitted to the [`Sums`] over blocks.

use std::array;

/// The sums over blocks that the fit needs, with weights, of n n, n x, x x, n t and x t.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sums([f64; 5]);

impl Sums {
    /// Of a block of `n` puzzles with the count `x` and the time `t`.
    pub(crate) fn of(n: f64, x: f64, t: f64) -> Self {
        Self::within(x, [n, x, t])
    }

    /// Of `n` puzzles with the count `x` and the time `t`, which are differences between passes that
    /// count `all` together: the more these do, the less a difference says.
    pub(crate) fn within(all: f64, [n, x, t]: [f64; 3]) -> Self {
        // A search may place no digit; it then weighs as if every puzzle had a count of 1.
        let weight = 1.0 / all.max(n);
        Self([n * n, n * x, x * x, n * t, x * t].map(|product| weight * product))
    }

    pub(crate) fn plus(self, other: Self, sign: f64) -> Self {
        Self(array::from_fn(|at| self.0[at] + sign * other.0[at]))
    }

    /// The line through the blocks; `None` where they hardly differ in their counts for a puzzle.
    /// Neither a puzzle nor a count costs less than nothing: where the fit says so, the other alone
    /// explains the time.
    fn line(self) -> Option<Line> {
        let Self([nn, nx, xx, nt, xt]) = self;
        let apart = nn * xx - nx * nx;
        if apart <= 1e-6 * nn * xx {
            return None;
        }
        let (puzzle, each) = ((nt * xx - xt * nx) / apart, (nn * xt - nx * nt) / apart);
        Some(match (puzzle >= 0.0, each >= 0.0) {
            (true, true) => Line { puzzle, each },
            (_, false) => Line { puzzle: nt / nn, each: 0.0 },
            (false, true) => Line { puzzle: 0.0, each: xt / xx },
        })
    }

    /// The logarithm of the time for a puzzle with this count. Where there is no line through the
    /// blocks, `otherwise` is scaled until it goes through them.
    pub(crate) fn ln_time(self, count: f64, otherwise: Line) -> f64 {
        let Self([nn, nx, xx, nt, xt]) = self;
        let time = match self.line() {
            Some(line) => line.time(1.0, count),
            None if xx == 0.0 => nt / nn,
            None => xt / otherwise.time(nx, xx) * otherwise.time(1.0, count),
        };
        time.ln()
    }
}

/// The time of a puzzle and the time of a count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    pub(crate) puzzle: f64,
    pub(crate) each: f64,
}

impl Line {
    /// The time is proportional to the count.
    pub(crate) const COUNTS: Self = Self { puzzle: 0.0, each: 1.0 };

    /// The line through all blocks of a solver in the run. If these hardly differ either, the time is
    /// proportional to the count.
    pub(crate) fn through(all: impl Iterator<Item = Sums>) -> Self {
        let sum = all.fold(Sums::default(), |sum, sums| sum.plus(sums, 1.0));
        sum.line().unwrap_or(Self::COUNTS)
    }

    fn time(self, puzzles: f64, count: f64) -> f64 {
        self.puzzle * puzzles + self.each * count
    }
}
