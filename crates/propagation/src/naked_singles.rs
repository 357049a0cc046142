//! [`NakedSingles`]: its description and its search.

use std::array;

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::{COUNTERS, NORVIG_2006, PEERS};

/// Fills every cell left with one candidate, at every node; copies the state for a guess.
///
/// # The idea
///
/// Every cell keeps a mask of the digits that it can still take, its candidates. When a cell is
/// filled, the 20 cells that see it lose the digit. One that is left with a single candidate, a
/// naked single, is filled in turn, before the next of the 20 is looked at. In the
/// [example](sudoku_core#the-example), the clues leave (5, 5) nothing but 5, which sets off others:
///
/// ```text
///    cell      can take     loses               is left with
///    (5, 5)    5                                5
///    (5, 2)    2 5          the 5 of (5, 5)     2
///    (6, 4)    5 9          the 5 of (5, 5)     9
///    (4, 4)    5 7 9        that 5 and that 9   7
///    ...                                        and so on, for all 51 blanks
/// ```
///
/// When nothing is left to fill, the search branches at the first of the blanks with the fewest
/// candidates. For each digit, lowest first, it copies its state, fills the cell in the copy, and
/// goes on there. A copy in which a cell loses its last candidate is void. Nothing is taken back:
/// the state of the guess is still there for the next digit.
///
/// A filled cell keeps its digit and a tenth bit as a mark. So only a mask with one bit or none
/// needs attention: a blank with one candidate must be filled, and a blank without a candidate or a
/// filled cell without its digit is a contradiction. One test, mostly false, covers all three.
///
/// # Cost
///
/// To fill a cell changes 20 masks. A node copies 81 masks of two bytes and looks at blanks until
/// it finds one with two candidates, since a blank with fewer would have been filled. The example
/// is solved at the root: 51 digits filled by the rule, no guess. The search keeps the 81 masks and
/// no board: in the end each mask holds the digit of its cell.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_propagation::NakedSingles;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = NakedSingles.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.deductions), (1, 0, 51));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Norvig, *Solving Every Sudoku Puzzle* (2006, Python), propagates by two rules; this is the first
/// one: a square with one possible value takes it from its peers. The search is his too. What
/// differs: there is no second rule here, masks stand for strings of digits, and all clues are on
/// the board before the first one is propagated.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// It saves nodes and time, but no guess. [`fewest-candidates/scan`][before] takes a blank with one
/// legal digit before all others, so it fills the same naked singles, each at a node of its own,
/// and then branches at the same blank: the guesses are equal on every puzzle. But a naked single
/// now costs less: it is found where it arises, instead of by looking at all blanks. In
/// [`buckets`][buckets], which does not look at all blanks either, each single is a node with moves
/// that an undo repeats. A node here does the work of several, and the search takes less time.
///
/// # Question
///
/// On the example, `fewest-candidates/scan` makes a node for each of the 51 digits, and no guess.
/// Predict the nodes here, and which of the two guesses less on `classics`.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver propagation/naked-singles
/// cargo run --release -- tally --corpus classics --solver fewest-candidates/scan
/// cargo run --release -- tally --corpus classics --solver propagation/naked-singles
/// ```
///
/// <details><summary>Answer</summary>
///
/// One node on the example: the digits have become deductions at the root. Neither guesses less: on
/// each puzzle the guesses are equal, because a blank with one legal digit was chosen before all
/// others anyway. The step changes what a node is, not where the search guesses.
///
/// </details>
///
/// [buckets]: ../sudoku_fewest_candidates/struct.Buckets.html
/// [before]: ../sudoku_fewest_candidates/struct.Scan.html
#[derive(Debug, Default)]
pub struct NakedSingles;

impl Solver for NakedSingles {
    const INFO: Info = Info {
        id: "propagation/naked-singles",
        idea: "at every node, a cell left with one candidate is filled; the state is copied",
        sources: &[Source {
            work: &NORVIG_2006,
            part: "the first rule of its propagation, and the search",
            differs: "without the second rule, the only place in a unit; masks instead of strings; \
                      all clues are on the board before the first one is propagated",
        }],
        tree: Tree("propagation/naked-singles"),
        counters: COUNTERS,
        contradictions: Contradictions::Refused,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { candidates: [ALL; 81] };
        probe.call()?;
        let found = search.fill_clues(puzzle, probe) && search.branch(probe)?;
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
            if copy.fill(at, digit, probe) && copy.branch(probe)? {
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
