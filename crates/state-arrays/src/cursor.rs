//! Tables of used digits answer in three looks; a cursor walks over every cell.
//!
//! # The idea
//!
//! `brute-scan/three-loops` with a memory. One pass over the puzzle marks in three tables which
//! digits stand in each row, column and box. A digit is legal when its three marks are off; placing
//! it turns them on, taking it back turns them off. The marks at the first blank of the example on
//! `LeetCode` 37, and how many of them each digit looks at:
//!
//! ```text
//!   digit       1  2  3  4  5  6  7  8  9
//!   row 0       .  .  x  .  x  .  x  .  .      5, 3, 7
//!   column 2    .  .  .  .  .  .  .  x  .      8
//!   box 0       .  .  x  .  x  x  .  x  x      5, 3, 6, 9, 8
//!   legal?      y  y  .  y  .  .  .  .  .
//!   looks       3  3  1  3  1  3  1  2  3      20 in all; three loops read 149 cells
//! ```
//!
//! # Cost
//!
//! One to three looks for a digit instead of up to 27 reads: the example takes 54,788 looks where
//! the three loops take 334,653 reads, for the same 37,652 digits tested. What stays is the cursor:
//! 6,428 calls, a call for each given on every path, a depth of 82 on a solved board. The state is
//! the board and 270 entries; entry 0 of each row of the tables is never used.
//!
//! # Source
//!
//! Article 000, solution 2 (Java). The same order of cells, digits, looks, writes and undos. The
//! differences: digits are numbers instead of characters, 0 is blank, the solution is handed back
//! instead of left in the caller's board, and the tables start empty for every puzzle.
//!
//! # Outside its assumptions
//!
//! The article's tables are fields that nothing clears: a second puzzle given to the same object
//! meets the digits of the first. After a solved puzzle every mark is on, so the second comes back
//! with its blanks as they were. Here every solve starts afresh.
//!
//! Several solutions: both stop at the first in row-major order. None: both walk the whole tree;
//! the article leaves the board as it was, here the answer is `None`. Contradictory clues set a
//! mark that is already set, so they act as in `brute-scan`: with a 6 added at (6, 0) of the
//! example both hand back a "solution" with two sixes in row 6, column 0 and box 6; with a 3 added
//! at (0, 2) both search the whole tree, 6,804 placements, for nothing. A board without a blank is
//! handed back whatever it holds.

use sudoku_core::{Counters, Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::ARTICLE_000;

/// The solver of this module.
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
