//! Two solvers puzzle by puzzle: a dot for every puzzle.

use sudoku_findings::{Duel, Results};

use super::axis::{Scale, extent};
use super::canvas::{self, MARGIN, TOP, Type, WIDTH};
use super::style::{DOT, INK, LINE, MUTED};
use crate::{format, names, notices};

const SIDE: i32 = 480;
const TICK: Type = Type::new(11, MUTED);
const AXIS: Type = Type::new(12, INK);

/// The times of the first solver upwards, those of the second to the right; none where no puzzle was
/// finished by both.
pub(crate) fn scatter(
    results: &Results,
    corpus: &str,
    [first, second]: [&str; 2],
    duel: &Duel,
) -> Option<String> {
    let times = duel.bouts.iter().flat_map(|bout| bout.ns.map(|ns| ns as f64));
    let values = extent(times)?;
    let (left, top) = (MARGIN + 70, TOP + 30);
    let (right, bottom) = (WIDTH - MARGIN - 10, top + SIDE);
    let x = Scale::log(&values, (left + 8, right - 8));
    let y = Scale::log(&values, (bottom - 8, top + 8));
    let title = format!("{first} against {second} on {corpus}");
    let clock = names::clock(results);
    let subtitle = format!("A dot is a puzzle: {clock} of one solve, log scales.");
    Some(canvas::draw(&title, bottom + 56, |canvas| {
        canvas.heading(&title, &subtitle, notices::tag(results));
        canvas.text(&format!("time of {first}"), (MARGIN, TOP + 10), AXIS);
        for value in x.ticks(|ns| TICK.width(&format::tick(ns)) + 8) {
            let at = x.at(value);
            canvas.line((at, top), (at, bottom), LINE, 1);
            canvas.text(&format::tick(value), (at, bottom + 13), TICK.centred());
        }
        for value in y.ticks(|_| 22) {
            let at = y.at(value);
            canvas.line((left, at), (right, at), LINE, 1);
            canvas.text(&format::tick(value), (left - 8, at), TICK.flush_right());
        }
        canvas.line((left, bottom), (right, top), MUTED, 1);
        for (decided, colour) in [(false, MUTED), (true, DOT)] {
            let bouts = duel.bouts.iter().filter(|bout| bout.winner.is_some() == decided);
            let dots = bouts.map(|bout| {
                let [above, across] = bout.ns.map(|ns| ns.max(1) as f64);
                (x.at(across), y.at(above))
            });
            canvas.dots(&dots.collect::<Vec<_>>(), colour);
        }
        canvas.text(&format!("time of {second}"), (right, bottom + 36), AXIS.flush_right());
    }))
}
