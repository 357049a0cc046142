//! [`Sentence`]: what the pages of solvers and the documents say about cost, with the test of each.
//!
//! `claims/checks.toml` has a table for each file with such sentences. A check is written like a
//! test of a claim (`written.rs`), with the sentence in place of `says`:
//!
//! ```toml
//! [[page]]
//! file = "crates/brute-scan/src/fused.rs"
//! solvers = { fused = "brute-scan/fused", three = "brute-scan/three-loops" }
//!
//! [[page.check]]
//! sentence = "It saves no work"          # as it stands in the file, wherever lines are broken
//! figure = "fused.cell_reads / three.cell_reads"
//! above = 1
//! on = ["searched"]
//! ```
//!
//! A sentence is false if the figure itself, without its interval, is outside the bound in any
//! reference on any set; with `most`, on half of the sets or more.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use sudoku_record::{RunFolderError, io_error, top};

use crate::claims::file::File;
use crate::claims::judge::findings;
use crate::claims::written::WrittenTest;
use crate::claims::{ClaimError, Evidence, JudgedCorpus, LedgerError, References, Test, counted};

const CHECKS: &str = include_str!("../../claims/checks.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    page: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    file: String,
    solvers: BTreeMap<String, String>,
    check: Vec<WrittenTest>,
}

/// A sentence of a page or document, and the test that decides whether it is true.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// The path of the file with the sentence, relative to the top of the repository.
    pub file: String,
    /// The test; its `says` is the sentence.
    pub test: Test,
}

/// The sentences of all files, in the order of `claims/checks.toml`.
///
/// # Errors
///
/// When the file has a mistake; the error names its line.
pub fn sentences() -> Result<Vec<Sentence>, ClaimError> {
    read_sentences(CHECKS)
}

/// Reads sentences from a text in the form of `claims/checks.toml`.
///
/// # Errors
///
/// As [`sentences`].
pub fn read_sentences(text: &str) -> Result<Vec<Sentence>, ClaimError> {
    let checks = File::of("checks", text);
    let mut all = Vec::new();
    let Pages { page } = checks.parse()?;
    for Page { file, solvers, check } in page {
        for written in check {
            let place = written.figure.span();
            if written.says.as_ref().is_none_or(String::is_empty) {
                return checks.mistake(&place, "this check needs a `sentence`");
            }
            let decided_by = checks.test(written, &solvers)?;
            all.push(Sentence { file: file.clone(), test: decided_by });
        }
    }
    Ok(all)
}

/// Says of each wrong sentence what is wrong: its file lacks it, no reference can judge it, or it is
/// false in a reference on the named sets. Empty if all are right.
///
/// # Errors
///
/// When a file or committed counts cannot be read or have a mistake.
pub fn wrong_sentences(
    sentences: &[Sentence],
    references: &References,
) -> Result<Vec<String>, LedgerError> {
    let solvers = sentences.iter().flat_map(|one| one.test.solvers());
    let solvers: BTreeSet<String> = solvers.map(str::to_owned).collect();
    let counted = counted(top(), &solvers)?;
    let mut found = vec![Vec::new(); sentences.len()];
    for reference in references.all() {
        let name = reference.folder.root().file_name().unwrap_or_default();
        let evidence = Evidence::of(&reference.raw, &counted);
        for (sentence, found) in sentences.iter().zip(&mut found) {
            found.push((name.to_string_lossy(), findings(&sentence.test, &evidence)));
        }
    }
    let mut mistakes = Vec::new();
    for (sentence, found) in sentences.iter().zip(found) {
        mistakes.extend(sentence.absent(top())?);
        mistakes.extend(sentence.judged(&found));
    }
    Ok(mistakes)
}

impl Sentence {
    /// The mistake that the file lacks the sentence.
    fn absent(&self, top: &Path) -> Result<Option<String>, RunFolderError> {
        let path = top.join(&self.file);
        let text = fs::read_to_string(&path).map_err(io_error(&path))?;
        let is_there = folded(&text).contains(&folded(&self.test.says));
        Ok((!is_there).then(|| self.mistake("does not stand in the file")))
    }

    /// The mistakes of the sentence by its figures in each reference.
    fn judged(&self, found: &[(Cow<'_, str>, Vec<JudgedCorpus>)]) -> Vec<String> {
        let Test { bound, limit, most, .. } = self.test;
        let description = self.test.description();
        let (mut mistakes, mut is_known) = (Vec::new(), false);
        for (name, findings) in found {
            let figures = findings.iter().filter_map(|one| Some((one.figure?.point, &one.corpus)));
            let figures: Vec<(f64, &String)> = figures.collect();
            let outside = figures.iter().filter(|(figure, _)| !bound.admits(*figure, limit));
            let outside: Vec<String> =
                outside.map(|(figure, corpus)| format!("{figure} on {corpus}")).collect();
            is_known |= !figures.is_empty();
            let is_enough = !most || outside.len() * 2 >= figures.len();
            if is_enough && !outside.is_empty() {
                let (bound, outside) = (self.test.bound_in_words(), outside.join(", "));
                mistakes.push(self.mistake(&format!(
                    "is false in the reference {name}: {description} should be {bound}, and is \
                     {outside}"
                )));
            }
        }
        if !is_known {
            let last = found.iter().flat_map(|(_, findings)| findings).next_back();
            let why = last.map_or_else(String::new, |one| {
                format!("{}: {}", one.corpus, one.missing.as_deref().unwrap_or_default())
            });
            mistakes.push(self.mistake(&format!("no reference has {description} ({why})")));
        }
        mistakes
    }

    fn mistake(&self, message: &str) -> String {
        format!("{}: “{}”: {message}", self.file, self.test.says)
    }
}

/// The words of a text with single spaces between them, without the signs of comments.
fn folded(text: &str) -> String {
    let words =
        text.split_whitespace().filter(|word| !["///", "//!", "//", "#", ">"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}
