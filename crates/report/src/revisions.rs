//! Two commits beside each other, from paired rounds of their programs run in turn.

use sudoku_findings::ratios_between_programs;
use sudoku_measure::PairedRow;

use crate::tables::changes::between_programs;
use crate::tables::text::parts;
use crate::wrap::wrapped;

/// The comparison in lines of `width` columns. The first solver of the list shows how far the two
/// programs drift apart where nothing was changed, if it was not.
pub fn revisions(old: &[PairedRow], new: &[PairedRow], width: usize) -> String {
    let ratios = ratios_between_programs(old, new);
    if ratios.is_empty() {
        return "No solver and set that both have.\n".to_owned();
    }
    let table = between_programs(&ratios);
    let note = "≈ not told apart: chance or noise could explain the difference.";
    let mut blocks = vec![wrapped(&format!("{}:", table.caption), width)];
    blocks.extend(parts(&table, width));
    blocks.push(wrapped(note, width));
    blocks.join("\n\n") + "\n"
}
