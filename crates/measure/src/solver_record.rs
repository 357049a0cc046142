//! [`SolverRecord`]: what a run writes down of a solver.

use serde::{Deserialize, Serialize};
use sudoku_core::{Source, Tree};

/// A solver in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverRecord {
    /// `family/variant`.
    pub id: String,
    /// The idea, in one line.
    pub idea: String,
    /// Where it was published.
    pub sources: Vec<SourceRecord>,
    /// The file with the search, from the top of the repository.
    pub path: String,
    /// The name of the tree that it walks.
    pub tree: String,
    /// The instructions beyond those of the platform that it is compiled for; empty when there are
    /// none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// How many puzzles it searches side by side where it is handed several at once.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub width: usize,
    /// The version of its package, when it comes from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
    /// The reason why it was not run; `None` if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
}

/// Why a solver of a plan was not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The processor lacks the instructions that it needs.
    NotOnThisMachine,
    /// It comes from elsewhere and must not run in the process of the benches: what it did when it
    /// was tried.
    LeftOut(String),
}

const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
const fn is_one(width: &usize) -> bool {
    *width == 1
}

impl SolverRecord {
    /// True when it walks the tree of the articles.
    pub fn row_major(&self) -> bool {
        self.tree == Tree::ROW_MAJOR.0
    }
}

/// A program that a solver is taken from, and how the solver differs from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// The short name of the publication.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Its author, or `unknown`.
    pub author: String,
    /// When it was published, or `unknown`.
    pub year: String,
    /// Where it can be read, or `unknown`.
    pub address: String,
    /// The language of its programs.
    pub language: String,
    /// Which of its programs, as the publication counts them.
    pub part: String,
    /// How the solver differs; empty when it differs in nothing but the language and the names.
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
