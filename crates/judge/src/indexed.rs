//! [`Rows`]: rows that are looked up by solver and corpus.

use std::collections::BTreeMap;

use sudoku_record::{CountRow, InstructionRow, PairedRow, SampleRow, SurveyRow};

/// A row that is about one solver on one corpus.
pub trait Keyed {
    /// Returns the id of the solver and the name of the corpus.
    fn key(&self) -> (&str, &str);
}

/// A list of rows that are looked up by solver and corpus; each look-up goes through the list.
pub trait Rows<T: 'static> {
    /// The first row of a solver on a corpus.
    fn of(&self, solver: &str, corpus: &str) -> Option<&T>;

    /// The rows of a solver, in the order of the list.
    fn by(&self, solver: &str) -> impl Iterator<Item = &T>;

    /// The rows of a corpus, in the order of the list.
    fn on(&self, corpus: &str) -> impl Iterator<Item = &T>;
}

impl<T: Keyed + 'static> Rows<T> for [T] {
    fn of(&self, solver: &str, corpus: &str) -> Option<&T> {
        self.iter().find(|row| row.key() == (solver, corpus))
    }

    fn by(&self, solver: &str) -> impl Iterator<Item = &T> {
        self.iter().filter(move |row| row.key().0 == solver)
    }

    fn on(&self, corpus: &str) -> impl Iterator<Item = &T> {
        self.iter().filter(move |row| row.key().1 == corpus)
    }
}

/// Groups the rows by solver and corpus; each group keeps their order.
pub(crate) fn by_key<T: Keyed>(rows: &[T]) -> BTreeMap<(&str, &str), Vec<&T>> {
    let mut found: BTreeMap<_, Vec<&T>> = BTreeMap::new();
    for row in rows {
        found.entry(row.key()).or_default().push(row);
    }
    found
}

macro_rules! keyed {
    ($($row:ty),+) => {
        $(impl $crate::Keyed for $row {
            fn key(&self) -> (&str, &str) {
                (&self.solver, &self.corpus)
            }
        })+
    };
}

pub(crate) use keyed;

keyed!(CountRow, SampleRow, SurveyRow, PairedRow, InstructionRow);
