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
/// conflict, but the three loops stop there too: on the example, this test reads 375,015 cells and
/// the three loops 334,653. Calls, depth and the walk from the corner are those of
/// [`ThreeLoops`](crate::ThreeLoops): 4,209 calls, 52 deep, 139,258 steps. The search keeps nothing
/// but the board.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_scan_from_start::{Fused, ThreeLoops};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let (counter, three_loops) = (Counter::default(), Counter::default());
/// let Ok(solution) = Fused.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.cell_reads), (4208, 375_015));
/// assert_eq!((counts.calls, counts.scan_steps, counts.max_depth), (4209, 139_258, 52));
/// let Ok(_) = ThreeLoops.solve(&puzzle, &three_loops);
/// assert_eq!(three_loops.counts().cell_reads, 334_653);
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
/// It saves nothing. The test is all that differs from [`ThreeLoops`](crate::ThreeLoops). On every
/// set it reads more cells: most conflicts are in the row, and the three loops read the row first.
/// It executes hardly more instructions for that, but on most sets it takes more time.
///
/// [`brute-scan/fused`][cursor] has the same test and goes on from the last cell, and this solver
/// takes longer than that on every set with blanks. In return, the depth is the number of blanks
/// plus 1, where the cursor's is the same for every puzzle.
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
/// The one that reads the row first, by less than one percent. Both end at the same step of the
/// loop; a conflict in the row costs one read more here, and a conflict in the column one read
/// less. So the difference is the number by which conflicts in the row outnumber those in the
/// column.
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
