//! The blanks are put in order once, by their number of legal digits at the start.
//!
//! # The idea
//!
//! The control for [`Scan`](crate::Scan) and [`Buckets`](crate::Buckets): how much of what they save
//! is due to a good order at the start, and how much to choosing anew at every node? The list of
//! `bitmask/blank-list` is sorted before the search and stays so. In the example on `LeetCode` 37:
//!
//! ```text
//!   legal digits   blanks, in this order
//!   1              (4, 4), (6, 5), (6, 8), (7, 7)
//!   2              (0, 3), (2, 0), (2, 3), (2, 4), (2, 5), (4, 1), (5, 1), ...
//!   3              (0, 2), (0, 8), (1, 1), ...
//! ```
//!
//! When the 5 stands at (4, 4), (4, 1) is down to one digit. [`Scan`](crate::Scan) goes there next;
//! here it waits for its turn, behind (2, 5).
//!
//! # Cost
//!
//! That of `bitmask/blank-list` for a node, and a count for each blank and a sort beforehand. The
//! example takes 102 placements, 51 undos and 16 guesses, where `bitmask/blank-list` places 4,208
//! digits and [`Scan`](crate::Scan) 51. That is luck: on `minimal` the tree has 103,747,572
//! placements, half as many again as in reading order, and on `hard` it is nine times as large.
//! Blanks that follow each other in reading order share a row, so each digit narrows the next
//! choice; blanks with equally many digits lie anywhere, and a contradiction between two of them
//! shows late. The choice at every node is what helps. The state is the board, 27 masks and the list.
//!
//! # Source
//!
//! The rule is that of Bitner and Reingold, *Backtrack Programming Techniques* (1975), who apply it
//! at every node. Applying it once, before the search, is ours, as a control.
//!
//! # Outside its assumptions
//!
//! A blank without a legal digit at the start comes first, and ends the search at once. One that
//! loses its last digit during the search is found out when its turn comes.
//!
//! Several solutions: the search stops at the first of its own tree, which need not be the first in
//! reading order. None: it walks its whole tree.
//!
//! Clues go in by XOR, so contradictory ones cancel themselves, as in `bitmask/blank-list`: with a 6
//! added at (3, 7) of the example the answer has three sixes in row 3; with a 3 added at (0, 2) the
//! search places 148 digits and finds nothing. A board without a blank is handed back whatever it
//! holds. No puzzle leaves a trace for the next.

use sudoku_core::{Grid, Info, Probe, Puzzle, Solver, Source, Tree};

use crate::{BITNER_REINGOLD_1975, COUNTERS};

/// The solver of this module.
#[derive(Debug, Default)]
pub struct Static;

impl Solver for Static {
    const INFO: Info = Info {
        id: "fewest-candidates/static",
        idea: "a list of the blanks, sorted once by their number of legal digits; no choice after",
        sources: &[Source {
            work: &BITNER_REINGOLD_1975,
            part: "search rearrangement",
            differs: "the blanks are put in order once, before the search, as a control; masks",
        }],
        tree: Tree("fewest-candidates/static"),
        counters: COUNTERS,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        search.sort_blanks();
        let found = search.backtrack(0, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [[u32; 3]; 3],
    blanks: [(u8, u8); 81],
    count: usize,
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search = Self {
            board: puzzle.rows(),
            rows: [0; 9],
            cols: [0; 9],
            boxes: [[0; 3]; 3],
            blanks: [(0, 0); 81],
            count: 0,
        };
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if search.board[row][col] == 0 {
                    search.blanks[search.count] = (row as u8, col as u8);
                    search.count += 1;
                } else {
                    search.flip(row, col, search.board[row][col] - 1);
                }
            }
        }
        search
    }

    fn sort_blanks(&mut self) {
        let mut blanks = self.blanks;
        let rank =
            |&(row, col): &(u8, u8)| (self.free(row as usize, col as usize).count_ones(), row, col);
        blanks[..self.count].sort_unstable_by_key(rank);
        self.blanks = blanks;
    }

    fn backtrack<P: Probe>(&mut self, pos: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if pos == self.count {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        let (row, col) = self.blanks[pos];
        let (row, col) = (row as usize, col as usize);
        probe.mask_computation(row * 9 + col);
        let mut free = self.free(row, col);
        if free.count_ones() > 1 {
            probe.branch(row * 9 + col);
        }
        probe.mask_test(row * 9 + col);
        while free != 0 {
            let digit = free.trailing_zeros() as u8;
            self.flip(row, col, digit);
            self.board[row][col] = digit + 1;
            probe.check(row * 9 + col, digit + 1);
            probe.place(row * 9 + col, digit + 1);

            if self.backtrack(pos + 1, probe)? {
                return Ok(true);
            }

            self.flip(row, col, digit);
            probe.undo(row * 9 + col);

            free &= free - 1;
            probe.mask_test(row * 9 + col);
        }
        Ok(false)
    }

    /// One bit for each digit that stands in none of the cell's units.
    fn free(&self, row: usize, col: usize) -> u32 {
        0x1ff & !(self.rows[row] | self.cols[col] | self.boxes[row / 3][col / 3])
    }

    fn flip(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] ^= 1 << digit;
        self.cols[col] ^= 1 << digit;
        self.boxes[row / 3][col / 3] ^= 1 << digit;
    }
}
