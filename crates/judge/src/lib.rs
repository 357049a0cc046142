//! The findings from the raw data of a run, and the verdicts on the [`claims`] of the sources, as
//! data, without sentences or drawings.
//!
//! [`Results`] are computed from [`Raw`](sudoku_record::Raw) and nothing else, so every verdict,
//! table and chart can be made again at any time. Where to read: `sudoku_core::stats` and [`Estimate`]
//! are the arithmetic; the race and the counts give the [`Ratios`], and these the [`Ladder`];
//! [`Results`] hold everything that a report shows.

pub mod claims;
mod climb;
mod context;
mod cost;
mod difficulty;
mod duel;
mod estimate;
mod exercise;
mod fit;
pub mod format;
mod indexed;
mod ladder;
mod lead;
mod paired;
mod program_time;
mod raced;
mod ratio;
mod ratios;
mod result_row;
mod results;
mod self_check;
mod solver_row;
pub mod status;
mod summary;
mod work;

pub use climb::{Against, Climb};
pub use context::{Before, Context};
pub use difficulty::{Difficulty, Placed};
pub use duel::{CLOCK_NS, Duel, DuelRow, PuzzleTimes, SolverTimes, Typical};
pub use estimate::Estimate;
pub use exercise::Exercise;
pub use indexed::{Keyed, Rows};
pub use ladder::{Ladder, Rung};
pub use lead::{LEADING, family};
pub use paired::Paired;
pub use program_time::ProgramTime;
pub use ratio::{NoiseFloor, OnKind, Order, Ratio};
pub use ratios::{Ratios, overhead, ratios_between_programs};
pub use result_row::ResultRow;
pub use results::{CONTENDED_BELOW, Results, SCHEMA_VERSION, Survey};
pub use self_check::{FOR_HALVES, SPLITS, SelfCheck, Worst};
pub use solver_row::{Criterion, SolverRow, Timing};
pub use status::Status;
pub use sudoku_core::stats::Interval;
pub use summary::Totals;
pub use work::CountedOn;
