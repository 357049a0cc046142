//! The figures in prose, computed from the reference runs.
//!
//! [`Figures::of`] reads every watched file, answers each marked query by the references, and keeps
//! the words of the answers. [`Figures::write`] writes the files, and only if every query has an
//! answer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sudoku_claims::{Evidence, Ledger, Query, References, Shape, counted, names};
use sudoku_measure::Raw;
use sudoku_prose::{Entry, Figure, LIST, Mistake, Prose, in_one_line, is_watched};

use crate::format;

/// The figures of all watched files.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// Every figure: file by file, and within a file in the order of its text.
    pub all: Vec<Figure>,
    /// The changes, as `FILE:LINE: 0.69 becomes 0.71 (QUERY)`.
    pub changes: Vec<String>,
    /// The mistakes, as `FILE:LINE: ...`: marks that disagree with their texts, queries without an
    /// answer, and sentences that rely on a bound that no longer holds.
    pub mistakes: Vec<String>,
    /// The files whose text changes, relative to the top of the repository, and their new texts.
    files: Vec<(PathBuf, String)>,
}

/// A reference that can be asked.
struct Processor<'a> {
    name: String,
    evidence: Evidence,
    ledger: &'a Ledger,
}

impl Figures {
    /// Answers the queries of all watched texts below a folder, which is the top of the repository
    /// or a copy of it.
    ///
    /// # Errors
    ///
    /// When a file, a reference or the claims cannot be read. A mistake in a text goes to
    /// [`mistakes`](Self::mistakes) instead.
    pub fn of(top: &Path, references: &References) -> Result<Self> {
        let runs = references.all().iter();
        let runs = runs.map(|one| anyhow::Ok((one, Raw::read(&one.folder)?)));
        let runs = runs.collect::<Result<Vec<_>>>()?;
        let solvers = runs.iter().flat_map(|(_, raw)| &raw.plan.solvers);
        let solvers: BTreeSet<String> = solvers.map(|solver| solver.id.clone()).collect();
        let searches = solvers.iter().filter(|id| !id.starts_with("peers/"));
        let counted = counted(sudoku_claims::top(), searches)?;
        let mut processors = Vec::new();
        for (reference, raw) in runs {
            let name = reference.folder.root().file_name().unwrap_or_default();
            let (name, evidence) = (name.to_string_lossy().into(), Evidence::of(&raw, &counted));
            processors.push(Processor { name, evidence, ledger: &reference.ledger });
        }
        let mut found = Self::default();
        for path in watched(top)? {
            let text = fs::read_to_string(top.join(&path)).with_context(|| path.clone())?;
            let family = path.split('/').nth(1).unwrap_or_default();
            let names = names(solvers.iter().map(String::as_str), family);
            let answer = |query: &str| words(&Query::read(query, &names)?, &processors);
            found.file(&path, &text, answer);
        }
        Ok(found)
    }

    /// Adds the figures, changes and mistakes of one text.
    fn file(&mut self, path: &str, text: &str, answer: impl Fn(&str) -> Result<String, String>) {
        let prose = Prose::of(path, text);
        let mut wrong = |Mistake { line, message }| {
            self.mistakes.push(format!("{path}:{line}: {message}"));
        };
        prose.loose().into_iter().for_each(&mut wrong);
        let entries = prose.entries().unwrap_or_else(|mistakes| {
            mistakes.into_iter().for_each(&mut wrong);
            Vec::new()
        });
        let mut changes = Vec::new();
        for Entry { line, query, place } in entries {
            let mistake =
                |message: String| Mistake { line, message: format!("{message} (`{query}`)") };
            let Ok(words) = answer(&query).map_err(|message| wrong(mistake(message))) else {
                continue;
            };
            let Some(place) = place else { continue };
            let shown = in_one_line(&text[place.clone()]);
            if shown != words {
                let change = format!("{path}:{line}: {shown} becomes {words} ({query})");
                self.changes.push(change);
                changes.push((place, words.clone()));
            }
            self.all.push(Figure { file: path.to_owned(), query, text: words });
        }
        if !changes.is_empty() {
            self.files.push((path.into(), prose.with(&changes)));
        }
    }

    /// Writes the changed texts and the list of all figures.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    ///
    /// # Panics
    ///
    /// When there are [mistakes](Self::mistakes).
    pub fn write(&self, top: &Path) -> Result<()> {
        assert!(self.mistakes.is_empty(), "texts with mistakes stay as they are");
        let lines: Vec<String> =
            self.all.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let list = (LIST.into(), format!("[\n{}\n]\n", lines.join(",\n")));
        for (path, text) in self.files.iter().chain([&list]) {
            fs::write(top.join(path), text).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}

/// The words that answer a query.
fn words(query: &Query, processors: &[Processor<'_>]) -> Result<String, String> {
    let (mut found, mut missing) = (Vec::new(), "there is no reference".to_owned());
    for Processor { name, evidence, ledger } in processors {
        match query.figures(evidence, ledger) {
            Ok(figures) => found.push((name, figures)),
            Err(why) if why.relied => return Err(format!("{name}: {}", why.message)),
            Err(why) => missing = why.message,
        }
        if query.is_about_verdicts() {
            break;
        }
    }
    let Shape { lowest, highest, each, .. } = query.shape;
    if !(lowest || highest || each || query.is_exact() || query.is_about_verdicts()) {
        return Err(
            "times differ between processors: say `range`, `each`, `lowest` or `highest`".into()
        );
    }
    if found.is_empty() {
        return Err(missing);
    }
    if each {
        let words: Vec<String> =
            found.iter().map(|(_, figures)| one(query, figures)).collect::<Result<_, _>>()?;
        if words.iter().all(|word| *word == words[0]) {
            return Ok(words[0].clone());
        }
        let on = |(word, (name, _)): (&String, &(&String, _))| format!("{word} on the `{name}`");
        return Ok(format::joined(words.iter().zip(&found).map(on), ", "));
    }
    one(query, &found.into_iter().flat_map(|(_, figures)| figures).collect::<Vec<_>>())
}

/// Several figures in words, shown as one figure or as a range.
fn one(query: &Query, figures: &[(String, f64)]) -> Result<String, String> {
    let number = if query.shape.duration { format::prose_time } else { format::prose };
    let number = |value: f64| number(value, query.digits);
    let shown = |(set, value): &(String, f64)| {
        if query.shape.named { format!("{} (`{set}`)", number(*value)) } else { number(*value) }
    };
    let by_value = |a: &&(String, f64), b: &&(String, f64)| a.1.total_cmp(&b.1);
    let lowest = figures.iter().min_by(by_value).map(shown).unwrap_or_default();
    let highest = figures.iter().max_by(by_value).map(shown).unwrap_or_default();
    match (query.shape.lowest, query.shape.highest) {
        (true, false) => Ok(lowest),
        (false, true) => Ok(highest),
        _ if lowest == highest => Ok(lowest),
        (true, true) => Ok(format!("{lowest} to {highest}")),
        (false, false) => {
            Err(format!("{lowest} and {highest}: say `range`, `lowest` or `highest`"))
        }
    }
}

/// The paths of the watched files below a folder, relative to it, sorted.
fn watched(top: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let inside = top.join(&folder);
        for entry in fs::read_dir(&inside).with_context(|| inside.display().to_string())? {
            let entry = entry?;
            let path = format!("{folder}{}", entry.file_name().to_string_lossy());
            let kept = ["docs", "crates"].iter().any(|root| path.starts_with(root));
            if entry.file_type()?.is_dir() {
                if kept && !path.ends_with("node_modules") {
                    folders.push(path + "/");
                }
            } else if is_watched(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
