//! [`Fused`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_004;

/// Looks for the first blank from the corner in every call; one loop reads row, column and box.
///
/// # The idea
///
/// The search of [`ThreeLoops`](crate::ThreeLoops) with another test. Three loops that run one
/// after the other become one: step i reads cell i of the column, of the row and of the box, and
/// the first match ends the test. The column comes first here; in [`brute-scan/fused`][cursor],
/// which has the same test otherwise, the row does. At the first blank of the
/// [example](sudoku_core#the-example):
///
/// ```text
///   step         0  1  2  3  4  5  6  7  8      digit   reads here   three loops
///   column 3     .  .  8  .  .  .  .  .  .        8          7            12
///   row 1        5  3  .  .  7  .  .  .  .        6         12            22
///   box 1        5  3  .  6  .  .  .  9  8        7         14             5
///                                                 3          5             2
/// ```
///
/// # Cost
///
/// A legal digit costs all 27 reads. The article expects the one loop to save reads after the first
/// conflict, but the three loops stop there too. On the example this test reads 375,015 cells, the
/// three loops 334,653, and `brute-scan/fused`, with the row first, 372,394. Calls, depth and the
/// walk from the corner are those of [`ThreeLoops`](crate::ThreeLoops): 4,209 calls, 52 deep,
/// 139,258 steps. The search keeps nothing but the board.
/// <!-- figures: 27; fused.cell_reads on leetcode-37; three_loops.cell_reads on leetcode-37;
/// brute_scan_fused.cell_reads on leetcode-37; fused.calls on leetcode-37; fused.max_depth on
/// leetcode-37; fused.scan_steps on leetcode-37 -->
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_scan_from_start::Fused;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Fused.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.cell_reads), (4208, 375_015));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 004, solution 1 with its optimised test (C++). Cells, digits, reads, writes and undos
/// come in the same order. [Digits, blanks and the returned
/// solution](../sudoku_brute_scan/index.html#the-articles-programs) differ.
///
/// # Outside its assumptions
///
/// It behaves as [`brute-scan`][outside] does.
///
/// # What the step buys
///
/// It saves nothing: it reads more, and takes longer on most sets. The test is all
/// that differs from [`ThreeLoops`](crate::ThreeLoops), and against it:
/// <!-- figures: check range fused.cell_reads / three_loops.cell_reads on searched above 1; check
/// range fused.time / three_loops.time on easy, minimal, effort-1e4, effort-1e5,
/// effort-1e6, anti-row-major, anti-reversed, hard above 1 -->
///
/// | quantity | ratio, by set | puzzles |
/// |---|---|---|
/// | cells read | 1.02 to 1.12 | all 6,021 with blanks, in 14 sets |
/// | time | 0.98 (`effort-1e2`) to 1.37 (`minimal`) | 9 to 10 sets, 16 to 2,614 of each |
/// | time, one puzzle repeated | 1.18 to 1.42 (`leetcode-37`), 1.00 to 1.01 (`finished`) | 1 of each |
/// <!-- figures: range fused.cell_reads / three_loops.cell_reads on searched; pooled puzzles on
/// searched; sets behind puzzles on searched; range named fused.time / three_loops.time on easy,
/// guessed; range sets behind fused.time / three_loops.time on easy, guessed; range puzzles behind
/// fused.time / three_loops.time on easy, guessed; range fused.time / three_loops.time on
/// leetcode-37; range fused.time / three_loops.time on finished; 1 -->
///
/// Hardly more work, but more time: on `effort-1e4` it executes 1.02 times the instructions and
/// takes 1.09 to 1.25 times as long.
/// <!-- figures: range fused.instructions / three_loops.instructions on effort-1e4; range
/// fused.time / three_loops.time on effort-1e4 above 1 -->
///
/// The claims of article 004:
///
/// - `004-fused-loop`, one loop saves the needless work of three: fails, in work and in time. The
///   three loops do no work after a conflict either, and most conflicts are in the row, which they
///   read first.
/// - `004-cursor`, a cursor beats the walk from the corner: undecided, because the intervals of
///   some sets are too wide on one processor; on the others it holds. [`brute-scan/fused`][cursor]
///   has the same test and a cursor, and this solver takes 1.14 to 1.31 times as long, on the same
///   sets.
/// - `004-bounds`, space is O(N) for N blanks: fails, but not for this program, whose depth is the
///   number of blanks plus 1.
/// <!-- figures: range fused.time / brute_scan_fused.time on easy, guessed above 1; 1; check mean
/// of fused.max_depth == blanks + 1 on finished, solvable equals 1; check range 2 -
/// (state_arrays_cursor.state_reads - 3 * state_arrays_cursor.placements) /
/// (state_arrays_cursor.checks - state_arrays_cursor.placements) on searched above 0.5 -->
///
/// # Question
///
/// The two solvers with one loop differ in the order within a step: this one reads the column
/// before the row. Predict which reads fewer cells on the example, and whether the difference is
/// large.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver '*/fused'
/// ```
///
/// <details><summary>Answer</summary>
///
/// The one that reads the row first, by less than one percent: 372,394 reads against 375,015. Both
/// end at the same step of the loop; a conflict in the row costs one read more here, and a conflict
/// in the column one read less. So the difference, 2,621, is the number by which conflicts in the
/// row outnumber those in the column.
/// <!-- figures: brute_scan_fused.cell_reads on leetcode-37; fused.cell_reads on leetcode-37;
/// fused.cell_reads - brute_scan_fused.cell_reads on leetcode-37; check fused.cell_reads /
/// brute_scan_fused.cell_reads on leetcode-37 below 1.01 -->
///
/// </details>
///
/// [cursor]: ../sudoku_brute_scan/struct.Fused.html
/// [outside]: ../sudoku_brute_scan/index.html#outside-the-assumptions
#[derive(Debug, Default)]
pub struct Fused;

impl Solver for Fused {
    const INFO: Info = Info {
        id: "scan-from-start/fused",
        idea: "every call looks for the first blank from the corner; one loop reads all three",
        sources: &[Source {
            work: &ARTICLE_004,
            part: "solution 1, optimised",
            differs: "digits are numbers, 0 is blank, the solution is handed back",
        }],
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
        let first_row = row / 3 * 3;
        let first_col = col / 3 * 3;
        for i in 0..9 {
            probe.cell_read(i * 9 + col);
            if self.board[i][col] == digit {
                return false;
            }
            probe.cell_read(row * 9 + i);
            if self.board[row][i] == digit {
                return false;
            }
            probe.cell_read((first_row + i / 3) * 9 + first_col + i % 3);
            if self.board[first_row + i / 3][first_col + i % 3] == digit {
                return false;
            }
        }
        true
    }
}
