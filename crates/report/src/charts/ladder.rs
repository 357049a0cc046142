//! The ladder: solvers from the slowest to the fastest, by their paired ratios.

use sudoku_core::Goal;
use sudoku_measure::{CorpusRecord, Interval, Ratios, Results};

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, RADIUS};
use super::panels::{self, Panels, TICK};
use super::style::marked;
use crate::standing::Standing;
use crate::{format, words};

/// The corpora to climb on, where a run has them: puzzles of all kinds, and those on which the slow
/// end is slowest.
const FIRST: [&str; 2] = ["minimal", "anti-row-major"];

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let ratios = results.ratios.as_ref()?;
    let corpora = corpora(results, ratios);
    let lead = corpora.first()?.name.as_str();
    let mut solvers = marked(results);
    let time = |solver: &str| of(ratios, lead, solver).map(|ratio| ratio.point);
    let slowest_first = |solver: &str| -time(solver).unwrap_or(f64::INFINITY);
    solvers.sort_by(|(a, _), (b, _)| slowest_first(&a.id).total_cmp(&slowest_first(&b.id)));
    let mut timed = solvers.iter().filter(|(solver, _)| time(&solver.id).is_some());
    let ((slowest, _), (fastest, _)) = (timed.next()?, timed.next_back()?);
    let factor = time(&slowest.id)? / time(&fastest.id)?;
    let title = format!(
        "On {lead}, {} is {} times as fast as {}",
        fastest.id,
        format::figure(factor),
        slowest.id
    );
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
    Some(Chart { name: "ladder", table: "ratios", heading, title, about, svg })
}

/// The time of a solver on the first corpus of the ladder, divided by that of the reference; none
/// where it was not run in pairs there.
pub(super) fn time(results: &Results, solver: &str) -> Option<f64> {
    let ratios = results.ratios.as_ref()?;
    Some(of(ratios, &corpora(results, ratios).first()?.name, solver)?.point)
}

/// Two corpora with ratios at most; single puzzles, which are learnt by heart, come last.
fn corpora<'a>(results: &'a Results, ratios: &Ratios) -> Vec<&'a CorpusRecord> {
    let rank = |corpus: &&CorpusRecord| {
        let (set, _) = Goal::of_name(&corpus.name);
        let place = FIRST.iter().position(|name| *name == set).unwrap_or(FIRST.len());
        (corpus.puzzles == 1, place)
    };
    let all = results.plan.corpora.iter();
    let mut corpora: Vec<_> =
        all.filter(|corpus| ratios.rows.on(&corpus.name).next().is_some()).collect();
    corpora.sort_by_key(rank);
    corpora.truncate(FIRST.len());
    corpora
}

/// The time of a solver divided by that of the reference, which is 1 for the reference itself.
fn of(ratios: &Ratios, corpus: &str, solver: &str) -> Option<Interval> {
    let own = || Interval { point: 1.0, low: 1.0, high: 1.0 };
    let is_reference = ratios.reference_on(corpus).is_some_and(|reference| reference == solver);
    ratios.rows.of(solver, corpus).map(|row| row.ratio).or_else(|| is_reference.then(own))
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
    let shown = panels.solvers.iter().filter_map(|(solver, _)| of(ratios, corpus, &solver.id));
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
        let Some(ratio) = of(ratios, corpus, &solver.id) else {
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
