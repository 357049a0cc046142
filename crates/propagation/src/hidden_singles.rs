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
/// place. A digit in neither has no place, and the alternative is void.
///
/// The search fills naked singles as they arise. When there are none, it goes round the 27 units,
/// from the first row at each node, and fills hidden singles, each with the naked singles that
/// follow. After a find it goes on at the next unit, until it has gone round without a find.
///
/// A filled cell keeps its digit in the two masks, so that its digit has a place; `placed`, the
/// digits that are filled in a unit, are taken out of the finds. Where a look finds several hidden
/// singles, filling one may fill or close the place of the next, so its place is looked up again:
/// without one, the alternative is void.
///
/// # Cost
///
/// A look at a unit reads nine masks. At least 27 units are looked at for a node that is not void,
/// less those that are full. The search keeps a mask for each cell, and one for each unit with the
/// digits that are filled in; 216 bytes are copied for each alternative.
/// <!-- figures: 27; hidden_singles.state_bytes + 81 on leetcode-37 -->
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_propagation::HiddenSingles;
///
/// let clues = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = HiddenSingles.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.deductions), (26, 15, 115));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Norvig, *Solving Every Sudoku Puzzle* (2006, Python), with both of his rules and his search. The
/// differences: he looks for the only place in the units of a square whenever it loses a value;
/// here the units are looked at in turn, when no naked single is left. Masks stand for strings of
/// digits, and all clues are on the board before the first one is propagated.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// It makes far fewer nodes, and each costs more. A guess that the first rule leaves open is wrong
/// half of the time; the second rule mostly settles it without a guess.
/// <!-- figures: check range hidden_singles.nodes / naked_singles.nodes on guessed, none below 0.5
/// -->
///
/// | against [`NakedSingles`](crate::NakedSingles) | ratio | puzzles |
/// |---|---|---|
/// | guesses, which are also those of [`fewest-candidates/scan`][before] | 0.0041 (`none`), 0.025 (`anti-row-major`) to 0.11 (`multi`) | 5,520 in 12 sets |
/// | the same | 0.0004 (17 clues), 0.04 (`top1465`) | 2,000 and 1,465 |
/// | time, first solution | 1.0 to 1.1 (`easy`), 0.18 (`anti-row-major`) to 0.57 (`effort-1e3`) | ten sets |
/// | time, proof of uniqueness | 0.12 (`none+unique`) to 0.31 (`multi+unique`) | four sets |
/// <!-- figures: hidden_singles.guesses / naked_singles.guesses on none below 0.5; range named
/// hidden_singles.guesses / naked_singles.guesses on guessed below 0.5; pooled puzzles on guessed,
/// none; 12; 0.0004 = a public set, counted in 2026-11; 17; 0.04 = a public set, counted in
/// 2026-11; 2,000 = size of a public set; 1,465 = size of a public set; range hidden_singles.time /
/// naked_singles.time on easy to 2; range named hidden_singles.time / naked_singles.time on
/// minimal, effort-1e2, effort-1e3, effort-1e4, effort-1e5, effort-1e6, anti-row-major,
/// anti-reversed, hard below 1; range named hidden_singles.time / naked_singles.time on
/// minimal+unique, hard+unique, multi+unique, none+unique below 1 -->
///
/// Of the 500 puzzles in `minimal`, the first rule solves 8 without a guess, and both together 201.
/// Of the 500 puzzles without a solution (`none`), the first rule proves that for 109 without a
/// guess, and both together for 459. The price: a node takes 2.7 to 3.0 times as long on `hard` and
/// 6 to 7 times on `minimal`. The state is copied and not kept on a trail: with this rule a node
/// fills more cells than with the first alone, and each would have to be noted
/// ([`NakedSinglesTrail`](crate::NakedSinglesTrail) shows what that costs).
/// <!-- figures: puzzles behind hidden_singles.guesses on minimal; number of naked_singles.guesses
/// == 0 on minimal; number of hidden_singles.guesses == 0 on minimal; puzzles behind
/// hidden_singles.guesses on none; number of naked_singles.guesses == 0 on none; number of
/// hidden_singles.guesses == 0 on none; range per_node of hidden_singles.time / naked_singles.time
/// on hard to 2 above 1; range per_node of hidden_singles.time / naked_singles.time on minimal to 1
/// above 1; check range hidden_singles.deductions / hidden_singles.nodes - naked_singles.deductions
/// / naked_singles.nodes on guessed, none above 0 -->
///
/// "17 clues" and `top1465` are public sets: the first 2,000 of Gordon Royle's, and magictour's
/// hard puzzles.
/// <!-- figures: 17; 2,000 = size of a public set -->
///
/// # Question
///
/// Puzzles 12 and 13 of `classics` have 17 clues, the fewest there can be. With naked singles alone
/// they take 733 and 1,805 guesses. Predict what the second rule leaves of these, and of the 14
/// guesses on puzzle 0, AI Escargot.
/// <!-- figures: 12; 13; (81 - blanks) on classics#12; naked_singles.guesses on classics#12;
/// naked_singles.guesses on classics#13; naked_singles.guesses on classics#0; 0 -->
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'propagation/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// None on the two with 17 clues: all 64 blanks are deduced. Ten on AI Escargot. Few clues do not
/// make a puzzle hard for this rule; a puzzle that was chosen for its hardness keeps most of its
/// guesses. Over the twenty puzzles, 2,120 of 26,452 guesses are left.
/// <!-- figures: (81 - blanks) on classics#12; hidden_singles.deductions on classics#12; check
/// hidden_singles.guesses on classics#12 equals 0; check hidden_singles.guesses on classics#13
/// equals 0; check hidden_singles.guesses on classics#0 equals 10; hidden_singles.guesses on
/// classics; naked_singles.guesses on classics -->
///
/// </details>
///
/// The claims of Norvig and Dillon about it:
///
/// - `norvig-2006-rules`, the two rules alone solve an easy puzzle, but not every puzzle: holds.
/// - `norvig-2006-propagation`, propagation leaves few possibilities to be looked at: holds.
/// - `norvig-2006-half`, a guess at a square with two digits is wrong half of the time: holds on
///   the path to the solution. Most guesses of a long search lie below a wrong guess, where no
///   digit is right.
/// - `tdoku-hidden-singles`, puzzles that need this rule are very hard without it: holds.
///
/// [before]: ../sudoku_fewest_candidates/struct.Scan.html
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
