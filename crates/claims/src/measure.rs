//! [`Measure`]: what a figure can be made of.

use sudoku_core::{Counts, Work};
use sudoku_measure::MemoryRow;

/// What is known of one solver on one puzzle.
#[derive(Debug, Clone, Default)]
pub(crate) struct Run {
    pub(crate) counts: Counts,
    pub(crate) survey_ns: Option<u64>,
    pub(crate) memory: Option<MemoryRow>,
}

/// A measure of a solver.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Measure {
    Counter(Work),
    /// Compared in pairs, never puzzle by puzzle.
    Time,
    /// Counted over all puzzles of a set together.
    Instructions,
    Of(&'static Column),
}

/// A measure of every single puzzle, beside the counters.
#[derive(Debug)]
pub(crate) struct Column {
    name: &'static str,
    /// What is missing where a run does not have it.
    source: &'static str,
    is_greatest: bool,
    is_time: bool,
    value: fn(&Run) -> Option<f64>,
}

impl Column {
    const fn memory(name: &'static str, value: fn(&Run) -> Option<f64>) -> Self {
        Self { name, source: "memory.csv", is_greatest: true, is_time: false, value }
    }
}

/// A measure is one entry here, and a line in the table of `written.rs`.
const COLUMNS: [Column; 4] = [
    Column {
        name: "survey_ns",
        source: "survey time",
        is_greatest: false,
        is_time: true,
        value: |run| Some(run.survey_ns? as f64),
    },
    Column::memory("state_bytes", |run| Some(run.memory.as_ref()?.state_bytes as f64)),
    Column::memory("stack_bytes", |run| Some(run.memory.as_ref()?.stack_bytes as f64)),
    Column {
        is_greatest: false,
        ..Column::memory("allocations", |run| Some(run.memory.as_ref()?.allocations as f64))
    },
];

impl Measure {
    /// The counters, then the others.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let others = [Self::Time].into_iter().chain(COLUMNS.iter().map(Self::Of));
        Work::ALL.into_iter().map(Self::Counter).chain(others).chain([Self::Instructions])
    }

    /// Its name in a figure.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Counter(what) => what.name(),
            Self::Time => "time",
            Self::Instructions => "instructions",
            Self::Of(column) => column.name,
        }
    }

    /// What is missing where a run does not have it.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Self::Counter(_) => "counts",
            Self::Time => "paired times",
            Self::Instructions => "instructions",
            Self::Of(column) => column.source,
        }
    }

    /// Its value on a puzzle; none where it is not known of single puzzles.
    pub(crate) fn value(self, run: &Run) -> Option<f64> {
        match self {
            Self::Counter(what) => Some(run.counts.get(what)? as f64),
            Self::Time | Self::Instructions => None,
            Self::Of(column) => (column.value)(run),
        }
    }

    /// True for what is not summed over puzzles, since a sum would mean nothing.
    pub(crate) fn is_greatest(self) -> bool {
        match self {
            Self::Counter(what) => what == Work::MaxDepth,
            Self::Time | Self::Instructions => false,
            Self::Of(column) => column.is_greatest,
        }
    }

    /// True for a time of single puzzles, which differs from run to run.
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Of(column) if column.is_time)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Measure {}
