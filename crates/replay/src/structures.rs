//! [`structure`]: what a search keeps when it decides on a step, for a drawing.

mod board;
mod masks;

use std::mem;

use serde::Serialize;
use sudoku_core::{Event, Frame, Reason};

/// A structure that a search keeps, as a drawing with a caption of one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Structure {
    /// The sentence.
    pub caption: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// The parts of a drawing. Cells are numbered from 0 to 80.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Drawing {
    /// A number in some cells of the grid.
    Numbers {
        /// The number of each cell that has one.
        numbers: Vec<Option<u32>>,
        /// The cell that decides.
        chosen: Option<usize>,
    },
    /// The open blanks, by the number of their legal digits.
    Buckets {
        /// The cells of each bucket, in ascending order; the first bucket has those without a digit.
        buckets: Vec<Vec<usize>>,
        /// The cell that decides.
        chosen: Option<usize>,
    },
    /// The cells that were filled, and their digits.
    Trail {
        /// A row for those before all guesses, and one for each guess that is open, in order.
        rows: Vec<Vec<(u8, u8)>>,
    },
    /// The options of an item of an exact cover.
    Options {
        /// The item, numbered as in [`Reason::FewestOptions`].
        item: Option<usize>,
        /// Its options.
        options: Vec<ItemOption>,
        /// How many items have each number of options left, from none to nine.
        items: [u32; 10],
    },
    /// The places of a digit in three words of 27 bits, the upper left cell of each band lowest.
    Places {
        /// The digit.
        digit: u8,
        /// Its places before the step.
        before: [u32; 3],
        /// Its places after the step.
        after: [u32; 3],
        /// The ways that were open in each band before the step, one bit for each, in the order of
        /// the layouts of [`Reason::Layouts`].
        ways: [u8; 3],
    },
    /// The layouts that each digit has left, one bit for each, numbered as in [`Reason::Layouts`].
    Layouts {
        /// Those of each digit before the step, in the places of [`Reason::Layouts`].
        before: [[u8; 6]; 9],
        /// Those after it.
        after: [[u8; 6]; 9],
        /// The place and the digit of a guess, with the layouts that are tried first.
        first: Option<(usize, u8, u8)>,
    },
}

/// A digit in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ItemOption {
    /// The cell.
    pub at: usize,
    /// The digit, 1 to 9.
    pub digit: u8,
    /// The number of options left to each of its items: the cell, and the digit in its row, in its
    /// column and in its box.
    pub left: [u32; 4],
}

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

/// The cell that a reason says has no digit left.
fn dead(frame: &Frame) -> Option<usize> {
    frame.reasons.iter().find_map(|reason| match reason {
        Reason::NoDigit { cell } => Some(cell.number()),
        _ => None,
    })
}
