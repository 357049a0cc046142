//! [`ElsewhereRow`]: how long programs from elsewhere take beside our solvers, measured outside a
//! run.

use serde::{Deserialize, Serialize};

use crate::RawRow;

/// One row of `raw/elsewhere.csv`: a program and a solver on the same puzzles. A run writes no such
/// file; [METHODOLOGY](../../../docs/METHODOLOGY.md#other-fast-programs) says how to measure one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ElsewhereRow {
    /// The name of the program, with whatever distinguishes two builds of it.
    pub program: String,
    /// Its version: a release or a commit.
    pub version: String,
    /// The compiler with its version.
    pub compiler: String,
    /// The flags that it was compiled with.
    pub flags: String,
    /// The name of the set, which need not be one of the run.
    pub set: String,
    /// After how many solutions a search ends: 1 for a first one, 2 to see whether it is unique.
    pub limit: u32,
    /// The id of the solver beside it. The program gets one puzzle at a time, the solver as many as it
    /// takes.
    pub solver: String,
    /// The time of the program divided by that of the solver.
    pub ratio: f64,
    /// The lower end of the 95 % interval of the ratio.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many puzzles each has searched.
    pub puzzles: u64,
    /// The day, in ISO 8601.
    pub date: String,
}

impl RawRow for ElsewhereRow {
    const FILE: &'static str = "raw/elsewhere.csv";
}

impl ElsewhereRow {
    /// The first of its fields that cannot be: what was found and what was expected.
    pub(crate) fn fault(&self) -> Option<String> {
        let Self { limit, ratio, low, high, puzzles, .. } = self;
        if !(1..=2).contains(limit) {
            return Some(format!("found the limit {limit}, expected 1 or 2"));
        }
        if !(0.0 < *low && low <= ratio && ratio <= high && high.is_finite()) {
            return Some(format!(
                "found the ratio {ratio} from {low} to {high}, expected one above 0 and within its \
                 interval"
            ));
        }
        (*puzzles == 0).then(|| "found 0 puzzles, expected one at least".to_owned())
    }
}
