//! [`BlankList`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_002;

/// Goes through a list of the blanks, made once; tests a digit by three looks at tables.
///
/// # The idea
///
/// [`Cursor`](crate::Cursor) meets every given again on each path. The givens never move, so the
/// pass that fills the tables can also list the blanks, and a call takes a position in that list.
/// In the [example](sudoku_core#the-example), the list has 51 entries:
///
/// ```text
///   5 3 . | . 7 . | . . .      position   0       1       2       3      ...    50
///   6 . . | 1 9 5 | . . .      cell     (1, 3)  (1, 4)  (1, 6)  (1, 7)   ...  (9, 7)
///   . 9 8 | . . . | . 6 .
/// ```
///
/// The call at position 2 works on (1, 6) and passes on 3. The call at position 51 finds the list
/// at its end and the board full. The search never asks the board where to go next, so it clears a
/// digit that it takes back in the tables only. The cell keeps the digit until another one is
/// written over it, and on a full board every old digit has been written over.
///
/// # Cost
///
/// There is one call for each blank and no step to find it: the example takes 4,209 calls instead
/// of 6,428 and a depth of 52, its blanks plus 1. The looks are those of the cursor, 54,788,
/// because the search tree is the same. The search keeps the board, 243 entries and the list.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_state_arrays::{BlankList, Cursor};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let (counter, cursor) = (Counter::default(), Counter::default());
/// let Ok(solution) = BlankList.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.calls, counts.scan_steps, counts.max_depth), (4209, 0, 52));
/// assert_eq!((counts.placements, counts.state_reads), (4208, 54_788));
/// let Ok(_) = Cursor.solve(&puzzle, &cursor);
/// let before = cursor.counts();
/// assert_eq!((before.calls, before.state_reads, before.max_depth), (6428, 54_788, 82));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 002, method 1 (Go). Cells, digits, looks, writes and undos come in the same order. As in
/// the article, digits count from 0 in the tables, and boxes are numbered by band and stack,
/// `[3][3]`. [Digits, blanks and the returned
/// solution](../sudoku_brute_scan/index.html#the-articles-programs) differ, and the list is an
/// array of 81 pairs of bytes with a length instead of a growing one of pairs of words.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// When there is no solution, the article's program does not say so; it leaves the digits that it
/// tried last in the cells that it reached. Here the answer is `None`.
///
/// # What the step buys
///
/// It takes less time than [`Cursor`](crate::Cursor) on every set, because both go, the calls on
/// givens and the steps over them. Tests and looks are the same, puzzle by puzzle. Article 002
/// claims nothing about the list; its claims about masks compare [`bitmask/blank-list`][masks] with
/// this solver.
///
/// # Question
///
/// How many of the cursor's calls are on a given? Predict the number of calls that the list leaves
/// from the placements alone, for any puzzle.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'state-arrays/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// 2,219 of the cursor's 6,428 calls are on a given. With the list, every call but the first
/// follows a placement, so there are as many calls as placements, and one more: 4,209 for 4,208.
/// The depth falls by 30 levels, from 82 to 52: one for each given.
///
/// </details>
///
/// [masks]: ../sudoku_bitmask/struct.BlankList.html
#[derive(Debug, Default)]
pub struct BlankList;

impl Solver for BlankList {
    const INFO: Info = Info {
        id: "state-arrays/blank-list",
        idea: "a list of the blanks made beforehand; tables remember the digits of each unit",
        sources: &[Source {
            work: &ARTICLE_002,
            part: "method 1",
            differs: "the list of blanks is an array of 81 with a length; 0 is blank, the \
                      solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
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
    in_row: [[bool; 9]; 9],
    in_col: [[bool; 9]; 9],
    in_box: [[[bool; 9]; 3]; 3],
    blanks: [(u8, u8); 81],
    count: usize,
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search = Self {
            board: puzzle.rows(),
            in_row: [[false; 9]; 9],
            in_col: [[false; 9]; 9],
            in_box: [[[false; 9]; 3]; 3],
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
                    let digit = search.board[row][col] as usize - 1;
                    search.in_row[row][digit] = true;
                    search.in_col[col][digit] = true;
                    search.in_box[row / 3][col / 3][digit] = true;
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
        for digit in 0..9 {
            if self.is_free(row, col, digit, probe) {
                self.in_row[row][digit] = true;
                self.in_col[col][digit] = true;
                self.in_box[row / 3][col / 3][digit] = true;
                self.board[row][col] = digit as u8 + 1;
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit as u8 + 1);

                if self.backtrack(pos + 1, probe)? {
                    return Ok(true);
                }

                self.in_row[row][digit] = false;
                self.in_col[col][digit] = false;
                self.in_box[row / 3][col / 3][digit] = false;
                probe.undo(row * 9 + col);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
    }

    fn is_free<P: Probe>(&self, row: usize, col: usize, digit: usize, probe: P) -> bool {
        probe.check(row * 9 + col, digit as u8 + 1);
        probe.state_read(row);
        if self.in_row[row][digit] {
            return false;
        }
        probe.state_read(9 + col);
        if self.in_col[col][digit] {
            return false;
        }
        probe.state_read(18 + row / 3 * 3 + col / 3);
        !self.in_box[row / 3][col / 3][digit]
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
