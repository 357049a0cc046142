//! Tables that compare the times of two runs or two programs.

use sudoku_judge::{Interval, Ratio};

use super::ratios::{point, undecided};
use super::{Cell, Draft, Table, single};
use crate::compare::Change;
use crate::format::between;

/// The changes of ratios; with `intervals`, also the interval of each change.
pub(crate) fn between_runs(changes: &[&Change], intervals: bool) -> Table {
    let table = draft("Ratios that have changed", changes, |one| [&one.corpus, &one.solver])
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
    let caption = "Time of the new program divided by that of the old one";
    draft(caption, rows, |row| [&row.corpus, &row.solver])
        .number("new / old", "", |row| point(row.ratio).marked(undecided(row.verdict)))
        .number("95 % interval", "", |row| Cell::text(between(row.ratio)))
        .table()
}

/// A table whose first column has set and solver, because every part of a wide table repeats its
/// first column.
fn draft<'a, Row>(caption: &str, rows: &'a [Row], of: fn(&Row) -> [&str; 2]) -> Draft<&'a Row> {
    let sets = rows.iter().map(|row| of(row)[0].chars().count());
    let widest = sets.max().unwrap_or(0).max("set".len());
    let both = |[set, solver]: [&str; 2]| format!("{set:widest$}  {solver}");
    Table::of("changes", caption, single(rows))
        .text(&both(["set", "solver"]), |row| Cell::text(both(of(row))))
}

/// Formats a factor as a change: `+12.3 %`.
pub(crate) fn percent(factor: f64) -> String {
    format!("{:+.1} %", (factor - 1.0) * 100.0)
}
