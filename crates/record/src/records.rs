//! [`RawRow`]: a row of a CSV file of a run, and one type of row for each file of raw data.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sudoku_core::{Counts, Ending, Grid, Work};

use crate::{KindCounts, ProgramRow};

/// A row of a CSV file: of raw data, or of `results.csv`, which is made from raw data.
/// [`RunFolder`](crate::RunFolder) writes and reads it. The header line of the file names the
/// fields.
pub trait RawRow: Serialize {
    /// The path of the file in the folder of the run.
    const FILE: &'static str;

    /// True for a long file, which is packed with gzip and named `FILE.gz`.
    const PACKED: bool = false;

    /// True when every run has the file. Any other file that is missing is read as one without
    /// rows.
    const NEEDED: bool = false;
}

/// The file of each type of row, with the facts of [`RawRow`] that are true of it.
macro_rules! files {
    ($($row:ident $file:literal $($fact:ident)*;)+) => {
        $(impl RawRow for $row {
            const FILE: &'static str = $file;
            $(const $fact: bool = true;)*
        })+
    };
}

files! {
    CountRow "raw/counts.csv" PACKED NEEDED;
    PuzzleRow "raw/puzzles.csv";
    SampleRow "raw/samples.csv";
    PairedRow "raw/paired.csv" PACKED;
    SurveyRow "raw/survey.csv" PACKED;
    InstructionRow "raw/instructions.csv";
    MemoryRow "raw/memory.csv";
    SetupRow "raw/setup.csv";
    ProgramRow "raw/programs.csv";
    KindCounts "kinds.csv";
}

/// A row of `raw/counts.csv.gz`: one solver on one puzzle. A counter without a column, or with an
/// empty field, is not reported by the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in the corpus, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: Grid,
    /// The id of the solver.
    pub solver: String,
    /// How the search ended.
    pub outcome: Ending,
    /// The work that was counted.
    pub counts: Counts,
}

/// Writes the fields of the row and then a column for every counter.
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

/// Finds columns by name and skips any that is neither a field nor a counter.
impl<'de> Deserialize<'de> for CountRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Columns)
    }
}

/// Builds a [`CountRow`] from its columns.
struct Columns;

impl<'de> Visitor<'de> for Columns {
    type Value = CountRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of counts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut columns: A) -> Result<CountRow, A::Error> {
        let (mut corpus, mut index, mut puzzle) = (None, None, None);
        let (mut solver, mut outcome, mut counts) = (None, None, Vec::new());
        while let Some(column) = columns.next_key()? {
            match column {
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

/// A row of `raw/puzzles.csv`: what was known of a puzzle before any solver ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PuzzleRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in the corpus, from 0.
    pub index: usize,
    /// How many clues the puzzle has.
    pub clues: u32,
    /// How many digits a search in reading order places, taken from the corpus or counted within
    /// the budget by a solver that searches in this order; otherwise `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub effort: Option<u64>,
    /// How hard the puzzle is rated, in the unit of the corpus; `None` where the corpus has no
    /// rating.
    #[serde(deserialize_with = "Option::deserialize")]
    pub rating: Option<f64>,
}

/// A row of `raw/samples.csv`: one sample that criterion took. Each sample of a solver continues
/// through the corpus where the sample before ended.
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

/// A row of `raw/paired.csv.gz`: one turn of the race, in which a solver goes over some puzzles of
/// the list that all builds take.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRow {
    /// The number of the build, which is also the seed for the order of its functions.
    pub build: u64,
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// True for the second copy of a solver, by which the noise is measured.
    pub twin: bool,
    /// The number of the round in the build, from 0; `None` in the oldest runs, where not all solvers
    /// took part in the same rounds.
    #[serde(deserialize_with = "Option::deserialize")]
    pub round: Option<u32>,
    /// The place of this turn in the round, from 0.
    pub turn: u32,
    /// How often the build had been over these puzzles before.
    pub visit: u32,
    /// The place of the first puzzle in the list.
    pub first: usize,
    /// The number of puzzles; 0 for an empty turn, which shows how long reading the clock takes.
    pub puzzles: usize,
    /// The number of digits that the solver places.
    pub placements: u64,
    /// The number of nodes of its searches; `None` if the solver does not count nodes.
    #[serde(deserialize_with = "Option::deserialize")]
    pub nodes: Option<u64>,
    /// CPU time in nanoseconds.
    pub cpu_ns: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
}

/// The counts of a solver on all puzzles of a set, summed; `max_depth` is the greatest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetCounts {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// How many puzzles the set has.
    pub puzzles: usize,
    /// The counts.
    pub counts: Counts,
}

/// A row of `raw/survey.csv.gz`: how long one solver took on one puzzle, solved once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in the corpus, from 0.
    pub index: usize,
    /// The id of the solver.
    pub solver: String,
    /// CPU time in nanoseconds; `None` if the solver exceeded its budget.
    #[serde(deserialize_with = "Option::deserialize")]
    pub cpu_ns: Option<u64>,
}

/// A row of `raw/instructions.csv`: what callgrind counted for one solver on one corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstructionRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// Instructions executed inside the solver on one pass over the first `puzzles` puzzles.
    pub instructions: u64,
    /// How many digits were placed on that pass.
    pub placements: u64,
    /// How many puzzles of the corpus were solved, from its beginning.
    pub puzzles: usize,
}

/// A row of `raw/memory.csv`: the memory that one solver takes for one puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in the corpus, from 0.
    pub index: usize,
    /// The id of the solver.
    pub solver: String,
    /// Bytes that the search keeps besides the board, without the frames of the recursion; the same
    /// for every puzzle.
    pub state_bytes: usize,
    /// Bytes of stack between the first call of the recursive function and the deepest one.
    pub stack_bytes: usize,
    /// How many calls of the recursive function are active at the deepest point; `stack_bytes` is
    /// the distance from the first to the last of them.
    pub max_depth: u64,
    /// How often heap memory was allocated during a solve.
    pub allocations: u64,
}

/// A row of `raw/setup.csv`: how long it takes to prepare a solver, before its first puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupRow {
    /// The id of the solver.
    pub solver: String,
    /// CPU time in nanoseconds to build the solver's tables and allocate memory for them, once for
    /// any number of puzzles.
    pub cpu_ns: u64,
}
