//! The effort of the puzzles: a dot for every puzzle, a row for every corpus.

use plotters::element::Rectangle;
use plotters::style::{Color, TextStyle};
use sudoku_judge::{Difficulty, Results};

use super::Look;
use super::axis::{Axis, extent};
use super::sheet::{BELOW, MARGIN, NOTE, Plot, Sheet, WIDTH, mesh, plot, sample};
use super::style::{BAND, DOT, INK};
use super::svg::{Area, Drawn, Point, Svg, dots, own, tip};
use super::text::Type;
use crate::format;

const ROW: i32 = 34;
const NAME: Type = Type::new(12, INK);
/// The greatest width of a name, in pixels.
const WIDEST: i32 = 200;
/// The width of the column of medians.
const MEDIANS: i32 = 84;

pub(super) fn chart(results: &Results, look: Look) -> Option<[String; 3]> {
    let rows = results.difficulty.iter().map(|row| (row, row.efforts()));
    let rows: Vec<(&Difficulty, Vec<f64>)> =
        rows.filter(|(_, efforts)| !efforts.is_empty()).collect();
    let values = extent(rows.iter().flat_map(|(_, efforts)| efforts.iter().copied()))?;
    let widest = rows.iter().map(|(row, _)| NAME.width(&row.corpus)).max()?.min(WIDEST) + 10;
    let title = title(&rows);
    let sheet = Sheet {
        title: &title,
        subtitle: "Digits that a search in reading order places on a puzzle.",
        legend: vec![
            sample("a puzzle", |svg, at| svg.dots(&[at], DOT)),
            sample("median of the set", |svg, at| upright(svg, at, 7)),
        ],
        note: "A puzzle has no dot where the search went over its budget, or had nothing to place.",
        height: ROW * rows.len() as i32 + BELOW,
    };
    let svg = sheet.draw(results, look, |area| {
        let x = Axis::log(&values, WIDTH - 2 * MARGIN - widest - MEDIANS, |_| 70);
        let mut plot = plot(area, [widest, BELOW, MEDIANS], x, Axis::steps(rows.len(), true))?;
        let range = plot.plotting_area().get_x_range();
        plot.draw_series((0..rows.len()).step_by(2).map(|row| {
            let (above, below) = (row as f64, (row + 1) as f64);
            Rectangle::new([(range.start, above), (range.end, below)], BAND.filled())
        }))?;
        mesh(&mut plot)
            .disable_y_mesh()
            .y_label_style(TextStyle::from(NAME))
            .x_label_formatter(&|digits| format::count(*digits as u64))
            .y_label_formatter(&|row| NAME.cut(&rows[*row as usize].0.corpus, WIDEST))
            .x_desc("digits placed, log scale")
            .draw()?;
        for (at, (difficulty, efforts)) in rows.iter().enumerate() {
            row(area, &plot, at, difficulty, efforts)?;
        }
        let bottom = plot.plotting_area().get_pixel_range().1.end;
        NOTE.flush_right().draw(&area.use_screen_coord(), "median", (WIDTH - MARGIN, bottom + 13))
    });
    let about = "A dot is a puzzle, the upright line the median of all; without one, half of \
                 the searches or more went over their budget."
        .to_owned();
    Some([title, about, svg])
}

/// A title with the sets whose median puzzles have the least and the greatest effort.
fn title(rows: &[(&Difficulty, Vec<f64>)]) -> String {
    let medians = rows.iter().map(|(row, _)| Some((&row.corpus, row.median()?.round() as u64)));
    let mut medians: Vec<_> = medians.flatten().collect();
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

/// Draws the line that stands for a median, `half` of its height above and below a point.
fn upright(svg: &mut Svg<'_>, (x, y): Point, half: i32) {
    svg.line(&[(x, y - half), (x, y + half)], INK.to_backend_color(), 2);
}

fn row(
    area: &Area<'_>,
    plot: &Plot<'_>,
    row: usize,
    difficulty: &Difficulty,
    efforts: &[f64],
) -> Drawn {
    let chart = area.use_screen_coord();
    let (top, middle) = (row as f64, row as f64 + 0.5);
    // Dots are spread over the height of the row, in steps that do not form a pattern.
    let height = |rank: usize| f64::from(6 + (rank * 13 % 23) as i32) / f64::from(ROW);
    let at = efforts.iter().enumerate().map(|(rank, &effort)| (effort, top + height(rank)));
    plot.plotting_area().draw(&dots(at.collect(), DOT))?;
    let most = efforts[efforts.len() - 1];
    let figure = if let Some(median) = difficulty.median() {
        let line = own(vec![(median, middle)], |svg, at| upright(svg, at[0], ROW / 2 - 3));
        plot.plotting_area().draw(&line)?;
        format::count(median.round() as u64)
    } else {
        format!("> {}", format::count(most as u64))
    };
    let (_, y) = plot.backend_coord(&(most, middle));
    NOTE.flush_right().draw(&chart, &figure, (WIDTH - MARGIN, y))?;
    let most = match difficulty.over() {
        0 => format!("most {}", format::count(most as u64)),
        over => format!("{over} over the budget"),
    };
    let text = format!(
        "{}: {}, least {}, median {figure}, {most}",
        difficulty.corpus,
        format::many(difficulty.clues.len(), "puzzle"),
        format::count(efforts[0] as u64),
    );
    chart.draw(&tip((WIDTH / 2, y), (WIDTH / 2 - MARGIN, ROW / 2), &text))
}
