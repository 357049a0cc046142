//! Tables that compare the times of two runs or two programs.

use sudoku_judge::{Interval, Ratio};

use super::ratios::{point, undecided};
use super::{Cell, Table, single};
use crate::compare::Change;
use crate::format::between;

/// The changes of ratios; with `intervals`, also the interval of each change.
pub(crate) fn between_runs(changes: &[&Change], intervals: bool) -> Table {
    let widest = widest(changes.iter().map(|change| &*change.corpus));
    let table = Table::of("changes", "Ratios that have changed", single(changes))
        .text(&pair("set", "solver", widest), |one| {
            Cell::text(pair(&one.corpus, &one.solver, widest))
        })
        .number("before", "", |one| point(one.before))
        .number("after", "", |one| point(one.after))
        .number("change", "", |one| {
            Cell::text(percent(one.factor.point)).marked(undecided(one.verdict))
        });
    if !intervals {
        return table.table();
    }
    let ends = |Interval { low, high, .. }| format!("{} to {}", percent(low), percent(high));
    table.number("95 % interval", "", |one| Cell::text(ends(one.factor))).table()
}

/// The time of each solver in the new program divided by its time in the old one.
pub(crate) fn between_programs(rows: &[Ratio]) -> Table {
    let widest = widest(rows.iter().map(|row| &*row.corpus));
    Table::of("changes", "Time of the new program divided by that of the old one", single(rows))
        .text(&pair("set", "solver", widest), |row| {
            Cell::text(pair(&row.corpus, &row.solver, widest))
        })
        .number("new / old", "", |row| point(row.ratio).marked(undecided(row.verdict)))
        .number("95 % interval", "", |row| Cell::text(between(row.ratio)))
        .table()
}

/// A set and a solver in one cell, because every part of a wide table repeats its first column.
fn pair(set: &str, solver: &str, widest: usize) -> String {
    format!("{set:widest$}  {solver}")
}

fn widest<'a>(sets: impl Iterator<Item = &'a str>) -> usize {
    sets.map(|set| set.chars().count()).max().unwrap_or(0).max("set".len())
}

/// Formats a factor as a change: `+12.3 %`.
pub(crate) fn percent(factor: f64) -> String {
    format!("{:+.1} %", (factor - 1.0) * 100.0)
}
