//! [`HiddenSingles`]: its description and its search.

use std::array;

use sudoku_core::{
    Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree, UNITS, box_of,
    column_of, row_of,
};

use crate::{COUNTERS, NORVIG_2006, PEERS};

/// Also fills the only place for a digit in a row, column or box: Norvig's two rules.
///
/// # The idea
///
/// [`NakedSingles`](crate::NakedSingles) asks every cell which digits are left for it. This solver
/// also asks which places are left for a digit. A digit with one place in a unit, a hidden single,
/// goes there, however many candidates the cell has. In the hard example of Norvig's essay the
/// clues leave no naked single, but column 2 has one place for the 4:
///
/// ```text
///     4 . . | . . . | 8 . 5
///     . 3 . | . . . | . . .         column 2   can take
///     . . . | 7 . . | . . .         (1, 2)     1 . . . . 6 7 . 9
///     ------+-------+------         (3, 2)     1 . . . 5 6 . 8 9
///     . 2 . | . . . | . 6 .         (5, 2)     1 . . . 5 6 7 . 9
///     . . . | . 8 . | 4 . .         (6, 2)     . . . 4 5 6 7 8 9     the only 4
///     . ? . | . 1 . | . . .         (7, 2)     . . . . . . . 8 9
///     ------+-------+------         (8, 2)     . . . . . 6 7 8 9
///     . . . | 6 . 3 | . 7 .         (9, 2)     . . . . . 6 7 8 9
///     5 . . | 2 . . | . . .
///     1 . 4 | . . . | . . .
/// ```
///
/// Two masks find the hidden singles of a unit in nine steps: `once` collects the digits seen in
/// any cell, `twice` those seen in two or more. A digit in the first and not in the second has one
/// place. A digit in neither has no place, and the alternative is void. A filled cell keeps its
/// digit in the masks, so that the digit has a place; the digits `placed` in a unit are no finds.
///
/// The search fills naked singles as they arise. When there are none, it goes round the 27 units,
/// from the first row, and fills hidden singles, each with the naked singles that follow, until a
/// whole round finds none. Filling one hidden single of a unit may fill or close the place of the
/// next, so that place is looked up again: without one, the alternative is void.
///
/// # Cost
///
/// A look at a unit reads nine masks. A node that is not void looks at 27 units or more, less those
/// that are full. Each alternative copies 108 masks of two bytes: one for each cell and each unit.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_propagation::{HiddenSingles, NakedSingles};
///
/// let clues = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = HiddenSingles.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.deductions), (26, 15, 115));
/// let counter = Counter::default();
/// let Ok(_) = NakedSingles.solve(&puzzle, &counter);
/// assert_eq!((counter.counts().nodes, counter.counts().guesses), (131, 68));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Norvig, *Solving Every Sudoku Puzzle* (2006, Python), with both rules and his search. He looks
/// for the only place whenever a square loses a value, here unit by unit when no naked single is
/// left; masks stand for strings, and all clues are on the board before the first is propagated.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// Far fewer nodes than [`NakedSingles`](crate::NakedSingles), each dearer, because it looks at all
/// units. The second rule settles most guesses that the first leaves open, so puzzles that need
/// guesses take less time. On `easy`, where the first rule leaves no guess, there is nothing to
/// save. The state is copied and not kept on a trail, which would have more cells to note than with
/// the first rule alone.
///
/// # Question
///
/// With naked singles alone, the hard example of Norvig's essay takes 68 guesses in 131 nodes.
/// Predict what the second rule leaves of them, and which puzzles of `classics` it finds harder: 12
/// and 13 with 17 clues, the fewest there can be, or AI Escargot (0), which has more.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'propagation/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// 15 guesses in 26 nodes. Puzzles 12 and 13 need none, AI Escargot keeps most of its guesses: few
/// clues do not make a puzzle hard for this rule.
///
/// </details>
#[derive(Debug, Default)]
pub struct HiddenSingles;

impl Solver for HiddenSingles {
    const INFO: Info = Info {
        id: "propagation/hidden-singles",
        idea: "naked singles, and the only place for a digit in a row, column or box, are filled",
        sources: &[Source {
            work: &NORVIG_2006,
            part: "constraint propagation and search",
            differs: "the second rule is applied unit by unit when the first has nothing left to \
                      say, and not whenever a candidate goes; masks instead of strings; all clues \
                      are on the board before the first one is propagated",
        }],
        tree: Tree("propagation/hidden-singles"),
        counters: COUNTERS,
        contradictions: Contradictions::Refused,
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
