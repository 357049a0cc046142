//! How many puzzles are solved within how much time each: a line for every solver.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::LogCoord;
use sudoku_findings::{Results, Survey};

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, MARGIN, NOTE, Point, RADIUS, TOP, Type, WIDTH};
use super::names::{PITCH, names, room};
use super::style::{LINE, MUTED, Mark, marked};
use crate::{format, names, notices};

const TICK: Type = Type::new(11, MUTED);
const HEIGHT: i32 = 560;

/// A solver's times over all corpora, ascending.
struct Line<'a> {
    solver: &'a str,
    mark: Mark,
    times: Vec<f64>,
}

struct Plot {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    x: Scale<RangedCoordf64>,
    y: Scale<LogCoord<f64>>,
}

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let lines: Vec<_> = marked(results)
        .into_iter()
        .map(|(solver, mark)| Line { solver: &solver.id, mark, times: times(results, &solver.id) })
        .filter(|line| !line.times.is_empty())
        .collect();
    let all: usize = results.plan.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let puzzles = surveyed(results);
    let plot = Plot::around(&lines, puzzles)?;
    let clock = names::clock(results);
    let limit = format::time(results.plan.time_limit_ns as f64);
    let most = lines.iter().map(|line| line.times.len()).max()?;
    let best = lines.iter().filter(|line| line.times.len() == most).count();
    let title = format!(
        "{best} of {} solve {} within {limit} each",
        format::many(lines.len() as u64, "solver"),
        if most == puzzles {
            "every puzzle".to_owned()
        } else {
            format::many(most as u64, "puzzle")
        },
    );
    let number = format::many(puzzles as u64, "puzzle");
    let which = if puzzles == all {
        format!("All {number} of the run")
    } else {
        format!("{number}, the first of every set")
    };
    let subtitle = format!("{which}; {clock} of one solve, at most {limit}.");
    let height = plot.bottom + 72;
    let svg = canvas::draw(&title, height, |canvas| {
        canvas.heading(&title, &subtitle, notices::tag(results));
        canvas.text(&format!("{clock} of a puzzle, log scale"), (MARGIN, TOP + 10), TICK);
        plot.axes(canvas);
        let (accents, others): (Vec<_>, Vec<_>) =
            lines.iter().partition(|line| line.mark.is_accent());
        for line in others.into_iter().chain(accents) {
            plot.line(canvas, line);
        }
        plot.names(canvas, &lines);
        let note = "A line that ends early stands for a solver that did not solve the rest.";
        canvas.text(note, (MARGIN, height - 14), NOTE);
    });
    let about = "A point tells how many puzzles a solver solves in at most so much time each: \
         further right and lower is better. Steep ends are heavy tails, which a mean would hide."
        .to_owned();
    Some(Chart {
        name: "cactus",
        table: "survey",
        heading: "Puzzles solved, by time",
        title,
        about,
        svg,
    })
}

/// The points that a line can be told to go through: steps of a pixel are smaller than it is wide.
fn thinned(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        let is_near = |at: usize| {
            let (x, y) = kept[at];
            (point.0 - x).abs() + (point.1 - y).abs() < 3
        };
        // The last of all is kept: the one before it gives way.
        if kept.len() > 1 && is_near(kept.len() - 2) {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

/// How many puzzles were surveyed: of each set those that most solvers were timed on.
fn surveyed(results: &Results) -> usize {
    let of_set = |name: &str| {
        let ours = results.survey.on(name);
        ours.map(|survey| survey.puzzles).max().unwrap_or(0)
    };
    results.plan.corpora.iter().map(|corpus| of_set(&corpus.name)).sum()
}

fn times(results: &Results, solver: &str) -> Vec<f64> {
    let ours = results.survey.by(solver);
    let mut times: Vec<f64> =
        ours.flat_map(|Survey { once_ns, .. }| once_ns).map(|&ns| ns.max(1) as f64).collect();
    times.sort_unstable_by(f64::total_cmp);
    times
}

impl Plot {
    fn around(lines: &[Line<'_>], puzzles: usize) -> Option<Self> {
        let times = extent(lines.iter().flat_map(|line| line.times.iter().copied()))?;
        let left = MARGIN + TICK.width("500 µs") + 10;
        let right = WIDTH - MARGIN - room(lines.iter().map(|line| line.solver));
        let top = TOP + 28;
        let bottom = top + (HEIGHT - top - 60).max(PITCH * lines.len() as i32);
        Some(Self {
            left,
            right,
            top,
            bottom,
            x: Scale::linear(puzzles as f64, (left, right - RADIUS)),
            y: Scale::log(&times, (bottom - RADIUS, top + RADIUS)),
        })
    }

    /// Round numbers of puzzles, which the axis names.
    fn round(&self) -> Vec<f64> {
        self.x.ticks(8, |puzzles| TICK.width(&format::count(puzzles as u64)) + 2)
    }

    fn axes(&self, canvas: &mut Canvas) {
        for ns in self.y.ticks(|_| 40) {
            let y = self.y.at(ns);
            canvas.line((self.left, y), (self.right, y), LINE, 1);
            canvas.text(&format::tick(ns), (self.left - 8, y), TICK.flush_right());
        }
        for puzzles in self.round() {
            let x = self.x.at(puzzles);
            canvas.line((x, self.top), (x, self.bottom), LINE, 1);
            canvas.text(&format::count(puzzles as u64), (x, self.bottom + 14), TICK.centred());
        }
        let middle = i32::midpoint(self.left, self.right);
        canvas.text("puzzles solved", (middle, self.bottom + 32), TICK.centred());
    }

    fn points(&self, line: &Line<'_>) -> Vec<Point> {
        let solved = 1..=line.times.len();
        let all = solved.zip(&line.times).map(|(n, &ns)| (self.x.at(n as f64), self.y.at(ns)));
        thinned(all)
    }

    fn line(&self, canvas: &mut Canvas, line: &Line<'_>) {
        let points = self.points(line);
        canvas.path(&points, line.mark.colour, 1 + u32::from(line.mark.is_accent()));
        let (Some(&(x, y)), Some(&slowest)) = (points.last(), line.times.last()) else { return };
        canvas.mark((x, y), line.mark);
        Self::tip(canvas, line, (line.times.len(), slowest), (x, y));
        for solved in self.round().into_iter().map(|puzzles| puzzles as usize) {
            if let Some(&ns) = line.times.get(solved.wrapping_sub(1)) {
                Self::tip(canvas, line, (solved, ns), (self.x.at(solved as f64), self.y.at(ns)));
            }
        }
    }

    fn tip(canvas: &mut Canvas, line: &Line<'_>, (solved, ns): (usize, f64), (x, y): Point) {
        let solved = format::many(solved as u64, "puzzle");
        let text = format!("{}: {solved}, the slowest in {}", line.solver, format::time(ns));
        let reach = RADIUS + 3;
        canvas.tip((x - reach, y - reach), (x + reach, y + reach), &text);
    }

    fn names(&self, canvas: &mut Canvas, lines: &[Line<'_>]) {
        let ends = lines
            .iter()
            .filter_map(|line| Some((line.solver, line.mark, *self.points(line).last()?)));
        names(canvas, ends.collect(), self.right, (self.top, self.bottom));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_line_keeps_its_ends_and_its_corners() {
        let thinned = |points: &[Point]| thinned(points.iter().copied());
        assert_eq!(thinned(&[]), []);
        assert_eq!(thinned(&[(5, 5)]), [(5, 5)]);
        assert_eq!(
            thinned(&[(0, 9), (1, 9), (1, 9), (2, 9), (3, 9), (4, 9)]),
            [(0, 9), (2, 9), (4, 9)]
        );
        let corner = [(0, 9), (1, 9), (2, 5), (3, 5)];
        assert_eq!(thinned(&corner), corner);
    }
}
