//! The candidates of a search: the digits that the board leaves each blank, and those that no rule of
//! the search has removed.

use sudoku_core::{Event, Frame, Places, Reason, UNITS, box_of, column_of, row_of};

use crate::Search;
use crate::round::{around, dead_end};

/// The digits that the board leaves each blank, one bit for each; 0 for a filled cell.
pub(crate) fn legal(board: &[u8; 81]) -> [u16; 81] {
    let bit = |at: usize| 1_u16 << board[at] >> 1;
    let held = UNITS.map(|unit| unit.into_iter().fold(0, |held, at| held | bit(at) & 0x1ff));
    std::array::from_fn(|at| {
        let taken = units(at).into_iter().fold(0, |taken, unit| taken | held[unit]);
        if board[at] == 0 { 0x1ff & !taken } else { 0 }
    })
}

/// The cells of the unit that may take a digit, given as a set of one.
pub(crate) fn places(board: &[u8; 81], unit: usize, digit: u16) -> Vec<usize> {
    let legal = legal(board);
    UNITS[unit].into_iter().filter(|&at| legal[at] & digit != 0).collect()
}

/// Another cell with the digit of this one in a unit of both.
pub(crate) fn twin(board: &[u8; 81], at: usize) -> Option<usize> {
    peers(at).find(|&peer| board[at] != 0 && board[peer] == board[at])
}

fn units(at: usize) -> [usize; 3] {
    [row_of(at), 9 + column_of(at), 18 + box_of(at)]
}

/// The other cells that a cell sees, some of them twice.
pub(crate) fn peers(at: usize) -> impl Iterator<Item = usize> {
    units(at).into_iter().flat_map(|unit| UNITS[unit]).filter(move |&peer| peer != at)
}

/// The set of a cell alone.
pub(crate) const fn only(at: usize) -> Places {
    1 << (at / 27 * 32 + at % 27)
}

pub(crate) const fn has(set: Places, at: usize) -> bool {
    set & only(at) != 0
}

/// The places of [`Reason::Ways`], which come in two words.
pub(crate) fn joined(upper: u64, lower: u64) -> Places {
    Places::from(upper) | Places::from(lower) << 64
}

impl Search {
    /// The candidates of each blank, one bit for each digit, that of 1 lowest: first with those that
    /// the step removes or that rules have removed before, then without. At a step back they are
    /// those of the board that it leaves.
    pub fn candidates(&mut self, step: u64) -> [[u16; 81]; 2] {
        let frame = self.frame(step);
        let (step, board) = (frame.step, decided_on(frame));
        if let Some(both) = around(&frame.reasons) {
            return both;
        }
        if let Some(cells) = dead_end(&frame.reasons) {
            return [cells; 2];
        }
        let mut left = [0x1ff; 81];
        let family = self.steps_of.split('/').next();
        if matches!(family, Some("bands" | "propagation" | "whole-grid")) {
            let is_back = self.frame(step).event == Some(Event::Back);
            let mut path = self.path_to(step - u64::from(is_back));
            path.extend(is_back.then_some(step));
            for frame in self.frames_of(&path) {
                // The reasons of an earlier step back are those of the way that has failed.
                if frame.event != Some(Event::Back) || frame.step == step {
                    frame.reasons.iter().for_each(|reason| narrow(&mut left, reason));
                }
                if let Some([_, after]) = around(&frame.reasons) {
                    left = after;
                }
            }
        }
        let legal = legal(&board);
        [legal, std::array::from_fn(|at| legal[at] & left[at])]
    }
}

/// The board whose candidates a step shows: at a step back that before it, else that after it.
fn decided_on(frame: &Frame) -> [u8; 81] {
    match frame.event {
        Some(Event::Back | Event::Undo { .. }) => frame.before,
        _ => frame.board,
    }
}

/// Removes what a reason says is removed; digits on the board exclude others by themselves.
fn narrow(left: &mut [u16; 81], reason: &Reason) {
    match *reason {
        Reason::Locked { digits, outside, .. } => {
            outside.as_flattened().iter().for_each(|&at| left[usize::from(at)] &= !digits);
        }
        Reason::Ways { digit, upper, lower, .. } => {
            let after = joined(upper, lower);
            (0..81).filter(|&at| !has(after, at)).for_each(|at| left[at] &= !(1 << digit));
        }
        Reason::Only { cell, digits } => {
            peers(cell.number()).for_each(|peer| left[peer] &= !(digits as u16));
            left[cell.number()] &= digits as u16;
        }
        _ => {}
    }
}
