//! Masks of used digits; after each digit a walk leads on to the next blank.
//!
//! # The idea
//!
//! [`Cursor`](crate::Cursor) spends a call on every given. Here a loop steps over them: when a
//! digit has been placed, the search walks on from that cell to the next blank and calls itself
//! there. Some walks in the example on `LeetCode` 37, the first one made before the search:
//!
//! ```text
//!    5  3 [.] | .  7  . | .  .  .      corner to (0, 2): 3 steps     (0, 3) to (0, 5): 2
//!    6 [.] .  | 1  9  5 | .  .  .      (0, 2) to (0, 3): 1           (0, 8) to (1, 1): 2
//! ```
//!
//! A walk that meets no blank ends at (9, 9), off the board, and the call made there has found the
//! solution. Digit d owns bit d, so bit 0 stays empty and nothing is subtracted. A digit is set by
//! OR and taken back by XOR, which clears a bit that is known to be set.
//!
//! # Cost
//!
//! One call for each blank: the example takes 4,209 calls and a depth of 52, its blanks plus 1. The
//! steps are those of the cursor, 6,427, for every walk crosses the cells that the cursor would
//! have; only now they are turns of a loop. Nine digits are tested at every blank, with 54,788
//! looks at the masks. The state is the board and 27 masks.
//!
//! # Source
//!
//! Article 001 (Java). The same order of cells, digits, looks, writes and undos; boxes are numbered
//! by band and stack, `[3][3]`. The differences: a walk hands back its cell as two numbers, where
//! the article makes a new array of two for each walk, that is for each placement, on the heap as
//! far as its compiler cannot avoid it; the walk is told the cell to begin at instead of the one
//! before it; digits are numbers instead of characters; 0 is blank; the solution is handed back
//! instead of left in the caller's board; and the masks start empty for every puzzle.
//!
//! # Outside its assumptions
//!
//! The article's masks are static, so they live as long as the program, and nothing clears them.
//! After a solved puzzle every mask is full: a second puzzle, even the same one again, comes back
//! with its blanks as they were. After one without a solution its clues stay, and the next puzzle
//! has to fit in with them. Here every solve starts afresh.
//!
//! Several solutions: both stop at the first in row-major order. None: both walk the whole tree;
//! the article leaves the board as it was, here the answer is `None`. Clues are set by OR and XOR
//! touches only what the search has set, so contradictory clues act as in `brute-scan`: with a 6
//! added at (6, 0) of the example both hand back a "solution" with two sixes in row 6, column 0 and
//! box 6; with a 3 added at (0, 2) both search the whole tree, 6,804 placements, for nothing. A
//! board without a blank is handed back whatever it holds.

use sudoku_core::{Counters, Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::ARTICLE_001;

/// The solver of this module.
#[derive(Debug, Default)]
pub struct NextBlank;

impl Solver for NextBlank {
    const INFO: Info = Info {
        id: "bitmask/next-blank",
        idea: "after each digit a walk to the next blank; masks, digits tested one by one",
        sources: &[Source {
            work: &ARTICLE_001,
            part: "the program",
            differs: "the masks start empty for every puzzle; a walk hands back two numbers; \
                      digits are numbers, 0 is blank, the solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        let (row, col) = search.next_blank(0, 0, probe);
        let found = search.backtrack(row, col, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [[u32; 3]; 3],
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search =
            Self { board: puzzle.rows(), rows: [0; 9], cols: [0; 9], boxes: [[0; 3]; 3] };
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if search.board[row][col] != 0 {
                    search.set(row, col, search.board[row][col]);
                }
            }
        }
        search
    }

    fn backtrack<P: Probe>(&mut self, row: usize, col: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if row == 9 && col == 9 {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        for digit in 1..=9 {
            if self.is_free(row, col, digit, probe) {
                self.board[row][col] = digit;
                self.set(row, col, digit);
                probe.place(row * 9 + col, digit);

                let (next_row, next_col) = self.next_blank(row, col + 1, probe);
                if self.backtrack(next_row, next_col, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                self.unset(row, col, digit);
                probe.undo(row * 9 + col);
            }
        }
        Ok(false)
    }

    /// The first blank at this cell or after it; (9, 9) when there is none.
    fn next_blank<P: Probe>(&self, mut row: usize, mut col: usize, probe: P) -> (usize, usize) {
        while row < 9 {
            while col < 9 {
                probe.scan_step(row * 9 + col);
                if self.board[row][col] == 0 {
                    return (row, col);
                }
                col += 1;
            }
            row += 1;
            col = 0;
        }
        (9, 9)
    }

    fn is_free<P: Probe>(&self, row: usize, col: usize, digit: u8, probe: P) -> bool {
        probe.check(row * 9 + col, digit);
        probe.state_read(row);
        if self.rows[row] & 1 << digit != 0 {
            return false;
        }
        probe.state_read(9 + col);
        if self.cols[col] & 1 << digit != 0 {
            return false;
        }
        probe.state_read(18 + row / 3 * 3 + col / 3);
        self.boxes[row / 3][col / 3] & 1 << digit == 0
    }

    fn set(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] |= 1 << digit;
        self.cols[col] |= 1 << digit;
        self.boxes[row / 3][col / 3] |= 1 << digit;
    }

    fn unset(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] ^= 1 << digit;
        self.cols[col] ^= 1 << digit;
        self.boxes[row / 3][col / 3] ^= 1 << digit;
    }
}
