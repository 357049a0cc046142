//! [`Structure`]: what a search keeps when it decides on a step, for a drawing.

mod board;
mod drawing;
mod masks;

use std::mem;

use sudoku_core::{Event, Frame};

pub use self::drawing::{Drawing, Structure};

/// Reads what a solver keeps when it decides on a step from the frame of the step and those before it;
/// `None` where they show nothing of it. It takes up to 30 microseconds.
type Read = fn(&Frame, &[&Frame]) -> Option<Structure>;

/// Returns how the structure of this solver is read, and whether that takes the frames of all steps
/// on the way that nothing has taken back, or that of the step before alone. `None` where the solver
/// keeps no more than the board and the masks of its units.
pub(crate) fn reader(solver: &str) -> Option<(Read, bool)> {
    Some(match solver.split_once('/')? {
        ("fewest-candidates", "buckets") => (board::buckets, false),
        ("fewest-candidates", "static") => (board::order, false),
        ("fewest-candidates", _) => (board::counts, false),
        ("exact-cover", _) => (board::options, false),
        ("propagation", "naked-singles-trail") => (|last, before| Some(trail(last, before)), true),
        ("bands", _) => (masks::places, true),
        ("whole-grid", _) => (masks::layouts, false),
        _ => return None,
    })
}

/// The cells that were filled since each guess.
fn trail(last: &Frame, before: &[&Frame]) -> Structure {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    for frame in before.iter().copied().chain([last]) {
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
