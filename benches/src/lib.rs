//! What is measured: which solvers on which puzzles, and the proof that their answers are right.
//!
//! The bench target `solvers` puts these together: it [asks](Request::from_env) what is wanted,
//! [verifies and counts](verify), and times what passed with criterion.

mod progress;
mod request;
mod verify;

pub use progress::Progress;
pub use request::{Known, PuzzleSet, Request, Settings};
pub use verify::{Batch, Verified, verify};
