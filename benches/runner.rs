//! The program that knows the solvers. The laboratory's program starts it, for each part of a run:
//!
//! | words | what it does |
//! |---|---|
//! | `plan WISH` | prints the plan for a wish; both are JSON |
//! | `race DIR BUILD` | the share of one build in the race of all solvers |
//! | `programs DIR` | judges and times the programs in other languages |
//! | `count SOLVER SET` | solves some puzzles of a set, for callgrind |
//! | `recount PATTERN...` | renews the committed counts that are missing or stale |
//! | `recount --check PATTERN...` | lists these |
//! | `recount --kind` | counts on fresh puzzles of the kinds of the sets |
//! | `peer first ID`, `peer unique ID` | solves the puzzles of standard input with a peer, as a trial |
//!
//! `DIR` is the folder of a run, whose plan says everything else. It also serves as the launcher of
//! the programs in other languages.
//!
//! Exit codes: 0 all is well; 1 an answer was wrong, or a count is missing or stale; 2 a name is
//! unknown, or a file cannot be read or written.

use std::process::ExitCode;

fn main() -> ExitCode {
    sudoku_benches::runner()
}
