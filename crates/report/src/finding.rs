//! The finding of a run, in one sentence.

use sudoku_measure::Results;

use crate::words;

pub(crate) fn finding(results: &Results) -> String {
    words::day(results).to_owned()
}
