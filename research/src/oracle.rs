//! [`Oracle`]: published ratings of puzzles, compared with what our solvers find.
//!
//! The ratings are those of Denis Berthier's collections. A collection is a file `NAMEpuzzles.txt`
//! with a puzzle on each line, and beside it files that begin with the same `NAME` and have a
//! number for each puzzle on the same line:
//!
//! | name ends with | number |
//! |---|---|
//! | `nb-clues.txt` | clues |
//! | `nb-clues-after-BRT.txt` | filled cells when naked and hidden singles are exhausted |
//! | `nb-cands-after-BRT.txt` | candidates that are left when singles are exhausted |
//! | `nb-cands-after-W1.txt` | candidates that are left when locked candidates are exhausted too |
//! | `SER.txt` | the rating of Sudoku Explainer; may be missing |
//! | `W-ratings.txt` | the length of the longest whip that is needed; may be missing |

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sudoku_core::{Goal, Grid, Puzzle, Symmetry};
use sudoku_registry::{Entry, Limits, Load, Outcome, Session, default_solver, find};

use sudoku_benches::{StepProgress, in_parallel};

/// The ends of the names of the files of every collection, in the order of [`PublishedRating`].
const RATINGS: [&str; 4] =
    ["nb-clues.txt", "nb-clues-after-BRT.txt", "nb-cands-after-BRT.txt", "nb-cands-after-W1.txt"];

/// The ends of the names of the files with difficulties, which may be missing.
const DIFFICULTIES: [&str; 2] = ["SER.txt", "W-ratings.txt"];

/// A puzzle with its published numbers.
#[derive(Debug, Clone, Copy)]
pub struct PublishedRating {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of its clues.
    pub clues: u64,
    /// The number of filled cells when singles are exhausted.
    filled: u64,
    /// The number of candidates left when singles are exhausted.
    after_singles: u64,
    /// The number of candidates left when locked candidates are exhausted too.
    pub after_locked: u64,
    /// The rating of Sudoku Explainer, if published.
    pub ser: Option<f64>,
    /// The length of the longest whip that is needed, if published.
    pub whip: Option<f64>,
}

impl PublishedRating {
    /// Returns a random arrangement of the puzzle, for which the numbers hold too. Published
    /// puzzles may be relabelled so that the first row of their solution reads 1 to 9; there, a
    /// search in reading order that tries low digits first never errs.
    #[must_use]
    pub fn arranged(self, seed: u64) -> Self {
        let grid = Symmetry::random(seed).apply(self.puzzle.grid());
        Self { puzzle: Puzzle::unchecked(grid), ..self }
    }
}

/// The solvers with the published rules.
#[derive(Debug, Clone, Copy)]
pub struct Oracle {
    /// Applies naked and hidden singles.
    pub singles: &'static Entry,
    /// Applies locked candidates too.
    pub locked: &'static Entry,
}

/// The result for a collection.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// For each number of clues, three numbers of puzzles: all, those that singles solve, and those
    /// that locked candidates and singles solve.
    pub by_clues: BTreeMap<u64, [u64; 3]>,
    /// A line for each difference: file, line of the puzzle, the found and the published number.
    pub differences: Vec<String>,
}

impl Oracle {
    /// Returns an oracle of `propagation/hidden-singles` and `propagation/locked-candidates`.
    ///
    /// # Errors
    ///
    /// When one of them is not in the list.
    pub fn new() -> Result<Self> {
        let locked = find("propagation/locked-candidates")?;
        Ok(Self { singles: find("propagation/hidden-singles")?, locked })
    }

    /// Compares a collection puzzle by puzzle, on all cores. A puzzle takes about 0.1 ms, most of
    /// it for the proof that no clue is idle. `progress` advances by 1 for each puzzle.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or a line holds no puzzle or no number.
    ///
    /// # Panics
    ///
    /// When a worker panics.
    pub fn compare(self, puzzles: &Path, progress: &StepProgress) -> Result<Compared> {
        let ratings = ratings(puzzles)?;
        let start = || ThreadSolvers::new(self);
        let all = in_parallel(ratings.len(), start, |solvers, line| {
            progress.advance(1);
            solvers.compare_one(&ratings[line])
        });
        let mut compared = Compared::default();
        for (line, (solved, differences)) in all.into_iter().enumerate() {
            let row = compared.by_clues.entry(ratings[line].clues).or_default();
            for (sum, one) in row.iter_mut().zip(solved) {
                *sum += u64::from(one);
            }
            let (file, puzzle) = (puzzles.display(), ratings[line].puzzle.grid());
            let named =
                differences.iter().map(|what| format!("{file}:{}: {puzzle}: {what}", line + 1));
            compared.differences.extend(named);
        }
        Ok(compared)
    }
}

/// The solvers of one thread.
struct ThreadSolvers {
    singles: Session,
    locked: Session,
    proofs: Session,
}

impl ThreadSolvers {
    fn new(Oracle { singles, locked }: Oracle) -> Self {
        Self {
            singles: singles.start(),
            locked: locked.start(),
            proofs: default_solver(Load::One).start(),
        }
    }

    /// Returns what a puzzle adds to a row of [`Compared::by_clues`], and the differences.
    fn compare_one(&mut self, rating: &PublishedRating) -> ([bool; 3], Vec<String>) {
        let puzzle = &rating.puzzle;
        // The root is the first call; a second one would be a guess.
        let singles = self.singles.tally(puzzle, Goal::First, Limits::calls(1));
        let locked = self.locked.tally(puzzle, Goal::First, Limits::calls(1));
        let by_singles = matches!(singles.outcome, Outcome::Solved(_));
        let by_locked = matches!(locked.outcome, Outcome::Solved(_));
        let clues = puzzle.grid().clues() as u64;
        let filled = clues + singles.counts.deductions;

        let mut differences = Vec::new();
        let mut differ = |what: &str, ours: String, published: String| {
            if ours != published {
                differences.push(format!("{what}: {ours} here, {published} published"));
            }
        };
        differ("clues", clues.to_string(), rating.clues.to_string());
        differ("filled cells after singles", filled.to_string(), rating.filled.to_string());
        let solved = |solved: bool| if solved { "solved" } else { "not solved" }.to_owned();
        differ("by singles", solved(by_singles), solved(rating.after_singles == 0));
        differ("by locked candidates", solved(by_locked), solved(rating.after_locked == 0));
        differ(
            "solutions",
            self.solutions(puzzle).to_owned(),
            "one, and every clue is needed".to_owned(),
        );
        ([true, by_singles, by_locked], differences)
    }

    /// Returns in words how many solutions a puzzle has and, if it has one, whether a clue is idle:
    /// whether the solution is unique without it too.
    fn solutions(&mut self, puzzle: &Puzzle) -> &'static str {
        let grid = puzzle.grid();
        let given = (0..81).filter(|&at| grid.cells()[at] != 0);
        let without = given.map(|at| Puzzle::unchecked(grid.with(at, 0)));
        match self.proofs.solve(puzzle, Goal::Unique) {
            Outcome::Solved(_) => {
                let outcome = |less: Puzzle| self.proofs.solve(&less, Goal::Unique);
                let is_needed = |outcome| matches!(outcome, Outcome::Several(_));
                if without.map(outcome).all(is_needed) {
                    "one, and every clue is needed"
                } else {
                    "one, and a clue is idle"
                }
            }
            Outcome::Several(_) => "several",
            _ => "none",
        }
    }
}

/// Finds the puzzle files in a folder, at any depth. Returns those that have all ratings beside
/// them and those that do not, both in the order of their paths.
///
/// # Errors
///
/// When a folder cannot be read.
pub fn collections(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut rated, mut unrated) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with("puzzles.txt") {
                let whole = RATINGS.iter().all(|name| beside(&path, name).is_file());
                if whole { rated.push(path) } else { unrated.push(path) }
            }
        }
    }
    rated.sort();
    unrated.sort();
    Ok((rated, unrated))
}

/// Returns the file of ratings with this end of a name that belongs to a file of puzzles.
fn beside(puzzles: &Path, name: &str) -> PathBuf {
    let file = puzzles.file_name().unwrap_or_default().to_string_lossy();
    puzzles.with_file_name(format!("{}{name}", file.strip_suffix("puzzles.txt").unwrap_or(&file)))
}

/// Reads the puzzles of a collection, with their numbers.
///
/// # Errors
///
/// When a file cannot be read, or a line holds no puzzle or no number.
pub fn ratings(puzzles: &Path) -> Result<Vec<PublishedRating>> {
    let grids = lines(puzzles, "a puzzle of 81 characters", |word| {
        let grid: Grid = word.parse().ok()?;
        Puzzle::try_from(grid).ok()
    })?;
    let column = |name: &str| -> Result<Vec<f64>> {
        let file = beside(puzzles, name);
        let column = lines(&file, "a number", |word| {
            let number = word.parse::<f64>().ok()?;
            // A difficulty may be a fraction; all other numbers are counts.
            let whole = number.fract() == 0.0 || DIFFICULTIES.contains(&name);
            (number.is_finite() && number >= 0.0 && whole).then_some(number)
        })?;
        if column.len() != grids.len() {
            let (has, file) = (column.len(), file.display());
            bail!("{file}: {has} lines, expected {} as in {}", grids.len(), puzzles.display());
        }
        Ok(column)
    };
    let [clues, filled, after_singles, after_locked] = {
        let mut columns = RATINGS.iter().map(|name| column(name)).collect::<Result<Vec<_>>>()?;
        std::array::from_fn(|at| std::mem::take(&mut columns[at]))
    };
    let optional = |name| beside(puzzles, name).is_file().then(|| column(name)).transpose();
    let (ser, whip) = (optional(DIFFICULTIES[0])?, optional(DIFFICULTIES[1])?);
    let rating = |(at, &puzzle)| PublishedRating {
        puzzle,
        clues: clues[at] as u64,
        filled: filled[at] as u64,
        after_singles: after_singles[at] as u64,
        after_locked: after_locked[at] as u64,
        ser: ser.as_ref().map(|column| column[at]),
        whip: whip.as_ref().map(|column| column[at]),
    };
    Ok(grids.iter().enumerate().map(rating).collect())
}

/// Parses the first word of every line.
fn lines<T>(file: &Path, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Vec<T>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let word = line.split_whitespace().next().unwrap_or_default();
        let Some(value) = parse(word) else {
            bail!("{}:{}:1: expected {expected}, found {word:?}", file.display(), at + 1);
        };
        found.push(value);
    }
    Ok(found)
}
