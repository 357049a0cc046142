//! [`HiddenSingles`]: its description and its search.

use std::array;

use sudoku_core::{
    Grid, Info, Probe, Puzzle, Solver, Source, Tree, UNITS, box_of, column_of, row_of,
};

use crate::{COUNTERS, NORVIG_2006, PEERS};

/// Fills also the only place for a digit in a row, column or box.
#[derive(Debug, Default)]
pub struct HiddenSingles;

impl Solver for HiddenSingles {
    const INFO: Info = Info {
        id: "propagation/hidden-singles",
        idea: "also the only place for a digit in a row, column or box is filled",
        sources: &[Source {
            work: &NORVIG_2006,
            part: "constraint propagation and search",
            differs: "the second rule is applied unit by unit when the first has nothing left to \
                      say, and not whenever a candidate goes; masks instead of strings; all clues \
                      are on the board before the first one is propagated",
        }],
        tree: Tree("propagation/hidden-singles"),
        counters: COUNTERS,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { candidates: [ALL; 81], placed: [0; 27] };
        probe.call()?;
        let found = search.fill_clues(puzzle, probe)
            && search.fill_hidden_singles(probe)
            && search.branch(probe)?;
        Ok(found.then(|| search.grid()))
    }
}

/// One bit for each digit.
const ALL: u16 = 0x1ff;
/// Marks a cell that is filled.
const FILLED: u16 = 1 << 9;

#[derive(Clone, Copy)]
struct Search {
    /// The digits that a cell can take; when it is filled, its digit and the mark.
    candidates: [u16; 81],
    /// The digits that are filled in, of each unit.
    placed: [u16; 27],
}

impl Search {
    /// False when the clues leave a cell without a candidate.
    fn fill_clues<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> bool {
        let clues = puzzle.grid().cells();
        for (at, &clue) in clues.iter().enumerate() {
            probe.setup_cell(at);
            if clue != 0 {
                self.candidates[at] = FILLED | bit(clue);
            }
        }
        for (at, &clue) in clues.iter().enumerate() {
            if clue != 0 && !self.fill(at, bit(clue), probe) {
                return false;
            }
        }
        true
    }

    fn branch<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        let Some(at) = self.choose(probe) else {
            return self.finish(probe);
        };

        let mut digits = self.candidates[at];
        probe.guess(digits.count_ones());
        loop {
            let digit = digits & digits.wrapping_neg();
            let mut copy = *self;
            probe.call()?;
            probe.place(at, number(digit));
            if copy.fill(at, digit, probe)
                && copy.fill_hidden_singles(probe)
                && copy.branch(probe)?
            {
                *self = copy;
                return Ok(true);
            }

            digits ^= digit;
            if digits == 0 {
                return Ok(false);
            }
            probe.back();
        }
    }

    /// The first of the blanks with the fewest candidates.
    fn choose<P: Probe>(&self, probe: P) -> Option<usize> {
        let (mut chosen, mut fewest) = (None, u32::MAX);
        for (at, digits) in self.candidates.iter().enumerate() {
            if digits & FILLED != 0 {
                continue;
            }
            probe.scan_step(at);
            let count = digits.count_ones();
            if count < fewest {
                (chosen, fewest) = (Some(at), count);
                if count == 2 {
                    break;
                }
            }
        }
        chosen
    }

    /// Fills a cell, and every cell that is left with one candidate; false when one is left with
    /// none.
    fn fill<P: Probe>(&mut self, at: usize, digit: u16, probe: P) -> bool {
        self.candidates[at] = FILLED | digit;
        for unit in [row_of(at), 9 + column_of(at), 18 + box_of(at)] {
            self.placed[unit] |= digit;
        }
        for &peer in &PEERS[at] {
            let peer = usize::from(peer);
            let left = self.candidates[peer] & !digit;
            self.candidates[peer] = left;
            // At most one bit: a blank with one candidate, or no candidate at all.
            if left & left.wrapping_sub(1) == 0 {
                if left & ALL == 0 {
                    return false;
                }
                probe.deduce(peer, number(left));
                if !self.fill(peer, left, probe) {
                    return false;
                }
            }
        }
        true
    }

    /// Goes round the units and fills hidden singles, until a whole round finds none; false when a
    /// cell is left without a candidate, or a unit without a place for a digit.
    fn fill_hidden_singles<P: Probe>(&mut self, probe: P) -> bool {
        let (mut unit, mut quiet) = (0, 0);
        while quiet < 27 {
            let before = self.placed[unit];
            if before != ALL && !self.fill_hidden_singles_of(unit, probe) {
                return false;
            }
            quiet = if self.placed[unit] == before { quiet + 1 } else { 0 };
            unit = (unit + 1) % 27;
        }
        true
    }

    fn fill_hidden_singles_of<P: Probe>(&mut self, unit: usize, probe: P) -> bool {
        let (mut once, mut twice) = (0, 0);
        for at in UNITS[unit] {
            twice |= once & self.candidates[at];
            once |= self.candidates[at];
        }
        if once & ALL != ALL {
            return false;
        }
        let mut hidden = once & !twice & ALL & !self.placed[unit];
        while hidden != 0 {
            let digit = hidden & hidden.wrapping_neg();
            hidden ^= digit;
            // The one filled before it may have filled this one or taken its place.
            let place = UNITS[unit].into_iter().find(|&at| self.candidates[at] & digit != 0);
            let Some(at) = place else { return false };
            if self.candidates[at] & FILLED == 0 {
                probe.deduce(at, number(digit));
                if !self.fill(at, digit, probe) {
                    return false;
                }
            }
        }
        true
    }

    fn finish<P: Probe>(&self, probe: P) -> Result<bool, P::Stop> {
        Ok(probe.solved(&self.grid()))
    }

    #[inline]
    fn grid(&self) -> Grid {
        let digit = |row, col| number(self.candidates[row * 9 + col]);
        Grid::from_rows(array::from_fn(|row| array::from_fn(|col| digit(row, col))))
    }
}

fn bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

fn number(bit: u16) -> u8 {
    bit.trailing_zeros() as u8 + 1
}
