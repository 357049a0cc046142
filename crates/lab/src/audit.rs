//! Checks and rates sets of puzzles in bounded memory.
//!
//! An [`Audit`] [reads](Audit::read) files on several threads. It finds what is wrong with single puzzles
//! and which of them occur more than once, by their [canonical forms](crate::canonical), and summarises
//! the results in a [`Report`].
//!
//! ```
//! use sudoku_lab::audit::{Audit, Finding, Options};
//! use sudoku_lab::{Reader, Symmetry};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let turned = Symmetry::random(1).apply(&line.parse()?).to_string();
//! let mut audit = Audit::new(Options::default())?;
//! for (name, text) in [("train", line), ("test", &turned)] {
//!     audit.file(name);
//!     audit.read(&mut Reader::new(name, text.as_bytes()), 1, |_, _| Ok::<_, std::io::Error>(()))?;
//! }
//! let report = audit.finish()?;
//! assert_eq!(report.found(Finding::EquivalentLeak), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod card;
mod finding;
mod log;
mod read;
mod repeats;
mod runs;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::{fmt, io, mem};

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use sudoku_core::Random;
use sudoku_core::stats::spearman;
use sudoku_puzzles::{Opened, Printable, ReadOptions};

use crate::Rater;

pub use self::finding::Finding;
pub use self::log::Log;
pub use self::repeats::{Repeat, Repeats, Row};

/// The number of keys in memory, 91 bytes each.
const KEYS: usize = 1 << 20;

/// The number of puzzles per file whose ratings are kept, 32 bytes each. Larger sets are sampled
/// with this seed.
const SAMPLE: usize = 1 << 20;
const SEED: u64 = 0;

/// The options of an audit.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The columns that are read, and their blanks.
    #[serde(flatten)]
    pub reading: ReadOptions,
    /// The number of arrangements in which guesses are counted.
    pub arrangements: usize,
    /// The seed of the arrangements.
    pub seed: u64,
    /// The number of examples of each kind of finding in each file.
    pub examples: u64,
    /// The file for all findings, as CSV.
    #[serde(skip_serializing)]
    pub findings: Option<PathBuf>,
    /// The file for the rows of the last file that have no finding, as CSV.
    #[serde(skip_serializing)]
    pub clean: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reading: ReadOptions::default(),
            arrangements: Rater::ARRANGEMENTS,
            seed: 0,
            examples: 10,
            findings: None,
            clean: None,
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
    /// The SHA-256 of each file that was read.
    pub sha256: BTreeMap<String, String>,
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
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The form of this report; it changes when a field does.
    pub schema_version: u32,
    /// The version of the program.
    pub version: &'static str,
    /// The options that it was made with.
    pub options: Options,
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
}

/// Rated puzzles: the rating of the file, mean guesses, and their standard deviation.
type Rated = (Option<f64>, f64, f64);

/// The bits of the number of a row on its line, below those of the line.
const INDEX_BITS: u32 = 24;

/// Collects examined puzzles, file by file. For any number of puzzles, it needs about 100 MB of
/// memory and 32 MB for each file, plus 182 bytes for each row of the largest class of equivalent
/// puzzles. On disk, it needs 91 bytes for each row, and room for findings and clean rows.
#[derive(Debug)]
pub struct Audit {
    options: Options,
    files: Vec<FileReport>,
    /// The sample of each file, and the number of puzzles that it is drawn from.
    samples: Vec<(Vec<Rated>, u64, Random)>,
    repeats: Repeats,
    /// The files with a line for each finding or clean row.
    log: Log,
    /// The place of the last row in its file.
    last: u64,
}

/// Of a finding, the number of its kind, the place that is repeated, and the message; of a row that
/// may be clean, its puzzle, its solution and its rating.
type Noted = (Option<usize>, Option<Row>, Vec<String>);

impl Audit {
    /// An audit with these options.
    ///
    /// # Errors
    ///
    /// When a file for findings or clean rows cannot be written.
    pub fn new(options: Options) -> io::Result<Self> {
        for path in [&options.findings, &options.clean].into_iter().flatten() {
            File::options().append(true).create(true).open(path).map_err(|e| named(path, &e))?;
        }
        Ok(Self {
            options,
            files: Vec::new(),
            samples: Vec::new(),
            repeats: Repeats::new(KEYS),
            log: Log::default(),
            last: 0,
        })
    }

    /// Begins a file: the following rows belong to it.
    ///
    /// # Panics
    ///
    /// When there are more than 256 files.
    pub fn file(&mut self, name: &str) {
        assert!(self.files.len() < 256, "too many files");
        self.files.push(FileReport { name: name.to_owned(), ..FileReport::default() });
        self.samples.push((Vec::new(), 0, Random::seeded(SEED)));
        self.last = 0;
    }

    /// Adds the SHA-256 of the files at this path to the report about the file that has begun.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    ///
    /// # Panics
    ///
    /// When no [`file`](Self::file) has begun.
    pub fn sum(&mut self, path: &Path) -> io::Result<()> {
        for path in Opened::files(path).into_iter().filter(|path| path.is_file()) {
            let (mut sum, mut file) = (Sha256::new(), File::open(&path)?);
            let mut block = vec![0; 1 << 16];
            loop {
                match file.read(&mut block)? {
                    0 => break,
                    length => sum.update(&block[..length]),
                }
            }
            let hex =
                sum.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
            let name = Printable(&path.display().to_string()).to_string();
            self.files.last_mut().expect("a file has begun").sha256.insert(name, hex);
        }
        Ok(())
    }

    /// The next row, which begins on this line: several may begin on one.
    fn row(&mut self, line: u64) -> Row {
        self.last = (line << INDEX_BITS).max(self.last + 1);
        (self.files.len() - 1, self.last)
    }

    fn find(
        &mut self,
        finding: Finding,
        row: Row,
        message: &str,
        other: Option<Row>,
    ) -> io::Result<()> {
        self.files[row.0].found[finding as usize] += 1;
        self.note(row, &(Some(finding as usize), other, vec![message.to_owned()]))
    }

    fn note(&mut self, row: Row, noted: &Noted) -> io::Result<()> {
        let line = serde_json::to_string(noted)? + "\n";
        self.log.push((row.0 as u128) << 64 | u128::from(row.1), &line)
    }

    fn place(&self, (file, place): Row) -> Place {
        Place { file: self.files[file].name.clone(), line: place >> INDEX_BITS }
    }

    /// Finds the puzzles that occur more than once, writes the files that were asked for, and makes
    /// the report.
    ///
    /// # Errors
    ///
    /// When the disk cannot be read or written.
    pub fn finish(mut self) -> io::Result<Report> {
        mem::replace(&mut self.repeats, Repeats::new(0)).each(self.files.len(), |repeat| {
            let Repeat { finding, row, first, .. } = repeat;
            self.find(finding, row, &finding.repeats(self.place(first)), Some(first))
        })?;
        let examples = self.list()?;
        for (file, (sample, ..)) in self.files.iter_mut().zip(self.samples) {
            file.guesses = Quantiles::of(sample.iter().map(|rated| rated.1).collect());
            let squares: f64 = sample.iter().map(|rated| rated.2 * rated.2).sum();
            file.guesses_sd = file.guesses.map(|_| (squares / sample.len() as f64).sqrt());
            let pairs = sample.iter().filter_map(|rated| Some((rated.0?, rated.1)));
            let (given, guesses): (Vec<f64>, Vec<f64>) = pairs.unzip();
            file.rank_correlation = spearman(&given, &guesses);
        }
        let (version, options) = (env!("CARGO_PKG_VERSION"), self.options);
        Ok(Report { schema_version: 1, version, options, files: self.files, examples })
    }

    /// Writes the files that were asked for; returns examples by file and kind of finding.
    fn list(&mut self) -> io::Result<Vec<Example>> {
        let (log, last) = (mem::take(&mut self.log), self.files.len().saturating_sub(1));
        let mut table = output(self.options.findings.as_deref())?;
        let mut rows = output(self.options.clean.as_deref())?;
        table.write_record(["file", "row", "finding", "partner", "message"])?;
        rows.write_record(["puzzle", "solution", "rating"])?;
        let mut shown = vec![[const { Vec::new() }; Finding::ALL.len()]; self.files.len()];
        // What is noted of a row comes together, and first that it may be clean.
        let mut clean: Option<(Row, Vec<String>)> = None;
        log.each(|key, line| {
            let row: Row = ((key >> 64) as usize, key as u64);
            let (kind, other, texts): Noted = serde_json::from_str(line)?;
            if let Some((_, texts)) = clean.take_if(|(before, _)| *before != row) {
                rows.write_record(texts)?;
            }
            clean = kind.is_none().then_some((row, texts.clone())).filter(|_| row.0 == last);
            let Some(kind) = kind else { return Ok(()) };
            let (place, other) = (self.place(row), other.map(|other| self.place(other)));
            let (finding, name, _) = Finding::ALL[kind];
            let (message, at) = (texts.concat(), place.line.to_string());
            let partner = other.as_ref().map(ToString::to_string).unwrap_or_default();
            table.write_record([&*place.file, &at, name, &partner, &message])?;
            let examples: &mut Vec<_> = &mut shown[row.0][kind];
            if (examples.len() as u64) < self.options.examples {
                examples.push(Example { finding, place, message, other });
            }
            Ok::<_, io::Error>(())
        })?;
        if let Some((_, texts)) = clean {
            rows.write_record(texts)?;
        }
        table.flush()?;
        rows.flush()?;
        Ok(shown.into_iter().flatten().flatten().collect())
    }
}

/// A table in a file; without a path, it is discarded.
fn output(path: Option<&Path>) -> io::Result<csv::Writer<Box<dyn Write>>> {
    let to: Box<dyn Write> = match path {
        Some(path) => Box::new(File::create(path).map_err(|error| named(path, &error))?),
        None => Box::new(io::sink()),
    };
    Ok(csv::Writer::from_writer(to))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}
