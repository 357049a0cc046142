//! [`ThreeLoops`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_000;

/// Reads row, column and box one after the other; a cursor walks over every cell.
///
/// # The idea
///
/// Fill the board in the order in which one reads a page. At a given, step on. At a blank, try 1,
/// then 2, and so on: a digit that is in neither the row nor the column nor the box is written
/// down, and the search goes on at the next cell. If the rest of the board cannot be filled, the
/// digit is erased and the next one tried. After 9, the call reports a dead end to its caller.
///
/// In the [example](sudoku_core#the-example), the cursor stands on the first blank and tries 1:
///
/// ```text
///   5 3 [.] | . 7 . | . . .     row 1:      5 3 . . 7 . . . .    no 1, read on
///   6 .  .  | 1 9 5 | . . .     column 3:   . . 8 . . . . . .    no 1, read on
///   . 9  8  | . . . | . 6 .     box 1:      5 3 . 6 . . . 9 8    no 1: 27 reads, place it
/// ```
///
/// # Cost
///
/// A legal digit costs all 27 reads; the test of an illegal one stops at the cell that rules it
/// out. Every given costs a call on each path that crosses it. When the board is full, the
/// recursion is 82 calls deep, however many cells were blank: 81 cells and the call that finds the
/// end. The search keeps nothing but the board.
///
/// # Examples
///
/// ```
/// use sudoku_brute_scan::ThreeLoops;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = ThreeLoops.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.undos, counts.max_depth), (4208, 4157, 82));
/// assert_eq!((counts.checks, counts.cell_reads), (37_652, 334_653));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 000, solution 1 (Java). Cells, digits, reads, writes and undos come in the same order.
/// [Digits, blanks and the returned solution](crate#the-articles-programs) differ.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// This is the first step, and the solver to which a report compares all times. It needs no memory
/// beyond the board and pays with reads. Most digits that it tests are illegal, and their tests
/// stop early: on average, a test reads fewer than half of the 27 cells. But between two changes of
/// the board, the tests together read at least twice as many cells as the blank sees. The calls tell
/// nothing of it: their depth is always the same, it is 82 for every puzzle that has a solution. The
/// levels that make the work grow are those that try digits, one for each blank.
///
/// Tables make the test cheaper and save time on every set with blanks: see
/// [`state-arrays/cursor`][tables]. In short searches, more than half of the time is left; in long
/// ones, that depends on the processor.
///
/// # Question
///
/// A blank sees 20 other cells. Predict how many cells the search reads between two changes of the
/// board, on average. Then count: `cell_reads` divided by the sum of `placements` and `undos`.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver brute-scan/three-loops
/// ```
///
/// <details><summary>Answer</summary>
///
/// 40: 334,653 cells are read for 4,208 placements and 4,157 undos. On average, 4.5 tests follow a
/// change of the board, and each reads 8.9 cells. So every cell that the blank sees is read twice
/// before the board changes again. The later families keep tables to save these reads.
///
/// </details>
///
/// [tables]: ../sudoku_state_arrays/struct.Cursor.html
#[derive(Debug, Default)]
pub struct ThreeLoops;

impl Solver for ThreeLoops {
    const INFO: Info = Info {
        id: "brute-scan/three-loops",
        idea: "a cursor over every cell; row, column and box are read for every digit",
        sources: &[Source {
            work: &ARTICLE_000,
            part: "solution 1",
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

        let next_row = if col == 8 { row + 1 } else { row };
        let next_col = if col == 8 { 0 } else { col + 1 };

        probe.scan_step(row * 9 + col);
        if self.board[row][col] != 0 {
            return self.backtrack(next_row, next_col, probe);
        }

        for digit in 1..=9 {
            if self.is_legal(row, col, digit, probe) {
                self.board[row][col] = digit;
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit);

                if self.backtrack(next_row, next_col, probe)? {
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
