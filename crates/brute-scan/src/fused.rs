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
/// does the work of three: step i reads cell i of the row, of the column and of the box, and the
/// first match ends the test. A conflict early in the box is found sooner, a conflict late in the
/// row is found later. At the first blank of the [example](sudoku_core#the-example):
///
/// ```text
///   step         0  1  2  3  4  5  6  7  8      digit   reads here   three loops
///   row 1        5  3  .  .  7  .  .  .  .        8          8            12
///   column 3     .  .  8  .  .  .  .  .  .        6         12            22
///   box 1        5  3  .  6  .  .  .  9  8        7         13             5
///                                                 3          4             2
/// ```
///
/// The cursor differs too. It always steps one column to the right; a call that finds itself past
/// the end of the row only passes on to the next row.
///
/// # Cost
///
/// A legal digit still costs all 27 reads. A conflict at step i of the row costs 3i + 1 reads
/// instead of i + 1, in the column 3i + 2 instead of i + 10, in the box 3i + 3 instead of i + 19.
/// On the example, this test reads 372,394 cells and the three loops 334,653. Each row that a path
/// crosses costs one more call, 451 of the example's 6,879. When the board is full, the recursion
/// is 91 calls deep, nine more than without the pause, however many cells were blank. The search
/// keeps nothing but the board.
///
/// # Examples
///
/// ```
/// use sudoku_brute_scan::{Fused, ThreeLoops};
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let (counter, three_loops) = (Counter::default(), Counter::default());
/// let Ok(solution) = Fused.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.checks, counts.cell_reads), (4208, 37_652, 372_394));
/// assert_eq!((counts.calls, counts.max_depth), (6879, 91));
/// let Ok(_) = ThreeLoops.solve(&puzzle, &three_loops);
/// let before = three_loops.counts();
/// assert_eq!((counts.calls - before.calls, before.cell_reads), (451, 334_653));
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
/// It saves no work: on every set, and on most single puzzles, it reads more cells than
/// [`ThreeLoops`](crate::ThreeLoops). Both tests stop at the first conflict; most conflicts are in
/// the row, and the three loops read the row first. How the time changes depends on the processor,
/// and two things differ: the test, and the pause at the end of a row. Where only the test differs,
/// in [`scan-from-start/fused`][corner], the one loop saves nothing.
///
/// The cursor pays. Against [`scan-from-start/fused`][corner], which has the same test, it compares
/// fewer cells with blank and takes less time on every set with blanks; a finished grid takes
/// longer, with a call for every cell instead of a single one. Article 004 says that this program
/// prunes, as it tries no digit after a success; but so does that one.
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
