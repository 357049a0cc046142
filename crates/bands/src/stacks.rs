//! Locked candidates of bands and stacks alike; a guess at the cell whose two digits remove the
//! most candidates.

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::tables::{ALL, Cells, LOCKED, MINIROWS, PEERS, STACKED, bit_of, cell_of, cells};
use crate::{COUNTERS, DILLON, ZHOUYUNDONG_2012};

/// [`Impact`](crate::Impact) with the same rules for columns as for rows.
///
/// # The idea
///
/// [`Bivalue`](crate::Bivalue) knows more about rows than about columns, because a band lies in one
/// word and a stack in three. Turned by 90 degrees, the same puzzle may take it fewer guesses. But
/// minicolumns follow the rule of minirows: a digit has one of them in each column and one in each
/// box of a stack, and there are six ways to choose them.
///
/// ```text
///            columns of a stack with places     those that an open way uses
///   band 1   x x .                              x x .
///   band 2   x x .                              x x .
///   band 3   x x x                              . . x     the other two are taken above
/// ```
///
/// In no box here do the places lie in a single column, so the table for columns of
/// [`Bivalue`](crate::Bivalue) finds nothing. To look up a stack in a table, its nine bits must
/// stand side by side. The columns with places are nine bits for each band, 27 in all, in which a
/// stack is three groups of three bits, nine bits apart. One multiplication brings the groups
/// together: each of the three terms shifts another group to its place.
///
/// ```text
///   band 3               band 2               band 1
///   . . . . . . c c c    . . . . . . b b b    . . . . . . a a a
///
///   times 1 + 2^6 + 2^12, 12 bits to the right, 9 bits kept:    c c c b b b a a a
/// ```
///
/// The table `STACKED` gives the minicolumns that stay. Those of the three stacks side by side are
/// nine columns of each band, which a multiplication by 1 + 2^9 + 2^18 writes into all three rows.
///
/// A place that is alone in its column is now found as well. Every open way through the stack uses
/// the minicolumn of this place, so the digit leaves the other columns of the box. Then the place
/// is alone in its box, and at the next look at the digit the digit leaves the rest of the row.
///
/// # Cost
///
/// The columns take three lookups and five multiplications for each digit that is looked at, where
/// [`Bivalue`](crate::Bivalue) makes three lookups. The puzzle of the example in its file takes 51
/// guesses, and 71 with [`Impact`](crate::Impact), whose state has the same size.
///
/// # Examples
///
/// ```
/// use sudoku_bands::{Impact, Stacks};
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let grid: Grid =
///     "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8".parse()?;
/// let puzzle = Puzzle::try_from(grid)?;
/// let [bands, both] = [Counter::default(), Counter::default()];
/// let (Ok(one), Ok(other)) = (Impact.solve(&puzzle, &bands), Stacks.solve(&puzzle, &both));
/// assert_eq!(one, other);
/// assert_eq!([bands, both].map(|counter| counter.counts().guesses), [71, 51]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// The rules for rows are zhouyundong's, as in [`Bivalue`](crate::Bivalue). Dillon's Tdoku treats
/// both directions alike, in vector registers that hold the digits of cells, and suggested the
/// step; the table for stacks is this project's idea.
///
/// # Outside its assumptions
///
/// It behaves as [`Bivalue`](crate::Bivalue) does.
///
/// # What the step buys
///
/// Fewer guesses than [`Impact`](crate::Impact) on every set that has any, but the columns cost
/// time wherever a digit is looked at. So it saves time only where guesses are many (`hard`), for a
/// first solution and for a proof. Against the package `sudoku`, it takes less time on `easy`,
/// `minimal` and `hard`, and longer for the proofs on `multi`.
///
/// # Question
///
/// Locked candidates in columns cost a few instructions for each digit. Predict on which puzzles
/// they must cost more time than they save.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'bands/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// On those that `impact` solves without a guess, as all of `easy`. It makes more guesses than
/// `impact` on none of these twenty. The columns pay where guesses are many.
///
/// </details>
#[derive(Debug, Default)]
pub struct Stacks;

impl Solver for Stacks {
    const INFO: Info = Info {
        id: "bands/stacks",
        idea: "locked candidates of columns too, by a table for stacks",
        sources: &[
            Source {
                work: &ZHOUYUNDONG_2012,
                part: "the solver",
                differs: "as in `bands/impact`, and the columns",
            },
            Source {
                work: &DILLON,
                part: "boxes and bands in both directions",
                differs: "tables, and a word for each digit; it keeps a word for each cell, in \
                          vector registers",
            },
        ],
        tree: Tree("bands/stacks"),
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
        let columns = (columns(upper) | columns(upper >> 32) << 9 | columns(lower) << 18) as usize;
        let stacks = stacked(columns) | stacked(columns >> 3) << 3 | stacked(columns >> 6) << 6;
        let upper = upper & ((stacks & 0o777 | (stacks & 0o777_000) << 23) * 0o001_001_001);
        let lower = lower & ((stacks >> 18) * 0o001_001_001);
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

/// The columns in which a digit has places in this band.
fn columns(band: u64) -> u64 {
    (band | band >> 9 | band >> 18) & 0o777
}

/// The minicolumns of a stack that an open way uses: locked candidates rule out the others.
fn stacked(columns: usize) -> u64 {
    // Moves three groups of three bits, nine apart, side by side.
    STACKED[(((columns & 0o007_007_007) * 0o10101) >> 12) & 0o777].into()
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
