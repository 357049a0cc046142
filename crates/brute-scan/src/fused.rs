//! Row, column and box are read side by side in one loop; the cursor pauses at the end of each row.
//!
//! # The idea
//!
//! [`ThreeLoops`](crate::ThreeLoops) finishes the row before it looks at the column. Here one loop
//! does the work of three: step i reads cell i of the row, cell i of the column and cell i of the
//! box, and the first match ends the test. A clash early in the box is now found early; a clash
//! late in the row is found late. At the first blank of the example on `LeetCode` 37:
//!
//! ```text
//!   step         0  1  2  3  4  5  6  7  8      digit   reads here   three loops
//!   row 0        5  3  .  .  7  .  .  .  .        8          8            12
//!   column 2     .  .  8  .  .  .  .  .  .        6         12            22
//!   box 0        5  3  .  6  .  .  .  9  8        7         13             5
//!                                                 3          4             2
//! ```
//!
//! The cursor has changed as well. It always steps one column to the right, and a call that finds
//! itself in column 9, past the end of the row, does nothing but pass on to the next row.
//!
//! # Cost
//!
//! A legal digit still costs all 27 reads. A clash at step i of the row costs 3i + 1 reads instead
//! of i + 1, in the column 3i + 2 instead of i + 10, in the box 3i + 3 instead of i + 19. Which way
//! that comes out is up to the puzzle: the example reads 372,394 cells here and 334,653 with three
//! loops. The pause is one call more for each row that a path crosses, 451 of the example's 6,879
//! calls, and the depth on a solved board is 91: nine more than without it. The state is the board.
//!
//! # Source
//!
//! Article 004, solution 2 (C++). The same order of cells, digits, reads, writes and undos. The
//! differences: digits are numbers instead of characters, 0 is blank, and the solution is handed
//! back instead of left in the caller's board.
//!
//! # Outside its assumptions
//!
//! Several solutions: both stop at the first in row-major order. None: both walk the whole tree;
//! the article's wrapper drops the answer and leaves the board as it was, here it is `None`.
//! Contradictory clues are never compared with one another. The example with a 6 added at (6, 0)
//! has two sixes in row 6, column 0 and box 6, and both hand back a "solution" that keeps them;
//! with a 3 added at (0, 2) both search the whole tree, 6,804 placements, for nothing. A board
//! without a blank is handed back whatever it holds. No puzzle leaves a trace for the next.

use sudoku_core::{Counters, Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::ARTICLE_004;

/// The solver of this module.
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
                probe.place(row * 9 + col, digit);

                if self.backtrack(row, col + 1, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                probe.undo(row * 9 + col);
            }
        }
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
