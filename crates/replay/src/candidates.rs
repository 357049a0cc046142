//! The candidates of a search: the digits that the board leaves each blank, and those that no rule of
//! the search has removed.

use sudoku_core::{Event, Frame, Reason};

use crate::Search;
use crate::legal::{has, joined, legal, peers};
use crate::round::{around, dead_end};

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
