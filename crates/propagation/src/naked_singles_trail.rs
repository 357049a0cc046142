//! [`NakedSinglesTrail`]: its description and its search.

use std::array;

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::{COUNTERS, NORVIG_2006, PEERS};

/// Walks the tree of [`NakedSingles`](crate::NakedSingles), and takes changes back by a trail.
///
/// # The idea
///
/// A search can return to an earlier state in two ways: it kept a copy, or it knows what has
/// changed since. Here there is one state. Every change of a mask is appended to a list, the trail,
/// as the cell and the bits that changed. A guess notes the length of the trail; when an
/// alternative is void, the bits noted beyond that length are flipped again, which restores them.
///
/// The hard example of Norvig's essay begins with a guess at (7, 2), which can take 8 or 9:
///
/// ```text
///     4 . . | . . . | 8 . 5
///     . 3 . | . . . | . . .      trail when 8 is filled in at (7, 2):
///     . . . | 7 . . | . . .
///     ------+-------+------         (7, 2)  loses 9, gains the mark
///     . 2 . | . . . | . 6 .         (3, 2)  loses 8
///     . . . | . 8 . | 4 . .         (6, 2)  loses 8
///     . . . | . 1 . | . . .         (7, 1)  loses 8
///     ------+-------+------         (7, 3)  loses 8
///     . ? . | 6 . 3 | . 7 .         ...     (7, 9), (8, 2), (8, 3), (9, 2) as well
///     5 . . | 2 . . | . . .
///     1 . 4 | . . . | . . .      nine entries; the other twelve cells in sight had no 8
/// ```
///
/// In all else the search is that of [`NakedSingles`](crate::NakedSingles); the tests compare the
/// two step by step.
///
/// # Cost
///
/// The trail has an entry of four bytes for each change of a cell since the start. A bit changes
/// once on a path, so there are 810 at most, as many as bits. All 20 cells in sight of a filled one
/// are written down; an entry that changed nothing is overwritten by the next, because a test would
/// take more time. A guess notes a length, where the other search copies 162 bytes.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_propagation::{NakedSingles, NakedSinglesTrail};
///
/// let clues = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = NakedSinglesTrail.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.deductions), (131, 68, 683));
/// assert_eq!(counts.placements, 130);
/// assert_eq!(NakedSingles::INFO.state_bytes + size_of::<Grid>(), 162);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Rule and search are Norvig's, *Solving Every Sudoku Puzzle* (2006, Python); he copies the state.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// It saves nothing and takes longer, on every set; the tree is the same, and so are all counts. A
/// trail saves the copy for a guess, which a processor moves in a few instructions. It costs a note
/// for each of the 20 cells in sight of every filled cell, and an alternative fills several cells
/// before it is void or branches: the notes are more bytes than a copy, and are written one by one.
///
/// A trail is for states that are large and change little, where the notes are a small part of a
/// copy. No two solvers here show such a case: [`exact-cover/bitset`][bitset] copies a far larger
/// state at a guess and takes less time than [`dancing-links`][links], which takes back link by
/// link. Norvig calls a copy of his dictionary simple and efficient, compared with a deep copy, and
/// a trail complicated where a step leads to many changes; which is faster, he does not say.
///
/// # Question
///
/// All counts of the two solvers with naked singles alone are equal. Predict which of them writes
/// more bytes in order to go back, on the hard example of Norvig's essay (puzzle 15): a copy has
/// 162 bytes, an entry of the trail has four, and filling a cell writes 20 of them.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'propagation/naked-singles*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// The trail. 131 nodes fill 683 + 130 cells, some six each, and write 20 x 4 bytes for every one:
/// 65 kB, where 130 copies have 21 kB.
///
/// </details>
///
/// [bitset]: ../sudoku_exact_cover/struct.Bitset.html
/// [links]: ../sudoku_exact_cover/struct.DancingLinks.html
#[derive(Debug, Default)]
pub struct NakedSinglesTrail;

impl Solver for NakedSinglesTrail {
    const INFO: Info = Info {
        id: "propagation/naked-singles-trail",
        idea: "at every node, a cell left with one candidate is filled; a trail takes it back",
        sources: &[Source {
            work: &NORVIG_2006,
            part: "the first rule of its propagation, and the search",
            differs: "without the second rule, the only place in a unit; masks instead of strings; \
                      a trail instead of copies; all clues are on the board before the first \
                      one is propagated",
        }],
        tree: Tree("propagation/naked-singles"),
        counters: COUNTERS,
        contradictions: Contradictions::Refused,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { candidates: [ALL; 81], trail: [(0, 0); 810], length: 0 };
        probe.call()?;
        let found = search.fill_clues(puzzle, probe) && search.branch(probe)?;
        Ok(found.then(|| search.grid()))
    }
}

/// One bit for each digit.
const ALL: u16 = 0x1ff;
/// Marks a cell that is filled.
const FILLED: u16 = 1 << 9;

struct Search {
    /// The digits that each cell can take; for a filled cell, its digit and [`FILLED`].
    candidates: [u16; 81],
    /// The cells and bits that have changed since the start, in order. Each bit changes once on a
    /// path.
    trail: [(u8, u16); 810],
    length: usize,
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

        let before = self.length;
        let mut digits = self.candidates[at];
        probe.why(Reason::FewestDigits { cell: Cell::At(at), digits: u32::from(digits) });
        probe.guess(digits.count_ones());
        loop {
            let digit = digits & digits.wrapping_neg();
            probe.call()?;
            probe.why(Reason::LowestOf { digits: u32::from(digits) });
            probe.place(at, number(digit));
            if self.fill(at, digit, probe) && self.branch(probe)? {
                return Ok(true);
            }
            self.take_back(before);

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
        self.change(at, self.candidates[at] ^ (FILLED | digit));
        for &peer in &PEERS[at] {
            let peer = usize::from(peer);
            self.change(peer, self.candidates[peer] & digit);
            let left = self.candidates[peer];
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

    /// Flips these bits of a cell and appends them to the trail. An entry without bits is
    /// overwritten by the next one, which costs less than a test.
    fn change(&mut self, at: usize, bits: u16) {
        self.candidates[at] ^= bits;
        self.trail[self.length] = (at as u8, bits);
        self.length += usize::from(bits != 0);
    }

    /// Undoes the changes since the trail had this length.
    #[inline]
    fn take_back(&mut self, before: usize) {
        for &(at, bits) in &self.trail[before..self.length] {
            self.candidates[usize::from(at)] ^= bits;
        }
        self.length = before;
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
