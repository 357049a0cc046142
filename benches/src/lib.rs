//! The measurements: which solvers on which puzzles, and the proof that their answers are right.
//!
//! Two programs measure solvers. Both read a [request](Request::from_env), whose solvers are first
//! [verified](verify()). Then `solvers` times each solver on each set with criterion, for
//! distributions, and `paired` lets all solvers take turns, for ratios.

pub mod census;
mod environment;
mod kinds;
pub mod minimal;
mod oracle;
mod peers;
mod programs;
mod progress;
mod puzzle_set;
mod race;
mod recount;
mod request;
mod sample;
mod schedule;
#[cfg(test)]
mod scratch;
mod sets;
mod settings;
mod setup;
mod survey;
mod timed_solver;
mod try_peer;
mod verify;
mod workload;

pub use kinds::count_kinds;
pub use oracle::{Compared, Oracle, PublishedRating, collections, ratings};
pub use peers::{contestants, copies};
pub use programs::programs;
pub use progress::StepProgress;
pub use puzzle_set::{Facts, PuzzleSet};
pub use race::{Build, race};
pub use recount::{Changes, changes, incomplete, keep, recount, units};
pub use request::Request;
pub use schedule::schedule;
pub use sets::resolve;
pub use settings::{Allowance, Settings};
pub use setup::setup;
pub use survey::survey;
pub use timed_solver::TimedSolver;
pub use try_peer::{TRIED_PEER, run_as_peer, try_peer};
pub use verify::{Verified, counted, puzzles, verify};
pub use workload::{Case, Workload};
