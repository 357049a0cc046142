//! [`ThreeLoops`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::{ARTICLE_003, ARTICLE_004};

const DIFFERS: &str = "digits are numbers, 0 is blank, the solution is handed back";

/// Looks for the first blank from the corner in every call; reads row, column and box in turn.
///
/// # The idea
///
/// The recursive function takes no position. It reads the board from the top left corner, tries the
/// digits 1 to 9 on the first blank, and reports a dead end when all have failed. If there is no
/// blank, the board is full and that is the solution. In the [example](sudoku_core#the-example),
/// the search has just placed 1 on the first blank, and the next call begins:
///
/// ```text
///   5 3 1 | [.] 7 . | . . .     (1, 1) is filled, (1, 2) is filled, (1, 3) is filled,
///   6 . . |  1  9 5 | . . .     (1, 4) is blank: 4 steps where a cursor makes 1
///   . 9 8 |  .  . . | . 6 .
/// ```
///
/// A digit is tested as in [`brute-scan/three-loops`][before]: the row, then the column, then the
/// box, and each loop ends at the first match.
///
/// # Cost
///
/// A given costs no call: the example takes 4,209 calls, a third fewer than with a cursor. On a
/// full board, the recursion is as deep as there were blanks, plus 1: here 52. But the walk from
/// the corner takes 139,258 steps: 33 a call on average, and 81 for the call that finds no blank.
/// The tests read exactly as many cells as with the cursor, because the search tree is the same.
/// The search keeps nothing but the board.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_scan_from_start::ThreeLoops;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = ThreeLoops.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.calls, counts.scan_steps, counts.max_depth), (4209, 139_258, 52));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 003, and article 004, solution 1 (both C++): one program written twice. The searches
/// differ in loop bounds only: 003 counts to 9, 004 asks the board for its size, which is also 9.
/// Cells, digits, reads, writes and undos come in the same order here. [Digits, blanks and the
/// returned solution](../sudoku_brute_scan/index.html#the-articles-programs) differ.
///
/// # Outside its assumptions
///
/// It behaves as [`brute-scan`][outside] does.
///
/// # What the step buys
///
/// It saves calls, makes the function shorter, and takes more time. It places and takes back the
/// same digits as [`brute-scan/three-loops`][before], with fewer calls, but on every set with
/// blanks it compares more than twenty times as many cells with blank, and takes longer. The long
/// walk costs little time because its steps are cheap and the tests are most of the work. The tests
/// read more cells than the walk compares; and on `effort-1e4`, where instructions are counted, a
/// step of the walk takes fewer of them than a cell that a test reads.
///
/// The first success ends the search: no digit of the solution is taken back.
///
/// # Question
///
/// On the example, this solver makes a third fewer calls than the cursor and takes longer. Predict
/// which of the two is faster on a board without a blank.
///
/// ```sh
/// cargo run --release -- tally --corpus finished --solver '*/three-loops'
/// ```
///
/// <details><summary>Answer</summary>
///
/// This one. Both compare 81 cells with blank, the cursor in 82 calls and this solver in one. With
/// blanks to fill, it is the other way round, because every call begins at the corner again: it
/// makes 139,258 steps on the example, and the cursor only one for each cell that it enters.
///
/// </details>
///
/// [before]: ../sudoku_brute_scan/struct.ThreeLoops.html
/// [outside]: ../sudoku_brute_scan/index.html#outside-the-assumptions
#[derive(Debug, Default)]
pub struct ThreeLoops;

impl Solver for ThreeLoops {
    const INFO: Info = Info {
        id: "scan-from-start/three-loops",
        idea: "every call looks for the first blank from the corner; row, column and box in turn",
        sources: &[
            Source { work: &ARTICLE_003, part: "the program", differs: DIFFERS },
            Source { work: &ARTICLE_004, part: "solution 1", differs: DIFFERS },
        ],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { board: puzzle.rows() };
        let found = search.backtrack(probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
}

impl Search {
    fn backtrack<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        for row in 0..9 {
            for col in 0..9 {
                probe.scan_step(row * 9 + col);
                if self.board[row][col] != 0 {
                    continue;
                }

                for digit in 1..=9 {
                    if self.is_legal(row, col, digit, probe) {
                        self.board[row][col] = digit;
                        probe.why(Reason::Legal);
                        probe.place(row * 9 + col, digit);

                        if self.backtrack(probe)? {
                            return Ok(true);
                        }

                        self.board[row][col] = 0;
                        probe.undo(row * 9 + col);
                    }
                }
                probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
                return Ok(false);
            }
        }
        Ok(probe.solved(&Grid::from_rows(self.board)))
    }

    fn is_legal<P: Probe>(&self, row: usize, col: usize, digit: u8, probe: P) -> bool {
        probe.check(row * 9 + col, digit);
        for i in 0..9 {
            probe.cell_read(row * 9 + i);
            if self.board[row][i] == digit {
                return false;
            }
        }
        for i in 0..9 {
            probe.cell_read(i * 9 + col);
            if self.board[i][col] == digit {
                return false;
            }
        }
        let first_row = row / 3 * 3;
        let first_col = col / 3 * 3;
        for i in first_row..first_row + 3 {
            for j in first_col..first_col + 3 {
                probe.cell_read(i * 9 + j);
                if self.board[i][j] == digit {
                    return false;
                }
            }
        }
        true
    }
}
