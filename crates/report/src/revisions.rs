//! Two commits beside each other, from paired rounds of their programs run in turn.

use sudoku_findings::{Ratio, ratios_between_programs};
use sudoku_measure::PairedRow;

use crate::tables::changes::between_programs;
use crate::tables::text::parts;
use crate::wrap::wrapped;

/// A gate between two commits closes when a time has certainly grown by more than this factor.
const SLOWER: f64 = 1.1;

/// The times of two programs.
#[derive(Debug)]
pub struct Revisions(Vec<Ratio>);

impl Revisions {
    /// The new program's times divided by those of the old one, for each solver and set that both
    /// have.
    pub fn of(old: &[PairedRow], new: &[PairedRow]) -> Self {
        Self(ratios_between_programs(old, new))
    }

    /// The comparison in lines of `width` columns. The first solver of the list shows how far the
    /// two programs drift apart where nothing was changed, if it was not.
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

    /// The reasons to close the gate: a whole 95 % interval lies above 1.1 times the old time, or
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

    /// The judgement of the gate in lines of `width` columns.
    pub fn judgement(&self, width: usize) -> String {
        let reasons = self.reasons();
        if reasons.is_empty() {
            return "The gate is open.".to_owned();
        }
        wrapped(&format!("The gate is CLOSED: {}.", reasons.join("; ")), width)
    }
}
