//! The report for a terminal: the warnings, and who takes how long on what.

use sudoku_findings::Results;

use crate::tables::text::parts;
use crate::tables::{Table, ratios, times};
use crate::wrap::wrapped;
use crate::{finding, notices};

/// The main table as plain text. It is at most 100 columns wide if names and figures allow it:
/// corpora that have no room beside the others follow below.
pub fn terminal(results: &Results) -> String {
    let matrix = times::matrix(results);
    let mut blocks: Vec<String> = notices::warnings(results)
        .iter()
        .map(|warning| wrapped(&format!("!!! {warning}")))
        .collect();
    blocks.push(wrapped(&finding::finding(results)));
    blocks.push(heading(&matrix));
    blocks.extend(parts(&matrix));
    blocks.extend(matrix.notes.iter().map(|text| wrapped(text)));
    if let Some(ratios) = ratios::matrix(results) {
        blocks.push(heading(&ratios));
        blocks.extend(parts(&ratios));
        blocks.extend(ratios.notes.iter().map(|text| wrapped(text)));
    }
    blocks.extend(notices::notices(results, None).iter().map(|text| wrapped(text)));
    blocks.join("\n\n") + "\n"
}

fn heading(table: &Table) -> String {
    wrapped(&format!("{}, and in parentheses the puzzles behind each figure:", table.caption))
}
