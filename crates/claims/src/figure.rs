//! [`Figure`]: what a test finds out, and [`Bound`]: what it must be.

use serde::Deserialize;
use sudoku_core::Work;

use crate::expression::Expression;

/// What a test finds out.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Figure {
    /// Worked out from what was counted or surveyed.
    Worked(Expression<Quantity>, Puzzles),
    /// The time of one solver divided by that of another, from rounds in which both ran.
    PairedTime { above: String, below: String },
    /// The power of one figure with which another grows.
    Exponent { of: Expression<Quantity>, by: Expression<Quantity> },
}

/// A name in a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Quantity {
    Blanks,
    Puzzles,
    /// A measure of the solver with this id.
    Of(String, Measure),
}

impl Quantity {
    /// True for what is not summed over puzzles, since a sum would mean nothing.
    pub(crate) fn is_greatest(&self) -> bool {
        match self {
            Self::Of(_, Measure::StateBytes | Measure::StackBytes) => true,
            Self::Of(_, Measure::Counter(what)) => *what == Work::MaxDepth,
            _ => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Counter(Work),
    Time,
    SurveyNs,
    StateBytes,
    StackBytes,
    Allocations,
    Instructions,
}

/// How the puzzles of a corpus make one figure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Puzzles {
    #[default]
    Total,
    Mean,
    Median,
    Least,
    Greatest,
    Spread,
}

/// On which side of its limit a figure must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Below,
    AtMost,
    Above,
    AtLeast,
    Equals,
}

impl Bound {
    /// True for a figure on this side of the limit.
    pub(crate) fn admits(self, figure: f64, limit: f64) -> bool {
        match self {
            Self::Below => figure < limit,
            Self::AtMost => figure <= limit,
            Self::Above => figure > limit,
            Self::AtLeast => figure >= limit,
            Self::Equals => figure.total_cmp(&limit).is_eq(),
        }
    }

    /// `below 0.5`, `at most 10 %`: the limit as it was written.
    pub(crate) fn in_words(self, limit: f64, is_share: bool) -> String {
        let bound = match self {
            Self::Below => "below",
            Self::AtMost => "at most",
            Self::Above => "above",
            Self::AtLeast => "at least",
            Self::Equals => "equal to",
        };
        if is_share {
            format!("{bound} {} %", limit * 100.0)
        } else if limit != 0.0 && limit.abs() < 1e-3 {
            format!("{bound} {limit:e}")
        } else {
            format!("{bound} {limit}")
        }
    }
}

/// Every measure by its name: the counters, then the others.
pub(crate) fn measures() -> Vec<(&'static str, Measure)> {
    let counters = Work::ALL.into_iter().map(|what| (what.name(), Measure::Counter(what)));
    let others = [
        ("time", Measure::Time),
        ("survey_ns", Measure::SurveyNs),
        ("state_bytes", Measure::StateBytes),
        ("stack_bytes", Measure::StackBytes),
        ("allocations", Measure::Allocations),
        ("instructions", Measure::Instructions),
    ];
    counters.chain(others).collect()
}
