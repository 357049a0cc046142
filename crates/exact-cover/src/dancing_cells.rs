//! Algorithm X on sparse sets: removed options lie behind the others, and restoring a size brings
//! them back.

use std::array;

use sudoku_core::{
    Contradictions, Grid, Info, OptionsLeft, Probe, Puzzle, Reason, Solver, Source, Tree,
    column_of, row_of,
};

use crate::{COUNTERS, ITEMS, KNUTH_SSXCC};

/// The options of an item are an array, those left in front; going back restores its size.
///
/// # The idea
///
/// A sparse set is an array and a size: the elements are the first ones of the array. To take one
/// out, it changes places with the last, and the size goes down by one. An element that is taken
/// out is not lost: it lies behind the rest, and restoring the size brings it back. It may then
/// stand at a different place in the array, but the order of a set does not matter. The set of the
/// cell (5, 3) of the [example](sudoku_core#the-example), as the first three digits are placed:
///
/// ```text
///                                       size
///   after the clues    6 2 5 9 | 7 1 3 4 8    4     what is left | what is out, in any order
///   5 at (5, 5)        6 2 9 | 5 7 1 3 4 8    3     5 and 9 have changed places
///   2 at (5, 2)        6 9 | 2 5 7 1 3 4 8    2     2 and 9 have
///   9 at (5, 8)        6 | 9 2 5 7 1 3 4 8    1     9 was the last
/// ```
///
/// To go back over one option or a hundred, the search restores the sizes of all items in one copy.
/// It saves no sizes at a node whose item has a single option: if that fails, the search goes back
/// to the last guess, whose saved sizes undo both. The arrays are built once, when the solver is
/// created, and never put in order again, not even for the next puzzle.
///
/// The size of an item is kept in a *key*, `512 * size + number of the item`. So the least of the
/// 324 keys names the first of the smallest items, and a loop without a branch finds it, many keys
/// at a time. A covered item has 2^14 added to its key.
///
/// # Cost
///
/// The tree and the links are those of [`DancingLinks`](crate::DancingLinks): 52 nodes and 2,511
/// links in the example. A link costs more here, five writes instead of three, but nothing is put
/// back, the options of an item lie in 18 bytes side by side, and the choice does not walk along a
/// list. The state is the arrays, nine options for each item and four places for each option, and
/// the keys, two bytes for each item.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_exact_cover::DancingCells;
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = DancingCells::default();
/// for _ in 0..2 {
///     let counter = Counter::default();
///     let Ok(answer) = solver.solve(&Puzzle::try_from(grid)?, &counter);
///     assert!(answer.is_some_and(|solution| solution.is_solved() && solution.extends(&grid)));
///     assert_eq!((counter.counts().nodes, counter.counts().links), (52, 2511));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Statements that begin with `probe.` observe the search ([`Probe`](sudoku_core::Probe)).
///
/// # Source
///
/// Knuth's program *SSXCC* solves exact covers with colours on sparse sets ("dancing cells", an
/// idea of Solnon's), and does not save the sizes where a move is forced. The differences: there
/// are no colours; the open items are known by their keys and are no sparse set; the keys of all
/// items are saved, not those of the open ones alone; and the options of an item are tried in
/// ascending order, so that the tree is the one of [`DancingLinks`](crate::DancingLinks).
///
/// # Outside its assumptions
///
/// It behaves as [`DancingLinks`](crate::DancingLinks) does, and contradictory clues are found out
/// because the option of the second is no longer in the set of its cell. The arrays keep the order
/// in which a puzzle, or a search that was stopped, leaves them; the order does not affect the next
/// search.
///
/// # What the step buys
///
/// It takes less time than [`DancingLinks`](crate::DancingLinks) for the same nodes, most where much
/// is undone: going back is one copy, and no walk over every link that was taken out.
///
/// # Question
///
/// The example has 30 clues and takes 2,511 links. Predict how many links puzzles with 17 clues
/// take where they need no guess (12 and 13 of `classics`), and a board that is filled already.
///
/// ```sh
/// cargo run --release -- tally --corpus classics --solver exact-cover/dancing-cells
/// cargo run --release -- tally --corpus finished --solver exact-cover/dancing-cells
/// ```
///
/// <details><summary>Answer</summary>
///
/// 2,511 each. In the end all 324 items are covered and all options are out, in whatever order, so
/// a search without a guess takes out the same entries, whether clues or deductions have done it.
/// Only guesses add links: those under a wrong one are taken out once more. The three exact covers
/// count the same links; they differ in how they put them back, which is not counted.
///
/// </details>
#[derive(Debug, Default)]
pub struct DancingCells {
    sets: Sets,
}

impl Solver for DancingCells {
    const INFO: Info = Info {
        id: "exact-cover/dancing-cells",
        idea: "exact cover; the options of an item are a sparse set, restored by its size",
        sources: &[Source {
            work: &KNUTH_SSXCC,
            part: "the search",
            differs: "no colours; open items are known by a key with their size and number, which \
                      is all that is saved; the options of an item in ascending order",
        }],
        tree: Tree("exact-cover"),
        counters: COUNTERS,
        contradictions: Contradictions::Covered,
        state_bytes: size_of::<Search<'_>>() - size_of::<Grid>() + size_of::<Sets>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let keys = array::from_fn(|item| 9 * OPTION + (item as u16).cast_signed());
        let mut search = Search { board: puzzle.rows(), keys, sets: &mut self.sets };
        if !search.cover_clues(probe) {
            return Ok(None);
        }
        let found = search.backtrack(probe)?;
        Ok(found.then(|| Grid::from_rows(search.board)))
    }
}

/// The amount that an option adds to the key of an item: more than any number of an item.
const OPTION: i16 = 1 << 9;

/// The amount that is added to the key of a covered item: more than any open item's key.
const COVERED: i16 = 1 << 14;

/// The number of options that an open item with this key has left.
fn left(key: i16) -> usize {
    usize::from(key.cast_unsigned()) / OPTION as usize
}

#[derive(Debug)]
struct Sets {
    /// The options of each item, those that are left first.
    options: [[u16; 9]; 324],
    /// The index of each option in the sets of its four items.
    places: [[u8; 4]; 729],
}

impl Default for Sets {
    fn default() -> Self {
        let mut sets = Self { options: [[0; 9]; 324], places: [[0; 4]; 729] };
        let mut sizes = [0; 324];
        for (option, items) in ITEMS.iter().enumerate() {
            for (sort, &item) in items.iter().enumerate() {
                let size = &mut sizes[item as usize];
                sets.options[item as usize][*size] = option as u16;
                sets.places[option][sort] = *size as u8;
                *size += 1;
            }
        }
        sets
    }
}

impl Sets {
    /// Exchanges an option of an item with the last one that is left, at index `last`.
    fn remove(&mut self, option: usize, sort: usize, item: usize, last: usize) {
        let place = self.places[option][sort];
        let moved = self.options[item][last];
        self.options[item][place as usize] = moved;
        self.options[item][last] = option as u16;
        self.places[moved as usize][sort] = place;
        self.places[option][sort] = last as u8;
    }
}

struct Search<'a> {
    board: [[u8; 9]; 9],
    /// For each item, from the highest bit: whether it is covered, how many options it has left,
    /// and its number.
    keys: [i16; 324],
    sets: &'a mut Sets,
}

impl Search<'_> {
    /// Covers the items of the clues; false when one clue's option was removed by another.
    fn cover_clues<P: Probe>(&mut self, probe: P) -> bool {
        for at in 0..81 {
            probe.setup_cell(at);
            let digit = self.board[row_of(at)][column_of(at)] as usize;
            if digit != 0 {
                let option = 9 * at + digit - 1;
                if self.sets.places[option][0] as usize >= left(self.keys[at]) {
                    return false;
                }
                for item in ITEMS[option] {
                    self.cover(item as usize, probe);
                }
            }
        }
        true
    }

    fn backtrack<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        let least = self.keys.iter().fold(i16::MAX, |least, &key| least.min(key));
        if least >= COVERED {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }

        let (item, size) = (usize::from(least.cast_unsigned()) % OPTION as usize, left(least));
        let mut options = self.sets.options[item];
        options[..size].sort_unstable();
        self.cover(item, probe);
        // With a single option nothing is saved: if it fails, the nearest ancestor that had a
        // choice restores the sizes.
        let saved = if size > 1 {
            probe.branch(options[0] as usize / 9);
            Some(self.keys)
        } else {
            None
        };
        for &option in &options[..size] {
            let (at, digit) = (option as usize / 9, (option % 9) as u8 + 1);
            for other in ITEMS[option as usize].into_iter().filter(|&other| other as usize != item)
            {
                self.cover(other as usize, probe);
            }
            self.board[row_of(at)][column_of(at)] = digit;
            probe.why(Reason::FewestOptions { item, options: OptionsLeft::Number(size) });
            probe.place(at, digit);

            if self.backtrack(probe)? {
                return Ok(true);
            }

            if let Some(saved) = saved {
                self.keys = saved;
            }
            probe.undo(at);
        }
        probe.why(Reason::Failed { item, options: OptionsLeft::Number(size) });
        Ok(false)
    }

    /// Removes an item from the open ones, and its options from the sets of their other items.
    fn cover<P: Probe>(&mut self, item: usize, probe: P) {
        let (sort, size) = (item / 81, left(self.keys[item]));
        self.keys[item] += COVERED;
        probe.link();
        for i in 0..size {
            let option = self.sets.options[item][i] as usize;
            for step in 1..4 {
                let sort = (sort + step) % 4;
                let other = ITEMS[option][sort] as usize;
                self.keys[other] -= OPTION;
                self.sets.remove(option, sort, other, left(self.keys[other]));
                probe.link();
            }
        }
    }
}
