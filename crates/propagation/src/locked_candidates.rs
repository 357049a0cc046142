//! [`LockedCandidates`]: its description and its search.

use std::array;

use sudoku_core::{
    Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree, UNITS, Work,
    box_of, column_of, row_of,
};

use crate::{COUNTERS, HOBIGER, NORVIG_2006, PEERS};

/// Also removes candidates where lines and boxes overlap, until no rule applies.
///
/// # The idea
///
/// A row and a box share three cells. When all places for a digit in the row are among the three,
/// one of them takes the digit, so it leaves the rest of the box: claiming. When all places in the
/// box are among them, it leaves the rest of the row: pointing. Columns go the same way. Neither
/// fills a cell, but what is removed may leave singles. In the hard example of Norvig's essay, the
/// 7 in the top band:
///
/// ```text
///     4 * * | . . . | 8 . 5     row 1: the 7 can go to the two * alone, which lie in box 1;
///     x 3 x | . . . | + . +     so it leaves the two x in the rest of that box,
///     . . . | 7 . . | . . .     and row 2 is down to the two +
/// ```
///
/// The rows and boxes of a band cut each other into nine parts of three cells; so do the columns
/// and boxes of a stack. An OR of three masks gives the digits of each part. A digit of a part that
/// its line has nowhere else leaves the rest of its box; one that its box has nowhere else leaves
/// the rest of its line. The search goes through bands, then stacks, and computes the nine ORs of
/// one before it removes anything there.
///
/// The cheapest rule that applies is used: naked singles first, hidden singles when there are none,
/// and locked candidates when there are no hidden singles either. The search branches when none of
/// the three rules applies.
///
/// # Cost
///
/// A look at all bands and stacks reads 162 masks and compares the 54 unions with the rest of their
/// lines and boxes; a node that is not void takes at least one, on top of a round of the units. The
/// state is that of [`HiddenSingles`](crate::HiddenSingles).
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_propagation::LockedCandidates;
///
/// let clues = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = LockedCandidates.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.eliminations), (1, 0, 25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Norvig, *Solving Every Sudoku Puzzle* (2006, Python), whose search this is, uses two rules and
/// says that more could be added. The rule is one that people use, and has many names; the pages on
/// intersections of Hobiger's `HoDoKu` call it locked candidates, of type 1 (pointing) and type 2
/// (claiming). They take one digit in one line or box at a time; here a band or a stack is done at
/// once, by masks.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// Against [`HiddenSingles`](crate::HiddenSingles), it saves guesses on every set that needs some,
/// and each node costs more. Where many guesses are left that it can save, as on `hard`, the rule
/// halves them and saves time. Where few are left, as on `minimal`, or it saves few of them, as on
/// `multi`, looking at the bands and stacks takes longer than the guesses would.
///
/// The package `sudoku`, whose bitboards apply the same two rules by tables, takes less time.
///
/// # Question
///
/// One more rule only removes candidates. Predict whether it can lead to more guesses than before.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'propagation/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// It can, as on puzzle 0, AI Escargot. With fewer candidates, another blank is the first of those
/// with the fewest, and the search takes another path. On most of the twenty puzzles the guesses
/// fall all the same.
///
/// </details>
#[derive(Debug, Default)]
pub struct LockedCandidates;

impl Solver for LockedCandidates {
    const INFO: Info = Info {
        id: "propagation/locked-candidates",
        idea: "a digit that a box confines to one line, or a line to one box, is removed elsewhere",
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
        contradictions: Contradictions::Refused,
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
    /// The digits that each cell can take; for a filled cell, its digit and [`FILLED`].
    candidates: [u16; 81],
    /// The digits that each unit holds.
    placed: [u16; 27],
}

impl Search {
    /// Fills the clues; false when they leave a cell without a candidate.
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
        probe.why(Reason::FewestDigits { cell: Cell::At(at), digits: u32::from(digits) });
        probe.guess(digits.count_ones());
        loop {
            let digit = digits & digits.wrapping_neg();
            let mut copy = *self;
            probe.call()?;
            probe.why(Reason::LowestOf { digits: u32::from(digits) });
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

    /// The first of the blanks with the fewest candidates; `None` if there is no blank.
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

    /// Fills a cell, and then every cell that is left with one candidate; false when a cell is left
    /// with none.
    fn fill<P: Probe>(&mut self, at: usize, digit: u16, probe: P) -> bool {
        self.candidates[at] = FILLED | digit;
        for unit in [row_of(at), 9 + column_of(at), 18 + box_of(at)] {
            self.placed[unit] |= digit;
        }
        for &peer in &PEERS[at] {
            let peer = usize::from(peer);
            let left = self.candidates[peer] & !digit;
            self.candidates[peer] = left;
            // At most one bit: a blank with one candidate, or a contradiction.
            if left & left.wrapping_sub(1) == 0 {
                if left & ALL == 0 {
                    probe.why(Reason::NoDigit { cell: Cell::At(peer) });
                    return false;
                }
                probe.why(Reason::NakedSingle);
                probe.deduce(peer, number(left));
                if !self.fill(peer, left, probe) {
                    return false;
                }
            }
        }
        true
    }

    /// Applies the rules, cheaper ones first, until none applies; false when a cell is left without
    /// a candidate, or a unit without a place for a digit.
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

    /// Goes through the units again and again and fills hidden singles, until a whole round finds
    /// none; false when a cell is left without a candidate, or a unit without a place for a digit.
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
            probe.why(Reason::NoPlace { unit, digits: once });
            return false;
        }
        let mut hidden = once & !twice & ALL & !self.placed[unit];
        while hidden != 0 {
            let digit = hidden & hidden.wrapping_neg();
            hidden ^= digit;
            // An earlier single may have filled this cell or removed this candidate.
            let place = UNITS[unit].into_iter().find(|&at| self.candidates[at] & digit != 0);
            probe.why(Reason::HiddenSingle { unit, digit, place });
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

    /// Removes the candidates that locked candidates rule out. Returns their number; `None` if a
    /// cell is left without a candidate.
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
                            probe.why(Reason::Locked {
                                digits: locked,
                                inside: chute[line][block],
                                outside: cells,
                            });
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
                probe.why(Reason::NoDigit { cell: Cell::At(at) });
                return None;
            }
            self.candidates[at] = left;
            removed += lost.count_ones();
            for digit in (1..=9).filter(|&digit| lost & bit(digit) != 0) {
                probe.eliminate(at, digit);
            }
            if left.is_power_of_two() {
                probe.why(Reason::NakedSingle);
                probe.deduce(at, number(left));
                if !self.fill(at, left, probe) {
                    return None;
                }
            }
        }
        Some(removed)
    }

    // A separate function, which compiles to nothing where the grid is not used.
    #[expect(clippy::unnecessary_wraps, reason = "a probe is asked in this form")]
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

/// For each of three indices, the other two.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// The cells of the three bands and the three stacks. Each has three lines, which its three boxes
/// cut into three cells each.
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
