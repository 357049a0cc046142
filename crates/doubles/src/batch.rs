//! A search in row-major order of many puzzles side by side.

use std::ops::ControlFlow::{self, Break, Continue};

use sudoku_core::{Grid, Info, Probe, Puzzle, Solver};

use crate::{info, is_legal};

/// The number of puzzles that are searched side by side.
const WIDTH: usize = 64;

/// A correct batch solver or, if `CROSSED`, one that answers the last puzzle of a full batch with
/// the answer to the one before.
pub(crate) struct Batches<const CROSSED: bool> {
    lanes: Box<[Option<Lane>]>,
}

impl<const CROSSED: bool> Default for Batches<CROSSED> {
    fn default() -> Self {
        Self { lanes: (0..WIDTH).map(|_| None).collect() }
    }
}

impl<const CROSSED: bool> Solver for Batches<CROSSED> {
    const INFO: Info = Info {
        state_bytes: WIDTH * (size_of::<Option<Lane>>() - size_of::<Grid>()),
        ..if CROSSED {
            info("doubles/crossed", "takes the last puzzle of a full batch for the one before")
        } else {
            info("doubles/wide", "64 puzzles side by side, a node of each in turn")
        }
    };

    const WIDTH: usize = WIDTH;

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut lane = Lane::new(puzzle);
        loop {
            if let Break(answer) = lane.step(probe)? {
                return Ok(answer);
            }
        }
    }

    fn solve_all<P: Probe>(
        &mut self,
        puzzles: &[Puzzle],
        answers: &mut [Option<Grid>],
        probe: impl Fn(usize) -> P,
    ) -> Result<(), P::Stop> {
        let crosses = |at, batch| CROSSED && batch == WIDTH && at == WIDTH - 1;
        let batches = puzzles.chunks(WIDTH).zip(answers.chunks_mut(WIDTH));
        for (batch, (puzzles, answers)) in batches.enumerate() {
            let lanes = &mut self.lanes[..puzzles.len()];
            for (at, lane) in lanes.iter_mut().enumerate() {
                let from = if crosses(at, puzzles.len()) { at - 1 } else { at };
                *lane = Some(Lane::new(&puzzles[from]));
            }
            // Each search that has not ended makes one step in turn, until all have ended.
            while lanes.iter().any(Option::is_some) {
                for (at, lane) in lanes.iter_mut().enumerate() {
                    let Some(search) = lane else { continue };
                    if let Break(answer) = search.step(probe(batch * WIDTH + at))? {
                        answers[at] = answer;
                        *lane = None;
                    }
                }
            }
        }
        Ok(())
    }
}

/// One search, with an explicit stack instead of recursion.
struct Lane {
    board: Grid,
    blanks: [u8; 81],
    count: usize,
    /// The number of filled blanks.
    depth: usize,
    /// The last digit tried in each blank that was reached.
    tried: [u8; 82],
    /// True when a digit has been placed and the node below is to be entered next.
    enters: bool,
}

/// `Break` with the answer when the search has ended.
type Step = ControlFlow<Option<Grid>>;

impl Lane {
    fn new(puzzle: &Puzzle) -> Self {
        let (mut blanks, mut count) = ([0; 81], 0);
        for at in (0..81).filter(|&at| puzzle.grid().cells()[at] == 0) {
            blanks[count] = at as u8;
            count += 1;
        }
        let board = *puzzle.grid();
        Self { board, blanks, count, depth: 0, tried: [0; 82], enters: true }
    }

    /// Enters or continues a node until the next digit is placed or undone. Breaks with the answer
    /// when the search has ended.
    fn step<P: Probe>(&mut self, probe: P) -> Result<Step, P::Stop> {
        if self.enters {
            probe.call()?;
            self.enters = false;
            if self.depth == self.count {
                let ended = probe.solved(&self.board);
                return Ok(if ended { Break(Some(self.board)) } else { self.leave(probe) });
            }
        }
        let at = usize::from(self.blanks[self.depth]);
        while self.tried[self.depth] < 9 {
            self.tried[self.depth] += 1;
            let digit = self.tried[self.depth];
            probe.check(at, digit);
            if is_legal(&self.board, at, digit) {
                self.board = self.board.with(at, digit);
                probe.place(at, digit);
                self.depth += 1;
                self.tried[self.depth] = 0;
                self.enters = true;
                return Ok(Continue(()));
            }
        }
        Ok(self.leave(probe))
    }

    /// Returns to the node above and removes its digit; ends the search at the root.
    fn leave<P: Probe>(&mut self, probe: P) -> Step {
        let Some(above) = self.depth.checked_sub(1) else { return Break(None) };
        self.depth = above;
        let at = usize::from(self.blanks[above]);
        self.board = self.board.with(at, 0);
        probe.undo(at);
        Continue(())
    }
}
