//! Peers elsewhere: programs that were compared with solvers outside the run.

use sudoku_findings::Results;
use sudoku_measure::ElsewhereRow;

use super::programs::printable;
use super::{Cell, Table, single};
use crate::section::Section;
use crate::{finding, format};

const NOTE: &str = "Measured outside the run, on the same puzzles for all, every answer compared. A \
                    program gets one puzzle at a time, and so does a solver that searches one at a \
                    time; one that searches several gets all of a round. The ratios are medians of \
                    paired rounds; the fastest program on each set is marked.";

pub(crate) fn section(results: &Results) -> Section<'_> {
    let rows = &results.elsewhere;
    let beside = |row: &ElsewhereRow| (row.limit, row.solver.clone());
    let ratios = firsts(rows, beside).into_iter().map(|first| {
        let is_beside = |row: &&ElsewhereRow| beside(row) == beside(first);
        ratios(first, &rows.iter().filter(is_beside).collect::<Vec<_>>())
    });
    Section::new("elsewhere", "Peers elsewhere", finding::elsewhere(results))
        .parts(ratios.chain(builds(rows)).map(Table::captioned))
}

/// The ratios to one solver up to one limit: a row for each program and a column for each set.
fn ratios(first: &ElsewhereRow, rows: &[&ElsewhereRow]) -> Table {
    let until = if first.limit == 1 { "the first solution" } else { "a second solution" };
    let caption = format!("Time divided by that of {}, up to {until}", first.solver);
    let programs = firsts(rows.iter().copied(), |row| row.program.clone());
    let mut table = Table::of("elsewhere", caption, single(programs))
        .text("program", |of| Cell::text(printable(&of.program)));
    for column in firsts(rows.iter().copied(), |row| row.set.clone()) {
        let on_set = || rows.iter().filter(|row| row.set == column.set);
        table = table.number(&printable(&column.set), "", |of| {
            let row = on_set().find(|row| row.program == of.program)?;
            let is_fastest = on_set().all(|other| other.ratio >= row.ratio);
            let [low, high] = [row.low, row.high].map(format::factor);
            let about = format!("{low} to {high}, {}", format::many(row.puzzles, "puzzle"));
            let cell = Cell::number(format::factor(row.ratio), row.ratio).about(about);
            Some(Cell { merit: is_fastest.then_some(1.0), ..cell })
        });
    }
    table.table()
}

/// The table that says how each program was built; `None` without programs.
fn builds(rows: &[ElsewhereRow]) -> Option<Table> {
    let builds = firsts(rows, |row| row.program.clone());
    Table::of("elsewhere-builds", "How these programs were built", single(builds))
        .text("program", |row| Cell::text(printable(&row.program)))
        .text("version", |row| Cell::text(printable(&row.version)))
        .text("compiler", |row| Cell::text(printable(&row.compiler)))
        .text("flags", |row| Cell::text(printable(&row.flags)))
        .text("measured", |row| Cell::text(printable(&row.date)))
        .note(NOTE)
        .unless_empty()
}

/// The first row of each kind, in the order of the rows.
fn firsts<'a, K: PartialEq>(
    rows: impl IntoIterator<Item = &'a ElsewhereRow>,
    kind: impl Fn(&ElsewhereRow) -> K,
) -> Vec<&'a ElsewhereRow> {
    let mut firsts: Vec<&ElsewhereRow> = Vec::new();
    for row in rows {
        if firsts.iter().all(|first| kind(first) != kind(row)) {
            firsts.push(row);
        }
    }
    firsts
}
