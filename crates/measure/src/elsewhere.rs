//! [`ElsewhereRow`]: the time of a program from elsewhere compared with one of our solvers,
//! measured by somebody outside a run.

use serde::{Deserialize, Serialize};

use crate::RawRow;

/// One row of `raw/elsewhere.csv`: a program and a solver on the same puzzles. A run writes no such
/// file; [METHODOLOGY](../../../docs/METHODOLOGY.md#other-fast-programs) says how to measure one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ElsewhereRow {
    /// The name of the program, and whatever distinguishes this build from another.
    pub program: String,
    /// The version of the program: a release or a commit.
    pub version: String,
    /// The compiler with its version.
    pub compiler: String,
    /// The flags that the program was compiled with.
    pub flags: String,
    /// The name of the set, which need not be one of the run.
    pub set: String,
    /// After how many solutions a search ends: 1 for the first solution, 2 to find out whether it
    /// is unique.
    pub limit: u32,
    /// The id of the solver that the program is compared with. The program gets one puzzle at a
    /// time, the solver as many as it searches side by side.
    pub solver: String,
    /// The time of the program divided by that of the solver.
    pub ratio: f64,
    /// The lower end of the 95 % interval of the ratio.
    pub low: f64,
    /// The upper end of the same interval.
    pub high: f64,
    /// How many puzzles the program and the solver have each searched.
    pub puzzles: u64,
    /// The day of the measurement, in ISO 8601.
    pub date: String,
}

impl RawRow for ElsewhereRow {
    const FILE: &'static str = "raw/elsewhere.csv";
}

impl ElsewhereRow {
    /// Describes the first field with an impossible value: what was found and what was expected.
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
