//! A guess at the cell whose two digits remove the most candidates.

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::tables::{ALL, Cells, LEFT, LOCKED, MINIROWS, PEERS, bit_of, cell_of, cells};
use crate::{COUNTERS, REFALO_2004, ZHOUYUNDONG_2012};

/// [`Bivalue`](crate::Bivalue) with a better guess: at the cell where either digit changes most.
///
/// # The idea
///
/// A guess at any cell with two digits costs the same, and one of the two digits is wrong. It is
/// worth most where each of the two removes many candidates, above all from cells with two digits:
/// those are left with one, and the rules go on from there. So for both digits of a cell, the
/// search counts the candidates in its row, column and box that would go at once; a candidate in a
/// cell with two digits counts five times. These are the cells with two digits when the search of a
/// puzzle in `minimal` comes to its first guess:
///
/// ```text
///   . . 1 | 7 6 . | . . .     cell     digits    impact
///   . . 7 | . . . | . . .     (3, 4)   5 8        21
///   4 2 . | a 1 . | . . 9     (4, 2)   5 8        16
///   ------+-------+------     (7, 3)   5 6        22
///   . b . | 6 . . | 7 . 3     (8, 2)   5 6        23
///   . 1 7 | 9 . . | . . .     (9, 4)   5 8        24     5 goes at 8, 2 of them cells with
///   . . . | . 8 . | . . .                                two digits; 8 at 4, 1 of them such:
///   ------+-------+------     (9, 6)   5 6        14     8 + 4 x 2 + 4 + 4 x 1
///   9 . c | 3 . . | . . 2
///   8 d 3 | . . . | . 9 .
///   . 4 . | e . f | 9 . 1     a to f: these cells
/// ```
///
/// [`Bivalue`](crate::Bivalue) guesses at a, the first of these cells. This search guesses at e,
/// which has the greatest impact. The exact weight matters little, but it takes more guesses to
/// count all candidates alike, or those in cells with two digits alone.
///
/// # Cost
///
/// For both digits of every cell with two digits, the search counts two sets of at most 20 places.
/// The first puzzle of the example in its file takes 5 guesses instead of 13. Rules and state are
/// those of [`Bivalue`](crate::Bivalue).
///
/// # Examples
///
/// ```
/// use sudoku_bands::{Bivalue, Impact};
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let easier = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
/// let harder = "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8";
/// for (clues, guesses) in [(easier, [13, 5]), (harder, [21, 71])] {
///     let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
///     let [first, best] = [Counter::default(), Counter::default()];
///     let (Ok(one), Ok(other)) = (Bivalue.solve(&puzzle, &first), Impact.solve(&puzzle, &best));
///     assert_eq!(one, other);
///     assert_eq!([first, best].map(|counter| counter.counts().guesses), guesses);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Refalo, *Impact-Based Search Strategies for Constraint Programming* (2004), takes the variable
/// whose assignment reduces the rest of the search most. Only this idea is here. Refalo learns
/// impacts from what the search observes, also chooses the value by them, restarts with what it has
/// learnt, and tests all this on knapsacks, magic squares and Latin squares: the times here say
/// nothing of it. The rules are zhouyundong's.
///
/// # Outside its assumptions
///
/// It behaves as [`Bivalue`](crate::Bivalue) does. Where no cell has two digits, the search guesses
/// at the first open cell with the fewest digits. Of several cells with equal impact, it takes the
/// first. The impact is only an estimate, often wrong on single puzzles, above all for a first
/// solution, where it is luck whether the right digit of the cell is tried first.
///
/// # What the step buys
///
/// Fewer guesses than [`Bivalue`](crate::Bivalue) on every set that has any. It saves time where
/// they are many (`hard`), for a first solution and for a proof; elsewhere, the choice mostly costs
/// more than it saves. Where there are many solutions (`multi`), it saves almost no guess, and its
/// proofs take longer: most guesses there are right, and a right guess saves nothing elsewhere. The
/// impact makes a wrong guess fail sooner; on the way to a solution, nothing has to fail.
///
/// # Question
///
/// The impact is meant to choose guesses that leave less to search. Predict whether it ever leads
/// to more guesses than the first cell with two digits.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'bands/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// It does: puzzle 10 of `classics` takes it 71 guesses instead of 21. On most of the puzzles that
/// need guesses it makes fewer, on some more. A better rule wins over a set, not on each puzzle.
///
/// </details>
#[derive(Debug, Default)]
pub struct Impact;

impl Solver for Impact {
    const INFO: Info = Info {
        id: "bands/impact",
        idea: "the same rules; a guess at the cell whose two digits take most candidates away",
        sources: &[
            Source {
                work: &ZHOUYUNDONG_2012,
                part: "the solver",
                differs: "as in `bands/bivalue`, and the choice of the cell",
            },
            Source {
                work: &REFALO_2004,
                part: "the impact of a variable",
                differs: "worked out from the candidates that go at once, where the paper learns it \
                          from what earlier choices did; it chooses the cell only, and without \
                          restarts",
            },
        ],
        tree: Tree("bands/impact"),
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

    /// The cell with the greatest impact of those with two digits; if there is none, the open cell
    /// with the fewest digits.
    fn choose(&self, two: Cells) -> usize {
        if two == 0 {
            return self.fewest();
        }
        let mut impact = [0; 128];
        for places in self.places {
            let mut cells = places & two;
            while cells != 0 {
                let bit = cells.trailing_zeros() as usize & 127;
                let near = places & PEERS[bit];
                impact[bit] += near.count_ones() + 4 * (near & two).count_ones();
                cells &= cells - 1;
            }
        }
        let (mut best, mut most) = (0, 0);
        let mut cells = two;
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize & 127;
            if impact[bit] > most {
                (best, most) = (bit, impact[bit]);
            }
            cells &= cells - 1;
        }
        best
    }

    /// The first open cell with the fewest digits.
    fn fewest(&self) -> usize {
        let bits = (0..81).map(bit_of).filter(|&bit| self.open >> bit & 1 != 0);
        bits.min_by_key(|&bit| self.digits(1 << bit).count_ones()).unwrap_or_default()
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

            let bit = state.choose(two);
            let mut digits = state.digits(1 << bit);
            state.open &= !(1 << bit);
            probe.why(Reason::MostImpact { cell: Cell::Bit(bit), digits });
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
