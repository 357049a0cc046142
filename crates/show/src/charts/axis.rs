//! [`Axis`]: an axis for plotters, with as many round ticks as their labels leave space for.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::Ranged;

/// An axis and the values of its ticks.
pub(super) struct Axis {
    range: Range<f64>,
    /// The function that is drawn to scale: a value itself, or its logarithm.
    scale: fn(f64) -> f64,
    pub(super) ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        let [start, end, value] = [self.range.start, self.range.end, *value].map(self.scale);
        RangedCoordf64::from(start..end).map(&value, pixels)
    }

    /// Returns all ticks as bold points.
    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl Axis {
    /// An axis from 0, on which lengths can be compared, with at most `most` ticks. `length` and
    /// `room`, the width of a label, are in pixels.
    pub(super) fn linear(end: f64, length: i32, most: usize, room: impl Fn(f64) -> i32) -> Self {
        let axis = Self { range: 0.0..end, scale: |value| value, ticks: Vec::new() };
        let round = RangedCoordf64::from(0.0..end);
        let choices = (2..=most).rev().map(|most| round.key_points(most));
        axis.with_first_fit(length, choices, room)
    }

    /// An axis with a tick in the middle of each of `number` steps; downwards for the rows of a
    /// table.
    pub(super) fn steps(number: usize, downwards: bool) -> Self {
        let (first, last) = (0.0, number as f64);
        let range = if downwards { last..first } else { first..last };
        let ticks = (0..number).map(|step| step as f64 + 0.5).collect();
        Self { range, scale: |value| value, ticks }
    }

    /// A logarithmic axis around a range of values above 0, over a factor of 4 at least. Its ticks
    /// are powers of ten, either with steps between them or only every second, third and so on.
    /// `length` and `room`, the width of a label, are in pixels.
    pub(super) fn log(values: &Range<f64>, length: i32, room: impl Fn(f64) -> i32) -> Self {
        let middle = (values.start * values.end).sqrt();
        let range = (values.start / 1.1).min(middle / 2.0)..(values.end * 1.1).max(middle * 2.0);
        let (first, last) = (range.start.log10().floor() as i32, range.end.log10().ceil() as i32);
        let choice = |step: i32, between: &[f64]| -> Vec<f64> {
            (first..=last)
                .filter(|power| power % step == 0)
                .flat_map(|power| between.iter().map(move |digit| digit * 10_f64.powi(power)))
                .filter(|value| (range.start..=range.end).contains(value))
                .collect()
        };
        let fine = [&[1.0, 2.0, 5.0][..], &[1.0, 3.0]].map(|between| choice(1, between));
        let coarse = (1..=20).map(|step| choice(step, &[1.0]));
        let axis = Self { range: range.clone(), scale: f64::ln, ticks: Vec::new() };
        axis.with_first_fit(length, fine.into_iter().chain(coarse), room)
    }

    /// The axis with the first choice of ticks whose labels do not overlap.
    fn with_first_fit(
        self,
        length: i32,
        mut choices: impl Iterator<Item = Vec<f64>>,
        room: impl Fn(f64) -> i32,
    ) -> Self {
        let at = |value: &f64| self.map(value, (0, length));
        let fits = |ticks: &Vec<f64>| {
            ticks.windows(2).all(|pair| {
                let apart = (at(&pair[1]) - at(&pair[0])).abs();
                2 * apart >= room(pair[0]) + room(pair[1])
            })
        };
        let ticks = choices.find(fits).unwrap_or_default();
        Self { ticks, ..self }
    }
}

/// The least and the greatest of the values that are above 0; `None` if there are none.
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
        let ticks =
            |values: Range<f64>, pixels, room: i32| Axis::log(&values, pixels, |_| room).ticks;
        assert_eq!(ticks(90.0..1100.0, 400, 40), [100.0, 200.0, 500.0, 1000.0]);
        assert_eq!(ticks(90.0..1100.0, 150, 40), [100.0, 300.0, 1000.0]);
        assert_eq!(ticks(90.0..1100.0, 60, 40), [100.0, 1000.0]);
        assert_eq!(ticks(0.5..2e6, 100, 40), [1.0, 1000.0, 1e6]);
        // An axis for a single value extends to both sides of it.
        assert_eq!(ticks(100.0..100.0, 300, 40), [50.0, 100.0, 200.0]);
    }

    #[test]
    fn there_are_as_many_even_steps_as_have_room() {
        let ticks = |room| Axis::linear(65.0, 130, 5, |_| room).ticks;
        assert_eq!(ticks(30), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(ticks(41), [0.0, 50.0]);
        assert_eq!(ticks(200), [0.0; 0]);
    }

    #[test]
    fn an_extent_knows_no_nonsense() {
        let extent = |values: &[f64]| extent(values.iter().copied());
        assert_eq!(extent(&[3.0, 0.0, 2.0, f64::NAN, 5.0, f64::INFINITY, -1.0]), Some(2.0..5.0));
        assert_eq!(extent(&[0.0]), None);
    }
}
