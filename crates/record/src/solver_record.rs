//! [`SolverRecord`]: what a run records about a solver.

use serde::{Deserialize, Serialize};
use sudoku_core::{Source, Tree};

/// A solver in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverRecord {
    /// The id, `family/variant`.
    pub id: String,
    /// The idea of the solver, in one line.
    pub idea: String,
    /// The programs that the solver is taken from.
    pub sources: Vec<SourceRecord>,
    /// The path of the file with the search, relative to the top of the repository.
    pub path: String,
    /// The name of the tree that the solver searches.
    pub tree: String,
    /// The instructions beyond those of the platform that the solver is compiled for; empty if
    /// there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// How many puzzles the solver searches side by side if it is given several at once.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub width: usize,
    /// The version of the package, for a peer; `None` for one of our solvers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
    /// The [`source_hash`](crate::source_hash) of the code that was counted; `None` for a peer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
    /// The reason why it was not run; `None` if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
}

/// Why a solver of a plan was not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The processor lacks the instructions that the solver needs.
    NotOnThisMachine,
    /// The solver is a peer that failed its trial run; the text says how.
    LeftOut(String),
}

/// The solver whose counts explain the time of this one: itself or, for a peer whose times differ much
/// from puzzle to puzzle, the solver of the laboratory that searches the same tree. Peers count nothing,
/// and without counts a few hard puzzles decide the mean of what was timed.
pub fn counted_as(solver: &str) -> &str {
    match solver {
        "peers/sudoku-solver" => "fewest-candidates/buckets",
        own => own,
    }
}

/// True for a solver that is [counted as](counted_as) itself: work that explains its time is its own.
pub fn counts_itself(solver: &str) -> bool {
    counted_as(solver) == solver
}

const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
const fn is_one(width: &usize) -> bool {
    *width == 1
}

impl SolverRecord {
    /// True when the solver searches the tree of the articles, cells in row-major order.
    pub fn row_major(&self) -> bool {
        self.tree == Tree::ROW_MAJOR.0
    }
}

/// A program that a solver is taken from, and how the solver differs from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// The short name of the publication.
    pub key: String,
    /// The title of the publication.
    pub title: String,
    /// The author of the publication, or `unknown`.
    pub author: String,
    /// The year of publication, or `unknown`.
    pub year: String,
    /// The address of the publication, or `unknown`.
    pub address: String,
    /// The language of the publication's programs.
    pub language: String,
    /// Which of the publication's programs this is, in the publication's own numbering.
    pub part: String,
    /// How the solver differs from the program; empty if only in the language and in names.
    pub differs: String,
}

impl From<&Source> for SourceRecord {
    fn from(Source { work, part, differs }: &Source) -> Self {
        Self {
            key: work.key.to_owned(),
            title: work.title.to_owned(),
            author: work.author.to_owned(),
            year: work.year.to_owned(),
            address: work.address.to_owned(),
            language: work.language.to_owned(),
            part: (*part).to_owned(),
            differs: (*differs).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sources: &str, tree: &str) -> SolverRecord {
        let json = format!(r#"{{"id":"a/b","idea":"i","path":"p","sources":[{sources}],{tree}}}"#);
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn a_record_comes_back_as_it_was() {
        let source = r#"{"key":"k","title":"t","author":"a","year":"1","address":"unknown",
            "language":"l","part":"p","differs":""}"#;
        let solver = read(source, r#""tree":"fewest-candidates""#);
        assert_eq!((solver.tree.as_str(), solver.row_major()), ("fewest-candidates", false));
        assert_eq!(solver.sources[0].title, "t");
        let json = serde_json::to_string(&solver).unwrap();
        assert_eq!(serde_json::from_str::<SolverRecord>(&json).unwrap(), solver);
    }

    #[test]
    fn a_record_that_lacks_a_field_is_refused() {
        let lacks = |json: &str, field: &str| {
            let error = serde_json::from_str::<SolverRecord>(json).unwrap_err().to_string();
            assert!(error.contains(&format!("missing field `{field}`")), "{error}");
        };
        lacks(r#"{"id":"a/b","idea":"i","path":"p","sources":[]}"#, "tree");
        let source = r#"{"key":"k","part":"p"}"#;
        lacks(
            &format!(r#"{{"id":"a/b","idea":"i","path":"p","sources":[{source}],"tree":"t"}}"#),
            "title",
        );
    }
}
