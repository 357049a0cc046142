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
/// <!-- figures: check range next_blank.placements / next_blank.checks on searched below 0.5 -->
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
/// other solvers of the family test 37,652 digits. Instead there are 4,208 masks to compute, one
/// for each call on a blank, and 8,365 tests whether digits are left. The search tree is the same:
/// 4,209 calls, depth 52. The search keeps the board, 27 masks and the list.
/// <!-- figures: blank_list.checks on leetcode-37; blank_list.placements on leetcode-37;
/// next_blank.checks on leetcode-37; blank_list.mask_computations on leetcode-37;
/// blank_list.mask_tests on leetcode-37; blank_list.calls on leetcode-37; blank_list.max_depth on
/// leetcode-37; 27; check mean of blank_list.checks == blank_list.placements on searched equals 1;
/// check cursor.checks - next_blank.checks on leetcode-37 equals 0 -->
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
/// As with [`state-arrays/blank-list`][arrays], the article's caller does not learn when there is
/// no solution.
///
/// The clues go in by XOR too, so a clue that is twice in a unit cancels itself: the unit forgets
/// the digit, and the tree is no longer that of the other solvers. With a 3 added at (1, 3), the
/// example has no solution here either, but it takes 10,599 placements to find that out where the
/// others take 6,804. With a 6 added at (4, 8), beside the 6 in row 4, the others return a
/// "solution" with two sixes in that row; this one, like the article, returns one with three.
/// <!-- figures: 3; 1; 3; 10,599 = clues that contradict each other, which no run searches; 6,804 =
/// as before; 6; 4; 8; 6; 4 -->
///
/// # What the step buys
///
/// It saves 57 to 77 % of the time of `next-blank`, and 9.48 to 72 % of that of the tables. The
/// tree is that of [`NextBlank`](crate::NextBlank) and of [`state-arrays/blank-list`][arrays],
/// which has the list too, so that against it only the masks differ:
/// <!-- figures: range blank_list.time / next_blank.time on easy, guessed as saving below 1; range
/// blank_list.time / state_arrays_blank_list.time on easy, guessed as saving below 1 -->
///
/// | quantity | ratio, by set | puzzles |
/// |---|---|---|
/// | digits tested, against both | 0.11 to 0.14 | all 6,021 with blanks, in 14 sets |
/// | masks computed and tested, against the looks of both | 0.22 to 0.23 | the same |
/// | time, against `next-blank` | 0.23 (`effort-1e2`) to 0.43 (`hard`) | 9 to 10 sets, 16 to 2,614 of each |
/// | time, against `state-arrays/blank-list` | 0.28 (`effort-1e2`) to 0.91 (`hard`) | the same |
/// | the same, one puzzle repeated | 0.75 to 0.99 (`leetcode-37`), 0.88 to 1.22 (`finished`) | 1 of each |
/// <!-- figures: range blank_list.checks / state_arrays_blank_list.checks on searched; pooled
/// puzzles on searched; sets behind puzzles on searched; range (blank_list.mask_computations +
/// blank_list.mask_tests) / state_arrays_blank_list.state_reads on searched; range named
/// blank_list.time / next_blank.time on easy, guessed; range sets behind blank_list.time /
/// next_blank.time on easy, guessed; range puzzles behind blank_list.time / next_blank.time on
/// easy, guessed; range named blank_list.time / state_arrays_blank_list.time on easy, guessed;
/// range blank_list.time / state_arrays_blank_list.time on leetcode-37; range blank_list.time /
/// state_arrays_blank_list.time on finished; 1; check mean of next_blank.checks ==
/// state_arrays_blank_list.checks and next_blank.state_reads == state_arrays_blank_list.state_reads
/// on searched equals 1 -->
///
/// The claims of article 002:
///
/// - `002-same-frame`, method 1 with a number for an array: fails. The tree is the same, but the
///   loop over nine digits is gone.
/// - `002-bits-faster`, masks make method 1 faster: undecided. In Go, the language of the article,
///   they take less time on every set, beyond chance on most. In Rust, the claim holds on 7 sets of
///   the newest reference run; on the others, the ratio is too near to 1.
/// - `002-input-dependent`, the time depends above all on the puzzle: holds. Between the 2,001
///   puzzles of 5 sets, placements differ by a factor of 48,000.
/// - `002-loose-bound`, 9^81 is a loose bound: holds. No puzzle takes more than a millionth of it.
/// <!-- figures: 1; 1; sets 002-bits-faster holds; 1; pooled
/// puzzles on varied; sets behind puzzles on varied; pooled spread of blank_list.placements on
/// varied; check range greatest of blank_list.placements / 9 ^ blanks on finished, searched below
/// 1e-6; check mean of blank_list.placements == state_arrays_blank_list.placements and
/// blank_list.undos == state_arrays_blank_list.undos on searched equals 1 -->
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
/// <!-- figures: blank_list.placements on leetcode-37; blank_list.undos on leetcode-37;
/// blank_list.mask_tests on leetcode-37; check mean of blank_list.mask_tests ==
/// blank_list.placements + blank_list.undos on solvable equals 1; check mean of
/// blank_list.mask_tests == blank_list.placements + blank_list.undos + 1 on none equals 1 -->
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
