//! Compares two commits by races in which their programs ran in turn.

use sudoku_judge::{Ratio, ratios_between_programs};
use sudoku_record::PairedRow;

use crate::tables::changes::between_programs;
use crate::tables::text::parts;
use crate::wrap::wrapped;

/// The gate between two commits closes when the whole interval of a ratio lies above this factor.
const SLOWER: f64 = 1.1;

/// The times of a new program divided by those of an old one.
#[derive(Debug)]
pub struct Revisions(Vec<Ratio>);

impl Revisions {
    /// Computes the ratio of the new program's time to the old one's for each solver and set that
    /// both have.
    pub fn of(old: &[PairedRow], new: &[PairedRow]) -> Self {
        Self(ratios_between_programs(old, new))
    }

    /// The comparison as text of `width` columns. If the first solver of the list was not changed,
    /// its ratio shows how far the times of the two programs differ without a change.
    pub fn text(&self, width: usize) -> String {
        if self.0.is_empty() {
            return "No solver and set that both have.\n".to_owned();
        }
        let table = between_programs(&self.0);
        let note = "≈ not told apart: chance or noise could explain the difference.";
        let mut blocks = vec![wrapped(&format!("{}:", table.caption), width)];
        blocks.extend(parts(&table, width));
        blocks.push(wrapped(note, width));
        blocks.join("\n\n") + "\n"
    }

    /// The reasons to close the gate: ratios whose whole 95 % interval lies above 1.1, or that
    /// there is nothing to compare.
    pub fn reasons(&self) -> Vec<String> {
        if self.0.is_empty() {
            return vec!["no solver and set that both commits have".to_owned()];
        }
        let slower = self.0.iter().filter(|row| row.ratio.low > SLOWER);
        slower
            .map(|Ratio { solver, corpus, ratio, .. }| {
                format!("{solver} takes {:.2} times its time on {corpus}", ratio.point)
            })
            .collect()
    }

    /// The judgement of the gate as text of `width` columns.
    pub fn judgement(&self, width: usize) -> String {
        let reasons = self.reasons();
        if reasons.is_empty() {
            return "The gate is open.".to_owned();
        }
        wrapped(&format!("The gate is CLOSED: {}.", reasons.join("; ")), width)
    }
}
