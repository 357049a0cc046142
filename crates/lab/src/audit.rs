//! Checks and rates sets of puzzles in bounded memory.
//!
//! An [`Examiner`] looks at single puzzles; every thread has its own. An [`Audit`] collects what
//! the examiners found, file by file. It finds the puzzles that occur more than once, by their
//! [canonical forms](crate::canonical), and summarises the results in a [`Report`].
//!
//! ```
//! use sudoku_lab::audit::{Audit, Examiner, Finding};
//! use sudoku_lab::{Reader, Symmetry};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let turned = Symmetry::random(1).apply(&line.parse()?).to_string();
//! let (mut audit, mut examiner) = (Audit::new(10), Examiner::default());
//! for (name, text) in [("train", line), ("test", &turned)] {
//!     audit.file(name);
//!     for record in Reader::new(name, text.as_bytes()) {
//!         audit.take(examiner.examine(&record?))?;
//!     }
//! }
//! let report = audit.finish()?;
//! assert_eq!(report.found(Finding::EquivalentLeak), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod examine;
mod repeats;
mod runs;

use std::{fmt, io, mem};

use serde::{Serialize, Serializer};
use sudoku_core::Random;
use sudoku_core::stats::spearman;

pub use self::examine::{Examined, Examiner};
pub use self::repeats::{Repeat, Repeats, Row};
pub use self::runs::Runs;

/// The number of keys in memory, 91 bytes each.
const KEYS: usize = 1 << 20;

/// The number of puzzles per file whose ratings are kept, 32 bytes each. Larger sets are sampled
/// with this seed.
const SAMPLE: usize = 1 << 20;
const SEED: u64 = 0;

/// Something wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The text is not a puzzle.
    Unreadable,
    /// Two clues contradict each other.
    Contradictory,
    /// No solution, although no two clues contradict each other.
    NoSolution,
    /// Two solutions or more.
    Several,
    /// A search was given up.
    Undecided,
    /// The solution in the file changes a clue or is not solved.
    WrongSolution,
    /// A repetition of a puzzle that comes earlier.
    Duplicate,
    /// An equivalent puzzle comes earlier.
    Equivalent,
    /// A duplicate of a puzzle in the first file.
    Leak,
    /// The first file holds an equivalent puzzle, but not the same one.
    EquivalentLeak,
}

impl Finding {
    /// All kinds, with their names and meanings.
    pub const ALL: [(Self, &'static str, &'static str); 10] = [
        (Self::Unreadable, "unreadable", "the text is not a puzzle"),
        (Self::Contradictory, "contradictory", "two equal clues in a row, a column or a box"),
        (
            Self::NoSolution,
            "no-solution",
            "no solution, although no two clues contradict each other",
        ),
        (Self::Several, "several", "at least two solutions"),
        (Self::Undecided, "undecided", "a search was given up"),
        (
            Self::WrongSolution,
            "wrong-solution",
            "the solution in the file does not solve the puzzle, or changes a clue",
        ),
        (Self::Duplicate, "duplicate", "the same puzzle occurs earlier"),
        (Self::Equivalent, "equivalent", "an equivalent puzzle occurs earlier"),
        (Self::Leak, "leak", "the same puzzle is in the first file"),
        (
            Self::EquivalentLeak,
            "equivalent-leak",
            "an equivalent puzzle is in the first file, but not the same one",
        ),
    ];

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The details of a repetition of the puzzle at this place.
    pub fn repeats(self, other: impl fmt::Display) -> String {
        match self {
            Self::Duplicate | Self::Leak => format!("the same puzzle as {other}"),
            _ => format!("equivalent to {other}"),
        }
    }
}

/// A row of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A row with a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The kind of the finding.
    pub finding: Finding,
    /// The row.
    #[serde(flatten)]
    pub place: Place,
    /// Details of the finding.
    pub message: String,
    /// The place of the same or an equivalent puzzle, if that is the finding.
    pub other: Option<Place>,
}

/// The figures of one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FileReport {
    /// The name of the file.
    pub name: String,
    /// The number of rows that are meant to be puzzles.
    pub rows: u64,
    /// Rows with exactly one solution.
    pub unique: u64,
    /// Rows with exactly one solution of which no clue can be removed.
    pub minimal: u64,
    /// Rows that naked and hidden singles solve.
    pub singles: u64,
    /// Rows that singles and locked candidates solve.
    pub locked: u64,
    /// The spread of the puzzles' mean guesses, over all puzzles that were rated.
    pub guesses: Option<Quantiles>,
    /// The standard deviation of a puzzle's guesses over its arrangements: root mean square over
    /// the puzzles.
    pub guesses_sd: Option<f64>,
    /// Puzzles whose rating in the file is a number.
    pub rated: u64,
    /// Spearman's rank correlation of that rating with the mean guesses, over these puzzles, or
    /// over those in a sample of a million.
    pub rank_correlation: Option<f64>,
    /// Rows of each kind of finding, in the order of [`Finding::ALL`].
    #[serde(serialize_with = "by_name")]
    pub found: [u64; Finding::ALL.len()],
}

fn by_name<S: Serializer>(found: &[u64; 10], serializer: S) -> Result<S::Ok, S::Error> {
    serializer
        .collect_map(Finding::ALL.iter().zip(found).map(|((_, name, _), count)| (name, count)))
}

/// The spread of a figure, over all puzzles or a sample of a million.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantiles {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The 90th percentile.
    pub p90: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The maximum.
    pub max: f64,
}

impl Quantiles {
    fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        let max = *values.last()?;
        let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        Some(Self { mean, median: at(0.5), p90: at(0.9), p99: at(0.99), max })
    }
}

/// The result of an audit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The files, in the order in which they were given.
    pub files: Vec<FileReport>,
    /// Some rows of each kind of finding in each file.
    pub examples: Vec<Example>,
}

impl Report {
    /// The number of findings of this kind in all files.
    pub fn found(&self, finding: Finding) -> u64 {
        self.files.iter().map(|file| file.found[finding as usize]).sum()
    }

    /// True if something was found.
    pub fn has_findings(&self) -> bool {
        self.files.iter().any(|file| file.found.iter().any(|count| *count > 0))
    }
}

/// Rated puzzles: the rating of the file, mean guesses, and their standard deviation.
type Rated = (Option<f64>, f64, f64);

/// Collects examined puzzles, file by file. For any number of puzzles, it needs about 100 MB of
/// memory and 32 MB for each file, plus 182 bytes for each row of the largest class of equivalent
/// puzzles; and 91 bytes of disk per row.
#[derive(Debug)]
pub struct Audit {
    files: Vec<FileReport>,
    samples: Vec<(Vec<Rated>, Random)>,
    examples: Vec<Example>,
    most: u64,
    repeats: Repeats,
}

impl Audit {
    /// An audit that keeps up to `examples` examples of each kind of finding in each file.
    pub fn new(examples: u64) -> Self {
        let (files, samples, repeats) = (Vec::new(), Vec::new(), Repeats::new(KEYS));
        Self { files, samples, examples: Vec::new(), most: examples, repeats }
    }

    /// Begins a file: the following rows belong to it.
    ///
    /// # Panics
    ///
    /// When there are more than 256 files.
    pub fn file(&mut self, name: &str) {
        assert!(self.files.len() < 256, "too many files");
        self.files.push(FileReport { name: name.to_owned(), ..FileReport::default() });
        self.samples.push((Vec::new(), Random::seeded(SEED)));
    }

    /// Adds a row that is no puzzle.
    ///
    /// # Panics
    ///
    /// When no [`file`](Self::file) has begun.
    pub fn unreadable(&mut self, line: u64, why: String) {
        let file = self.files.len() - 1;
        self.files[file].rows += 1;
        self.find(Finding::Unreadable, (file, line), why, None);
    }

    /// Adds an examined puzzle.
    ///
    /// # Errors
    ///
    /// When the disk is full or fails.
    ///
    /// # Panics
    ///
    /// When no [`file`](Self::file) has begun.
    pub fn take(&mut self, examined: Examined) -> io::Result<()> {
        let Examined { line, grid, canonical, rating, given, findings } = examined;
        let at = self.files.len() - 1;
        let file = &mut self.files[at];
        file.rows += 1;
        if let Some(rating) = rating {
            file.unique += u64::from(rating.solutions == 1);
            file.minimal += u64::from(rating.minimal);
            file.singles += u64::from(rating.singles);
            file.locked += u64::from(rating.locked);
            file.rated += u64::from(given.is_some());
            let (sample, random) = &mut self.samples[at];
            let rated = (given, rating.guesses_mean, rating.guesses_sd);
            if sample.len() < SAMPLE {
                sample.push(rated);
            } else if let Some(place) = sample.get_mut(random.below(file.rows) as usize) {
                *place = rated;
            }
        }
        for (finding, message) in findings {
            self.find(finding, (at, line), message, None);
        }
        self.repeats.push(&canonical, &grid, at as u8, line)
    }

    fn find(&mut self, finding: Finding, row: Row, message: String, other: Option<Place>) {
        let found = &mut self.files[row.0].found[finding as usize];
        *found += 1;
        if *found <= self.most {
            let place = self.place(row);
            self.examples.push(Example { finding, place, message, other });
        }
    }

    fn place(&self, (file, line): Row) -> Place {
        Place { file: self.files[file].name.clone(), line }
    }

    /// Finds the puzzles that occur more than once, and makes the report.
    ///
    /// # Errors
    ///
    /// When the disk cannot be read.
    pub fn finish(mut self) -> io::Result<Report> {
        let repeats = mem::replace(&mut self.repeats, Repeats::new(0));
        repeats.each(self.files.len(), |Repeat { finding, row, first, .. }| {
            let other = self.place(first);
            self.find(finding, row, finding.repeats(&other), Some(other));
            Ok::<_, io::Error>(())
        })?;
        for (file, (sample, _)) in self.files.iter_mut().zip(self.samples) {
            file.guesses = Quantiles::of(sample.iter().map(|rated| rated.1).collect());
            let squares: f64 = sample.iter().map(|rated| rated.2 * rated.2).sum();
            file.guesses_sd = file.guesses.map(|_| (squares / sample.len() as f64).sqrt());
            let pairs = sample.iter().filter_map(|rated| Some((rated.0?, rated.1)));
            let (given, guesses): (Vec<f64>, Vec<f64>) = pairs.unzip();
            file.rank_correlation = spearman(&given, &guesses);
        }
        let order = |example: &Example| {
            let file = self.files.iter().position(|file| file.name == example.place.file);
            (file, example.finding as usize, example.place.line)
        };
        self.examples.sort_by_key(order);
        Ok(Report { files: self.files, examples: self.examples })
    }
}
