//! A run of the laboratory: its clock, its environment and its records.
//!
//! This crate names no solver. A run is a [folder](RunFolder) of raw data, which is read once, as
//! [`Raw`]. The crate `judge` computes every result from these data alone, so every table and
//! chart can be drawn again at any time.
//!
//! ```text
//! environment.json     the machine and the build (written before the run starts)
//! raw/plan.json        which solvers, which corpora, which settings
//! raw/puzzles.csv      clues, effort and rating of every puzzle
//! raw/counts.csv.gz    the outcome and the counters of every solver on every puzzle; a reference
//!                      leaves out what reports/counts has
//! raw/setup.csv        CPU time to make every solver ready
//! raw/samples.csv      CPU and wall time of every sample that criterion took
//! raw/survey.csv.gz    CPU time of every solver on every puzzle, once
//! raw/memory.csv       state, stack and heap of every solver on every puzzle
//! raw/instructions.csv what callgrind counted (`cargo xtask count`)
//! raw/paired.csv.gz    CPU and wall time of every solver in every round of the race, build by build
//! raw/programs.json    the programs in other languages that took part, and their answers
//! raw/programs.csv     CPU and wall time of every pass of these, with the work of their searches
//! ```

mod clock;
mod comparable;
mod counted;
mod environment;
mod folder;
mod kind;
mod lock;
mod page;
mod plan;
mod program;
mod raw;
mod records;
mod reference;
mod seal;
mod solver_record;

pub use clock::{CLOCK, Elapsed, Stopwatch};
pub use comparable::Comparable;
pub use counted::{
    AskedSet, Counted, CountedError, CountedRun, CountedSet, counted_sets, source_hash,
};
pub use environment::{Environment, sha256, top};
pub use folder::{MARK, RunFolder, RunFolderError, io_error, pack};
pub use kind::{KindCounts, explaining, is_placing};
pub use lock::LockedFolder;
pub use page::{NODE, Page};
pub use plan::{CorpusRecord, Plan, Skipped, Wish};
pub use program::{ProgramAnswers, ProgramRecord, ProgramRow, are_shaped_by_labels};
pub use raw::Raw;
pub use records::{
    CountRow, InstructionRow, MemoryRow, PairedRow, PuzzleRow, RawRow, SampleRow, SetCounts,
    SetupRow, SurveyRow,
};
pub use reference::runs_in;
pub use solver_record::{Absent, SolverRecord, SourceRecord, counted_as, counts_itself};
pub use sudoku_puzzles::Mode;
