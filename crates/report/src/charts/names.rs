//! The names of solvers beside the ends of their lines.

use super::canvas::{Canvas, Point, RADIUS, Type};
use super::style::{INK, LINE, Mark};

const NAME: Type = Type::new(12, INK);
/// How far apart the names are.
pub(super) const PITCH: i32 = 16;
/// What is longer is cut.
const WIDEST: i32 = 250;
/// Between the plot and the names.
const LEADER: i32 = 32;

/// The room that these names need to the right of a plot.
pub(super) fn room<'a>(solvers: impl Iterator<Item = &'a str>) -> i32 {
    let widest = solvers.map(|solver| NAME.width(solver)).max().unwrap_or(0);
    LEADER + 3 * RADIUS + 4 + widest.min(WIDEST)
}

/// The names to the right of a plot, each as near to the end of its line as the others let it be,
/// with a line that leads there.
pub(super) fn names(
    canvas: &mut Canvas,
    mut ends: Vec<(&str, Mark, Point)>,
    right: i32,
    (top, bottom): (i32, i32),
) {
    ends.sort_by_key(|(_, _, end)| end.1);
    let wanted: Vec<_> = ends.iter().map(|(_, _, end)| f64::from(end.1)).collect();
    let within = (f64::from(top), f64::from(bottom));
    for ((solver, mark, end), y) in ends.into_iter().zip(spread(&wanted, f64::from(PITCH), within))
    {
        let (x, y) = (right + LEADER, y.round() as i32);
        let path = [(end.0 + RADIUS + 4, end.1), (right + 8, end.1), (x - 4, y)];
        canvas.path(&path, LINE, 1);
        canvas.mark((x + RADIUS, y), mark);
        canvas.text(&NAME.cut(solver, WIDEST), (x + 3 * RADIUS + 2, y), NAME);
    }
}

/// Moves ascending places apart, and as little as possible: neighbours that would overlap form a
/// block around their mean.
fn spread(wanted: &[f64], pitch: f64, (low, high): (f64, f64)) -> Vec<f64> {
    // Where the first of a block would like to be, and how many there are in it.
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
