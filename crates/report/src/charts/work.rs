//! Time against work: a line for every solver through the corpora, on logarithmic axes.

use plotters::prelude::LogCoord;
use sudoku_core::Work;
use sudoku_measure::Results;

use super::Chart;
use super::axis::{Scale, extent};
use super::canvas::{self, Canvas, MARGIN, NOTE, Point, RADIUS, TOP, Type, WIDTH};
use super::style::{INK, LINE, MUTED, Mark, marked};
use crate::standing::Standing;
use crate::{format, words};

const TICK: Type = Type::new(11, MUTED);
pub(super) const NAME: Type = Type::new(12, INK);
const CORPUS: Type = Type::new(11, INK).bold();
const HEIGHT: i32 = 620;
/// How far apart the names of solvers and of corpora are.
pub(super) const PITCH: i32 = 16;

/// A solver through the corpora, from little work to much.
struct Line<'a> {
    solver: &'a str,
    mark: Mark,
    spots: Vec<Spot<'a>>,
}

/// A solver on a corpus.
struct Spot<'a> {
    corpus: &'a str,
    placements: f64,
    ns: f64,
}

/// A longer line from a mark to a name would be lost among the others; the name is then one of a
/// legend.
const LEADER: i32 = 150;

/// The name of a corpus, to the right of its pole.
struct Flag<'a> {
    corpus: &'a str,
    x: i32,
    /// So high that the poles on its right do not cross it.
    level: usize,
}

struct Plot<'a> {
    flags: Vec<Flag<'a>>,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    x: Scale<LogCoord<f64>>,
    y: Scale<LogCoord<f64>>,
}

pub(super) fn chart(results: &Results) -> Option<Chart> {
    let lines: Vec<_> = marked(results)
        .into_iter()
        .map(|(solver, mark)| Line { solver: &solver.id, mark, spots: spots(results, &solver.id) })
        .filter(|line| !line.spots.is_empty())
        .collect();
    let plot = Plot::around(&lines)?;
    let clock = words::clock(results);
    let title = title(results, &lines);
    let subtitle =
        format!("Median {clock} per puzzle against digits placed per puzzle. A mark is a corpus.");
    let height = plot.bottom + 72;
    let svg = canvas::draw(&title, height, |canvas| {
        canvas.heading(&title, &subtitle, words::tag(results));
        plot.axes(canvas);
        canvas.text(&format!("{clock} per puzzle, log scale"), (MARGIN, TOP + 10), TICK);
        canvas.text(&not_drawn(results), (MARGIN, height - 14), NOTE);
        plot.corpora(canvas);
        let (accents, others): (Vec<_>, Vec<_>) =
            lines.iter().partition(|line| line.mark.is_accent());
        for line in others.into_iter().chain(accents) {
            plot.line(canvas, line);
        }
        plot.solvers(canvas, &lines);
    });
    let about = "Where a line rises by a decade per decade, a placement costs the same; a lower \
         line is a cheaper step, and a mark further to the left a smaller tree. The names of the \
         corpora stand above the first solver's marks."
        .to_owned();
    Some(Chart {
        name: "work",
        table: "work-done",
        heading: "Time against work",
        title,
        about,
        svg,
    })
}

/// The smallest and the greatest tree on the corpus that most solvers can be drawn on.
fn title(results: &Results, lines: &[Line<'_>]) -> String {
    let on = |corpus: &str| -> Vec<(&str, f64)> {
        let spot = |line: &Line<'_>| {
            Some(line.spots.iter().find(|spot| spot.corpus == corpus)?.placements)
        };
        let mut all: Vec<_> =
            lines.iter().filter_map(|line| Some((line.solver, spot(line)?))).collect();
        all.sort_by(|one, other| one.1.total_cmp(&other.1));
        all
    };
    let corpora = results.plan.corpora.iter().rev().map(|corpus| (&corpus.name, on(&corpus.name)));
    match corpora.max_by_key(|(_, all)| all.len()) {
        Some((corpus, all)) if all.len() > 1 => {
            let ((small, least), (large, most)) = (all[0], all[all.len() - 1]);
            format!(
                "On {corpus}, {small} places {} digits a puzzle, {large} {}",
                format::factor(least),
                format::count(most.round() as u64)
            )
        }
        _ => "Time against work".to_owned(),
    }
}

/// Where a solver can be drawn.
fn spots<'a>(results: &'a Results, solver: &str) -> Vec<Spot<'a>> {
    let mut spots: Vec<_> = results
        .plan
        .corpora
        .iter()
        .filter_map(|corpus| {
            let timing = Standing::of(results, solver, &corpus.name).timing()?;
            let row = results.rows.of(solver, &corpus.name)?;
            let placements = row.counts.placements as f64 / row.finished() as f64;
            let ns = timing.ns_per_puzzle.point;
            (placements > 0.0 && ns > 0.0).then_some(Spot { corpus: &corpus.name, placements, ns })
        })
        .collect();
    spots.sort_by(|a, b| a.placements.total_cmp(&b.placements));
    spots
}

fn not_drawn(results: &Results) -> String {
    let (mut untimed, mut uncounted, mut idle) = (0, 0, 0);
    for row in &results.rows {
        match Standing::of(results, &row.solver, &row.corpus).timing() {
            None => untimed += 1,
            Some(_) if row.counts.get(Work::Placements).is_none() => uncounted += 1,
            Some(_) if row.counts.placements == 0 => idle += 1,
            Some(_) => {}
        }
    }
    let parts =
        [(untimed, "without a time"), (uncounted, "without counts"), (idle, "without a placement")];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<_> = parts.map(|(number, what)| format!("{number} {what}")).collect();
    if parts.is_empty() { String::new() } else { format!("Not drawn: {}.", parts.join(", ")) }
}

impl<'a> Plot<'a> {
    fn around(lines: &[Line<'a>]) -> Option<Self> {
        let spots = || lines.iter().flat_map(|line| &line.spots);
        let placements = extent(spots().map(|spot| spot.placements))?;
        let times = extent(spots().map(|spot| spot.ns))?;
        let widest = lines.iter().map(|line| NAME.width(line.solver)).max()?.min(250);
        let (left, right) = (MARGIN + TICK.width("500 µs") + 10, WIDTH - MARGIN - widest - 48);
        let x = Scale::log(&placements, (left + RADIUS, right - RADIUS));
        let flags = flags(lines, |spot| x.at(spot.placements));
        let levels = flags.iter().map(|flag| flag.level as i32 + 1).max()?;
        let top = TOP + 28 + PITCH * levels;
        let bottom = top + (HEIGHT - 64 - TOP - 76).max(PITCH * lines.len() as i32);
        let y = Scale::log(&times, (bottom - RADIUS, top + RADIUS));
        Some(Self { flags, left, right, top, bottom, x, y })
    }

    fn at(&self, spot: &Spot<'_>) -> Point {
        (self.x.at(spot.placements), self.y.at(spot.ns))
    }

    fn axes(&self, canvas: &mut Canvas) {
        for ns in self.y.ticks(|_| 40) {
            let y = self.y.at(ns);
            canvas.line((self.left, y), (self.right, y), LINE, 1);
            canvas.text(&format::tick(ns), (self.left - 8, y), TICK.flush_right());
        }
        let text = |number: f64| format::count(number as u64);
        for number in self.x.ticks(|number| TICK.width(&text(number)) + 40) {
            let x = self.x.at(number);
            canvas.line((x, self.top), (x, self.bottom), LINE, 1);
            canvas.text(&text(number), (x, self.bottom + 14), TICK.centred());
        }
        let middle = i32::midpoint(self.left, self.right);
        canvas.text("placements per puzzle, log scale", (middle, self.bottom + 34), TICK.centred());
    }

    /// The names of the corpora above the marks of the first solver that has one there.
    fn corpora(&self, canvas: &mut Canvas) {
        for Flag { corpus, x, level } in &self.flags {
            let y = self.top - 12 - PITCH * *level as i32;
            canvas.line((*x, y - 6), (*x, self.top), MUTED, 1);
            canvas.text(corpus, (x + 4, y), CORPUS);
        }
    }

    fn line(&self, canvas: &mut Canvas, line: &Line<'_>) {
        let points: Vec<_> = line.spots.iter().map(|spot| self.at(spot)).collect();
        canvas.path(&points, line.mark.colour, 1 + u32::from(line.mark.is_accent()));
        for (spot, (x, y)) in line.spots.iter().zip(points) {
            canvas.mark((x, y), line.mark);
            let tip = format!(
                "{} on {}: {} for {}",
                line.solver,
                spot.corpus,
                format::time(spot.ns),
                format::many(spot.placements.round() as u64, "placement")
            );
            let reach = RADIUS + 3;
            canvas.tip((x - reach, y - reach), (x + reach, y + reach), &tip);
        }
    }

    fn solvers(&self, canvas: &mut Canvas, lines: &[Line<'_>]) {
        let ends = lines
            .iter()
            .filter_map(|line| Some((line.solver, line.mark, self.at(line.spots.last()?))));
        names(canvas, ends.collect(), self.right, (self.top, self.bottom), LEADER);
    }
}

/// The names of solvers to the right of a plot, each as near to the end of its line as the others
/// let it be; a line leads there from ends that are not farther than `leader` from the plot's edge.
pub(super) fn names(
    canvas: &mut Canvas,
    mut ends: Vec<(&str, Mark, Point)>,
    right: i32,
    (top, bottom): (i32, i32),
    leader: i32,
) {
    ends.sort_by_key(|(_, _, end)| end.1);
    let wanted: Vec<_> = ends.iter().map(|(_, _, end)| f64::from(end.1)).collect();
    let within = (f64::from(top), f64::from(bottom));
    for ((solver, mark, end), y) in ends.into_iter().zip(spread(&wanted, f64::from(PITCH), within))
    {
        let (x, y) = (right + 32, y.round() as i32);
        if right - end.0 < leader {
            let path = [(end.0 + RADIUS + 4, end.1), (right + 8, end.1), (x - 4, y)];
            canvas.path(&path, LINE, 1);
        }
        canvas.mark((x + RADIUS, y), mark);
        canvas.text(&NAME.cut(solver, 250), (x + 3 * RADIUS + 2, y), NAME);
    }
}

fn flags<'a>(lines: &[Line<'a>], at: impl Fn(&Spot<'_>) -> i32) -> Vec<Flag<'a>> {
    let mut named: Vec<(&str, i32)> = Vec::new();
    for spot in lines.iter().flat_map(|line| &line.spots) {
        if named.iter().all(|(corpus, _)| *corpus != spot.corpus) {
            named.push((spot.corpus, at(spot)));
        }
    }
    named.sort_by_key(|(_, x)| std::cmp::Reverse(*x));
    let mut flags: Vec<Flag<'_>> = Vec::new();
    for (corpus, x) in named {
        let end = x + CORPUS.width(corpus) + 8;
        let below = flags.iter().filter(|flag| flag.x < end);
        let level = below.map(|flag| flag.level + 1).max().unwrap_or(0);
        flags.push(Flag { corpus, x, level });
    }
    flags
}

/// Moves ascending places apart, and as little as possible: neighbours that would overlap form a
/// block around their mean.
fn spread(wanted: &[f64], pitch: f64, (low, high): (f64, f64)) -> Vec<f64> {
    // Where the first of a block would like to be, and how many there are in it.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (index, place) in wanted.iter().enumerate() {
        let mut block = (place - index as f64 * pitch, 1);
        while let Some((mean, size)) = blocks.pop_if(|before| before.0 > block.0) {
            let sum = mean * size as f64 + block.0 * block.1 as f64;
            block = (sum / (size + block.1) as f64, size + block.1);
        }
        blocks.push(block);
    }
    let last = high - wanted.len().saturating_sub(1) as f64 * pitch;
    blocks
        .iter()
        .flat_map(|&(mean, size)| std::iter::repeat_n(mean.min(last).max(low), size))
        .enumerate()
        .map(|(index, place)| place + index as f64 * pitch)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_move_apart_and_no_further_than_they_must() {
        let spread = |wanted: &[f64]| spread(wanted, 10.0, (0.0, 100.0));
        assert_eq!(spread(&[20.0, 50.0]), [20.0, 50.0]);
        assert_eq!(spread(&[50.0, 50.0]), [45.0, 55.0]);
        assert_eq!(spread(&[48.0, 52.0, 90.0]), [45.0, 55.0, 90.0]);
        assert_eq!(spread(&[0.0, 0.0, 0.0]), [0.0, 10.0, 20.0]);
        assert_eq!(spread(&[95.0, 100.0, 100.0]), [80.0, 90.0, 100.0]);
    }
}
