//! Algorithm X on nine bits for each item; a guess copies them all.

use std::array;

use sudoku_core::{
    Contradictions, Grid, Info, OptionsLeft, Probe, Puzzle, Reason, Solver, Source, Tree,
    column_of, row_of,
};

use crate::{COUNTERS, ITEMS, KNUTH_2000};

/// The options of an item are nine bits; covering clears some, and a guess copies them all.
///
/// # The idea
///
/// Every item of a Sudoku has nine options at the start: nine digits for a cell, nine cells for a
/// digit in a unit. So a set of options needs no links and no array, only nine bits, and to take an
/// option out is to clear one. The items of 5 at (5, 5) in the [example](sudoku_core#the-example),
/// after the clues:
///
/// ```text
///                       digits 1 to 9
///   cell (5, 5)         ....5....           the only one left
///   cell (5, 2)         .2..5....  ──►  .2.......      (5 in row 5 is covered)
///
///                       columns 1 to 9
///   5 in row 5          .12.4.67.           is covered; its set stays as it is
/// ```
///
/// The bits that a set loses are not put back one by one. The node that guesses keeps a copy of all
/// the sets, in a few dozen wide moves, and starts each of its other options from it. A node whose
/// item has one option keeps none: when it fails, the nearest ancestor that had a choice puts back
/// the sets as they were before both.
///
/// How many options are left is counted beside the bits, in the *key* of
/// [`DancingCells`](crate::DancingCells): `512 * size + number of the item`. The least of the 324
/// keys names the first of the smallest items.
///
/// # Cost
///
/// The tree and the links are those of [`DancingLinks`](crate::DancingLinks): 52 nodes and 2,511
/// links in the example. A link is one subtraction and one XOR at a place that a table names, and
/// depends on no other link. The state is keys and bits, two bytes each for every item, and as much
/// for each guess on the path.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_exact_cover::Bitset;
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let counter = Counter::default();
/// let Ok(answer) = Bitset.solve(&Puzzle::try_from(grid)?, &counter);
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
/// Knuth, *Dancing Links* (2000): his Algorithm X says nothing of how the matrix is kept, and his
/// rule for the choice of the column is the one here. The differences: bits instead of links; the
/// state is copied at a guess, where he undoes; keys instead of a list of open columns; the clues
/// are covered before the search.
///
/// # Outside its assumptions
///
/// It behaves as [`DancingLinks`](crate::DancingLinks) does, and contradictory clues are found out
/// because the bit of the second is already cleared in the set of its cell. No puzzle leaves a
/// trace for the next.
///
/// # What the step buys
///
/// Dancing was invented for matrices whose columns may be long. Those of a Sudoku are short, and
/// here the simplest form is the fastest of the three. Where guesses follow each other closely, as
/// on `hard`, the copies cost more.
///
/// # Question
///
/// A guess copies all keys and bits. Predict how many copies the search makes on the example, and
/// in what part of its nodes it makes one on the puzzles of `classics`.
///
/// ```sh
/// cargo run --release -- tally --corpus leetcode-37 --solver exact-cover/bitset
/// cargo run --release -- tally --corpus classics --solver exact-cover/bitset
/// ```
///
/// <details><summary>Answer</summary>
///
/// None on the example, which has no guess, and on `classics` in fewer than one node in seven: a
/// node with one option left keeps no copy. So copies are rare, and the cheap link decides.
///
/// </details>
#[derive(Debug, Default)]
pub struct Bitset;

impl Solver for Bitset {
    const INFO: Info = Info {
        id: "exact-cover/bitset",
        idea: "exact cover; the options of an item are nine bits, copied where the search guesses",
        sources: &[Source {
            work: &KNUTH_2000,
            part: "algorithm X and the choice of the smallest column",
            differs: "nine bits for each column instead of links; the state is copied at a guess; \
                      the clues are covered before the search",
        }],
        tree: Tree("exact-cover"),
        counters: COUNTERS,
        contradictions: Contradictions::Covered,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let keys = array::from_fn(|item| 9 * OPTION + (item as u16).cast_signed());
        let items = Items { keys, options: [0x1ff; 324] };
        let mut search = Search { board: puzzle.rows(), items };
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

/// The nine options of each item, in ascending order. The arrays have 16 places so that no index
/// has to be checked.
const OPTIONS: [[u16; 16]; 324] = tables().0;

/// The bit of each option in each of its items.
const BITS: [[u16; 4]; 729] = tables().1;

const fn tables() -> ([[u16; 16]; 324], [[u16; 4]; 729]) {
    let (mut options, mut bits, mut sizes) = ([[0; 16]; 324], [[0; 4]; 729], [0; 324]);
    let mut option = 0;
    while option < 729 {
        let mut sort = 0;
        while sort < 4 {
            let item = ITEMS[option][sort] as usize;
            options[item][sizes[item]] = option as u16;
            bits[option][sort] = 1 << sizes[item];
            sizes[item] += 1;
            sort += 1;
        }
        option += 1;
    }
    (options, bits)
}

/// The first option of an item among those that are left.
fn first(all: &[u16; 16], left: u16) -> usize {
    all[left.trailing_zeros() as usize % 16] as usize
}

struct Search {
    board: [[u8; 9]; 9],
    items: Items,
}

#[derive(Clone, Copy)]
struct Items {
    /// For each item, from the highest bit: whether it is covered, how many options it has left,
    /// and its number.
    keys: [i16; 324],
    /// For each item, one bit for each option that is left.
    options: [u16; 324],
}

impl Search {
    /// Covers the items of the clues; false when one clue's option was removed by another.
    fn cover_clues<P: Probe>(&mut self, probe: P) -> bool {
        for at in 0..81 {
            probe.setup_cell(at);
            let digit = self.board[row_of(at)][column_of(at)] as usize;
            if digit != 0 {
                let option = 9 * at + digit - 1;
                if self.items.options[at] & BITS[option][0] == 0 {
                    return false;
                }
                for item in ITEMS[option] {
                    self.items.cover(item as usize, probe);
                }
            }
        }
        true
    }

    fn backtrack<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        let Some(item) = self.items.smallest() else {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        };

        let (all, mut options) = (&OPTIONS[item], self.items.options[item]);
        self.items.cover(item, probe);
        // With a single option nothing is saved: if it fails, the nearest ancestor that had a
        // choice restores the items.
        let saved = if options & options.wrapping_sub(1) != 0 {
            probe.branch(first(all, options) / 9);
            Some(self.items)
        } else {
            None
        };
        while options != 0 {
            let option = first(all, options);
            let (at, digit) = (option / 9, (option % 9) as u8 + 1);
            for other in ITEMS[option].into_iter().filter(|&other| other as usize != item) {
                self.items.cover(other as usize, probe);
            }
            self.board[row_of(at)][column_of(at)] = digit;
            probe.why(Reason::FewestOptions {
                item,
                options: OptionsLeft::Bits(self.items.options[item]),
            });
            probe.place(at, digit);

            if self.backtrack(probe)? {
                return Ok(true);
            }

            if let Some(saved) = saved {
                self.items = saved;
            }
            probe.undo(at);
            options &= options - 1;
        }
        probe.why(Reason::Failed { item, options: OptionsLeft::Bits(self.items.options[item]) });
        Ok(false)
    }
}

impl Items {
    /// The first of the open items with the fewest options; `None` if all items are covered.
    fn smallest(&self) -> Option<usize> {
        let least = self.keys.iter().fold(i16::MAX, |least, &key| least.min(key));
        (least < COVERED).then_some((least & (OPTION - 1)) as usize)
    }

    /// Removes an item from the open ones, and its options from the sets of their other items.
    fn cover<P: Probe>(&mut self, item: usize, probe: P) {
        self.keys[item] += COVERED;
        probe.link();
        let (sort, all, mut options) = (item / 81, &OPTIONS[item], self.options[item]);
        while options != 0 {
            let option = first(all, options);
            for step in 1..4 {
                let sort = (sort + step) % 4;
                let other = ITEMS[option][sort] as usize;
                self.keys[other] -= OPTION;
                self.options[other] ^= BITS[option][sort];
                probe.link();
            }
            options &= options - 1;
        }
    }
}
