//! [`Cursor`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_000;

/// Tests one digit at a time on masks of used digits; a cursor walks over every cell.
///
/// # The idea
///
/// This is [`state-arrays/cursor`][before] with masks for tables. A row of a table becomes one
/// integer in which bit d - 1 says that digit d is used. An AND with the digit's bit looks at it,
/// an OR sets it, and an AND with all other bits clears it. These are the masks at the first blank
/// of the [example](sudoku_core#the-example), where 4 is tested:
///
/// ```text
///   digit          9 8 7 6 5 4 3 2 1
///   rows[0]        . . 1 . 1 . 1 . .     5, 3, 7
///   cols[2]        . 1 . . . . . . .     8
///   boxes[0]       1 1 . 1 1 . 1 . .     5, 3, 6, 9, 8
///   bit of 4       . . . . . 1 . . .     in none of the masks: 4 is legal, after 3 looks
/// ```
///
/// # Cost
///
/// All counts are those of [`state-arrays/cursor`][before]: the example takes 6,428 calls, a depth
/// of 82 and 54,788 looks, because nine digits are still tested at every blank. What shrinks is the
/// state, from 270 entries of a byte to 27 masks of four, with three bytes of padding.
///
/// # Examples
///
/// ```
/// use sudoku_bitmask::Cursor;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Cursor.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.checks, counts.state_reads), (37_652, 54_788));
/// assert_eq!((counts.calls, counts.max_depth, Cursor::INFO.state_bytes), (6428, 82, 111));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 000, solution 3 (Java). Cells, digits, looks, writes and undos come in the same order.
/// [Digits, blanks and the returned
/// solution](../sudoku_brute_scan/index.html#the-articles-programs) differ, and the masks start
/// empty for every puzzle.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// It saves space and no time: against [`state-arrays/cursor`][before], it keeps fewer than half of
/// the bytes beside the board and takes about as long, or longer. A table entry is loaded and
/// compared; for a mask, the bit must be shifted into place first, nine times at every blank. In
/// Java, the language of the article, the compiler, the arrays of booleans and the checks of their
/// bounds are different, and so may be the outcome.
///
/// Nor are such masks the end of what can be saved. [`BlankList`](crate::BlankList) walks the same
/// tree, and this solver takes more than twice as long on every set with blanks; and 54 bytes would
/// hold 27 sets of nine digits.
///
/// # Question
///
/// 27 masks hold what 270 entries held. Predict which counters change.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver '*/cursor'
/// ```
///
/// <details><summary>Answer</summary>
///
/// None: both make 37,652 tests with 54,788 looks. Nor does the time fall. A counter says how many
/// looks are made, not what a look costs. A table entry is loaded and compared; for a mask, the bit
/// must be shifted into place before the comparison.
///
/// </details>
///
/// [before]: ../sudoku_state_arrays/struct.Cursor.html
#[derive(Debug, Default)]
pub struct Cursor;

impl Solver for Cursor {
    const INFO: Info = Info {
        id: "bitmask/cursor",
        idea: "a cursor over every cell; masks remember the digits of each unit, tested one by one",
        sources: &[Source {
            work: &ARTICLE_000,
            part: "solution 3",
            differs: "the masks start empty for every puzzle; digits are numbers, 0 is blank, the \
                      solution is handed back",
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
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [u32; 9],
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search = Self { board: puzzle.rows(), rows: [0; 9], cols: [0; 9], boxes: [0; 9] };
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if search.board[row][col] != 0 {
                    let box_no = row / 3 * 3 + col / 3;
                    let bit = 1 << (search.board[row][col] - 1);
                    search.rows[row] |= bit;
                    search.cols[col] |= bit;
                    search.boxes[box_no] |= bit;
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
            let bit = 1 << (digit - 1);
            if self.is_free(row, col, box_no, bit, probe) {
                self.board[row][col] = digit;
                self.rows[row] |= bit;
                self.cols[col] |= bit;
                self.boxes[box_no] |= bit;
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit);

                if self.backtrack(next_row, next_col, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                self.rows[row] &= !bit;
                self.cols[col] &= !bit;
                self.boxes[box_no] &= !bit;
                probe.undo(row * 9 + col);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    fn is_free<P: Probe>(&self, row: usize, col: usize, box_no: usize, bit: u32, probe: P) -> bool {
        probe.check(row * 9 + col, bit.trailing_zeros() as u8 + 1);
        probe.state_read(row);
        if self.rows[row] & bit != 0 {
            return false;
        }
        probe.state_read(9 + col);
        if self.cols[col] & bit != 0 {
            return false;
        }
        probe.state_read(18 + box_no);
        self.boxes[box_no] & bit == 0
    }
}
