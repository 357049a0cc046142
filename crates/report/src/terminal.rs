//! The report for a terminal: the warnings, and who takes how long on what.

use sudoku_findings::Results;

use crate::notices;
use crate::tables::text::parts;
use crate::tables::{ratios, times};
use crate::wrap::wrapped;

/// The main table as plain text. It is at most 100 columns wide if names and figures allow it:
/// corpora that have no room beside the others follow below.
pub fn terminal(results: &Results) -> String {
    let matrix = times::matrix(results);
    let mut blocks: Vec<String> = notices::warnings(results)
        .iter()
        .map(|warning| wrapped(&format!("!!! {warning}")))
        .collect();
    blocks.push(format!("{}:", matrix.caption));
    blocks.extend(parts(&matrix));
    blocks.extend(matrix.notes.iter().map(|text| wrapped(text)));
    if let Some(ratios) = ratios::matrix(results) {
        blocks.push(format!("{}:", ratios.caption));
        blocks.extend(parts(&ratios));
        blocks.extend(ratios.notes.iter().map(|text| wrapped(text)));
    }
    blocks.extend(notices::notices(results, None).iter().map(|text| wrapped(text)));
    blocks.join("\n\n") + "\n"
}
