//! [`Measure`]: the measures that a figure can use.

use sudoku_core::{Counts, Work};
use sudoku_record::MemoryRow;

/// The work, time and memory of one solver on one puzzle.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    pub(crate) counts: Counts,
    pub(crate) survey_ns: Option<u64>,
    pub(crate) memory: Option<Box<MemoryRow>>,
}

/// A measure of a solver; the table in `written.rs` lists them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Of the puzzle alone.
    Blanks,
    /// Of the puzzle alone: 1.
    Puzzles,
    Counter(Work),
    /// CPU time in the race; it has no value for a single puzzle.
    Time,
    /// The time of a single puzzle in the survey, in nanoseconds.
    SurveyTime,
    StateBytes,
    StackBytes,
    Allocations,
    /// Instructions over all puzzles of a set together.
    Instructions,
}

impl Measure {
    pub(crate) const OF_PUZZLES: [Self; 2] = [Self::Blanks, Self::Puzzles];

    const BESIDE_COUNTERS: [Self; 6] = [
        Self::Time,
        Self::SurveyTime,
        Self::StateBytes,
        Self::StackBytes,
        Self::Allocations,
        Self::Instructions,
    ];

    /// The measures of a solver.
    pub(crate) fn of_solvers() -> impl Iterator<Item = Self> {
        Work::ALL.into_iter().map(Self::Counter).chain(Self::BESIDE_COUNTERS)
    }

    /// The name of the measure in a figure.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Blanks => "blanks",
            Self::Puzzles => "puzzles",
            Self::Counter(what) => what.name(),
            Self::Time => "time",
            Self::SurveyTime => "survey_ns",
            Self::StateBytes => "state_bytes",
            Self::StackBytes => "stack_bytes",
            Self::Allocations => "allocations",
            Self::Instructions => "instructions",
        }
    }

    /// The part of a run that the measure comes from.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Self::Blanks | Self::Puzzles => "puzzle",
            Self::Counter(_) => "counts",
            Self::Time => "paired times",
            Self::SurveyTime => "survey time",
            Self::StateBytes | Self::StackBytes | Self::Allocations => "memory.csv",
            Self::Instructions => "instructions",
        }
    }

    /// The value for a solver on a puzzle; `None` if the run lacks it, or if the measure is not known
    /// so.
    pub(crate) fn value(self, run: &Measured) -> Option<f64> {
        let memory = run.memory.as_ref();
        Some(match self {
            Self::Counter(what) => run.counts.get(what)? as f64,
            Self::SurveyTime => run.survey_ns? as f64,
            Self::StateBytes => memory?.state_bytes as f64,
            Self::StackBytes => memory?.stack_bytes as f64,
            Self::Allocations => memory?.allocations as f64,
            Self::Blanks | Self::Puzzles | Self::Time | Self::Instructions => return None,
        })
    }

    /// True for a measure that is combined by the greatest value, because a sum would mean nothing.
    pub(crate) fn is_greatest(self) -> bool {
        matches!(self, Self::Counter(Work::MaxDepth) | Self::StateBytes | Self::StackBytes)
    }
}
