//! Cost of a placement: a bar for every solver that walks the row-major tree, so that nothing but
//! the cost of a step differs; a panel for every corpus with enough steps.

use sudoku_measure::{CorpusRecord, Interval, Results, SolverRecord};

use super::Chart;
use super::axis::Scale;
use super::canvas::{self, Canvas};
use super::panels::{self, Panels, TICK, VALUE};
use super::style::{INK, marked};
use crate::standing::Standing;
use crate::{format, words};

/// With fewer placements per puzzle, what is done once per puzzle would be seen.
const PLACEMENTS_PER_PUZZLE: f64 = 1000.0;

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let plan = &results.plan;
    let solvers: Vec<_> =
        marked(results).into_iter().filter(|(solver, _)| solver.row_major()).collect();
    let is_long =
        |corpus: &&CorpusRecord| solvers.iter().any(|(solver, _)| is_long(results, solver, corpus));
    let corpora: Vec<_> = plan.corpora.iter().filter(is_long).collect();
    let panels = Panels::new(results, solvers, corpora);
    let most = panels
        .corpora
        .iter()
        .flat_map(|corpus| panels.solvers.iter().map(move |(solver, _)| (solver, corpus)))
        .filter_map(|(solver, corpus)| {
            Some(cost(Standing::of(results, &solver.id, &corpus.name))?.high)
        })
        .max_by(f64::total_cmp)?;
    let clock = words::clock(results);
    let title = title(results, &panels);
    let subtitle = format!(
        "Median {clock} per digit placed, with 95 % interval. All these solvers place the same \
         digits."
    );
    let notes = words::footnotes(results);
    let svg = canvas::draw(&title, panels.height(&notes), |canvas| {
        canvas.heading(&title, &subtitle, words::tag(results));
        panels.frame(canvas);
        for index in 0..panels.corpora.len() {
            panel(canvas, results, &panels, index, most);
        }
        panels.foot(canvas, &format!("{clock} per placement"), &notes);
    });
    let about = format!(
        "Bars start at 0 and share one scale. Corpora with fewer than {PLACEMENTS_PER_PUZZLE} \
         placements per puzzle are left out."
    );
    Some(Chart {
        name: "placement",
        table: "times",
        heading: "Time per placement",
        title,
        about,
        svg,
    })
}

/// The cheapest and the dearest step on the first corpus.
fn title(results: &Results, panels: &Panels<'_>) -> String {
    let corpus = panels.corpora.first().map_or("", |corpus| &corpus.name);
    let costs = panels.solvers.iter().filter_map(|(solver, _)| {
        Some((&solver.id, cost(Standing::of(results, &solver.id, corpus))?.point))
    });
    let mut costs: Vec<_> = costs.collect();
    costs.sort_by(|one, other| one.1.total_cmp(&other.1));
    match costs.as_slice() {
        [(cheap, least), .., (dear, most)] => format!(
            "A step of one tree takes {} with {cheap}, {} with {dear}",
            format::time(*least),
            format::time(*most)
        ),
        _ => "Time per placement, on the same search tree".to_owned(),
    }
}

fn is_long(results: &Results, solver: &SolverRecord, corpus: &CorpusRecord) -> bool {
    results.rows.of(&solver.id, &corpus.name).is_some_and(|row| {
        row.counts.placements as f64 >= PLACEMENTS_PER_PUZZLE * row.finished().max(1) as f64
    })
}

fn cost(standing: Standing<'_>) -> Option<Interval> {
    let timing = standing.timing()?;
    timing.ns_per_placement
}

fn panel(canvas: &mut Canvas, results: &Results, panels: &Panels<'_>, index: usize, most: f64) {
    let corpus = &panels.corpora[index].name;
    let panel = panels.panel(index);
    let scale = Scale::linear(most, (panel.left, panels.figures(panel).0 - 8));
    let ticks = scale.ticks(5, |ns| TICK.width(&format::tick(ns)) + 2).into_iter();
    let ticks = ticks.map(|ns| (scale.at(ns), format::tick(ns)));
    panels::axis(canvas, panel, &ticks.collect::<Vec<_>>());
    for (row, (solver, mark)) in panels.solvers.iter().enumerate() {
        let (standing, y) = (Standing::of(results, &solver.id, corpus), panel.row(row));
        let Some(cost) = cost(standing) else {
            panels::no_mark(canvas, panel, row, standing);
            continue;
        };
        let [point, low, high] = [cost.point, cost.low, cost.high].map(|ns| scale.at(ns));
        canvas.rectangle((panel.left, y - 6), (point, y + 6), mark.colour);
        canvas.line((low, y), (high, y), INK, 1);
        let text = format::time(cost.point) + &standing.marks();
        canvas.text(&text, (high.max(point) + 6, y), VALUE);
        let tip = format!(
            "{} on {corpus}: {} per placement, 95 % interval {}",
            solver.id,
            format::time(cost.point),
            format::interval(cost)
        );
        panels::tip(canvas, panel, row, &tip);
    }
}
