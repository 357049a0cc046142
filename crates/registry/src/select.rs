//! [`find`] and [`select`]: choose solvers by name.

use sudoku_core::nearest;
use wildmatch::WildMatch;

use crate::{Entry, SOLVERS};

/// The error for an id that no solver has, or a pattern that none matches.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no solver is called `{asked}`; {nearest} (`sudoku-lab list` names all)")]
pub struct NoSuchSolver {
    /// The id or the pattern that was asked for.
    pub asked: String,
    /// Which id is [nearest] to it, if one is near.
    pub nearest: String,
}

/// The solver with this id.
///
/// # Errors
///
/// When there is none; the error names the nearest id.
pub fn find(id: &str) -> Result<&'static Entry, NoSuchSolver> {
    find_among(SOLVERS, id)
}

/// The solver with this id among the given ones.
///
/// # Errors
///
/// As [`find`].
pub fn find_among<'a>(
    solvers: impl IntoIterator<Item = &'a Entry, IntoIter: Clone>,
    id: &str,
) -> Result<&'a Entry, NoSuchSolver> {
    let mut solvers = solvers.into_iter();
    let all = solvers.clone();
    solvers.find(|entry| entry.info.id == id).ok_or_else(|| no_such_solver(all, id))
}

/// The solvers whose ids match one of the patterns (`*` any text, `?` one character), each once and
/// in the order of the list; all of them if there is no pattern.
///
/// # Errors
///
/// When a pattern matches no solver; the error names the nearest id.
pub fn select(patterns: &[impl AsRef<str>]) -> Result<Vec<&'static Entry>, NoSuchSolver> {
    select_among(SOLVERS, patterns)
}

/// The solvers among the given ones whose ids match one of the patterns, each once and in their
/// order; all of them if there is no pattern.
///
/// # Errors
///
/// As [`select`].
pub fn select_among<'a>(
    solvers: impl IntoIterator<Item = &'a Entry, IntoIter: Clone>,
    patterns: &[impl AsRef<str>],
) -> Result<Vec<&'a Entry>, NoSuchSolver> {
    let (solvers, mut wanted) = (solvers.into_iter(), Vec::new());
    for pattern in patterns {
        let (pattern, before) = (pattern.as_ref(), wanted.len());
        let matching = WildMatch::new(pattern);
        let ids = solvers.clone().map(|entry| entry.info.id);
        wanted.extend(ids.filter(|id| matching.matches(id)));
        if wanted.len() == before {
            return Err(no_such_solver(solvers, pattern));
        }
    }
    let among = |entry: &&Entry| patterns.is_empty() || wanted.contains(&entry.info.id);
    Ok(solvers.filter(among).collect())
}

fn no_such_solver<'a>(solvers: impl Iterator<Item = &'a Entry>, asked: &str) -> NoSuchSolver {
    let nearest = nearest(asked, solvers.map(|entry| entry.info.id));
    NoSuchSolver { asked: asked.to_owned(), nearest }
}
