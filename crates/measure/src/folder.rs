//! [`RunFolder`]: the raw data of a run on disk, and its rows.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sudoku_core::{Counts, Goal, Grid, Work};

use crate::{Comparable, Environment, SolverRecord};

/// How long a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Under a minute: indicative.
    Quick,
    /// A few minutes: what the README shows.
    Default,
    /// As long as it takes for narrow intervals.
    Full,
}

/// What a run set out to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The command that asks for such a run.
    #[serde(default)]
    pub command: String,
    /// How long it may take.
    pub mode: Mode,
    /// Recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time in nanoseconds within which a puzzle counts as solved in the survey.
    #[serde(default)]
    pub time_limit_ns: u64,
    /// Timed samples per solver and corpus.
    pub samples: usize,
    /// How many builds share the paired rounds, 0 when nothing is timed; none in runs that did not
    /// write it down.
    #[serde(default)]
    pub builds: Option<u64>,
    /// The solvers, in the order of the story.
    pub solvers: Vec<SolverRecord>,
    /// The corpora, in the order of the tables.
    pub corpora: Vec<CorpusRecord>,
}

/// A corpus in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRecord {
    /// Its name.
    pub name: String,
    /// What is asked of its puzzles; the name says so too.
    #[serde(default)]
    pub goal: Goal,
    /// What it is, in one line.
    pub about: String,
    /// How many of its puzzles the run took.
    pub puzzles: usize,
    /// How many puzzles it has.
    pub of: usize,
    /// What of its file is no puzzle.
    #[serde(default)]
    pub skipped: Skipped,
    /// SHA-256 of the puzzles taken, 81 characters and a newline each.
    pub sha256: String,
    /// SHA-256 of all that is known of the whole corpus: of the lines of its file, as the header of
    /// the file says; for a file of one's own that of the puzzles taken.
    pub set_sha256: String,
}

/// What of a file is no puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// How many entries.
    pub entries: u64,
    /// What is wrong with the first few: file, line, and what was expected.
    pub reasons: Vec<String>,
}

impl Skipped {
    /// One more entry; the first ten reasons are kept.
    pub fn add(&mut self, reason: String) {
        const TOLD: usize = 10;
        self.entries += 1;
        if self.reasons.len() < TOLD {
            self.reasons.push(reason);
        }
    }
}

/// How a search ended, as the referee saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// With a solution; where the question was whether it is unique, with the only one.
    Solved,
    /// With two solutions, where the question was whether one is unique.
    Several,
    /// Without one, truly.
    NoSolution,
    /// Over its budget.
    Stopped,
    /// With something that is not the answer: the solver is faulty.
    Wrong,
    /// There was none: the solver cannot answer this question.
    NotAsked,
}

impl Outcome {
    /// True for a search that went to its end and was right.
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Solved | Self::Several | Self::NoSolution)
    }
}

/// One row of `raw/counts.csv.gz`: one solver on one puzzle. A counter without a column, or with an
/// empty field, is not reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in it, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: Grid,
    /// The id of the solver.
    pub solver: String,
    /// How the search ended.
    pub outcome: Outcome,
    /// The work.
    pub counts: Counts,
}

/// One row of `raw/puzzles.csv`: what was known of a puzzle before any solver saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PuzzleRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in it, from 0.
    pub index: usize,
    /// How many clues it has.
    pub clues: u32,
    /// The digits that a search in reading order places, where the corpus says so or a solver with
    /// that tree counted them within the budget.
    pub effort: Option<u64>,
    /// How hard somebody found it, where the corpus says so; the unit is that of the corpus.
    pub rating: Option<f64>,
}

/// One row of `raw/samples.csv`: one of the samples that criterion asked for. Samples of a solver go
/// on through the corpus, from where the one before has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// How many puzzles were solved.
    pub puzzles: u64,
    /// CPU time in nanoseconds.
    pub cpu_ns: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
}

/// One row of `raw/paired.csv.gz`: one solver on one block of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRow {
    /// Which build: the seed of its order of functions.
    pub build: u64,
    /// The name of the corpus.
    pub corpus: String,
    /// True when the puzzles are this build's alone; false when every build has the same.
    pub own: bool,
    /// Which league of the corpus ran it: 0 for that of the slowest solvers, then up.
    #[serde(default)]
    pub league: u32,
    /// Which puzzles of the build: all solvers of the league that finished them go over a block
    /// before the next one comes.
    pub block: u32,
    /// How many puzzles the block has.
    pub puzzles: usize,
    /// How often the block had been visited before.
    pub visit: u32,
    /// When in the round it was the solver's turn, from 0.
    pub turn: u32,
    /// The id of the solver.
    pub solver: String,
    /// True for the second copy of the league's reference.
    pub twin: bool,
    /// How often it went over the block: once, unless all puzzles of the build are too few for a
    /// turn. 0 in one row per build and league: an empty turn, which is what the runner itself
    /// takes.
    pub passes: u64,
    /// Placements of this solver on one pass.
    pub placements: u64,
    /// CPU time in nanoseconds.
    pub cpu_ns: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
}

/// One row of `raw/survey.csv.gz`: how long one solver took on one puzzle, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in it, from 0.
    pub index: usize,
    /// The id of the solver.
    pub solver: String,
    /// CPU time in nanoseconds; none when the solver went over its budget.
    pub cpu_ns: Option<u64>,
}

/// One row of `raw/instructions.csv`: what callgrind counted for one solver on one corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstructionRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// Instructions executed inside the solver on one pass over these puzzles.
    pub instructions: u64,
    /// Placements made on that pass.
    pub placements: u64,
    /// How many puzzles of the corpus were gone through, from its beginning; 0 where that is not
    /// known.
    #[serde(default)]
    pub puzzles: usize,
}

/// One row of `raw/memory.csv`: the memory that one solver takes for one puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in it, from 0.
    pub index: usize,
    /// The id of the solver.
    pub solver: String,
    /// Bytes that the search keeps beside the board, frames of the recursion aside: the same for
    /// every puzzle.
    pub state_bytes: usize,
    /// Bytes of stack between the first call of the recursive function and the deepest one.
    pub stack_bytes: usize,
    /// How many frames of the recursive function are alive at the deepest: between them lie
    /// `stack_bytes`.
    pub max_depth: u64,
    /// How often memory was asked for on the heap during a solve.
    pub allocations: u64,
}

/// One row of `raw/setup.csv`: how long it takes to make a solver ready, before its first puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupRow {
    /// The id of the solver.
    pub solver: String,
    /// CPU time in nanoseconds to build its tables, and to find memory for them: once for any
    /// number of puzzles.
    pub cpu_ns: u64,
}

/// A file of a run that could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// The folder holds a run, or something else, already.
    #[error("{} is there already; a run needs a folder of its own", .0.display())]
    Taken(PathBuf),
    /// The file system said no.
    #[error("{} cannot be read or written", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not JSON of the expected shape.
    #[error("{} is not JSON as expected", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: serde_json::Error,
    },
    /// The file is not CSV of the expected shape.
    #[error("{} is not CSV as expected", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: csv::Error,
    },
}

type Result<T> = std::result::Result<T, RunFolderError>;

/// The folder of one run.
#[derive(Debug, Clone)]
pub struct RunFolder {
    root: PathBuf,
}

impl RunFolder {
    /// A run that exists, or will.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Makes the folder, and `raw` in it.
    ///
    /// # Errors
    ///
    /// When `raw` is there already, or the file system refuses.
    pub fn start(&self) -> Result<()> {
        let raw = self.file("raw");
        if raw.exists() {
            return Err(RunFolderError::Taken(raw));
        }
        fs::create_dir_all(&raw).map_err(io_error(&raw))
    }

    /// The steps that the run set out to do and did not finish, in their order: `memory`, for
    /// example. None for a run that did not write down what it set out to do. A step's file is
    /// whole or not there at all.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or has another shape.
    pub fn missing(&self) -> Result<Vec<String>> {
        let Some(builds) = self.plan()?.builds else { return Ok(Vec::new()) };
        let mut steps = vec![
            ("verifying".to_owned(), self.has("raw/counts.csv")),
            ("surveying".to_owned(), self.has("raw/survey.csv")),
        ];
        let sampled = self.has("raw/samples.csv");
        if builds > 0 {
            steps.push(("timing".to_owned(), sampled));
        }
        steps.push(("memory".to_owned(), self.has("raw/memory.csv")));
        // Where nobody finished enough puzzles, there was nothing to run in pairs.
        if builds > 0 && !(sampled && Comparable::of(&self.counts()?).none_paired()) {
            let done: BTreeSet<u64> = self.paired()?.iter().map(|row| row.build).collect();
            let left = builds.saturating_sub(done.len() as u64);
            steps.push((format!("the paired rounds of {left} of {builds} builds"), left == 0));
        }
        Ok(steps.into_iter().filter(|(_, done)| !done).map(|(step, _)| step).collect())
    }

    /// Writes `environment.json`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_environment(&self, environment: &Environment) -> Result<()> {
        self.write_json("environment.json", environment)
    }

    /// Reads `environment.json`.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn environment(&self) -> Result<Environment> {
        self.read_json("environment.json")
    }

    /// Writes `raw/plan.json`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_plan(&self, plan: &Plan) -> Result<()> {
        self.write_json("raw/plan.json", plan)
    }

    /// Reads `raw/plan.json`.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn plan(&self) -> Result<Plan> {
        self.read_json("raw/plan.json")
    }

    /// Writes `raw/counts.csv.gz`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_counts(&self, rows: &[CountRow]) -> Result<()> {
        self.pack_csv("raw/counts.csv", false, |file| {
            let head = ["corpus", "index", "puzzle", "solver", "outcome"];
            file.write_record(head.into_iter().chain(Work::ALL.map(Work::name)))?;
            rows.iter().try_for_each(|row| {
                let CountRow { corpus, index, puzzle, solver, outcome, counts } = row;
                file.serialize((corpus, index, puzzle, solver, outcome, counts.values()))
            })
        })
    }

    /// Reads `raw/counts.csv.gz`.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn counts(&self) -> Result<Vec<CountRow>> {
        type Flat = (String, usize, Grid, String, Outcome, Vec<Option<u64>>);
        let (head, rows) = self.read_csv_with_head::<Flat>("raw/counts.csv")?;
        let counters: Vec<Option<Work>> = head.iter().skip(5).map(Work::named).collect();
        let row = |(corpus, index, puzzle, solver, outcome, values): Flat| {
            let known = counters.iter().zip(values);
            let counts = known.filter_map(|(what, value)| Some(((*what)?, value?)));
            let counts = Counts::from_values(counts);
            CountRow { corpus, index, puzzle, solver, outcome, counts }
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Writes `raw/puzzles.csv`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_puzzles(&self, rows: &[PuzzleRow]) -> Result<()> {
        self.write_csv("raw/puzzles.csv", rows)
    }

    /// Reads `raw/puzzles.csv`; empty for a run without one.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn puzzles(&self) -> Result<Vec<PuzzleRow>> {
        self.read_csv_if_there("raw/puzzles.csv")
    }

    /// Writes `raw/samples.csv`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_samples(&self, rows: &[SampleRow]) -> Result<()> {
        self.write_csv("raw/samples.csv", rows)
    }

    /// Reads `raw/samples.csv`; empty for a run without one.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn samples(&self) -> Result<Vec<SampleRow>> {
        self.read_csv_if_there("raw/samples.csv")
    }

    /// Writes `raw/survey.csv.gz`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_survey(&self, rows: &[SurveyRow]) -> Result<()> {
        self.pack_csv("raw/survey.csv", false, |file| {
            rows.iter().try_for_each(|row| file.serialize(row))
        })
    }

    /// Reads `raw/survey.csv.gz`; empty for a run without one.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn survey(&self) -> Result<Vec<SurveyRow>> {
        self.read_csv_if_there("raw/survey.csv")
    }

    /// Reads `raw/instructions.csv`; empty for a run without one.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn instructions(&self) -> Result<Vec<InstructionRow>> {
        self.read_csv_if_there("raw/instructions.csv")
    }

    /// Writes `raw/memory.csv`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_memory(&self, rows: &[MemoryRow]) -> Result<()> {
        self.write_csv("raw/memory.csv", rows)
    }

    /// Reads `raw/memory.csv`; empty for a run without one.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn memory(&self) -> Result<Vec<MemoryRow>> {
        self.read_csv_if_there("raw/memory.csv")
    }

    /// Writes `raw/setup.csv`.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_setup(&self, rows: &[SetupRow]) -> Result<()> {
        self.write_csv("raw/setup.csv", rows)
    }

    /// Reads `raw/setup.csv`; empty for a run without one.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn setup(&self) -> Result<Vec<SetupRow>> {
        self.read_csv_if_there("raw/setup.csv")
    }

    /// Adds rows to `raw/paired.csv.gz`: every build of a run adds its own.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn append_paired(&self, rows: &[PairedRow]) -> Result<()> {
        self.pack_csv("raw/paired.csv", true, |file| {
            rows.iter().try_for_each(|row| file.serialize(row))
        })
    }

    /// Reads `raw/paired.csv.gz`; empty for a run without paired rounds.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn paired(&self) -> Result<Vec<PairedRow>> {
        self.read_csv_if_there("raw/paired.csv")
    }

    /// Writes a file as indented JSON.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write_json<T: Serialize>(&self, name: &str, value: &T) -> Result<()> {
        let path = self.file(name);
        let mut text = serde_json::to_string_pretty(value)
            .map_err(|source| RunFolderError::Json { path: path.clone(), source })?;
        text.push('\n');
        let part = part(&path);
        fs::write(&part, text).and_then(|()| fs::rename(&part, &path)).map_err(io_error(&path))
    }

    fn read_json<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        let path = self.file(name);
        let text = fs::read_to_string(&path).map_err(io_error(&path))?;
        serde_json::from_str(&text).map_err(|source| RunFolderError::Json { path, source })
    }

    fn write_csv<T: Serialize>(&self, name: &str, rows: &[T]) -> Result<()> {
        let path = self.file(name);
        let error = csv_error(&path);
        let part = part(&path);
        let mut file = csv::Writer::from_path(&part).map_err(&error)?;
        rows.iter().try_for_each(|row| file.serialize(row)).map_err(&error)?;
        file.flush().and_then(|()| fs::rename(&part, &path)).map_err(io_error(&path))
    }

    /// Writes a long file, packed with gzip: `NAME.gz`; or adds to it. What is added is a packed file
    /// of its own, without the head; programs that unpack such a file give one after the other.
    fn pack_csv(
        &self,
        name: &str,
        add: bool,
        write: impl FnOnce(&mut csv::Writer<GzEncoder<fs::File>>) -> csv::Result<()>,
    ) -> Result<()> {
        let path = packed(&self.file(name));
        let new = !(add && path.exists());
        let part = part(&path);
        let before = if new { Vec::new() } else { fs::read(&path).map_err(io_error(&path))? };
        fs::write(&part, before).map_err(io_error(&path))?;
        let file = fs::OpenOptions::new().append(true).open(&part);
        // No time and no name in the head of the packed file: the same rows give the same bytes.
        let gzip = GzEncoder::new(file.map_err(io_error(&path))?, Compression::best());
        let mut file = csv::WriterBuilder::new().has_headers(new).from_writer(gzip);
        write(&mut file).map_err(csv_error(&path))?;
        let gzip = file.into_inner().map_err(|error| io_error(&path)(error.into_error()))?;
        let written = gzip.finish().and_then(|_| fs::rename(&part, &path));
        written.map_err(io_error(&path))
    }

    fn read_csv_if_there<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>> {
        if self.has(name) { self.read_csv(name) } else { Ok(Vec::new()) }
    }

    /// True when the file is there, packed or not.
    fn has(&self, name: &str) -> bool {
        let plain = self.file(name);
        plain.exists() || packed(&plain).exists()
    }

    fn read_csv<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>> {
        Ok(self.read_csv_with_head(name)?.1)
    }

    /// Reads a file that is packed, or that somebody has unpacked.
    fn read_csv_with_head<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<(csv::StringRecord, Vec<T>)> {
        let plain = self.file(name);
        let (path, is_packed) =
            if packed(&plain).exists() { (packed(&plain), true) } else { (plain, false) };
        let file = fs::File::open(&path).map_err(io_error(&path))?;
        let text: Box<dyn io::Read> =
            if is_packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        let mut reader = csv::Reader::from_reader(text);
        let head = reader.headers().map_err(csv_error(&path))?.clone();
        let rows: csv::Result<Vec<T>> = reader.into_deserialize().collect();
        Ok((head, rows.map_err(csv_error(&path))?))
    }
}

/// Where a file is written until it is whole: a run may be killed at any time.
fn part(path: &Path) -> PathBuf {
    path.with_added_extension("part")
}

fn packed(path: &Path) -> PathBuf {
    path.with_added_extension("gz")
}

pub(crate) fn io_error(path: &Path) -> impl Fn(io::Error) -> RunFolderError {
    let path = path.to_owned();
    move |source| RunFolderError::Io { path: path.clone(), source }
}

fn csv_error(path: &Path) -> impl Fn(csv::Error) -> RunFolderError {
    let path = path.to_owned();
    move |source| RunFolderError::Csv { path: path.clone(), source }
}
