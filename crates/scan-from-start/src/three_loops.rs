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
/// A given costs no call. The example takes 4,209 calls instead of the cursor's 6,428, and on a
/// full board the recursion is as deep as there were blanks, plus 1: here 52 instead of 82. But the
/// walk from the corner takes 139,258 steps instead of 6,427: 33 a call on average, and 81 for the
/// call that finds no blank. The tests read 334,653 cells, exactly as many as with the cursor,
/// because the search tree is the same. The search keeps nothing but the board.
/// <!-- figures: three_loops.calls on leetcode-37; brute_scan_three_loops.calls on leetcode-37; 1;
/// three_loops.max_depth on leetcode-37; brute_scan_three_loops.max_depth on leetcode-37;
/// three_loops.scan_steps on leetcode-37; brute_scan_three_loops.scan_steps on leetcode-37;
/// three_loops.scan_steps / three_loops.calls on leetcode-37; 81; three_loops.cell_reads on
/// leetcode-37; check mean of three_loops.max_depth == blanks + 1 on finished, solvable equals 1;
/// check mean of three_loops.cell_reads == brute_scan_three_loops.cell_reads on searched equals 1
/// -->
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
/// It saves calls and makes the function shorter, and it takes more time. The tree is that of
/// [`brute-scan/three-loops`][before], and against that solver:
/// <!-- figures: check range three_loops.calls / brute_scan_three_loops.calls on searched below 1;
/// check range three_loops.time / brute_scan_three_loops.time on easy, guessed above 1 -->
///
/// | quantity | ratio, by set | puzzles |
/// |---|---|---|
/// | calls | 0.65 to 0.87 | all 6,021 with blanks, in 14 sets |
/// | cells compared with blank | 22 to 37 | the same |
/// | time | 1.04 (`anti-row-major`) to 1.17 (`minimal`) | 9 to 10 sets, 16 to 2,614 of each |
/// | time, one puzzle repeated | 1.03 to 1.15 (`leetcode-37`), 0.18 to 0.32 (`finished`) | 1 of each |
/// <!-- figures: range three_loops.calls / brute_scan_three_loops.calls on searched below 1; pooled
/// puzzles on searched; sets behind puzzles on searched; range three_loops.scan_steps /
/// brute_scan_three_loops.scan_steps on searched; range named three_loops.time /
/// brute_scan_three_loops.time on easy, guessed above 1; range sets behind three_loops.time /
/// brute_scan_three_loops.time on easy, guessed; range puzzles behind three_loops.time /
/// brute_scan_three_loops.time on easy, guessed; range three_loops.time /
/// brute_scan_three_loops.time on leetcode-37 above 1; range three_loops.time /
/// brute_scan_three_loops.time on finished; 1 -->
///
/// The long walk costs little time because its steps are cheap and the tests are most of the work.
/// The tests read 1.70 to 2.40 times as many cells as the walk compares. On `effort-1e4` the cursor
/// executes 4.0 instructions for each cell that its tests read, while each step more adds 1.5, net
/// of the calls saved: 1.18 times the instructions in all, and 1.08 to 1.15 times the time.
/// <!-- figures: range three_loops.cell_reads / three_loops.scan_steps on searched above 1; range
/// brute_scan_three_loops.instructions / brute_scan_three_loops.cell_reads on effort-1e4 to 2;
/// range (three_loops.instructions - brute_scan_three_loops.instructions) / (three_loops.scan_steps
/// - brute_scan_three_loops.scan_steps) on effort-1e4 to 2; range three_loops.instructions /
/// brute_scan_three_loops.instructions on effort-1e4; range three_loops.time /
/// brute_scan_three_loops.time on effort-1e4; check range three_loops.time /
/// brute_scan_three_loops.time on easy, guessed below 1.3 -->
///
/// The claims of article 003:
///
/// - `003-next-blank`, a call needs no position, for it finds the next blank by itself: holds.
///   Placements and undos are those of the cursor on every puzzle.
/// - `003-first-success`, the first success ends the search: holds. No digit of the solution is
///   taken back.
///
/// # Question
///
/// On the example, this solver makes a third fewer calls than the cursor and takes longer. Predict
/// which of the two is faster on a board without a blank.
/// <!-- figures: check three_loops.calls / brute_scan_three_loops.calls on leetcode-37 below 0.7;
/// check range three_loops.time / brute_scan_three_loops.time on leetcode-37 above 1 -->
///
/// ```sh
/// cargo run --release -- tally --corpus finished --solver '*/three-loops'
/// ```
///
/// <details><summary>Answer</summary>
///
/// This one: it takes 0.18 to 0.32 of the cursor's time. Both compare 81 cells with blank, the
/// cursor in 82 calls and this solver in one. With blanks to fill it is the other way round,
/// because every call begins at the corner again: 139,258 steps on the example, where the cursor
/// makes 6,427.
/// <!-- figures: range three_loops.time / brute_scan_three_loops.time on finished below 1;
/// three_loops.scan_steps on finished; brute_scan_three_loops.calls on finished;
/// three_loops.scan_steps on leetcode-37; brute_scan_three_loops.scan_steps on leetcode-37; check
/// mean of three_loops.scan_steps == brute_scan_three_loops.scan_steps on finished equals 1; check
/// three_loops.calls on finished equals 1; check range three_loops.time /
/// brute_scan_three_loops.time on easy, guessed above 1 -->
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
