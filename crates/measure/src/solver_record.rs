//! [`SolverRecord`]: what a run writes down of a solver.

use serde::{Deserialize, Deserializer, Serialize};
use sudoku_core::{Source, Tree};

/// A solver in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverRecord {
    /// `family/variant`.
    pub id: String,
    /// The idea, in one line.
    pub idea: String,
    /// Where it was published.
    #[serde(deserialize_with = "sources")]
    pub sources: Vec<SourceRecord>,
    /// The file with the search, from the top of the repository.
    pub path: String,
    /// The name of the tree that it walks. Earlier runs said only whether it was the row-major one.
    #[serde(alias = "row_major", deserialize_with = "tree")]
    pub tree: String,
    /// The instructions beyond those of the platform that it is compiled for; empty when there are
    /// none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// The version of its package, when it comes from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
    /// Why it was not run; none when it was.
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
    /// Its title. Earlier runs did not write it down, nor anything below but the part.
    pub title: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// When.
    pub year: Option<String>,
    /// Where it can be read, or `unknown`.
    pub address: Option<String>,
    /// The language of its programs.
    pub language: Option<String>,
    /// Which of its programs, as the publication counts them.
    pub part: String,
    /// What the solver does differently; empty when it is nothing but the language and the names.
    pub differs: Option<String>,
}

impl From<&Source> for SourceRecord {
    fn from(Source { work, part, differs }: &Source) -> Self {
        let some = |text: &str| Some(text.to_owned());
        Self {
            key: work.key.to_owned(),
            title: some(work.title),
            author: some(work.author),
            year: some(work.year),
            address: some(work.address),
            language: some(work.language),
            part: (*part).to_owned(),
            differs: some(differs),
        }
    }
}

/// Earlier runs wrote `000, solution 1`.
fn sources<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SourceRecord>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Brief(String),
        InFull(SourceRecord),
    }
    let record = |written| match written {
        Written::InFull(source) => source,
        Written::Brief(text) => {
            let (key, part) = text.split_once(", ").unwrap_or((&text, ""));
            SourceRecord {
                key: key.to_owned(),
                title: None,
                author: None,
                year: None,
                address: None,
                language: None,
                part: part.to_owned(),
                differs: None,
            }
        }
    };
    Ok(Vec::<Written>::deserialize(deserializer)?.into_iter().map(record).collect())
}

fn tree<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Name(String),
        RowMajor(bool),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Name(name) => name,
        Written::RowMajor(true) => Tree::ROW_MAJOR.0.to_owned(),
        Written::RowMajor(false) => "its own".to_owned(),
    })
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
        assert_eq!(solver.sources[0].title.as_deref(), Some("t"));
        let json = serde_json::to_string(&solver).unwrap();
        assert_eq!(serde_json::from_str::<SolverRecord>(&json).unwrap(), solver);
    }

    #[test]
    fn earlier_runs_stay_readable() {
        let solver = read(r#""004, solution 1, optimised", "003""#, r#""row_major":true"#);
        let told: Vec<_> = solver.sources.iter().map(|s| (&*s.key, &*s.part)).collect();
        assert_eq!(told, [("004", "solution 1, optimised"), ("003", "")]);
        assert!(solver.sources.iter().all(|source| source.title.is_none()));
        assert!(solver.row_major());
        assert_eq!(read("", r#""row_major":false"#).tree, "its own");
    }
}
