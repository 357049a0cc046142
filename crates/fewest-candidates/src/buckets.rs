//! [`Buckets`]: its description and its search.

use sudoku_core::{
    Cell, Contradictions, Grid, Info, Probe, Puzzle, Reason, Solver, Source, Tree, UNITS, box_of,
    column_of, row_of,
};

use crate::{COUNTERS, KNUTH_2000};

/// Keeps the blanks in buckets by their number of legal digits; placing and undoing a digit moves
/// them.
///
/// # The idea
///
/// A digit affects only the blanks in its row, column and box, 20 at most. All other counts are
/// unchanged, yet [`Scan`](crate::Scan) computes them again at every node. Here each open blank is
/// in the bucket of its count. A bucket is a set of cells, one bit for each, so the next blank is
/// the lowest bit of the first bucket that is not empty. The 5 at (5, 5) of the
/// [example](sudoku_core#the-example) sees ten blanks and is legal at seven of them:
///
/// ```text
///   legal digits                1     2     3     4     5     6
///   blanks before the 5         4    13    17    14     2     1     (5, 5) is the first with 1
///   blanks after it             6    13    15    13     2     1     (5, 2) is the first with 1
///
///   from 2 to 1    (5, 2), (6, 4), (7, 5)
///   from 3 to 2    (4, 4), (5, 7), (5, 8)
///   from 4 to 3    (5, 3)
/// ```
///
/// One XOR takes a blank out of a bucket and one puts it into the next. Repeated with the same
/// masks, they bring it back, so the undo takes the digit out of the masks and repeats the moves.
///
/// # Cost
///
/// The tree is that of [`Scan`](crate::Scan): 51 placements in the example, no undo and no guess.
/// There are no scan steps. A node computes the mask of its own blank, a placement one for each
/// open blank that it sees, and an undo the same ones again: 364 masks in the example, where `Scan`
/// computes 1,326. The search keeps the board, 27 masks, ten buckets and the set of open blanks.
/// Which cells see each other is a table that is the same for every puzzle.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_fewest_candidates::{Buckets, Scan};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// let counter = Counter::default();
/// let Ok(solution) = Buckets.solve(&puzzle, &counter);
/// assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///
/// let counts = counter.counts();
/// assert_eq!((counts.placements, counts.undos, counts.guesses), (51, 0, 0));
/// assert_eq!((counts.scan_steps, counts.mask_computations), (0, 364));
/// let counter = Counter::default();
/// let Ok(_) = Scan.solve(&puzzle, &counter);
/// assert_eq!(counter.counts().mask_computations, 1326);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Knuth, *Dancing Links* (2000), covers the column with the fewest ones next, keeps the size of
/// every column up to date while rows come and go, and credits Golomb and Baumert (1965) with the
/// rule. In his exact cover a column is a cell to be filled or a digit's place in a unit; here only
/// cells are chosen. He looks through the headers of all columns for the smallest; here they lie in
/// buckets. Of columns equally small he takes the first in their order; here the first cell in
/// reading order comes next.
///
/// # Outside its assumptions
///
/// It behaves as [the family](crate#outside-the-assumptions) does.
///
/// # What the step buys
///
/// It walks the tree of [`Scan`](crate::Scan) with less work, and takes less time: a placement
/// looks only at the open blanks in sight, and no node looks for its blank. It saves most where few
/// digits are taken back, because an undo computes the masks of its placement again.
///
/// # Question
///
/// A digit sees 20 cells. `scan` computes 1,326 masks on the example. Predict how many are computed
/// here, where a placement updates only the blanks in sight.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver 'fewest-candidates/*'
/// ```
///
/// <details><summary>Answer</summary>
///
/// 364: one for each of 51 nodes, and 313 for blanks in sight of a digit, six for a placement
/// instead of 20. Most cells in sight are filled already, and more and more as the search goes on.
///
/// </details>
#[derive(Debug, Default)]
pub struct Buckets;

impl Solver for Buckets {
    const INFO: Info = Info {
        id: "fewest-candidates/buckets",
        idea: "blanks lie in buckets by their number of legal digits; every digit moves some",
        sources: &[Source {
            work: &KNUTH_2000,
            part: "the choice of the smallest column",
            differs: "a blank is chosen, and never a place for a digit; masks and buckets instead \
                      of links; of several blanks with as few digits the first in reading order",
        }],
        tree: Tree("fewest-candidates"),
        counters: COUNTERS,
        contradictions: Contradictions::Forgotten,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search::new(puzzle, probe);
        let found = search.backtrack(probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

/// The cells that each cell sees, one bit for each.
const PEERS: [u128; 81] = peers();

const fn peers() -> [u128; 81] {
    let mut peers = [0; 81];
    let mut at = 0;
    while at < 81 {
        let mut i = 0;
        while i < 9 {
            peers[at] |= 1 << UNITS[row_of(at)][i];
            peers[at] |= 1 << UNITS[9 + column_of(at)][i];
            peers[at] |= 1 << UNITS[18 + box_of(at)][i];
            i += 1;
        }
        peers[at] ^= 1 << at;
        at += 1;
    }
    peers
}

struct Search {
    board: [[u8; 9]; 9],
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [[u32; 3]; 3],
    /// One bit for each blank that is open.
    blanks: u128,
    /// The open blanks, by their number of legal digits.
    buckets: [u128; 10],
}

impl Search {
    fn new<P: Probe>(puzzle: &Puzzle, probe: P) -> Self {
        let mut search = Self {
            board: puzzle.rows(),
            rows: [0; 9],
            cols: [0; 9],
            boxes: [[0; 3]; 3],
            blanks: 0,
            buckets: [0; 10],
        };
        for at in 0..81 {
            probe.setup_cell(at);
            match search.board[row_of(at)][column_of(at)] {
                0 => search.blanks |= 1 << at,
                digit => search.flip(at, digit - 1),
            }
        }
        for at in cells(search.blanks) {
            search.buckets[search.free(at).count_ones() as usize] |= 1 << at;
        }
        search
    }

    fn backtrack<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        let Some(fewest) = self.buckets.iter().position(|&bucket| bucket != 0) else {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        };

        let at = self.buckets[fewest].trailing_zeros() as usize;
        self.blanks ^= 1 << at;
        self.buckets[fewest] ^= 1 << at;
        if fewest > 1 {
            probe.branch(at);
        }
        probe.mask_computation(at);
        let mut free = self.free(at);
        probe.why(Reason::FewestDigits { cell: Cell::At(at), digits: free });
        probe.mask_test(at);
        while free != 0 {
            let digit = free.trailing_zeros() as u8;
            self.shift(at, digit, probe);
            self.flip(at, digit);
            self.board[row_of(at)][column_of(at)] = digit + 1;
            probe.check(at, digit + 1);
            probe.why(Reason::LowestOf { digits: free });
            probe.place(at, digit + 1);

            if self.backtrack(probe)? {
                return Ok(true);
            }

            self.flip(at, digit);
            self.shift(at, digit, probe);
            probe.undo(at);

            free &= free - 1;
            probe.mask_test(at);
        }
        self.blanks ^= 1 << at;
        self.buckets[fewest] ^= 1 << at;
        probe.why(Reason::NoDigit { cell: Cell::At(at) });
        Ok(false)
    }

    /// Moves the open blanks that lose the digit when it is placed at this cell to the next lower
    /// bucket, or back when it is removed. At each call, no unit of the cell has the digit marked.
    fn shift<P: Probe>(&mut self, at: usize, digit: u8, probe: P) {
        for peer in cells(PEERS[at] & self.blanks) {
            probe.mask_computation(peer);
            let free = self.free(peer);
            if free & 1 << digit != 0 {
                let legal = free.count_ones() as usize;
                self.buckets[legal] ^= 1 << peer;
                self.buckets[legal - 1] ^= 1 << peer;
            }
        }
    }

    /// One bit for each digit that none of the cell's units holds.
    fn free(&self, at: usize) -> u32 {
        let (row, col) = (row_of(at), column_of(at));
        0x1ff & !(self.rows[row] | self.cols[col] | self.boxes[row / 3][col / 3])
    }

    fn flip(&mut self, at: usize, digit: u8) {
        let (row, col) = (row_of(at), column_of(at));
        self.rows[row] ^= 1 << digit;
        self.cols[col] ^= 1 << digit;
        self.boxes[row / 3][col / 3] ^= 1 << digit;
    }
}

/// The cells of a set, in ascending order.
fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}
