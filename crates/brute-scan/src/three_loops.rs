//! Row, column and box are read one after the other; a cursor walks over every cell.
//!
//! # The idea
//!
//! Fill the board as one reads a page. At a given, step on. At a blank, try 1, then 2, and so on:
//! a digit that stands nowhere in the row, the column and the box is written down, and the rest
//! of the board is tried in the same way. If the rest cannot be filled, the digit is rubbed out
//! and the next one tried; after 9 the call reports a dead end to the one before it.
//!
//! Here the cursor is at the first blank of the example on `LeetCode` 37, and tries 1:
//!
//! ```text
//!   5 3 [.] | . 7 . | . . .     row 0:      5 3 . . 7 . . . .    no 1, read on
//!   6 .  .  | 1 9 5 | . . .     column 2:   . . 8 . . . . . .    no 1, read on
//!   . 9  8  | . . . | . 6 .     box 0:      5 3 . 6 . . . 9 8    no 1: 27 reads, place it
//! ```
//!
//! # Cost
//!
//! A legal digit costs all 27 reads, an illegal one stops at the cell that rules it out. Every
//! given costs a call, again and again, for each path that crosses it. Depth is 82 on a solved
//! board however many cells were blank: 81 cells and the call that finds the end. The state is
//! the board.
//!
//! # Source
//!
//! Article 000, solution 1 (Java). The same order of cells, digits, reads, writes and undos. The
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

use crate::ARTICLE_000;

/// The solver of this module.
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
                probe.place(row * 9 + col, digit);

                if self.backtrack(next_row, next_col, probe)? {
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
