//! Programs in any language, measured beside the solvers.
//!
//! A [`Program`] is a command that reads one puzzle a line from standard input, to its end, and
//! writes one answer a line to standard output, in the order of the puzzles: 81 digits, `none`, or
//! `several` where the question is whether the solution is unique (`docs/YOUR_PROGRAM.md`).
//!
//! [`Program::pass`] gives a program puzzles once and judges every answer; a [`ProgramFault`] names
//! the puzzle and the line. A launcher starts the program ([`launched`]): it holds the program and
//! all processes that come from it to [`ProgramLimits`], adds up their CPU time, and ends them. It
//! is no sandbox: a program has all the rights of the user that starts it.
//!
//! [`time`] times several programs in turn, with the counts of their twins among the solvers;
//! [`race()`] compares programs alone.

mod answers;
#[cfg(unix)]
mod cgroup;
mod echo;
mod fault;
mod launcher;
mod passes;
mod program;
mod race;
#[cfg(unix)]
mod tree;

pub use answers::Question;
pub use echo::echo;
pub use fault::{Over, Place, ProgramFault};
pub use launcher::{NOT_LIMITED, ProgramLimits, Spent, launched};
pub use passes::{PassLengths, Runner, TimedSet, Times, answered, time};
pub use program::{NotACommand, Pass, Program};
pub use race::{Race, RaceResult, Racer, race};
