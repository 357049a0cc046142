//! Tables of the counted work of solvers.

use sudoku_core::Work;
use sudoku_judge::{Results, SolverRow};
use sudoku_record::CorpusRecord;

use super::ladder::NODES;
use super::{Cell, Table, single, where_found};
use crate::format;
use crate::section::Section;

pub(crate) fn section(results: &Results) -> Section<'_> {
    Section::new("work-done", "Work", "Every counter of every solver on every set")
        .listed_as("Work")
        .lead("What the solvers did, counted: the same on every machine.")
        .parts([work(results)])
}

/// The counters of every solver, corpus by corpus, without those that are 0 everywhere.
fn work(results: &Results) -> Table {
    let groups = where_found(results, |corpus| {
        let solvers = results.plan.solvers.iter();
        let row = |id: &str| results.rows.of(id, &corpus.name).filter(|row| is_whole(row));
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
            "Sums over all puzzles, of solvers that finished them all; max depth is the greatest. \
             A dash stands for what a solver does not report as well. Counters that are 0 \
             everywhere are left out.",
        )
        .note(NODES)
        .table()
}

/// The corpora that come first in the table of a single solver's work: the puzzle that every
/// description uses, and puzzles of all kinds.
const FIRST: [&str; 2] = ["leetcode-37", "minimal"];

/// The work of one solver on at most two corpora; `None` if it finished none of them.
pub(crate) fn of_solver(results: &Results, solver: &str) -> Option<Table> {
    let rank = |corpus: &&CorpusRecord| FIRST.iter().position(|name| *name == corpus.name);
    let mut corpora: Vec<_> = results.plan.corpora.iter().collect();
    corpora.sort_by_key(|corpus| rank(corpus).unwrap_or(FIRST.len()));
    let rows = corpora.iter().take(FIRST.len());
    let rows = rows.filter_map(|corpus| results.rows.of(solver, &corpus.name));
    let rows: Vec<&SolverRow> = rows.filter(|row| is_whole(row)).collect();
    let counts = |what| rows.iter().any(|row| row.counts.get(what).is_some_and(|count| count > 0));
    let used = Work::ALL.into_iter().filter(|&what| counts(what));
    let mut table = Table::of("counters", format!("The work of {solver}"), single(used))
        .text("counter", |what| Cell::text(what.name().replace('_', " ")));
    for row in &rows {
        let puzzles = format::many(row.puzzles(), "puzzle");
        let head = format!("{}, {puzzles}", row.corpus);
        table =
            table.set(&row.corpus, &head, "", |&what| row.counts.get(what).map(Cell::count).into());
    }
    table.unless_empty()
}

/// True if the solver finished every puzzle, so that its sums are those of the corpus.
fn is_whole(row: &SolverRow) -> bool {
    row.puzzles() > 0 && row.finished() == row.puzzles()
}
