//! [`Line`]: a solver in a chart of lines. The leading solvers have colours, marks, and names at
//! the ends of their lines; the others are faint lines, which a page highlights one at a time.

use plotters::element::PathElement;
use plotters::series::LineSeries;

use super::sheet::{Plot, Sample, line_sample};
use super::style::{INK, Mark, OTHER};
use super::svg::{Area, Drawn, Point, RADIUS, group, mark, tip};
use super::text::Type;
use crate::format;

const NAME: Type = Type::new(12, INK);
/// The least vertical distance between names, in pixels.
const PITCH: i32 = 16;
/// The greatest width of a name; a wider one is written smaller.
const WIDEST: i32 = 250;
/// The width of the leader lines between the plot and the names.
const LEADER: i32 = 32;

/// A solver's line, in the values of the plot's axes.
pub(super) struct Line<'a> {
    pub(super) solver: &'a str,
    pub(super) mark: Mark,
    /// The pieces of the line, which is interrupted where values are missing.
    pub(super) pieces: Vec<Vec<(f64, f64)>>,
    pub(super) marks: Vec<(f64, f64)>,
    /// The points at which a page shows figures, and their texts.
    pub(super) tips: Vec<((f64, f64), String)>,
}

/// The space to the right of a plot that the names need, in pixels.
pub(super) fn room<'a>(solvers: impl Iterator<Item = (&'a str, Mark)>) -> i32 {
    let named = solvers.filter(|(_, mark)| mark.is_accent());
    let widest = named.map(|(solver, _)| NAME.width(solver)).max().unwrap_or(0);
    LEADER + 3 * RADIUS + 4 + widest.min(WIDEST)
}

/// The legend: the numbers of solvers and programs without a name.
pub(super) fn legend(marks: impl Iterator<Item = Mark>) -> Vec<Sample> {
    let others = marks.filter(|mark| !mark.is_accent());
    let (programs, solvers): (Vec<_>, Vec<_>) = others.partition(|mark| mark.is_program());
    let numbers = [(solvers.len(), "other solver"), (programs.len(), "program")];
    let numbers = numbers.into_iter().filter(|(number, _)| *number > 0);
    let text: Vec<String> = numbers.map(|(number, what)| format::many(number, what)).collect();
    let sample = (!text.is_empty()).then(|| line_sample(text.join(", "), OTHER.line()));
    sample.into_iter().collect()
}

/// Draws the lines into a plot, and the names to its right.
pub(super) fn draw(area: &Area<'_>, plot: &mut Plot<'_>, lines: &[Line<'_>]) -> Drawn {
    let (named, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.mark.is_accent());
    for Line { mark: its, pieces, marks, tips, .. } in others.into_iter().chain(named.clone()) {
        group(area, "line", || {
            for piece in pieces.iter().filter(|piece| piece.len() > 1) {
                plot.draw_series(LineSeries::new(piece.iter().copied(), its.line()))?;
            }
            plot.draw_series(marks.iter().map(|at| mark(*at, *its)))?;
            plot.draw_series(tips.iter().map(|(at, text)| tip(*at, REACH, text)))?;
            Ok(())
        })?;
    }
    let end = |line: &&Line<'_>| Some(plot.backend_coord(line.pieces.last()?.last()?));
    let ends = named.iter().filter_map(|line| Some((line.solver, line.mark, end(line)?)));
    let (across, down) = plot.plotting_area().get_pixel_range();
    let ends = ends.collect();
    names(area, ends, across.end, (down.start + PITCH / 2, down.end - PITCH / 2))
}

/// The distance from a point within which a page shows its figures, in pixels.
const REACH: Point = (RADIUS + 3, RADIUS + 3);

/// Draws the names to the right of a plot, each as near to the end of its line as the other names
/// allow, with a leader line. Places are pixels of the whole chart.
fn names(
    area: &Area<'_>,
    mut ends: Vec<(&str, Mark, Point)>,
    right: i32,
    (top, bottom): (i32, i32),
) -> Drawn {
    let chart = area.use_screen_coord();
    ends.sort_by_key(|(_, _, end)| end.1);
    let wanted: Vec<_> = ends.iter().map(|(_, _, end)| f64::from(end.1)).collect();
    let within = (f64::from(top), f64::from(bottom));
    for ((solver, its, end), y) in ends.into_iter().zip(spread(&wanted, f64::from(PITCH), within)) {
        let (x, y) = (right + LEADER, y.round() as i32);
        let path = [(end.0 + RADIUS + 4, end.1), (right + 8, end.1), (x - 4, y)];
        chart.draw(&PathElement::new(path, its.colour))?;
        chart.draw(&mark((x + RADIUS, y), its))?;
        NAME.draw_within(&chart, solver, WIDEST, (x + 3 * RADIUS + 2, y))?;
    }
    Ok(())
}

/// Moves ascending places at least `pitch` apart, each as little as possible: neighbours that would
/// overlap form a block around their mean.
fn spread(wanted: &[f64], pitch: f64, (low, high): (f64, f64)) -> Vec<f64> {
    // The desired place of a block's first element, and the number of its elements.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (index, place) in wanted.iter().enumerate() {
        let mut block = (place - index as f64 * pitch, 1);
        while let Some((mean, size)) = blocks.pop_if(|before| before.0 > block.0) {
            let sum = mean * size as f64 + block.0 * block.1 as f64;
            block = (sum / (size + block.1) as f64, size + block.1);
        }
        blocks.push(block);
    }
    let last = high - wanted.len().saturating_sub(1) as f64 * pitch;
    blocks
        .iter()
        .flat_map(|&(mean, size)| std::iter::repeat_n(mean.min(last).max(low), size))
        .enumerate()
        .map(|(index, place)| place + index as f64 * pitch)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_move_apart_and_no_further_than_they_must() {
        let spread = |wanted: &[f64]| spread(wanted, 10.0, (0.0, 100.0));
        assert_eq!(spread(&[20.0, 50.0]), [20.0, 50.0]);
        assert_eq!(spread(&[50.0, 50.0]), [45.0, 55.0]);
        assert_eq!(spread(&[48.0, 52.0, 90.0]), [45.0, 55.0, 90.0]);
        assert_eq!(spread(&[0.0, 0.0, 0.0]), [0.0, 10.0, 20.0]);
        assert_eq!(spread(&[95.0, 100.0, 100.0]), [80.0, 90.0, 100.0]);
    }
}
