//! Masks of used digits, tested one digit at a time; a cursor walks over every cell.
//!
//! # The idea
//!
//! `state-arrays/cursor` with its tables folded up. A row of the table becomes one integer in which
//! bit d - 1 says that digit d is used. AND with the digit's bit is the look, OR sets it, AND with
//! everything else clears it. The masks at the first blank of the example on `LeetCode` 37, where 4
//! is tested:
//!
//! ```text
//!   digit          9 8 7 6 5 4 3 2 1
//!   rows[0]        . . 1 . 1 . 1 . .     5, 3, 7
//!   cols[2]        . 1 . . . . . . .     8
//!   boxes[0]       1 1 . 1 1 . 1 . .     5, 3, 6, 9, 8
//!   bit of 4       . . . . . 1 . . .     not in the three masks: 4 is legal, after 3 looks
//! ```
//!
//! # Cost
//!
//! The counts are those of `state-arrays/cursor`, all of them: the example takes 6,428 calls, a
//! depth of 82 and 54,788 looks, for nine digits are still tested at every blank. What shrinks is
//! the state, from 270 entries to 27 masks.
//!
//! # Source
//!
//! Article 000, solution 3 (Java). The same order of cells, digits, looks, writes and undos. The
//! differences: digits are numbers instead of characters, 0 is blank, the solution is handed back
//! instead of left in the caller's board, and the masks start empty for every puzzle.
//!
//! # Outside its assumptions
//!
//! The article's masks are fields that nothing clears: a second puzzle given to the same object
//! meets the digits of the first. After a solved puzzle every mask is full, so the second comes
//! back with its blanks as they were. Here every solve starts afresh.
//!
//! Several solutions: both stop at the first in row-major order. None: both walk the whole tree;
//! the article leaves the board as it was, here the answer is `None`. OR sets a bit once however
//! often a clue repeats, so contradictory clues act as in `brute-scan`: with a 6 added at (6, 0) of
//! the example both hand back a "solution" with two sixes in row 6, column 0 and box 6; with a 3
//! added at (0, 2) both search the whole tree, 6,804 placements, for nothing. A board without a
//! blank is handed back whatever it holds.

use sudoku_core::{Counters, Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::ARTICLE_000;

/// The solver of this module.
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
