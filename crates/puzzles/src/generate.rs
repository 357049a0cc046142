//! [`Generator`]: new puzzles from a seed.

use sudoku_core::{Grid, Proof, Puzzle, Random, UNITS};

use crate::KnownPuzzle;
use crate::search::{Search, fill, second, singles_solve, units_of};

/// The kind of puzzle to make.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PuzzleKind {
    /// One solution, and removing any clue gives more than one.
    #[default]
    Minimal,
    /// One solution, and exactly the wanted number of clues, some of which may not be needed.
    Unique,
    /// One solution, which can be found by filling cells that have one candidate. Without any one
    /// of its clues, that is no longer so.
    Easy,
    /// Two to 100,000 solutions: a minimal puzzle from which clues were removed. Sixteen ranges of
    /// the number of solutions take turns: 2 to 3, 4 to 7, 8 to 15 and so on, each twice as wide as
    /// the one before.
    Multi,
    /// No solution, and no two clues that contradict each other: a minimal puzzle in which one
    /// clue was changed.
    Unsolvable,
    /// Two equal clues in one unit, a row, a column and a box in turn: a minimal puzzle with one
    /// clue more.
    Contradictory,
}

impl PuzzleKind {
    /// All kinds, with their names and meanings.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Minimal, "minimal", "One solution, and no clue can be removed"),
        (Self::Unique, "unique", "One solution, and the number of clues that --clues gives"),
        (Self::Easy, "easy", "Solved by filling cells that have one candidate"),
        (
            Self::Multi,
            "multi",
            "2 to 3 solutions, 4 to 7, 8 to 15 and so on up to 100,000, in turn",
        ),
        (
            Self::Unsolvable,
            "unsolvable",
            "No solution, although no two clues contradict each other",
        ),
        (
            Self::Contradictory,
            "contradictory",
            "Two equal clues: in a row, in a column, and in a box, in turn",
        ),
    ];
}

/// A symmetry of the pattern of clues: turned or mirrored in this way, the same cells hold clues.
/// (The digits may differ.)
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pattern {
    /// No symmetry is required.
    #[default]
    Any,
    /// Rotation by 180 degrees.
    HalfTurn,
    /// Rotation by 90 degrees: cells come in fours.
    QuarterTurn,
    /// Mirrored left to right.
    Horizontal,
    /// Mirrored top to bottom.
    Vertical,
    /// Mirrored in the diagonal from the top left to the bottom right.
    Diagonal,
    /// Mirrored in the other diagonal.
    AntiDiagonal,
}

impl Pattern {
    /// All symmetries, with their names and meanings.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::Any, "none", "No symmetry"),
        (Self::HalfTurn, "half-turn", "Rotation by 180 degrees"),
        (Self::QuarterTurn, "quarter-turn", "Rotation by 90 degrees"),
        (Self::Horizontal, "horizontal", "Reflection left to right"),
        (Self::Vertical, "vertical", "Reflection top to bottom"),
        (Self::Diagonal, "diagonal", "Reflection in the diagonal from the top left"),
        (Self::AntiDiagonal, "anti-diagonal", "Reflection in the diagonal from the top right"),
    ];

    /// The cell that must hold a clue if `at` does.
    fn image(self, at: usize) -> usize {
        let (row, column) = (at / 9, at % 9);
        let (row, column) = match self {
            Self::Any => (row, column),
            Self::HalfTurn => (8 - row, 8 - column),
            Self::QuarterTurn => (column, 8 - row),
            Self::Horizontal => (row, 8 - column),
            Self::Vertical => (8 - row, column),
            Self::Diagonal => (column, row),
            Self::AntiDiagonal => (8 - column, 8 - row),
        };
        row * 9 + column
    }

    /// The cells that hold a clue if and only if `at` does, `at` first.
    fn orbit(self, at: usize) -> impl Iterator<Item = usize> {
        let next = move |&last: &usize| Some(self.image(last)).filter(|&next| next != at);
        std::iter::successors(Some(at), next)
    }

    /// The sets of cells that hold clues together, in the order in which these cells come first.
    fn orbits(self, cells: &[usize; 81]) -> Vec<u128> {
        let mut orbits = Vec::with_capacity(81);
        let mut seen = 0;
        for &at in cells {
            let orbit = self.orbit(at).fold(0, |set, at| set | 1 << at);
            if orbit & seen == 0 {
                seen |= orbit;
                orbits.push(orbit);
            }
        }
        orbits
    }
}

/// The options of a generator.
///
/// The default is minimal puzzles with any number of clues in any pattern.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// The kind of puzzle.
    pub kind: PuzzleKind,
    /// The exact number of clues. The further from 24, the longer a minimal puzzle takes to turn
    /// up: 22 to 27 is quick, 20 takes thousands of attempts.
    pub clues: Option<usize>,
    /// The symmetry of the cells with clues. Only for [`PuzzleKind::Minimal`],
    /// [`PuzzleKind::Unique`] and [`PuzzleKind::Easy`]. Minimal then means that no orbit of clues
    /// (the one, two or four cells that the pattern ties together) can be removed as a whole; a
    /// single clue of an orbit perhaps could.
    pub pattern: Pattern,
}

/// Options that no puzzle meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// No puzzle of this kind has this number of clues: it is too large or too small.
    #[error("no such puzzle has {wanted} clues, expected {least} to {most}")]
    Clues {
        /// The number of clues that was wanted.
        wanted: usize,
        /// The smallest number that is known to be possible.
        least: usize,
        /// The greatest number that is known to be possible.
        most: usize,
    },
    /// [`PuzzleKind::Unique`] without the number of clues at which to stop.
    #[error("a unique puzzle needs a number of clues, expected 17 to 81")]
    CluesMissing,
    /// [`PuzzleKind::Contradictory`] where puzzles without contradictions are wanted.
    #[error("clues that contradict each other are no puzzle to be solved")]
    Contradictory,
    /// A [`Pattern`] for a kind that does not keep one.
    #[error("only minimal, unique and easy puzzles can be symmetric")]
    PatternLost,
    /// [`Pattern::QuarterTurn`] with a number of clues that is neither a multiple of 4 nor one
    /// more.
    #[error(
        "no such puzzle has {wanted} clues: with a quarter turn it is a multiple of 4, or 1 more"
    )]
    NotFours {
        /// The number of clues that was wanted.
        wanted: usize,
    },
}

/// An endless sequence of puzzles. The same seed and options give the same puzzles in the same
/// order on every machine. The sets of this crate are made with it, so a change that alters the
/// sequence fails their test.
///
/// Each attempt draws its random numbers from one [`Random`]:
///
/// 1. It fills an empty board. The blank with the fewest candidates comes first, and its candidates
///    are tried in a random order. (Not every solved grid is equally likely.)
/// 2. It goes through the cells in a random order, taking together those that a [`Pattern`] ties
///    together, and removes their clues if the puzzle stays unique. A clue that is needed once stays
///    needed, so one pass over the cells makes the puzzle minimal.
/// 3. Kinds other than minimal are made from that puzzle, or stop the second step early.
///
/// An attempt that misses the wanted number of clues is discarded. [`climb`](Generator::climb)
/// changes a puzzle until it has a wanted cost.
///
/// # Cost
///
/// Some thousand minimal puzzles a second on one core of 2026, nearly all of it for proofs.
/// [`Draft::finish_all`] uses a faster solver for the proofs of many puzzles at once.
///
/// # How random the minimal puzzles are
///
/// Removing clues in this way favours puzzles with few clues: 50,000 of them have 24.37 on average
/// (standard deviation 1.12), as is known of the method. If all minimal puzzles were equally
/// likely, the average would be about 26.58 (Denis Berthier, *Unbiased Statistics of a Constraint
/// Satisfaction Problem*, 2009: estimated with a generator of controlled bias, which is some
/// 250,000 times slower and is not here). So a mean over these puzzles is a mean of this sample,
/// not of all minimal puzzles. To estimate the latter, take the mean for each number of clues and
/// weight these means by Berthier's estimated shares: 2.3 % have 24 clues, then 13.4, 31.9, 32.7,
/// 15.5 and 3.6 % up to 29. Among puzzles with equally many clues, no bias is known except that of
/// the filled boards.
///
/// ```
/// use sudoku_puzzles::{Generator, Options};
///
/// let options = Options { clues: Some(24), ..Options::default() };
/// for puzzle in Generator::new(1, options)?.take(3) {
///     assert_eq!((puzzle.grid.clues(), puzzle.solutions), (24, 1));
/// }
/// # Ok::<(), sudoku_puzzles::Impossible>(())
/// ```
#[derive(Debug, Clone)]
pub struct Generator {
    pub(crate) random: Random,
    pub(crate) options: Options,
    made: u64,
    at_once: usize,
}

impl Generator {
    /// The sequence of puzzles for this seed.
    ///
    /// # Errors
    ///
    /// When no puzzle meets the options. A number of clues that is merely rare is no error, and the
    /// search for such a puzzle may take for ever.
    pub fn new(seed: u64, options: Options) -> Result<Self, Impossible> {
        let (least, most) = match options.kind {
            PuzzleKind::Minimal | PuzzleKind::Unsolvable => (17, 40),
            PuzzleKind::Unique | PuzzleKind::Easy => (17, 81),
            PuzzleKind::Multi => (14, 39),
            PuzzleKind::Contradictory => (18, 41),
        };
        let kept =
            matches!(options.kind, PuzzleKind::Minimal | PuzzleKind::Unique | PuzzleKind::Easy);
        if options.pattern != Pattern::Any && !kept {
            return Err(Impossible::PatternLost);
        }
        match options.clues {
            Some(wanted) if !(least..=most).contains(&wanted) => {
                Err(Impossible::Clues { wanted, least, most })
            }
            Some(wanted) if options.pattern == Pattern::QuarterTurn && wanted % 4 > 1 => {
                Err(Impossible::NotFours { wanted })
            }
            None if options.kind == PuzzleKind::Unique => Err(Impossible::CluesMissing),
            _ => Ok(Self { random: Random::seeded(seed), options, made: 0, at_once: 1 }),
        }
    }

    /// Makes one attempt, which takes less than a millisecond, or up to some tenths of a second for
    /// [`PuzzleKind::Multi`]. `None` when the result does not meet the options.
    /// [`KnownPuzzle::placements`] is `None`, because only a solver can count placements.
    pub fn attempt(&mut self) -> Option<KnownPuzzle> {
        self.draft().finish()
    }

    /// Draws the random numbers of one attempt, which any thread can then [finish](Draft::finish)
    /// with the same result. That is a twentieth of the work of an attempt for minimal, unique and
    /// easy puzzles, and all of it for other kinds.
    ///
    /// ```
    /// use sudoku_puzzles::{Generator, Options};
    ///
    /// let [mut one, mut other] = [(); 2].map(|()| Generator::new(1, Options::default()).unwrap());
    /// let drafts: Vec<_> = (0..3).map(|_| one.draft()).collect();
    /// assert!(drafts.into_iter().all(|draft| draft.finish() == other.attempt()));
    /// ```
    pub fn draft(&mut self) -> Draft {
        let options = self.options;
        let solution = fill(&mut self.random);
        let groups = options.pattern.orbits(&self.cells());
        let least = match options.kind {
            PuzzleKind::Unique | PuzzleKind::Easy => options.clues.unwrap_or(0),
            _ => 0,
        };
        let mut dig = Box::new(Dig::new(&solution, &solution, groups, least));
        let further = match options.kind {
            PuzzleKind::Minimal | PuzzleKind::Unique | PuzzleKind::Easy => {
                return Draft(Stage::Full(options, dig));
            }
            PuzzleKind::Multi => Self::multi,
            PuzzleKind::Unsolvable => Self::unsolvable,
            PuzzleKind::Contradictory => Self::contradictory,
        };
        let puzzle = dig.run();
        let made = further(self, puzzle);
        let made = made.filter(|entry| options.fit(entry));
        self.made += u64::from(made.is_some());
        Draft(Stage::Made(made))
    }

    /// The drafts of the next attempts, to be finished [side by side](Draft::finish_all): one, and
    /// each time twice as many, up to 256. Only one if the draft is all the work.
    pub fn drafts(&mut self) -> Vec<Draft> {
        const MOST: usize = 256;
        let drafts: Vec<Draft> = (0..self.at_once).map(|_| self.draft()).collect();
        if let Some(Draft(Stage::Full(..))) = drafts.last() {
            self.at_once = MOST.min(2 * self.at_once);
        }
        drafts
    }

    fn multi(&mut self, mut puzzle: Grid) -> Option<KnownPuzzle> {
        let least = 2 << (self.made % 16);
        let most = (2 * least - 1).min(100_000);
        loop {
            puzzle = puzzle.with(self.clue(&puzzle), 0);
            let (solutions, solution) = Search::new(&puzzle).count(most)?;
            if solutions >= least {
                return Some(KnownPuzzle { grid: puzzle, solutions, solution, placements: None });
            }
        }
    }

    fn unsolvable(&mut self, puzzle: Grid) -> Option<KnownPuzzle> {
        let changed = puzzle.with(self.clue(&puzzle), self.random.below(9) as u8 + 1);
        if changed.conflict().is_some() || Search::new(&changed).count(0).is_none() {
            return None;
        }
        Some(KnownPuzzle { grid: changed, solutions: 0, solution: None, placements: None })
    }

    fn contradictory(&mut self, puzzle: Grid) -> Option<KnownPuzzle> {
        let clue = self.clue(&puzzle);
        let unit = UNITS[units_of(clue)[(self.made % 3) as usize]];
        let at = unit[self.random.below(9) as usize];
        let digit = puzzle.cells()[clue];
        let shared = units_of(clue).into_iter().filter(|unit| units_of(at).contains(unit)).count();
        let doubled = puzzle.with(at, digit);
        if puzzle.cells()[at] != 0 || shared != 1 || doubled.with(clue, 0).conflict().is_some() {
            return None;
        }
        Some(KnownPuzzle { grid: doubled, solutions: 0, solution: None, placements: None })
    }

    /// All cells in a random order.
    pub(crate) fn cells(&mut self) -> [usize; 81] {
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
    type Item = KnownPuzzle;

    /// Makes attempts until a puzzle meets the options. Never `None`.
    fn next(&mut self) -> Option<KnownPuzzle> {
        std::iter::repeat_with(|| self.attempt()).flatten().next()
    }
}

impl Options {
    /// True if a puzzle has the wanted number of clues.
    fn fit(&self, entry: &KnownPuzzle) -> bool {
        self.clues.is_none_or(|wanted| wanted == entry.grid.clues())
    }
}

/// An attempt of a [`Generator`] that has drawn all its random numbers.
#[derive(Debug, Clone)]
pub struct Draft(Stage);

#[derive(Debug, Clone)]
enum Stage {
    Full(Options, Box<Dig>),
    Made(Option<KnownPuzzle>),
}

impl Draft {
    /// Returns the puzzle; `None` if it does not meet the options.
    pub fn finish(mut self) -> Option<KnownPuzzle> {
        if let Some(dig) = self.searched() {
            dig.run();
        }
        // The last check is the search that has dug.
        self.finished().unwrap_or_default()
    }

    /// Finishes attempts side by side, with the results of [`finish`](Self::finish). `search` writes
    /// up to two solutions of every puzzle into its proof; a fast solver for many puzzles takes a
    /// fraction of the time. It need not be trusted: where a clue stays, another solution without it
    /// was checked, and the search of this crate shows that the finished puzzle has no second one.
    ///
    /// # Errors
    ///
    /// [`WrongProof`] when `search` is found to be wrong.
    ///
    /// ```
    /// use sudoku_puzzles::{Draft, Generator, Options, WrongProof};
    ///
    /// let mut generator = Generator::new(1, Options::default()).unwrap();
    /// let nothing_found = Draft::finish_all(generator.drafts(), |_, _| {});
    /// assert!(matches!(nothing_found, Err(WrongProof(_))));
    /// ```
    pub fn finish_all(
        mut drafts: Vec<Self>,
        mut search: impl FnMut(&[Puzzle], &mut [Proof]),
    ) -> Result<Vec<Option<KnownPuzzle>>, WrongProof> {
        let mut digging: Vec<&mut Dig> = drafts.iter_mut().filter_map(Self::searched).collect();
        let (mut puzzles, mut proofs) = (Vec::new(), Vec::new());
        loop {
            puzzles.clear();
            digging.retain_mut(|dig| {
                let asked = dig.ask();
                // A part of a solved grid has no conflict.
                puzzles.extend(asked.map(Puzzle::unchecked));
                asked.is_some()
            });
            if digging.is_empty() {
                return drafts.into_iter().map(Self::finished).collect();
            }
            proofs.clear();
            proofs.resize_with(puzzles.len(), Proof::default);
            search(&puzzles, &mut proofs);
            for ((dig, puzzle), proof) in digging.iter_mut().zip(&puzzles).zip(&proofs) {
                dig.hear(proof.solutions()).ok_or(WrongProof(*puzzle.grid()))?;
            }
        }
    }

    /// The digging that asks a search for two solutions.
    fn searched(&mut self) -> Option<&mut Dig> {
        match &mut self.0 {
            Stage::Full(Options { kind: PuzzleKind::Easy, .. }, _) | Stage::Made(_) => None,
            Stage::Full(_, dig) => Some(dig),
        }
    }

    /// Digs what is left to dig by the searches of this crate, and checks the puzzle.
    fn finished(self) -> Result<Option<KnownPuzzle>, WrongProof> {
        let (options, mut dig) = match self.0 {
            Stage::Full(options, dig) => (options, dig),
            Stage::Made(made) => return Ok(made),
        };
        if options.kind == PuzzleKind::Easy {
            while let Some(grid) = dig.ask() {
                if singles_solve(grid) {
                    dig.accept();
                } else {
                    dig.refuse(dig.clues & !dig.left);
                }
            }
        }
        let (grid, solution) = (dig.asked, dig.solution);
        if second(&grid, &solution).is_some() {
            return Err(WrongProof(grid));
        }
        let entry = KnownPuzzle { grid, solutions: 1, solution: Some(solution), placements: None };
        Ok(Some(entry).filter(|entry| options.fit(entry)))
    }
}

/// The error for a search that has missed a solution of this puzzle, or has found a wrong one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a search for two solutions of {0} missed one or gave a wrong one")]
pub struct WrongProof(pub Grid);

/// Goes through groups of clues once, and removes each if the puzzle then still has one solution.
///
/// A question removes several groups. If the answer is another solution, a clue must stay in one of
/// the cells in which it differs; where only one group is left of these, it stays without a question.
#[derive(Debug, Clone)]
pub(crate) struct Dig {
    solution: Grid,
    /// The puzzle so far, and the cells of its clues.
    puzzle: Grid,
    clues: u128,
    /// The groups, of which those before `next` are done.
    groups: Vec<u128>,
    next: usize,
    /// An index into [`WIDTHS`](Self::WIDTHS).
    width: usize,
    /// The number of clues below which the puzzle does not go.
    least: usize,
    /// Of the cells in each of these sets, one must be a clue.
    needed: Vec<u128>,
    /// The puzzle of the last question, its clues, and the first group behind it.
    asked: Grid,
    left: u128,
    end: usize,
}

impl Dig {
    /// The numbers of groups that questions remove, until one is refused. Half of a full board can
    /// often be removed.
    const WIDTHS: [usize; 4] = [40, 4, 2, 1];

    /// `puzzle` has one solution.
    pub(crate) fn new(puzzle: &Grid, solution: &Grid, groups: Vec<u128>, least: usize) -> Self {
        let clues = (0..81).filter(|&at| puzzle.cells()[at] != 0).fold(0, |set, at| set | 1 << at);
        Self {
            solution: *solution,
            puzzle: *puzzle,
            clues,
            groups,
            next: 0,
            width: 0,
            least,
            needed: Vec::new(),
            asked: *puzzle,
            left: clues,
            end: 0,
        }
    }

    /// The next puzzle of which to ask whether it has one solution; `None` if all groups are done.
    fn ask(&mut self) -> Option<Grid> {
        (self.left, self.end) = (self.clues, self.next);
        let mut removed = 0;
        while self.end < self.groups.len() && removed < Self::WIDTHS[self.width] {
            let without = self.left & !self.groups[self.end];
            if without.count_ones() as usize >= self.least
                && self.needed.iter().all(|set| set & without != 0)
            {
                self.left = without;
                removed += 1;
            }
            self.end += 1;
        }
        let (mut asked, mut dug) = (self.puzzle, self.clues & !self.left);
        while dug != 0 {
            asked = asked.with(dug.trailing_zeros() as usize, 0);
            dug &= dug - 1;
        }
        self.asked = asked;
        (removed > 0).then_some(asked)
    }

    /// Takes the answer that the puzzle has one solution.
    fn accept(&mut self) {
        (self.puzzle, self.clues, self.next) = (self.asked, self.left, self.end);
        if !self.needed.is_empty() {
            let ahead = self.groups[self.next..].iter().fold(0, |set, group| set | group);
            let kept = self.clues & !ahead;
            self.needed.retain(|set| set & kept == 0);
        }
    }

    /// Takes the answer that the puzzle has another solution, which differs in these cells.
    fn refuse(&mut self, differ: u128) {
        self.needed.push(differ);
        self.width = (self.width + 1).min(Self::WIDTHS.len() - 1);
    }

    /// Takes up to two solutions as the answer; `None` if they are wrong or too few.
    fn hear(&mut self, solutions: impl Iterator<Item = Grid>) -> Option<()> {
        let (mut other, mut is_known_found) = (0, false);
        for solution in solutions {
            match differ(&solution, &self.solution) {
                0 if is_known_found => return None,
                0 => is_known_found = true,
                cells if cells & self.left != 0 || !solution.is_solved() => return None,
                cells => other = cells,
            }
        }
        match (other, is_known_found) {
            (0, false) => return None,
            (0, true) => self.accept(),
            _ => self.refuse(other),
        }
        Some(())
    }

    /// Goes through all groups by the search of this crate.
    pub(crate) fn run(&mut self) -> Grid {
        while let Some(grid) = self.ask() {
            match second(&grid, &self.solution) {
                None => self.accept(),
                Some(other) => self.refuse(differ(&other, &self.solution)),
            }
        }
        self.puzzle
    }
}

/// The cells in which two solved grids differ.
fn differ(one: &Grid, other: &Grid) -> u128 {
    let mut cells = [[0; 96]; 2];
    for (cells, grid) in cells.iter_mut().zip([one, other]) {
        cells[..81].copy_from_slice(grid.cells());
    }
    let [one, other] = &cells;
    let (ones, others) = (one.as_chunks::<8>().0, other.as_chunks::<8>().0);
    let mut set = 0;
    for (at, (one, other)) in ones.iter().zip(others).enumerate() {
        // The highest bit of each byte that is not 0; then the product brings the eight together.
        const LOWER: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let bytes = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        let highest = (((bytes & LOWER) + LOWER) | bytes) & !LOWER;
        let eight = (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= u128::from(eight) << (8 * at);
    }
    set
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use sudoku_core::Probe;

    use super::*;
    use crate::{SolutionCount, solutions};

    fn made(kind: PuzzleKind, clues: Option<usize>, count: usize) -> Vec<KnownPuzzle> {
        made_as(Options { kind, clues, ..Options::default() }, count)
    }

    fn made_as(options: Options, count: usize) -> Vec<KnownPuzzle> {
        let clues = options.clues;
        let made: Vec<KnownPuzzle> = Generator::new(1, options).unwrap().take(count).collect();
        let grids: HashSet<Grid> = made.iter().map(|entry| entry.grid).collect();
        assert_eq!(grids.len(), count, "no puzzle comes twice");
        for entry in &made {
            if entry.grid.conflict().is_none() {
                let found = Search::new(&entry.grid).count(100_000).unwrap();
                assert_eq!((entry.solutions, entry.solution), found);
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
        for entry in made(PuzzleKind::Minimal, None, 50).into_iter().chain(made(
            PuzzleKind::Minimal,
            Some(24),
            10,
        )) {
            assert_eq!(entry.solutions, 1);
            for grid in without_a_clue(entry.grid) {
                assert_eq!(Search::new(&grid).count(1), None, "a clue of {} is idle", entry.grid);
            }
        }
    }

    #[test]
    fn unique_puzzles_have_the_clues_that_were_asked_for() {
        for clues in [26, 35, 60, 81] {
            let count = if clues == 81 { 1 } else { 5 };
            assert!(made(PuzzleKind::Unique, Some(clues), count).iter().all(|e| e.solutions == 1));
        }
    }

    #[test]
    fn easy_puzzles_are_solved_by_single_candidates() {
        for clues in [None, Some(32)] {
            for entry in made(PuzzleKind::Easy, clues, 20) {
                assert!(singles_solve(entry.grid) && entry.solutions == 1);
                if clues.is_none() {
                    assert!(!without_a_clue(entry.grid).any(singles_solve));
                }
            }
        }
        assert!(!singles_solve(Grid::BLANK));
    }

    #[test]
    fn multi_takes_turns_from_few_to_many_solutions() {
        // The set `multi` has the larger sizes.
        for (index, entry) in made(PuzzleKind::Multi, None, 12).into_iter().enumerate() {
            let least = 2 << index;
            assert!((least..2 * least).contains(&entry.solutions), "{}", entry.solutions);
        }
    }

    #[test]
    fn no_puzzle_has_more_than_100_000_solutions() {
        // Only puzzles of the last size, 65,536 solutions or more, can come up against the limit.
        let options = Options { kind: PuzzleKind::Multi, ..Options::default() };
        let last = |seed| {
            let mut generator = Generator::new(seed, options).unwrap();
            generator.made = 15;
            generator.next().unwrap().solutions
        };
        for solutions in (0..6).map(last) {
            assert!((65_536..=100_000).contains(&solutions), "{solutions}");
        }
    }

    #[test]
    fn patterns_are_kept() {
        use Pattern::{AntiDiagonal, Any, Diagonal, HalfTurn, Horizontal, QuarterTurn, Vertical};
        // The pattern, the orbit of the corner, and the number of cells that are mapped to
        // themselves.
        for (pattern, corner, alone) in [
            (Any, &[0][..], 81),
            (HalfTurn, &[0, 80], 1),
            (QuarterTurn, &[0, 8, 80, 72], 1),
            (Horizontal, &[0, 8], 9),
            (Vertical, &[0, 72], 9),
            (Diagonal, &[0], 9),
            (AntiDiagonal, &[0, 80], 9),
        ] {
            assert_eq!(pattern.orbit(0).collect::<Vec<_>>(), corner, "{pattern:?}");
            assert_eq!((0..81).filter(|&at| pattern.image(at) == at).count(), alone);
            let kinds = [
                (PuzzleKind::Minimal, None),
                (PuzzleKind::Unique, Some(40)),
                (PuzzleKind::Easy, None),
            ];
            for (kind, clues) in kinds {
                for KnownPuzzle { grid, .. } in made_as(Options { kind, clues, pattern }, 5) {
                    let holds = |at: usize| grid.cells()[at] != 0;
                    assert!((0..81).all(|at| holds(at) == holds(pattern.image(at))), "{grid}");
                    let clues = (0..81).filter(|&at| holds(at));
                    let mut smaller =
                        clues.map(|at| pattern.orbit(at).fold(grid, |grid, at| grid.with(at, 0)));
                    match kind {
                        PuzzleKind::Minimal => {
                            assert!(smaller.all(|grid| Search::new(&grid).count(1).is_none()));
                        }
                        PuzzleKind::Easy => assert!(!smaller.any(singles_solve)),
                        _ => {}
                    }
                }
            }
        }
        assert_eq!([Diagonal.image(1), AntiDiagonal.image(1)], [9, 71]);
    }

    /// Removes the clues of one orbit after the other.
    fn one_by_one(dig: &Dig, pattern: Pattern, passes: impl Fn(&Grid) -> bool) -> Grid {
        let mut grid = dig.solution;
        for group in &dig.groups {
            let orbit: Vec<usize> = pattern.orbit(group.trailing_zeros() as usize).collect();
            let without = orbit.iter().fold(grid, |grid, &at| grid.with(at, 0));
            if without.clues() >= dig.least && passes(&without) {
                grid = without;
            }
        }
        grid
    }

    /// Shows the first two solutions.
    fn show(grid: &Grid, proof: &Proof) {
        let _ = Search::new(grid).each(&mut |full| {
            let ends = proof.solved(&full.grid());
            if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    #[test]
    fn clues_are_removed_as_one_by_one() {
        use Pattern::{Any, Diagonal, HalfTurn, QuarterTurn};
        let unique = |grid: &Grid| matches!(solutions(grid, u64::MAX), Some(SolutionCount::One(_)));
        for pattern in [Any, HalfTurn, QuarterTurn, Diagonal] {
            for (kind, clues) in [
                (PuzzleKind::Minimal, None),
                (PuzzleKind::Minimal, Some(24)),
                (PuzzleKind::Unique, Some(25)),
                (PuzzleKind::Unique, Some(40)),
                (PuzzleKind::Unique, Some(81)),
                (PuzzleKind::Easy, None),
            ] {
                let mut generator = Generator::new(1, Options { kind, clues, pattern }).unwrap();
                let (mut drafts, mut expected) = (Vec::new(), Vec::new());
                for draft in std::iter::repeat_with(|| generator.draft()).take(10) {
                    let Draft(Stage::Full(_, dig)) = &draft else { panic!("it is finished") };
                    let grid = match kind {
                        PuzzleKind::Easy => one_by_one(dig, pattern, |grid| singles_solve(*grid)),
                        _ => one_by_one(dig, pattern, unique),
                    };
                    let wanted = Some(grid).filter(|grid| clues.is_none_or(|n| n == grid.clues()));
                    assert_eq!(
                        draft.clone().finish().map(|entry| entry.grid),
                        wanted,
                        "{pattern:?}"
                    );
                    drafts.push(draft);
                    expected.push(wanted);
                }
                let made = Draft::finish_all(drafts, |puzzles, proofs| {
                    for (puzzle, proof) in puzzles.iter().zip(proofs) {
                        show(puzzle.grid(), proof);
                    }
                });
                let made = made.unwrap().into_iter().map(|made| made.map(|entry| entry.grid));
                assert!(made.eq(expected), "{kind:?} {clues:?} {pattern:?}");
            }
        }
    }

    #[test]
    fn a_wrong_proof_is_found_out() {
        let draft = Generator::new(1, Options::default()).unwrap().draft();
        let Draft(Stage::Full(_, dig)) = &draft else { panic!("it is finished") };
        let known = dig.solution;
        let finished = |shown: &[Grid]| {
            Draft::finish_all(vec![draft.clone()], |_, proofs| {
                for grid in shown {
                    (&proofs[0]).solved(grid);
                }
            })
        };
        let swapped = known.cells().map(|digit| if digit > 2 { digit } else { 3 - digit });
        let unsolved = known.with(0, known.cells()[1]);
        let [swapped, garbage] = [Grid::try_from(swapped).unwrap(), Grid::from_rows([[255; 9]; 9])];
        for wrong in [&[][..], &[known, known], &[known, unsolved], &[swapped], &[garbage]] {
            let Err(WrongProof(grid)) = finished(wrong) else { panic!("{wrong:?} was believed") };
            assert_eq!(grid.clues(), 41, "{wrong:?}");
        }
        // A second solution that is always missed is found by the check of the puzzle.
        let wrong = finished(&[known]).unwrap_err();
        assert_eq!(wrong, WrongProof(Grid::BLANK));
        assert!(wrong.to_string().ends_with(" missed one or gave a wrong one"), "{wrong}");
    }

    #[test]
    fn unsolvable_puzzles_contradict_themselves_only_later() {
        for entry in made(PuzzleKind::Unsolvable, None, 40) {
            assert!(entry.solutions == 0 && entry.grid.conflict().is_none());
        }
    }

    #[test]
    fn contradictory_puzzles_take_turns() {
        for (index, entry) in made(PuzzleKind::Contradictory, None, 9).into_iter().enumerate() {
            let conflict = entry.grid.conflict().unwrap().to_string();
            let unit = ["row", "column", "box"][index % 3];
            assert!(conflict.contains(&format!("twice in {unit} ")), "{conflict}");
            let healed = without_a_clue(entry.grid).filter(|grid| grid.conflict().is_none());
            assert_eq!(healed.count(), 2, "one pair, and either of it is to blame");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |kind, clues| {
            Generator::new(1, Options { kind, clues, ..Options::default() }).unwrap_err()
        };
        assert_eq!(
            refused(PuzzleKind::Minimal, Some(16)).to_string(),
            "no such puzzle has 16 clues, expected 17 to 40"
        );
        assert_eq!(
            refused(PuzzleKind::Unique, Some(82)).to_string(),
            "no such puzzle has 82 clues, expected 17 to 81"
        );
        assert_eq!(refused(PuzzleKind::Unique, None), Impossible::CluesMissing);
        let quarter = |kind, clues| {
            Generator::new(1, Options { kind, clues, pattern: Pattern::QuarterTurn }).err()
        };
        assert_eq!(quarter(PuzzleKind::Multi, None), Some(Impossible::PatternLost));
        assert_eq!(
            quarter(PuzzleKind::Minimal, Some(26)),
            Some(Impossible::NotFours { wanted: 26 })
        );
        assert_eq!(quarter(PuzzleKind::Minimal, Some(25)), None);
    }
}
