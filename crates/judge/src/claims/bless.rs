//! Writes the verdicts of a run into the claims' files as expectations, for a human to review.

use std::collections::BTreeMap;
use std::path::PathBuf;

use sudoku_record::top;

use crate::claims::claim::Verdict;
use crate::claims::file::{ClaimError, FILES, File, path};
use crate::claims::ledger::{JudgedTest, Ledger};
use crate::claims::read::read;
use crate::claims::written::Claims;

/// Returns the text of a publication's file with the verdicts of a run as its expectations, and a
/// message for each change. Expectations that the run did not measure stay as they are. A claim or
/// test without `expect` gets none: write `expect = "undecided"` or `expect = {}` there first.
///
/// # Errors
///
/// When the text has a mistake, or would have one after the change: a claim that now fails needs
/// its explanation first.
pub fn bless(key: &str, text: &str, ledger: &Ledger) -> Result<(String, Vec<String>), ClaimError> {
    let mut blessed = text.to_owned();
    let mut changes = Vec::new();
    let Claims { claim: written, .. } = File::of(key, text).parse()?;
    // From the end, because a replacement moves all places behind it.
    for raw in written.into_iter().rev() {
        let id = raw.id.get_ref();
        let Some(claim) = ledger.claims.iter().find(|claim| claim.id == *id) else { continue };
        let overall = raw.expect.map(|expect| (None, expect.span()));
        let tests = raw.test.into_iter().enumerate();
        let tests = tests.filter_map(|(at, test)| Some((Some(at), test.expect?.span())));
        for (test, place) in overall.into_iter().chain(tests).rev() {
            let expected = match test {
                Some(at) => tests_expectation(&claim.tests[at]),
                None if claim.verdict == Verdict::NotMeasured => continue,
                None => format!("\"{}\"", claim.verdict.word()),
            };
            let before = &text[place.clone()];
            if before != expected {
                let what = test.map_or("overall", |at| claim.tests[at].figure.as_str());
                changes.push(format!("{id}, {what}:\n  - {before}\n  + {expected}"));
                blessed.replace_range(place, &expected);
            }
        }
    }
    changes.reverse();
    read(key, &blessed)?;
    Ok((blessed, changes))
}

/// Returns every file of claims that [`bless`] changes, with its new text, and a message for each
/// change.
///
/// # Errors
///
/// As [`bless`].
pub fn bless_all(ledger: &Ledger) -> Result<(BTreeMap<PathBuf, String>, Vec<String>), ClaimError> {
    let (mut files, mut changes) = (BTreeMap::new(), Vec::new());
    for (key, text) in FILES {
        let (blessed, ours) = bless(key, text, ledger)?;
        changes.extend(ours);
        if blessed != *text {
            files.insert(top().join(path(key)), blessed);
        }
    }
    Ok((files, changes))
}

/// The expectation of a test in TOML: `{ holds = ["easy"], fails = ["effort-1e5"] }`.
fn tests_expectation(test: &JudgedTest) -> String {
    let mut by_verdict: BTreeMap<Verdict, Vec<String>> = BTreeMap::new();
    for finding in &test.findings {
        let verdict = match (finding.verdict, finding.expect) {
            (Verdict::NotMeasured, Some(before)) => before,
            (found, _) => found,
        };
        if verdict != Verdict::NotMeasured {
            by_verdict.entry(verdict).or_default().push(format!("\"{}\"", finding.corpus));
        }
    }
    let groups = by_verdict
        .iter()
        .map(|(verdict, corpora)| format!("{} = [{}]", verdict.word(), corpora.join(", ")));
    let mut groups: Vec<String> = groups.collect();
    let languages = test.languages.iter().filter_map(|one| {
        let found = Some(one.verdict).filter(|verdict| *verdict != Verdict::NotMeasured);
        let verdict = found.or(one.expect)?;
        Some(format!("\"{}\" = \"{}\"", one.language, verdict.word()))
    });
    let languages = languages.collect::<Vec<_>>().join(", ");
    if !languages.is_empty() {
        groups.push(format!("languages = {{ {languages} }}"));
    }
    let groups = groups.join(", ");
    if groups.is_empty() { "{}".to_owned() } else { format!("{{ {groups} }}") }
}
