//! [`Indexed`]: rows that are looked up by solver and corpus.

use std::collections::BTreeMap;
use std::ops::Deref;

use serde::{Deserialize, Serialize, Serializer};
use sudoku_record::{CountRow, InstructionRow, MemoryRow, PairedRow, SampleRow, SurveyRow};

use crate::{Memory, Ratio, SolverRow, Survey};

/// A row that is about one solver on one corpus.
pub trait Keyed {
    /// Returns the id of the solver and the name of the corpus.
    fn key(&self) -> (&str, &str);
}

/// A list of rows that finds a row by solver and corpus in a look-up. It is serialized as the plain
/// list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Vec<T>", bound(deserialize = "T: Keyed + Deserialize<'de>"))]
pub struct Indexed<T> {
    rows: Vec<T>,
    /// The place of a row in `rows`, by solver and then by corpus.
    places: BTreeMap<String, BTreeMap<String, usize>>,
}

impl<T> Indexed<T> {
    /// The row of a solver on a corpus.
    pub fn of(&self, solver: &str, corpus: &str) -> Option<&T> {
        self.places.get(solver)?.get(corpus).map(|&place| &self.rows[place])
    }

    /// The rows of a solver, in ascending order of the names of the corpora.
    pub fn by(&self, solver: &str) -> impl Iterator<Item = &T> {
        self.places.get(solver).into_iter().flatten().map(|(_, &place)| &self.rows[place])
    }
}

impl<T: Keyed> Indexed<T> {
    /// The rows of a corpus, in the order of the list.
    pub fn on(&self, corpus: &str) -> impl Iterator<Item = &T> {
        self.rows.iter().filter(move |row| row.key().1 == corpus)
    }
}

impl<T: Keyed> From<Vec<T>> for Indexed<T> {
    /// Indexes the rows. If a solver has several rows on a corpus, the first is found.
    fn from(rows: Vec<T>) -> Self {
        let mut places: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for (place, row) in rows.iter().enumerate() {
            let (solver, corpus) = row.key();
            places.entry(solver.to_owned()).or_default().entry(corpus.to_owned()).or_insert(place);
        }
        Self { rows, places }
    }
}

impl<T> Default for Indexed<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), places: BTreeMap::new() }
    }
}

impl<T> Deref for Indexed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.rows
    }
}

impl<T: Serialize> Serialize for Indexed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
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
        $(impl Keyed for $row {
            fn key(&self) -> (&str, &str) {
                (&self.solver, &self.corpus)
            }
        })+
    };
}

keyed!(CountRow, SampleRow, SurveyRow, PairedRow, InstructionRow, MemoryRow);
keyed!(SolverRow, Survey, Memory, Ratio);
