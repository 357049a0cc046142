//! [`structure`]: what a search keeps when it decides on a step, for a drawing.

mod board;
mod drawing;
mod masks;

use std::mem;

use sudoku_core::{Event, Frame};

pub use self::drawing::{Drawing, Structure};

/// The frames from which the structure of a solver is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The solver keeps no more than the board and the masks of its units.
    Nothing,
    /// The frame of the step, and that of the step before.
    Step,
    /// The frames of all steps on the way that nothing has taken back.
    Path,
}

pub(crate) fn needs(solver: &str) -> Needs {
    match solver.split('/').next() {
        Some("fewest-candidates" | "exact-cover" | "whole-grid") => Needs::Step,
        Some("bands") => Needs::Path,
        _ if solver == "propagation/naked-singles-trail" => Needs::Path,
        _ => Needs::Nothing,
    }
}

/// Returns what the solver of this id keeps when it decides on the last step of a path; `None` where
/// the step shows nothing of it, or the solver keeps no more than the board and masks of its units.
///
/// The path has the frames of the steps that nothing has taken back
/// ([`Search::structure`](crate::Search::structure)). Digits, buckets and options are read from the
/// board of the last frame, layouts also from the frame before, the trail and the places of a digit
/// from all. It takes up to 30 microseconds.
pub fn structure(solver: &str, path: &[&Frame]) -> Option<Structure> {
    let (frame, before) = path.split_last()?;
    match solver.split_once('/')? {
        ("fewest-candidates", "buckets") => board::buckets(frame),
        ("fewest-candidates", "static") => board::order(frame),
        ("fewest-candidates", _) => board::counts(frame),
        ("exact-cover", _) => board::options(frame),
        ("propagation", "naked-singles-trail") => Some(trail(path)),
        ("bands", _) => masks::places(frame, before),
        ("whole-grid", _) => masks::layouts(frame, before),
        _ => None,
    }
}

/// The cells that were filled since each guess.
fn trail(path: &[&Frame]) -> Structure {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    for frame in path {
        match frame.event {
            Some(Event::Guess { .. }) => rows.push(mem::take(&mut row)),
            Some(Event::Place { at, digit } | Event::Deduce { at, digit }) => row.push((at, digit)),
            _ => {}
        }
    }
    rows.push(row);
    let caption = match rows.len() - 1 {
        0 => "The trail: the cells filled so far, without a guess.".to_owned(),
        1 => "The trail: the cells filled before the open guess, and since it.".to_owned(),
        open => {
            format!("The trail: the cells filled before and since each of {open} open guesses.")
        }
    };
    Structure { caption, drawing: Drawing::Trail { rows } }
}
