//! Time per puzzle: a dot with its interval for every solver, a panel for every corpus.

use sudoku_measure::Results;

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, RADIUS};
use super::panels::{self, Panels, TICK};
use super::style::marked;
use crate::standing::{Standing, fastest};
use crate::{format, words};

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let plan = &results.plan;
    if results.rows.is_empty() {
        return None;
    }
    let panels = Panels::new(results, marked(results), plan.corpora.iter().collect());
    let about = "Time per puzzle, by solver and set";
    let title = words::fastest(results).unwrap_or_else(|| about.to_owned());
    let clock = words::clock(results);
    let subtitle = format!("Mean {clock} with 95 % interval. Every panel has a range of its own.");
    let notes = words::footnotes(results);
    let svg = canvas::draw(&title, panels.height(&notes), |canvas| {
        canvas.heading(&title, &subtitle, words::tag(results));
        panels.frame(canvas);
        for index in 0..panels.corpora.len() {
            panel(canvas, results, &panels, index);
        }
        panels.foot(canvas, &format!("{clock} per puzzle, log scale"), &notes);
    });
    let about =
        "A dot is the mean over the puzzles, and a line that sticks out of it the 95 % interval, \
         which contains the choice of the puzzles: where a few hard ones take most of the time, it \
         is wide for all solvers alike. Equal distances within a panel are equal ratios."
            .to_owned();
    Some(Chart { name: "time", table: "times", heading: "Time per puzzle", title, about, svg })
}

fn panel(canvas: &mut Canvas, results: &Results, panels: &Panels<'_>, index: usize) {
    let corpus = &panels.corpora[index].name;
    let panel = panels.panel(index);
    let standing = |solver: &str| Standing::of(results, solver, corpus);
    let shown = panels.solvers.iter().filter_map(|(solver, _)| standing(&solver.id).timing());
    let values = shown.map(|timing| timing.ns_per_puzzle);
    let values = extent(values.flat_map(|interval| [interval.point, interval.low, interval.high]));
    let ends = (panel.left + RADIUS + 2, panels.figures(panel).0 - RADIUS - 4);
    let scale = values.map(|values| Scale::log(&values, ends));
    if let Some(scale) = &scale {
        let ticks = scale.ticks(|ns| TICK.width(&format::tick(ns)) + 2);
        let ticks: Vec<_> = ticks.iter().map(|&ns| (scale.at(ns), format::tick(ns))).collect();
        panels::axis(canvas, panel, &ticks);
    }
    for (row, (solver, mark)) in panels.solvers.iter().enumerate() {
        let (standing, y) = (standing(&solver.id), panel.row(row));
        let (Some(timing), Some(scale)) = (standing.timing(), &scale) else {
            panels::no_mark(canvas, panel, row, standing);
            continue;
        };
        let interval = timing.ns_per_puzzle;
        let [point, low, high] =
            [interval.point, interval.low, interval.high].map(|ns| scale.at(ns));
        canvas.line((low, y), (high, y), mark.colour, 3);
        canvas.mark((point, y), *mark);
        let figure = (format::time(interval.point), standing.marks());
        panels.figure(canvas, panel, row, (&figure.0, &figure.1));
        let ratio = fastest(results, corpus).map_or(1.0, |fastest| interval.point / fastest);
        let tip = format!(
            "{} on {corpus}: {}, 95 % interval {}, {} the fastest",
            solver.id,
            format::time(interval.point),
            format::interval(interval),
            format::ratio(ratio)
        );
        panels::tip(canvas, panel, row, &tip);
    }
}
