//! What the solvers did, counted.

use sudoku_core::Work;
use sudoku_measure::{CorpusRecord, Results};

use super::{Cell, Table, by_corpus};
use crate::section::Section;
use crate::{format, words};

pub(crate) fn sections(results: &Results) -> [Option<Section<'_>>; 1] {
    let lead = "What the solvers did, counted: the same on every machine.";
    [Section::of("work-done", "Work", lead, work(results))]
}

/// The counters that count something, corpus by corpus.
fn work(results: &Results) -> Table {
    let puzzles = |corpus: &CorpusRecord| format::many(corpus.puzzles as u64, "puzzle");
    let groups = by_corpus(results, puzzles, |solver, corpus| {
        let row = results.rows.of(&solver.id, &corpus.name);
        (solver, row.filter(|row| row.puzzles() > 0 && row.finished() == row.puzzles()))
    });
    let mut table = Table::of("work", "The work of every solver on every corpus", groups)
        .text("solver", |(solver, _)| Cell::text(words::name(solver)));
    let counts = |what: Work| results.rows.iter().filter_map(move |row| row.counts.get(what));
    let used = Work::ALL.into_iter().filter(|&what| counts(what).any(|value| value > 0));
    for what in used {
        table = table.number(&what.name().replace('_', " "), "", |(_, row)| {
            row.and_then(|row| row.counts.get(what)).map_or_else(Cell::none, Cell::count)
        });
    }
    table
        .notes([
            "Sums over all puzzles, of solvers that finished them all; max depth is the greatest. \
             A dash stands for what a solver does not report as well. Counters that are 0 \
             everywhere are left out."
                .to_owned(),
        ])
        .table()
}
