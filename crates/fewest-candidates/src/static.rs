//! [`Static`]: its description and its search.

use sudoku_core::{Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree};

use crate::{BITNER_REINGOLD_1975, COUNTERS};

/// Sorts the blanks once by their number of legal digits, and searches in that order.
///
/// # The idea
///
/// The control for [`Scan`](crate::Scan) and [`Buckets`](crate::Buckets): how much of what they
/// save is due to a good order at the start, and how much to choosing anew at every node? The list
/// of [`bitmask/blank-list`][before] is sorted before the search and stays as it is. In the
/// [example](sudoku_core#the-example):
///
/// ```text
///   legal digits   blanks, in this order
///   1              (5, 5), (7, 6), (7, 9), (8, 8)
///   2              (1, 4), (3, 1), (3, 4), (3, 5), (3, 6), (5, 2), (6, 2), ...
///   3              (1, 3), (1, 9), (2, 2), ...
/// ```
///
/// When the 5 is placed at (5, 5), (5, 2) is down to one digit. [`Scan`](crate::Scan) goes there
/// next; here (5, 2) waits for its turn, behind (3, 6).
///
/// # Cost
///
/// A node costs what it does in [`bitmask/blank-list`][before]; a count for each blank and a sort
/// come before the search. The example takes 102 placements, 51 undos and 16 guesses: far fewer
/// placements than in reading order, and twice the 51 of [`Scan`](crate::Scan). The search keeps
/// the board, 27 masks and the list.
///
/// Blanks that follow each other in reading order share a row, so each digit narrows the next
/// choice. Blanks with equally many digits lie anywhere, so a contradiction between two of them
/// shows late.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_fewest_candidates::{Scan, Static};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Static.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.undos, counts.guesses), (102, 51, 16));
/// let counter = Counter::default();
/// let Ok(_) = Scan.solve(&puzzle, &counter);
/// assert_eq!(counter.counts().placements, 51);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Bitner and Reingold, *Backtrack Programming Techniques* (1975), apply the rule at every node.
/// Applying it once, before the search, is ours, as a control.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// A blank without a legal digit at the start comes first, and ends the search at once. One that
/// loses its last digit during the search is found when its turn comes.
///
/// # What the step buys
///
/// On most sets it saves nothing: the tree is larger than that of [`bitmask/blank-list`][before].
/// It saves where reading order is bad, as on `anti-row-major` and `easy`, and on the one example.
/// Time follows: less on `easy`, many times as much on `effort-1e2`, where reading order is lucky.
/// [`Scan`](crate::Scan) places fewer digits than this solver on every set.
///
/// # Question
///
/// Sorting once saves most of the placements that reading order takes on the example. Choosing anew
/// at every node saves another half. Predict how the two compare on twenty famous puzzles.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver 'fewest-candidates/*' --max-calls 1e6
/// ```
///
/// <details><summary>Answer</summary>
///
/// Sorting once leaves more than half of them unsolved after a million calls. Choosing anew solves
/// all twenty. What matters is not where the search begins but where it goes on: each digit changes
/// which blank is the most urgent.
///
/// </details>
///
/// [before]: ../sudoku_bitmask/struct.BlankList.html
#[derive(Debug, Default)]
pub struct Static;

impl Solver for Static {
    const INFO: Info = Info {
        id: "fewest-candidates/static",
        idea: "a list of the blanks, sorted once by their number of legal digits; no choice after",
        sources: &[Source {
            work: &BITNER_REINGOLD_1975,
            part: "search rearrangement",
            differs: "the blanks are put in order once, before the search, as a control; masks",
        }],
        tree: Tree("fewest-candidates/static"),
        counters: COUNTERS,
        contradictions: Contradictions::Forgotten,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        search.sort_blanks();
        let found = search.backtrack(0, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [[u32; 3]; 3],
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

    fn sort_blanks(&mut self) {
        let mut blanks = self.blanks;
        let rank =
            |&(row, col): &(u8, u8)| (self.free(row as usize, col as usize).count_ones(), row, col);
        blanks[..self.count].sort_unstable_by_key(rank);
        self.blanks = blanks;
    }

    fn backtrack<P: Probe>(&mut self, pos: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if pos == self.count {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        let (row, col) = self.blanks[pos];
        let (row, col) = (row as usize, col as usize);
        probe.mask_computation(row * 9 + col);
        let mut free = self.free(row, col);
        if free.count_ones() > 1 {
            probe.branch(row * 9 + col);
        }
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
