//! The ladder: solvers from the slowest to the fastest, by their paired ratios.

use sudoku_core::Goal;
use sudoku_measure::{CorpusRecord, Ladder, Ratios, Results};

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, RADIUS};
use super::panels::{self, Panels, TICK};
use super::style::marked;
use crate::finding::Climb;
use crate::standing::Standing;
use crate::{format, words};

/// The corpora to climb on, where a run has them: puzzles of all kinds, and those on which the slow
/// end is slowest.
const FIRST: [&str; 2] = ["minimal", "anti-row-major"];

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let ratios = results.ratios.as_ref()?;
    let ladders = climbed(results);
    let Ladder { corpus: lead, rungs } = *ladders.first()?;
    let title = Climb::of(results)?.claim();
    let mut solvers = marked(results);
    // Who is on no rung was not run, and comes last.
    let place = |id: &str| rungs.iter().position(|rung| rung.solver == id).unwrap_or(rungs.len());
    solvers.sort_by_key(|(solver, _)| place(&solver.id));
    let record =
        |ladder: &&Ladder| results.plan.corpora.iter().find(|corpus| corpus.name == ladder.corpus);
    let corpora: Vec<&CorpusRecord> = ladders.iter().filter_map(record).collect();
    if corpora.is_empty() {
        return None;
    }
    let panels = Panels::new(results, solvers, corpora);
    let subtitle = format!(
        "Time divided by that of {}, run in turn, with 95 % interval. The slowest on {lead} first.",
        ratios.reference
    );
    let notes: Vec<String> = words::stand_ins(results, ratios).into_iter().collect();
    let svg = canvas::draw(&title, panels.height(&notes), |canvas| {
        canvas.heading(&title, &subtitle, words::tag(results));
        panels.frame(canvas);
        for index in 0..panels.corpora.len() {
            panel(canvas, results, ratios, &panels, index);
        }
        panels.foot(canvas, "time divided by that of the reference, log scale", &notes);
    });
    let about = "A dot is a ratio of paired times; equal distances are equal factors. The order of \
         the solvers is that of the first panel: where dots of another panel go back to the right, a \
         step loses there."
        .to_owned();
    let heading = "From the slowest to the fastest";
    Some(Chart { name: "ladder", table: "steps", heading, title, about, svg })
}

/// The time of a solver on the first corpus of the ladder, divided by that of the reference; none
/// where it was not run in pairs there.
pub(super) fn time(results: &Results, solver: &str) -> Option<f64> {
    let lead = *climbed(results).first()?;
    Some(results.ratios.as_ref()?.to_reference(solver, &lead.corpus)?.point)
}

/// The ladders that are shown, the one that orders the solvers first. Of single puzzles, which are
/// learnt by heart, only where there is nothing else.
pub(crate) fn climbed(results: &Results) -> Vec<&Ladder> {
    let record =
        |ladder: &Ladder| results.plan.corpora.iter().find(|corpus| corpus.name == ladder.corpus);
    let rank = |ladder: &&Ladder| {
        let (set, goal) = Goal::of_name(&ladder.corpus);
        let place = FIRST.iter().position(|name| *name == set).unwrap_or(FIRST.len());
        let single = record(ladder).is_some_and(|corpus| corpus.puzzles == 1);
        (single, goal != Goal::First, place)
    };
    let ladders = results.ladders.iter().filter(|ladder| record(ladder).is_some());
    let mut ladders: Vec<&Ladder> = ladders.collect();
    ladders.sort_by_key(rank);
    ladders.truncate(FIRST.len());
    ladders
}

/// `0.1` and not `0.100`.
fn tick(ratio: f64) -> String {
    let text = format::figure(ratio);
    let whole = !text.contains('.') || text.contains('e');
    if whole { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

fn panel(
    canvas: &mut Canvas,
    results: &Results,
    ratios: &Ratios,
    panels: &Panels<'_>,
    index: usize,
) {
    let corpus = &panels.corpora[index].name;
    let panel = panels.panel(index);
    let shown =
        panels.solvers.iter().filter_map(|(solver, _)| ratios.to_reference(&solver.id, corpus));
    let Some(values) = extent(shown.flat_map(|ratio| [ratio.point, ratio.low, ratio.high])) else {
        return;
    };
    let ends = (panel.left + RADIUS + 2, panels.figures(panel).0 - RADIUS - 4);
    let scale = Scale::log(&values, ends);
    let ticks = scale.ticks(|ratio| TICK.width(&tick(ratio)) + 4);
    let ticks: Vec<_> = ticks.iter().map(|&at| (scale.at(at), tick(at))).collect();
    panels::axis(canvas, panel, &ticks);
    for (row, (solver, mark)) in panels.solvers.iter().enumerate() {
        let y = panel.row(row);
        let Some(ratio) = ratios.to_reference(&solver.id, corpus) else {
            panels::no_mark(canvas, panel, row, Standing::of(results, &solver.id, corpus));
            continue;
        };
        canvas.line((scale.at(ratio.low), y), (scale.at(ratio.high), y), mark.colour, 3);
        canvas.mark((scale.at(ratio.point), y), *mark);
        panels.figure(canvas, panel, row, (&format::figure(ratio.point), ""));
        let tip = format!(
            "{} on {corpus}: {} of the reference's time, 95 % interval {} – {}. {}",
            solver.id,
            format::figure(ratio.point),
            format::figure(ratio.low),
            format::figure(ratio.high),
            solver.idea
        );
        panels::tip(canvas, panel, row, &tip);
    }
}
