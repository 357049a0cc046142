//! Tables of the counted work of solvers.

use sudoku_core::{Counts, Work};
use sudoku_judge::{Exercise, Results, Rows};

use super::ladder::NODES;
use super::{Cell, Table, single, where_found};
use crate::section::Section;

pub(crate) fn section(results: &Results) -> Section<'_> {
    Section::new("work-done", "Work", "Every counter of every solver on every set")
        .lead("What the solvers did, counted: the same on every machine.")
        .in_appendix([work(results)])
}

/// The counters of every solver, corpus by corpus, without those that are 0 everywhere.
fn work(results: &Results) -> Table {
    let groups = where_found(results, None, |corpus| {
        let solvers = results.plan.solvers.iter();
        let row = |id: &str| results.rows.of(id, &corpus.name).filter(|row| row.is_whole());
        solvers.map(|solver| (solver, row(&solver.id))).collect()
    });
    let mut table = Table::of("work", "The work of every solver on every set", groups)
        .text("solver", |(solver, _)| Cell::solver(solver));
    let counts = |what: Work| results.rows.iter().filter_map(move |row| row.counts.get(what));
    let used = Work::ALL.into_iter().filter(|&what| counts(what).any(|value| value > 0));
    for what in used {
        table = table.number(&what.name().replace('_', " "), "", |(_, row)| {
            row.and_then(|row| row.counts.get(what)).map(Cell::count)
        });
    }
    table
        .note(
            "Sums over the puzzles taken, of solvers that finished them all; max depth is the greatest. \
             A dash stands for what a solver does not report as well. Counters that are 0 \
             everywhere are left out.",
        )
        .note(NODES)
        .table()
}

/// The counts of one solver on the puzzles of the [exercises](Exercise); `None` if it has none.
pub(crate) fn of_solver(results: &Results, solver: &str) -> Option<Table> {
    let counts = |one: &Exercise| one.work.iter().find(|(id, _)| id == solver).map(|(_, of)| *of);
    let known = results.exercises.iter().filter_map(|one| Some((one, counts(one)?)));
    let known: Vec<(&Exercise, Counts)> = known.collect();
    // That a search begins with every cell of the board is no finding.
    let counted = |what| {
        what != Work::SetupCells
            && known.iter().any(|(_, of)| of.get(what).is_some_and(|count| count > 0))
    };
    let used = Work::ALL.into_iter().filter(|&what| counted(what));
    let mut table = Table::of("counters", "Counts", single(used))
        .text("counter", |what| Cell::text(what.name().replace('_', " ")));
    for (one, counts) in &known {
        table = table
            .set(&one.corpus, &one.name(), "", |&what| counts.get(what).map(Cell::count).into());
    }
    table.unless_empty()
}
