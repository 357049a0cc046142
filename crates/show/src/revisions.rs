//! Compares two commits by races in which their programs ran in turn.

use sudoku_judge::{Ratio, ratios_between_programs};
use sudoku_record::PairedRow;

use crate::format::between;
use crate::tables::ratios::{point, undecided};
use crate::tables::text::parts;
use crate::tables::{Cell, Table, single};
use crate::wrap::wrapped;

/// The gate between two commits closes when the whole interval of a ratio lies above this factor.
const SLOWER: f64 = 1.1;

/// The times of a new program divided by those of an old one, for each solver and set that both have, as
/// text of `width` columns; and the reasons to close the gate: ratios whose whole 95 % interval lies
/// above 1.1, or that there is nothing to compare. If the first solver of the list was not changed, its
/// ratio shows how far the times of the two programs differ without a change.
pub fn revisions(old: &[PairedRow], new: &[PairedRow], width: usize) -> (String, Vec<String>) {
    let rows = ratios_between_programs(old, new);
    if rows.is_empty() {
        let none = "no solver and set that both commits have".to_owned();
        return ("No solver and set that both have.\n".to_owned(), vec![none]);
    }
    let table = between_programs(&rows);
    let note = "≈ not told apart: chance or noise could explain the difference.";
    let mut blocks = vec![wrapped(&format!("{}:", table.caption), width)];
    blocks.extend(parts(&table, width));
    blocks.push(wrapped(note, width));
    let slower = rows.iter().filter(|row| row.ratio.low > SLOWER);
    let slower = slower.map(|Ratio { solver, corpus, ratio, .. }| {
        format!("{solver} takes {:.2} times its time on {corpus}", ratio.point)
    });
    (blocks.join("\n\n") + "\n", slower.collect())
}

/// The first column has set and solver, because every part of a wide table repeats its first column.
fn between_programs(rows: &[Ratio]) -> Table {
    let widest = rows.iter().map(|row| row.corpus.chars().count());
    let widest = widest.max().unwrap_or(0).max("set".len());
    let caption = "Time of the new program divided by that of the old one";
    Table::of("changes", caption, single(rows))
        .text(&format!("{:widest$}  solver", "set"), |row| {
            Cell::text(format!("{:widest$}  {}", row.corpus, row.solver))
        })
        .number("new / old", "", |row| point(row.ratio).marked(undecided(row.verdict)))
        .number("95 % interval", "", |row| Cell::text(between(row.ratio)))
        .table()
}
