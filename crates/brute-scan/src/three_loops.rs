//! [`ThreeLoops`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree,
};

use crate::ARTICLE_000;

/// Reads row, column and box one after the other; a cursor walks over every cell.
///
/// # The idea
///
/// Fill the board in the order in which one reads a page. At a given, step on. At a blank, try 1,
/// then 2, and so on: a digit that is in neither the row nor the column nor the box is written
/// down, and the search goes on at the next cell. If the rest of the board cannot be filled, the
/// digit is erased and the next one tried. After 9, the call reports a dead end to its caller.
///
/// In the [example](sudoku_core#the-example), the cursor stands on the first blank and tries 1:
///
/// ```text
///   5 3 [.] | . 7 . | . . .     row 1:      5 3 . . 7 . . . .    no 1, read on
///   6 .  .  | 1 9 5 | . . .     column 3:   . . 8 . . . . . .    no 1, read on
///   . 9  8  | . . . | . 6 .     box 1:      5 3 . 6 . . . 9 8    no 1: 27 reads, place it
/// ```
///
/// # Cost
///
/// A legal digit costs all 27 reads; the test of an illegal one stops at the cell that rules it
/// out. Every given costs a call on each path that crosses it. When the board is full, the
/// recursion is 82 calls deep, however many cells were blank: 81 cells and the call that finds the
/// end. The search keeps nothing but the board.
/// <!-- figures: 27; three_loops.max_depth on finished, solvable; 81 -->
///
/// # Examples
///
/// ```
/// use sudoku_brute_scan::ThreeLoops;
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = ThreeLoops.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.cell_reads), (4208, 334_653));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Article 000, solution 1 (Java). Cells, digits, reads, writes and undos come in the same order.
/// [Digits, blanks and the returned solution](crate#the-articles-programs) differ.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// This is the first step, and the solver to which a report compares all times. It needs no memory
/// beyond the board and pays with reads:
///
/// | quantity | figure, by set | puzzles |
/// |---|---|---|
/// | cells read for each digit tested | 8.9 to 9.9 | all 6,021 with blanks, in 14 sets |
/// | cells read for each placement or undo | 40 to 47 | the same |
/// | time per puzzle | 6.7 µs (`effort-1e2`) to 180 ms (`anti-row-major`) | 9 to 10 sets, 16 to 2,614 of each |
/// <!-- figures: range three_loops.cell_reads / three_loops.checks on searched to 2; pooled puzzles
/// on searched; sets behind puzzles on searched; range three_loops.cell_reads /
/// (three_loops.placements + three_loops.undos) on searched; range named duration three_loops on
/// easy, minimal, effort-1e2, effort-1e3, effort-1e4, effort-1e5, effort-1e6, anti-row-major,
/// anti-reversed, hard; range sets behind three_loops.time / fused.time on easy, guessed; range
/// puzzles behind three_loops.time / fused.time on easy, guessed -->
///
/// The claims of article 000 about it:
///
/// - `000-bottleneck`, the test of a digit takes most of the time: undecided. If it did, another
///   test could save more than half of the time. In Java, the language of the article, tables save
///   about half, and no set decides. In Rust, with tables, searches of 100 placements still take 0.59
///   to 0.71 of it, and those of 10,000 take 0.42 to 0.64, by processor.
/// - `000-whole-scan`, each test reads the whole row, column and box: fails. The test stops at the
///   first match.
/// - `000-repeated`, the lookups repeat a great deal of work: holds. A blank sees 20 cells, and 40
///   to 47 are read between two changes of the board, in several tests.
/// - `000-depth`, the depth of the recursion is part of why the work grows: fails. The depth is 82
///   for every puzzle that has a solution.
/// <!-- figures: 100; range state_arrays_cursor.time / three_loops.time on effort-1e2 above 0.5;
/// 10,000 = the size of searches in effort-1e4; range state_arrays_cursor.time / three_loops.time
/// on effort-1e4 below 0.7; 20; range three_loops.cell_reads / (three_loops.placements +
/// three_loops.undos) on searched above 20; three_loops.max_depth on finished, solvable; check
/// range three_loops.cell_reads / three_loops.checks on searched below 27 -->
///
/// # Question
///
/// A blank sees 20 other cells. Predict how many cells the search reads between two changes of the
/// board, on average. Then count: `cell_reads` divided by the sum of `placements` and `undos`.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver brute-scan/three-loops
/// ```
///
/// <details><summary>Answer</summary>
///
/// 40: 334,653 cells are read for 4,208 placements and 4,157 undos. On average, 4.5 tests follow a
/// change of the board, and each reads 8.9 cells. So every cell that the blank sees is read twice
/// before the board changes again. The later families keep tables to save these reads.
/// <!-- figures: three_loops.cell_reads / (three_loops.placements + three_loops.undos) on
/// leetcode-37 at_least 40; three_loops.cell_reads on leetcode-37; three_loops.placements on
/// leetcode-37; three_loops.undos on leetcode-37; three_loops.checks / (three_loops.placements +
/// three_loops.undos) on leetcode-37 to 2; three_loops.cell_reads / three_loops.checks on
/// leetcode-37 to 2 -->
///
/// </details>
#[derive(Debug, Default)]
pub struct ThreeLoops;

impl Solver for ThreeLoops {
    const INFO: Info = Info {
        id: "brute-scan/three-loops",
        idea: "a cursor over every cell; row, column and box are read for every digit",
        sources: &[Source {
            work: &ARTICLE_000,
            part: "solution 1",
            differs: "digits are numbers, 0 is blank, the solution is handed back",
        }],
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { board: puzzle.rows() };
        let found = search.backtrack(0, 0, probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

struct Search {
    board: [[u8; 9]; 9],
}

impl Search {
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
            if self.is_legal(row, col, digit, probe) {
                self.board[row][col] = digit;
                probe.why(Reason::Legal);
                probe.place(row * 9 + col, digit);

                if self.backtrack(next_row, next_col, probe)? {
                    return Ok(true);
                }

                self.board[row][col] = 0;
                probe.undo(row * 9 + col);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::Of(row, col) });
        Ok(false)
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
