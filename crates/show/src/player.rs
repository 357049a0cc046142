//! The section in which a reader watches two searches side by side.

use std::collections::BTreeSet;

use anyhow::Result;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sudoku_judge::Results;
use sudoku_puzzles::Corpus;
use sudoku_record::SolverRecord;

/// How many puzzles of a set are offered if they have no names.
const OFFERED: usize = 5;

#[derive(Template)]
#[template(path = "player.html")]
struct Player<'a> {
    /// The solvers as WebAssembly, packed with gzip, in base64; `None` if the module could not be
    /// compiled.
    module: Option<String>,
    sets: Vec<Set<'a>>,
}

/// The puzzles of a set that can be chosen, each with its name and its 81 characters.
struct Set<'a> {
    name: &'a str,
    puzzles: Vec<(String, &'a str)>,
    /// True if these are all puzzles of the set.
    whole: bool,
}

/// Renders the section as HTML, with the given WebAssembly module.
pub(crate) fn section(results: &Results, module: Option<&[u8]>) -> Result<String> {
    Ok(Player { module: module.map(|module| BASE64_STANDARD.encode(module)), sets: sets(results) }
        .render()?)
}

/// True for a solver that the page can run: not a peer, and not compiled for the instructions of a
/// certain processor.
pub(crate) fn runs(solver: &SolverRecord) -> bool {
    solver.peer.is_none() && solver.target.is_empty()
}

/// The puzzles that can be chosen: some of every shipped set in the run that has blanks and has not
/// changed since the run, and of the sets that the questions of the lessons name; without any, the
/// example of the articles.
fn sets(results: &Results) -> Vec<Set<'static>> {
    let ran = results.plan.corpora.iter().filter_map(|record| {
        let corpus = sudoku_puzzles::find(record.set()).ok()?;
        (corpus.sha256() == record.set_sha256).then_some(corpus)
    });
    let has_blanks =
        |corpus: &&'static Corpus| puzzles(corpus).iter().any(|(_, puzzle)| puzzle.contains('.'));
    let asked = results.pages.iter().flat_map(|page| page.text.split("--corpus ").skip(1));
    let named = |rest: &str| sudoku_puzzles::find(rest.split_whitespace().next()?).ok();
    let set = |corpus: &'static Corpus| {
        let puzzles = puzzles(corpus);
        Set { name: corpus.name, whole: puzzles.len() == corpus.entries().len(), puzzles }
    };
    let mut seen = BTreeSet::new();
    let all = ran.filter(has_blanks).chain(asked.filter_map(named));
    let mut sets: Vec<_> = all.filter(|corpus| seen.insert(corpus.name)).map(set).collect();
    if sets.is_empty() {
        sets.extend(sudoku_puzzles::find("leetcode-37").map(set));
    }
    sets
}

/// The puzzles of a set whose names are given in comments above them; if there are none, the first
/// few puzzles.
fn puzzles(corpus: &'static Corpus) -> Vec<(String, &'static str)> {
    let lines = || corpus.text.lines().skip_while(|line| !line.starts_with("# sha256: ")).skip(1);
    let puzzle = |line: &'static str| line.split(' ').next().unwrap_or(line);
    let pairs = lines().zip(lines().skip(1));
    let named: Vec<_> = pairs
        .filter_map(|(above, line)| {
            let name = above.strip_prefix("# ")?.split([',', ':']).next()?;
            Some((name.to_owned(), puzzle(line)))
        })
        .collect();
    if !named.is_empty() {
        return named;
    }
    let numbered = (1..=OFFERED).zip(lines());
    numbered.map(|(n, line)| (format!("{} {n}", corpus.name), puzzle(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_offers_puzzles_by_name_or_number() {
        let of = |name| puzzles(sudoku_puzzles::find(name).unwrap());
        let (classics, minimal) = (of("classics"), of("minimal"));
        assert_eq!((classics.len(), minimal.len(), of("finished").len()), (20, OFFERED, 1));
        assert_eq!(classics[0].0, "AI Escargot");
        assert_eq!(minimal[4].0, "minimal 5");
        for (name, puzzle) in classics.iter().chain(&minimal) {
            assert!(puzzle.len() == 81 && puzzle.parse::<sudoku_core::Grid>().is_ok(), "{name}");
        }
    }
}
