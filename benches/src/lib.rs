//! The measurements: which solvers on which puzzles, and the proof that their answers are right.
//!
//! The programs that measure [read](Request::read) the plan of a run. `solvers`
//! [verifies](verify()) all solvers and times each with criterion, for distributions; `runner` lets
//! all solvers take turns, for ratios, and does all else that needs solvers; `memory` counts
//! allocations, which no timed program should do.

mod kinds;
mod parallel;
mod peers;
mod planning;
mod programs;
mod progress;
mod puzzle_set;
mod race;
mod recount;
mod request;
mod runner;
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

pub use parallel::in_parallel;
pub use peers::contestants;
pub use planning::{Admitted, admitted, left_out};
pub use programs::programs;
pub use progress::StepProgress;
pub use puzzle_set::{Facts, PuzzleSet};
pub use race::{Build, race};
pub use recount::{Changes, changes};
pub use request::Request;
pub use runner::{exit_code, runner};
pub use settings::Settings;
pub use setup::setup;
pub use survey::survey;
pub use timed_solver::TimedSolver;
pub use try_peer::run_as_peer;
pub use verify::{Verified, counted, puzzles, verify};
pub use workload::{Case, Workload};
