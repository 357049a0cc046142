//! [`RunFolder`]: the folder of a run on disk, and how its files are written and read.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs;
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Environment, Plan, ProgramRecord, RawRow};

/// A run that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// The folder is not one that the task can take; the text says why.
    #[error("{0}")]
    Refused(String),
    /// A file cannot be read or written, or is not of the expected shape.
    #[error("{} {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: &'static str,
        /// Where and why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A file says something that does not fit the plan of the run; the text names file and line.
    #[error("{0}")]
    Wrong(String),
}

impl RunFolderError {
    /// The error for a file that must not be replaced.
    pub fn taken(path: &Path) -> Self {
        Self::Refused(format!("{} already exists; a run needs a folder of its own", path.display()))
    }

    /// The error for a row. `line` counts from 1; in a packed file, it is that of the unpacked text.
    pub(crate) fn row(path: &Path, line: usize, message: &str) -> Self {
        Self::Wrong(format!("{}, line {line}: {message}", path.display()))
    }
}

type Result<T> = std::result::Result<T, RunFolderError>;

/// The name of the file that marks the folder of a run. Of a complete run, it ends with a line for
/// each raw file, in the form of `sha256sum`.
pub const MARK: &str = "sudoku-lab.run";

const PROGRAMS: &str = "raw/programs.json";

/// The folder of one run.
#[derive(Debug, Clone)]
pub struct RunFolder {
    root: PathBuf,
}

impl RunFolder {
    /// A run in this folder, which need not exist yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Makes the folder, and `raw` in it.
    ///
    /// # Errors
    ///
    /// When `raw` is there already, or the file system fails.
    pub fn start(&self) -> Result<()> {
        let raw = self.file("raw");
        if raw.exists() {
            return Err(RunFolderError::taken(&raw));
        }
        fs::create_dir_all(&raw).map_err(io_error(&raw))
    }

    /// Writes `environment.json`.
    ///
    /// # Errors
    ///
    /// When the file system fails.
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
    /// When the file system fails.
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

    /// Writes `raw/programs.json`.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    pub fn write_programs(&self, programs: &[ProgramRecord]) -> Result<()> {
        self.write_json(PROGRAMS, &programs)
    }

    /// Reads `raw/programs.json`; empty if the file is missing, as in a run without programs.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape.
    pub fn programs(&self) -> Result<Vec<ProgramRecord>> {
        if self.file(PROGRAMS).exists() { self.read_json(PROGRAMS) } else { Ok(Vec::new()) }
    }

    /// Writes a file as indented JSON.
    fn write_json<T: Serialize>(&self, name: &str, value: &T) -> Result<()> {
        self.write_text(name, serde_json::to_string_pretty(value))
    }

    /// Writes a file as JSON on one line, for readers that are programs: indentation would take
    /// more bytes than the figures.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write_json_line<T: Serialize>(&self, name: &str, value: &T) -> Result<()> {
        self.write_text(name, serde_json::to_string(value))
    }

    fn write_text(&self, name: &str, text: serde_json::Result<String>) -> Result<()> {
        let path = self.file(name);
        let text = text.map_err(failed(&path, NO_JSON))?;
        replace(&path, format!("{text}\n").as_bytes())
    }

    fn read_json<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        let path = self.file(name);
        let text = fs::read_to_string(&path).map_err(io_error(&path))?;
        serde_json::from_str(&text).map_err(failed(&path, NO_JSON))
    }

    /// Writes rows to the file of their type, `folder.write(&rows)`, and replaces an older file.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    pub fn write<T: RawRow>(&self, rows: &[T]) -> Result<()> {
        self.put(Vec::new(), rows)
    }

    /// Appends rows to the file of their type, or begins the file: every build of a run adds its
    /// own rows. What is appended to a packed file is a gzip member of its own, without a header
    /// line; programs that unpack the file join the members.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    pub fn append<T: RawRow>(&self, rows: &[T]) -> Result<()> {
        let path = self.written::<T>();
        let before = if path.exists() { fs::read(&path).map_err(io_error(&path))? } else { vec![] };
        self.put(before, rows)
    }

    fn put<T: RawRow>(&self, mut before: Vec<u8>, rows: &[T]) -> Result<()> {
        let path = self.written::<T>();
        let mut file =
            csv::WriterBuilder::new().has_headers(before.is_empty()).from_writer(Vec::new());
        rows.iter().try_for_each(|row| file.serialize(row)).map_err(csv_error(&path))?;
        let text = file.into_inner().map_err(|error| io_error(&path)(error.into_error()))?;
        if T::PACKED {
            before = append(before, &text).map_err(io_error(&path))?;
        } else {
            before.extend(text);
        }
        replace(&path, &before)
    }

    /// Reads the rows of a type from their file, `folder.read::<SurveyRow>()`, whether it is packed
    /// or has been unpacked by hand. Without the file there are no rows.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or has another shape, or when it is missing though every run
    /// has it.
    pub fn read<T: RawRow + DeserializeOwned>(&self) -> Result<Vec<T>> {
        if !T::NEEDED && !self.has::<T>() {
            return Ok(Vec::new());
        }
        let path = self.found::<T>();
        let file = fs::File::open(&path).map_err(io_error(&path))?;
        let text: Box<dyn Read> = if path == self.file(T::FILE) {
            Box::new(file)
        } else {
            Box::new(MultiGzDecoder::new(file))
        };
        let mut rows = csv::Reader::from_reader(text);
        // The iterator over rows takes an error in the header for the end of the file.
        rows.headers().map_err(csv_error(&path))?;
        let rows: csv::Result<Vec<T>> = rows.into_deserialize().collect();
        rows.map_err(csv_error(&path))
    }

    /// Checks each row's corpus and puzzle against the plan, because puzzles are looked up by them.
    pub(crate) fn check_sets<T: RawRow>(
        &self,
        plan: &Plan,
        rows: &[T],
        place: impl Fn(&T) -> (&str, usize),
    ) -> Result<()> {
        let corpora = plan.corpora.iter().map(|corpus| (&*corpus.name, corpus.puzzles));
        let corpora: BTreeMap<&str, usize> = corpora.collect();
        for (line, row) in (2..).zip(rows) {
            let (corpus, index) = place(row);
            let message = match corpora.get(corpus) {
                Some(&puzzles) if index < puzzles => continue,
                Some(puzzles) => format!(
                    "found puzzle {index} of {corpus}, expected one below {puzzles}, as many as \
                     raw/plan.json says"
                ),
                None => format!("found the corpus `{corpus}`, expected one of raw/plan.json"),
            };
            return Err(RunFolderError::row(&self.found::<T>(), line, &message));
        }
        Ok(())
    }

    /// Checks that no two rows are about the same thing.
    pub(crate) fn check_once<'a, T: RawRow, K: Eq + Hash>(
        &self,
        rows: &'a [T],
        key: impl Fn(&'a T) -> K,
    ) -> Result<()> {
        let mut lines = HashMap::with_capacity(rows.len());
        for (line, row) in (2..).zip(rows) {
            if let Some(before) = lines.insert(key(row), line) {
                let message = format!("found a second row for what line {before} is about");
                return Err(RunFolderError::row(&self.found::<T>(), line, &message));
            }
        }
        Ok(())
    }

    /// True when the file of these rows exists, packed or not.
    pub fn has<T: RawRow>(&self) -> bool {
        self.found::<T>().exists()
    }

    /// The path that these rows are read from: the packed file or, if there is none, the unpacked
    /// one.
    pub(crate) fn found<T: RawRow>(&self) -> PathBuf {
        let plain = self.file(T::FILE);
        if packed(&plain).exists() { packed(&plain) } else { plain }
    }

    /// The path that these rows are written to.
    fn written<T: RawRow>(&self) -> PathBuf {
        let plain = self.file(T::FILE);
        if T::PACKED { packed(&plain) } else { plain }
    }
}

/// Packs bytes with gzip. Its header has no time and no file name, so equal bytes give equal results.
///
/// # Errors
///
/// None are expected: nothing is written but memory.
pub fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    append(Vec::new(), bytes)
}

/// Appends a text, packed as by [`pack`].
fn append(before: Vec<u8>, text: &[u8]) -> io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(before, Compression::default());
    gzip.write_all(text)?;
    gzip.finish()
}

fn packed(path: &Path) -> PathBuf {
    path.with_added_extension("gz")
}

/// Writes a file under a temporary name and renames it when it is complete, because a run may be
/// killed at any time.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let part = path.with_added_extension("part");
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(io_error(path))
}

const NO_JSON: &str = "is not the expected JSON";

fn failed<E: Into<Box<dyn Error + Send + Sync>>>(
    path: &Path,
    what: &'static str,
) -> impl Fn(E) -> RunFolderError {
    let path = path.to_owned();
    move |error| RunFolderError::File { path: path.clone(), what, source: error.into() }
}

/// Returns what makes an error of the file system one of a run.
pub fn io_error(path: &Path) -> impl Fn(io::Error) -> RunFolderError {
    failed(path, "cannot be read or written")
}

pub(crate) fn csv_error(path: &Path) -> impl Fn(csv::Error) -> RunFolderError {
    failed(path, "is not the expected CSV")
}
