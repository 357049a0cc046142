//! [`Fused`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_004;

/// Reads row, column and box side by side in one loop; the cursor pauses at the end of each row.
///
/// # The idea
///
/// [`ThreeLoops`](crate::ThreeLoops) finishes the row before it looks at the column. Here one loop
/// does the work of three: step i reads cell i of the row, cell i of the column and cell i of the
/// box, and the first match ends the test. A conflict early in the box is found sooner, a conflict
/// late in the row is found later. At the first blank of the [example](sudoku_core#the-example):
///
/// ```text
///   step         0  1  2  3  4  5  6  7  8      digit   reads here   three loops
///   row 1        5  3  .  .  7  .  .  .  .        8          8            12
///   column 3     .  .  8  .  .  .  .  .  .        6         12            22
///   box 1        5  3  .  6  .  .  .  9  8        7         13             5
///                                                 3          4             2
/// ```
///
/// The cursor differs too. It always steps one column to the right; a call that finds itself past the
/// end of the row only passes on to the next row.
///
/// # Cost
///
/// A legal digit still costs all 27 reads. A conflict at step i of the row costs 3i + 1 reads
/// instead of i + 1, in the column 3i + 2 instead of i + 10, in the box 3i + 3 instead of i + 19.
/// Which test reads less depends on the puzzle: on the example this one reads 372,394 cells, the
/// three loops 334,653. Each row that a path crosses costs one more call, 451 of the example's
/// 6,879. When the board is full, the recursion is 91 calls deep, nine more than without the pause.
/// The search keeps nothing but the board.
/// <!-- figures: 27; 1; 1; 2; 10; 3; 19; fused.cell_reads on leetcode-37; three_loops.cell_reads on
/// leetcode-37; fused.calls - three_loops.calls on leetcode-37; fused.calls on leetcode-37;
/// fused.max_depth on finished, solvable; check fused.max_depth - three_loops.max_depth on
/// finished, solvable equals 9 -->
///
/// # Examples
///
/// ```
/// use sudoku_brute_scan::Fused;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Fused.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.cell_reads), (4208, 372_394));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 004, solution 2 (C++). Cells, digits, reads, writes and undos come in the same order.
/// [Digits, blanks and the returned solution](crate#the-articles-programs) differ.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// It saves no work: on every set, and on most single puzzles, it reads more. Whether it saves time
/// depends on the processor: on `minimal` it takes 1.32 on the `amd-epyc-family-26-model-2`, 1.08
/// on the `amd-epyc-family-25-model-17`, 0.99 on the `amd-epyc-family-25-model-1`, 1.15 on the
/// `intel-r-xeon-r-processor-family-6-model-167` of the time of [`ThreeLoops`](crate::ThreeLoops),
/// whose tree it walks. Two things differ, the test and the pause at the end of a row. Where the
/// loop is all that differs, in [`scan-from-start/fused`][corner], it takes 0.98 to 1.37 of the
/// time: the loop itself saves next to nothing. Against `ThreeLoops`:
/// <!-- figures: check range fused.cell_reads / three_loops.cell_reads on searched above 1; check
/// range mean of fused.cell_reads < three_loops.cell_reads on searched below 0.5; each fused.time /
/// three_loops.time on minimal; range scan_from_start_fused.time / scan_from_start_three_loops.time
/// on easy, guessed at_least 0.95 -->
///
/// | quantity | ratio, by set | puzzles |
/// |---|---|---|
/// | cells read | 1.02 to 1.11 | all 6,021 with blanks, in 14 sets |
/// | calls | 1.04 to 1.07 | the same |
/// | time | 0.91 (`effort-1e2`) to 1.34 (`anti-row-major`) | 9 to 10 sets, 16 to 2,614 of each |
/// | time, one puzzle repeated | 1.07 to 1.32 (`leetcode-37`), 0.39 to 0.44 (`finished`) | 1 of each |
/// <!-- figures: range fused.cell_reads / three_loops.cell_reads on searched; pooled puzzles on
/// searched; sets behind puzzles on searched; range fused.calls / three_loops.calls on searched;
/// range named fused.time / three_loops.time on easy, guessed; range sets behind fused.time /
/// three_loops.time on easy, guessed; range puzzles behind fused.time / three_loops.time on easy,
/// guessed; range fused.time / three_loops.time on leetcode-37; range fused.time / three_loops.time
/// on finished; 1 -->
///
/// The claims of article 004:
///
/// - `004-fused-loop`, one loop saves the needless work of three: fails, in work and in time. The
///   three loops stop at the first match too, and most conflicts are in the row, which they read
///   first.
/// - `004-cursor`, a cursor beats the walk from the corner: undecided, because the intervals of
///   some sets are too wide on one processor; on the others it holds. Against
///   [`scan-from-start/fused`][corner], which has the same test, this solver makes 0.03 to 0.05 of
///   the comparisons with blank and takes 0.76 to 0.88 of the time, on the same sets.
/// - `004-pruning`, no digit is tried after a success: holds, but article 004's first solution does
///   the same.
/// - `004-bounds`, space is O(N) for N blanks: fails for this program, which is 91 calls deep
///   whatever the number of blanks.
/// <!-- figures: range fused.scan_steps / scan_from_start_fused.scan_steps on searched to 1 below
/// 1; range fused.time / scan_from_start_fused.time on easy, guessed below 1; 004; fused.max_depth
/// on finished, solvable; check range 2 - (state_arrays_cursor.state_reads - 3 *
/// state_arrays_cursor.placements) / (state_arrays_cursor.checks - state_arrays_cursor.placements)
/// on searched above 0.5 -->
///
/// # Question
///
/// One loop finds a conflict early in the box sooner than three loops do, and a conflict late in
/// the row later. Predict which of the two solvers reads fewer cells on the example, and what an
/// illegal digit costs each of them.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'brute-scan/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// Three loops: 334,653 reads against 372,394. Both make 37,652 tests, of which 4,208 find a legal
/// digit and read 27 cells. The other 33,444 take the remaining reads: 6.6 each with three loops,
/// 7.7 with one. Most conflicts are in the row, where the search has just placed digits, and three
/// loops read the row first.
/// <!-- figures: three_loops.cell_reads on leetcode-37; fused.cell_reads on leetcode-37;
/// fused.checks on leetcode-37; fused.placements on leetcode-37; 27; fused.checks -
/// fused.placements on leetcode-37; (three_loops.cell_reads - 27 * three_loops.placements) /
/// (three_loops.checks - three_loops.placements) on leetcode-37 to 2; (fused.cell_reads - 27 *
/// fused.placements) / (fused.checks - fused.placements) on leetcode-37 to 2; check mean of
/// fused.checks == three_loops.checks on searched equals 1 -->
///
/// </details>
///
/// [corner]: ../sudoku_scan_from_start/struct.Fused.html
#[derive(Debug, Default)]
pub struct Fused;

impl Solver for Fused {
    const INFO: Info = Info {
        id: "brute-scan/fused",
        idea: "a cursor over every cell; one loop reads row, column and box side by side",
        sources: &[Source {
            work: &ARTICLE_004,
            part: "solution 2",
            differs: "digits are numbers, 0 is blank, the solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { board: puzzle.rows() };
        let found = search.backtrack(0, 0, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
}

impl Search {
    fn backtrack<P: Probe>(&mut self, row: usize, col: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if row == 9 {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }
        if col == 9 {
            return self.backtrack(row + 1, 0, probe);
        }

        probe.scan_step(row * 9 + col);
        if self.board[row][col] != 0 {
            return self.backtrack(row, col + 1, probe);
        }

        for digit in 1..=9 {
            if self.is_legal(row, col, digit, probe) {
                self.board[row][col] = digit;
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit);

                if self.backtrack(row, col + 1, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                probe.undo(row * 9 + col);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    fn is_legal<P: Probe>(&self, row: usize, col: usize, digit: u8, probe: P) -> bool {
        probe.check(row * 9 + col, digit);
        let first_row = row / 3 * 3;
        let first_col = col / 3 * 3;
        for i in 0..9 {
            probe.cell_read(row * 9 + i);
            if self.board[row][i] == digit {
                return false;
            }
            probe.cell_read(i * 9 + col);
            if self.board[i][col] == digit {
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
