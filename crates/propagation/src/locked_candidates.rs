//! [`LockedCandidates`]: its description and its search.

use std::array;

use sudoku_core::{
    Grid, Info, Probe, Puzzle, Solver, Source, Tree, UNITS, Work, box_of, column_of, row_of,
};

use crate::{COUNTERS, HOBIGER, NORVIG_2006, PEERS};

/// Removes also what one box keeps to one line, or one line to one box.
#[derive(Debug, Default)]
pub struct LockedCandidates;

impl Solver for LockedCandidates {
    const INFO: Info = Info {
        id: "propagation/locked-candidates",
        idea: "also a digit that one box keeps to one line, or one line to one box, leaves the rest",
        sources: &[
            Source {
                work: &NORVIG_2006,
                part: "constraint propagation and search",
                differs: "a third rule; a rule is applied when those before it have nothing left \
                          to say, and not whenever a candidate goes; masks instead of strings",
            },
            Source {
                work: &HOBIGER,
                part: "locked candidates, type 1 (pointing) and type 2 (claiming)",
                differs: "all of a band or a stack at once, by masks, within a search",
            },
        ],
        tree: Tree("propagation/locked-candidates"),
        counters: COUNTERS.and(&[Work::Eliminations]),
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { candidates: [ALL; 81], placed: [0; 27] };
        probe.call()?;
        let found =
            search.fill_clues(puzzle, probe) && search.propagate(probe) && search.branch(probe)?;
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
            if copy.fill(at, digit, probe) && copy.propagate(probe) && copy.branch(probe)? {
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

    /// Applies the rules, cheaper ones first, until none has anything left to say; false when a
    /// cell is left without a candidate, or a unit without a place for a digit.
    fn propagate<P: Probe>(&mut self, probe: P) -> bool {
        while self.fill_hidden_singles(probe) {
            match self.remove_locked(probe) {
                Some(0) => return true,
                Some(_) => {}
                None => return false,
            }
        }
        false
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

    /// Removes what is locked elsewhere, and says how many candidates these were; none when a cell
    /// is left without one.
    fn remove_locked<P: Probe>(&mut self, probe: P) -> Option<u32> {
        let mut removed = 0;
        for chute in &CHUTES {
            let digits = chute.map(|line| line.map(|cells| self.union(cells)));
            for (line, [above, below]) in OTHERS.into_iter().enumerate() {
                for (block, [left, right]) in OTHERS.into_iter().enumerate() {
                    let here = digits[line][block] & ALL;
                    let in_line = digits[line][left] | digits[line][right];
                    let in_block = digits[above][block] | digits[below][block];
                    for (locked, cells) in [
                        (here & in_line & !in_block, [chute[line][left], chute[line][right]]),
                        (here & in_block & !in_line, [chute[above][block], chute[below][block]]),
                    ] {
                        if locked != 0 {
                            removed += self.remove(locked, cells[0], probe)?;
                            removed += self.remove(locked, cells[1], probe)?;
                        }
                    }
                }
            }
        }
        Some(removed)
    }

    fn union(&self, cells: [u8; 3]) -> u16 {
        cells.into_iter().fold(0, |digits, at| digits | self.candidates[usize::from(at)])
    }

    fn remove<P: Probe>(&mut self, digits: u16, cells: [u8; 3], probe: P) -> Option<u32> {
        let mut removed = 0;
        for at in cells.map(usize::from) {
            let lost = self.candidates[at] & digits;
            let left = self.candidates[at] ^ lost;
            if left & ALL == 0 {
                return None;
            }
            self.candidates[at] = left;
            removed += lost.count_ones();
            for digit in (1..=9).filter(|&digit| lost & bit(digit) != 0) {
                probe.eliminate(at, digit);
            }
            if left.is_power_of_two() {
                probe.deduce(at, number(left));
                if !self.fill(at, left, probe) {
                    return None;
                }
            }
        }
        Some(removed)
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

/// Of three, the other two.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// The three bands and the three stacks. Each has three lines, cut by its three boxes into three
/// cells.
const CHUTES: [[[[u8; 3]; 3]; 3]; 6] = chutes();

const fn chutes() -> [[[[u8; 3]; 3]; 3]; 6] {
    let mut chutes = [[[[0; 3]; 3]; 3]; 6];
    let mut at = 0;
    while at < 81 {
        let (row, col) = (row_of(at), column_of(at));
        chutes[row / 3][row % 3][col / 3][col % 3] = at as u8;
        chutes[3 + col / 3][col % 3][row / 3][row % 3] = at as u8;
        at += 1;
    }
    chutes
}
