//! Algorithm X on linked lists: entries are unlinked, and linked again to go back.

use std::array;

use sudoku_core::{
    Contradictions, Grid, Info, OptionsLeft, Probe, Puzzle, Reason, Solver, Source, Tree,
    column_of, row_of,
};

use crate::{COUNTERS, ITEMS, KNUTH_2000};

/// The options of an item are in a circular list; covering unlinks them, going back relinks them.
///
/// # The idea
///
/// An entry of a list knows the entries before and behind it. To take it out, these two are linked
/// to each other, and the entry itself is not touched: it still knows where it was, and can be put
/// back there if all entries that were taken out after it have been put back first. So a search
/// that undoes in the reverse order needs no other memory.
///
/// Every option has four entries side by side, one in the list of each of its items. The open items
/// are in one more such list, in ascending order, from which covering takes an item. After the
/// clues of the [example](sudoku_core#the-example), the first with one option is the cell (5, 5),
/// which takes a 5. Its item "5 in row 5" has five options, so four cells lose a candidate when it
/// is covered; one of them is (5, 2):
///
/// ```text
///   5 in row 5    ⇄ 5 at (5, 2) ⇄ 5 at (5, 3) ⇄ 5 at (5, 7) ⇄ 5 at (5, 8) ⇄
///
///   cell (5, 2)   ⇄ 2 at (5, 2) ⇄ 5 at (5, 2) ⇄          before
///
///                      ┌──────────────────────┐
///   cell (5, 2)   ⇄ 2 at (5, 2)   5 at (5, 2)  ⇄         after: the 5 is out, and points back
///                      ▲──────────────┘
/// ```
///
/// The cell (5, 2) has one option now, and is the next to be chosen. The list of "5 in row 5" stays
/// whole, because going back runs along it from its end and puts each option back into its other
/// lists: the last one out is the first one in.
///
/// # Cost
///
/// Covering an item takes out one link for the item, and three for each of its options. The example
/// is solved in 52 nodes without a guess: 2,511 links. The choice looks at every open item, four
/// fewer at each level, in steps from link to link, each of which waits for the one before. The
/// links are built once, when the solver is created, and every search starts from a copy: four
/// bytes for each of 2,916 entries and 324 heads, four for each open item, and the sizes.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_exact_cover::DancingLinks;
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let counter = Counter::default();
/// let Ok(answer) = DancingLinks::default().solve(&Puzzle::try_from(grid)?, &counter);
/// assert!(answer.is_some_and(|solution| solution.is_solved() && solution.extends(&grid)));
///
/// let counts = counter.counts();
/// assert_eq!((counts.nodes, counts.guesses, counts.links), (52, 0, 2511));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Knuth, *Dancing Links* (2000): algorithm DLX with its choice of the smallest column; Sudoku is
/// not among his examples. His columns are the items here and his rows the options. The
/// differences: indices of 16 bits for pointers; the four entries of an option lie side by side,
/// where his are linked left and right; the clues are covered before the search, so that the first
/// node is that of the puzzle; the search for the smallest column ends at one that is empty.
///
/// # Outside its assumptions
///
/// Of several solutions, the search stops at the first of its own tree, which need not be the first
/// in reading order. Without one it walks its whole tree, and finds a digit without a place in a
/// unit as early as a blank without a digit.
///
/// Two clues that contradict each other share an item. The second one's option is no longer in the
/// list of its cell when its turn comes: no solution, before any placement, even on a full board.
///
/// # What the step buys
///
/// Fewer nodes than [`fewest-candidates/buckets`][buckets], which applies the same rule to cells
/// alone, each dearer. Where guesses are needed this pays. On `easy` the trees are equally large,
/// and this solver takes several times as long.
///
/// # Question
///
/// This solver and `propagation/hidden-singles` find the same singles: a cell with one digit left,
/// a digit with one place left. Neither guesses on the example. Predict the nodes of each.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver exact-cover/dancing-links
/// cargo run --release -- tally --corpus leetcode-37 --solver propagation/hidden-singles
/// ```
///
/// <details><summary>Answer</summary>
///
/// 52 and 1. A forced choice is a node here, and a deduction within a node there. So nodes of
/// different families do not compare; guesses do. On `minimal` these are equally many; on
/// `classics` they differ, because an exact cover may also guess among two places of a digit.
///
/// </details>
///
/// [buckets]: ../sudoku_fewest_candidates/struct.Buckets.html
#[derive(Debug, Default)]
pub struct DancingLinks {
    /// The links of all options, from which every search begins.
    full: Matrix,
}

impl Solver for DancingLinks {
    const INFO: Info = Info {
        id: "exact-cover/dancing-links",
        idea: "exact cover; the options of an item are a linked list, unlinked and linked again",
        sources: &[Source {
            work: &KNUTH_2000,
            part: "algorithm DLX",
            differs: "indices for pointers; the entries of an option lie side by side instead of \
                      in a list; the clues are covered before the search",
        }],
        tree: Tree("exact-cover"),
        counters: COUNTERS,
        contradictions: Contradictions::Covered,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut search = Search { board: puzzle.rows(), matrix: self.full.clone() };
        if !search.cover_clues(probe) {
            return Ok(None);
        }
        let found = search.backtrack(probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

/// The index of the first head: the heads of the lists follow the entries of the options, of which
/// each has four.
const HEADS: usize = 4 * 729;

/// The index of the head of the list of open items, after the items.
const OPEN: usize = 324;

#[derive(Debug, Clone)]
struct Matrix {
    /// One list of options for each item.
    lists: [Links; HEADS + 324],
    /// The list of open items.
    open: [Links; OPEN + 1],
    /// The number of options in each list.
    sizes: [u16; 324],
}

/// The entries of a list before and after this one.
#[derive(Debug, Clone, Copy)]
struct Links {
    back: u16,
    next: u16,
}

impl Default for Matrix {
    fn default() -> Self {
        let alone = |at| Links { back: at as u16, next: at as u16 };
        let (mut lists, mut open) = (array::from_fn(alone), array::from_fn(alone));
        for entry in 0..HEADS {
            append(&mut lists, HEADS + item_of(entry), entry);
        }
        for item in 0..OPEN {
            append(&mut open, OPEN, item);
        }
        Self { lists, open, sizes: [9; 324] }
    }
}

fn append(lists: &mut [Links], head: usize, entry: usize) {
    let last = lists[head].back;
    lists[entry] = Links { back: last, next: head as u16 };
    relink(lists, entry);
}

fn unlink(lists: &mut [Links], entry: usize) {
    let Links { back, next } = lists[entry];
    lists[back as usize].next = next;
    lists[next as usize].back = back;
}

fn relink(lists: &mut [Links], entry: usize) {
    let Links { back, next } = lists[entry];
    lists[back as usize].next = entry as u16;
    lists[next as usize].back = entry as u16;
}

fn item_of(entry: usize) -> usize {
    ITEMS[entry / 4][entry % 4] as usize
}

/// The other three entries of the same option.
fn others(entry: usize) -> [usize; 3] {
    [1, 2, 3].map(|step| entry & !3 | (entry + step) & 3)
}

struct Search {
    board: [[u8; 9]; 9],
    matrix: Matrix,
}

impl Search {
    /// Covers the items of the clues; false when one clue's option was removed by another.
    fn cover_clues<P: Probe>(&mut self, probe: P) -> bool {
        for at in 0..81 {
            probe.setup_cell(at);
            let digit = self.board[row_of(at)][column_of(at)] as usize;
            if digit != 0 {
                let entry = 4 * (9 * at + digit - 1);
                let before = self.matrix.lists[entry].back as usize;
                if self.matrix.lists[before].next as usize != entry {
                    return false;
                }
                for entry in entry..entry + 4 {
                    self.matrix.cover(item_of(entry), probe);
                }
            }
        }
        true
    }

    fn backtrack<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        let Some((item, size)) = self.matrix.smallest() else {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        };

        let head = HEADS + item;
        let mut entry = self.matrix.lists[head].next as usize;
        if size > 1 {
            probe.branch(entry / 4 / 9);
        }
        self.matrix.cover(item, probe);
        while entry != head {
            let (at, digit) = (entry / 4 / 9, (entry / 4 % 9) as u8 + 1);
            for other in others(entry) {
                self.matrix.cover(item_of(other), probe);
            }
            self.board[row_of(at)][column_of(at)] = digit;
            probe.why(Reason::FewestOptions {
                item,
                options: OptionsLeft::Number(usize::from(size)),
            });
            probe.place(at, digit);

            if self.backtrack(probe)? {
                return Ok(true);
            }

            for other in others(entry).into_iter().rev() {
                self.matrix.uncover(item_of(other));
            }
            probe.undo(at);
            entry = self.matrix.lists[entry].next as usize;
        }
        self.matrix.uncover(item);
        probe.why(Reason::Failed { item, options: OptionsLeft::Number(usize::from(size)) });
        Ok(false)
    }
}

impl Matrix {
    /// The first of the open items with the fewest options, and their number; `None` if all items
    /// are covered.
    fn smallest(&self) -> Option<(usize, u16)> {
        let (mut smallest, mut fewest) = (OPEN, u16::MAX);
        let mut item = self.open[OPEN].next as usize;
        while item != OPEN && fewest > 0 {
            if self.sizes[item] < fewest {
                (smallest, fewest) = (item, self.sizes[item]);
            }
            item = self.open[item].next as usize;
        }
        (smallest != OPEN).then_some((smallest, fewest))
    }

    /// Removes an item from the open ones, and its options from the lists of their other items.
    fn cover<P: Probe>(&mut self, item: usize, probe: P) {
        unlink(&mut self.open, item);
        probe.link();
        let mut entry = self.lists[HEADS + item].next as usize;
        while entry != HEADS + item {
            for other in others(entry) {
                unlink(&mut self.lists, other);
                self.sizes[item_of(other)] -= 1;
                probe.link();
            }
            entry = self.lists[entry].next as usize;
        }
    }

    /// Undoes [`cover`](Self::cover), its last step first.
    fn uncover(&mut self, item: usize) {
        let mut entry = self.lists[HEADS + item].back as usize;
        while entry != HEADS + item {
            for other in others(entry).into_iter().rev() {
                self.sizes[item_of(other)] += 1;
                relink(&mut self.lists, other);
            }
            entry = self.lists[entry].back as usize;
        }
        relink(&mut self.open, item);
    }
}
