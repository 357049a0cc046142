//! The chart of two solvers compared puzzle by puzzle, with a dot for every puzzle.

use plotters::element::PathElement;
use sudoku_judge::{Duel, Results, format};

use super::Look;
use super::axis::{Axis, extent};
use super::sheet::{BELOW, LABELS, MARGIN, NOTE, Sheet, line_sample, mesh, plot, sample};
use super::style::{DOT, MUTED};
use super::svg::dots;

const SIDE: i32 = 480;

/// Plots the times of the first solver upwards and those of the second to the right; `None` if no
/// puzzle was finished by both.
pub(crate) fn scatter(
    results: &Results,
    corpus: &str,
    [first, second]: [&str; 2],
    duel: &Duel,
) -> Option<String> {
    let values = extent(duel.rows.iter().flat_map(|row| row.ns.map(|ns| ns as f64)))?;
    let all = duel.rows.len();
    let [ours, theirs] = duel.wins();
    let (winner, wins) = if ours >= theirs { (first, ours) } else { (second, theirs) };
    let puzzles = format::many(all, "puzzle");
    let title = format!("{winner} is faster on {} of {puzzles} of {corpus}", format::count(wins));
    let clock = &results.environment.clock;
    let sheet = Sheet {
        title: &title,
        subtitle: &format!("A dot is a puzzle: {clock} of one solve, log scales."),
        legend: vec![
            sample("one is faster", |svg, at| svg.dots(&[at], DOT)),
            sample("not told apart", |svg, at| svg.dots(&[at], MUTED)),
            line_sample("equal times", MUTED.into()),
        ],
        note: "",
        height: SIDE + BELOW,
    };
    let label = |ns| NOTE.width(&format::tick(ns)) + 8;
    let x = Axis::log(&values, Look::Page.width() - 2 * MARGIN - LABELS - 10, label);
    let y = Axis::log(&values, SIDE, |_| 22);
    Some(sheet.draw(results, Look::Page, |area| {
        let mut plot = plot(area, [LABELS, BELOW, 10], x, y)?;
        mesh(&mut plot)
            .x_label_formatter(&|ns| format::tick(*ns))
            .y_label_formatter(&|ns| format::tick(*ns))
            .x_desc(format!("time of {second}"))
            .y_desc(format!("time of {first}"))
            .draw()?;
        let range = plot.plotting_area().get_x_range();
        let ends = vec![(range.start, range.start), (range.end, range.end)];
        plot.plotting_area().draw(&PathElement::new(ends, MUTED))?;
        for (decided, colour) in [(false, MUTED), (true, DOT)] {
            let rows = duel.rows.iter().filter(|row| row.winner.is_some() == decided);
            let at = rows.map(|row| {
                let [above, across] = row.ns.map(|ns| ns.max(1) as f64);
                (across, above)
            });
            plot.plotting_area().draw(&dots(at.collect(), colour))?;
        }
        Ok(())
    }))
}
