//! How hard the puzzles are: a dot for every puzzle, a row for every corpus.

use plotters::prelude::LogCoord;
use sudoku_findings::stats::quantile;
use sudoku_findings::{Difficulty, Results};

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, MARGIN, NOTE, TOP, Type, WIDTH};
use super::style::{BAND, DOT, INK, LINE, MUTED};
use crate::{format, notices};

const ROW: i32 = 34;
const NAME: Type = Type::new(12, INK);
const SMALL: Type = Type::new(11, MUTED);

struct Plot {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    x: Scale<LogCoord<f64>>,
}

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let rows: Vec<(&Difficulty, Vec<f64>)> = results
        .difficulty
        .iter()
        .map(|row| (row, efforts(row)))
        .filter(|(_, efforts)| !efforts.is_empty())
        .collect();
    let plot = Plot::around(&rows)?;
    let title = title(&rows);
    let subtitle = "Digits that a search in reading order places on a puzzle.";
    let height = plot.bottom + 66;
    let svg = canvas::draw(&title, height, |canvas| {
        canvas.heading(&title, subtitle, notices::tag(results));
        plot.frame(canvas, rows.len());
        for (row, (difficulty, efforts)) in rows.iter().enumerate() {
            plot.row(canvas, row, difficulty, efforts);
        }
        let note =
            "A puzzle has no dot where the search went over its budget, or had nothing to place.";
        canvas.text(note, (MARGIN, height - 14), NOTE);
    });
    let about = "A dot is a puzzle, the upright line the median of all; without one, half of \
                 the searches or more went over their budget."
        .to_owned();
    Some(Chart {
        name: "difficulty",
        table: "difficulty-by-solver",
        heading: "Effort of the puzzles",
        title,
        about,
        svg,
    })
}

/// The sets whose median puzzles take least and most.
fn title(rows: &[(&Difficulty, Vec<f64>)]) -> String {
    let median = |(row, efforts): &(&Difficulty, Vec<f64>)| {
        let over = row.effort.iter().filter(|effort| effort.is_none()).count();
        Some((row.corpus.clone(), median(efforts, over)?.round() as u64))
    };
    let mut medians: Vec<_> = rows.iter().filter_map(median).collect();
    medians.sort_by_key(|(_, median)| *median);
    let said = |number: u64| format::many(number, "digit");
    match medians.as_slice() {
        [] => "Effort, by set".to_owned(),
        [(corpus, median)] => format!("The median puzzle of {corpus} takes {}", said(*median)),
        [(easy, least), .., (hard, most)] => {
            format!("The median puzzle takes {} on {easy}, {} on {hard}", said(*least), said(*most))
        }
    }
}

/// Ascending. A finished grid needs none and has no place on a log scale.
fn efforts(difficulty: &Difficulty) -> Vec<f64> {
    let efforts = difficulty.effort.iter().flatten().filter(|&&effort| effort > 0);
    let mut efforts: Vec<f64> = efforts.map(|&effort| effort as f64).collect();
    efforts.sort_unstable_by(f64::total_cmp);
    efforts
}

/// The median of these and of so many over the budget, which are more than any of these; none
/// where it is one of those.
fn median(efforts: &[f64], over: usize) -> Option<f64> {
    let over = std::iter::repeat_n(f64::INFINITY, over);
    let all: Vec<f64> = efforts.iter().copied().chain(over).collect();
    Some(quantile(&all, 0.5)).filter(|median| median.is_finite())
}

impl Plot {
    fn around(rows: &[(&Difficulty, Vec<f64>)]) -> Option<Self> {
        let values = extent(rows.iter().flat_map(|(_, efforts)| efforts.iter().copied()))?;
        let widest = rows.iter().map(|(row, _)| NAME.width(&row.corpus)).max()?.min(200);
        let (left, right) = (MARGIN + widest + 14, WIDTH - MARGIN - 84);
        let (top, bottom) = (TOP + 6, TOP + 6 + ROW * rows.len() as i32);
        Some(Self { left, right, top, bottom, x: Scale::log(&values, (left + 8, right - 8)) })
    }

    fn row(&self, canvas: &mut Canvas, row: usize, difficulty: &Difficulty, efforts: &[f64]) {
        let top = self.top + ROW * row as i32;
        let middle = top + ROW / 2;
        canvas.text(&NAME.cut(&difficulty.corpus, 200), (MARGIN, middle), NAME);
        // Spread over the height of the row in steps that do not line up.
        let dot =
            |(rank, &effort): (usize, &f64)| (self.x.at(effort), top + 6 + (rank * 13 % 23) as i32);
        let dots: Vec<_> = efforts.iter().enumerate().map(dot).collect();
        canvas.dots(&dots, DOT);
        let over = difficulty.effort.iter().filter(|effort| effort.is_none()).count();
        let most = efforts[efforts.len() - 1];
        let figure = if let Some(median) = median(efforts, over) {
            let x = self.x.at(median);
            canvas.line((x, top + 3), (x, top + ROW - 3), INK, 2);
            format::count(median.round() as u64)
        } else {
            format!("> {}", format::count(most as u64))
        };
        canvas.text(&figure, (WIDTH - MARGIN, middle), SMALL.flush_right());
        let most = match over {
            0 => format!("most {}", format::count(most as u64)),
            over => format!("{over} over the budget"),
        };
        let tip = format!(
            "{}: {}, least {}, median {figure}, {most}",
            difficulty.corpus,
            format::many(difficulty.clues.len() as u64, "puzzle"),
            format::count(efforts[0] as u64),
        );
        canvas.tip((MARGIN, top), (WIDTH - MARGIN, top + ROW), &tip);
    }

    fn frame(&self, canvas: &mut Canvas, rows: usize) {
        for row in (0..rows as i32).step_by(2) {
            let top = self.top + ROW * row;
            canvas.rectangle((MARGIN - 6, top), (WIDTH - MARGIN + 6, top + ROW), BAND);
        }
        for value in self.x.ticks(|_| 70) {
            let x = self.x.at(value);
            canvas.line((x, self.top), (x, self.bottom), LINE, 1);
            canvas.text(&format::count(value as u64), (x, self.bottom + 13), SMALL.centred());
        }
        let middle = i32::midpoint(self.left, self.right);
        canvas.text("digits placed, log scale", (middle, self.bottom + 32), SMALL.centred());
        canvas.text("median", (WIDTH - MARGIN, self.bottom + 13), SMALL.flush_right());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_the_budget_counts_in_the_median() {
        assert_eq!(median(&[1.0, 2.0, 3.0], 0), Some(2.0));
        assert_eq!(median(&[1.0, 2.0, 3.0], 1), Some(2.5));
        assert_eq!(median(&[1.0, 2.0, 3.0], 2), Some(3.0));
        for over in 3..6 {
            assert_eq!(median(&[1.0, 2.0, 3.0], over), None, "{over}");
        }
    }
}
