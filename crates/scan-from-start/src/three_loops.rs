//! Every call looks for the first blank from the corner; row, column and box are read in turn.
//!
//! # The idea
//!
//! The recursive function takes no position. It reads the board from the top left corner, tries
//! the digits 1 to 9 on the first blank it meets, and reports a dead end when all have failed. If
//! it meets no blank, the board is full and that is the solution. Here the search of the example on
//! `LeetCode` 37 has just placed 1 on the first blank, and the next call begins:
//!
//! ```text
//!   5 3 1 | [.] 7 . | . . .     (0, 0) is filled, (0, 1) is filled, (0, 2) is filled,
//!   6 . . |  1  9 5 | . . .     (0, 3) is blank: 4 steps where a cursor makes 1
//!   . 9 8 |  .  . . | . 6 .
//! ```
//!
//! A digit is tested as in `brute-scan/three-loops`: the row, then the column, then the box, each
//! loop left at the first match.
//!
//! # Cost
//!
//! Givens cost no call any more. The example takes 4,209 calls instead of the cursor's 6,428, and a
//! solved board has a depth of its blanks plus 1, here 52 instead of 82. But the walk from the
//! corner takes 139,258 steps instead of 6,427: 33 a call, and 81 for the call that finds no blank.
//! The tests read 334,653 cells, exactly as many as with the cursor, for the search tree is the
//! same. The state is the board.
//!
//! # Source
//!
//! Article 003, and article 004, solution 1 (both C++): one program in two handwritings, whose
//! searches differ in loop bounds only. 003 counts to 9, 004 asks the board for its size, which is
//! 9 as well. The same order of cells, digits, reads, writes and undos. The differences here: digits are numbers instead of
//! characters, 0 is blank, and the solution is handed back instead of left in the caller's board.
//!
//! # Outside its assumptions
//!
//! Several solutions: all stop at the first in row-major order. None: all walk the whole tree; the
//! articles' wrappers drop the answer and leave the board as it was, here it is `None`.
//! Contradictory clues are never compared with one another. The example with a 6 added at (6, 0)
//! has two sixes in row 6, column 0 and box 6, and a "solution" that keeps them comes back; with a
//! 3 added at (0, 2) the whole tree, 6,804 placements, is searched for nothing. A board without a
//! blank is handed back whatever it holds. No puzzle leaves a trace for the next.

use sudoku_core::{Counters, Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::{ARTICLE_003, ARTICLE_004};

const DIFFERS: &str = "digits are numbers, 0 is blank, the solution is handed back";

/// The solver of this module.
#[derive(Debug, Default)]
pub struct ThreeLoops;

impl Solver for ThreeLoops {
    const INFO: Info = Info {
        id: "scan-from-start/three-loops",
        idea: "every call looks for the first blank from the corner; row, column and box in turn",
        sources: &[
            Source { work: &ARTICLE_003, part: "the program", differs: DIFFERS },
            Source { work: &ARTICLE_004, part: "solution 1", differs: DIFFERS },
        ],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
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
                        probe.place(row * 9 + col, digit);

                        if self.backtrack(probe)? {
                            return Ok(true);
                        }

                        self.board[row][col] = 0;
                        probe.undo(row * 9 + col);
                    }
                }
                return Ok(false);
            }
        }
        Ok(probe.solved(&Grid::from_rows(self.board)))
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
