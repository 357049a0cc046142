//! [`RawRow`]: the rows of the CSV files of a run, a type for each file of raw data.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use sudoku_core::{Counts, Ending, Grid, Work};

/// A row of a CSV file: of raw data, or of `results.csv`, which is made from them.
/// [`RunFolder`](crate::RunFolder) writes and reads it. The head of the file names its fields.
pub trait RawRow: Serialize + DeserializeOwned {
    /// The file, from the folder of the run.
    const FILE: &'static str;

    /// True for a long file, which is packed with gzip: `FILE.gz`.
    const PACKED: bool = false;

    /// True when every run has the file; otherwise a missing file is read as one without rows.
    const NEEDED: bool = false;
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
    pub outcome: Ending,
    /// The work.
    pub counts: Counts,
}

impl RawRow for CountRow {
    const FILE: &'static str = "raw/counts.csv";
    const PACKED: bool = true;
    const NEEDED: bool = true;
}

/// A column for every counter, after those of the row itself.
impl Serialize for CountRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { corpus, index, puzzle, solver, outcome, counts } = self;
        let mut row = serializer.serialize_struct("CountRow", 5 + Work::ALL.len())?;
        row.serialize_field("corpus", corpus)?;
        row.serialize_field("index", index)?;
        row.serialize_field("puzzle", puzzle)?;
        row.serialize_field("solver", solver)?;
        row.serialize_field("outcome", outcome)?;
        for what in Work::ALL {
            row.serialize_field(what.name(), &counts.get(what))?;
        }
        row.end()
    }
}

/// Columns are found by name; one that no counter has is left out.
impl<'de> Deserialize<'de> for CountRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Columns)
    }
}

/// Makes a [`CountRow`] of its columns.
struct Columns;

impl<'de> Visitor<'de> for Columns {
    type Value = CountRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of counts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut columns: A) -> Result<CountRow, A::Error> {
        let (mut corpus, mut index, mut puzzle) = (None, None, None);
        let (mut solver, mut outcome, mut counts) = (None, None, Vec::new());
        while let Some(column) = columns.next_key::<String>()? {
            match column.as_str() {
                "corpus" => corpus = Some(columns.next_value()?),
                "index" => index = Some(columns.next_value()?),
                "puzzle" => puzzle = Some(columns.next_value()?),
                "solver" => solver = Some(columns.next_value()?),
                "outcome" => outcome = Some(columns.next_value()?),
                name => match Work::named(name) {
                    Some(what) => {
                        counts.extend(columns.next_value::<Option<u64>>()?.map(|n| (what, n)));
                    }
                    None => drop(columns.next_value::<IgnoredAny>()?),
                },
            }
        }
        let missing = A::Error::missing_field;
        Ok(CountRow {
            corpus: corpus.ok_or_else(|| missing("corpus"))?,
            index: index.ok_or_else(|| missing("index"))?,
            puzzle: puzzle.ok_or_else(|| missing("puzzle"))?,
            solver: solver.ok_or_else(|| missing("solver"))?,
            outcome: outcome.ok_or_else(|| missing("outcome"))?,
            counts: Counts::from_values(counts),
        })
    }
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
    #[serde(deserialize_with = "Option::deserialize")]
    pub effort: Option<u64>,
    /// The difficulty rating, where the corpus gives one; its unit is that of the corpus.
    #[serde(deserialize_with = "Option::deserialize")]
    pub rating: Option<f64>,
}

impl RawRow for PuzzleRow {
    const FILE: &'static str = "raw/puzzles.csv";
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

impl RawRow for SampleRow {
    const FILE: &'static str = "raw/samples.csv";
}

/// One row of `raw/paired.csv.gz`: one solver on one block of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRow {
    /// Which build: the seed of its order of functions.
    pub build: u64,
    /// The name of the corpus.
    pub corpus: String,
    /// True when the puzzles of the set were dealt out to the builds; false when every build has all.
    pub own: bool,
    /// Which league of the corpus ran it: 0 for that of the slowest solvers, then up.
    pub league: u32,
    /// Which puzzles of the build: all solvers of the league that finished them go over a block
    /// before the next one comes.
    pub block: u32,
    /// The build that these puzzles were dealt to, which need not be this one; 0 where none were dealt,
    /// and in runs in which each build timed its own alone.
    #[serde(default)]
    pub share: u64,
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
    /// Nodes of its search on one pass; `None` if it does not count them.
    #[serde(deserialize_with = "Option::deserialize")]
    pub nodes: Option<u64>,
    /// CPU time in nanoseconds.
    pub cpu_ns: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
}

impl RawRow for PairedRow {
    const FILE: &'static str = "raw/paired.csv";
    const PACKED: bool = true;
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
    /// CPU time in nanoseconds; `None` if the solver went over its budget.
    #[serde(deserialize_with = "Option::deserialize")]
    pub cpu_ns: Option<u64>,
}

impl RawRow for SurveyRow {
    const FILE: &'static str = "raw/survey.csv";
    const PACKED: bool = true;
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
    /// How many puzzles of the corpus were gone through, from its beginning.
    pub puzzles: usize,
}

impl RawRow for InstructionRow {
    const FILE: &'static str = "raw/instructions.csv";
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
    /// The number of heap allocations during a solve.
    pub allocations: u64,
}

impl RawRow for MemoryRow {
    const FILE: &'static str = "raw/memory.csv";
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

impl RawRow for SetupRow {
    const FILE: &'static str = "raw/setup.csv";
}
