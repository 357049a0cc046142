//! [`NextBlank`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_001;

/// Walks on to the next blank after each digit; tests one digit at a time on masks of used digits.
///
/// # The idea
///
/// [`Cursor`](crate::Cursor) spends a call on every given. Here a loop steps over them: when a
/// digit has been placed, the search walks on from that cell to the next blank and calls itself
/// there. Some walks in the [example](sudoku_core#the-example), the first of which is made before
/// the search:
///
/// ```text
///    5  3 [.] | .  7  . | .  .  .      corner to (1, 3): 3 steps     (1, 4) to (1, 6): 2
///    6 [.] .  | 1  9  5 | .  .  .      (1, 3) to (1, 4): 1           (1, 9) to (2, 2): 2
/// ```
///
/// A walk that meets no blank ends at (9, 9), off the board, and the call made there has found the
/// solution. Digit d owns bit d, which leaves bit 0 unused and saves a subtraction. A digit is set
/// by OR and taken back by XOR, which clears a bit that is known to be set.
///
/// # Cost
///
/// There is one call for each blank: the example takes 4,209 calls and a depth of 52, its blanks
/// plus 1. The steps are those of the cursor, 6,427, because the walks cross the same cells; but a
/// step is now an iteration of a loop instead of a call. Nine digits are tested at every blank,
/// with 54,788 looks at the masks. The search keeps the board and 27 masks.
///
/// # Examples
///
/// ```
/// use sudoku_bitmask::{Cursor, NextBlank};
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let (counter, cursor) = (Counter::default(), Counter::default());
/// let Ok(solution) = NextBlank.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.calls, counts.scan_steps, counts.max_depth), (4209, 6427, 52));
/// assert_eq!((counts.checks, counts.state_reads), (37_652, 54_788));
/// let Ok(_) = Cursor.solve(&puzzle, &cursor);
/// assert_eq!((cursor.counts().calls - counts.calls, cursor.counts().scan_steps), (2219, 6427));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 001 (Java). Cells, digits, looks, writes and undos come in the same order. Boxes are
/// numbered by band and stack, `[3][3]`, as in the article. What differs, beside [digits, blanks
/// and the returned solution](../sudoku_brute_scan/index.html#the-articles-programs):
///
/// - A walk returns its cell as two numbers. The article makes a new array of two for each walk,
///   that is, for each placement, on the heap unless its compiler can avoid it.
/// - A walk is given the cell to begin at instead of the one before it.
/// - The masks start empty for every puzzle.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// The article's masks are static, so they live as long as the program. A puzzle without a solution
/// leaves its clues in them, and the next puzzle is searched as if it had these clues too.
///
/// # What the step buys
///
/// It makes fewer calls than [`Cursor`](crate::Cursor) and saves hardly any time. The compiler turns
/// the cursor's call on a given into a jump, so the loop replaces what was a loop already. The same
/// calls pay in [`state-arrays/blank-list`][list] because the steps go with them.
///
/// Article 001 compares masks with a scan of the board. Against [`brute-scan/three-loops`][scan],
/// this solver makes fewer than a fifth of the lookups and takes less time on every set with
/// blanks, but more than a fifth of it: nine digits are still tested one by one. The depth grows
/// with the blanks, and between puzzles of one size calls differ by factors of hundreds and more,
/// so the article is wrong: the size of the board bounds neither space nor time in the way it says.
///
/// # Question
///
/// This solver makes 2,219 fewer calls than the cursor on the example. Predict which counter shows
/// where their work has gone, and whether the time also falls by a third.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'bitmask/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// `scan_steps`: both cross the same cells in 6,427 steps. An iteration of a loop replaces a call
/// on a given, which the compiler had already turned into a jump, so the time does not fall.
/// `blank-list` has no steps left, but what makes it fast is in another column: it tests only the
/// digits that it places.
///
/// </details>
///
/// [scan]: ../sudoku_brute_scan/struct.ThreeLoops.html
/// [list]: ../sudoku_state_arrays/struct.BlankList.html
#[derive(Debug, Default)]
pub struct NextBlank;

impl Solver for NextBlank {
    const INFO: Info = Info {
        id: "bitmask/next-blank",
        idea: "after each digit a walk to the next blank; masks, digits tested one by one",
        sources: &[Source {
            work: &ARTICLE_001,
            part: "the program",
            differs: "the masks start empty for every puzzle; a walk hands back two numbers; \
                      digits are numbers, 0 is blank, the solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        let (row, col) = search.next_blank(0, 0, probe);
        let found = search.backtrack(row, col, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [[u32; 3]; 3],
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search =
            Self { board: puzzle.rows(), rows: [0; 9], cols: [0; 9], boxes: [[0; 3]; 3] };
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if search.board[row][col] != 0 {
                    search.set(row, col, search.board[row][col]);
                }
            }
        }
        search
    }

    fn backtrack<P: Probe>(&mut self, row: usize, col: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if row == 9 && col == 9 {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        for digit in 1..=9 {
            if self.is_free(row, col, digit, probe) {
                self.board[row][col] = digit;
                self.set(row, col, digit);
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit);

                let (next_row, next_col) = self.next_blank(row, col + 1, probe);
                if self.backtrack(next_row, next_col, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                self.unset(row, col, digit);
                probe.undo(row * 9 + col);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    /// The first blank at this cell or after it; (9, 9) when there is none.
    fn next_blank<P: Probe>(&self, mut row: usize, mut col: usize, probe: P) -> (usize, usize) {
        while row < 9 {
            while col < 9 {
                probe.scan_step(row * 9 + col);
                if self.board[row][col] == 0 {
                    return (row, col);
                }
                col += 1;
            }
            row += 1;
            col = 0;
        }
        (9, 9)
    }

    fn is_free<P: Probe>(&self, row: usize, col: usize, digit: u8, probe: P) -> bool {
        probe.check(row * 9 + col, digit);
        probe.state_read(row);
        if self.rows[row] & 1 << digit != 0 {
            return false;
        }
        probe.state_read(9 + col);
        if self.cols[col] & 1 << digit != 0 {
            return false;
        }
        probe.state_read(18 + row / 3 * 3 + col / 3);
        self.boxes[row / 3][col / 3] & 1 << digit == 0
    }

    fn set(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] |= 1 << digit;
        self.cols[col] |= 1 << digit;
        self.boxes[row / 3][col / 3] |= 1 << digit;
    }

    fn unset(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] ^= 1 << digit;
        self.cols[col] ^= 1 << digit;
        self.boxes[row / 3][col / 3] ^= 1 << digit;
    }
}
