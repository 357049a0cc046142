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
/// A test takes one to three looks instead of up to 27 reads. The example takes 54,788 looks, and
/// the three loops read more than six times as many cells, for the same 37,652 tests. The cursor
/// stays as it was: 6,428 calls, one for each given on every path, and a depth of 82 when the board
/// is full. The search keeps the board and 270 entries of one byte; entry 0 in each row of the
/// tables is never used.
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
/// assert_eq!((counts.placements, counts.checks, counts.state_reads), (4208, 37_652, 54_788));
/// assert_eq!((counts.calls, counts.max_depth, Cursor::INFO.state_bytes), (6428, 82, 270));
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
/// It takes less time than [`brute-scan/three-loops`][before] on every set with blanks, for 270
/// bytes. Calls, placements and tests are the same, and there is less than one look for every five
/// cells read before. Looks are not time: the calls and the walk stay, and placing takes longer, so
/// the time falls by less than the looks do. On `finished`, where nothing is tested, filling the
/// tables comes on top, and it takes longer. In short searches more than half of the time is left;
/// in long ones it depends on the processor. A likely reason is that a placement stores marks which
/// the tests of the next blank load at once.
///
/// A test can get cheaper still. [`bitmask/blank-list`][masks] makes the same decisions and tests
/// fewer than a fifth of the digits.
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
