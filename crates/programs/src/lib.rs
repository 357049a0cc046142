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
//! [`measure`] has programs answer sets of puzzles and times them in turn, with the counts of their
//! twins among the solvers; [`race`] compares one program with others.

mod answers;
mod fault;
mod launcher;
mod passes;
mod program;
#[cfg(unix)]
mod tree;

pub use answers::Question;
pub use fault::ProgramFault;
pub use launcher::{NOT_LIMITED, ProgramLimits, Spent, launched};
pub use passes::{Asked, Course, Found, Group, Out, PassLengths, measure, race};
pub use program::{Pass, Program};
