//! [`Prefill`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree, Work,
};

use crate::ARTICLE_002;

/// Fills cells with one legal digit by sweeps; then searches as `bitmask/blank-list` does.
///
/// # The idea
///
/// The mask of [`bitmask/blank-list`][before] is also computed before the search. Where it has a
/// single bit, the digit is certain. In the [example](sudoku_core#the-example), the first such cell
/// is (5, 5):
///
/// ```text
///   digit         9 8 7 6 5 4 3 2 1
///   row 5         . 1 . . . 1 1 . 1     4, 8, 3, 1
///   column 5      1 1 1 1 . . . 1 1     7, 9, 6, 2, 1, 8
///   box 5         . 1 . 1 . . 1 1 .     6, 8, 3, 2
///   free          . . . . 1 . . . .     only 5
/// ```
///
/// The 5 is placed, and the masks change at once. At (6, 4), where 5 and 9 were legal, only 9 is
/// left, and the same sweep fills it. Five sweeps fill all 51 blanks, and a sixth finds none.
/// Blanks that sweeps leave are listed and searched as in [`bitmask/blank-list`][before].
///
/// # Cost
///
/// A sweep compares 81 cells with blank and computes a mask for each blank. The example takes 147
/// masks and a single call of the search, which finds the board full. A single that arises after a
/// guess is not filled before its turn. The search keeps the board, 27 masks and the list.
///
/// Every placement of the search is also one of `bitmask/blank-list`, but not the other way round.
/// Singles are certain in every solution, so several solutions are found in the same order.
///
/// # Examples
///
/// ```
/// use sudoku_bitmask_singles::Prefill;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Prefill.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.passes, counts.prefilled, counts.placements), (6, 51, 0));
/// assert_eq!((counts.prefill_masks, counts.calls), (147, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 002, method 3 (Go). Cells, digits, writes and undos come in the same order. [Digits,
/// blanks and the returned solution](../sudoku_brute_scan/index.html#the-articles-programs) differ,
/// and so do the list, as in [`bitmask/blank-list`][before], and a blank without a legal digit.
///
/// # Outside its assumptions
///
/// Boards with several solutions, with none, or without a blank are treated [as in
/// `brute-scan`][outside]. Contradictory clues cancel themselves by XOR [as in
/// `bitmask/blank-list`][xor].
///
/// A blank that no digit fits has an empty mask, which the article takes for a single too: nothing
/// is left after its lowest bit is cleared. It writes the character 64 places after '1', a `q`, and
/// searches on without the cell: it ends as if it had solved the puzzle, as on the example with a 2
/// added at (1, 3), or fills the other blanks in vain, on some puzzles with no end in sight. Here a
/// single is a mask with one bit. A blank without a digit stays blank, and the search answers
/// `None` once it has tried the blanks before it.
///
/// # What the step buys
///
/// The tree is smaller than that of [`bitmask/blank-list`][before] on every set with blanks and
/// never larger on a puzzle, and the search is faster where it is long. On `easy`, the sweeps leave
/// nothing to search and little time. On `effort-1e2`, where searches are short, and on `finished`,
/// the sweeps cost more than they save. On more than a third of `minimal` and four in five of
/// `hard`, the first sweep finds nothing, and the search is that of `bitmask/blank-list`.
///
/// # Question
///
/// The sweeps solve the example, and nothing is left to search. Predict on how many of twenty
/// famous puzzles the sweeps fill a cell at all.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver bitmask-singles/prefill --max-calls 1e6
/// ```
///
/// <details><summary>Answer</summary>
///
/// On three: the column `prefilled` shows two that the sweeps solve and one in which they fill one
/// cell. Puzzles made to be hard have hardly a single at the start. Singles arise after the first
/// guesses, where only later families look.
///
/// </details>
///
/// [before]: ../sudoku_bitmask/struct.BlankList.html
/// [xor]: ../sudoku_bitmask/struct.BlankList.html#outside-its-assumptions
/// [outside]: ../sudoku_brute_scan/index.html#outside-the-assumptions
#[derive(Debug, Default)]
pub struct Prefill;

impl Solver for Prefill {
    const INFO: Info = Info {
        id: "bitmask-singles/prefill",
        idea: "sweeps fill the cells with one legal digit; then a list of blanks and masks",
        sources: &[Source {
            work: &ARTICLE_002,
            part: "method 3",
            differs: "a blank without a legal digit stays blank; the list of blanks is an array \
                      of 81 with a length; 0 is blank, the solution is handed back",
        }],
        tree: Tree("singles, then row-major"),
        counters: Counters::ARTICLES.and(&[Work::Deductions]),
        contradictions: Contradictions::Forgotten,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        while search.sweep(probe) {}
        search.list_blanks(probe);
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
                if search.board[row][col] != 0 {
                    search.flip(row, col, search.board[row][col] - 1);
                }
            }
        }
        search
    }

    /// Fills every blank that has one legal digit when the sweep comes to it; true when it filled
    /// any.
    fn sweep<P: Probe>(&mut self, probe: P) -> bool {
        probe.pass();
        let mut changed = false;
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if self.board[row][col] != 0 {
                    continue;
                }
                probe.prefill_mask(row * 9 + col);
                let free = self.free(row, col);
                // One bit, not none: the article's `free & (free - 1) == 0` takes both.
                if free.is_power_of_two() {
                    let digit = free.trailing_zeros() as u8;
                    self.flip(row, col, digit);
                    self.board[row][col] = digit + 1;
                    probe.why(Reason::NakedSingle);
                    probe.deduce(row * 9 + col, digit + 1);
                    probe.prefill(row * 9 + col);
                    changed = true;
                }
            }
        }
        changed
    }

    fn list_blanks<P: Probe>(&mut self, probe: P) {
        for row in 0..9 {
            for col in 0..9 {
                probe.setup_cell(row * 9 + col);
                if self.board[row][col] == 0 {
                    self.blanks[self.count] = (row as u8, col as u8);
                    self.count += 1;
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use sudoku_core::Off;

    use super::*;

    /// The example on `LeetCode` 37 with a 1 at (1, 3), where a 4 belongs.
    const WITHOUT_SOLUTION: &str =
        "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The board when all has been tried: the sweeps have filled 42 cells, and in those that the
    /// search reached stand the digits that it tried last.
    const AFTERWARDS: &str =
        "53167894.67419583229834..67859761423426853791713924.56965.372843874196.5142586379";

    #[test]
    fn an_undo_leaves_the_digit_on_the_board() {
        let puzzle = Puzzle::unchecked(WITHOUT_SOLUTION.parse().unwrap());
        let mut search = Search::new(&puzzle, Off);
        while search.sweep(Off) {}
        search.list_blanks(Off);
        assert_eq!(search.backtrack(0, Off), Ok(false));
        assert_eq!(Grid::from_rows(search.board).to_string(), AFTERWARDS);
    }
}
