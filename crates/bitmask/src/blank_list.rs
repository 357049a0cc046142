//! [`BlankList`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_002;

/// Finds the digits that fit with one OR and tries only those, from a list of the blanks.
///
/// # The idea
///
/// [`Cursor`](crate::Cursor) and [`NextBlank`](crate::NextBlank) ask nine questions at every blank,
/// and most answers are no. With masks there is no need to ask: the OR of a cell's three masks
/// holds every digit that it sees, and the bits that are missing are the digits to try. The lowest
/// one is found by counting trailing zeros and dropped by `free & (free - 1)`, until none is left.
/// At the first blank of the [example](sudoku_core#the-example):
///
/// ```text
///   digit           9 8 7 6 5 4 3 2 1
///   rows[0]         . . 1 . 1 . 1 . .     5, 3, 7
///   cols[2]         . 1 . . . . . . .     8
///   boxes[0][0]     1 1 . 1 1 . 1 . .     5, 3, 6, 9, 8
///   OR              1 1 1 1 1 . 1 . .
///   free            . . . . . 1 . 1 1     place 1; when it fails, 2; then 4
/// ```
///
/// The blanks are listed beforehand, as in [`state-arrays/blank-list`][arrays], and as there an
/// undo leaves the old digit on the board. One XOR, `flip`, both sets a digit's bits and clears
/// them.
///
/// # Cost
///
/// Every digit drawn is legal: the example takes 4,208 draws for its 4,208 placements, where the
/// other solvers of the family test nine digits at every blank. Instead there is a mask to compute
/// in each call on a blank, and 8,365 tests whether digits are left. The search tree is the same:
/// 4,209 calls, depth 52. The search keeps the board, 27 masks and the list.
///
/// # Examples
///
/// ```
/// use sudoku_bitmask::BlankList;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = BlankList.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.checks, counts.mask_tests), (4208, 4208, 8365));
/// assert_eq!((counts.undos, counts.calls, counts.max_depth), (4157, 4209, 52));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 002, method 2 (Go). Cells, digits, writes and undos come in the same order. Boxes are
/// numbered by band and stack, `[3][3]`, as in the article. [Digits, blanks and the returned
/// solution](../sudoku_brute_scan/index.html#the-articles-programs) differ, and the list is an
/// array of 81 pairs of bytes with a length instead of a growing one of pairs of words.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does, except for contradictory clues.
/// The article's caller does not learn when there is no solution.
///
/// The clues go in by XOR too, so a clue that is twice in a unit cancels itself: the unit forgets
/// the digit, and the tree is no longer that of the other solvers. With a 3 added at (1, 3), the
/// example has no solution here either, but it takes more placements to find that out. With a 6
/// added at (4, 8), beside the 6 in row 4, the others return a "solution" with two sixes in that
/// row; this one, like the article, returns one with three.
///
/// # What the step buys
///
/// Where there are blanks, it takes less than half of the time of [`NextBlank`](crate::NextBlank),
/// and less than [`state-arrays/blank-list`][arrays], which has the list too; where one puzzle is
/// repeated (`leetcode-37`), it depends on the processor how much less. The tree is that of both.
/// Fewer than a fifth of the digits are tested, and the masks computed and tested instead are fewer
/// than a quarter of the looks. What saves the work is that the loop over nine digits is gone: in
/// [`Cursor`](crate::Cursor), masks that are tested digit by digit save no time.
///
/// # Question
///
/// Before it draws a digit, the search tests whether one is left. Predict `mask_tests` from
/// `placements` and `undos`.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver bitmask/blank-list
/// ```
///
/// <details><summary>Answer</summary>
///
/// It is their sum, 4,208 + 4,157 = 8,365. A test that says yes is followed by a placement. A test
/// that says no ends a call in failure, and the caller takes its digit back. Only the first call
/// has no caller: on a puzzle without a solution there is one test more.
///
/// </details>
///
/// [arrays]: ../sudoku_state_arrays/struct.BlankList.html
#[derive(Debug, Default)]
pub struct BlankList;

impl Solver for BlankList {
    const INFO: Info = Info {
        id: "bitmask/blank-list",
        idea: "a list of the blanks made beforehand; masks give the legal digits, lowest bit first",
        sources: &[Source {
            work: &ARTICLE_002,
            part: "method 2",
            differs: "the list of blanks is an array of 81 with a length; 0 is blank, the \
                      solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Forgotten,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
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

    fn backtrack<P: Probe>(&mut self, pos: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if pos == self.count {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        let (row, col) = self.blanks[pos];
        let (row, col) = (row as usize, col as usize);
        probe.mask_computation(row * 9 + col);
        let mut free = 0x1ff & !(self.rows[row] | self.cols[col] | self.boxes[row / 3][col / 3]);
        probe.mask_test(row * 9 + col);
        while free != 0 {
            let digit = free.trailing_zeros() as u8;
            self.flip(row, col, digit);
            self.board[row][col] = digit + 1;
            probe.check(row * 9 + col, digit + 1);
            probe.why(Reason::LowestOf { digits: free });
            probe.place(row * 9 + col, digit + 1);

            if self.backtrack(pos + 1, probe)? {
                return Ok(true);
            }

            self.flip(row, col, digit);
            probe.undo(row * 9 + col);

            free &= free - 1;
            probe.mask_test(row * 9 + col);
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    fn flip(&mut self, row: usize, col: usize, digit: u8) {
        self.rows[row] ^= 1 << digit;
        self.cols[col] ^= 1 << digit;
        self.boxes[row / 3][col / 3] ^= 1 << digit;
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Off;

    use super::*;

    /// The example on `LeetCode` 37 with a 1 at (1, 3), where a 4 belongs.
    const WITHOUT_SOLUTION: &str =
        "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The board when all has been tried: in the cells that the search reached stand the digits
    /// that it tried last.
    const AFTERWARDS: &str =
        "531678942674195837.98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn an_undo_leaves_the_digit_on_the_board() {
        let puzzle = Puzzle::unchecked(WITHOUT_SOLUTION.parse().unwrap());
        let mut search = Search::new(&puzzle, Off);
        assert_eq!(search.backtrack(0, Off), Ok(false));
        assert_eq!(Grid::from_rows(search.board).to_string(), AFTERWARDS);
    }
}
