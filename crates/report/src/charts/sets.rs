//! [`Sets`]: the frame of the charts in which a solver is a line through the sets of a run.

use plotters::prelude::Ranged;
use sudoku_findings::{Interval, Results, Standing};
use sudoku_measure::{CorpusRecord, SolverRecord};

use super::axis::Scale;
use super::canvas::{Canvas, MARGIN, NOTE, Point, RADIUS, TOP, Type, WIDTH};
use super::names::{PITCH, names, room};
use super::style::{LINE, MUTED, Mark};
use crate::format;
use crate::tables::programs;

const TICK: Type = Type::new(11, MUTED);
const SET: Type = Type::new(10, MUTED).centred();
/// The least height of a plot.
const HEIGHT: i32 = 360;
/// How high the name of a set is, in two lines.
const NAME: i32 = 30;
/// How wide it is at most.
const WIDEST: i32 = 160;

/// The name of a line.
pub(super) struct Named {
    pub(super) id: String,
    /// True for the solvers of the laboratory: neither a peer nor a program.
    pub(super) is_own: bool,
}

/// A solver or a program, and its value on each set.
pub(super) struct Line {
    pub(super) solver: Named,
    pub(super) mark: Mark,
    /// None where it has no time.
    pub(super) values: Vec<Option<Interval>>,
}

pub(super) struct Sets<'a> {
    /// The first of the run that has a time.
    pub(super) first: &'a SolverRecord,
    /// From those on which the first solver is fastest to those on which it is slowest; last those
    /// on which it has no time, for it went over its budget there.
    pub(super) corpora: Vec<&'a CorpusRecord>,
    pub(super) lines: Vec<Line>,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl<'a> Sets<'a> {
    /// The solvers and sets that have a value, and the programs that have one there; none where no
    /// solver has.
    pub(super) fn of(
        results: &'a Results,
        solvers: &[(&'a SolverRecord, Mark)],
        of_program: impl Fn(&str, &CorpusRecord) -> Option<Interval>,
        value: impl Fn(Standing<'_>, &SolverRecord, &CorpusRecord) -> Option<Interval>,
    ) -> Option<Self> {
        let standing = |solver: &SolverRecord, corpus: &CorpusRecord| {
            Standing::of(results, &solver.id, &corpus.name)
        };
        let value = |solver: &SolverRecord, corpus: &CorpusRecord| {
            value(standing(solver, corpus), solver, corpus)
        };
        let is_timed = |solver: &&SolverRecord| {
            let mut corpora = results.plan.corpora.iter();
            corpora.any(|corpus| standing(solver, corpus).timing().is_some())
        };
        let first = results.plan.solvers.iter().find(is_timed)?;
        let time = |corpus: &CorpusRecord| {
            let timing = standing(first, corpus).timing();
            timing.map_or(f64::INFINITY, |timing| timing.mean_ns.point)
        };
        let mut corpora: Vec<_> = results.plan.corpora.iter().collect();
        corpora.retain(|corpus| solvers.iter().any(|(solver, _)| value(solver, corpus).is_some()));
        corpora.sort_by(|one, other| time(one).total_cmp(&time(other)));
        let line = |(solver, mark): (&SolverRecord, Mark)| {
            let values = corpora.iter().map(|corpus| value(solver, corpus)).collect();
            let solver = Named { id: solver.id.clone(), is_own: solver.peer.is_none() };
            Line { solver, mark, values }
        };
        let mut lines: Vec<Line> = solvers.iter().copied().map(line).collect();
        lines.extend(results.programs.iter().map(|record| {
            let id = record.program.id();
            let values = corpora.iter().map(|corpus| of_program(&id, corpus)).collect();
            let solver = Named { id: programs::name(&id), is_own: false };
            Line { solver, mark: Mark::PROGRAM, values }
        }));
        lines.retain(|line| line.values.iter().any(Option::is_some));
        if lines.is_empty() {
            return None;
        }
        let (left, top) = (MARGIN + TICK.width("500 µs") + 10, TOP + 28);
        let right = WIDTH - MARGIN - room(lines.iter().map(|line| line.solver.id.as_str()));
        let bottom = top + HEIGHT.max(PITCH * lines.len() as i32);
        Some(Self { first, corpora, lines, left, right, top, bottom })
    }

    /// The pixels of the least and of the greatest value.
    pub(super) const fn ends(&self) -> (i32, i32) {
        (self.bottom - RADIUS, self.top + RADIUS)
    }

    /// The height of it all.
    pub(super) fn height(&self) -> i32 {
        self.bottom + 2 * NAME + if self.is_broken() { 44 } else { 18 }
    }

    /// True where a solver has no time for a set that others have one for.
    fn is_broken(&self) -> bool {
        self.lines.iter().any(|line| line.values.iter().any(Option::is_none))
    }

    /// Everything but the heading: `what` is what the lines show, and `unit` what a value is per.
    pub(super) fn draw<C: Ranged<ValueType = f64>>(
        &self,
        canvas: &mut Canvas,
        (y, ticks): (&Scale<C>, &[f64]),
        what: &str,
        unit: &str,
    ) {
        canvas.text(what, (MARGIN, TOP + 10), TICK);
        for &ns in ticks {
            canvas.line((self.left, y.at(ns)), (self.right, y.at(ns)), LINE, 1);
            canvas.text(&format::tick(ns), (self.left - 8, y.at(ns)), TICK.flush_right());
        }
        self.sets(canvas);
        let (accents, others): (Vec<_>, Vec<_>) =
            self.lines.iter().partition(|line| line.mark.is_accent());
        for line in others.into_iter().chain(accents) {
            self.line(canvas, line, y, unit);
        }
        let ends = self.lines.iter().filter_map(|line| {
            let end = *self.points(line, y).concat().last()?;
            Some((line.solver.id.as_str(), line.mark, end))
        });
        names(canvas, ends.collect(), self.right, (self.top, self.bottom));
        if self.is_broken() {
            let note = "A line breaks off where a solver has no time; the table says why.";
            canvas.text(note, (MARGIN, self.height() - 14), NOTE);
        }
    }

    /// Half the distance of two sets.
    fn half(&self) -> f64 {
        f64::from(self.right - self.left) / (2 * self.corpora.len()) as f64
    }

    fn x(&self, set: usize) -> i32 {
        self.left + (self.half() * (2 * set + 1) as f64).round() as i32
    }

    /// The names of the sets, by turns near to the plot and farther from it.
    fn sets(&self, canvas: &mut Canvas) {
        let room = (4.0 * self.half()) as i32 - 8;
        for (set, corpus) in self.corpora.iter().enumerate() {
            let (x, top) = (self.x(set), self.bottom + 6 + NAME * (set % 2) as i32);
            canvas.line((x, self.top), (x, top), LINE, 1);
            for (at, line) in
                in_two(&corpus.name, corpus.set(), room.min(WIDEST)).iter().enumerate()
            {
                canvas.text(line, (x, top + 8 + 12 * at as i32), SET);
            }
            canvas.tip((x - room / 4, top), (x + room / 4, top + NAME), &corpus.about);
        }
    }

    /// The points of a line, in pieces where values are missing.
    fn points<C: Ranged<ValueType = f64>>(&self, line: &Line, y: &Scale<C>) -> Vec<Vec<Point>> {
        let point = |(set, value): (usize, &Option<Interval>)| {
            value.map(|value| (self.x(set), y.at(value.point)))
        };
        let points: Vec<_> = line.values.iter().enumerate().map(point).collect();
        let pieces = points.split(Option::is_none).filter(|piece| !piece.is_empty());
        pieces.map(|piece| piece.iter().copied().flatten().collect()).collect()
    }

    fn line<C: Ranged<ValueType = f64>>(
        &self,
        canvas: &mut Canvas,
        line: &Line,
        y: &Scale<C>,
        unit: &str,
    ) {
        let Line { solver, mark, values } = line;
        for piece in self.points(line, y) {
            if piece.len() > 1 {
                canvas.path(&piece, mark.colour, 1 + u32::from(mark.is_accent()));
            }
            for &point in piece.iter().filter(|_| mark.is_accent() || piece.len() == 1) {
                canvas.mark(point, *mark);
            }
        }
        for (set, value) in values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let (x, y, reach) = (self.x(set), y.at(value.point), RADIUS + 3);
            let text = format!(
                "{} on {}: {} per {unit}, 95 % interval {}",
                solver.id,
                self.corpora[set].name,
                format::time(value.point),
                format::interval(value)
            );
            canvas.tip((x - reach, y - reach), (x + reach, y + reach), &text);
        }
    }
}

/// A name in one line or two, broken after a hyphen or behind the set of puzzles that it begins with.
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
