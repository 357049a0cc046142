//! The cactus plot: how many puzzles each solver solves within each limit of time per puzzle.

use sudoku_judge::Results;

use super::Look;
use super::axis::{Axis, extent};
use super::lines::{self, Line};
use super::sets::LABELS;
use super::sheet::{BELOW, MARGIN, NOTE, Sheet, WIDTH, mesh, plot};
use super::style::{Mark, marked};
use crate::{format, names};

/// The height of the plot between its axes, in pixels.
const HEIGHT: i32 = 420;

pub(super) fn chart(results: &Results, look: Look) -> Option<[String; 3]> {
    let solvers = marked(results).into_iter();
    let solvers: Vec<(&str, Mark, Vec<f64>)> = solvers
        .map(|(solver, mark)| (&*solver.id, mark, results.survey_times(&solver.id)))
        .filter(|(.., times)| !times.is_empty())
        .collect();
    let all: usize = results.plan.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let puzzles = results.surveyed();
    let clock = names::clock(results);
    let limit = format::time(results.plan.time_limit_ns as f64);
    let most = solvers.iter().map(|(.., times)| times.len()).max()?;
    let best = solvers.iter().filter(|(.., times)| times.len() == most).count();
    let solved = if most == puzzles { "every puzzle" } else { &format::many(most, "puzzle") };
    let named = format::many(solvers.len(), "solver");
    let title = format!("{best} of {named} solve {solved} within {limit} each");
    let number = format::many(puzzles, "puzzle");
    let which = if puzzles == all {
        format!("All {number} of the run")
    } else {
        format!("{number}, the first of every set")
    };
    let times = extent(solvers.iter().flat_map(|(.., times)| times.iter().copied()))?;
    let sheet = Sheet {
        title: &title,
        subtitle: &format!("{which}; {clock} of one solve, at most {limit}."),
        legend: lines::legend(solvers.iter().map(|(_, mark, _)| *mark)),
        note: "A line that ends early stands for a solver that did not solve the rest.",
        height: HEIGHT + BELOW,
    };
    let axis = format!("{clock} of a puzzle, log scale");
    let svg = sheet.draw(results, look, |area| {
        let right = lines::room(solvers.iter().map(|(solver, mark, _)| (*solver, *mark)));
        let width = WIDTH - 2 * MARGIN - LABELS - right;
        let label = |puzzles| NOTE.width(&format::count(puzzles as u64)) + 2;
        let x = Axis::linear(puzzles as f64, width, 8, label);
        let y = Axis::log(&times, HEIGHT, |_| 40);
        let lines = solvers.iter().map(|(id, mark, times)| line(id, *mark, times, &x.ticks));
        let lines: Vec<_> = lines.collect();
        let mut plot = plot(area, [LABELS, BELOW, right], x, y)?;
        mesh(&mut plot)
            .x_label_formatter(&|puzzles| format::count(*puzzles as u64))
            .y_label_formatter(&|ns| format::tick(*ns))
            .x_desc("puzzles solved")
            .y_desc(&axis)
            .draw()?;
        lines::draw(area, &mut plot, &lines)
    });
    let about =
        "A point says how many puzzles a solver solves within that time each: further right \
         and lower is better. Steep ends are heavy tails, which a mean would hide."
            .to_owned();
    Some([title, about, svg])
}

/// The line of a solver with a mark at its end, and with figures there and at round numbers of
/// puzzles.
fn line<'a>(solver: &'a str, mark: Mark, times: &[f64], round: &[f64]) -> Line<'a> {
    let place = |solved: usize| (solved as f64, times[solved - 1]);
    let last = times.len();
    let round = round.iter().map(|puzzles| *puzzles as usize);
    let round = round.filter(|at| (1..last).contains(at));
    let tip = |solved: usize| {
        let (puzzles, ns) = (format::many(solved, "puzzle"), times[solved - 1]);
        let text = format!("{solver}: {puzzles}, the slowest in {}", format::time(ns));
        (place(solved), text)
    };
    Line {
        solver,
        mark,
        pieces: vec![(1..=last).map(place).collect()],
        marks: mark.is_accent().then(|| place(last)).into_iter().collect(),
        tips: [last].into_iter().chain(round).map(tip).collect(),
    }
}
