//! The names of a run, its clock and its solvers.

use sudoku_judge::Results;
use sudoku_puzzles::Printable;
use sudoku_record::{Mode, ProgramRecord, SolverRecord};

/// The title of README.md and of the page, which the day of the run follows.
pub(crate) const TITLE: &str = "Sudoku Lab: a run of";

/// The introduction of README.md and of the page.
pub(crate) const ABOUT: &str = "Sudoku Lab runs the published ways to backtrack through a Sudoku, \
    from a plain scan of the board to the fastest that is known, each as a small program. Every \
    answer is checked, the work of every search is counted exactly, and times are compared for the \
    same puzzles. This is one run on one processor: it shows which idea saves how much, on which \
    puzzles, and how sure that is.";

/// The name of a solver in a table, with `peer` if it is a peer, and with the first of the
/// instructions that it is compiled for.
pub(crate) fn name(solver: &SolverRecord) -> String {
    let target = match solver.target.split_once(',') {
        Some((first, _)) => &format!("{first}, …"),
        None => &solver.target,
    };
    let peer = solver.peer.as_ref().map(|_| "peer");
    let said: Vec<&str> =
        peer.into_iter().chain([target.as_str()]).filter(|said| !said.is_empty()).collect();
    if said.is_empty() { solver.id.clone() } else { format!("{} ({})", solver.id, said.join(", ")) }
}

/// The name in a table of a solver given by its id; the id itself, made printable, if the plan does
/// not have the solver.
pub(crate) fn name_of(results: &Results, id: &str) -> String {
    let mut solvers = results.plan.solvers.iter();
    solvers.find(|solver| solver.id == id).map_or_else(|| printable(id), name)
}

/// The name of the program with this id, made printable.
pub(crate) fn of_program(id: &str) -> String {
    printable(id.strip_prefix(ProgramRecord::FAMILY).unwrap_or(id))
}

/// A text from elsewhere, without control characters.
pub(crate) fn printable(text: &str) -> String {
    Printable(text).to_string()
}

/// The title of a report.
pub(crate) fn title(results: &Results) -> String {
    format!("{TITLE} {}", day(results))
}

/// The day on which the run started.
pub(crate) fn day(results: &Results) -> &str {
    let started = &results.environment.started;
    started.split_once('T').map_or(started, |(day, _)| day)
}

/// The mode, the time, the processor, the compiler and the commit of the run, in one line.
pub(crate) fn provenance(results: &Results) -> String {
    let environment = &results.environment;
    let mode = match results.plan.mode {
        Mode::Quick => "quick",
        Mode::Default => "default",
        Mode::Full => "full",
    };
    let compiler: Vec<_> = environment.rustc.split_whitespace().take(2).collect();
    let commit = environment.commit.as_ref().map(|_| format!(", commit {}", commit(results)));
    format!(
        "A {mode} run of {} on {}, {}{}.",
        environment.started.replace('T', " ").replace('Z', " UTC"),
        environment.cpu,
        compiler.join(" "),
        commit.unwrap_or_default()
    )
}

/// The commit of the run in brief, `unknown` if it has none.
pub(crate) fn commit(results: &Results) -> String {
    let environment = &results.environment;
    let commit = environment.commit.as_deref().unwrap_or("unknown");
    let changes = if environment.dirty == Some(true) { " with changes" } else { "" };
    format!("{}{changes}", commit.get(..10).unwrap_or(commit))
}
