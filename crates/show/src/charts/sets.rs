//! [`Sets`]: the base of charts in which a solver is a line across the sets of a run.

use sudoku_judge::{Interval, Results, Status};
use sudoku_record::{CorpusRecord, SolverRecord};

use super::axis::Axis;
use super::lines;
use super::sheet::{Sheet, mesh, plot};
use super::style::{MUTED, Mark};
use super::svg::{Area, Drawn, tip};
use super::text::Type;
use crate::format;
use crate::tables::programs;

/// The height of the plot between its axes, in pixels.
pub(super) const HEIGHT: i32 = 400;
const SET: Type = Type::new(10, MUTED).centred();
/// The width of the vertical axis, with its labels and its name.
pub(super) const LABELS: i32 = 76;
/// The height of a set's name, in two lines.
const NAME: i32 = 30;
/// The greatest width of a set's name.
const WIDEST: i32 = 160;

/// The most programs with lines that stand out; those of more would hide the solvers.
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
            Line { id: programs::name(&id), is_own: false, mark, values: values(&id) }
        });
        let mut lines: Vec<Line> = solvers.chain(programs).collect();
        lines.retain(|line| line.values.iter().any(Option::is_some));
        (!lines.is_empty()).then_some(Self { first, corpora, lines })
    }

    /// The sheet around the plot, with the legend and a note.
    pub(super) fn sheet<'b>(&self, title: &'b str, subtitle: &'b str) -> Sheet<'b> {
        let is_broken = self.lines.iter().any(|line| line.values.iter().any(Option::is_none));
        let note = "A line breaks off where a solver has no time; the table says why.";
        Sheet {
            title,
            subtitle,
            legend: lines::legend(self.lines.iter().map(|line| line.mark)),
            note: if is_broken { note } else { "" },
            height: HEIGHT + 2 * NAME + 12,
        }
    }

    /// Draws the plot. `axis` names the quantity that the lines show, `unit` the unit that a value
    /// is per.
    pub(super) fn draw(&self, area: &Area<'_>, y: Axis, axis: &str, unit: &str) -> Drawn {
        let right = lines::room(self.lines.iter().map(|line| (&*line.id, line.mark)));
        let x = Axis::steps(self.corpora.len(), false);
        let mut plot = plot(area, [LABELS, 2 * NAME + 12, right], x, y)?;
        mesh(&mut plot)
            .x_label_formatter(&|_| String::new())
            .y_label_formatter(&|ns| format::tick(*ns))
            .y_desc(axis)
            .draw()?;
        let (across, down) = plot.plotting_area().get_pixel_range();
        self.sets(area, across.start, across.end, down.end)?;
        let lines: Vec<_> = self.lines.iter().map(|line| self.line(line, unit)).collect();
        lines::draw(area, &mut plot, &lines)
    }

    /// Draws the names of the sets, alternately nearer to the plot and farther from it.
    fn sets(&self, area: &Area<'_>, left: i32, right: i32, bottom: i32) -> Drawn {
        let chart = area.use_screen_coord();
        let half = f64::from(right - left) / (2 * self.corpora.len()) as f64;
        let room = (4.0 * half) as i32 - 8;
        for (set, corpus) in self.corpora.iter().enumerate() {
            let x = left + (half * (2 * set + 1) as f64).round() as i32;
            let top = bottom + 6 + NAME * (set % 2) as i32;
            let name = in_two(&corpus.name, corpus.set(), room.min(WIDEST));
            for (at, line) in name.iter().enumerate() {
                SET.draw(&chart, line, (x, top + 8 + 12 * at as i32))?;
            }
            let reach = (room / 4, NAME / 2);
            chart.draw(&tip((x, top + NAME / 2), reach, &corpus.about))?;
        }
        Ok(())
    }

    fn line<'b>(&self, line: &'b Line, unit: &str) -> lines::Line<'b> {
        let Line { id, mark, values, .. } = line;
        let places = || (0..).map(|set| f64::from(set) + 0.5).zip(values);
        let points: Vec<_> = places().map(|(x, value)| Some((x, (*value)?.point))).collect();
        let pieces = points.split(Option::is_none).filter(|piece| !piece.is_empty());
        let pieces: Vec<Vec<_>> =
            pieces.map(|piece| piece.iter().flatten().copied().collect()).collect();
        let marked = pieces.iter().filter(|piece| mark.is_accent() || piece.len() == 1);
        let tip = |((x, value), corpus): ((f64, &Option<Interval>), &&CorpusRecord)| {
            let (name, value) = (&corpus.name, (*value)?);
            let [mean, interval] = [format::time(value.point), format::interval(value)];
            let text = format!("{id} on {name}: {mean} per {unit}, 95 % interval {interval}");
            Some(((x, value.point), text))
        };
        lines::Line {
            solver: id,
            mark: *mark,
            marks: marked.flatten().copied().collect(),
            tips: places().zip(&self.corpora).filter_map(tip).collect(),
            pieces,
        }
    }
}

/// A name in one or two lines, broken after a hyphen or after the name of the set that it begins
/// with.
fn in_two(name: &str, set: &str, room: i32) -> Vec<String> {
    if SET.width(name) <= room {
        return vec![name.to_owned()];
    }
    let hyphens = set.match_indices('-').map(|(at, _)| at + 1);
    let mut breaks = hyphens.chain([set.len()]);
    let fits = |at: &usize| (1..name.len()).contains(at) && SET.width(&name[..*at]) <= room;
    match breaks.rfind(fits) {
        Some(at) => vec![name[..at].to_owned(), SET.cut(&name[at..], room)],
        None => vec![SET.cut(name, room)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_of_sets_break_where_they_may() {
        let room = SET.width("minimal+uniq");
        let asked = |name: &str, set: &str| in_two(name, set, room).join("|");
        let in_two = |name: &str| asked(name, name);
        assert_eq!(in_two("minimal"), "minimal");
        assert_eq!(asked("minimal+unique", "minimal"), "minimal|+unique");
        assert_eq!(in_two("minimal+unique"), "minimal+u…", "a file of one's own");
        assert_eq!(in_two("anti-row-major"), "anti-row-|major");
        assert_eq!(in_two("averyveryverylongname"), "averyveryv…");
        assert_eq!(in_two("one-averyveryverylongname"), "one-|averyveryv…");
    }
}
