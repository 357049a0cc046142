//! [`File`]: a file of claims, and its mistakes with their lines.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use sudoku_core::nearest;

/// Includes the file of each key.
macro_rules! files {
    ($($key:literal),+ $(,)?) => {
        &[$(($key, include_str!(concat!("../../claims/", $key, ".toml")))),+]
    };
}

/// The keys and texts of the publications' files, in the order of the solvers taken from them.
pub(crate) const FILES: &[(&str, &str)] = files![
    "000",
    "001",
    "002",
    "003",
    "004",
    "norvig-2006",
    "knuth-2000",
    "sudoku",
    "refalo-2004",
    "tdoku",
];

/// The groups of sets that claims can name, with their members.
///
/// # Panics
///
/// When `claims/corpora.toml` is not of the form that its header describes.
pub(crate) fn groups() -> &'static BTreeMap<String, Vec<String>> {
    #[derive(Deserialize)]
    struct Groups {
        group: BTreeMap<String, Vec<String>>,
    }
    static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
        let text = include_str!("../../claims/corpora.toml");
        toml::from_str(text).expect("claims/corpora.toml is as its head says")
    });
    &GROUPS.group
}

/// True for the key of a publication whose claims are committed.
pub(crate) fn is_committed(key: &str) -> bool {
    FILES.iter().any(|(known, _)| *known == key)
}

/// The path of a publication's file, relative to the top of the repository.
pub fn path(key: &str) -> String {
    format!("crates/judge/claims/{key}.toml")
}

/// The text of a file of claims, and its name.
pub(crate) struct File<'a> {
    name: String,
    text: &'a str,
}

impl<'a> File<'a> {
    /// The file of a publication.
    pub(crate) fn of(key: &str, text: &'a str) -> Self {
        Self { name: path(key), text }
    }

    /// A file from elsewhere, with its name.
    pub(crate) fn named(name: &str, text: &'a str) -> Self {
        Self { name: name.to_owned(), text }
    }

    /// Makes the error for a place in the file, given as a range of bytes.
    pub(crate) fn error(&self, span: &Range<usize>, message: String) -> ClaimError {
        let before = &self.text[..span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        ClaimError { file: self.name.clone(), line, column, message }
    }

    /// Refuses what stands at a place in the file.
    pub(crate) fn mistake<T>(
        &self,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> Result<T, ClaimError> {
        Err(self.error(span, message.into()))
    }

    /// Parses the TOML.
    pub(crate) fn parse<T: Deserialize<'a>>(&self) -> Result<T, ClaimError> {
        toml::from_str(self.text)
            .map_err(|error| self.error(&error.span().unwrap_or(0..0), error.message().to_owned()))
    }
}

/// A mistake in a file of claims.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct ClaimError {
    /// The path of the file, relative to the top of the repository.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The mistake, with the nearest known name if a name is unknown.
    pub message: String,
}

/// A message that a name is unknown, with the nearest known name.
pub(crate) fn unknown<'a>(
    what: &str,
    asked: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    format!("no {what} is called `{asked}`; {}", nearest(asked, known))
}
