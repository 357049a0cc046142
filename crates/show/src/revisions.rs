//! Compares two commits by races in which their programs ran in turn.

use sudoku_judge::format::{between, figure};
use sudoku_judge::{Ratio, ratios_between_programs};
use sudoku_record::PairedRow;

use crate::tables::ratios::undecided;
use crate::wrap::plain;

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
    let item = |Ratio { solver, corpus, ratio, verdict, .. }: &Ratio| {
        let mark = undecided(*verdict);
        format!("- {solver} on {corpus}: {}{mark} ({})\n", figure(ratio.point), between(*ratio))
    };
    let items: String = rows.iter().map(item).collect();
    let text = format!(
        "Time of the new program divided by that of the old one, with the 95 % interval:\n\n{items}\n\
         ≈ not told apart: chance or noise could explain the difference.\n"
    );
    let slower = rows.iter().filter(|row| row.ratio.low > SLOWER);
    let slower = slower.map(|Ratio { solver, corpus, ratio, .. }| {
        format!("{solver} takes {:.2} times its time on {corpus}", ratio.point)
    });
    (plain(&text, width) + "\n", slower.collect())
}
