//! [`Scan`]: its description and its search.

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::{BITNER_REINGOLD_1975, COUNTERS, NORVIG_2006};

/// Looks at all blanks at every node and goes on at the one with the fewest legal digits.
///
/// # The idea
///
/// This is [`bitmask/blank-list`][before] with an unordered list. A node computes the mask of every
/// open blank, takes the one with the fewest bits, and draws its digits from the mask, lowest
/// first. These are the numbers of legal digits when the search of the
/// [example](sudoku_core#the-example) begins:
///
/// ```text
///    . . 3 | 2 . 4 | 4 4 3
///    . 3 3 | . . . | 4 3 4
///    2 . . | 2 2 2 | 5 . 3
///    ------+-------+------
///    . 3 4 | 3 . 3 | 4 4 .
///    . 2 4 | . 1 . | 3 3 .      the first 1 is at (5, 5): place 5. Then (5, 2), down from 2 to 1,
///    . 2 4 | 2 . 2 | 4 3 .      is the first: place 2. Then (5, 8), down from 3 to 1: place 9
///    ------+-------+------
///    3 . 6 | 3 2 1 | . . 1
///    2 3 3 | . . . | 2 1 .
///    3 4 5 | 4 . 2 | 4 . .
/// ```
///
/// The chosen blank changes places with the one at the front of the open part of the list. Taking
/// the digit back leaves the list as it is: the choice does not depend on the order of the open
/// part. A blank without a legal digit needs no special case: no count is below 0, so it is chosen,
/// and there is no digit to try.
///
/// # Cost
///
/// In the example every choice finds a blank with one digit: 51 placements, no undo and no guess. A
/// node with n open blanks takes n scan steps and computes a mask for each of them: 51 + 50 + ... +
/// 1 = 1,326 in the example. The mask is tested before the first digit of a node and after each
/// undo. The search keeps the board, 27 masks and the list.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_fewest_candidates::Scan;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Scan.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.undos, counts.guesses), (51, 0, 0));
/// assert_eq!((counts.scan_steps, counts.mask_computations), (1326, 1326));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Bitner and Reingold, *Backtrack Programming Techniques* (1975), call it search rearrangement:
/// the next variable is one with the fewest values left. Norvig, *Solving Every Sudoku Puzzle*
/// (2006, Python), does it for Sudoku: his search looks at all squares, takes the first of those
/// with the fewest digits, and tries the digits upwards. He fills squares with one digit by
/// propagation, which also finds the only place for a digit in a unit; here they are nodes. He
/// copies the state for each digit; here a digit is taken back.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// The tree is smaller than that of [`bitmask/blank-list`][before] on every set but `effort-1e2`,
/// and than that of [`Static`](crate::Static) on every set; in return, a placement takes dozens of
/// masks instead of one. So it wins where reading order has long searches. On `effort-1e3` it takes
/// longer although the tree is smaller, and on `effort-1e2` it loses twice: more placements, and
/// many masks for each.
///
/// # Question
///
/// Predict `scan_steps` on the example from its 51 blanks alone. Which of twenty famous puzzles
/// follow the same formula?
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver fewest-candidates/scan
/// cargo run --release -- tally --corpus classics --solver fewest-candidates/scan
/// ```
///
/// <details><summary>Answer</summary>
///
/// 51 + 50 + ... + 1 = 1,326: every node looks at the blanks that are left. Other puzzles with n
/// blanks take n (n + 1) / 2 steps too if no digit is taken back; else blanks are looked at again.
///
/// </details>
///
/// [before]: ../sudoku_bitmask/struct.BlankList.html
#[derive(Debug, Default)]
pub struct Scan;

impl Solver for Scan {
    const INFO: Info = Info {
        id: "fewest-candidates/scan",
        idea: "every node looks at all blanks and takes the one with the fewest legal digits",
        sources: &[
            Source {
                work: &BITNER_REINGOLD_1975,
                part: "search rearrangement",
                differs: "blanks of a Sudoku for variables; of several blanks with as few digits \
                          the first in reading order; masks",
            },
            Source {
                work: &NORVIG_2006,
                part: "the search",
                differs: "nothing is propagated; a digit is taken back instead of a state copied",
            },
        ],
        tree: Tree("fewest-candidates"),
        counters: COUNTERS,
        contradictions: Contradictions::Forgotten,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        let found = search.backtrack(0, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [[u32; 3]; 3],
    /// The filled blanks first, in the order of the path; then the open ones, in any order.
    blanks: [(u8, u8); 81],
    count: usize,
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search = Self {
            board: puzzle.rows(),
            rows: [0; 9],
            cols: [0; 9],
            boxes: [[0; 3]; 3],
            blanks: [(0, 0); 81],
            count: 0,
        };
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if search.board[row][col] == 0 {
                    search.blanks[search.count] = (row as u8, col as u8);
                    search.count += 1;
                } else {
                    search.flip(row, col, search.board[row][col] - 1);
                }
            }
        }
        search
    }

    fn backtrack<P: Probe>(&mut self, pos: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if pos == self.count {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        let mut free = self.choose(pos, probe);
        let (row, col) = self.blanks[pos];
        let (row, col) = (row as usize, col as usize);
        if free.count_ones() > 1 {
            probe.branch(row * 9 + col);
        }
        probe.why(Reason::FewestDigits { cell: Cell::Of(row, col), digits: free });
        probe.mask_test(row * 9 + col);
        while free != 0 {
            let digit = free.trailing_zeros() as u8;
            self.flip(row, col, digit);
            self.board[row][col] = digit + 1;
            probe.check(row * 9 + col, digit + 1);
            probe.why(Reason::LowestOf { digits: free });
            probe.place(row * 9 + col, digit + 1);

            if self.backtrack(pos + 1, probe)? {
                return Ok(true);
            }

            self.flip(row, col, digit);
            probe.undo(row * 9 + col);

            free &= free - 1;
            probe.mask_test(row * 9 + col);
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    /// Moves the open blank with the fewest legal digits to index `pos`, and returns these digits.
    fn choose<P: Probe>(&mut self, pos: usize, probe: P) -> u32 {
        let (mut chosen, mut fewest, mut digits) = (pos, (u32::MAX, (0, 0)), 0);
        for at in pos..self.count {
            let (row, col) = self.blanks[at];
            probe.scan_step(row as usize * 9 + col as usize);
            probe.mask_computation(row as usize * 9 + col as usize);
            let free = self.free(row as usize, col as usize);
            let rank = (free.count_ones(), (row, col));
            if rank < fewest {
                (chosen, fewest, digits) = (at, rank, free);
            }
        }
        self.blanks.swap(pos, chosen);
        digits
    }

    /// One bit for each digit that none of the cell's units holds.
    fn free(&self, row: usize, col: usize) -> u32 {
        0x1ff & !(self.rows[row] | self.cols[col] | self.boxes[row / 3][col / 3])
    }

    fn flip(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] ^= 1 << digit;
        self.cols[col] ^= 1 << digit;
        self.boxes[row / 3][col / 3] ^= 1 << digit;
    }
}
