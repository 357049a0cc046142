//! [`Generator`]: new puzzles from a seed.

use sudoku_core::{Grid, Random, UNITS, box_of, column_of, row_of};

use crate::Entry;
use crate::search::Search;

/// What sort of puzzle to make.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// One solution, and without any of its clues more than one.
    #[default]
    Minimal,
    /// One solution, and exactly the wanted number of clues, some of which may not be needed.
    Unique,
    /// One solution, which filling in cells with one candidate is enough to find. No clue can be
    /// taken away without losing that.
    Easy,
    /// Two to 1000 solutions: a minimal puzzle that lost one to three clues.
    Several,
    /// No solution, and no two clues that contradict each other: a minimal puzzle in which one
    /// clue was changed.
    Unsolvable,
    /// Two equal clues in one row, column or box, in turn: a minimal puzzle and one clue more.
    Contradictory,
}

/// What to generate.
///
/// The default is minimal puzzles with any number of clues.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// What sort of puzzle.
    pub kind: Kind,
    /// Exactly so many clues. The further from 24, the longer a minimal puzzle takes to turn up:
    /// 22 to 27 is quick, 20 takes thousands of attempts.
    pub clues: Option<usize>,
}

/// No puzzle is as the options want it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// No puzzle of this kind has so many clues, or so few.
    #[error("no such puzzle has {wanted} clues, expected {least} to {most}")]
    Clues {
        /// What was wanted.
        wanted: usize,
        /// The smallest number that is known to be possible.
        least: usize,
        /// The greatest number that is known to be possible.
        most: usize,
    },
    /// [`Kind::Unique`] without the number of clues at which to stop.
    #[error("a unique puzzle needs a number of clues, expected 17 to 81")]
    CluesMissing,
}

/// Makes puzzles without end; the same seed and options make the same puzzles in the same order,
/// on every machine. The laboratory's own sets are made with it, and a change that alters the
/// sequence shows in their test.
///
/// Each attempt takes the next draws of one [`Random`]:
///
/// 1. An empty board is filled. The blank with the fewest candidates comes first, its candidates
///    are tried in a random order. (Not every solved grid is equally likely.)
/// 2. The cells are visited in a random order. A clue is taken away if the puzzle stays unique,
///    which is proven by refuting every other digit in its cell. As a clue that is needed once
///    stays needed, one visit to each cell makes the puzzle minimal.
/// 3. Other kinds than minimal are made from that, or stop the second step early.
///
/// An attempt that misses the wanted number of clues is thrown away.
///
/// ```
/// use sudoku_corpus::{Generator, Options};
///
/// let options = Options { clues: Some(24), ..Options::default() };
/// for puzzle in Generator::new(1, options)?.take(3) {
///     assert_eq!((puzzle.grid.clues(), puzzle.solutions), (24, 1));
/// }
/// # Ok::<(), sudoku_corpus::Impossible>(())
/// ```
#[derive(Debug, Clone)]
pub struct Generator {
    random: Random,
    options: Options,
    made: u64,
}

impl Generator {
    /// The sequence that belongs to a seed.
    ///
    /// # Errors
    ///
    /// When no puzzle can be as wanted. A number of clues that is merely rare is no error, and
    /// the search for it may take for ever.
    pub fn new(seed: u64, options: Options) -> Result<Self, Impossible> {
        let (least, most) = match options.kind {
            Kind::Minimal | Kind::Unsolvable => (17, 40),
            Kind::Unique | Kind::Easy => (17, 81),
            Kind::Several => (14, 39),
            Kind::Contradictory => (18, 41),
        };
        match options.clues {
            Some(wanted) if !(least..=most).contains(&wanted) => {
                Err(Impossible::Clues { wanted, least, most })
            }
            None if options.kind == Kind::Unique => Err(Impossible::CluesMissing),
            _ => Ok(Self { random: Random::seeded(seed), options, made: 0 }),
        }
    }

    /// Makes one attempt, which takes about a millisecond; `None` when the result is not as
    /// wanted. Placements are left out: they are for a solver to count.
    pub fn attempt(&mut self) -> Option<Entry> {
        let mut board = Search::new(&Grid::BLANK);
        let filled = board.fill(&mut self.random);
        debug_assert!(filled, "an empty board can be filled");
        let solution = board.grid();
        let unique =
            |grid| Entry { grid, solutions: 1, solution: Some(solution), placements: None };

        let entry = match self.options.kind {
            Kind::Minimal => unique(self.dig(board)),
            Kind::Unique => unique(self.dig_to(board, self.options.clues)),
            Kind::Easy => unique(self.dig_easy(solution)),
            Kind::Several => {
                let puzzle = self.dig(board);
                self.several(puzzle)?
            }
            Kind::Unsolvable => {
                let puzzle = self.dig(board);
                self.unsolvable(puzzle)?
            }
            Kind::Contradictory => {
                let puzzle = self.dig(board);
                self.contradictory(puzzle)?
            }
        };
        if self.options.clues.is_some_and(|wanted| wanted != entry.grid.clues()) {
            return None;
        }
        self.made += 1;
        Some(entry)
    }

    fn dig(&mut self, board: Search) -> Grid {
        self.dig_to(board, None)
    }

    fn dig_to(&mut self, mut board: Search, clues: Option<usize>) -> Grid {
        for at in self.cells() {
            if clues.is_some_and(|wanted| wanted == board.clues()) {
                break;
            }
            board.dig(at);
        }
        board.grid()
    }

    fn dig_easy(&mut self, solution: Grid) -> Grid {
        let mut puzzle = solution;
        for at in self.cells() {
            if self.options.clues.is_some_and(|wanted| wanted == puzzle.clues()) {
                break;
            }
            let dug = puzzle.with(at, 0);
            if singles_solve(dug) {
                puzzle = dug;
            }
        }
        puzzle
    }

    fn several(&mut self, mut puzzle: Grid) -> Option<Entry> {
        for _ in 0..=self.random.below(3) {
            puzzle = puzzle.with(self.clue(&puzzle), 0);
        }
        // Few solutions should not be rarer than many.
        let most = (2 << self.random.below(10)).min(1000);
        let solutions = Search::new(&puzzle).solutions(most)?;
        let first = solutions.first().copied();
        let count = solutions.len() as u64;
        Some(Entry { grid: puzzle, solutions: count, solution: first, placements: None })
    }

    fn unsolvable(&mut self, puzzle: Grid) -> Option<Entry> {
        let changed = puzzle.with(self.clue(&puzzle), self.random.below(9) as u8 + 1);
        if changed.conflict().is_some() || Search::new(&changed).solutions(0).is_none() {
            return None;
        }
        Some(Entry { grid: changed, solutions: 0, solution: None, placements: None })
    }

    fn contradictory(&mut self, puzzle: Grid) -> Option<Entry> {
        let clue = self.clue(&puzzle);
        let unit = UNITS[units_of(clue)[(self.made % 3) as usize]];
        let at = unit[self.random.below(9) as usize];
        let digit = puzzle.cells()[clue];
        let shared = units_of(clue).into_iter().filter(|unit| units_of(at).contains(unit)).count();
        let doubled = puzzle.with(at, digit);
        if puzzle.cells()[at] != 0 || shared != 1 || doubled.with(clue, 0).conflict().is_some() {
            return None;
        }
        Some(Entry { grid: doubled, solutions: 0, solution: None, placements: None })
    }

    /// All cells in a random order.
    fn cells(&mut self) -> [usize; 81] {
        let mut cells = std::array::from_fn(|at| at);
        self.random.shuffle(&mut cells);
        cells
    }

    /// A random cell that holds a clue.
    fn clue(&mut self, puzzle: &Grid) -> usize {
        let clues: Vec<usize> = (0..81).filter(|&at| puzzle.cells()[at] != 0).collect();
        clues[self.random.below(clues.len() as u64) as usize]
    }
}

impl Iterator for Generator {
    type Item = Entry;

    /// Makes attempts until one is as wanted. Never `None`.
    fn next(&mut self) -> Option<Entry> {
        std::iter::repeat_with(|| self.attempt()).flatten().next()
    }
}

/// The row, the column and the box of a cell, as numbers of [`UNITS`].
fn units_of(at: usize) -> [usize; 3] {
    [row_of(at), 9 + column_of(at), 18 + box_of(at)]
}

/// Fills cells that have one candidate, until there are none; true when that fills the board.
pub(crate) fn singles_solve(mut grid: Grid) -> bool {
    let candidates = |grid: &Grid, at: usize| {
        let in_sight = units_of(at).into_iter().flat_map(|unit| UNITS[unit]);
        let seen = in_sight.fold(0_u16, |seen, cell| seen | 1 << grid.cells()[cell]);
        !seen & 0b11_1111_1110
    };
    loop {
        let mut changed = false;
        for at in 0..81 {
            let free = candidates(&grid, at);
            if grid.cells()[at] == 0 && free.is_power_of_two() {
                grid = grid.with(at, free.trailing_zeros() as u8);
                changed = true;
            }
        }
        if !changed {
            return grid.blanks() == 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn made(kind: Kind, clues: Option<usize>, count: usize) -> Vec<Entry> {
        let options = Options { kind, clues };
        let made: Vec<Entry> = Generator::new(1, options).unwrap().take(count).collect();
        let grids: HashSet<Grid> = made.iter().map(|entry| entry.grid).collect();
        assert_eq!(grids.len(), count, "no puzzle comes twice");
        for entry in &made {
            if entry.grid.conflict().is_none() {
                let solutions = Search::new(&entry.grid).solutions(1000).unwrap();
                assert_eq!(entry.solutions, solutions.len() as u64);
                assert_eq!(entry.solution, solutions.first().copied());
            }
            if let Some(solution) = entry.solution {
                assert!(solution.is_solved() && solution.extends(&entry.grid));
            }
            assert!(clues.is_none_or(|clues| entry.grid.clues() == clues));
            assert_eq!(entry.placements, None);
        }
        made
    }

    fn without_a_clue(grid: Grid) -> impl Iterator<Item = Grid> {
        (0..81).filter(move |&at| grid.cells()[at] != 0).map(move |at| grid.with(at, 0))
    }

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let lines = |seed| -> Vec<String> {
            let generator = Generator::new(seed, Options::default()).unwrap();
            generator.take(2).map(|entry| entry.grid.to_string()).collect()
        };
        assert_eq!(lines(1), lines(1));
        assert_ne!(lines(1), lines(2));
        assert_eq!(
            lines(1),
            [
                "721..6........1...5.....42...42..5..6..........86.72...1......3.4.7..65....8....4",
                ".59.6....3..42......8....5....3..5.4.9...176.....9...372...6.3....2......81...9..",
            ]
        );
    }

    #[test]
    fn minimal_puzzles_need_every_clue() {
        for entry in
            made(Kind::Minimal, None, 50).into_iter().chain(made(Kind::Minimal, Some(24), 10))
        {
            assert_eq!(entry.solutions, 1);
            for grid in without_a_clue(entry.grid) {
                assert_eq!(
                    Search::new(&grid).solutions(1),
                    None,
                    "a clue of {} is idle",
                    entry.grid
                );
            }
        }
    }

    #[test]
    fn unique_puzzles_have_the_clues_that_were_asked_for() {
        for clues in [26, 35, 60, 81] {
            let count = if clues == 81 { 1 } else { 5 };
            assert!(made(Kind::Unique, Some(clues), count).iter().all(|e| e.solutions == 1));
        }
    }

    #[test]
    fn easy_puzzles_are_solved_by_single_candidates() {
        for clues in [None, Some(32)] {
            for entry in made(Kind::Easy, clues, 20) {
                assert!(singles_solve(entry.grid) && entry.solutions == 1);
                if clues.is_none() {
                    assert!(!without_a_clue(entry.grid).any(singles_solve));
                }
            }
        }
        assert!(!singles_solve(Grid::BLANK));
    }

    #[test]
    fn several_have_more_than_one_solution() {
        let counts: Vec<u64> =
            made(Kind::Several, None, 40).iter().map(|entry| entry.solutions).collect();
        assert!(counts.iter().all(|count| (2..=1000).contains(count)), "{counts:?}");
        assert!(counts.iter().any(|&count| count < 10) && counts.iter().any(|&count| count > 100));
    }

    #[test]
    fn unsolvable_puzzles_contradict_themselves_only_later() {
        for entry in made(Kind::Unsolvable, None, 40) {
            assert!(entry.solutions == 0 && entry.grid.conflict().is_none());
        }
    }

    #[test]
    fn contradictory_puzzles_take_turns() {
        for (index, entry) in made(Kind::Contradictory, None, 9).into_iter().enumerate() {
            let conflict = entry.grid.conflict().unwrap().to_string();
            let unit = ["row", "column", "box"][index % 3];
            assert!(conflict.contains(&format!("twice in {unit} ")), "{conflict}");
            let healed = without_a_clue(entry.grid).filter(|grid| grid.conflict().is_none());
            assert_eq!(healed.count(), 2, "one pair, and either of it is to blame");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |kind, clues| Generator::new(1, Options { kind, clues }).unwrap_err();
        assert_eq!(
            refused(Kind::Minimal, Some(16)).to_string(),
            "no such puzzle has 16 clues, expected 17 to 40"
        );
        assert_eq!(
            refused(Kind::Unique, Some(82)).to_string(),
            "no such puzzle has 82 clues, expected 17 to 81"
        );
        assert_eq!(refused(Kind::Unique, None), Impossible::CluesMissing);
    }
}
