//! The names of a run, its clock and its solvers.

use sudoku_findings::Results;
use sudoku_measure::{Mode, SolverRecord};

use crate::tables::programs::printable;

/// The title of README.md and of the page, before the day of the run.
pub(crate) const TITLE: &str = "Sudoku Lab: a run of";

/// The subject of README.md and of the page.
pub(crate) const ABOUT: &str = "Sudoku Lab runs the published ways to backtrack through a Sudoku, \
    from a plain scan of the board to the fastest that is known, each as a small program. Every \
    answer is checked, the work of every search is counted exactly, and times are compared on the \
    same puzzles in the same rounds. This is one run on one processor: it shows which idea saves how \
    much, on which puzzles, and how sure that is.";

/// The name of a solver in a table: with the first of the instructions that it is compiled for,
/// and the mark of one from elsewhere.
pub(crate) fn name(solver: &SolverRecord) -> String {
    let peer = solver.peer.as_ref().map(|_| "peer".to_owned());
    let target = match solver.target.split_once(',') {
        Some((first, _)) => format!("{first}, …"),
        None => solver.target.clone(),
    };
    let target = Some(target).filter(|target| !target.is_empty());
    let said: Vec<String> = peer.into_iter().chain(target).collect();
    if said.is_empty() { solver.id.clone() } else { format!("{} ({})", solver.id, said.join(", ")) }
}

/// The name of a solver in a table, by its id.
pub(crate) fn name_of(results: &Results, id: &str) -> String {
    let mut solvers = results.plan.solvers.iter();
    solvers.find(|solver| solver.id == id).map_or_else(|| printable(id), name)
}

/// The clock of the times.
pub(crate) fn clock(results: &Results) -> &str {
    &results.environment.clock
}

/// The day of the run.
pub(crate) fn day(results: &Results) -> &str {
    let started = &results.environment.started;
    started.split_once('T').map_or(started, |(day, _)| day)
}

/// When, where and with what, in one line.
pub(crate) fn provenance(results: &Results) -> String {
    let environment = &results.environment;
    let mode = match results.plan.mode {
        Mode::Quick => "quick",
        Mode::Default => "default",
        Mode::Full => "full",
    };
    let compiler: Vec<_> = environment.rustc.split_whitespace().take(2).collect();
    let commit = environment.commit.as_deref().map_or_else(String::new, |commit| {
        let commit: String = commit.chars().take(10).collect();
        let changes = if environment.dirty == Some(true) { " with changes" } else { "" };
        format!(", commit {commit}{changes}")
    });
    format!(
        "A {mode} run of {} on {}, {}{commit}.",
        environment.started.replace('T', " ").replace('Z', " UTC"),
        environment.cpu,
        compiler.join(" ")
    )
}
