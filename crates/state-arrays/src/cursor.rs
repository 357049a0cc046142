//! [`Cursor`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_000;

/// Tests a digit by three looks at tables of used digits; a cursor walks over every cell.
///
/// # The idea
///
/// [`brute-scan/three-loops`][before] with a memory. One pass over the puzzle marks in three tables
/// which digits each row, column and box holds. A digit is legal when its three marks are off.
/// Placing it turns them on, taking it back turns them off. These are the marks at the first blank
/// of the [example](sudoku_core#the-example), and the number of marks that the test of each digit
/// looks at:
///
/// ```text
///   digit       1  2  3  4  5  6  7  8  9
///   row 1       .  .  x  .  x  .  x  .  .      5, 3, 7
///   column 3    .  .  .  .  .  .  .  x  .      8
///   box 1       .  .  x  .  x  x  .  x  x      5, 3, 6, 9, 8
///   legal?      y  y  .  y  .  .  .  .  .
///   looks       3  3  1  3  1  3  1  2  3      20 altogether; three loops read 149 cells
/// ```
///
/// # Cost
///
/// A test takes one to three looks instead of up to 27 reads. The example takes 54,788 looks where
/// the three loops read 334,653 cells, for the same 37,652 tests. The cursor stays as it was: 6,428
/// calls, one for each given on every path, and a depth of 82 when the board is full. The search
/// keeps the board and 270 entries of one byte; entry 0 in each row of the tables is never used.
/// <!-- figures: 27; cursor.state_reads on leetcode-37; brute_scan_three_loops.cell_reads on
/// leetcode-37; cursor.checks on leetcode-37; cursor.calls on leetcode-37; cursor.max_depth on
/// finished, solvable; cursor.state_bytes on leetcode-37; 0; check range greatest of
/// cursor.state_reads / cursor.checks on searched at_most 3; check mean of cursor.checks ==
/// brute_scan_three_loops.checks on searched equals 1; check mean of cursor.calls ==
/// brute_scan_three_loops.calls on searched equals 1 -->
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_state_arrays::Cursor;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Cursor.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.checks, counts.state_reads), (37_652, 54_788));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 000, solution 2 (Java). Cells, digits, looks, writes and undos come in the same order.
/// [Digits, blanks and the returned
/// solution](../sudoku_brute_scan/index.html#the-articles-programs) differ, and the tables start
/// empty for every puzzle.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// The article's tables are fields that nothing clears, so a second puzzle given to the same object
/// meets the digits of the first. After a solved puzzle every mark is on, and the second puzzle
/// comes back with its blanks as they were. Here every solve starts afresh.
///
/// # What the step buys
///
/// It saves 29 to 63 % of the time, for 270 bytes. Calls, placements and tests are those of
/// [`brute-scan/three-loops`][before], and against it:
/// <!-- figures: range cursor.time / brute_scan_three_loops.time on easy, guessed as saving below
/// 1; cursor.state_bytes on leetcode-37 -->
///
/// | quantity | ratio, by set | puzzles |
/// |---|---|---|
/// | looks at a table, for each cell read before | 0.16 to 0.17 | all 6,021 with blanks, in 14 sets |
/// | time | 0.37 (`anti-row-major`) to 0.71 (`effort-1e2`) | 9 to 10 sets, 16 to 2,614 of each |
/// | time, one puzzle repeated | 0.39 to 0.57 (`leetcode-37`), 1.50 to 2.04 (`finished`) | 1 of each |
/// <!-- figures: range cursor.state_reads / brute_scan_three_loops.cell_reads on searched; pooled
/// puzzles on searched; sets behind puzzles on searched; range named cursor.time /
/// brute_scan_three_loops.time on easy, guessed; range sets behind cursor.time /
/// brute_scan_three_loops.time on easy, guessed; range puzzles behind cursor.time /
/// brute_scan_three_loops.time on easy, guessed; range cursor.time / brute_scan_three_loops.time on
/// leetcode-37; range cursor.time / brute_scan_three_loops.time on finished; 1 -->
///
/// Looks are not time: the calls and the walk stay, and placing takes longer. On `effort-1e4`
/// instructions fall to 0.59. On `finished`, which has no blank, nothing is tested, and filling the
/// tables is added to the 82 calls.
/// <!-- figures: range cursor.instructions / brute_scan_three_loops.instructions on effort-1e4
/// below 1; cursor.calls on finished -->
///
/// The claims of article 000:
///
/// - `000-constant-check`, the test takes O(1) instead of O(N): holds, read as at most three looks
///   instead of up to 27.
/// - `000-trade`, space is traded for time: holds.
/// - `000-big-step`, the program gets far faster, read as half of the time or less: undecided. In
///   Java, the language of the article, it takes about half, and no set decides. In Rust, searches
///   of 100 placements take 0.59 to 0.71 of the time; those of 10,000 take 0.42 to 0.64, by processor.
/// - `000-minimum`, a test can get no cheaper: fails. [`bitmask/blank-list`][masks] tests one digit
///   where this solver tests 7 to 9.
/// <!-- figures: 1; 27; 100; range cursor.time / brute_scan_three_loops.time on effort-1e2 above
/// 0.5; 10,000 = the size of searches in effort-1e4; range cursor.time /
/// brute_scan_three_loops.time on effort-1e4 below 0.7; range cursor.checks /
/// bitmask_blank_list.checks on searched to 1 above 1; check range greatest of cursor.state_reads /
/// cursor.checks on searched at_most 3 -->
///
/// # Question
///
/// A test looks at three marks at most. Predict how many looks a legal digit takes, and how many an
/// illegal one takes on average.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver state-arrays/cursor
/// ```
///
/// <details><summary>Answer</summary>
///
/// A legal digit takes three looks, because all marks must be off: 12,624 for the 4,208 legal
/// digits. The 33,444 illegal ones share the other 42,164 looks, 1.26 each: the row is looked at
/// first, and most of these digits are already in the row.
/// <!-- figures: cursor.placements * 3 on leetcode-37; cursor.placements on leetcode-37;
/// cursor.checks - cursor.placements on leetcode-37; cursor.state_reads - 3 * cursor.placements on
/// leetcode-37; (cursor.state_reads - 3 * cursor.placements) / (cursor.checks - cursor.placements)
/// on leetcode-37 below 1.5 -->
///
/// </details>
///
/// [before]: ../sudoku_brute_scan/struct.ThreeLoops.html
/// [masks]: ../sudoku_bitmask/struct.BlankList.html
#[derive(Debug, Default)]
pub struct Cursor;

impl Solver for Cursor {
    const INFO: Info = Info {
        id: "state-arrays/cursor",
        idea: "a cursor over every cell; tables remember the digits of each unit",
        sources: &[Source {
            work: &ARTICLE_000,
            part: "solution 2",
            differs: "the tables start empty for every puzzle; digits are numbers, 0 is blank, \
                      the solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        let found = search.backtrack(0, 0, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
    in_row: [[bool; 10]; 9],
    in_col: [[bool; 10]; 9],
    in_box: [[bool; 10]; 9],
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search = Self {
            board: puzzle.rows(),
            in_row: [[false; 10]; 9],
            in_col: [[false; 10]; 9],
            in_box: [[false; 10]; 9],
        };
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if search.board[row][col] != 0 {
                    let digit = search.board[row][col] as usize;
                    let box_no = row / 3 * 3 + col / 3;
                    search.in_row[row][digit] = true;
                    search.in_col[col][digit] = true;
                    search.in_box[box_no][digit] = true;
                }
            }
        }
        search
    }

    fn backtrack<P: Probe>(&mut self, row: usize, col: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if row == 9 {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        let next_row = if col == 8 { row + 1 } else { row };
        let next_col = if col == 8 { 0 } else { col + 1 };

        probe.scan_step(row * 9 + col);
        if self.board[row][col] != 0 {
            return self.backtrack(next_row, next_col, probe);
        }

        for digit in 1..=9 {
            let box_no = row / 3 * 3 + col / 3;
            if self.is_free(row, col, box_no, digit, probe) {
                self.board[row][col] = digit as u8;
                self.in_row[row][digit] = true;
                self.in_col[col][digit] = true;
                self.in_box[box_no][digit] = true;
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit as u8);

                if self.backtrack(next_row, next_col, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                self.in_row[row][digit] = false;
                self.in_col[col][digit] = false;
                self.in_box[box_no][digit] = false;
                probe.undo(row * 9 + col);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    fn is_free<P: Probe>(
        &self,
        row: usize,
        col: usize,
        box_no: usize,
        digit: usize,
        probe: P,
    ) -> bool {
        probe.check(row * 9 + col, digit as u8);
        probe.state_read(row);
        if self.in_row[row][digit] {
            return false;
        }
        probe.state_read(9 + col);
        if self.in_col[col][digit] {
            return false;
        }
        probe.state_read(18 + box_no);
        !self.in_box[box_no][digit]
    }
}
