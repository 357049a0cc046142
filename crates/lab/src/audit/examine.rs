//! [`examine`]: finds what is wrong with a single puzzle and how hard it is.

use sudoku_puzzles::Record;

use super::finding::Finding;
use crate::{Rater, Rating};

/// A puzzle that was examined.
#[derive(Debug, Clone)]
pub(super) struct Examined {
    pub(super) line: u64,
    pub(super) rating: Rating,
    /// The rating in the file.
    pub(super) given: Option<String>,
    pub(super) findings: Vec<(Finding, String)>,
}

/// Examines a puzzle and what its file says about it: some hundred microseconds for most puzzles.
pub(super) fn examine(rater: &mut Rater, record: &Record) -> Examined {
    let rating = rater.rate(&record.grid);
    let findings = match (record.grid.conflict(), rating.stop) {
        (Some(conflict), _) => vec![(Finding::Contradictory, conflict.to_string())],
        (None, stop) => {
            let undecided = stop.map(|stop| (Finding::Undecided, stop.to_string()));
            let number = || rating.solutions.and_then(Finding::of_number);
            let findings = undecided.or_else(number).into_iter();
            findings.chain(Finding::of_solution(record)).collect()
        }
    };
    Examined { line: record.line, rating, given: record.rating.clone(), findings }
}
