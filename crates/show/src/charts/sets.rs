//! [`Sets`]: the base of charts with a row for every set of a run, in which every solver has a mark.

use sudoku_judge::{Interval, Results, Status, format};
use sudoku_record::{CorpusRecord, SolverRecord};

use super::Look;
use super::axis::Axis;
use super::sheet::{BELOW, MARGIN, Sheet, legend, mesh, plot};
use super::style::{INK, Mark};
use super::svg::{Area, Drawn, RADIUS, REACH, group, mark, tip};
use super::text::Type;
use crate::names;

const SET: Type = Type::new(12, INK).flush_right();
const ROW: i32 = 26;
/// The width of the names of the sets.
const NAMES: i32 = 130;
/// The space to the right of the axis, for the last mark.
const RIGHT: i32 = 4 * RADIUS;

/// The length of the axis, in pixels.
pub(super) fn length(look: Look) -> i32 {
    look.width() - 2 * MARGIN - NAMES - RIGHT
}

/// The most programs with marks that stand out; those of more would hide the solvers.
const NAMED: usize = 4;

/// A solver or a program, and its value on each set.
pub(super) struct Line {
    pub(super) id: String,
    /// True for a solver of the laboratory: neither a peer nor a program.
    pub(super) is_own: bool,
    pub(super) mark: Mark,
    /// For each set, the value; `None` where there is no time.
    pub(super) values: Vec<Option<Interval>>,
}

pub(super) struct Sets<'a> {
    /// The first solver of the run that has a time.
    pub(super) first: &'a SolverRecord,
    /// The sets in ascending order of the first solver's time. Sets on which it has no time,
    /// because it exceeded its budget, come last.
    pub(super) corpora: Vec<&'a CorpusRecord>,
    pub(super) lines: Vec<Line>,
}

impl<'a> Sets<'a> {
    /// Collects the solvers and sets that have a value, and the programs that have one on these
    /// sets; `None` if no solver has a value. `value` is given an id and the name of a set.
    pub(super) fn of(
        results: &'a Results,
        look: Look,
        solvers: &[(&'a SolverRecord, Mark)],
        value: impl Fn(&str, &str) -> Option<Interval>,
    ) -> Option<Self> {
        let time = |solver: &SolverRecord, corpus: &CorpusRecord| {
            Some(Status::of(results, &solver.id, &corpus.name).timing()?.mean_ns.point)
        };
        let mut corpora: Vec<_> = results.plan.corpora.iter().collect();
        let is_timed = |solver: &&SolverRecord| corpora.iter().any(|on| time(solver, on).is_some());
        let first = results.plan.solvers.iter().find(is_timed)?;
        let time = |corpus: &CorpusRecord| time(first, corpus).unwrap_or(f64::INFINITY);
        let has_value = |(solver, _): &(&SolverRecord, Mark), corpus: &CorpusRecord| {
            value(&solver.id, &corpus.name).is_some()
        };
        corpora.retain(|corpus| solvers.iter().any(|solver| has_value(solver, corpus)));
        corpora.sort_by(|one, other| time(one).total_cmp(&time(other)));
        let values = |id: &str| corpora.iter().map(|corpus| value(id, &corpus.name)).collect();
        let solvers = solvers.iter().map(|&(SolverRecord { id, peer, .. }, mark)| Line {
            id: id.clone(),
            is_own: peer.is_none(),
            mark,
            values: values(id),
        });
        let mark = if results.programs.len() > NAMED { Mark::OTHER_PROGRAM } else { Mark::PROGRAM };
        let programs = results.programs.iter().map(|record| {
            let id = record.id();
            Line { id: names::of_program(&id), is_own: false, mark, values: values(&id) }
        });
        let mut lines: Vec<Line> = solvers.chain(programs).collect();
        let is_shown = |line: &Line| line.values.iter().any(Option::is_some);
        lines.retain(|line| is_shown(line) && look.has_room_for(line.mark));
        (!lines.is_empty()).then_some(Self { first, corpora, lines })
    }

    /// The sheet around the plot, with the legend and a note.
    pub(super) fn sheet<'b>(&self, title: &'b str, subtitle: &'b str) -> Sheet<'b> {
        Sheet {
            title,
            subtitle,
            legend: legend(self.lines.iter().map(|line| (&*line.id, line.mark))),
            note: "Where a solver has no mark, it has no time; the table says why.",
            height: ROW * self.corpora.len() as i32 + BELOW,
        }
    }

    /// Draws the plot. `axis` names the quantity that the marks show.
    pub(super) fn draw(&self, area: &Area<'_>, x: Axis, axis: &str) -> Drawn {
        let y = Axis::steps(self.corpora.len(), true);
        let mut plot = plot(area, [NAMES, BELOW, RIGHT], x, y)?;
        mesh(&mut plot)
            .x_label_formatter(&|ns| format::tick(*ns))
            .y_label_formatter(&|_| String::new())
            .x_desc(axis)
            .draw()?;
        let (chart, (across, down)) =
            (area.use_screen_coord(), plot.plotting_area().get_pixel_range());
        for (row, corpus) in self.corpora.iter().enumerate() {
            let y = down.start + ROW * row as i32 + ROW / 2;
            let (right, half) = (across.start - 8, NAMES / 2 - 8);
            SET.draw_within(&chart, &corpus.name, 2 * half, (right, y))?;
            chart.draw(&tip((right - half, y), (half, ROW / 2), &corpus.about))?;
        }
        let (named, others): (Vec<_>, Vec<_>) =
            self.lines.iter().partition(|line| line.mark.is_accent());
        for line in others.into_iter().chain(named) {
            group(area, "line", || {
                for ((row, value), corpus) in (0..).zip(&line.values).zip(&self.corpora) {
                    let Some(value) = value else { continue };
                    let at = (value.point, f64::from(row) + 0.5);
                    let mean = format::time(value.point);
                    let text = format!("{} on {}: {mean}", line.id, corpus.name);
                    plot.plotting_area().draw(&mark(at, line.mark))?;
                    plot.plotting_area().draw(&tip(at, REACH, &text))?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}
