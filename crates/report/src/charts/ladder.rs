//! The ladder: solvers from the slowest to the fastest by their paired ratios, and beside the time
//! what it comes from, the nodes of the search and the time for each.

use sudoku_findings::{Against, Climb, Interval, Ladder, Results, Standing};
use sudoku_measure::SolverRecord;

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, MARGIN, NOTE, RADIUS, TOP, Type, WIDTH};
use super::style::{ALARM, BAND, INK, LINE, MUTED, Mark, WEDGE, marked};
use crate::finding;
use crate::tables::programs;
use crate::{format, notices};

const ROW: i32 = 20;
const GAP: i32 = 14;
/// The height of a panel's name.
const HEAD: i32 = 24;

const SOLVER: Type = Type::new(12, INK);
const NAME: Type = Type::new(12, INK).bold();
const VALUE: Type = Type::new(11, INK);
const TICK: Type = Type::new(10, MUTED);

/// What a panel shows of a solver: a factor by that of the baseline.
type Factor = fn(&Against) -> Option<Interval>;

const PANELS: [(&str, Factor); 3] = [
    ("time", |one| Some(one.time)),
    ("nodes of the search", |one| one.work.map(exact)),
    ("time per node", |one| Some(one.time.scaled(1.0 / one.work?))),
];

fn exact(point: f64) -> Interval {
    Interval { point, low: point, high: point }
}

/// A row: a solver or a program, and what is known of it.
struct Row<'a> {
    id: &'a str,
    name: String,
    idea: &'a str,
    mark: Mark,
    /// None where it was not run in pairs.
    against: Option<&'a Against>,
}

struct Plot {
    /// Where the panels begin, right of the names of the solvers.
    left: i32,
    top: i32,
    bottom: i32,
}

/// The inner part of a panel.
#[derive(Clone, Copy)]
struct Panel {
    left: i32,
    right: i32,
}

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let title = finding::claim(&Climb::of(results)?);
    let (Ladder { corpus, rungs }, all) = Against::all(results)?;
    let baseline = results.ratios.as_ref()?.reference_on(corpus)?;
    let known = |id: &str| all.iter().find(|one| one.solver == id);
    let mut rows: Vec<Row<'_>> = marked(results)
        .into_iter()
        .map(|(solver, mark)| {
            let SolverRecord { id, idea, .. } = solver;
            Row { id, name: id.clone(), idea, mark, against: known(id) }
        })
        .collect();
    let programs = all.iter().filter(|one| one.is_program);
    rows.extend(programs.map(|one| Row {
        id: &one.solver,
        name: programs::name(&one.solver),
        idea: "a program in another language",
        mark: Mark::PROGRAM,
        against: Some(one),
    }));
    // Who is on no rung was not run, and comes last.
    let place = |id: &str| rungs.iter().position(|rung| rung.solver == id).unwrap_or(rungs.len());
    rows.sort_by_key(|row| place(row.id));
    let puzzles = results.plan.corpora.iter().find(|record| record.name == *corpus)?;
    let subtitle = format!(
        "Each figure divided by that of {baseline}, the slowest solver first; {corpus}, {}.",
        notices::timed(results, puzzles)
    );
    let plot = Plot::of(&rows);
    let svg = canvas::draw(&title, plot.bottom + 48, |canvas| {
        canvas.heading(&title, &subtitle, notices::tag(results));
        plot.frame(canvas, &rows);
        for (index, (name, factor)) in PANELS.into_iter().enumerate() {
            plot.panel(canvas, index, name, &rows, factor);
        }
        for (at, row) in rows.iter().enumerate() {
            if row.against.is_none() {
                plot.no_mark(canvas, at, Standing::of(results, row.id, corpus));
            }
            plot.tip(canvas, at, row);
        }
        let axis = "log scales: further left is less";
        let middle = i32::midpoint(plot.left, WIDTH - MARGIN);
        canvas.text(axis, (middle, plot.bottom + 32), Type::new(11, MUTED).centred());
    });
    let program = if all.iter().any(|one| one.is_program) { WEDGE } else { "" };
    let about = "The time is the product of the two others: a dot further to the left searches \
         less, or pays less for each node. Within a panel equal distances are equal factors. A line \
         that sticks out of a dot is the 95 % interval of paired times; nodes are exact, and a peer \
         counts none. A node is not the same step in every family: each says under “A node” \
         what it counts.";
    let about = format!("{program}{about}");
    let heading = "From the slowest to the fastest";
    Some(Chart { name: "ladder", table: "steps", heading, title, about, svg })
}

/// `0.1` and not `0.100`.
fn tick(ratio: f64) -> String {
    let text = format::figure(ratio);
    let whole = !text.contains('.') || text.contains('e');
    if whole { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

impl Plot {
    fn of(rows: &[Row<'_>]) -> Self {
        let widest = rows.iter().map(|row| SOLVER.width(&row.name)).max();
        let left = MARGIN + 4 * RADIUS + widest.unwrap_or(0).min(250) + GAP;
        let top = TOP + HEAD;
        Self { left, top, bottom: top + ROW * rows.len() as i32 }
    }

    /// The middle of a row.
    const fn row(&self, at: usize) -> i32 {
        self.top + at as i32 * ROW + ROW / 2
    }

    fn at(&self, index: usize) -> Panel {
        let pitch = (WIDTH - MARGIN - self.left + GAP) / PANELS.len() as i32;
        let left = self.left + index as i32 * pitch;
        Panel { left, right: left + pitch - GAP }
    }

    /// The names of the solvers, and a band behind every other row.
    fn frame(&self, canvas: &mut Canvas, rows: &[Row<'_>]) {
        for at in (0..rows.len()).step_by(2) {
            let (above, below) = (self.row(at) - ROW / 2, self.row(at) + ROW / 2);
            canvas.rectangle((MARGIN - 6, above), (self.left, below), BAND);
            for panel in (0..PANELS.len()).map(|index| self.at(index)) {
                canvas.rectangle((panel.left, above), (panel.right, below), BAND);
            }
        }
        for (at, Row { name, mark, .. }) in rows.iter().enumerate() {
            let (x, y) = (MARGIN + RADIUS, self.row(at));
            canvas.mark((x, y), *mark);
            canvas.text(&SOLVER.cut(name, 250), (x + 3 * RADIUS, y), SOLVER);
        }
    }

    fn panel(
        &self,
        canvas: &mut Canvas,
        index: usize,
        name: &str,
        rows: &[Row<'_>],
        factor: Factor,
    ) {
        let Panel { left, right } = self.at(index);
        canvas.text(&NAME.cut(name, right - left), (left, self.top - 12), NAME);
        let factor = |row: &Row<'_>| row.against.and_then(factor);
        let values = rows.iter().filter_map(factor);
        let values = extent(values.flat_map(|Interval { point, low, high }| [point, low, high]));
        let Some(values) = values else { return };
        let figures = right - 4 - VALUE.width("0.0000");
        let scale = Scale::log(&values, (left + RADIUS + 2, figures - RADIUS - 4));
        for value in scale.ticks(|ratio| TICK.width(&tick(ratio)) + 4) {
            let (x, text) = (scale.at(value), tick(value));
            canvas.line((x, self.top), (x, self.bottom), LINE, 1);
            let half = TICK.width(&text) / 2;
            let middle = x.clamp(left + half - 4, (right - half + 4).max(left + half));
            canvas.text(&text, (middle, self.bottom + 11), TICK.centred());
        }
        for (at, row) in rows.iter().enumerate() {
            let Some(Interval { point, low, high }) = factor(row) else { continue };
            let y = self.row(at);
            canvas.line((scale.at(low), y), (scale.at(high), y), row.mark.colour, 3);
            canvas.mark((scale.at(point), y), row.mark);
            canvas.text(&format::figure(point), (right - 4, y), VALUE.flush_right());
        }
    }

    /// Why a solver has no mark, in the place of the mark.
    fn no_mark(&self, canvas: &mut Canvas, at: usize, standing: Standing<'_>) {
        let kind = if standing.is_wrong() { Type::new(11, ALARM).bold() } else { NOTE };
        canvas.text(&notices::reason(standing), (self.left + 4, self.row(at)), kind);
    }

    /// The figures of a solver in words, for whoever points at its row.
    fn tip(&self, canvas: &mut Canvas, at: usize, Row { name, idea, against, .. }: &Row<'_>) {
        let figures = against.map_or_else(String::new, |one| {
            let Against { time, work, .. } = one;
            let [point, low, high] = [time.point, time.low, time.high].map(format::figure);
            let work = work.zip(one.cost()).map_or_else(String::new, |(work, cost)| {
                let [work, cost] = [work, cost].map(format::figure);
                format!("; {work} of its nodes, {cost} of its time per node")
            });
            format!("{point} of the baseline's time, 95 % interval {low} – {high}{work}. ")
        });
        let text = format!("{name}: {figures}{}", format::capital(idea));
        let y = self.row(at);
        canvas.tip((MARGIN, y - ROW / 2), (WIDTH - MARGIN, y + ROW / 2), &text);
    }
}
