//! Locked candidates from tables; a guess at the first cell with two digits.

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::tables::{ALL, Cells, LEFT, LOCKED, MINIROWS, PEERS, cell_of, cells};
use crate::{COUNTERS, EMERENTIUS, ZHOUYUNDONG_2012};

/// Keeps the set of cells of each digit; tables apply the rules to 27 cells at once.
///
/// # The idea
///
/// Each digit keeps the set of its places: one bit for each cell, 27 for a band of three rows,
/// three bands in a word. To remove a digit from a row, a column and a box is one AND. What a rule
/// concludes about a digit in a band depends on few of the 27 bits at a time, so it is worked out
/// once and looked up in tables. This is the 7 in the top band of the
/// [example](sudoku_core#the-example): its places in the third box must be in the last row, so
/// those in the row above are removed:
///
/// ```text
///   places of the 7         minirows with a place    minirows that an open way uses
///   . . . | . o . | . . .          . o .                      . o .
///   . o o | . . . | x . x          o . o                      o . .
///   . . . | . . . | o . o          . . o                      . . o      o stays, x goes
/// ```
///
/// A minirow that no [open way](crate#places-and-ways) uses cannot hold the digit: this finds the
/// locked candidates of the band, pointing and claiming. With no open way, the search is at a dead
/// end. The columns have a [table](crate#the-tables) that knows less: where the places in a box of
/// a band all lie in one column, the two other bands lose that column. A place that is alone in its
/// column, but not in its row, is not found.
///
/// The rules are applied to the nine digits first, and then to all cells at once (`propagate` draws
/// it). The guess is at the first cell with two digits, or at the first open cell where none has
/// two; the state is copied for all its digits but the last.
///
/// # Cost
///
/// The example needs no guess: its 51 blanks are 51 deductions at one node. So a node is far more
/// work than one that fills a single cell: the rules are applied in turns, each with 15 lookups for
/// every digit that has lost a place and one sweep over all nine digits. A guess copies nine sets
/// of places and the set of open cells. The tables take 9 KiB, and are the same for every puzzle.
///
/// # Examples
///
/// ```
/// use sudoku_bands::Bivalue;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let counter = Counter::default();
/// let Ok(answer) = Bivalue.solve(&Puzzle::try_from(grid)?, &counter);
/// assert!(answer.is_some_and(|answer| answer.is_solved()));
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.deductions), (1, 0, 51));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// zhouyundong's solver in C (2012, a forum post) has the words of 27 bits, the tables, and the
/// guess at a cell with two digits. Others improved it there as `JCZSolve`; the package `sudoku` by
/// Emerentius is a port to Rust, and a peer here. These update one word, a digit in a band, and at
/// once remove its solved cells from the other digits. Here no digit waits for the one before.
///
/// # Outside its assumptions
///
/// Several solutions: the first one in its tree is found. None: the whole tree is walked. Two equal
/// clues in one unit remove each other's place, so a row has no place left for the digit, and the
/// root is a dead end. A board without a blank comes back only if it is a solution.
///
/// # What the step buys
///
/// Far fewer nodes than `fewest-candidates/buckets`, each far dearer: most of what a node concludes
/// here is a node of its own there. It takes less time on every set with blanks, and longer on a
/// full board, where no search is left to save. `propagation/locked-candidates` has these rules
/// for columns as well, and on every set with guesses makes fewer of them, yet takes longer: it
/// applies the rules cell by cell. Two weaknesses are left: guesses are badly chosen, and columns are known less well
/// than rows.
///
/// # Question
///
/// `propagation/locked-candidates` also applies singles and locked candidates. Predict whether both
/// solvers guess equally often on each puzzle.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver bands/bivalue
/// cargo run --release -- tally --corpus classics --solver propagation/locked-candidates
/// ```
///
/// <details><summary>Answer</summary>
///
/// On more than half of the twenty they do. On most of the others this solver guesses more often,
/// on some `locked-candidates` does. The rules decide what is known at a node; which cell with two
/// digits comes first is chance.
///
/// </details>
#[derive(Debug, Default)]
pub struct Bivalue;

impl Solver for Bivalue {
    const INFO: Info = Info {
        id: "bands/bivalue",
        idea: "27 bits for a digit in a band, rules by tables; a guess at the first cell of two",
        sources: &[
            Source {
                work: &ZHOUYUNDONG_2012,
                part: "the solver",
                differs: "a digit's three bands are looked at together, the nine digits first and \
                          then all cells, where every word is brought up to date on its own",
            },
            Source {
                work: &EMERENTIUS,
                part: "0.8.0",
                differs: "the same; with no cell of two digits, the first open one instead of the \
                          best of three",
            },
        ],
        tree: Tree("bands/bivalue"),
        counters: COUNTERS,
        contradictions: Contradictions::Refused,
        state_bytes: size_of::<State>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { solution: Grid::BLANK };
        let found = search.backtrack(State::new(puzzle), 0o777, probe)?;
        Ok(found.then_some(search.solution))
    }
}

/// The state that a guess copies.
#[derive(Clone, Copy)]
struct State {
    /// The places of each digit.
    places: [Cells; 9],
    /// The cells whose digit is not known.
    open: Cells,
}

impl State {
    fn new(puzzle: &Puzzle) -> Self {
        let (mut clues, mut sights, mut open) = ([0; 9], [0; 9], ALL);
        for (band, cells) in puzzle.grid().cells().chunks_exact(27).enumerate() {
            let mut filled = 0_u32;
            for (at, &digit) in cells.iter().enumerate() {
                filled |= u32::from(digit != 0) << at;
            }
            open ^= Cells::from(filled) << (32 * band);
            while filled != 0 {
                let at = filled.trailing_zeros() as usize;
                let (bit, digit) = (32 * band + at, usize::from(cells[at.min(26)]).clamp(1, 9) - 1);
                clues[digit] |= 1 << bit;
                sights[digit] |= PEERS[bit];
                filled &= filled - 1;
            }
        }
        Self { places: std::array::from_fn(|digit| (open | clues[digit]) & !sights[digit]), open }
    }

    /// Applies all rules until none applies, first to the digits in `changed`, which have lost
    /// places. Returns the cells with two digits; `None` at a dead end.
    ///
    /// ```text
    ///   nine digits       each that has lost a place: three bands, then the columns
    ///        |            a place that is alone in its row is certain: the cell is closed
    ///        v
    ///   all cells         closed cells lose all other digits;
    ///        |            one, two, more: by AND and OR over the nine words, all cells at once
    ///        v
    ///   cells of one      the digit is given to the cell; again, until no digit has lost a place
    /// ```
    fn propagate<P: Probe>(&mut self, mut changed: u32, probe: P) -> Option<Cells> {
        loop {
            let (mut certain, mut again) = ([0; 9], 0);
            while changed != 0 {
                let digit = (changed.trailing_zeros() as usize).min(8);
                let (alone, narrowed) = self.lock(digit, probe)?;
                certain[digit] = alone;
                again |= u32::from(narrowed) << digit;
                changed &= changed - 1;
            }
            let mut taken = 0;
            for certain in certain {
                taken |= certain;
            }
            let (mut one, mut two, mut more) = (0, 0, 0);
            for digit in 0..9 {
                let places = self.places[digit] & (!taken | certain[digit]);
                again |= u32::from(places != self.places[digit]) << digit;
                self.places[digit] = places;
                more |= two & places;
                two |= one & places;
                one |= places;
            }
            if one != ALL || two & !self.open != 0 {
                probe.why(Reason::Clash { one, two, open: self.open });
                return None;
            }
            let mut single = one & !two & self.open;
            while single != 0 {
                let cell = single & single.wrapping_neg();
                // The code does not branch on the digit: the processor could not predict it.
                let digits = self.digits(cell);
                probe.why(Reason::Only { cell: Cell::Only(cell), digits });
                if digits == 0 {
                    return None;
                }
                let digit = (digits.trailing_zeros() as usize).min(8);
                self.places[digit] &= !PEERS[cell.trailing_zeros() as usize & 127];
                again |= 1 << digit;
                single ^= cell;
            }
            if again == 0 {
                return Some(two & !more);
            }
            changed = again;
        }
    }

    /// Removes the places of a digit that the tables rule out. Returns its certain places, and
    /// whether any place was removed; `None` if a band has no place left.
    #[inline]
    fn lock<P: Probe>(&mut self, digit: usize, probe: P) -> Option<(Cells, bool)> {
        let places = self.places[digit];
        let (upper, lower) = (places as u64, (places >> 64) as u64);
        let upper = upper & (locked(upper) | locked(upper >> 32) << 32);
        let lower = lower & locked(lower);
        if upper as u32 == 0 || upper >> 32 == 0 || lower == 0 {
            probe.why(Reason::Ways { digit, before: places, upper, lower });
            return None;
        }
        let before = (upper, lower);
        let [first, second, third] = [upper, upper >> 32, lower].map(left);
        let upper = upper & (second & third | (first & third) << 32);
        let lower = lower & first & second;
        let certain = Cells::from(alone(upper, 1 << 32 | 1)) | Cells::from(alone(lower, 1)) << 64;
        let open = self.open;
        self.open = open & !certain;
        probe.why(Reason::Ways { digit, before: places, upper, lower });
        probe.deduce_all(cells(certain & open), digit as u8 + 1);
        self.places[digit] = Cells::from(upper) | Cells::from(lower) << 64;
        Some((certain, (upper, lower) != before))
    }

    /// The digits that a cell may take, one bit for each.
    fn digits(&self, cell: Cells) -> u32 {
        let mut digits = 0;
        for digit in 0..9 {
            digits |= u32::from(self.places[digit] & cell != 0) << digit;
        }
        digits
    }

    /// The solution: each digit has nine places.
    fn grid(&self) -> Grid {
        let mut rows = [[0; 9]; 9];
        let cells = rows.as_flattened_mut();
        for (digit, &places) in self.places.iter().enumerate() {
            let mut places = places;
            for _ in 0..9 {
                cells[cell_of(places.trailing_zeros() as usize).min(80)] = digit as u8 + 1;
                places &= places.wrapping_sub(1);
            }
        }
        Grid::from_rows(rows)
    }
}

/// The cells of a band in minirows that an open way uses: locked candidates rule out the others.
/// The 27 cells of the band begin at the lowest bit.
fn locked(band: u64) -> u64 {
    let row = |row: usize| MINIROWS[row][(band >> (9 * row)) as usize & 0o777];
    LOCKED[usize::from(row(0) | row(1) | row(2)) & 0o777].into()
}

/// The cells of another band that the places in this band leave to the digit.
fn left(band: u64) -> u64 {
    LEFT[(band | band >> 9 | band >> 18) as usize & 0o777].into()
}

/// The places that are alone in their row. `bands` has a bit where each band begins; no row may be
/// empty.
///
/// No table is needed, and all rows are done at once. With its lowest bit taken away, a row with a
/// single place is 0: an AND with itself less 1 clears the lowest bit of each row. 0o377 added to
/// the lower eight bits carries into the ninth if any is left, and `(rows << 1) - (rows >> 8)`
/// spreads the ninth over its row. A place alone in its box is also alone in its row, once the
/// tables have removed the other minirows.
fn alone(cells: u64, bands: u64) -> u64 {
    let (low, high) = (0o377_377_377 * bands, 0o400_400_400 * bands);
    let others = cells & cells.wrapping_sub(0o001_001_001 * bands);
    let rows = (((others & low) + low) | others) & high;
    cells & !((rows << 1) - (rows >> 8))
}

struct Search {
    solution: Grid,
}

impl Search {
    fn backtrack<P: Probe>(
        &mut self,
        mut state: State,
        mut changed: u32,
        probe: P,
    ) -> Result<bool, P::Stop> {
        loop {
            probe.call()?;
            let Some(two) = state.propagate(changed, probe) else { return Ok(false) };
            if state.open == 0 {
                self.solution = state.grid();
                return Ok(probe.solved(&self.solution));
            }

            let choice = if two == 0 { state.open } else { two };
            let bit = choice.trailing_zeros() as usize & 127;
            let mut digits = state.digits(1 << bit);
            state.open &= !(1 << bit);
            probe.why(Reason::FirstOfTwo { cell: Cell::Bit(bit), digits });
            probe.guess(digits.count_ones());
            // The last digit needs no copy.
            while !digits.is_power_of_two() {
                let digit = (digits.trailing_zeros() as usize).min(8);
                let mut next = state;
                next.places[digit] &= !PEERS[bit];
                probe.why(Reason::LowestOf { digits });
                probe.place(cell_of(bit), digit as u8 + 1);
                if self.backtrack(next, 1 << digit, probe)? {
                    return Ok(true);
                }
                probe.back();
                digits &= digits - 1;
            }
            let digit = (digits.trailing_zeros() as usize).min(8);
            state.places[digit] &= !PEERS[bit];
            changed = 1 << digit;
            probe.why(Reason::LowestOf { digits });
            probe.place(cell_of(bit), digit as u8 + 1);
        }
    }
}
