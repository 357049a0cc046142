//! [`Scale`]: from values to pixels, and the round values in between.

use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{IntoLogRange, LogCoord, Ranged};

/// Values along some pixels, from the first to the last of them.
pub(super) struct Scale<C> {
    coordinate: C,
    pixels: (i32, i32),
}

impl<C: Ranged<ValueType = f64>> Scale<C> {
    /// The pixel of a value.
    pub(super) fn at(&self, value: f64) -> i32 {
        self.coordinate.map(&value, self.pixels)
    }

    /// The first choice of values that leave each other so much room.
    fn first_fit(
        &self,
        mut choices: impl Iterator<Item = Vec<f64>>,
        room: impl Fn(f64) -> i32,
    ) -> Vec<f64> {
        let fits = |ticks: &Vec<f64>| {
            ticks.windows(2).all(|pair| {
                let apart = (self.at(pair[1]) - self.at(pair[0])).abs();
                2 * apart >= room(pair[0]) + room(pair[1])
            })
        };
        choices.find(fits).unwrap_or_default()
    }
}

impl Scale<RangedCoordf64> {
    /// A scale from 0, for lengths that can be compared.
    pub(super) fn linear(end: f64, pixels: (i32, i32)) -> Self {
        Self { coordinate: (0.0..end).into(), pixels }
    }

    /// Round values, so many at most, that leave each other `room`, a length in pixels.
    pub(super) fn ticks(&self, most: usize, room: impl Fn(f64) -> i32) -> Vec<f64> {
        let choices = (2..=most).rev().map(|most| self.coordinate.key_points(most));
        self.first_fit(choices, room)
    }
}

impl Scale<LogCoord<f64>> {
    /// A logarithmic scale around some values, all above 0, over a factor of 4 at least.
    pub(super) fn log(values: &Range<f64>, pixels: (i32, i32)) -> Self {
        let middle = (values.start * values.end).sqrt();
        let range = (values.start / 1.1).min(middle / 2.0)..(values.end * 1.1).max(middle * 2.0);
        Self { coordinate: range.log_scale().into(), pixels }
    }

    /// Powers of ten, with steps between them or only some of them: the most that leave each
    /// other `room`, a length in pixels.
    pub(super) fn ticks(&self, room: impl Fn(f64) -> i32) -> Vec<f64> {
        let Range { start, end } = self.coordinate.range();
        let (first, last) = (start.log10().floor() as i32, end.log10().ceil() as i32);
        let choice = |step: i32, between: &[f64]| -> Vec<f64> {
            (first..=last)
                .filter(|power| power % step == 0)
                .flat_map(|power| between.iter().map(move |digit| digit * 10_f64.powi(power)))
                .filter(|value| (start..=end).contains(value))
                .collect()
        };
        let fine = [&[1.0, 2.0, 5.0][..], &[1.0, 3.0]].map(|between| choice(1, between));
        let coarse = (1..=20).map(|step| choice(step, &[1.0]));
        self.first_fit(fine.into_iter().chain(coarse), room)
    }
}

/// The least and the greatest of some values above 0.
pub(super) fn extent(values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
    values.filter(|value| *value > 0.0 && value.is_finite()).fold(None, |extent, value| {
        let Range { start, end } = extent.unwrap_or(value..value);
        Some(start.min(value)..end.max(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_leave_each_other_room() {
        let ticks = |values: Range<f64>, pixels, room: i32| {
            Scale::log(&values, (0, pixels)).ticks(|_| room)
        };
        assert_eq!(ticks(90.0..1100.0, 400, 40), [100.0, 200.0, 500.0, 1000.0]);
        assert_eq!(ticks(90.0..1100.0, 150, 40), [100.0, 300.0, 1000.0]);
        assert_eq!(ticks(90.0..1100.0, 60, 40), [100.0, 1000.0]);
        assert_eq!(ticks(0.5..2e6, 100, 40), [1.0, 1000.0, 1e6]);
        // A single value has some air around it.
        assert_eq!(ticks(100.0..100.0, 300, 40), [50.0, 100.0, 200.0]);
    }

    #[test]
    fn there_are_as_many_even_steps_as_have_room() {
        let ticks = |room| Scale::linear(65.0, (0, 130)).ticks(5, |_| room);
        assert_eq!(ticks(30), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(ticks(41), [0.0, 50.0]);
        assert_eq!(ticks(200), [0.0; 0]);
    }

    #[test]
    fn pixels_follow_ratios_or_differences() {
        let log = Scale::log(&(10.0..1000.0), (0, 200));
        assert!((log.at(100.0) - 100).abs() <= 1);
        let upwards = Scale::log(&(10.0..1000.0), (200, 0));
        assert!(upwards.at(1000.0) < upwards.at(10.0));
        let linear = Scale::linear(50.0, (100, 200));
        assert_eq!([0.0, 25.0, 50.0].map(|value| linear.at(value)), [100, 150, 200]);
    }

    #[test]
    fn an_extent_knows_no_nonsense() {
        let extent = |values: &[f64]| extent(values.iter().copied());
        assert_eq!(extent(&[3.0, 0.0, 2.0, f64::NAN, 5.0, f64::INFINITY, -1.0]), Some(2.0..5.0));
        assert_eq!(extent(&[0.0]), None);
    }
}
