//! The cactus plot: how many puzzles each solver solves within each limit of time per puzzle.

use plotters::series::LineSeries;
use sudoku_judge::{Results, format};

use super::Look;
use super::axis::{Axis, extent};
use super::sheet::{BELOW, LABELS, MARGIN, NOTE, Plot, Sheet, legend, mesh, plot};
use super::style::{Mark, marked};
use super::svg::{Area, Drawn, RADIUS, REACH, group, mark, tip};

/// The space to the right of the axis, for the marks at the ends of lines.
const RIGHT: i32 = 4 * RADIUS;

/// The height of the plot between its axes, in pixels.
const HEIGHT: i32 = 420;

/// A solver, its mark, and its times in ascending order.
type Solver<'a> = (&'a str, Mark, Vec<f64>);

pub(super) fn chart(results: &Results, look: Look) -> Option<[String; 3]> {
    let solvers = marked(results).into_iter();
    let solvers: Vec<Solver<'_>> = solvers
        .map(|(solver, mark)| (&*solver.id, mark, results.survey_times(&solver.id)))
        .filter(|(_, mark, times)| !times.is_empty() && look.has_room_for(*mark))
        .collect();
    let all: usize = results.plan.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let puzzles = results.surveyed();
    let clock = &results.environment.clock;
    let limit = format::time(results.plan.time_limit_ns as f64);
    let title = title(&solvers)?;
    let number = format::many(puzzles, "puzzle");
    let which = if puzzles == all {
        format!("All {number} of the run")
    } else {
        format!("{number}, the first of each set")
    };
    let times = extent(solvers.iter().flat_map(|(.., times)| times.iter().copied()))?;
    let sheet = Sheet {
        title: &title,
        subtitle: &format!("{which}; {clock} of one solve, at most {limit}."),
        legend: legend(solvers.iter().map(|(solver, mark, _)| (*solver, *mark))),
        note: "A line that ends early stands for a solver that did not solve the rest.",
        height: HEIGHT + BELOW,
    };
    let axis = format!("{clock} of a puzzle, log scale");
    let svg = sheet.draw(results, look, |area| {
        let width = look.width() - 2 * MARGIN - LABELS - RIGHT;
        let label = |puzzles| NOTE.width(&format::count(puzzles as u64)) + 2;
        let x = Axis::linear(puzzles as f64, width, 8, label);
        let y = Axis::log(&times, HEIGHT, |_| 40);
        let round: Vec<usize> = x.ticks.iter().map(|puzzles| *puzzles as usize).collect();
        let mut plot = plot(area, [LABELS, BELOW, RIGHT], x, y)?;
        mesh(&mut plot)
            .x_label_formatter(&|puzzles| format::count(*puzzles as u64))
            .y_label_formatter(&|ns| format::tick(*ns))
            .x_desc("puzzles solved")
            .y_desc(&axis)
            .draw()?;
        let (named, others): (Vec<_>, Vec<_>) =
            solvers.iter().partition(|(_, mark, _)| mark.is_accent());
        let mut all = others.into_iter().chain(named);
        all.try_for_each(|solver| line(area, &mut plot, solver, &round))
    });
    let about =
        "A point says how many puzzles a solver solves within that time each: further right \
         and lower is better. Steep ends are heavy tails, which a mean would hide."
            .to_owned();
    Some([title, about, svg])
}

/// A title with the longest solves of the solvers whose longest is the shortest and the longest, among
/// those that solve the most puzzles.
fn title(solvers: &[Solver<'_>]) -> Option<String> {
    let most = solvers.iter().map(|(.., times)| times.len()).max()?;
    let best = solvers.iter().filter(|(.., times)| times.len() == most);
    let mut best: Vec<(&str, f64)> = best.map(|(id, _, times)| (*id, times[most - 1])).collect();
    best.sort_by(|one, other| one.1.total_cmp(&other.1));
    let solved = format::many(most, "puzzle");
    Some(match best.as_slice() {
        [(quick, least), .., (slow, longest)] => {
            let [least, longest] = [*least, *longest].map(format::time);
            format!("The longest of {solved} takes {quick} {least}, {slow} {longest}")
        }
        [(id, longest), ..] => {
            format!("{id} solves {solved}, the longest in {}", format::time(*longest))
        }
        [] => return None,
    })
}

/// Draws the line of a solver with a mark at its end, and with figures there and at round numbers of
/// puzzles.
fn line(
    area: &Area<'_>,
    plot: &mut Plot<'_>,
    (id, its, times): &Solver<'_>,
    round: &[usize],
) -> Drawn {
    let (last, place) = (times.len(), |solved: usize| (solved as f64, times[solved - 1]));
    group(area, "line", || {
        plot.draw_series(LineSeries::new((1..=last).map(place), its.line()))?;
        if its.is_accent() {
            plot.plotting_area().draw(&mark(place(last), *its))?;
        }
        let round = round.iter().copied().filter(|at| (1..last).contains(at));
        for solved in [last].into_iter().chain(round) {
            let (puzzles, ns) = (format::many(solved, "puzzle"), times[solved - 1]);
            let text = format!("{id}: {puzzles}, the slowest in {}", format::time(ns));
            plot.plotting_area().draw(&tip(place(solved), REACH, &text))?;
        }
        Ok(())
    })
}
