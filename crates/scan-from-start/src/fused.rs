//! Every call looks for the first blank from the corner; one loop reads row, column and box.
//!
//! # The idea
//!
//! The search of [`ThreeLoops`](crate::ThreeLoops) with another test. Three loops that run one
//! after the other become one: step i reads cell i of the column, of the row and of the box, and
//! the first match ends it. The column comes first here; in `brute-scan/fused`, otherwise the same
//! test, the row does. At the first blank of the example on `LeetCode` 37:
//!
//! ```text
//!   step         0  1  2  3  4  5  6  7  8      digit   reads here   three loops
//!   column 2     .  .  8  .  .  .  .  .  .        8          7            12
//!   row 0        5  3  .  .  7  .  .  .  .        6         12            22
//!   box 0        5  3  .  6  .  .  .  9  8        7         14             5
//!                                                 3          5             2
//! ```
//!
//! # Cost
//!
//! A legal digit costs all 27 reads. The article expects the one loop to save reads after the first
//! clash, but the three loops leave at the first clash too. The example reads 375,015 cells here
//! and 334,653 with three loops; with the row first (`brute-scan/fused`) it is 372,394. Calls,
//! depth and the walk from the corner are those of the sibling: 4,209, 52 and 139,258 steps. The
//! state is the board.
//!
//! # Source
//!
//! Article 004, solution 1 with its optimised test (C++). The same order of cells, digits, reads,
//! writes and undos. The differences: digits are numbers instead of characters, 0 is blank, and the
//! solution is handed back instead of left in the caller's board.
//!
//! # Outside its assumptions
//!
//! As [`ThreeLoops`](crate::ThreeLoops), in every case tried: the first of several solutions in
//! row-major order; `None` after the whole tree when there is none (the article leaves the board
//! as it was); a doubled clue is kept in a "solution" (a 6 added at (6, 0) of the example) or
//! costs the whole tree (a 3 added at (0, 2)); a board without a blank comes back unread; nothing
//! is remembered from one puzzle to the next.

use sudoku_core::{Counters, Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::ARTICLE_004;

/// The solver of this module.
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
